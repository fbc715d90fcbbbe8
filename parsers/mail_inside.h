/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef PARSERS_MAIL_INSIDE_H
#define PARSERS_MAIL_INSIDE_H

/* What the files of the mail stage share. */

#include "parsers/lines.h"

/* Whether text begins with the line that stands before each message of an mbox, and a header. */
bool mail_from_line(struct str text);

/*
 * Lines that a mailer wrapped softly are joined again (RFC 3676), each paragraph at its own depth
 * of quoting. delsp: the blank at the end of a soft line is no part of the text.
 */
void mail_flow(const struct lines *in, bool delsp, struct lines *out);

/*
 * The text of HTML: tags go, their line breaks and <pre> stay, quotations get a "> ", entities are
 * decoded. False when a tag, comment or script was open at the end; *line is where it began.
 */
bool mail_html(const struct lines *in, struct lines *out, unsigned long *line);

#endif

/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef PARSERS_MAIL_INSIDE_H
#define PARSERS_MAIL_INSIDE_H

/* What the files of the mail stage share. */

#include "parsers/lines.h"

/* What a text is, by its content. */
enum mail_form {
	MAIL_NONE,
	MAIL_MESSAGE,
	MAIL_MBOX,
	MAIL_QP,       /* quoted-printable without headers */
	MAIL_PAGE,     /* HTML */
	MAIL_ENTITIES, /* text out of HTML, with the entities left in */
};
/* *begin is where it begins: behind a byte order mark, and blank lines before the headers. */
enum mail_form mail_form(struct str text, struct str *begin);

/*
 * Whether text begins with the line that stands before each message of an mbox, and a header; sure:
 * with headers that a program wrote.
 */
bool mail_from_line(struct str text, bool sure);

/* The content of a part, as it stands in a file. */
struct mail_raw {
	const char *file;
	unsigned long line; /* where it begins */
	struct str bytes;
	enum mail_encoding { MAIL_PLAIN, MAIL_QUOTED, MAIL_BASE64, MAIL_UU } encoding;
	const char *charset; /* NULL: as it is */
	bool mbox;	     /* ">From " is "From " */
	size_t room, room_lines;
};

/*
 * Adds to out the lines of raw, in UTF-8. A character set that is not known is left as it is, with
 * a note. exact, if not NULL, gets how many bytes there were: the last line feed in out may be
 * ours. False, after a message, when there was no room for all.
 */
bool mail_decode(const struct mail_raw *raw, struct lines *out, size_t *exact);

/*
 * Lines that a mailer wrapped softly are joined again (RFC 3676), each paragraph at its own depth
 * of quoting. delsp: the blank at the end of a soft line is no part of the text.
 */
void mail_flow(const struct lines *in, bool delsp, struct lines *out);

/*
 * The text of HTML: tags go, their line breaks and <pre> stay, quotations get a "> ", entities are
 * decoded. Without tags: only entities are. False when a tag, comment or script was open at the
 * end; *line is where it began.
 */
bool mail_html(const struct lines *in, bool tags, struct lines *out, unsigned long *line);

#endif

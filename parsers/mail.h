/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef PARSERS_MAIL_H
#define PARSERS_MAIL_H

#include "parsers/lines.h"

/*
 * Mail, before anything else looks at it: of an mbox (mboxrd), a single message, or what a mail
 * became on its way into a file (quoted-printable text without headers, an archive's HTML page,
 * text out of one with entities left in it) the text that people read.
 */

/*
 * Whether a text that begins with head is one of these. A message begins with headers, and they say
 * more than a person would have typed: lines like "Subject: x" in a pasted text make no mail of it.
 * The other forms are told by what cannot stand in them.
 */
bool mail_is(struct str head);

/*
 * Whether text without headers is quoted-printable: lines were cut at its width, or '=' is escaped,
 * and no '=' stands in it that the encoding would have escaped. mail_is() includes it.
 */
bool mail_is_qp(struct str text);

/*
 * Adds to out the text of all messages in bytes, which are the file's whole content, and of all
 * their parts, one after the other: transfer encodings, character sets, flowed lines, HTML and
 * compression are undone; headers, patches, source files and signatures are left out; mboxrd's
 * ">From " is restored. Of alternatives the plain text is read, if there is any in it. A text of
 * another kind is taken as it is. What cannot be read is said, with its line. False after messages
 * when something was lost: broken compression, too many parts, parts nested too deep, too much
 * text. What could be read is in out.
 */
bool mail_read(const char *file, struct str bytes, struct lines *out);

#define MAIL_TEXT_MAX  ((size_t)64 << 20)
#define MAIL_LINES_MAX ((size_t)4 << 20)
#define MAIL_DEPTH_MAX 32   /* of parts in parts */
#define MAIL_PARTS_MAX 1000 /* in a message */

#endif

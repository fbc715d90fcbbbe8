/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef PARSERS_MAIL_H
#define PARSERS_MAIL_H

#include "parsers/lines.h"

/*
 * Mail, before anything else looks at it: of an mbox (mboxrd; each message), a single message, or
 * text that kept a mail's quoted-printable encoding without its headers, the text that people read
 * in it.
 */

/*
 * Whether head, the first bytes of a text, begins an mbox or a message. Headers must come first,
 * and say more than a person would have typed; lines like "Subject: x" in a pasted text make no
 * mail of it.
 */
bool mail_is(struct str head);

/*
 * Whether text without headers is quoted-printable: lines were cut at its width, and no '=' stands
 * in it that the encoding would have escaped.
 */
bool mail_is_qp(struct str text);

/*
 * Adds to out the text of all messages in bytes, which are the file's whole content, and of all
 * their parts, one after the other: transfer encodings, character sets, flowed lines and HTML are
 * undone, headers, patches, source files and signatures are left out, mboxrd's ">From " is
 * restored. Of alternatives the plain text is read. What is no mail is read as mail_is_qp() text.
 * What cannot be read is said, with its line. False after messages when something was lost: parts
 * that are nested too deep or too many, more text than MAIL_TEXT_MAX. What could be read is in out.
 */
bool mail_read(const char *file, struct str bytes, struct lines *out);

#define MAIL_TEXT_MAX  ((size_t)64 << 20)
#define MAIL_LINES_MAX ((size_t)4 << 20)
#define MAIL_DEPTH_MAX 32   /* of parts in parts */
#define MAIL_PARTS_MAX 1000 /* in a message */

#endif

/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef CORE_DIAG_H
#define CORE_DIAG_H

#include "core/mem.h"

/* Where in the input something stands. file NULL: nowhere special. line 0: the file as such. */
struct pos {
	const char *file;
	unsigned long line;
};
#define POS_NONE ((struct pos){ NULL, 0 })

/*
 * The one place that prints messages, on stderr, as "kbenchstat: file:line: what: 'text'". Messages
 * are lower case, without a full stop, and name the remedy where it is not obvious. File names are
 * escaped here; other text from outside goes through diag_quote().
 */
void diag_error(struct pos pos, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
/*
 * Something that the reader must know, though the work goes on; "warning: " or "note: " stands
 * before the message. Notes are silent with quiet.
 */
void diag_warn(struct pos pos, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
void diag_note(struct pos pos, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
void diag_set_quiet(bool quiet);

/*
 * Keeps what would be printed until it is released, printed or dropped: what was found may have to
 * be found again in another way.
 */
void diag_hold(void);
void diag_release(bool print);

/* 'text', escaped and cut to a readable length. Good until the fourth call after it. */
const char *diag_quote(struct str s);

#endif

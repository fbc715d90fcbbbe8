/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef PARSERS_QUOTE_H
#define PARSERS_QUOTE_H

#include "core/mem.h"

/*
 * Mail quoting repeats the numbers that it answers to. Of a block that stands in a text at several
 * depths of quoting, the least quoted copy counts.
 */
struct copies {
	unsigned char *copy; /* one byte a line, from line 1 */
	size_t n, cap;
};

/*
 * Finds the lines of text that are copies: a quoted line that stands less quoted elsewhere, with
 * the line before or behind it in its paragraph (or all of a one-line paragraph) the same there.
 */
void copies_find(struct copies *c, struct str text);
void copies_free(struct copies *c);

static inline bool copies_has(const struct copies *c, unsigned long line)
{
	return line < c->n && c->copy[line];
}

#endif

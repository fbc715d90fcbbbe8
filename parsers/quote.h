/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef PARSERS_QUOTE_H
#define PARSERS_QUOTE_H

#include "parsers/lines.h"

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
 * With origins, which tell the parts of a mail apart, a line with the kernel's clock is a copy also
 * when it stands in a part above: a result in the text, and its log attached.
 */
void copies_find(struct copies *c, struct str text, const struct origin *origins);
void copies_free(struct copies *c);

static inline bool copies_has(const struct copies *c, unsigned long line)
{
	return line < c->n && c->copy[line];
}

#endif

/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef PARSERS_QUOTE_H
#define PARSERS_QUOTE_H

#include "core/map.h"
#include "parsers/lines.h"

/*
 * Mail quoting repeats the numbers that it answers to. Of a block that stands in a text at several
 * depths of quoting, the least quoted copy counts.
 */
struct copies {
	unsigned char *copy; /* one byte a line, from line 1 */
	size_t n, cap;
	/* Of lines without their quoting: copies passed over, twice, and 1 if one gave records. */
	struct map passed;
};

/*
 * Finds the lines of text that are copies: a quoted line that stands less quoted elsewhere, with
 * the line before or behind it in its paragraph (or all of a one-line paragraph) the same there.
 * With origins, which tell the parts of a mail apart, a line with the kernel's clock is a copy also
 * when it stands in a part above: a result in the text, and its log attached.
 */
void copies_find(struct copies *c, struct str text, const struct origin *origins);
void copies_free(struct copies *c);

/*
 * A copy is passed over; a line has given records. Each says how many copies of results that makes
 * more.
 */
unsigned long copies_pass(struct copies *c, struct str line);
unsigned long copies_gave(struct copies *c, struct str line);
/* The lines come once more. */
void copies_again(struct copies *c);

static inline bool copies_has(const struct copies *c, unsigned long line)
{
	return line < c->n && c->copy[line];
}

#endif

/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef PARSERS_SECTION_H
#define PARSERS_SECTION_H

#include "core/mem.h"

/*
 * Headings in a text that name the source of what follows: "* Before", "with a patch:",
 * "(1) Batching", "- default -", "<5.2.0-rc6+>". A heading with no result between it and the next
 * one is the outer of the two, and stays while inner ones come and go: "SLAB, with patch".
 * Nothing else is ever taken for a label.
 */
struct section {
	struct buf outer, inner, label;
	struct buf above; /* the text line before, for headings with a line under them */
	bool results;	  /* since the last heading */
	bool blank;	  /* the line before was blank, a heading or none */
	bool in_block;	  /* a result, and no blank line since */
	unsigned int blocks, most_blocks; /* under this heading, and under any */
};

void section_reset(struct section *s);
void section_free(struct section *s);

/* A line of text that is no result, without its quoting. */
void section_line(struct section *s, struct str line);

/* A line that a log format has taken: it is no heading, nor the text over an underline. */
void section_taken(struct section *s);

/*
 * A result has come. repeats: of a kind that repeats its row, so that blocks of them apart by a
 * blank line may be meant as sides, which nobody can know.
 */
void section_result(struct section *s, bool repeats);

/* The most blocks of such results that stood under one heading, or under none. */
unsigned int section_blocks(const struct section *s);

/* The label of what comes now; empty before the first heading. Good until the next heading. */
struct str section_label(const struct section *s);

#endif

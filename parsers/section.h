/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef PARSERS_SECTION_H
#define PARSERS_SECTION_H

#include "core/map.h"

/*
 * Headings in a text that name the source of what follows: "* Before", "with a patch:",
 * "(1) Batching", "- default -", "<5.2.0-rc6+>". A heading with no result between it and the next
 * one is the outer of the two, and stays while inner ones come and go: "SLAB, with patch".
 * Nothing else is ever taken for a label. A heading that comes again over rows that it has had is
 * somebody else's: "Before #2".
 */
struct section {
	struct buf outer, inner, label;
	struct buf above;    /* the text line before, for headings with a line under them */
	struct buf lone;     /* the last text line, if it was short and by itself */
	bool results;	     /* since the last heading */
	bool closing;	     /* the heading is that of the results above: it ends them */
	bool placed;	     /* the label is final: a result has come under it */
	bool blank;	     /* the line before was blank, a heading or none */
	bool in_block;	     /* a result, and no line of text since */
	bool split;	     /* blocks without a heading that repeat rows are numbered */
	unsigned int number; /* of such a block */
	unsigned int block;  /* counts blocks of results */
	unsigned int pooled,
		last_pooled; /* blocks that repeat rows of others under their heading */
	struct map rows;     /* label and row: the block that had it last */
	struct map numbers;  /* label without its number and row: the last number */
};

void section_reset(struct section *s);
void section_free(struct section *s);

/* Another part of the text begins: its headings are its own. */
void section_part(struct section *s);

/* A line of text that is no result, without its quoting. Whether it is a heading. */
bool section_line(struct section *s, struct str line);

/* A line that a log format has taken: it is no heading, nor the text over an underline. */
void section_taken(struct section *s);

enum section_said {
	SECTION_NOTHING,
	SECTION_AGAIN, /* its heading had this row before: the label has got a number */
	SECTION_LONE,  /* it repeats a row of the block before, behind a line that may be a heading
			*/
};

/* A result of this row (a hash) has come; the label of it is good from then on. */
enum section_said section_result(struct section *s, uint64_t row);

/* How many blocks repeat each other's rows under one heading or none; 0 if none do. */
unsigned int section_blocks(const struct section *s);

/* The line of SECTION_LONE. */
struct str section_lone_line(const struct section *s);

/* The label of what comes now; empty before the first heading. Good until the next heading. */
struct str section_label(const struct section *s);

#endif

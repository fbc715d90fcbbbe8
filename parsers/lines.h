/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef PARSERS_LINES_H
#define PARSERS_LINES_H

#include "core/mem.h"

/* A text that was made of another one, and where each of its lines comes from. */
struct origin {
	unsigned long line; /* of the file; 0: the file as such */
	bool fresh;	    /* the first of a part or message: headings above do not name it */
};

struct lines {
	struct buf text;  /* each line ends in a line feed */
	struct origin *v; /* one a line */
	size_t n, cap;
};

/* A line, which is given without its line feed. */
void lines_add(struct lines *l, struct str line, struct origin from);
/* Empty again, the memory kept. */
void lines_clear(struct lines *l);
void lines_free(struct lines *l);

#endif

/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef PARSERS_GATE_H
#define PARSERS_GATE_H

#include "core/mem.h"

/*
 * Finds the places in a buffer where one of a set of literals stands. Three bytes of each literal,
 * its rarest ones, are its fingerprint; literals share eight buckets, and one look-up a byte says
 * which buckets can match here. With AVX2, 32 places are looked at together (the idea of
 * Hyperscan's Teddy); without it, one after the other in the same tables. What passes goes through
 * a hash table, so that the cost hardly grows with the number of literals.
 */
struct gate;

#define GATE_LITERALS 512

/*
 * At most GATE_LITERALS literals of 5 to 255 bytes, without line breaks, whose memory outlives the
 * gate; aborts the program after a message if they are not so.
 */
struct gate *gate_new(const struct str *literals, size_t n);
void gate_free(struct gate *g);

/* Never use AVX2: for tests of the other way. */
void gate_portable(struct gate *g);

struct gate_hit {
	const char *at; /* a byte within them; NULL when there are no more */
	size_t literal; /* which one */
};

/* The buffer, and how far it has been looked through: p starts as its beginning. */
struct gate_scan {
	const char *begin, *p, *end;
	const bool *ignore; /* by literal: not wanted now; NULL for none */
	size_t more;	    /* for the next call; starts as 0 */
};

/*
 * The next place, in the buffer's order; each occurrence of a literal comes once. Where p is moved,
 * more is set to 0.
 */
struct gate_hit gate_next(const struct gate *g, struct gate_scan *scan);

/* How many line feeds stand in [p, end). */
size_t gate_lines(const struct gate *g, const char *p, const char *end);

#endif

/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef PARSERS_GATE_H
#define PARSERS_GATE_H

#include "core/mem.h"

/*
 * Finds the places in a buffer where one of a set of literals stands. Three bytes of each literal,
 * its rarest ones, are its fingerprint; literals share eight buckets, and one look-up a byte says
 * which buckets can match here. With AVX2, 32 places are looked at together (the idea of
 * Hyperscan's Teddy); without it, one after the other in the same tables. The cost hardly grows
 * with the number of literals.
 */
struct gate;

/*
 * At most 64 literals of 5 to 255 bytes, without line breaks, whose memory outlives the gate;
 * aborts the program after a message if they are not so.
 */
struct gate *gate_new(const struct str *literals, size_t n);
void gate_free(struct gate *g);

/* Never use AVX2: for tests of the other way. */
void gate_portable(struct gate *g);

struct gate_hit {
	const char *at;	   /* a byte within them; NULL when there are no more */
	uint64_t literals; /* which ones, a bit each */
};

/* The buffer, and how far it has been looked through: p starts as its beginning. */
struct gate_scan {
	const char *begin, *p, *end;
	uint64_t ignore; /* literals that are not wanted, a bit each */
};

/* The next place, in the buffer's order; each occurrence of a literal comes once. */
struct gate_hit gate_next(const struct gate *g, struct gate_scan *scan);

/* How many line feeds stand in [p, end). */
size_t gate_lines(const struct gate *g, const char *p, const char *end);

#endif

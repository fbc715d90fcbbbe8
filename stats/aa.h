/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef STATS_AA_H
#define STATS_AA_H

#include "stats/grid.h"
#include "stats/random.h"

/*
 * A/A: a source against itself. Its runs are split in two, as evenly as they can be, and the halves
 * compared as two sources would be: what is called different then is called so by chance alone.
 * All ways to split are taken where they are few, else some that are drawn.
 */

/* One split after the other; { 0 } is none. */
struct aa_split {
	size_t n, ways, at; /* how many ways there will be, and have been */
	bool all;	    /* these are all that there are */
	size_t *order;	    /* of 0 to n - 1: the first n / 2 are one half */
	struct random random;
};
/* Memory is the arena's. most is how many ways are drawn where there are more than AA_ALL. */
#define AA_ALL 10000
struct aa_split aa_split_new(struct arena *a, size_t n, size_t most, uint64_t seed);
/* False when there are no more. */
bool aa_split_next(struct aa_split *s);

/* Runs below which a half has too few for a verdict. */
#define AA_MIN_RUNS (2 * (size_t)STATS_MIN_RUNS)

/* One row of one source. */
struct aa_cell {
	size_t n;	     /* runs; 0 if it was not split */
	size_t ways, called; /* called different, by p alone */
	bool all, raw;
	double change; /* in 19 of 20 ways the change is no more: a ratio, or raw a difference */
};

/* All rows of one source, split alike: whether their runs are the same ones. */
struct aa_family {
	bool same;
	size_t rows, n, ways, any, adjusted; /* some row was called different; after adjusting */
	bool all;
};

struct aa {
	const struct grid *grid;
	struct method method;
	struct aa_cell *cells;	    /* nrows by ncols */
	struct aa_family *families; /* by column */
};

/* Drawn by the method's seed. */
struct aa aa_make(struct arena *a, const struct grid *g, const struct method *method);

#endif

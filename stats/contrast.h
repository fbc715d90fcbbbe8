/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef STATS_CONTRAST_H
#define STATS_CONTRAST_H

#include "stats/grid.h"

/* Two columns that stand side by side in the rows of some benchmark. */
struct contrast_pair {
	size_t base, fresh;
};

/*
 * Every column of a grid against its base column, row by row, judged as one family: context rows
 * are not compared, those that cannot be tested do not count.
 *
 * A text may hold several benchmarks, each with sources of its own: then each has its own base, and
 * only the columns with a value in it take part. Where fewer than two have one, the base and the
 * column that has it do, all columns if it is the base: what is missing is to be seen.
 */
struct contrast {
	const struct grid *grid;
	size_t base; /* of the benchmarks that have a value in it */
	double conf, alpha;
	bool adjusted;		     /* for the number of comparisons */
	struct method method;	     /* conf and alpha are its */
	size_t family;		     /* comparisons that were tested */
	size_t family_rows;	     /* and in how many rows */
	struct comparison *cmp;	     /* nrows by ncols; that of the base column is not used */
	size_t *bench;		     /* by row: its benchmark, from 0 */
	size_t *bases;		     /* by benchmark */
	bool *has;		     /* benchmarks by ncols: takes part */
	struct contrast_pair *pairs; /* in order of appearance */
	size_t npairs;
};

/*
 * Of a benchmark that has no value in base another column is the base,
 * the first of its own, unless named says that nothing but base will do. Memory is the arena's.
 */
struct contrast contrast_make(struct arena *a, const struct grid *g, size_t base, bool named,
			      const struct method *method);

static inline const struct comparison *contrast_at(const struct contrast *c, size_t row, size_t col)
{
	return &c->cmp[row * c->grid->ncols + col];
}

/* What the method compares of a side: its mean, geometric mean or median; NAN if it has none. */
double contrast_location(const struct contrast *c, size_t row, size_t col);

static inline size_t contrast_base(const struct contrast *c, size_t row)
{
	return c->bases[c->bench[row]];
}

static inline bool contrast_has(const struct contrast *c, size_t row, size_t col)
{
	return c->has[c->bench[row] * c->grid->ncols + col];
}

#endif

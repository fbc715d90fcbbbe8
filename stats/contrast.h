/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef STATS_CONTRAST_H
#define STATS_CONTRAST_H

#include "stats/grid.h"

/*
 * Every column of a grid against its base column, row by row, judged as one family: context rows
 * are not compared, those that cannot be tested do not count.
 */
struct contrast {
	const struct grid *grid;
	size_t base;
	double conf, alpha;
	bool adjusted;
	size_t family;		/* comparisons that were tested */
	struct comparison *cmp; /* nrows by ncols; that of the base column is not used */
};

/* conf and alpha as ratios. Memory is the arena's. */
struct contrast contrast_make(struct arena *a, const struct grid *g, size_t base, double conf,
			      double alpha, bool adjust);

static inline const struct comparison *contrast_at(const struct contrast *c, size_t row, size_t col)
{
	return &c->cmp[row * c->grid->ncols + col];
}

#endif

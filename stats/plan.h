/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef STATS_PLAN_H
#define STATS_PLAN_H

#include <limits.h>
#include "stats/stats.h"

/* No verdict stands on fewer; and more than this nobody boots. */
#define PLAN_LEAST STATS_MIN_RUNS
#define PLAN_MOST  1000
/* Runs that no number is enough for. */
#define PLAN_NEVER UINT_MAX

/* How many runs a side it takes to see a change of one metric. */
struct plan {
	enum reason reason; /* REASON_NONE, or why there is no spread to plan from */
	double cv;	    /* of a side, the root mean square of two */
	double df;	    /* degrees of freedom of that spread */
	double lo, hi; /* the true spread is within these multiples of cv, with 95% confidence */
	/*
	 * If the spread stays as measured; at lo and hi; and at a multiple that the true one is
	 * below with 80% confidence. None is below PLAN_LEAST.
	 */
	unsigned int runs, runs_lo, runs_hi, runs_likely;
};

/*
 * From what is known of one side, whose spread the other one then is taken to have, or of two.
 * detect is the change as a ratio above 0, which is the harder one to see upwards, and alpha the
 * level of the test.
 */
struct plan stats_plan(const struct side *sides, size_t n, double detect, double alpha,
		       double power);

#endif

/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef STATS_CURVE_H
#define STATS_CURVE_H

#include "stats/grid.h"

/* A point of a curve: x is the level of the parameter that varies, row what was measured there. */
struct curve_level {
	double x;
	const struct grid_row *row;
};

/* Why there is no interval. */
enum curve_error {
	CURVE_OK,
	CURVE_SINGLE,	    /* a level has one run on a side */
	CURVE_PRINTED,	    /* a text printed means: which runs stand behind which is not known */
	CURVE_OVERLAP,	    /* some runs are behind several levels, and not behind all */
	CURVE_NO_SPREAD,    /* all runs gave the same, as far as doubles tell */
	CURVE_NOT_POSITIVE, /* a value of 0 has no logarithm */
};

/*
 * What a curve says as a whole, new against base. The levels are points of one curve: they are
 * never taken for repetitions.
 */
struct curve {
	size_t n; /* levels that have a ratio, the first of them in the array; 0: nothing else */
	double ratio; /* geometric mean over the levels */
	/* The same over log(x) by the trapezoid rule, so that crowded levels do not weigh more; NAN
	   unless all x are above 0 and not all the same. */
	double weighted;
	double lo, hi; /* its t interval, from the runs; NAN without one, and then */
	enum curve_error error;
	size_t lowest, highest; /* the levels with these ratios */
	/*
	 * How often the ratio goes from below 1 to above or back, and between which neighbouring
	 * levels it does first. Levels whose ratio is 1 are no change of side.
	 */
	size_t crossings, before, after;
	/* Powers of x with which the sides grow, by least squares; NAN unless all x are above 0. */
	double base_slope, fresh_slope;
};

/*
 * Sorts the levels by x; those without a ratio of positive means go to the end. Where the same runs
 * are behind all levels of a side, the mean of each run's logarithms is one value, and Welch's test
 * of these gives the interval. Where each level has runs of its own, the errors of the levels' log
 * ratios add up. conf as a ratio.
 */
struct curve curve_of(struct curve_level *levels, size_t n, size_t base, size_t fresh, double conf);

/* The ratio at one level. */
double curve_ratio(const struct curve_level *level, size_t base, size_t fresh);

#endif

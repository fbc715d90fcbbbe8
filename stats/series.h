/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef STATS_SERIES_H
#define STATS_SERIES_H

#include "stats/stats.h"

/*
 * What the order of the runs, and their spread, say of one side. Each test has a least n, below
 * which its level is not what it says or it cannot find anything; the functions themselves compute
 * from two values on. All p are two-sided; a test of values that are all the same is NAN.
 */

/*
 * Mann-Kendall: s = pairs that rise less pairs that fall. p is exact for n < 50 without ties, else
 * normal with the variance for ties and a continuity correction.
 */
struct series_trend {
	double s, var, z, p_normal, p;
};
struct series_trend series_trend(struct sample s);
/*
 * Median slope of all pairs, by run; above SERIES_SLOPE_MAX values, whose pairs are too many, of
 * those half of the runs apart (Theil's incomplete method).
 */
#define SERIES_SLOPE_MAX 2000
double series_slope(struct sample s);

/* Pettitt's change point: after value at (from 1) the values are lower, or higher, than before. */
struct series_step {
	double k, p;
	size_t at;
};
struct series_step series_step(struct sample s);

/* Lag-1 autocorrelation, and its p by shuffling: always the same shuffles. */
double series_lag1(struct sample s);
double series_lag1_p(struct sample s);

/* How far the first value stands from the rest: a t test for one value of n. */
double series_first_p(struct sample s);

/*
 * Grubbs's test of the value farthest from the mean, on logarithms where all values are above 0:
 * runs are skewed to the right more often than not. p allows for the choice of the farthest.
 */
struct series_outlier {
	size_t at; /* index from 0 */
	double p;
	bool logs; /* of logarithms */
};
struct series_outlier series_outlier(struct sample s);

/*
 * Two modes: share of the variance of the (logarithms of the) values that the best cut in two, of
 * two values at least, explains; how many lie below the cut; and whether it is more than normal
 * values give one time in a hundred. From n = 8.
 */
struct series_modes {
	double share;
	size_t below;
	bool two;
};
struct series_modes series_modes(struct sample s);

/* Pearson's r of two samples of one size, and its p: exact where one of them is normal. */
struct series_relation {
	double r, p;
};
struct series_relation series_relation(struct sample x, struct sample y);

/*
 * Runs inside boots: one-way random effects. mean and ss, the sum of squared deviations, are of the
 * n runs of one boot.
 */
struct series_boot {
	size_t n;
	double mean, ss;
};
struct series_parts {
	size_t boots, runs;
	double mean;	 /* of the boots' means */
	double msb, msw; /* mean squares between and within */
	double n0;	 /* runs a boot; where they differ, what stands for it */
	double boot_var; /* variance between boots, 0 where msb < msw */
	double icc;	 /* its share of the whole */
};
/* NAN where there are fewer than two boots, or no more runs than boots. */
struct series_parts series_parts(const struct series_boot *b, size_t n);
/*
 * How many runs in a boot are worth their time if a boot takes as long as cost runs (Kalibera and
 * Jones 2013): whole, 1 at least, and INFINITY where the boots do not differ.
 */
double series_useful_runs(const struct series_parts *p, double cost);

#endif

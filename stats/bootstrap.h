/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef STATS_BOOTSTRAP_H
#define STATS_BOOTSTRAP_H

#include "stats/stats.h"

/*
 * Efron's BCa interval (1987) from a statistic of n resamples, ascending, and what corrects it: z0
 * for their bias, acceleration for a spread that changes with the value.
 */
struct bootstrap {
	const double *v;
	size_t n;
	double z0, acceleration;
};

/* Of resamples of which so many are below the estimate, and half of those equal to it. */
double bootstrap_z0(const double *v, size_t n, double estimate);
/* Of a mean, by the jackknife: the sums of cubes and squares of (n - 1)(mean - mean without i) / n.
 */
double bootstrap_acceleration(struct sample s);
/* The smallest of the resamples at or below which a share of p of them are. */
double bootstrap_quantile(const double *v, size_t n, double p);
/* The end of the interval below which the truth lies with probability tail. */
double bootstrap_end(const struct bootstrap *b, double tail);
/* The probability that the truth lies below value: what bootstrap_end() turns round. */
double bootstrap_below(const struct bootstrap *b, double value);

#endif

/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef STATS_RANK_H
#define STATS_RANK_H

#include "stats/stats.h"

/*
 * Tests and estimates that depend on the order of the values alone. The arrays are sorted,
 * ascending, and neither is empty.
 */
struct sorted {
	const double *v;
	size_t n;
};

/* Pairs of one value a side, by which is larger: fresh above, equal to, and below base. */
struct rank_pairs {
	double above, equal, below;
};
struct rank_pairs rank_pairs(struct sorted base, struct sorted fresh);

/* Up to so many pairs the test is exact. */
#define RANK_EXACT 2500

/*
 * Mann and Whitney's test, exact with ties: count of total ways to split the pooled values are at
 * least as far from the middle as this one. floor is the smallest p that these ties allow, less and
 * greater are the one-sided p. Beyond RANK_EXACT pairs the normal approximation, with corrections
 * for ties and continuity, stands in; then count and total are NAN and floor is 0.
 */
struct rank_test {
	double p, less, greater, floor;
	double count, total;
};
struct rank_test rank_test(struct sorted base, struct sorted fresh);
/* The same approximation whatever the number of pairs. */
struct rank_test rank_test_normal(struct sorted base, struct sorted fresh);

/*
 * The smallest two-sided p that the exact test can give without ties: 2 / choose(n1 + n2, n1), at
 * most 1.
 */
double rank_floor(size_t n1, size_t n2);
/* Runs a side, as many on each, with which that test can give a p of this without ties. */
unsigned int rank_runs_needed(double p);

/*
 * Hodges and Lehmann's shift: the median of all differences fresh - base, and two of them as an
 * interval at the level next above conf that the numbers of values allow, or at the largest level
 * that they do allow. level is the true one, without ties.
 */
struct rank_shift {
	double estimate, lo, hi, level;
};
struct rank_shift rank_shift(struct sorted base, struct sorted fresh, double conf);

#endif

/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef STATS_EFFECT_H
#define STATS_EFFECT_H

#include <stdint.h>
#include "stats/stats.h"

/*
 * How large a change is beside the spread, new against base. NAN where a side has no value; d and g
 * also where neither has a spread, or one has a single value.
 */
struct effect {
	double cliff; /* Cliff's delta: pairs above less pairs below, of all pairs; -1 to 1 */
	double a12;   /* Vargha and Delaney's A: (delta + 1) / 2 */
	double d;     /* Cohen's, by the pooled standard deviation */
	double g;     /* Hedges': d without its bias in small samples */
};
struct effect stats_effect(struct sample base, struct sample fresh);

/*
 * Test of the difference of means by permutation: of all ways to split the pooled values, or of
 * 99999 random ones where they are more than 200000, those with a difference at least as large,
 * within 1e-9 of it. Of random ones the split at hand is counted with them.
 */
struct permutation {
	double count, total, p;
	bool exact;
};
struct permutation stats_permutation(struct sample base, struct sample fresh, uint64_t seed);

#endif

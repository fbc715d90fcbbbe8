/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef STATS_COMPARE_H
#define STATS_COMPARE_H

#include "stats/stats.h"

/*
 * What the comparisons of stats_compare_by() have in common, and the logarithms that other files
 * here take as they do.
 */

/* Not tested, and nothing known. */
struct comparison compare_new(void);
/* What makes every test of two sides meaningless, ratio or not; REASON_NONE if nothing does. */
enum reason compare_refusal(struct side base, struct side fresh);
/* log(b / a) that loses nothing when they are close, and depends on nothing but their ratio. */
double compare_log_ratio(double a, double b);
/* Sets se and df of the difference of two means. */
void compare_welch(struct comparison *c, struct side a, struct side b);
/* From se and df, t, p, interval, what could be seen, and the test against the margin. */
void compare_t(struct comparison *c, double estimate, const struct method *method);
/* Runs a side to resolve estimate, for the spreads of one value a side. */
unsigned int compare_runs(double spread_a, double spread_b, double estimate,
			  const struct method *m);

struct comparison compare_logs(struct sample base, struct sample fresh, const struct method *m);
struct comparison compare_pairs(struct sample base, struct sample fresh, const struct method *m);
struct comparison compare_ranks(struct sample base, struct sample fresh, const struct method *m);
struct comparison compare_bootstrap(struct sample base, struct sample fresh,
				    const struct method *m);

/* Whether all values are above 0. */
bool compare_positive(struct sample s);
/* The smallest value of both, which logarithms are taken relative to: so they keep the digits of
 * values that are close, and depend on nothing but ratios. */
double compare_reference(struct sample base, struct sample fresh);

#endif

/* SPDX-License-Identifier: GPL-2.0-or-later */
#include <math.h>
#include "stats/dist.h"
#include "stats/stats.h"

#define RUNS_MAX 10000000u

double stats_power(double d, double se, double df, double alpha)
{
	double critical = -dist_t_quantile(alpha / 2, df), shift = fabs(d) / se;

	if (isinf(shift))
		return 1;
	return dist_nct(critical, df, shift, true) + dist_nct(-critical, df, shift, false);
}

/*
 * In multiples of se. The bracket grows from below, as the noncentral t is rough far out, where the
 * power is near 1 anyway.
 */
double stats_mde(double se, double df, double alpha, double power)
{
	double lo = 0, hi = 1;
	int i;

	while (!(stats_power(hi, 1, df, alpha) >= power)) {
		if (hi >= 200)
			return NAN;
		lo = hi;
		hi = fmin(2 * hi, 200);
	}
	for (i = 0; i < 50; i++) {
		double mid = lo + (hi - lo) / 2;

		if (stats_power(mid, 1, df, alpha) >= power)
			hi = mid;
		else
			lo = mid;
	}
	return hi * se;
}

/* df1 is the Welch degrees of freedom that each run a side past the first brings. */
static bool runs_suffice(unsigned int n, double spread, double df1, double d, double alpha,
			 double power)
{
	return stats_power(d, spread / sqrt(n), (n - 1) * df1, alpha) >= power;
}

unsigned int stats_runs_needed(double cv1, double cv2, double d, double alpha, double power)
{
	double spread = hypot(cv1, cv2), a = cv1 / spread, b = cv2 / spread;
	double df1 = 1 / (a * a * a * a + b * b * b * b);
	unsigned int few = 1, enough = 2;

	if (!(fabs(d) > 0))
		return 0;
	while (!runs_suffice(enough, spread, df1, d, alpha, power)) {
		if (enough == RUNS_MAX)
			return 0;
		few = enough;
		enough = enough < RUNS_MAX / 2 ? 2 * enough : RUNS_MAX;
	}
	while (enough - few > 1) {
		unsigned int mid = few + (enough - few) / 2;

		if (runs_suffice(mid, spread, df1, d, alpha, power))
			enough = mid;
		else
			few = mid;
	}
	return enough;
}

void stats_spread_range(size_t n, double level, double *lo, double *hi)
{
	double df = (double)n - 1;

	*lo = sqrt(df / dist_chisq_quantile((1 + level) / 2, df));
	*hi = sqrt(df / dist_chisq_quantile((1 - level) / 2, df));
}

/* SPDX-License-Identifier: GPL-2.0-or-later */
#define MATHLIB_STANDALONE 1
#include <Rmath.h>
#include "stats/dist.h"

/* No test here has less than one degree of freedom; outside of this the library may warn. */
static bool df_fits(double v)
{
	return v >= 1 && v <= 1e15;
}

static bool p_fits(double p)
{
	return p > 0 && p < 1;
}

double dist_t(double x, double df, bool upper)
{
	return df_fits(df) && isfinite(x) ? pt(x, df, !upper, 0) : NAN;
}

double dist_t_quantile(double p, double df)
{
	return df_fits(df) && p_fits(p) ? qt(p, df, 1, 0) : NAN;
}

double dist_normal(double x)
{
	return isnan(x) ? NAN : pnorm(x, 0, 1, 1, 0);
}

/*
 * The library sums the upper tail for x >= 0 and the lower one below, and warns when asked for the
 * other where that is nearly 1; so the other is 1 minus it here. It squares x.
 */
double dist_nct(double x, double df, double ncp, bool upper)
{
	bool summed = x >= 0;
	double p;

	if (!df_fits(df) || !isfinite(ncp) || !(fabs(x) < 1e150))
		return NAN;
	p = pnt(x, df, ncp, !summed, 0);
	return upper == summed ? p : 1 - p;
}

double dist_chisq_quantile(double p, double df)
{
	return df_fits(df) && p_fits(p) ? qchisq(p, df, 1, 0) : NAN;
}

double dist_normal_quantile(double p)
{
	return p_fits(p) ? qnorm(p, 0, 1, 1, 0) : NAN;
}

/* SPDX-License-Identifier: GPL-2.0-or-later */
#include <float.h>
#include <math.h>
#include "stats/dist.h"
#include "stats/stats.h"

/* What the smallest change that is seen and the runs needed are computed for. */
#define PLAN_ALPHA 0.05
#define PLAN_POWER 0.8

static bool has_negative(struct sample s)
{
	size_t i;

	for (i = 0; i < s.n; i++)
		if (s.v[i] < 0)
			return true;
	return false;
}

struct side stats_side(struct sample s)
{
	double mean = stats_mean(s);

	return (struct side){ s.n, mean, stats_sd(s, mean), has_negative(s), false };
}

/* The standard error of a side's mean. */
static double error_of(struct side s)
{
	return s.sd / sqrt((double)s.n);
}

static bool is_denormal(double mean)
{
	return mean != 0 && fabs(mean) < 0x1p-970;
}

/* NAN where there is no base to divide by, and where the result does not fit a double. */
static double change_of(struct side a, struct side b, bool raw)
{
	double diff = b.mean - a.mean, change = raw ? diff : diff / a.mean;

	return isfinite(change) ? change : NAN;
}

/* The order matters: what makes every test meaningless comes before what has no ratio. */
static enum reason reason_of(struct side a, struct side b, const struct comparison *c)
{
	double se = hypot(error_of(a), error_of(b));
	double largest = fmax(fabs(a.mean), fabs(b.mean));

	if ((!a.n && !a.printed) || (!b.n && !b.printed))
		return REASON_MISSING;
	if (a.n == 1 || b.n == 1)
		return REASON_SINGLE;
	if ((a.printed && isnan(a.sd)) || (b.printed && isnan(b.sd)))
		return REASON_NO_SPREAD;
	if (!a.n || !b.n)
		return REASON_NO_COUNT;
	if (a.sd == 0 && b.sd == 0)
		return REASON_CONSTANT;
	if (!isfinite(se) || se < 10 * DBL_EPSILON * largest)
		return REASON_RESOLUTION;
	if (is_denormal(a.mean) || is_denormal(b.mean))
		return REASON_DENORMAL;
	if (a.mean == 0)
		return REASON_ZERO_BASE;
	if (isnan(c->change))
		return REASON_RESOLUTION;
	if (c->raw)
		return REASON_NEGATIVE;
	return b.mean == 0 ? REASON_ZERO_NEW : REASON_NONE;
}

/* log(b / a) that loses nothing when they are close, and depends on nothing but their ratio. */
static double log_ratio(double a, double b)
{
	double ratio = b / a;

	if (fabs(b - a) < a / 2)
		return log1p((b - a) / a);
	return isnormal(ratio) ? log(ratio) : log(b) - log(a);
}

/*
 * Welch's t test (1947) of estimate, whose variance is that of two means: sd^2 / n of each side,
 *
 *	se = sqrt(s1^2/n1 + s2^2/n2)
 *	df = se^4 / ((s1^2/n1)^2/(n1-1) + (s2^2/n2)^2/(n2-1))	(Satterthwaite 1946)
 *
 * written with the sides' shares of se, so that no square overflows. Rounding must not carry df out
 * of its range, min(n1, n2) - 1 to n1 + n2 - 2. Returns half the width of the interval.
 */
static double welch(struct comparison *c, double estimate, struct side a, struct side b,
		    double conf)
{
	double ea = error_of(a), eb = error_of(b), na = (double)a.n, nb = (double)b.n, pa, pb, df;

	c->se = hypot(ea, eb);
	pa = (ea / c->se) * (ea / c->se);
	pb = (eb / c->se) * (eb / c->se);
	df = 1 / (pa * pa / (na - 1) + pb * pb / (nb - 1));
	c->df = fmin(fmax(df, fmin(na, nb) - 1), na + nb - 2);
	c->t = estimate / c->se;
	c->p = fmin(1, 2 * dist_t(-fabs(c->t), c->df, false));
	return -dist_t_quantile((1 - conf) / 2, c->df) * c->se;
}

/*
 * By the delta method the log of a mean has the variance (sd / mean)^2 / n, so this is Welch's test
 * with the estimate log(m2 / m1) and each side's cv in the place of its sd; expm1 brings the
 * interval back to a ratio. To first order it is Fieller's, but finite and never below -100 %.
 */
static void test(struct comparison *c, struct side a, struct side b, double conf)
{
	double estimate = c->change, half, mde;

	if (!c->raw) {
		estimate = log_ratio(a.mean, b.mean);
		a.sd /= a.mean;
		b.sd /= b.mean;
	}
	half = welch(c, estimate, a, b, conf);
	mde = stats_mde(c->se, c->df, PLAN_ALPHA, PLAN_POWER);
	c->runs_needed = stats_runs_needed(a.sd, b.sd, estimate, PLAN_ALPHA, PLAN_POWER);
	c->lo = c->raw ? estimate - half : expm1(estimate - half);
	c->hi = c->raw ? estimate + half : expm1(estimate + half);
	c->mde_down = c->raw ? -mde : expm1(-mde);
	c->mde_up = c->raw ? mde : expm1(mde);
}

struct comparison stats_compare_sides(struct side a, struct side b, double conf)
{
	struct comparison c = {
		.verdict = VERDICT_NOT_TESTED,
		.raw = a.mean != 0 && (a.negative || b.negative),
		.lo = NAN,
		.hi = NAN,
		.t = NAN,
		.df = NAN,
		.se = NAN,
		.p = NAN,
		.p_adjusted = NAN,
		.mde_down = NAN,
		.mde_up = NAN,
	};

	c.change = change_of(a, b, c.raw);
	c.reason = reason_of(a, b, &c);
	if (c.reason == REASON_NONE || c.reason == REASON_NEGATIVE) {
		test(&c, a, b, conf);
		c.verdict = VERDICT_INCONCLUSIVE;
	}
	return c;
}

struct comparison stats_compare(struct sample base, struct sample fresh, double conf)
{
	return stats_compare_sides(stats_side(base), stats_side(fresh), conf);
}

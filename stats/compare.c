/* SPDX-License-Identifier: GPL-2.0-or-later */
#include <float.h>
#include <math.h>
#include "core/mem.h"
#include "stats/compare.h"
#include "stats/dist.h"
#include "stats/rank.h"

/* What the smallest change that is seen and the runs needed are computed for, with STATS_POWER. */
#define SEEN_ALPHA 0.05

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
enum reason compare_refusal(struct side a, struct side b)
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
	return REASON_NONE;
}

static enum reason reason_of(struct side a, struct side b, const struct comparison *c)
{
	enum reason reason = compare_refusal(a, b);

	if (reason != REASON_NONE)
		return reason;
	if (a.mean == 0)
		return REASON_ZERO_BASE;
	if (isnan(c->change))
		return REASON_RESOLUTION;
	if (c->raw)
		return REASON_NEGATIVE;
	return b.mean == 0 ? REASON_ZERO_NEW : REASON_NONE;
}

double compare_log_ratio(double a, double b)
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
 * of its range, min(n1, n2) - 1 to n1 + n2 - 2.
 */
void compare_welch(struct comparison *c, struct side a, struct side b)
{
	double ea = error_of(a), eb = error_of(b), na = (double)a.n, nb = (double)b.n, pa, pb, df;

	c->se = hypot(ea, eb);
	pa = (ea / c->se) * (ea / c->se);
	pb = (eb / c->se) * (eb / c->se);
	df = 1 / (pa * pa / (na - 1) + pb * pb / (nb - 1));
	c->df = fmin(fmax(df, fmin(na, nb) - 1), na + nb - 2);
}

void compare_t(struct comparison *c, double estimate, const struct method *m)
{
	double half = -dist_t_quantile((1 - m->conf) / 2, c->df) * c->se;
	double mde = m->quick ? NAN : stats_mde(c->se, c->df, SEEN_ALPHA, STATS_POWER);

	c->t = estimate / c->se;
	c->p = fmin(1, 2 * dist_t(-fabs(c->t), c->df, false));
	c->level = m->conf;
	c->lo = c->raw ? estimate - half : expm1(estimate - half);
	c->hi = c->raw ? estimate + half : expm1(estimate + half);
	c->mde_down = c->raw ? -mde : expm1(-mde);
	c->mde_up = c->raw ? mde : expm1(mde);
	/* Two one-sided tests, of a fall and of a rise by the margin (Schuirmann 1987). */
	if (m->margin > 0 && !c->raw)
		c->p_margin = fmax(dist_t((estimate - log1p(-m->margin)) / c->se, c->df, true),
				   dist_t((estimate - log1p(m->margin)) / c->se, c->df, false));
}

unsigned int compare_runs(double spread_a, double spread_b, double estimate, const struct method *m)
{
	return m->quick ? 0
			: stats_runs_needed(spread_a, spread_b, estimate, SEEN_ALPHA, STATS_POWER);
}

/*
 * By the delta method the log of a mean has the variance (sd / mean)^2 / n, so this is Welch's test
 * with the estimate log(m2 / m1) and each side's cv in the place of its sd; expm1 brings the
 * interval back to a ratio. To first order it is Fieller's, but finite and never below -100 %.
 */
static void test(struct comparison *c, struct side a, struct side b, const struct method *m)
{
	double estimate = c->change;

	if (!c->raw) {
		estimate = compare_log_ratio(a.mean, b.mean);
		a.sd /= a.mean;
		b.sd /= b.mean;
	}
	compare_welch(c, a, b);
	compare_t(c, estimate, m);
	c->runs_needed = compare_runs(a.sd, b.sd, estimate, m);
}

struct comparison compare_new(void)
{
	return (struct comparison){
		.verdict = VERDICT_NOT_TESTED,
		.change = NAN,
		.lo = NAN,
		.hi = NAN,
		.t = NAN,
		.df = NAN,
		.se = NAN,
		.p = NAN,
		.p_adjusted = NAN,
		.mde_down = NAN,
		.mde_up = NAN,
		.level = NAN,
		.p_least = NAN,
		.p_rank = NAN,
		.p_rank_least = NAN,
		.p_margin = NAN,
	};
}

struct comparison stats_refused(enum reason reason, double change, bool raw)
{
	struct comparison c = compare_new();

	c.reason = reason;
	c.change = change;
	c.raw = raw;
	return c;
}

struct comparison stats_compare_sides(struct side a, struct side b, const struct method *m)
{
	struct comparison c = compare_new();

	c.raw = a.mean != 0 && (a.negative || b.negative);
	c.change = change_of(a, b, c.raw);
	c.reason = reason_of(a, b, &c);
	if (c.reason == REASON_NONE || c.reason == REASON_NEGATIVE) {
		test(&c, a, b, m);
		c.verdict = VERDICT_INCONCLUSIVE;
	}
	return c;
}

/* Ranks beside the t test, where they are exact and can say something. */
#define RANK_RUNS 4

static void cross_check(struct comparison *c, struct sample base, struct sample fresh)
{
	struct rank_test ranks;
	double *a, *b;

	if (c->verdict == VERDICT_NOT_TESTED || base.n < RANK_RUNS || fresh.n < RANK_RUNS ||
	    base.n > RANK_EXACT / fresh.n)
		return;
	a = stats_sorted(base);
	b = stats_sorted(fresh);
	ranks = rank_test((struct sorted){ a, base.n }, (struct sorted){ b, fresh.n });
	c->p_rank = ranks.p;
	c->p_rank_least = ranks.floor;
	mem_free(a);
	mem_free(b);
}

struct comparison stats_compare_by(struct sample base, struct sample fresh, const struct method *m)
{
	struct comparison c;

	if (m->paired)
		return compare_pairs(base, fresh, m);
	if (m->bootstrap)
		return compare_bootstrap(base, fresh, m);
	if (m->stat == STAT_MEDIAN)
		return compare_ranks(base, fresh, m);
	c = m->stat == STAT_MEAN ? stats_compare_sides(stats_side(base), stats_side(fresh), m)
				 : compare_logs(base, fresh, m);
	if (!m->quick)
		cross_check(&c, base, fresh);
	return c;
}

struct comparison stats_compare(struct sample base, struct sample fresh, double conf)
{
	const struct method method = { .conf = conf };

	return stats_compare_by(base, fresh, &method);
}

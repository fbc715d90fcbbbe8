/* SPDX-License-Identifier: GPL-2.0-or-later */
#include <float.h>
#include <math.h>
#include "core/mem.h"
#include "stats/compare.h"

bool compare_positive(struct sample s)
{
	for (size_t i = 0; i < s.n; i++)
		if (!(s.v[i] > 0))
			return false;
	return true;
}

double compare_reference(struct sample base, struct sample fresh)
{
	double least = INFINITY;

	for (size_t i = 0; i < base.n; i++)
		least = fmin(least, base.v[i]);
	for (size_t i = 0; i < fresh.n; i++)
		least = fmin(least, fresh.v[i]);
	return least;
}

/* The logarithms of the values as a side. */
static struct side log_side(struct sample s, double reference)
{
	size_t cap = 0;
	double *v = mem_grow(NULL, &cap, s.n + 1, sizeof(*v));
	struct side side;

	for (size_t i = 0; i < s.n; i++)
		v[i] = compare_log_ratio(reference, s.v[i]);
	side = stats_side((struct sample){ v, s.n });
	mem_free(v);
	return side;
}

double stats_geomean(struct sample s)
{
	double reference = compare_reference(s, s);

	if (!s.n || !compare_positive(s))
		return NAN;
	return reference * exp(log_side(s, reference).mean);
}

/* A logarithm has an absolute error of rounding, so a spread of so little is no spread. */
static bool drowns(double se, double estimate)
{
	return !isfinite(se) || se < 10 * DBL_EPSILON * fmax(1, fabs(estimate));
}

/* Welch's test on the logarithms. */
struct comparison compare_logs(struct sample base, struct sample fresh, const struct method *m)
{
	bool positive = compare_positive(base) && compare_positive(fresh);
	double reference = compare_reference(base, fresh), estimate;
	struct comparison c = compare_new();
	struct side a, b;

	c.reason = compare_refusal(stats_side(base), stats_side(fresh));
	if (c.reason == REASON_NONE && !positive)
		c.reason = REASON_NOT_POSITIVE;
	if (!positive || c.reason == REASON_MISSING)
		return c;
	a = log_side(base, reference);
	b = log_side(fresh, reference);
	estimate = b.mean - a.mean;
	c.change = expm1(estimate);
	if (!isfinite(c.change)) {
		c.change = NAN;
		c.reason = REASON_RESOLUTION;
	}
	if (c.reason != REASON_NONE)
		return c;
	compare_welch(&c, a, b);
	if (drowns(c.se, estimate)) {
		c.reason = REASON_RESOLUTION;
		c.se = c.df = NAN;
		return c;
	}
	compare_t(&c, estimate, m);
	c.runs_needed = compare_runs(a.sd, b.sd, estimate, m);
	c.verdict = VERDICT_INCONCLUSIVE;
	return c;
}

/* The difference of each pair, of logarithms or raw, as a side. */
static struct side pair_side(struct sample base, struct sample fresh, bool raw)
{
	size_t cap = 0;
	double *v = mem_grow(NULL, &cap, base.n, sizeof(*v));
	struct side side;

	for (size_t i = 0; i < base.n; i++)
		v[i] = raw ? fresh.v[i] - base.v[i] : compare_log_ratio(base.v[i], fresh.v[i]);
	side = stats_side((struct sample){ v, base.n });
	mem_free(v);
	return side;
}

static enum reason pairs_reason(struct side pairs, double se, bool raw, double largest)
{
	if (pairs.n < 2)
		return REASON_SINGLE;
	if (pairs.sd == 0)
		return REASON_CONSTANT;
	if (raw ? !isfinite(se) || se < 10 * DBL_EPSILON * largest : drowns(se, pairs.mean))
		return REASON_RESOLUTION;
	return REASON_NONE;
}

/* The one-sample t test on the logarithms of new / base, or on the differences. */
struct comparison compare_pairs(struct sample base, struct sample fresh, const struct method *m)
{
	bool raw = !compare_positive(base) || !compare_positive(fresh);
	struct comparison c = compare_new();
	struct side pairs;
	double se, a, b;

	if (!base.n || !fresh.n || base.n != fresh.n) {
		c.reason = !base.n || !fresh.n ? REASON_MISSING : REASON_UNPAIRED;
		return c;
	}
	pairs = pair_side(base, fresh, raw);
	a = stats_mean(base);
	b = stats_mean(fresh);
	se = pairs.sd / sqrt((double)pairs.n);
	c.raw = raw;
	c.change = raw ? pairs.mean : expm1(pairs.mean);
	c.change = isfinite(c.change) ? c.change : NAN;
	c.reason = pairs_reason(pairs, se, raw, fmax(fabs(a), fabs(b)));
	if (c.reason == REASON_NONE && isnan(c.change))
		c.reason = REASON_RESOLUTION;
	if (c.reason != REASON_NONE)
		return c;
	if (raw)
		c.reason = compare_reference(base, fresh) < 0 ? REASON_NEGATIVE
							      : REASON_NOT_POSITIVE;
	c.se = se;
	c.df = (double)pairs.n - 1;
	compare_t(&c, pairs.mean, m);
	c.runs_needed = compare_runs(pairs.sd, 0, pairs.mean, m);
	c.verdict = VERDICT_INCONCLUSIVE;
	return c;
}

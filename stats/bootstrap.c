/* SPDX-License-Identifier: GPL-2.0-or-later */
#include <math.h>
#include <stdlib.h>
#include "core/mem.h"
#include "stats/bootstrap.h"
#include "stats/compare.h"
#include "stats/dist.h"
#include "stats/random.h"

#define RESAMPLES 9999
/* Draws in all that are worth the wait; many values need few resamples. */
#define DRAWS 200000000

/* The share of resamples below value; never 0 or 1, which no number of them can show. */
static double share_below(const double *v, size_t n, double value)
{
	double below = 0;

	for (size_t i = 0; i < n && v[i] <= value; i++)
		below += v[i] < value ? 1 : 0.5;
	return fmin(fmax(below, 0.5), (double)n - 0.5) / (double)n;
}

double bootstrap_z0(const double *v, size_t n, double estimate)
{
	return dist_normal_quantile(share_below(v, n, estimate));
}

/* Adds a sample's part to the sums of squares and cubes. */
static void jackknife(struct sample s, double scale, double *squares, double *cubes)
{
	double mean = stats_mean(s);

	for (size_t i = 0; i < s.n; i++) {
		double u = (s.v[i] - mean) * scale / (double)s.n;

		*squares += u * u;
		*cubes += u * u * u;
	}
}

static double acceleration_of(double squares, double cubes)
{
	return squares > 0 ? cubes / (6 * pow(squares, 1.5)) : 0;
}

double bootstrap_acceleration(struct sample s)
{
	double squares = 0, cubes = 0, sd = stats_sd(s, stats_mean(s));

	jackknife(s, sd > 0 ? 1 / sd : 0, &squares, &cubes);
	return acceleration_of(squares, cubes);
}

double bootstrap_quantile(const double *v, size_t n, double p)
{
	double at = ceil(p * (double)n - 1e-9) - 1;

	return v[(size_t)fmin(fmax(at, 0), (double)n - 1)];
}

/* z / (1 + a z), which has a pole: beyond it there is nothing but the farthest. */
static double accelerated(double z, double a)
{
	return 1 + a * z > 0 ? z / (1 + a * z) : copysign(INFINITY, z);
}

double bootstrap_end(const struct bootstrap *b, double tail)
{
	double z = accelerated(b->z0 + dist_normal_quantile(tail), -b->acceleration);

	return bootstrap_quantile(b->v, b->n, dist_normal(b->z0 + z));
}

double bootstrap_below(const struct bootstrap *b, double value)
{
	double w = dist_normal_quantile(share_below(b->v, b->n, value)) - b->z0;

	return dist_normal(accelerated(w, b->acceleration) - b->z0);
}

/* A side: its values ascending, and room to count how often each was drawn. */
struct drawn {
	struct sample s;
	uint32_t *times;
	bool median;
};

/* The statistic of one resample. */
static double draw(const struct drawn *d, struct random *r)
{
	uint32_t n = (uint32_t)d->s.n, seen = 0, i = 0;
	double sum = 0, low;

	if (!d->median) {
		for (i = 0; i < n; i++)
			sum += d->s.v[random_below(r, n)];
		return sum / n;
	}
	memset(d->times, 0, n * sizeof(*d->times));
	for (i = 0; i < n; i++)
		d->times[random_below(r, n)]++;
	for (i = 0; seen + d->times[i] < (n + 1) / 2; i++)
		seen += d->times[i];
	low = d->s.v[i];
	if (n % 2 || seen + d->times[i] > n / 2)
		return low;
	while (!d->times[++i])
		;
	return low + (d->s.v[i] - low) / 2;
}

static double location(struct sample s, bool median)
{
	return median ? stats_quantile(s, 0.5) : stats_mean(s);
}

/*
 * The acceleration of the log ratio: by the jackknife of the means for means, and none for medians,
 * of which the jackknife knows nothing.
 */
static double acceleration(struct sample base, struct sample fresh, bool median)
{
	double squares = 0, cubes = 0;

	if (median)
		return 0;
	jackknife(base, -1 / stats_mean(base), &squares, &cubes);
	jackknife(fresh, 1 / stats_mean(fresh), &squares, &cubes);
	return acceleration_of(squares, cubes);
}

/* n resamples show no p below 1 / n, whatever the corrections make of the farthest. */
static void judge(struct comparison *c, const struct bootstrap *b, const struct method *m)
{
	double below = bootstrap_below(b, 0), least = 1 / (double)b->n, margin;

	c->p = fmin(1, fmax(least, 2 * fmin(below, 1 - below)));
	c->lo = expm1(bootstrap_end(b, (1 - m->conf) / 2));
	c->hi = expm1(bootstrap_end(b, (1 + m->conf) / 2));
	c->level = m->conf;
	c->verdict = VERDICT_INCONCLUSIVE;
	if (!(m->margin > 0))
		return;
	margin = fmax(bootstrap_below(b, log1p(-m->margin)),
		      1 - bootstrap_below(b, log1p(m->margin)));
	c->p_margin = fmax(least / 2, margin);
}

static void resample(struct comparison *c, struct sample base, struct sample fresh, bool median,
		     const struct method *m)
{
	size_t cap = 0, capped = 0, capped2 = 0, most = DRAWS / (base.n + fresh.n);
	size_t n = most > RESAMPLES ? RESAMPLES : most > 999 ? most : 999;
	double estimate = compare_log_ratio(location(base, median), location(fresh, median));
	struct drawn a = { { stats_sorted(base), base.n }, NULL, median };
	struct drawn b = { { stats_sorted(fresh), fresh.n }, NULL, median };
	double *v = mem_grow(NULL, &cap, n, sizeof(*v));
	struct random r = random_seed(m->seed);
	struct bootstrap boot;
	bool fits = true;

	a.times = mem_grow(NULL, &capped, base.n, sizeof(*a.times));
	b.times = mem_grow(NULL, &capped2, fresh.n, sizeof(*b.times));
	for (size_t i = 0; i < n; i++) {
		double was = draw(&a, &r);

		v[i] = compare_log_ratio(was, draw(&b, &r));
		fits &= isfinite(v[i]);
	}
	qsort(v, n, sizeof(*v), stats_by_value);
	boot = (struct bootstrap){ v, n, bootstrap_z0(v, n, estimate),
				   acceleration(base, fresh, median) };
	if (fits)
		judge(c, &boot, m);
	else
		c->reason = REASON_RESOLUTION;
	mem_free(a.times);
	mem_free(b.times);
	mem_free((double *)(uintptr_t)a.s.v);
	mem_free((double *)(uintptr_t)b.s.v);
	mem_free(v);
}

struct comparison compare_bootstrap(struct sample base, struct sample fresh, const struct method *m)
{
	bool median = m->stat == STAT_MEDIAN;
	struct comparison c = compare_new();
	double a, b;

	c.reason = compare_refusal(stats_side(base), stats_side(fresh));
	if (c.reason == REASON_NONE && !(compare_reference(base, fresh) > 0))
		c.reason = REASON_NOT_POSITIVE;
	if (c.reason == REASON_NONE &&
	    (base.n < STATS_BOOTSTRAP_RUNS || fresh.n < STATS_BOOTSTRAP_RUNS ||
	     base.n > UINT32_MAX / 2 || fresh.n > UINT32_MAX / 2))
		c.reason = REASON_FEW;
	if (c.reason == REASON_MISSING || c.reason == REASON_NOT_POSITIVE)
		return c;
	a = location(base, median);
	b = location(fresh, median);
	c.change = isfinite((b - a) / a) ? (b - a) / a : NAN;
	if (isnan(c.change) && c.reason == REASON_NONE)
		c.reason = REASON_RESOLUTION;
	if (c.reason != REASON_NONE)
		return c;
	resample(&c, base, fresh, median, m);
	return c;
}

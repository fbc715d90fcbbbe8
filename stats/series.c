/* SPDX-License-Identifier: GPL-2.0-or-later */
#include <math.h>
#include <stdlib.h>
#include "core/mem.h"
#include "stats/compare.h"
#include "stats/dist.h"
#include "stats/random.h"
#include "stats/series.h"

/* From that many on the normal distribution is near enough. */
#define EXACT_BELOW 50
#define SHUFFLES    999
#define SHUFFLE_MAX 2000

static double *series_room(size_t n)
{
	size_t cap = 0;

	return mem_grow(NULL, &cap, n ? n : 1, sizeof(double));
}

static double *series_copy(struct sample s)
{
	double *v = series_room(s.n);

	if (s.n)
		memcpy(v, s.v, s.n * sizeof(*v));
	return v;
}

/* One step of merging: counts the pairs that are out of order. */
static double series_merge(const double *from, double *to, size_t lo, size_t mid, size_t hi)
{
	size_t i = lo, j = mid;
	double falls = 0;

	for (size_t k = lo; k < hi; k++)
		if (i < mid && (j == hi || from[i] <= from[j])) {
			to[k] = from[i++];
		} else {
			falls += (double)(mid - i);
			to[k] = from[j++];
		}
	return falls;
}

/* Sorts v and returns how many pairs fell, bottom up: no log makes it recurse. */
static double series_falls(double *v, size_t n)
{
	double *room = series_room(n), falls = 0;

	for (size_t width = 1; width < n; width *= 2) {
		for (size_t lo = 0; lo < n; lo += 2 * width) {
			size_t mid = lo + width < n ? lo + width : n;
			size_t hi = mid + width < n ? mid + width : n;

			falls += series_merge(v, room, lo, mid, hi);
		}
		memcpy(v, room, n * sizeof(*v));
	}
	mem_free(room);
	return falls;
}

/* P(at most k pairs fall) of n different values in random order; k up to half of all pairs. */
static double series_falls_p(size_t n, size_t k)
{
	double *p = series_room(k + 1), *q = series_room(k + 1), sum = 0;

	for (size_t j = 0; j <= k; j++)
		p[j] = j == 0;
	/* The i-th value stands behind 0 to i - 1 smaller ones of those before it. */
	for (size_t i = 2; i <= n; i++) {
		double window = 0, *swap = p;

		for (size_t j = 0; j <= k; j++) {
			window += p[j] - (j >= i ? p[j - i] : 0);
			q[j] = window / (double)i;
		}
		p = q;
		q = swap;
	}
	for (size_t j = 0; j <= k; j++)
		sum += p[j];
	mem_free(p);
	mem_free(q);
	return sum;
}

struct series_trend series_trend(struct sample s)
{
	double n = (double)s.n, pairs = n * (n - 1) / 2, tied = 0, falls;
	struct series_trend t = { NAN, NAN, NAN, NAN, NAN };
	double *v = series_copy(s), var = n * (n - 1) * (2 * n + 5);

	falls = series_falls(v, s.n);
	for (size_t i = 0, j; i < s.n; i = j) {
		double ties;

		for (j = i + 1; j < s.n && !(v[i] < v[j]); j++)
			;
		ties = (double)(j - i);
		tied += ties * (ties - 1) / 2;
		var -= ties * (ties - 1) * (2 * ties + 5);
	}
	mem_free(v);
	if (s.n < 2)
		return t;
	t.s = pairs - tied - 2 * falls;
	t.var = fmax(var, 0) / 18;
	if (!(t.var > 0))
		return t;
	t.z = (t.s - (t.s > 0) + (t.s < 0)) / sqrt(t.var);
	t.p_normal = t.p = fmin(1, 2 * dist_normal(-fabs(t.z)));
	if (s.n < EXACT_BELOW && !(tied > 0))
		t.p = fmin(1, 2 * series_falls_p(s.n, (size_t)fmin(falls, pairs - falls)));
	return t;
}

double series_slope(struct sample s)
{
	bool all = s.n <= SERIES_SLOPE_MAX;
	double *slopes, slope;
	size_t n = 0;

	if (s.n < 2)
		return NAN;
	slopes = series_room(all ? s.n * (s.n - 1) / 2 : s.n / 2);
	for (size_t i = 0; i < (all ? s.n : s.n / 2); i++) {
		size_t first = i + (all ? 1 : s.n - s.n / 2), end = all ? s.n : first + 1;

		for (size_t j = first; j < end; j++)
			slopes[n++] = (s.v[j] - s.v[i]) / (double)(j - i);
	}
	slope = stats_quantile((struct sample){ slopes, n }, 0.5);
	mem_free(slopes);
	return slope;
}

struct place {
	double value;
	size_t at;
};

static int place_order(const void *a, const void *b)
{
	const struct place *x = a, *y = b;

	return stats_by_value(&x->value, &y->value);
}

/* Midranks; the caller frees them. */
static double *series_ranks(struct sample s)
{
	size_t cap = 0;
	struct place *sorted = mem_grow(NULL, &cap, s.n + 1, sizeof(*sorted));
	double *ranks = series_room(s.n);

	for (size_t i = 0; i < s.n; i++)
		sorted[i] = (struct place){ s.v[i], i };
	qsort(sorted, s.n, sizeof(*sorted), place_order);
	for (size_t i = 0, j; i < s.n; i = j) {
		for (j = i + 1; j < s.n && !(sorted[i].value < sorted[j].value); j++)
			;
		for (size_t k = i; k < j; k++)
			ranks[sorted[k].at] = (double)(i + j + 1) / 2;
	}
	mem_free(sorted);
	return ranks;
}

struct series_step series_step(struct sample s)
{
	struct series_step step = { 0, NAN, 0 };
	double *ranks = series_ranks(s), sum = 0, n = (double)s.n;

	for (size_t i = 0; i + 1 < s.n; i++) {
		double u;

		sum += ranks[i];
		u = fabs(2 * sum - (double)(i + 1) * (n + 1));
		if (u > step.k) {
			step.k = u;
			step.at = i + 1;
		}
	}
	mem_free(ranks);
	if (step.at)
		step.p = fmin(1, 2 * exp(-6 * step.k * step.k / (n * n * n + n * n)));
	return step;
}

/* Deviations from the mean, scaled by the largest: NULL where there is none. */
static double *series_deviations(struct sample s)
{
	double mean = stats_mean(s), max = 0, *d;

	for (size_t i = 0; i < s.n; i++)
		max = fmax(max, fabs(s.v[i] - mean));
	if (!(max > 0) || !isfinite(max))
		return NULL;
	d = series_copy(s);
	for (size_t i = 0; i < s.n; i++)
		d[i] = (s.v[i] - mean) / max;
	return d;
}

static double series_lagged(const double *d, size_t n)
{
	double sum = 0;

	for (size_t i = 1; i < n; i++)
		sum += d[i] * d[i - 1];
	return sum;
}

double series_lag1(struct sample s)
{
	double *d = series_deviations(s), squares = 0, r;

	if (!d)
		return NAN;
	for (size_t i = 0; i < s.n; i++)
		squares += d[i] * d[i];
	r = series_lagged(d, s.n) / squares;
	mem_free(d);
	return r;
}

/* As far from what random order gives on average, -sum of squares / n, as the values are. */
double series_lag1_p(struct sample s)
{
	struct random random = random_seed(1);
	double *d = series_deviations(s), middle = 0, seen;
	unsigned int as_far = 1;

	if (!d)
		return NAN;
	for (size_t i = 0; i < s.n; i++)
		middle -= d[i] * d[i] / (double)s.n;
	seen = fabs(series_lagged(d, s.n) - middle);
	if (s.n > SHUFFLE_MAX) {
		double n = (double)s.n;

		mem_free(d);
		return 2 * dist_normal(seen / middle / sqrt(n));
	}
	for (int k = 0; k < SHUFFLES; k++) {
		for (size_t i = s.n; i > 1; i--) {
			size_t j = random_below(&random, (uint32_t)i);
			double swap = d[i - 1];

			d[i - 1] = d[j];
			d[j] = swap;
		}
		as_far += fabs(series_lagged(d, s.n) - middle) >= seen * (1 - 1e-9);
	}
	mem_free(d);
	return (double)as_far / (SHUFFLES + 1);
}

double series_first_p(struct sample s)
{
	struct sample rest = { s.v + 1, s.n - 1 };
	double mean, error;

	if (s.n < 3)
		return NAN;
	mean = stats_mean(rest);
	error = stats_sd(rest, mean) * sqrt(1 + 1 / (double)rest.n);
	if (!(error > 0))
		return NAN;
	return 2 * dist_t(-fabs(s.v[0] - mean) / error, (double)s.n - 2, false);
}

/* Logarithms where there are such of all values, which logs tells; the caller frees them. */
static double *series_logs(struct sample s, bool *logs)
{
	double *v = series_copy(s);

	*logs = compare_positive(s);
	for (size_t i = 0; i < s.n && *logs; i++)
		v[i] = compare_log_ratio(s.v[0], s.v[i]);
	return v;
}

struct series_outlier series_outlier(struct sample s)
{
	struct series_outlier out = { 0, NAN, false };
	double *v = series_logs(s, &out.logs), n = (double)s.n, mean, sd, g = 0, t2;

	mean = stats_mean((struct sample){ v, s.n });
	sd = stats_sd((struct sample){ v, s.n }, mean);
	for (size_t i = 0; i < s.n && sd > 0; i++)
		if (fabs(v[i] - mean) / sd > g) {
			g = fabs(v[i] - mean) / sd;
			out.at = i;
		}
	mem_free(v);
	if (s.n < 3 || !(g > 0))
		return out;
	/* t of the outlier against the rest, from g = |x - mean| / sd of all. */
	t2 = n * (n - 2) * g * g / fmax((n - 1) * (n - 1) - n * g * g, 0);
	out.p = fmin(1, 2 * n * dist_t(-fmin(sqrt(t2), 1e150), n - 2, false));
	return out;
}

/* What one time in a hundred normal values exceed, by simulation. */
static double series_modes_limit(size_t n)
{
	static const struct {
		unsigned int n;
		double share;
	} limits[] = {
		{ 8, .9366 },  { 10, .9079 }, { 12, .8851 }, { 15, .8588 }, { 20, .8313 },
		{ 25, .8096 }, { 30, .7937 }, { 40, .7738 }, { 50, .7577 },
	};
	const size_t last = sizeof(limits) / sizeof(limits[0]) - 1;

	if (n < limits[0].n)
		return NAN;
	for (size_t i = 0; i < last; i++)
		if (n < limits[i + 1].n) {
			double a = 1.0 / limits[i].n, b = 1.0 / limits[i + 1].n;

			return limits[i].share + (limits[i + 1].share - limits[i].share) *
							 (a - 1 / (double)n) / (a - b);
		}
	return limits[last].share;
}

struct series_modes series_modes(struct sample s)
{
	struct series_modes m = { NAN, 0, false };
	bool in_logs;
	double *logs = series_logs(s, &in_logs);
	double *d = series_deviations((struct sample){ logs, s.n });
	double total = 0, below = 0, n = (double)s.n;

	mem_free(logs);
	if (!d || s.n < 4) {
		mem_free(d);
		return m;
	}
	qsort(d, s.n, sizeof(*d), stats_by_value);
	for (size_t i = 0; i < s.n; i++)
		total += d[i] * d[i];
	m.share = 0;
	for (size_t i = 0; i + 2 < s.n; i++) {
		double k = (double)(i + 1), between;

		below += d[i];
		/* The deviations' sum is 0. */
		between = below * below * n / (k * (n - k)) / total;
		if (i > 0 && d[i] < d[i + 1] && between > m.share) {
			m.share = between;
			m.below = i + 1;
		}
	}
	mem_free(d);
	m.two = m.share > series_modes_limit(s.n);
	return m;
}

struct series_relation series_relation(struct sample x, struct sample y)
{
	double *a = series_deviations(x), *b = series_deviations(y), aa = 0, bb = 0, ab = 0;
	struct series_relation r = { NAN, NAN };
	double df = (double)x.n - 2;

	for (size_t i = 0; a && b && i < x.n; i++) {
		aa += a[i] * a[i];
		bb += b[i] * b[i];
		ab += a[i] * b[i];
	}
	if (a && b)
		r.r = fmax(-1, fmin(1, ab / sqrt(aa * bb)));
	if (a && b && x.n > 2)
		r.p = 2 * dist_t(-fmin(fabs(r.r) * sqrt(df / ((1 - r.r) * (1 + r.r))), 1e150), df,
				 false);
	mem_free(a);
	mem_free(b);
	return r;
}

struct series_parts series_parts(const struct series_boot *b, size_t n)
{
	struct series_parts p = { .boots = n,
				  .mean = NAN,
				  .msb = NAN,
				  .msw = NAN,
				  .n0 = NAN,
				  .boot_var = NAN,
				  .icc = NAN };
	double within = 0, between = 0, squares = 0, grand = 0, runs;

	for (size_t i = 0; i < n; i++)
		p.runs += b[i].n;
	if (n < 2 || p.runs <= n)
		return p;
	runs = (double)p.runs;
	p.mean = 0;
	for (size_t i = 0; i < n; i++) {
		grand += (double)b[i].n / runs * b[i].mean;
		p.mean += b[i].mean / (double)n;
		squares += (double)b[i].n * (double)b[i].n;
		within += b[i].ss;
	}
	for (size_t i = 0; i < n; i++)
		between += (double)b[i].n * (b[i].mean - grand) * (b[i].mean - grand);
	p.msb = between / (double)(n - 1);
	p.msw = within / (runs - (double)n);
	p.n0 = (runs - squares / runs) / (double)(n - 1);
	p.boot_var = fmax(0, (p.msb - p.msw) / p.n0);
	p.icc = p.boot_var / (p.boot_var + p.msw);
	return p;
}

double series_useful_runs(const struct series_parts *p, double cost)
{
	return fmax(1, ceil(sqrt(cost * p->msw / p->boot_var)));
}

/* SPDX-License-Identifier: GPL-2.0-or-later */
#include <math.h>
#include <stdlib.h>
#include "core/mem.h"
#include "stats/dist.h"
#include "stats/stats.h"

/* Neumaier's sum (1974): the bits that each addition rounds away are summed beside it. */
struct total {
	double sum, low;
};

static void total_add(struct total *t, double x)
{
	double sum = t->sum + x;

	if (fabs(t->sum) >= fabs(x))
		t->low += (t->sum - sum) + x;
	else
		t->low += (x - sum) + t->sum;
	t->sum = sum;
}

static double total_of(struct total t)
{
	return t.sum + t.low;
}

double stats_mean(struct sample s)
{
	struct total sum = { 0, 0 }, off = { 0, 0 };
	double max = 0, scale, mean;
	size_t i;

	if (s.n == 0)
		return NAN;
	for (i = 0; i < s.n; i++)
		max = fmax(max, fabs(s.v[i]));
	/* a power of two, so that a sum of huge values does not overflow and nothing is rounded */
	scale = max > 0x1p1000 ? 0x1p-60 : 1;
	for (i = 0; i < s.n; i++)
		total_add(&sum, s.v[i] * scale);
	mean = total_of(sum) / (double)s.n;
	/* what the division rounded away; value and mean apart, as their difference would round */
	for (i = 0; i < s.n; i++) {
		total_add(&off, s.v[i] * scale);
		total_add(&off, -mean);
	}
	return (mean + total_of(off) / (double)s.n) / scale;
}

/* Deviations are divided by the largest, and the last term takes back what mean was rounded by. */
double stats_sd(struct sample s, double mean)
{
	struct total sum = { 0, 0 }, squares = { 0, 0 };
	double max = 0, rounded, sd;
	size_t i;

	/* Of no mean there are no deviations, and the largest of such would be 0. */
	if (s.n < 2 || !isfinite(mean))
		return NAN;
	for (i = 0; i < s.n; i++)
		max = fmax(max, fabs(s.v[i] - mean));
	if (max == 0)
		return 0;
	for (i = 0; i < s.n; i++) {
		double u = (s.v[i] - mean) / max;

		total_add(&sum, u);
		total_add(&squares, u * u);
	}
	rounded = total_of(sum) * total_of(sum) / (double)s.n;
	sd = max * sqrt(fmax(0, total_of(squares) - rounded) / (double)(s.n - 1));
	return isfinite(sd) ? sd : NAN;
}

int stats_by_value(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;

	return (x > y) - (x < y);
}

double *stats_sorted(struct sample s)
{
	size_t cap = 0;
	double *v;

	if (s.n == 0)
		return NULL;
	v = mem_grow(NULL, &cap, s.n, sizeof(*v));
	memcpy(v, s.v, s.n * sizeof(*v));
	qsort(v, s.n, sizeof(*v), stats_by_value);
	return v;
}

static double quantile_sorted(const double *v, size_t n, double p)
{
	double at = (double)(n - 1) * p, below = floor(at), part = at - below;
	size_t i = (size_t)below;

	if (part == 0 || v[i] == v[i + 1])
		return v[i];
	return (1 - part) * v[i] + part * v[i + 1];
}

double stats_quantile(struct sample s, double p)
{
	double *v, q;

	if (s.n == 0 || !(p >= 0 && p <= 1))
		return NAN;
	v = stats_sorted(s);
	q = quantile_sorted(v, s.n, p);
	mem_free(v);
	return q;
}

struct summary stats_side_summary(struct side s, double conf)
{
	struct summary r = { s.n, s.mean, s.sd, NAN, NAN, NAN, NAN, NAN, NAN };

	if (r.mean > 0)
		r.cv = r.sd / r.mean;
	if (r.sd > 0 && s.n > 1) {
		double tail = (1 - conf) / 2;
		double half = -dist_t_quantile(tail, (double)(s.n - 1)) * r.sd / sqrt((double)s.n);

		r.lo = r.mean - half;
		r.hi = r.mean + half;
	}
	return r;
}

struct summary stats_summary(struct sample s, double conf)
{
	struct summary r = stats_side_summary(stats_side(s), conf);
	double *v = stats_sorted(s);

	if (!v)
		return r;
	r.min = v[0];
	r.max = v[s.n - 1];
	r.median = quantile_sorted(v, s.n, 0.5);
	mem_free(v);
	return r;
}

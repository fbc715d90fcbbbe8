/* SPDX-License-Identifier: GPL-2.0-or-later */
#include <math.h>
#include <stdlib.h>
#include "core/mem.h"
#include "stats/stats.h"

struct ranked {
	double p;
	size_t at;
};

static int by_p(const void *a, const void *b)
{
	const struct ranked *x = a, *y = b;

	return (x->p > y->p) - (x->p < y->p);
}

/* The p that count, ascending; what is NAN goes to adjusted as it is. */
struct family {
	VEC(struct ranked) p;
};

static struct family family_of(const double *p, double *adjusted, size_t n)
{
	struct family f = { 0 };

	for (size_t i = 0; i < n; i++) {
		adjusted[i] = p[i];
		if (!isnan(p[i]))
			*vec_add(&f.p) = (struct ranked){ p[i], i };
	}
	if (f.p.n)
		qsort(f.p.v, f.p.n, sizeof(*f.p.v), by_p);
	return f;
}

void stats_holm(const double *p, double *adjusted, size_t n)
{
	struct family f = family_of(p, adjusted, n);
	double least = 0;

	for (size_t i = 0; i < f.p.n; i++) {
		least = fmin(1, fmax(least, (double)(f.p.n - i) * f.p.v[i].p));
		adjusted[f.p.v[i].at] = least;
	}
	vec_free(&f.p);
}

void stats_bh(const double *p, double *adjusted, size_t n)
{
	struct family f = family_of(p, adjusted, n);
	double most = 1;

	for (size_t i = f.p.n; i-- > 0;) {
		most = fmin(most, (double)f.p.n * f.p.v[i].p / (double)(i + 1));
		adjusted[f.p.v[i].at] = most;
	}
	vec_free(&f.p);
}

static void judge(struct comparison *c, size_t min_n, double alpha)
{
	bool clear = c->p_adjusted <= alpha, enough = min_n >= STATS_MIN_RUNS;

	c->alone = c->p <= alpha && !clear;
	c->within = c->p_margin <= alpha && enough;
	c->verdict = c->within ? VERDICT_SAME : VERDICT_INCONCLUSIVE;
	/* By ranks with ties a shift of 0 can be clear. */
	if (clear && enough && c->change != 0)
		c->verdict = c->change < 0 ? VERDICT_LOWER : VERDICT_HIGHER;
}

size_t stats_judge(struct comparison *const *c, const size_t *min_n, size_t n,
		   const struct method *method)
{
	size_t cap = 0, family = 0, i;
	double *p = mem_grow(NULL, &cap, n, sizeof(*p));

	for (i = 0; i < n; i++)
		p[i] = method->adjust == ADJUST_DUNNETT ? c[i]->p_adjusted : c[i]->p;
	if (method->adjust == ADJUST_HOLM)
		stats_holm(p, p, n);
	if (method->adjust == ADJUST_BH)
		stats_bh(p, p, n);
	for (i = 0; i < n; i++) {
		c[i]->p_adjusted = p[i];
		if (c[i]->verdict == VERDICT_NOT_TESTED)
			continue;
		judge(c[i], min_n[i], method->alpha);
		family++;
	}
	mem_free(p);
	return family;
}

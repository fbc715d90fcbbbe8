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

void stats_holm(const double *p, double *adjusted, size_t n)
{
	VEC(struct ranked) family = { 0 };
	double least = 0;
	size_t i;

	for (i = 0; i < n; i++) {
		adjusted[i] = p[i];
		if (!isnan(p[i]))
			*vec_add(&family) = (struct ranked){ p[i], i };
	}
	if (family.n == 0)
		return;
	qsort(family.v, family.n, sizeof(*family.v), by_p);
	for (i = 0; i < family.n; i++) {
		least = fmin(1, fmax(least, (double)(family.n - i) * family.v[i].p));
		adjusted[family.v[i].at] = least;
	}
	vec_free(&family);
}

static void judge(struct comparison *c, size_t min_n, double alpha)
{
	bool clear = c->p_adjusted <= alpha;

	c->alone = c->p <= alpha && !clear;
	c->verdict = VERDICT_INCONCLUSIVE;
	if (clear && min_n >= STATS_MIN_RUNS)
		c->verdict = c->change < 0 ? VERDICT_LOWER : VERDICT_HIGHER;
}

size_t stats_judge(struct comparison *const *c, const size_t *min_n, size_t n, double alpha,
		   bool adjust)
{
	size_t cap = 0, family = 0, i;
	double *p = mem_grow(NULL, &cap, n, sizeof(*p));

	for (i = 0; i < n; i++)
		p[i] = c[i]->p;
	if (adjust)
		stats_holm(p, p, n);
	for (i = 0; i < n; i++) {
		c[i]->p_adjusted = p[i];
		if (c[i]->verdict == VERDICT_NOT_TESTED)
			continue;
		judge(c[i], min_n[i], alpha);
		family++;
	}
	mem_free(p);
	return family;
}

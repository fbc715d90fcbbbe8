/* SPDX-License-Identifier: GPL-2.0-or-later */
#include <math.h>
#include "core/mem.h"
#include "stats/compare.h"
#include "stats/rank.h"

/* The one-sided test that fresh, moved by shift, is above base, or below it. */
static double shifted(struct sorted base, struct sorted fresh, double shift, bool above)
{
	size_t cap = 0;
	double *v = mem_grow(NULL, &cap, fresh.n, sizeof(*v));
	struct rank_test t;

	for (size_t i = 0; i < fresh.n; i++)
		v[i] = fresh.v[i] + shift;
	t = rank_test(base, (struct sorted){ v, fresh.n });
	mem_free(v);
	return above ? t.greater : t.less;
}

static void rank_compare(struct comparison *c, struct sorted a, struct sorted b,
			 const struct method *m)
{
	struct rank_shift shift = rank_shift(a, b, m->conf);
	double change = c->raw ? shift.estimate : expm1(shift.estimate);
	struct rank_test test;

	if (isfinite(change))
		c->change = change;
	else if (c->reason == REASON_NONE)
		c->reason = REASON_RESOLUTION;
	if (c->reason != REASON_NONE)
		return;
	test = rank_test(a, b);
	c->lo = c->raw ? shift.lo : expm1(shift.lo);
	c->hi = c->raw ? shift.hi : expm1(shift.hi);
	c->level = shift.level;
	c->p = test.p;
	c->p_least = test.floor;
	if (m->margin > 0 && !c->raw)
		c->p_margin = fmax(shifted(a, b, -log1p(-m->margin), true),
				   shifted(a, b, -log1p(m->margin), false));
	c->verdict = VERDICT_INCONCLUSIVE;
}

static void take_logs(double *v, size_t n, double reference)
{
	for (size_t i = 0; i < n; i++)
		v[i] = compare_log_ratio(reference, v[i]);
}

/* Hodges and Lehmann's estimate, of logarithms or raw, and Mann and Whitney's test. */
struct comparison compare_ranks(struct sample base, struct sample fresh, const struct method *m)
{
	double least = compare_reference(base, fresh), *a, *b;
	struct comparison c = compare_new();

	c.reason = compare_refusal(stats_side(base), stats_side(fresh));
	if (c.reason == REASON_MISSING)
		return c;
	c.raw = !(least > 0);
	a = stats_sorted(base);
	b = stats_sorted(fresh);
	if (!c.raw) {
		take_logs(a, base.n, least);
		take_logs(b, fresh.n, least);
	}
	rank_compare(&c, (struct sorted){ a, base.n }, (struct sorted){ b, fresh.n }, m);
	if (c.reason == REASON_NONE && c.raw)
		c.reason = least < 0 ? REASON_NEGATIVE : REASON_NOT_POSITIVE;
	mem_free(a);
	mem_free(b);
	return c;
}

/* SPDX-License-Identifier: GPL-2.0-or-later */
#include <math.h>
#include "core/mem.h"
#include "stats/effect.h"
#include "stats/rank.h"
#include "stats/random.h"

#define SPLITS_ALL    200000
#define SPLITS_RANDOM 99999

/* Squares of deviations, in the unit of the larger one's square. */
static double cohen(struct sample base, struct sample fresh)
{
	double ma = stats_mean(base), mb = stats_mean(fresh);
	double sa = stats_sd(base, ma), sb = stats_sd(fresh, mb), most = fmax(sa, sb);
	double na = (double)base.n - 1, nb = (double)fresh.n - 1;

	if (!(sa >= 0 && sb >= 0 && most > 0))
		return NAN;
	sa /= most;
	sb /= most;
	return (mb - ma) / most / sqrt((na * sa * sa + nb * sb * sb) / (na + nb));
}

struct effect stats_effect(struct sample base, struct sample fresh)
{
	struct effect e = { NAN, NAN, NAN, NAN };
	double v = (double)(base.n + fresh.n) - 2, pairs = (double)base.n * (double)fresh.n;
	struct rank_pairs n;
	double *a, *b;

	if (!base.n || !fresh.n)
		return e;
	a = stats_sorted(base);
	b = stats_sorted(fresh);
	n = rank_pairs((struct sorted){ a, base.n }, (struct sorted){ b, fresh.n });
	mem_free(a);
	mem_free(b);
	e.cliff = (n.above - n.below) / pairs;
	e.a12 = (n.above + n.equal / 2) / pairs;
	e.d = cohen(base, fresh);
	if (!isnan(e.d))
		e.g = e.d * exp(lgamma(v / 2) - log(v / 2) / 2 - lgamma((v - 1) / 2));
	return e;
}

/* The pooled values from 0 to 1, and how far the sum of n of them is from what is to be expected.
 */
struct splits {
	const double *v;
	size_t all, n;
	double expected, limit, count;
};

static void split(struct splits *s, size_t from, size_t left, double sum)
{
	if (left == 0) {
		s->count += fabs(sum - s->expected) >= s->limit;
		return;
	}
	for (size_t i = from; i + left <= s->all; i++)
		split(s, i + 1, left - 1, sum + s->v[i]);
}

static void split_randomly(struct splits *s, double *v, uint64_t seed)
{
	struct random r = random_seed(seed);

	s->count = 1;
	for (size_t k = 0; k < SPLITS_RANDOM; k++) {
		double sum = 0;

		for (size_t i = 0; i < s->n; i++) {
			size_t j = i + random_below(&r, (uint32_t)(s->all - i));
			double drawn = v[j];

			v[j] = v[i];
			v[i] = drawn;
			sum += drawn;
		}
		s->count += fabs(sum - s->expected) >= s->limit;
	}
}

static double ways(size_t all, size_t n)
{
	double c = 1;

	for (size_t i = 1; i <= n && c <= SPLITS_ALL; i++)
		c = c * (double)(all - n + i) / (double)i;
	return c;
}

/* few, then many; false where all are the same. */
static bool pooled_from_0_to_1(struct sample few, struct sample many, double *v)
{
	size_t all = few.n + many.n;
	double lo = INFINITY, hi = -INFINITY;

	for (size_t i = 0; i < all; i++) {
		/* halves, so that the range of huge values fits */
		v[i] = i < few.n ? few.v[i] / 2 : many.v[i - few.n] / 2;
		lo = fmin(lo, v[i]);
		hi = fmax(hi, v[i]);
	}
	for (size_t i = 0; i < all; i++)
		v[i] = (v[i] - lo) / (hi - lo);
	return hi > lo;
}

struct permutation stats_permutation(struct sample base, struct sample fresh, uint64_t seed)
{
	struct sample few = base.n < fresh.n ? base : fresh, many = base.n < fresh.n ? fresh : base;
	struct permutation p = { NAN, NAN, 1, true };
	size_t cap = 0, all = few.n + many.n;
	struct splits s = { .all = all, .n = few.n };
	double sum = 0, off, *v;

	if (!few.n || all > UINT32_MAX)
		return (struct permutation){ NAN, NAN, NAN, true };
	v = mem_grow(NULL, &cap, all, sizeof(*v));
	p.total = ways(all, s.n);
	p.count = p.total;
	if (pooled_from_0_to_1(few, many, v)) {
		for (size_t i = 0; i < all; i++) {
			sum += i < s.n ? v[i] : 0;
			s.expected += v[i] * ((double)s.n / (double)all);
		}
		off = fabs(sum - s.expected);
		s.limit = off - off * 1e-9 - (double)all * 1e-15;
		s.v = v;
		p.exact = p.total <= SPLITS_ALL;
		if (p.exact)
			split(&s, 0, s.n, 0);
		else
			split_randomly(&s, v, seed);
		p.count = s.count;
		p.total = p.exact ? p.total : SPLITS_RANDOM + 1;
		p.p = p.count / p.total;
	}
	mem_free(v);
	return p;
}

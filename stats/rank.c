/* SPDX-License-Identifier: GPL-2.0-or-later */
#include <math.h>
#include <stdint.h>
#include <string.h>
#include "core/mem.h"
#include "stats/dist.h"
#include "stats/rank.h"

/* What the values are for a rank test. ranks, if not NULL, gets all midranks, doubled. */
struct pooled {
	struct rank_pairs pairs;
	double ties;  /* sum of t^3 - t over groups of t equal values */
	uint64_t sum; /* of the doubled midranks of the first side */
};

/* The number of values from i on that equal v. */
static size_t run_of(struct sorted s, size_t i, double v)
{
	size_t n = 0;

	while (i + n < s.n && s.v[i + n] == v)
		n++;
	return n;
}

static struct pooled pool(struct sorted a, struct sorted b, uint64_t *ranks)
{
	struct pooled p = { 0 };
	size_t i = 0, j = 0;

	while (i < a.n || j < b.n) {
		double v = i == a.n ? b.v[j] : j == b.n ? a.v[i] : fmin(a.v[i], b.v[j]);
		size_t na = run_of(a, i, v), nb = run_of(b, j, v), at = i + j, t = na + nb;
		uint64_t rank = 2 * at + t + 1;

		for (size_t k = 0; ranks && k < t; k++)
			ranks[at + k] = rank;
		p.sum += rank * na;
		p.pairs.above += (double)nb * (double)i;
		p.pairs.equal += (double)nb * (double)na;
		p.ties += (double)t * ((double)t * (double)t - 1);
		i += na;
		j += nb;
	}
	p.pairs.below = (double)a.n * (double)b.n - p.pairs.above - p.pairs.equal;
	return p;
}

struct rank_pairs rank_pairs(struct sorted base, struct sorted fresh)
{
	return pool(base, fresh, NULL).pairs;
}

/*
 * How many subsets of n of the ascending ranks r[0..all) have each sum: the shift algorithm of
 * Streitberg and Roehmel (1986), a table by size and sum that takes rank after rank, within the
 * sums that so many of them can have. Counts are for sums from 0 on; *width of them, freed by the
 * caller. Doubles hold them exactly below 2^53.
 */
static double *counts_by_sum(const uint64_t *r, size_t all, size_t n, size_t *width)
{
	size_t cap = 0, capped = 0;
	uint64_t *below = mem_grow(NULL, &cap, all + 1, sizeof(*below));
	double *c, *last;

	for (size_t j = 0; j < all; j++)
		below[j + 1] = below[j] + r[j];
	*width = below[all] - below[all - n] + 1;
	c = mem_grow(NULL, &capped, (n + 1) * *width, sizeof(*c));
	c[0] = 1;
	for (size_t j = 0; j < all; j++) {
		size_t left = all - 1 - j, least = n > left + 1 ? n - left - 1 : 0;

		for (size_t k = (j < n ? j : n - 1) + 1; k-- > least;) {
			double *from = c + k * *width, *to = from + *width + r[j];
			uint64_t hi = below[j] - below[j - k];

			for (uint64_t s = below[k]; s <= hi; s++)
				to[s] += from[s];
		}
	}
	capped = 0;
	last = mem_grow(NULL, &capped, *width, sizeof(*last));
	memcpy(last, c + n * *width, *width * sizeof(*last));
	mem_free(c);
	mem_free(below);
	return last;
}

static double choose(size_t n, size_t k)
{
	double c = 1;

	for (size_t i = 1; i <= k; i++)
		c = c * (double)(n - k + i) / (double)i;
	return c;
}

static uint64_t apart(uint64_t a, uint64_t b)
{
	return a > b ? a - b : b - a;
}

/* Both tails of where the rank sum of the first, smaller side stands among all. */
static struct rank_test exact(const uint64_t *ranks, size_t all, size_t n, uint64_t sum)
{
	struct rank_test t = { .count = 0, .total = choose(all, n) };
	uint64_t middle = 0, far, farthest = 0;
	double low = 0, high = 0, ends = 0;
	size_t width;
	double *c;

	for (size_t i = 0; i < all; i++)
		middle += n * ranks[i];
	far = apart(sum * all, middle);
	c = counts_by_sum(ranks, all, n, &width);
	for (size_t s = 0; s < width; s++) {
		uint64_t off = apart(s * all, middle);

		if (c[s] == 0)
			continue;
		if (off >= far)
			t.count += c[s];
		if (s <= sum)
			low += c[s];
		if (s >= sum)
			high += c[s];
		if (off > farthest)
			ends = 0;
		farthest = off > farthest ? off : farthest;
		if (off == farthest)
			ends += c[s];
	}
	mem_free(c);
	t.p = fmin(1, t.count / t.total);
	t.floor = ends / t.total;
	t.less = fmin(1, low / t.total);
	t.greater = fmin(1, high / t.total);
	return t;
}

static double normal_tail(double z)
{
	return erfc(z / sqrt(2)) / 2;
}

struct rank_test rank_test_normal(struct sorted base, struct sorted fresh)
{
	struct pooled p = pool(base, fresh, NULL);
	double pairs = (double)base.n * (double)fresh.n, all = (double)(base.n + fresh.n);
	double u = p.pairs.above + p.pairs.equal / 2, off = u - pairs / 2;
	double sd = sqrt(pairs / 12 * (all + 1 - p.ties / (all * (all - 1))));
	struct rank_test t = { .p = 1, .less = 1, .greater = 1, .count = NAN, .total = NAN };

	if (!(sd > 0))
		return t;
	t.p = fmin(1, 2 * normal_tail(fmax(0, fabs(off) - 0.5) / sd));
	t.less = normal_tail((-off - 0.5) / sd);
	t.greater = normal_tail((off - 0.5) / sd);
	return t;
}

struct rank_test rank_test(struct sorted base, struct sorted fresh)
{
	bool turned = fresh.n > base.n;
	struct sorted few = turned ? base : fresh, many = turned ? fresh : base;
	size_t all = few.n + many.n, cap = 0;
	struct rank_test t;
	struct pooled p;
	uint64_t *ranks;

	if (few.n > RANK_EXACT / many.n)
		return rank_test_normal(base, fresh);
	ranks = mem_grow(NULL, &cap, all, sizeof(*ranks));
	p = pool(few, many, ranks);
	t = exact(ranks, all, few.n, p.sum);
	mem_free(ranks);
	if (turned) {
		double less = t.less;

		t.less = t.greater;
		t.greater = less;
	}
	return t;
}

double rank_floor(size_t n1, size_t n2)
{
	double ways = 1;

	for (size_t i = 1; i <= n1 && ways < 1e300; i++)
		ways *= (double)(n2 + i) / (double)i;
	return fmin(1, 2 / ways);
}

unsigned int rank_runs_needed(double p)
{
	size_t n = 2;

	while (n < 30 && rank_floor(n, n) > p)
		n++;
	return (unsigned int)n;
}

/*
 * The place from either end, from 1, of the differences that bound the interval: the smallest k
 * with P(U <= k) >= tail, and at least 1; level is 1 - 2 P(U <= k - 1).
 */
static double place_exact(size_t n1, size_t n2, double tail, double *level)
{
	size_t n = n1 < n2 ? n1 : n2, all = n1 + n2, cap = 0, width, k = 0;
	uint64_t *ranks = mem_grow(NULL, &cap, all, sizeof(*ranks));
	double total = choose(all, n), sum = 0, *c;

	for (size_t i = 0; i < all; i++)
		ranks[i] = i;
	c = counts_by_sum(ranks, all, n, &width);
	/* U = 0 is the smallest sum of n ranks */
	for (size_t s = n * (n - 1) / 2; (k == 0 || sum + c[s] < tail * total) && s < width; s++) {
		sum += c[s];
		k++;
	}
	mem_free(c);
	mem_free(ranks);
	*level = 1 - 2 * sum / total;
	return (double)k;
}

static double place_normal(size_t n1, size_t n2, double tail, double *level)
{
	double pairs = (double)n1 * (double)n2, mean = pairs / 2;
	double sd = sqrt(pairs * (double)(n1 + n2 + 1) / 12);
	double k = fmax(1, ceil(mean + sd * dist_normal_quantile(tail) - 0.5));

	*level = 1 - 2 * normal_tail((mean - (k - 0.5)) / sd);
	return k;
}

/* Doubles in the order of their values, as integers. */
static uint64_t key_of(double v)
{
	uint64_t bits;

	memcpy(&bits, &v, sizeof(bits));
	return bits >> 63 ? ~bits : bits | 1ull << 63;
}

static double of_key(uint64_t key)
{
	uint64_t bits = key >> 63 ? key & ~(1ull << 63) : ~key;
	double v;

	memcpy(&v, &bits, sizeof(v));
	return v;
}

/* How many differences are v or less. A larger base value has more of them. */
static double count_to(struct sorted base, struct sorted fresh, double v)
{
	double count = 0;
	size_t j = 0;

	for (size_t i = 0; i < base.n; i++) {
		while (j < fresh.n && fresh.v[j] - base.v[i] <= v)
			j++;
		count += (double)j;
	}
	return count;
}

/* The k-th smallest difference, k from 1: bisection over all doubles, with no array of pairs. */
static double difference(struct sorted base, struct sorted fresh, double k)
{
	uint64_t lo = key_of(fresh.v[0] - base.v[base.n - 1]);
	uint64_t hi = key_of(fresh.v[fresh.n - 1] - base.v[0]);

	while (lo < hi) {
		uint64_t mid = lo + (hi - lo) / 2;

		if (count_to(base, fresh, of_key(mid)) >= k)
			hi = mid;
		else
			lo = mid + 1;
	}
	return of_key(lo) + 0.0;
}

struct rank_shift rank_shift(struct sorted base, struct sorted fresh, double conf)
{
	double pairs = (double)base.n * (double)fresh.n, half = floor((pairs - 1) / 2) + 1;
	double tail = (1 - conf) / 2, k;
	struct rank_shift s;

	s.estimate = difference(base, fresh, half);
	if (fmod(pairs, 2) == 0)
		s.estimate += (difference(base, fresh, half + 1) - s.estimate) / 2;
	k = pairs <= RANK_EXACT ? place_exact(base.n, fresh.n, tail, &s.level)
				: place_normal(base.n, fresh.n, tail, &s.level);
	s.lo = difference(base, fresh, k);
	s.hi = difference(base, fresh, pairs + 1 - k);
	return s;
}

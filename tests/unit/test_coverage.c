/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "stats/random.h"
#include "unit/ref.h"

/* What the methods promise of all data: intervals that cover, and no digit that hangs on units. */

static double normal(struct random *r)
{
	double u = (double)(random_next(r) >> 11) * 0x1p-53, v = (double)(random_next(r) >> 11);

	return sqrt(-2 * log(1 - u)) * cos(2 * 3.14159265358979323846 * (v * 0x1p-53));
}

static struct sample lognormal(struct random *r, double *v, size_t n, double median, double sigma)
{
	for (size_t i = 0; i < n; i++)
		v[i] = median * exp(sigma * normal(r));
	return (struct sample){ v, n };
}

/* 2000 pairs of samples whose true ratio is 0.9; of 95 % the standard error is half a percent. */
static void intervals_cover_the_truth(void **state)
{
	static const struct method methods[] = {
		{ .conf = 0.95, .alpha = 0.05 },
		{ .stat = STAT_GEOMEAN, .conf = 0.95, .alpha = 0.05 },
	};
	double va[5], vb[5];

	(void)state;
	for (size_t n = 3; n <= 5; n++) {
		struct random r = random_seed(20240101 + n);
		unsigned int covered[2] = { 0 };

		for (int k = 0; k < 2000; k++) {
			struct sample a = lognormal(&r, va, n, 1, 0.2);
			struct sample b = lognormal(&r, vb, n, 0.9, 0.2);

			for (size_t m = 0; m < 2; m++) {
				struct comparison c = stats_compare_by(a, b, &methods[m]);

				covered[m] += c.lo <= -0.1 && -0.1 <= c.hi;
			}
		}
		assert_in_range(covered[0], 1870, 1970);
		assert_in_range(covered[1], 1870, 1970);
	}
}

/* Every method there is. */
static struct method method_of(size_t i)
{
	struct method m = { .conf = 0.95, .alpha = 0.05, .margin = 0.05 };

	m.stat = (enum estimate)(i % 3);
	m.paired = i == 3;
	m.bootstrap = i == 4;
	m.seed = 7;
	return m;
}
#define METHODS 5

static bool same_bits(double a, double b)
{
	return a == b || (isnan(a) && isnan(b));
}

static void scaling_and_order_change_no_method(void **state)
{
	double va[25], vb[25], wa[25], wb[25];
	struct random r = random_seed(3);

	(void)state;
	for (size_t i = 0; i < METHODS; i++)
		for (int k = -40; k <= 40; k += 16) {
			size_t n = i == 4 ? 25 : 6;
			struct sample a = lognormal(&r, va, n, 1000, 0.1);
			struct sample b = lognormal(&r, vb, n, 950, 0.2), sa = { wa, n },
				      sb = { wb, n };
			const struct method m = method_of(i);
			struct comparison c = stats_compare_by(a, b, &m), s;

			for (size_t j = 0; j < n; j++) {
				wa[j] = ldexp(va[j], k);
				wb[j] = ldexp(vb[j], k);
			}
			s = stats_compare_by(sa, sb, &m);
			assert_true(c.reason == REASON_NONE && s.reason == REASON_NONE);
			assert_true(same_bits(s.p, c.p) && same_bits(s.change, c.change));
			assert_true(same_bits(s.lo, c.lo) && same_bits(s.hi, c.hi));
			assert_true(same_bits(s.p_margin, c.p_margin));
			assert_true(same_bits(s.p_rank, c.p_rank));
			/* the other way round: within each side, of pairs both alike */
			for (size_t j = 0; j < n; j++) {
				wa[j] = va[n - 1 - j];
				wb[j] = vb[n - 1 - j];
			}
			s = stats_compare_by(sa, sb, &m);
			ref_close(s.p, c.p, 1e-11, "reordered", "p");
			ref_close(s.change, c.change, 1e-11, "reordered", "change");
			ref_close(s.lo, c.lo, 1e-11, "reordered", "lo");
			if (i == 4)
				continue;
			/* the sides swapped */
			s = stats_compare_by(b, a, &m);
			ref_close(s.p, c.p, 1e-11, "swapped", "p");
			ref_close((1 + s.change) * (1 + c.change), 1, 1e-12, "swapped", "change");
			ref_close((1 + s.lo) * (1 + c.hi), 1, 1e-12, "swapped", "interval");
		}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(intervals_cover_the_truth),
		cmocka_unit_test(scaling_and_order_change_no_method),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

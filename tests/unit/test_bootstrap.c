/* SPDX-License-Identifier: GPL-2.0-or-later */
#include <stdlib.h>
#include "stats/bootstrap.h"
#include "stats/random.h"
#include "unit/ref.h"

static int by_value(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;

	return (x > y) - (x < y);
}

/* The mean of each of the n^n resamples, as a number of n digits in base n. */
static size_t all_means(struct sample s, double *v)
{
	size_t all = 1, i, k;

	for (i = 0; i < s.n; i++)
		all *= s.n;
	for (i = 0; i < all; i++) {
		size_t rest = i, times[8] = { 0 };
		double sum = 0;

		for (k = 0; k < s.n; k++, rest /= s.n)
			times[rest % s.n]++;
		/* in one order, so that equal resamples have equal sums */
		for (k = 0; k < s.n; k++)
			sum += (double)times[k] * (s.v[k] - s.v[0]);
		v[i] = s.v[0] + sum / (double)s.n;
	}
	qsort(v, all, sizeof(*v), by_value);
	return all;
}

static void the_ideal_bootstrap_equals_exact_arithmetic(void **state)
{
	struct ref data = ref_read("tests/ref/datasets.csv");
	struct ref want = ref_read("tests/ref/bootstrap.csv");
	static double v[3125];
	size_t i, compared = 0, exact = 0;
	double z0;

	(void)state;
	for (i = 0; i < want.rows; i++) {
		const char *id = ref_text(&want, i, "id");
		struct sample s = ref_sample(&data, id);
		double mean = stats_mean(s), sd = stats_sd(s, mean);
		size_t all;

		assert_true(s.n <= 5);
		all = all_means(s, v);
		ref_close((double)all, ref_num(&want, i, "resamples"), 0, id, "resamples");
		/* sums that double precision cannot tell apart */
		if (!(sd > 1e-12 * fabs(mean)) || fabs(mean) > 1e300 || fabs(mean) < 1e-290) {
			ref_sample_free(s);
			continue;
		}
		ref_close(bootstrap_quantile(v, all, 0.025), ref_num(&want, i, "q025"), 1e-10, id,
			  "q025");
		ref_close(bootstrap_quantile(v, all, 0.975), ref_num(&want, i, "q975"), 1e-10, id,
			  "q975");
		if (fabs(ref_num(&want, i, "jack_accel")) > 1e-9)
			ref_close(bootstrap_acceleration(s), ref_num(&want, i, "jack_accel"), 1e-9,
				  id, "acceleration");
		else
			assert_true(fabs(bootstrap_acceleration(s)) < 2e-9);
		/* which resamples equal the mean, rounding decides */
		z0 = fabs(bootstrap_z0(v, all, mean) - ref_num(&want, i, "bca_z0"));
		assert_true(z0 < 0.13);
		exact += z0 < 1e-9;
		compared++;
		ref_sample_free(s);
	}
	assert_int_equal(want.rows, 45);
	assert_true(compared >= 35 && exact >= 25);
	ref_free(&data);
	ref_free(&want);
}

static void its_ends_and_its_p_are_each_others_inverse(void **state)
{
	double v[999];
	struct bootstrap b = { v, 999, 0.1, 0.05 };
	size_t i;

	(void)state;
	for (i = 0; i < 999; i++)
		v[i] = (double)i;
	for (double tail = 0.01; tail < 0.985; tail += 0.01)
		assert_true(fabs(bootstrap_below(&b, bootstrap_end(&b, tail)) - tail) < 0.004);
	/* without corrections it is the percentile */
	b.z0 = b.acceleration = 0;
	assert_true(bootstrap_end(&b, 0.025) == 24 && bootstrap_end(&b, 0.975) == 974);
	assert_true(bootstrap_below(&b, -5) > 0 && bootstrap_below(&b, 5000) < 1);
	/* beyond the pole of the acceleration it stays on its side */
	b.acceleration = 0.5;
	assert_true(bootstrap_end(&b, 0.999) == 998 && bootstrap_below(&b, -5) < 1e-3);
	b.acceleration = -0.5;
	assert_true(bootstrap_end(&b, 0.001) == 0 && bootstrap_below(&b, 5000) > 0.999);
}

static struct comparison resampled(struct sample a, struct sample b, enum estimate stat,
				   uint64_t seed)
{
	const struct method m = { .stat = stat,
				  .conf = 0.95,
				  .alpha = 0.05,
				  .margin = 0.5,
				  .bootstrap = true,
				  .seed = seed };

	return stats_compare_by(a, b, &m);
}

static void it_shows_no_p_that_so_many_resamples_cannot(void **state)
{
	double a[20], b[20];
	struct comparison c;

	(void)state;
	for (size_t i = 0; i < 20; i++) {
		a[i] = 1 + (double)i / 1000;
		b[i] = 100 + 100 * (i == 0) + (double)i / 1000;
	}
	/* with this acceleration the farthest would be one in a million */
	c = resampled((struct sample){ a, 20 }, (struct sample){ b, 20 }, STAT_MEAN, 1);
	assert_true(fabs(c.p - 1.0 / 9999) < 1e-15);
	/* sums of resamples that no double holds, though the mean is one */
	for (size_t i = 0; i < 20; i++)
		b[i] = (double)(i + 1) * 8e306;
	c = resampled((struct sample){ a, 20 }, (struct sample){ b, 20 }, STAT_MEAN, 1);
	assert_true(c.verdict == VERDICT_NOT_TESTED && c.reason == REASON_RESOLUTION);
	assert_true(isnan(c.p) && isnan(c.lo));
}

static void the_comparison_is_near_that_by_other_means(void **state)
{
	struct ref data = ref_read("tests/ref/datasets.csv");
	struct sample a = ref_sample(&data, "t_n30_a"), b = ref_sample(&data, "t_n30_b");
	struct comparison t = stats_compare(a, b, 0.95), c;

	(void)state;
	c = resampled(a, b, STAT_MEAN, 1);
	assert_true(fabs(c.change - t.change) < 1e-12);
	assert_true(fabs(c.lo - t.lo) < 0.003 && fabs(c.hi - t.hi) < 0.003);
	assert_true(c.p < 0.001 && c.p > 0 && c.verdict == VERDICT_INCONCLUSIVE);
	assert_true(c.p_margin < 0.001);
	/* the same seed gives the same bits, another not */
	assert_true(resampled(a, b, STAT_MEAN, 1).lo == c.lo);
	assert_true(resampled(a, b, STAT_MEAN, 2).lo != c.lo);
	c = resampled(a, b, STAT_MEDIAN, 1);
	assert_true(fabs(1 + c.change - stats_quantile(b, 0.5) / stats_quantile(a, 0.5)) < 1e-12);
	assert_true(c.lo < c.change && c.change < c.hi && c.p < 0.05 && c.hi < 0);
	/* a side against itself */
	c = resampled(a, a, STAT_MEDIAN, 1);
	assert_true(c.change == 0 && c.lo < 0 && c.hi > 0 && c.p > 0.5);
	assert_int_equal(resampled(a, (struct sample){ b.v, 19 }, STAT_MEAN, 1).reason, REASON_FEW);
	ref_sample_free(a);
	ref_sample_free(b);
	ref_free(&data);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_ideal_bootstrap_equals_exact_arithmetic),
		cmocka_unit_test(its_ends_and_its_p_are_each_others_inverse),
		cmocka_unit_test(it_shows_no_p_that_so_many_resamples_cannot),
		cmocka_unit_test(the_comparison_is_near_that_by_other_means),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "unit/ref.h"

static int setup(void **state)
{
	return ref_setup(state, "tests/ref/univariate.csv");
}

#define DATASETS 106

static void mean_sd_and_range_equal_exact_arithmetic(void **state)
{
	const struct ref_fixture *f = *state;
	size_t i, rows = 0, cvs = 0;

	for (i = 0; i < f->want.rows; i++) {
		const char *id = ref_text(&f->want, i, "id");
		struct sample s = ref_sample(&f->data, id);
		struct summary got = stats_summary(s, 0.95);
		double cv = ref_num(&f->want, i, "cv");

		ref_close((double)got.n, ref_num(&f->want, i, "n"), 0, id, "n");
		ref_close(got.mean, ref_num(&f->want, i, "mean"), 1e-15, id, "mean");
		ref_close(got.sd, ref_num(&f->want, i, "sd"), 1e-13, id, "sd");
		ref_close(got.min, ref_num(&f->want, i, "min"), 0, id, "min");
		ref_close(got.max, ref_num(&f->want, i, "max"), 0, id, "max");
		ref_close(got.median, ref_num(&f->want, i, "median"), 1e-15, id, "median");
		rows++;
		/* a ratio of numbers near 2^-1074 has no digits */
		if (got.mean > 0 && got.mean < 0x1p-1000)
			assert_string_equal(id, "e_denorm");
		else
			ref_close(got.cv, got.mean > 0 ? cv : NAN, 1e-13, id, "cv");
		if (!isnan(got.cv))
			cvs++;
		ref_sample_free(s);
	}
	assert_int_equal(rows, DATASETS);
	assert_int_equal(cvs, 90);
}

static void quantiles_are_of_type_7(void **state)
{
	static const struct {
		const char *col;
		double p;
	} quantiles[] = { { "min", 0 },	  { "p10", 0.1 }, { "q1", 0.25 },  { "median", 0.5 },
			  { "q3", 0.75 }, { "p90", 0.9 }, { "p99", 0.99 }, { "max", 1 } };
	const struct ref_fixture *f = *state;
	size_t i, j, compared = 0;

	for (i = 0; i < f->want.rows; i++) {
		const char *id = ref_text(&f->want, i, "id");
		struct sample s = ref_sample(&f->data, id);

		for (j = 0; j < sizeof(quantiles) / sizeof(*quantiles); j++, compared++)
			ref_close(stats_quantile(s, quantiles[j].p),
				  ref_num(&f->want, i, quantiles[j].col), 1e-13, id,
				  quantiles[j].col);
		ref_sample_free(s);
	}
	assert_int_equal(compared, DATASETS * 8);
}

static void interval_of_the_mean_equals_exact_arithmetic(void **state)
{
	static const struct {
		const char *lo, *hi;
		double conf;
	} levels[] = { { "ci90_lo", "ci90_hi", 0.9 },
		       { "ci95_lo", "ci95_hi", 0.95 },
		       { "ci99_lo", "ci99_hi", 0.99 } };
	const struct ref_fixture *f = *state;
	size_t i, j, intervals = 0, none = 0;

	for (i = 0; i < f->want.rows; i++) {
		const char *id = ref_text(&f->want, i, "id");
		struct sample s = ref_sample(&f->data, id);

		for (j = 0; j < sizeof(levels) / sizeof(*levels); j++) {
			struct summary got = stats_summary(s, levels[j].conf);

			ref_close(got.lo, ref_num(&f->want, i, levels[j].lo), 1e-10, id,
				  levels[j].lo);
			ref_close(got.hi, ref_num(&f->want, i, levels[j].hi), 1e-10, id,
				  levels[j].hi);
			if (isnan(got.lo))
				none++;
			else
				intervals++;
		}
		ref_sample_free(s);
	}
	assert_int_equal(intervals, 3 * 90);
	assert_int_equal(none, 3 * 16);
}

static void spread_range_gives_the_interval_of_the_sd(void **state)
{
	const struct ref_fixture *f = *state;
	size_t i, compared = 0;

	for (i = 0; i < f->want.rows; i++) {
		const char *id = ref_text(&f->want, i, "id");
		double sd = ref_num(&f->want, i, "sd"), lo, hi;

		stats_spread_range((size_t)ref_num(&f->want, i, "n"), 0.95, &lo, &hi);
		ref_close(sd * lo, ref_num(&f->want, i, "sdci95_lo"), 1e-10, id, "sdci95_lo");
		ref_close(sd * hi, ref_num(&f->want, i, "sdci95_hi"), 1e-10, id, "sdci95_hi");
		if (!isnan(sd))
			compared++;
	}
	assert_int_equal(compared, 95);
}

static void nist_certified_values_are_reached(void **state)
{
	const struct ref_fixture *f = *state;
	struct ref nist = ref_read("tests/ref/nist.csv");
	size_t i;

	for (i = 0; i < nist.rows; i++) {
		const char *id = ref_text(&nist, i, "id");
		struct sample s = ref_sample(&f->data, id);
		double mean = stats_mean(s);
		/* 1000000.1 is no double, and its distance to the next one is 1e-9 of this sd */
		double tolerance = strcmp(id, "n_numacc3") == 0 ? 1e-8 : 1e-13;

		ref_close(mean, ref_num(&nist, i, "mean"), 1e-13, id, "mean");
		ref_close(stats_sd(s, mean), ref_num(&nist, i, "sd"), tolerance, id, "sd");
		ref_sample_free(s);
	}
	assert_int_equal(nist.rows, 5);
	ref_free(&nist);
}

static void equal_values_have_exactly_their_mean_and_no_spread(void **state)
{
	static const double values[] = { 0.1,	  1.0 / 3, 1234.5,	     7e-200,
					 1.7e308, -0.7,	   9007199254740991, 0x1p-1074 };
	double v[100];
	size_t i, n;

	(void)state;
	for (i = 0; i < sizeof(values) / sizeof(*values); i++) {
		for (n = 1; n <= sizeof(v) / sizeof(*v); n++) {
			struct sample s = { v, n };

			v[n - 1] = values[i];
			assert_true(stats_mean(s) == values[i]);
			assert_true(n == 1 ? isnan(stats_sd(s, stats_mean(s)))
					   : stats_sd(s, stats_mean(s)) == 0);
		}
	}
}

static void scaling_by_a_power_of_two_scales_every_bit(void **state)
{
	const struct ref_fixture *f = *state;
	struct sample s = ref_sample(&f->data, "t_ln30_a");
	struct summary a = stats_summary(s, 0.95), b;
	double v[30];
	size_t i;
	int k;

	assert_int_equal(s.n, 30);
	/* past 2^1000 the mean takes another path */
	for (k = -900; k <= 1010; k += 10) {
		for (i = 0; i < s.n; i++)
			v[i] = ldexp(s.v[i], k);
		b = stats_summary((struct sample){ v, s.n }, 0.95);
		assert_true(b.mean == ldexp(a.mean, k) && b.sd == ldexp(a.sd, k));
		assert_true(b.lo == ldexp(a.lo, k) && b.hi == ldexp(a.hi, k) && b.cv == a.cv);
		assert_true(b.median == ldexp(a.median, k));
	}
	ref_sample_free(s);
}

static void what_is_not_defined_is_nan(void **state)
{
	static const double v[] = { 3, -1.7e308, 1.7e308 };
	struct sample none = { NULL, 0 }, one = { v, 1 }, wide = { v + 1, 2 };
	struct summary got = stats_summary(none, 0.95);
	double lo, hi;

	(void)state;
	assert_int_equal(got.n, 0);
	assert_true(isnan(got.mean) && isnan(got.sd) && isnan(got.cv) && isnan(got.lo));
	assert_true(isnan(got.median) && isnan(got.min) && isnan(got.max));
	assert_true(isnan(stats_quantile(none, 0.5)) && isnan(stats_quantile(one, 1.01)));
	assert_true(isnan(stats_quantile(one, NAN)) && stats_quantile(one, 0.3) == 3);
	got = stats_summary(one, 0.95);
	assert_true(stats_mean((struct sample){ v, 3 }) == 1);
	assert_true(got.mean == 3 && got.median == 3 && isnan(got.sd) && isnan(got.cv));
	assert_true(isnan(got.lo) && isnan(got.hi));
	/* the mean fits a double, the spread does not */
	got = stats_summary(wide, 0.95);
	assert_true(got.mean == 0 && isnan(got.sd) && isnan(got.lo));
	stats_spread_range(1, 0.95, &lo, &hi);
	assert_true(isnan(lo) && isnan(hi));
	stats_spread_range(0, 0.95, &lo, &hi);
	assert_true(isnan(lo) && isnan(hi));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(mean_sd_and_range_equal_exact_arithmetic),
		cmocka_unit_test(quantiles_are_of_type_7),
		cmocka_unit_test(interval_of_the_mean_equals_exact_arithmetic),
		cmocka_unit_test(spread_range_gives_the_interval_of_the_sd),
		cmocka_unit_test(nist_certified_values_are_reached),
		cmocka_unit_test(equal_values_have_exactly_their_mean_and_no_spread),
		cmocka_unit_test(scaling_by_a_power_of_two_scales_every_bit),
		cmocka_unit_test(what_is_not_defined_is_nan),
	};

	return cmocka_run_group_tests(tests, setup, ref_teardown);
}

/* SPDX-License-Identifier: GPL-2.0-or-later */
#include <unistd.h>
#include "stats/dist.h"
#include "unit/ref.h"

static double value(const char *fn, double x, double df, double ncp)
{
	if (strcmp(fn, "t_two_sided") == 0)
		return 2 * dist_t(-x, df, false);
	if (strcmp(fn, "t_quantile") == 0)
		return dist_t_quantile(x, df);
	if (strcmp(fn, "nct") == 0)
		return dist_nct(x, df, ncp, false);
	assert_string_equal(fn, "chisq_quantile");
	return dist_chisq_quantile(x, df);
}

static void distributions_equal_those_of_r(void **state)
{
	struct ref want = ref_read("tests/ref/distr.csv");
	size_t i;

	(void)state;
	for (i = 0; i < want.rows; i++) {
		const char *fn = ref_text(&want, i, "fn");
		double x = ref_num(&want, i, "x"), df = ref_num(&want, i, "df");

		ref_close(value(fn, x, df, ref_num(&want, i, "ncp")), ref_num(&want, i, "value"),
			  1e-9, fn, ref_text(&want, i, "x"));
	}
	assert_int_equal(want.rows, 264);
	ref_free(&want);
}

static void the_tails_complete_each_other(void **state)
{
	double x;

	(void)state;
	for (x = -4; x <= 4; x += 0.25) {
		assert_true(fabs(dist_t(x, 3, false) + dist_t(x, 3, true) - 1) < 1e-15);
		assert_true(dist_t(x, 3, true) == dist_t(-x, 3, false));
		assert_true(fabs(dist_nct(x, 3, 1, false) + dist_nct(x, 3, 1, true) - 1) < 1e-12);
		/* without a shift it is Student's t */
		assert_true(fabs(dist_nct(x, 3, 0, true) - dist_t(x, 3, true)) < 1e-12);
	}
}

static void arguments_out_of_range_give_nan(void **state)
{
	static const double dfs[] = { 0, -1, 0.999, 1e16, NAN };
	static const double ps[] = { 0, 1, -0.1, 1.1, NAN };
	static const double xs[] = { INFINITY, -INFINITY, NAN };
	size_t i;

	(void)state;
	for (i = 0; i < 5; i++) {
		assert_true(isnan(dist_t(1, dfs[i], true)));
		assert_true(isnan(dist_t_quantile(0.5, dfs[i])));
		assert_true(isnan(dist_nct(1, dfs[i], 1, true)));
		assert_true(isnan(dist_chisq_quantile(0.5, dfs[i])));
		assert_true(isnan(dist_t_quantile(ps[i], 3)));
		assert_true(isnan(dist_chisq_quantile(ps[i], 3)));
	}
	for (i = 0; i < 3; i++) {
		assert_true(isnan(dist_t(xs[i], 3, true)));
		assert_true(isnan(dist_nct(xs[i], 3, 1, true)));
		assert_true(isnan(dist_nct(1, 3, xs[i], true)));
	}
	assert_true(isnan(dist_nct(1e150, 3, 1, true)));
}

/* Bytes that fn writes to stdout. */
static long printed_by(void (*fn)(void))
{
	FILE *file = tmpfile();
	int keep;
	long size;

	assert_non_null(file);
	fflush(stdout);
	keep = dup(STDOUT_FILENO);
	assert_true(keep >= 0 && dup2(fileno(file), STDOUT_FILENO) >= 0);
	fn();
	fflush(stdout);
	assert_true(dup2(keep, STDOUT_FILENO) >= 0);
	close(keep);
	assert_int_equal(fseek(file, 0, SEEK_END), 0);
	size = ftell(file);
	fclose(file);
	return size;
}

static const double extremes[] = { -INFINITY, -1.7e308, -1e150,	 -1e10,	  -60,	     -37.6,  -2,
				   -1,	      -0.05,	-1e-300, 0,	  0x1p-1074, 1e-300, 1e-20,
				   1e-9,      0.05,	0.5,	 0.975,	  1 - 1e-15, 1,	     1.37,
				   2,	      10,	37,	 37.7,	  60,	     1000,   4e5,
				   1e10,      1e20,	1e149,	 1.7e308, INFINITY,  NAN };
#define EXTREMES (sizeof(extremes) / sizeof(*extremes))

static void call_distributions(void)
{
	size_t i, j, k;

	for (i = 0; i < EXTREMES; i++) {
		for (j = 0; j < EXTREMES; j++) {
			dist_t_quantile(extremes[i], extremes[j]);
			dist_chisq_quantile(extremes[i], extremes[j]);
			dist_t(extremes[i], extremes[j], true);
			dist_t(extremes[i], extremes[j], false);
			for (k = 0; k < EXTREMES; k++) {
				dist_nct(extremes[i], extremes[j], extremes[k], true);
				dist_nct(extremes[i], extremes[j], extremes[k], false);
			}
		}
	}
}

/* The three indices take different thirds of the extremes, for the time that it takes. */
static void call_power(void)
{
	size_t i, j, k;
	double lo, hi;

	for (i = 0; i < EXTREMES; i += 3) {
		for (j = 1; j < EXTREMES; j += 3) {
			stats_spread_range((size_t)(i * i * i), extremes[j], &lo, &hi);
			for (k = 2; k < EXTREMES; k += 3) {
				stats_power(extremes[i], 1, extremes[j], extremes[k]);
				stats_mde(extremes[i], extremes[j], extremes[k], 0.8);
				stats_mde(1, extremes[i], extremes[j], extremes[k]);
				stats_runs_needed(extremes[i], extremes[j], extremes[k], 0.05, 0.8);
			}
		}
	}
}

/* Samples of finite extremes, which meet in both orders and with one next to its neighbour. */
static void call_compare(void)
{
	size_t i, j, k;

	for (i = 0; i < EXTREMES; i += 3) {
		for (j = 1; j < EXTREMES; j += 3) {
			for (k = 2; k < EXTREMES; k += 3) {
				double a[] = { extremes[i], extremes[j], extremes[j] };
				double b[] = { extremes[k], extremes[i],
					       nextafter(extremes[k], 9) };

				if (!isfinite(a[0]) || !isfinite(a[1]) || !isfinite(b[0]))
					continue;
				stats_compare((struct sample){ a, 3 }, (struct sample){ b, 3 },
					      0.95);
				stats_compare((struct sample){ a, 2 }, (struct sample){ b, 3 },
					      1 - 1e-12);
				stats_summary((struct sample){ b, 3 }, 0.95);
			}
		}
	}
}

static void call_puts(void)
{
	fputs("x", stdout);
}

static void nothing_is_printed_on_stdout(void **state)
{
	(void)state;
	assert_int_equal(printed_by(call_puts), 1);
	assert_int_equal(printed_by(call_distributions), 0);
	assert_int_equal(printed_by(call_power), 0);
	assert_int_equal(printed_by(call_compare), 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(distributions_equal_those_of_r),
		cmocka_unit_test(the_tails_complete_each_other),
		cmocka_unit_test(arguments_out_of_range_give_nan),
		cmocka_unit_test(nothing_is_printed_on_stdout),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

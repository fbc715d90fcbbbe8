/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "unit/ref.h"

/* What power.csv calls cv and change, on the log scale. */
static double log_sd(double cv_pct)
{
	return sqrt(log1p(cv_pct / 100 * (cv_pct / 100)));
}

static void runs_needed_equals_power_t_test(void **state)
{
	struct ref want = ref_read("tests/ref/power.csv");
	size_t i;

	(void)state;
	for (i = 0; i < want.rows; i++) {
		double sd = log_sd(ref_num(&want, i, "cv_pct"));
		double d = log1p(ref_num(&want, i, "d_pct") / 100);
		double power = ref_num(&want, i, "power"), n = ref_num(&want, i, "n_log_ceil");

		assert_int_equal(stats_runs_needed(sd, sd, d, 0.05, power), isnan(n) ? 2 : (int)n);
		assert_int_equal(stats_runs_needed(sd, sd, -d, 0.05, power), isnan(n) ? 2 : (int)n);
	}
	assert_int_equal(want.rows, 84);
	ref_free(&want);
}

static void power_equals_power_t_test(void **state)
{
	static const struct {
		const char *col;
		int n;
	} runs[] = { { "pow_n3", 3 },
		     { "pow_n4", 4 },
		     { "pow_n5", 5 },
		     { "pow_n10", 10 },
		     { "pow_n30", 30 } };
	struct ref want = ref_read("tests/ref/power.csv");
	size_t i, j, compared = 0;

	(void)state;
	for (i = 0; i < want.rows; i++) {
		double sd = log_sd(ref_num(&want, i, "cv_pct"));
		double d = log1p(ref_num(&want, i, "d_pct") / 100);

		for (j = 0; j < sizeof(runs) / sizeof(*runs); j++, compared++)
			ref_close(stats_power(d, sd * sqrt(2.0 / runs[j].n), 2 * (runs[j].n - 1),
					      0.05),
				  ref_num(&want, i, runs[j].col), 1e-9, "power.csv", runs[j].col);
	}
	assert_int_equal(compared, 84 * 5);
	ref_free(&want);
}

static void mde_is_the_change_that_has_this_power(void **state)
{
	static const double dfs[] = { 1, 1.37, 2, 3.5534298354906699, 18, 58, 5e5 };
	static const double powers[] = { 0.5, 0.8, 0.95 };
	size_t i, j;

	(void)state;
	for (i = 0; i < sizeof(dfs) / sizeof(*dfs); i++) {
		for (j = 0; j < sizeof(powers) / sizeof(*powers); j++) {
			double d = stats_mde(0.0625, dfs[i], 0.05, powers[j]);

			assert_true(fabs(stats_power(d, 0.0625, dfs[i], 0.05) - powers[j]) < 1e-9);
			assert_true(stats_mde(0.125, dfs[i], 0.05, powers[j]) == 2 * d);
		}
	}
	/* it would be 815 standard errors */
	assert_true(isnan(stats_mde(1, 1, 0.001, 0.8)));
}

static void unequal_spreads_need_no_more_runs_than_the_wider_one(void **state)
{
	unsigned int narrow = stats_runs_needed(0.05, 0.05, 0.03, 0.05, 0.8);
	unsigned int wide = stats_runs_needed(0.1, 0.1, 0.03, 0.05, 0.8);
	unsigned int mixed = stats_runs_needed(0.05, 0.1, 0.03, 0.05, 0.8);

	(void)state;
	assert_true(narrow < mixed && mixed < wide);
	assert_int_equal(stats_runs_needed(0.1, 0.05, 0.03, 0.05, 0.8), mixed);
	/* one side without noise */
	assert_true(stats_runs_needed(0.1, 0, 0.03, 0.05, 0.8) < mixed);
}

static void runs_needed_is_0_where_there_is_no_answer(void **state)
{
	(void)state;
	assert_int_equal(stats_runs_needed(0.1, 0.1, 0, 0.05, 0.8), 0);
	assert_int_equal(stats_runs_needed(0.1, 0.1, NAN, 0.05, 0.8), 0);
	assert_int_equal(stats_runs_needed(NAN, 0.1, 0.1, 0.05, 0.8), 0);
	assert_int_equal(stats_runs_needed(INFINITY, 0.1, 0.1, 0.05, 0.8), 0);
	assert_int_equal(stats_runs_needed(0.4, 0.4, 1e-9, 0.05, 0.8), 0);
	/* the normal approximation 2 * (1.95996 + 0.84162)^2 * (0.4 / 0.0005059)^2 gives 9,813,599
	 */
	assert_in_range(stats_runs_needed(0.4, 0.4, 0.0005059, 0.05, 0.8), 9813500, 9813700);
	assert_int_equal(stats_runs_needed(0, 0, 0.1, 0.05, 0.8), 2);
	assert_int_equal(stats_runs_needed(1e-9, 0, 100, 0.05, 0.8), 2);
	assert_int_equal(stats_runs_needed(1e-300, 1e-300, 1e10, 0.05, 0.8), 2);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(runs_needed_equals_power_t_test),
		cmocka_unit_test(power_equals_power_t_test),
		cmocka_unit_test(mde_is_the_change_that_has_this_power),
		cmocka_unit_test(unequal_spreads_need_no_more_runs_than_the_wider_one),
		cmocka_unit_test(runs_needed_is_0_where_there_is_no_answer),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "stats/plan.h"
#include "stats/rank.h"
#include "unit/ref.h"

/* A side of n runs whose mean is 100. */
static struct side side_of(size_t n, double cv)
{
	return (struct side){ n, 100, 100 * cv, false, false };
}

static void the_runs_as_measured_equal_power_t_test(void **state)
{
	struct ref want = ref_read("tests/ref/power.csv");

	(void)state;
	for (size_t i = 0; i < want.rows; i++) {
		double cv = ref_num(&want, i, "cv_pct") / 100, n = ref_num(&want, i, "n_log_ceil");
		struct side s[] = { side_of(4, sqrt(log1p(cv * cv))), side_of(9, s[0].sd / 100) };
		double detect = ref_num(&want, i, "d_pct") / 100;
		double power = ref_num(&want, i, "power");

		/* NA is 2 or fewer, and 2 is too few for a verdict. */
		n = n > 3 ? n : 3;
		assert_int_equal(stats_plan(s, 1, detect, 0.05, power).runs, (int)n);
		assert_int_equal(stats_plan(s, 2, detect, 0.05, power).runs, (int)n);
	}
	assert_int_equal(want.rows, 84);
	ref_free(&want);
}

/* sqrt((n-1)/qchisq(c(.975,.025,.2), n-1)) of R, rounded as a handbook prints them. */
static void the_range_is_that_of_the_spread(void **state)
{
	static const struct {
		size_t n;
		double lo, hi, likely;
	} want[] = { { 2, .45, 31.9, 3.95 }, { 3, .52, 6.3, 2.12 },  { 4, .57, 3.7, 1.73 },
		     { 5, .60, 2.9, 1.56 },  { 10, .69, 1.8, 1.29 }, { 30, .80, 1.3, 1.14 } };

	(void)state;
	for (size_t i = 0; i < sizeof(want) / sizeof(want[0]); i++) {
		struct side s = side_of(want[i].n, 0.02);
		struct plan p = stats_plan(&s, 1, 0.01, 0.05, 0.8);
		unsigned int likely = stats_runs_needed(
			0.02 * want[i].likely, 0.02 * want[i].likely, log1p(0.01), 0.05, 0.8);

		assert_true(fabs(p.lo - want[i].lo) < 0.0051);
		assert_true(fabs(p.hi - want[i].hi) < 0.051);
		assert_true(fabs((double)p.runs_likely / likely - 1) < 0.015);
		assert_int_equal(p.runs_lo, stats_runs_needed(0.02 * p.lo, 0.02 * p.lo, log1p(0.01),
							      0.05, 0.8));
		assert_true(p.runs_lo < p.runs && p.runs < p.runs_likely &&
			    p.runs_likely < p.runs_hi);
	}
}

static void two_sides_know_the_spread_better_than_one(void **state)
{
	struct side s[] = { side_of(4, 0.1), side_of(4, 0.1) };
	struct plan one = stats_plan(s, 1, 0.05, 0.05, 0.8),
		    two = stats_plan(s, 2, 0.05, 0.05, 0.8);

	(void)state;
	assert_true(one.df == 3);
	ref_close(two.df, 6, 1e-12, "two", "df");
	assert_int_equal(one.runs, two.runs);
	assert_true(two.runs_hi < one.runs_hi && two.runs_lo > one.runs_lo);
	/* a side that says nothing does not count */
	s[1] = side_of(1, NAN);
	two = stats_plan(s, 2, 0.05, 0.05, 0.8);
	assert_true(two.df == 3 && two.runs == one.runs);
	/* nor does the order of the sides */
	s[1] = s[0];
	s[0] = (struct side){ 0 };
	two = stats_plan(s, 2, 0.05, 0.05, 0.8);
	assert_true(two.reason == REASON_NONE && two.runs == one.runs);
}

static void without_a_spread_there_is_a_reason(void **state)
{
	static const struct {
		struct side side;
		enum reason want;
	} cases[] = {
		{ { 0, NAN, NAN, false, false }, REASON_MISSING },
		{ { 1, 5, NAN, false, false }, REASON_SINGLE },
		{ { 3, 5, NAN, false, true }, REASON_NO_SPREAD },
		{ { 0, 5, 1, false, true }, REASON_NO_COUNT },
		{ { 3, 5, 1, true, false }, REASON_NEGATIVE },
		{ { 3, 0, 0, false, false }, REASON_ZERO_BASE },
		{ { 3, 5, 0, false, false }, REASON_CONSTANT },
		{ { 3, 1e-300, 1e10, false, false }, REASON_ZERO_BASE },
	};

	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		struct plan p = stats_plan(&cases[i].side, 1, 0.02, 0.05, 0.8);

		assert_int_equal(p.reason, cases[i].want);
		assert_int_equal(p.runs, 0);
	}
	assert_int_equal(stats_plan(NULL, 0, 0.02, 0.05, 0.8).reason, REASON_MISSING);
}

static void what_no_number_of_runs_shows_is_never(void **state)
{
	struct side s = side_of(4, 50);

	(void)state;
	assert_true(stats_plan(&s, 1, 1e-5, 0.05, 0.8).runs == PLAN_NEVER);
}

static void the_floors_of_ranks_equal_the_reference(void **state)
{
	struct ref want = ref_read("tests/ref/floor.csv");

	(void)state;
	for (size_t i = 0; i < want.rows; i++) {
		size_t n1 = (size_t)ref_num(&want, i, "n1"), n2 = (size_t)ref_num(&want, i, "n2");
		double p = rank_floor(n1, n2);

		ref_close(p, ref_num(&want, i, "p_min"), 1e-12, "floor.csv", "p_min");
		ref_close(rank_floor(n2, n1), p, 1e-12, "floor.csv", "p_min");
		assert_true(floor(0.05 / p * (1 + 1e-12)) ==
			    ref_num(&want, i, "max_holm_family_05"));
	}
	assert_int_equal(want.rows, 78);
	ref_free(&want);
	assert_true(rank_floor(100000, 100000) < 1e-290);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_runs_as_measured_equal_power_t_test),
		cmocka_unit_test(the_range_is_that_of_the_spread),
		cmocka_unit_test(two_sides_know_the_spread_better_than_one),
		cmocka_unit_test(without_a_spread_there_is_a_reason),
		cmocka_unit_test(what_no_number_of_runs_shows_is_never),
		cmocka_unit_test(the_floors_of_ranks_equal_the_reference),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

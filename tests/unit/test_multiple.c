/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "unit/ref.h"

static void holm_and_bh_equal_p_adjust(void **state)
{
	struct ref want = ref_read("tests/ref/padjust.csv");
	size_t i, first, families = 0, missing = 0;
	double p[64], adjusted[64], bh[64];

	(void)state;
	for (first = 0; first < want.rows; first = i, families++) {
		const char *family = ref_text(&want, first, "family");
		size_t j, n;

		for (i = first; i < want.rows; i++) {
			if (strcmp(ref_text(&want, i, "family"), family) != 0)
				break;
			assert_true(i - first < 64);
			p[i - first] = ref_num(&want, i, "p");
		}
		n = i - first;
		stats_holm(p, adjusted, n);
		stats_bh(p, bh, n);
		stats_holm(p, p, n);
		for (j = 0; j < n; j++) {
			ref_close(bh[j], ref_num(&want, first + j, "bh"), 1e-10, family, "bh");
			ref_close(adjusted[j], ref_num(&want, first + j, "holm"), 1e-10, family,
				  "holm");
			ref_close(p[j], adjusted[j], 0, family, "holm in place");
			if (isnan(p[j]))
				missing++;
		}
	}
	assert_int_equal(want.rows, 113);
	assert_int_equal(families, 11);
	assert_int_equal(missing, 2);
	ref_free(&want);
	stats_holm(NULL, NULL, 0);
}

static size_t judged(struct comparison *const *all, const size_t *runs, size_t n, double alpha,
		     enum adjust adjust)
{
	const struct method method = { .conf = 0.95, .alpha = alpha, .adjust = adjust };

	return stats_judge(all, runs, n, &method);
}

static struct comparison compare(const char *a, const char *b)
{
	struct ref data = ref_read("tests/ref/datasets.csv");
	struct sample base = ref_sample(&data, a), fresh = ref_sample(&data, b);
	struct comparison c = stats_compare(base, fresh, 0.95);

	ref_sample_free(base);
	ref_sample_free(fresh);
	ref_free(&data);
	return c;
}

/* Three metrics of four boots, one refused; p.adjust(c(0.19668, 0.00024265, 8.3128e-05), "holm").
 */
static void the_family_is_what_was_tested(void **state)
{
	struct comparison time = compare("s1_time_a", "s1_time_b");
	struct comparison flat = compare("e_const5", "e_const5_b");
	struct comparison batch = compare("s1_batch_a", "s1_batch_b");
	struct comparison mem = compare("s1_mem_a", "s1_mem_b");
	struct comparison *all[] = { &time, &flat, &batch, &mem };
	size_t runs[] = { 4, 5, 4, 4 };

	(void)state;
	assert_int_equal(judged(all, runs, 4, 0.05, ADJUST_HOLM), 3);
	ref_close(time.p_adjusted, 0.19668065292777956, 1e-10, "time", "p");
	ref_close(batch.p_adjusted, 2 * 0.00024264841664368934, 1e-10, "batch", "p");
	ref_close(mem.p_adjusted, 3 * 8.312757385856381e-05, 1e-10, "mem", "p");
	assert_true(isnan(flat.p_adjusted));
	assert_int_equal(time.verdict, VERDICT_INCONCLUSIVE);
	assert_int_equal(flat.verdict, VERDICT_NOT_TESTED);
	assert_int_equal(batch.verdict, VERDICT_HIGHER);
	assert_int_equal(mem.verdict, VERDICT_LOWER);
	assert_false(time.alone || flat.alone || batch.alone || mem.alone);
}

static struct comparison with_p(double p, double change)
{
	struct comparison c = {
		.verdict = VERDICT_INCONCLUSIVE, .change = change, .p = p, .p_margin = NAN
	};

	return c;
}

static void a_p_that_holds_alone_only_is_no_verdict(void **state)
{
	struct comparison low = with_p(0.03, -0.1), high = with_p(0.04, 0.1), none = with_p(0.6, 0);
	struct comparison *all[] = { &low, &high, &none };
	size_t runs[] = { 3, 3, 3 };

	(void)state;
	assert_int_equal(judged(all, runs, 3, 0.05, ADJUST_HOLM), 3);
	assert_int_equal(low.verdict, VERDICT_INCONCLUSIVE);
	assert_int_equal(high.verdict, VERDICT_INCONCLUSIVE);
	assert_true(low.alone && high.alone && !none.alone);
	/* judged again without adjusting, the same p decides */
	assert_int_equal(judged(all, runs, 3, 0.05, ADJUST_NONE), 3);
	assert_true(low.p_adjusted == 0.03 && none.p_adjusted == 0.6);
	assert_int_equal(low.verdict, VERDICT_LOWER);
	assert_int_equal(high.verdict, VERDICT_HIGHER);
	assert_int_equal(none.verdict, VERDICT_INCONCLUSIVE);
	assert_false(low.alone || high.alone || none.alone);
	/* alpha itself is enough */
	assert_int_equal(judged(all, runs, 1, 0.03, ADJUST_NONE), 1);
	assert_int_equal(low.verdict, VERDICT_LOWER);
	assert_int_equal(judged(all, runs, 0, 0.05, ADJUST_HOLM), 0);
}

static void two_runs_a_side_never_give_a_verdict(void **state)
{
	static const double a[] = { 1000, 1001 }, b[] = { 10, 10.01 };
	struct comparison c, *all[] = { &c };
	size_t runs;

	(void)state;
	c = stats_compare((struct sample){ a, 2 }, (struct sample){ b, 2 }, 0.95);
	for (runs = 2; runs <= 3; runs++) {
		assert_int_equal(judged(all, &runs, 1, 0.05, ADJUST_HOLM), 1);
		assert_true(c.p_adjusted < 0.001 && !c.alone);
		assert_int_equal(c.verdict, runs == 2 ? VERDICT_INCONCLUSIVE : VERDICT_LOWER);
	}
}

/* PlantGrowth and others of the reference, each against the first of its family. */
static void dunnetts_p_equals_numerical_integration(void **state)
{
	struct ref data = ref_read("tests/ref/datasets.csv"),
		   want = ref_read("tests/ref/dunnett.csv");
	size_t i, first, families = 0;

	(void)state;
	for (first = 0; first < want.rows; first = i, families++) {
		const char *family = ref_text(&want, first, "family");
		struct side sides[8];
		double p[8];

		for (i = first; i < want.rows; i++) {
			struct sample s = ref_sample(&data, ref_text(&want, i, "variant"));

			if (strcmp(ref_text(&want, i, "family"), family) != 0) {
				ref_sample_free(s);
				break;
			}
			assert_true(i - first < 7);
			sides[i - first + 1] = stats_side(s);
			ref_sample_free(s);
			s = ref_sample(&data, ref_text(&want, i, "base"));
			sides[0] = stats_side(s);
			ref_sample_free(s);
		}
		stats_dunnett(sides, i - first, p);
		for (size_t j = first; j < i; j++) {
			double p_want = ref_num(&want, j, "p_dunnett");

			if (fabs(p[j - first] - p_want) > 1e-12)
				ref_close(p[j - first], p_want, 1e-6, family, "p_dunnett");
			/* with one side it is Student's t, which the library knows */
			ref_close(stats_dunnett_p(ref_num(&want, j, "t"),
						  (size_t[]){ sides[0].n, sides[1].n }, 1,
						  ref_num(&want, j, "df")),
				  ref_num(&want, j, "p_student"), 1e-10, family, "p_student");
		}
	}
	assert_int_equal(want.rows, 16);
	assert_int_equal(families, 6);
	ref_free(&data);
	ref_free(&want);
}

/* 20 a side with a spread of 1 %: a change of 0.1 % is within 2 %, one of 3 % is not. */
static void only_a_margin_makes_it_the_same(void **state)
{
	const struct side base = { 20, 100, 1, false, false },
			  near = { 20, 100.1, 1, false, false }, far = { 20, 103, 1, false, false },
			  less = { 20, 98.9, 0.1, false, false };
	struct method m = { .conf = 0.95, .alpha = 0.05, .margin = 0.02 };
	struct comparison c[3], *all[] = { &c[0], &c[1], &c[2] };
	size_t runs[] = { 20, 20, 20 };

	(void)state;
	for (int asked = 0; asked < 2; asked++, m.margin = 0) {
		c[0] = stats_compare_sides(base, near, &m);
		c[1] = stats_compare_sides(base, far, &m);
		c[2] = stats_compare_sides(base, less, &m);
		assert_int_equal(stats_judge(all, runs, 3, &m), 3);
		assert_int_equal(c[0].verdict, asked ? VERDICT_INCONCLUSIVE : VERDICT_SAME);
		assert_int_equal(c[1].verdict, VERDICT_HIGHER);
		assert_int_equal(c[2].verdict, VERDICT_LOWER);
		assert_true(c[0].within == !asked && !c[1].within && c[2].within == !asked);
	}
	/* two runs a side never are */
	m.margin = 0.5;
	c[0] = stats_compare_sides(base, near, &m);
	runs[0] = 2;
	stats_judge(all, runs, 1, &m);
	assert_true(c[0].p_margin < 0.001 && !c[0].within);
	assert_int_equal(c[0].verdict, VERDICT_INCONCLUSIVE);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(holm_and_bh_equal_p_adjust),
		cmocka_unit_test(the_family_is_what_was_tested),
		cmocka_unit_test(a_p_that_holds_alone_only_is_no_verdict),
		cmocka_unit_test(dunnetts_p_equals_numerical_integration),
		cmocka_unit_test(only_a_margin_makes_it_the_same),
		cmocka_unit_test(two_runs_a_side_never_give_a_verdict),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

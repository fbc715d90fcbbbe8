/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "unit/ref.h"

static void holm_equals_p_adjust(void **state)
{
	struct ref want = ref_read("tests/ref/padjust.csv");
	size_t i, first, families = 0, missing = 0;
	double p[64], adjusted[64];

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
		stats_holm(p, p, n);
		for (j = 0; j < n; j++) {
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
	assert_int_equal(stats_judge(all, runs, 4, 0.05, true), 3);
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
	struct comparison c = { .verdict = VERDICT_INCONCLUSIVE, .change = change, .p = p };

	return c;
}

static void a_p_that_holds_alone_only_is_no_verdict(void **state)
{
	struct comparison low = with_p(0.03, -0.1), high = with_p(0.04, 0.1), none = with_p(0.6, 0);
	struct comparison *all[] = { &low, &high, &none };
	size_t runs[] = { 3, 3, 3 };

	(void)state;
	assert_int_equal(stats_judge(all, runs, 3, 0.05, true), 3);
	assert_int_equal(low.verdict, VERDICT_INCONCLUSIVE);
	assert_int_equal(high.verdict, VERDICT_INCONCLUSIVE);
	assert_true(low.alone && high.alone && !none.alone);
	/* judged again without adjusting, the same p decides */
	assert_int_equal(stats_judge(all, runs, 3, 0.05, false), 3);
	assert_true(low.p_adjusted == 0.03 && none.p_adjusted == 0.6);
	assert_int_equal(low.verdict, VERDICT_LOWER);
	assert_int_equal(high.verdict, VERDICT_HIGHER);
	assert_int_equal(none.verdict, VERDICT_INCONCLUSIVE);
	assert_false(low.alone || high.alone || none.alone);
	/* alpha itself is enough */
	assert_int_equal(stats_judge(all, runs, 1, 0.03, false), 1);
	assert_int_equal(low.verdict, VERDICT_LOWER);
	assert_int_equal(stats_judge(all, runs, 0, 0.05, true), 0);
}

static void two_runs_a_side_never_give_a_verdict(void **state)
{
	static const double a[] = { 1000, 1001 }, b[] = { 10, 10.01 };
	struct comparison c, *all[] = { &c };
	size_t runs;

	(void)state;
	c = stats_compare((struct sample){ a, 2 }, (struct sample){ b, 2 }, 0.95);
	for (runs = 2; runs <= 3; runs++) {
		assert_int_equal(stats_judge(all, &runs, 1, 0.05, true), 1);
		assert_true(c.p_adjusted < 0.001 && !c.alone);
		assert_int_equal(c.verdict, runs == 2 ? VERDICT_INCONCLUSIVE : VERDICT_LOWER);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(holm_equals_p_adjust),
		cmocka_unit_test(the_family_is_what_was_tested),
		cmocka_unit_test(a_p_that_holds_alone_only_is_no_verdict),
		cmocka_unit_test(two_runs_a_side_never_give_a_verdict),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

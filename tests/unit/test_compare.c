/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "unit/ref.h"

static int setup(void **state)
{
	return ref_setup(state, "tests/ref/pairs.csv");
}

struct pair {
	const char *id, *status, *pct_status;
	struct sample a, b;
};

static struct pair pair_of(const struct ref_fixture *f, size_t row)
{
	return (struct pair){
		ref_text(&f->want, row, "id"),
		ref_text(&f->want, row, "status"),
		ref_text(&f->want, row, "pct_status"),
		ref_sample(&f->data, ref_text(&f->want, row, "a")),
		ref_sample(&f->data, ref_text(&f->want, row, "b")),
	};
}

static void pair_free(struct pair p)
{
	ref_sample_free(p.a);
	ref_sample_free(p.b);
}

/* How many pairs of the reference there are of the two kinds below. */
#define RATIOS 34
#define RAWS   2

static bool is_ratio(struct pair p)
{
	return strcmp(p.status, "ok") == 0 && strcmp(p.pct_status, "ok") == 0;
}

static bool is_raw(struct pair p)
{
	return strcmp(p.status, "ok") == 0 && strcmp(p.pct_status, "negative") == 0;
}

static void the_test_of_the_log_ratio_equals_exact_arithmetic(void **state)
{
	const struct ref_fixture *f = *state;
	size_t i, compared = 0;

	for (i = 0; i < f->want.rows; i++) {
		const struct ref *want = &f->want;
		struct pair p = pair_of(f, i);

		if (is_ratio(p)) {
			struct comparison c = stats_compare(p.a, p.b, 0.95);
			struct comparison c99 = stats_compare(p.a, p.b, 0.99);

			assert_int_equal(c.reason, REASON_NONE);
			assert_int_equal(c.verdict, VERDICT_INCONCLUSIVE);
			assert_false(c.raw);
			ref_close(100 * c.change, ref_num(want, i, "pct"), 1e-10, p.id, "pct");
			ref_close(c.t * c.se, ref_num(want, i, "dlog_est"), 1e-10, p.id, "est");
			ref_close(c.se, ref_num(want, i, "dlog_se"), 1e-10, p.id, "se");
			ref_close(c.df, ref_num(want, i, "dlog_df"), 1e-10, p.id, "df");
			ref_close(c.t, ref_num(want, i, "dlog_t"), 1e-10, p.id, "t");
			ref_close(c.p, ref_num(want, i, "dlog_p"), 1e-10, p.id, "p");
			ref_close(100 * c.lo, ref_num(want, i, "dlog_pct_lo95"), 1e-10, p.id, "lo");
			ref_close(100 * c.hi, ref_num(want, i, "dlog_pct_hi95"), 1e-10, p.id, "hi");
			ref_close(100 * c99.lo, ref_num(want, i, "dlog_pct_lo99"), 1e-10, p.id,
				  "lo99");
			ref_close(100 * c99.hi, ref_num(want, i, "dlog_pct_hi99"), 1e-10, p.id,
				  "hi99");
			compared++;
		}
		pair_free(p);
	}
	assert_int_equal(compared, RATIOS);
}

static void what_the_design_can_see_equals_the_noncentral_t(void **state)
{
	const struct ref_fixture *f = *state;
	size_t i, compared = 0;

	for (i = 0; i < f->want.rows; i++) {
		const struct ref *want = &f->want;
		struct pair p = pair_of(f, i);
		struct comparison c = stats_compare(p.a, p.b, 0.95);

		if (is_ratio(p)) {
			ref_close(100 * c.mde_down, ref_num(want, i, "mde80_down_pct"), 1e-9, p.id,
				  "mde_down");
			ref_close(100 * c.mde_up, ref_num(want, i, "mde80_up_pct"), 1e-9, p.id,
				  "mde_up");
		}
		if (is_ratio(p) || is_raw(p)) {
			ref_close(c.runs_needed, ref_num(want, i, "runs80"), 0, p.id, "runs");
			compared++;
		} else {
			assert_int_equal(c.runs_needed, 0);
			assert_true(isnan(c.mde_down) && isnan(c.mde_up));
		}
		pair_free(p);
	}
	assert_int_equal(compared, RATIOS + RAWS);
}

static void with_negative_values_the_raw_difference_is_tested(void **state)
{
	const struct ref_fixture *f = *state;
	size_t i, compared = 0;

	for (i = 0; i < f->want.rows; i++) {
		const struct ref *want = &f->want;
		struct pair p = pair_of(f, i);

		if (is_raw(p)) {
			struct comparison c = stats_compare(p.a, p.b, 0.95);

			assert_int_equal(c.reason, REASON_NEGATIVE);
			assert_int_equal(c.verdict, VERDICT_INCONCLUSIVE);
			assert_true(c.raw);
			ref_close(c.change, ref_num(want, i, "diff"), 1e-10, p.id, "diff");
			ref_close(c.se, ref_num(want, i, "welch_se"), 1e-10, p.id, "se");
			ref_close(c.df, ref_num(want, i, "welch_df"), 1e-10, p.id, "df");
			ref_close(c.t, ref_num(want, i, "welch_t"), 1e-10, p.id, "t");
			ref_close(c.p, ref_num(want, i, "welch_p"), 1e-10, p.id, "p");
			ref_close(c.lo, ref_num(want, i, "welch_lo95"), 1e-10, p.id, "lo");
			ref_close(c.hi, ref_num(want, i, "welch_hi95"), 1e-10, p.id, "hi");
			assert_true(c.mde_down == -c.mde_up && c.mde_up > c.hi - c.change);
			compared++;
		}
		pair_free(p);
	}
	assert_int_equal(compared, RAWS);
}

static void refusals_are_those_of_the_reference(void **state)
{
	static const struct {
		const char *status, *pct_status;
		enum reason reason;
		size_t count;
		enum { NO_CHANGE, ROUGH_CHANGE, CHANGE } change;
	} kinds[] = {
		{ "ok", "ok", REASON_NONE, RATIOS, CHANGE },
		{ "ok", "negative", REASON_NEGATIVE, RAWS, ROUGH_CHANGE },
		{ "ok", "zero_base", REASON_ZERO_BASE, 1, NO_CHANGE },
		{ "ok", "zero_variant", REASON_ZERO_NEW, 1, CHANGE },
		{ "n1", "ok", REASON_SINGLE, 4, CHANGE },
		{ "constant", "ok", REASON_CONSTANT, 1, CHANGE },
		{ "resolution", "ok", REASON_RESOLUTION, 2, ROUGH_CHANGE },
		{ "denormal", "ok", REASON_DENORMAL, 1, ROUGH_CHANGE },
	};
	const struct ref_fixture *f = *state;
	size_t i, k, count, all = 0;

	for (k = 0; k < sizeof(kinds) / sizeof(*kinds); k++) {
		for (count = i = 0; i < f->want.rows; i++) {
			struct pair p = pair_of(f, i);
			struct comparison c = stats_compare(p.a, p.b, 0.95);

			if (strcmp(p.status, kinds[k].status) == 0 &&
			    strcmp(p.pct_status, kinds[k].pct_status) == 0) {
				bool tested = kinds[k].reason == REASON_NONE || c.raw;

				assert_int_equal(c.reason, kinds[k].reason);
				assert_int_equal(c.verdict == VERDICT_NOT_TESTED, !tested);
				assert_int_equal(isnan(c.p) && isnan(c.lo) && isnan(c.hi), !tested);
				assert_int_equal(isnan(c.change), kinds[k].change == NO_CHANGE);
				if (kinds[k].change == CHANGE)
					ref_close(100 * c.change, ref_num(&f->want, i, "pct"), 1e-9,
						  p.id, "pct");
				count++;
			}
			pair_free(p);
		}
		assert_int_equal(count, kinds[k].count);
		all += count;
	}
	assert_int_equal(all, f->want.rows);
}

/* Up to three values a side; a NAN ends them. */
static struct comparison of(double a1, double a2, double a3, double b1, double b2, double b3)
{
	double a[] = { a1, a2, a3 }, b[] = { b1, b2, b3 };
	struct sample base = { a, 0 }, fresh = { b, 0 };

	while (base.n < 3 && !isnan(a[base.n]))
		base.n++;
	while (fresh.n < 3 && !isnan(b[fresh.n]))
		fresh.n++;
	return stats_compare(base, fresh, 0.95);
}

static void the_first_reason_of_several_is_given(void **state)
{
	struct comparison c;

	(void)state;
	c = of(NAN, NAN, NAN, 1, 2, 3);
	assert_int_equal(c.reason, REASON_MISSING);
	assert_true(isnan(c.change));
	c = of(1, 2, 3, NAN, NAN, NAN);
	assert_int_equal(c.reason, REASON_MISSING);
	assert_true(isnan(c.change));
	/* one run a side: a ratio, or the difference when a value is negative, or nothing over 0 */
	c = of(8, NAN, NAN, 6, NAN, NAN);
	assert_int_equal(c.reason, REASON_SINGLE);
	assert_true(c.change == -0.25 && !c.raw && isnan(c.p) && isnan(c.df) && isnan(c.se));
	c = of(-8, NAN, NAN, 6, 7, 8);
	assert_int_equal(c.reason, REASON_SINGLE);
	assert_true(c.change == 15 && c.raw && isnan(c.lo));
	c = of(0, NAN, NAN, -6, NAN, NAN);
	assert_int_equal(c.reason, REASON_SINGLE);
	assert_true(isnan(c.change) && !c.raw);
	/* no spread comes before no base */
	c = of(0, 0, 0, 5, 5, 5);
	assert_int_equal(c.reason, REASON_CONSTANT);
	assert_true(isnan(c.change));
	c = of(5, 5, 5, 0, 0, 0);
	assert_int_equal(c.reason, REASON_CONSTANT);
	assert_true(c.change == -1);
	c = of(-5, -5, NAN, -3, -3, -3);
	assert_int_equal(c.reason, REASON_CONSTANT);
	assert_true(c.change == 2 && c.raw);
	/* precision comes before sign and base */
	c = of(-1e15, -1e15, -1e15 - 0.125, 0, 0, 0);
	assert_int_equal(c.reason, REASON_RESOLUTION);
	c = of(0, 0, 0, 1e-300, 2e-300, 3e-300);
	assert_int_equal(c.reason, REASON_DENORMAL);
	/* no base comes before a negative value */
	c = of(-1, 0, 1, 5, 6, 7);
	assert_int_equal(c.reason, REASON_ZERO_BASE);
	assert_true(isnan(c.change) && isnan(c.p) && !c.raw);
	c = of(0, 0, 0, 5, 6, 7);
	assert_int_equal(c.reason, REASON_ZERO_BASE);
	/* a mean of 0 is fine for a raw difference, if it is the new one */
	c = of(5, 6, 7, -1, 0, 1);
	assert_int_equal(c.reason, REASON_NEGATIVE);
	assert_true(c.change == -6 && c.raw && c.p < 0.01);
	c = of(5, 6, 7, 0, 0, 0);
	assert_int_equal(c.reason, REASON_ZERO_NEW);
	assert_true(c.change == -1 && isnan(c.p) && isnan(c.lo) && isnan(c.mde_up));
}

static void what_double_precision_cannot_hold_is_refused(void **state)
{
	double eps = 0x1p-52;
	struct comparison c = of(1, 1, 1 + 4 * eps, 1 + 80 * eps, 1 + 80 * eps, 1 + 84 * eps);

	(void)state;
	/* standard errors of 1.9 and 19 steps; the limit is 10 */
	assert_int_equal(c.reason, REASON_RESOLUTION);
	c = of(1, 1, 1 + 40 * eps, 1 + 80 * eps, 1 + 80 * eps, 1 + 120 * eps);
	assert_int_equal(c.reason, REASON_NONE);
	c = of(-1.7e308, 1.7e308, 1e308, 1, 2, 3);
	assert_int_equal(c.reason, REASON_RESOLUTION);
	assert_true(isnan(c.p));
	c = of(-1.7e308, -1.6e308, NAN, 1.7e308, 1.6e308, NAN);
	assert_int_equal(c.reason, REASON_RESOLUTION);
	assert_true(isnan(c.change) && isnan(c.p));
	c = of(1e-280, 2e-280, 3e-280, 1e100, 2e100, 3e100);
	assert_int_equal(c.reason, REASON_RESOLUTION);
	assert_true(isnan(c.change) && isnan(c.p));
	/* the other way the change is -1 to the last digit, and the log ratio is tested */
	c = of(1e100, 2e100, 3e100, 1e-280, 2e-280, 3e-280);
	assert_int_equal(c.reason, REASON_NONE);
	assert_true(c.change == -1 && c.p < 1e-3 && fabs(c.t * c.se + 380 * log(10)) < 1e-9);
}

/* Equal spreads are at the upper end; with no spread on one side the other alone counts. */
static void degrees_of_freedom_stay_in_their_range(void **state)
{
	const struct ref_fixture *f = *state;
	struct sample s = ref_sample(&f->data, "t_ln30_a");
	double flat[] = { 1, 1, 1, 1 };
	size_t n;

	for (n = 2; n <= 30; n++) {
		struct sample part = { s.v, n };
		struct comparison c = stats_compare(part, part, 0.95);

		assert_true(c.df <= 2 * (double)n - 2 && c.df > (2 * (double)n - 2) * (1 - 1e-14));
		c = stats_compare(part, (struct sample){ flat, 4 }, 0.95);
		assert_true(c.df >= fmin((double)n, 4) - 1);
		assert_true(fabs(c.df - (double)(n - 1)) < 1e-13 && c.p > 0);
	}
	ref_sample_free(s);
}

static void p_is_below_alpha_exactly_when_the_interval_excludes_no_change(void **state)
{
	static const double confs[] = { 0.5, 0.8, 0.9, 0.95, 0.98, 0.99, 0.999, 0.9999 };
	const struct ref_fixture *f = *state;
	size_t i, k, excludes = 0, compared = 0;

	for (i = 0; i < f->want.rows; i++) {
		struct pair p = pair_of(f, i);

		for (k = 0; k < sizeof(confs) / sizeof(*confs); k++) {
			struct comparison c = stats_compare(p.a, p.b, confs[k]);
			bool out = c.lo > 0 || c.hi < 0;

			if (c.verdict == VERDICT_NOT_TESTED)
				continue;
			assert_true(c.lo <= c.change && c.change <= c.hi);
			assert_int_equal(out, c.p < 1 - confs[k]);
			if (out)
				excludes++;
			compared++;
		}
		pair_free(p);
	}
	assert_int_equal(compared, (RATIOS + RAWS) * 8);
	assert_in_range(excludes, 50, compared - 50);
}

/* The values of s times 2^k, in v. */
static struct sample scaled(struct sample s, int k, double *v)
{
	size_t i;

	for (i = 0; i < s.n; i++)
		v[i] = ldexp(s.v[i], k);
	return (struct sample){ v, s.n };
}

static void scaling_by_a_power_of_two_changes_no_bit(void **state)
{
	static const int powers[] = { -60, -7, -1 };
	const struct ref_fixture *f = *state;
	double va[64], vb[64];
	size_t i, k, compared = 0;

	for (i = 0; i < f->want.rows; i++) {
		struct pair p = pair_of(f, i);
		struct comparison c = stats_compare(p.a, p.b, 0.95), s;

		for (k = 0; k < sizeof(powers) / sizeof(*powers); k++) {
			int unit = c.raw ? powers[k] : 0;

			if (c.verdict == VERDICT_NOT_TESTED)
				continue;
			assert_true(p.a.n <= 64 && p.b.n <= 64);
			s = stats_compare(scaled(p.a, powers[k], va), scaled(p.b, powers[k], vb),
					  0.95);
			assert_true(s.p == c.p && s.t == c.t && s.df == c.df);
			assert_true(s.change == ldexp(c.change, unit) && s.se == ldexp(c.se, unit));
			assert_true(s.lo == ldexp(c.lo, unit) && s.hi == ldexp(c.hi, unit));
			assert_true(s.mde_up == ldexp(c.mde_up, unit));
			assert_true(s.mde_down == ldexp(c.mde_down, unit));
			assert_int_equal(s.runs_needed, c.runs_needed);
			compared++;
		}
		pair_free(p);
	}
	assert_int_equal(compared, (RATIOS + RAWS) * 3);
}

static void swapping_the_sides_negates_the_log_ratio_and_keeps_p(void **state)
{
	const struct ref_fixture *f = *state;
	size_t i, compared = 0;

	for (i = 0; i < f->want.rows; i++) {
		struct pair p = pair_of(f, i);
		struct comparison c = stats_compare(p.a, p.b, 0.95);
		struct comparison s = stats_compare(p.b, p.a, 0.95);

		if (c.verdict != VERDICT_NOT_TESTED) {
			ref_close(s.t, -c.t, 1e-13, p.id, "t swapped");
			ref_close(s.p, c.p, 1e-12, p.id, "p swapped");
			ref_close(s.df, c.df, 1e-13, p.id, "df swapped");
			ref_close(s.se, c.se, 1e-13, p.id, "se swapped");
			ref_close(s.lo, c.raw ? -c.hi : expm1(-log1p(c.hi)), 1e-11, p.id,
				  "lo swapped");
			assert_int_equal(s.runs_needed, c.runs_needed);
			compared++;
		}
		pair_free(p);
	}
	assert_int_equal(compared, RATIOS + RAWS);
}

/* s backwards and turned by one, in v. */
static struct sample shuffled(struct sample s, double *v)
{
	size_t i;

	for (i = 0; i < s.n; i++)
		v[i] = s.v[(2 * s.n - i) % s.n];
	return (struct sample){ v, s.n };
}

static void the_order_of_runs_does_not_matter(void **state)
{
	const struct ref_fixture *f = *state;
	double va[64], vb[64];
	size_t i, compared = 0;

	for (i = 0; i < f->want.rows; i++) {
		struct pair p = pair_of(f, i);
		struct comparison c = stats_compare(p.a, p.b, 0.95), s;

		assert_true(p.a.n <= 64 && p.b.n <= 64);
		s = stats_compare(shuffled(p.a, va), shuffled(p.b, vb), 0.95);
		assert_int_equal(s.reason, c.reason);
		ref_close(s.change, c.change, 1e-14, p.id, "change reordered");
		ref_close(s.p, c.p, 1e-12, p.id, "p reordered");
		ref_close(s.lo, c.lo, 1e-12, p.id, "lo reordered");
		ref_close(s.hi, c.hi, 1e-12, p.id, "hi reordered");
		compared++;
		pair_free(p);
	}
	assert_int_equal(compared, 46);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_test_of_the_log_ratio_equals_exact_arithmetic),
		cmocka_unit_test(what_the_design_can_see_equals_the_noncentral_t),
		cmocka_unit_test(with_negative_values_the_raw_difference_is_tested),
		cmocka_unit_test(refusals_are_those_of_the_reference),
		cmocka_unit_test(the_first_reason_of_several_is_given),
		cmocka_unit_test(what_double_precision_cannot_hold_is_refused),
		cmocka_unit_test(degrees_of_freedom_stay_in_their_range),
		cmocka_unit_test(p_is_below_alpha_exactly_when_the_interval_excludes_no_change),
		cmocka_unit_test(scaling_by_a_power_of_two_changes_no_bit),
		cmocka_unit_test(swapping_the_sides_negates_the_log_ratio_and_keeps_p),
		cmocka_unit_test(the_order_of_runs_does_not_matter),
	};

	return cmocka_run_group_tests(tests, setup, ref_teardown);
}

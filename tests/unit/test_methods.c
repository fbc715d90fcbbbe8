/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "stats/effect.h"
#include "stats/rank.h"
#include "unit/ref.h"

static int setup(void **state)
{
	return ref_setup(state, "tests/ref/methods.csv");
}

/* A row of the reference, its samples sorted beside them. */
struct pair {
	const struct ref *want;
	size_t row;
	const char *id, *status, *pct_status;
	struct sample a, b;
	struct sorted sa, sb;
};

static struct pair pair_of(const struct ref_fixture *f, size_t row)
{
	struct pair p = { .want = &f->want,
			  .row = row,
			  .id = ref_text(&f->want, row, "id"),
			  .status = ref_text(&f->want, row, "status"),
			  .pct_status = ref_text(&f->want, row, "pct_status"),
			  .a = ref_sample(&f->data, ref_text(&f->want, row, "a")),
			  .b = ref_sample(&f->data, ref_text(&f->want, row, "b")) };

	p.sa = (struct sorted){ stats_sorted(p.a), p.a.n };
	p.sb = (struct sorted){ stats_sorted(p.b), p.b.n };
	return p;
}

static void pair_free(struct pair *p)
{
	mem_free((double *)(uintptr_t)p->sa.v);
	mem_free((double *)(uintptr_t)p->sb.v);
	ref_sample_free(p->a);
	ref_sample_free(p->b);
}

static double number(const struct pair *p, const char *col)
{
	return ref_num(p->want, p->row, col);
}

/* The column of this name within a relative tolerance. */
static void same(const struct pair *p, double got, const char *col, double tolerance)
{
	ref_close(got, number(p, col), tolerance, p->id, col);
}

static const struct method method = { .conf = 0.95, .alpha = 0.05 };

static void each_pair(const struct ref_fixture *f, void (*check)(const struct pair *p))
{
	size_t i;

	for (i = 0; i < f->want.rows; i++) {
		struct pair p = pair_of(f, i);

		check(&p);
		pair_free(&p);
	}
	assert_int_equal(i, 46);
}

static void check_ranks(const struct pair *p)
{
	struct rank_pairs n = rank_pairs(p->sa, p->sb);
	struct rank_test t = rank_test(p->sa, p->sb), turned = rank_test(p->sb, p->sa);

	same(p, n.above, "cliff_gt", 0);
	same(p, n.equal, "cliff_eq", 0);
	same(p, n.below, "cliff_lt", 0);
	same(p, n.above + n.equal / 2, "U_b", 0);
	same(p, t.count, "mw_count", 1e-15);
	same(p, t.total, "mw_total", 1e-15);
	same(p, t.p, "mw_p_exact", 1e-10);
	same(p, t.floor, "mw_p_floor", 1e-10);
	assert_true(t.p >= t.floor && t.p <= 1);
	assert_true(turned.p == t.p && turned.floor == t.floor);
	ref_close(turned.less, t.greater, 1e-12, p->id, "one side, turned");
	ref_close(turned.greater, t.less, 1e-12, p->id, "the other side, turned");
	/* one value is counted on both sides, and no data can do better than the floor */
	assert_true(t.less + t.greater > 1 && t.less > 0 && t.greater > 0);
	assert_true(t.p <= 2 * fmin(t.less, t.greater) + 1e-12 || number(p, "ties") == 1);
	same(p, rank_test_normal(p->sa, p->sb).p, "mw_p_norm_cc", 1e-9);
}

static void mann_and_whitneys_test_equals_exact_counts(void **state)
{
	each_pair(*state, check_ranks);
}

static void check_shift(const struct pair *p)
{
	struct rank_shift s = rank_shift(p->sa, p->sb, 0.95);

	same(p, s.estimate, "hl_est", 1e-9);
	same(p, s.lo, "hl_lo95", 1e-9);
	same(p, s.hi, "hl_hi95", 1e-9);
	if (number(p, "hl_conf") > 0)
		same(p, s.level, "hl_conf", 1e-9);
	else
		assert_true(fabs(s.level) < 1e-15);
}

static void hodges_and_lehmanns_shift_equals_r(void **state)
{
	each_pair(*state, check_shift);
}

static bool tested(const struct pair *p)
{
	return strcmp(p->status, "ok") == 0;
}

static bool positive(const struct pair *p)
{
	return !isnan(number(p, "hlr_pct"));
}

static void check_medians(const struct pair *p)
{
	struct method m = method;
	struct comparison c;

	m.stat = STAT_MEDIAN;
	c = stats_compare_by(p->a, p->b, &m);
	if (positive(p)) {
		assert_false(c.raw);
		/* R takes plain logarithms: of huge numbers few digits of a difference are left */
		if (strcmp(p->id, "e_huge_off__e_huge_off_b") && strcmp(p->id, "e_ulp__e_ulp_b"))
			same(p, 100 * c.change, "hlr_pct", 1e-9);
	} else {
		assert_true(c.raw);
		same(p, c.change, "hl_est", 1e-9);
	}
	assert_int_equal(c.verdict != VERDICT_NOT_TESTED, tested(p));
	assert_int_equal(isnan(c.p), !tested(p));
	if (!tested(p))
		return;
	assert_int_equal(c.reason != REASON_NONE, c.raw);
	same(p, c.p, "mw_p_exact", 1e-10);
	same(p, c.p_least, "mw_p_floor", 1e-10);
	same(p, c.level, "hl_conf", 1e-9);
	if (!positive(p)) {
		same(p, c.lo, "hl_lo95", 1e-9);
		same(p, c.hi, "hl_hi95", 1e-9);
	} else if (strcmp(p->id, "e_huge_off__e_huge_off_b") != 0) {
		same(p, 100 * c.lo, "hlr_pct_lo95", 1e-9);
		same(p, 100 * c.hi, "hlr_pct_hi95", 1e-9);
	}
	/* without ties the interval and p agree at the true level */
	if (number(p, "ties") == 0)
		assert_int_equal(c.lo > 0 || c.hi < 0, c.p <= 1 - c.level + 1e-12);
}

static void comparing_medians_equals_r(void **state)
{
	each_pair(*state, check_medians);
}

static void check_logs(const struct pair *p)
{
	struct method m = method;
	struct comparison c;

	m.stat = STAT_GEOMEAN;
	c = stats_compare_by(p->a, p->b, &m);
	if (isnan(number(p, "lw_pct"))) {
		assert_int_equal(c.verdict, VERDICT_NOT_TESTED);
		assert_true(isnan(c.change) && isnan(c.p));
		return;
	}
	if (strcmp(p->id, "e_huge_off__e_huge_off_b") && strcmp(p->id, "e_ulp__e_ulp_b"))
		same(p, 100 * c.change, "lw_pct", 1e-9);
	if (!tested(p)) {
		assert_int_equal(c.verdict, VERDICT_NOT_TESTED);
		assert_true(c.reason != REASON_NONE && isnan(c.p) && isnan(c.lo));
		return;
	}
	assert_int_equal(c.reason, REASON_NONE);
	/* the mean of logarithms loses as many digits as they cancel */
	if (fabs(number(p, "lw_est")) > 1e-12)
		same(p, c.t * c.se, "lw_est", 1e-10);
	same(p, c.se, "lw_se", 1e-10);
	same(p, c.df, "lw_df", 1e-10);
	same(p, c.p, "lw_p", 1e-10);
	same(p, 100 * c.lo, "lw_pct_lo95", 1e-10);
	same(p, 100 * c.hi, "lw_pct_hi95", 1e-10);
}

static void comparing_geometric_means_equals_exact_arithmetic(void **state)
{
	each_pair(*state, check_logs);
}

static void check_margins(const struct pair *p)
{
	static const struct {
		double margin;
		const char *col;
	} margins[] = { { 0.01, "tost_p_1pct" }, { 0.05, "tost_p_5pct" } };

	for (size_t i = 0; i < 2; i++) {
		struct method m = { .conf = 0.9, .alpha = 0.05, .margin = margins[i].margin };
		struct comparison c = stats_compare_by(p->a, p->b, &m);

		if (c.reason != REASON_NONE) {
			assert_true(isnan(c.p_margin));
			continue;
		}
		/* R's own mean overflows there */
		if (strcmp(p->id, "e_big__e_sumovf") != 0)
			same(p, c.p_margin, margins[i].col, 1e-9);
		/* the 90 % interval says the same */
		assert_int_equal(c.p_margin<0.05, c.lo> - m.margin && c.hi < m.margin);
		m.stat = STAT_MEDIAN;
		c = stats_compare_by(p->a, p->b, &m);
		if (c.lo > -m.margin && c.hi < m.margin && c.level >= 0.9)
			assert_true(c.p_margin <= 0.05);
		else
			assert_true(c.p_margin > 0 || isnan(c.p_margin));
		m.margin = 0;
		assert_true(isnan(stats_compare_by(p->a, p->b, &m).p_margin));
	}
}

static void the_test_against_a_margin_equals_r(void **state)
{
	each_pair(*state, check_margins);
}

static void check_effects(const struct pair *p)
{
	struct effect e = stats_effect(p->a, p->b);

	same(p, e.cliff, "cliff_delta", 1e-15);
	same(p, e.a12, "a12", 1e-15);
	/* R's own variances overflow or round for the others */
	if (!tested(p) || strcmp(p->id, "e_big__e_sumovf") == 0)
		return;
	same(p, e.d, "cohen_d", 1e-9);
	same(p, e.g, "hedges_g", 1e-9);
}

static void effect_sizes_equal_r(void **state)
{
	each_pair(*state, check_effects);
}

static void check_splits(const struct pair *p)
{
	struct permutation x = stats_permutation(p->a, p->b, 1), y;

	if (isnan(number(p, "perm_count_decimal"))) {
		assert_false(x.exact);
		assert_true(x.total == 100000 && x.count >= 1);
		y = stats_permutation(p->a, p->b, 1);
		assert_true(x.count == y.count && x.p == x.count / x.total);
		/* about what another test of much the same says */
		assert_true(fabs(x.p - ref_num(p->want, p->row, "mw_p_exact")) < 0.2);
		return;
	}
	assert_true(x.exact);
	same(p, x.total, "perm_total", 0);
	same(p, x.count, "perm_count_decimal", 0);
	same(p, x.p * x.total, "perm_count_decimal", 1e-15);
}

static void the_permutation_test_equals_exact_counts(void **state)
{
	each_pair(*state, check_splits);
}

/* R's t.test(paired = TRUE), of the differences and of the logarithms. */
static void comparing_pairs_equals_r(void **state)
{
	const struct ref_fixture *f = *state;
	struct ref want = ref_read("tests/ref/paired.csv");
	struct method m = method;
	size_t i, k, logs = 0, raws = 0;

	m.paired = true;
	for (i = 0; i < want.rows; i++) {
		const char *id = ref_text(&want, i, "id");
		struct comparison c;
		struct pair p;

		for (k = 0; strcmp(ref_text(&f->want, k, "id"), id) != 0;)
			k++;
		p = pair_of(f, k);
		c = stats_compare_by(p.a, p.b, &m);
		/* differences that are all the same, or by rounding nearly, are refused */
		if (isnan(ref_num(&want, i, c.raw ? "p" : "log_p")) ||
		    strcmp(id, "e_ulp__e_ulp_b") == 0) {
			assert_int_equal(c.verdict, VERDICT_NOT_TESTED);
			assert_true(c.reason == REASON_CONSTANT || c.reason == REASON_RESOLUTION);
		} else if (c.raw) {
			ref_close(c.change, ref_num(&want, i, "diff"), 1e-9, id, "diff");
			ref_close(c.t, ref_num(&want, i, "t"), 1e-9, id, "t");
			ref_close(c.df, ref_num(&want, i, "df"), 0, id, "df");
			ref_close(c.p, ref_num(&want, i, "p"), 1e-9, id, "p");
			ref_close(c.lo, ref_num(&want, i, "lo95"), 1e-9, id, "lo");
			ref_close(c.hi, ref_num(&want, i, "hi95"), 1e-9, id, "hi");
			assert_true(c.reason == REASON_NEGATIVE || c.reason == REASON_NOT_POSITIVE);
			raws++;
		} else if (strcmp(id, "e_huge_off__e_huge_off_b") != 0) {
			assert_int_equal(c.reason, REASON_NONE);
			ref_close(100 * c.change, ref_num(&want, i, "log_pct"), 1e-9, id, "pct");
			ref_close(c.t, ref_num(&want, i, "log_t"), 1e-9, id, "t");
			ref_close(c.p, ref_num(&want, i, "log_p"), 1e-9, id, "p");
			ref_close(100 * c.lo, ref_num(&want, i, "log_pct_lo95"), 1e-9, id, "lo");
			ref_close(100 * c.hi, ref_num(&want, i, "log_pct_hi95"), 1e-9, id, "hi");
			logs++;
		}
		pair_free(&p);
	}
	assert_int_equal(want.rows, 33);
	assert_true(raws >= 3 && logs >= 24 && raws + logs >= 28);
	ref_free(&want);
}

static void sides_without_partners_are_no_pairs(void **state)
{
	static const double v[] = { 1, 2, 3, 4 };
	struct method m = method;
	struct comparison c;

	(void)state;
	m.paired = true;
	c = stats_compare_by((struct sample){ v, 4 }, (struct sample){ v, 3 }, &m);
	assert_int_equal(c.reason, REASON_UNPAIRED);
	assert_true(isnan(c.p) && c.verdict == VERDICT_NOT_TESTED);
	c = stats_compare_by((struct sample){ v, 0 }, (struct sample){ v, 3 }, &m);
	assert_int_equal(c.reason, REASON_MISSING);
	c = stats_compare_by((struct sample){ v, 1 }, (struct sample){ v + 1, 1 }, &m);
	assert_int_equal(c.reason, REASON_SINGLE);
	assert_true(fabs(c.change - 1) < 1e-15);
	/* every pair twice as large */
	c = stats_compare_by((struct sample){ v, 1 }, (struct sample){ v + 1, 1 }, &m);
	m.stat = STAT_GEOMEAN;
	c = stats_compare_by((struct sample){ v, 2 }, (struct sample){ v + 2, 2 }, &m);
	assert_int_equal(c.reason, REASON_NONE);
}

/* The table of the smallest p by n1 and n2; 1 v 1 to 30 v 30. */
static void the_floor_of_ranks_is_that_of_the_table(void **state)
{
	struct ref want = ref_read("tests/ref/floor.csv");
	double v[64];
	size_t i;

	(void)state;
	for (i = 0; i < 64; i++)
		v[i] = (double)i;
	for (i = 0; i < want.rows; i++) {
		size_t n1 = (size_t)ref_num(&want, i, "n1"), n2 = (size_t)ref_num(&want, i, "n2");
		struct rank_test t = rank_test((struct sorted){ v, n1 },
					       (struct sorted){ v + 32, n2 });

		ref_close(t.p, ref_num(&want, i, "p_min"), 1e-12, "floor", "p_min");
		ref_close(t.floor, t.p, 0, "floor", "floor");
		ref_close(t.total, ref_num(&want, i, "total"), 1e-15, "floor", "total");
		if (n1 == n2 && n1 > 1)
			assert_int_equal(rank_runs_needed(t.p * (1 + 1e-12)), n1);
	}
	assert_int_equal(want.rows, 78);
	ref_free(&want);
}

static void what_is_missing_has_no_effect(void **state)
{
	static const double one[] = { 1 };
	struct sample none = { NULL, 0 }, some = { one, 1 };

	(void)state;
	assert_true(isnan(stats_effect(none, some).cliff));
	assert_true(isnan(stats_effect(some, none).g));
	assert_true(stats_effect(some, some).a12 == 0.5 && isnan(stats_effect(some, some).d));
	assert_true(isnan(stats_permutation(none, some, 1).p));
	assert_true(stats_permutation(some, some, 1).p == 1);
}

/* Large samples: the approximation and bisection agree with what sorting all differences gives. */
static void many_values_take_the_approximation(void **state)
{
	double a[100], b[30], all[3000];
	struct rank_shift s;
	struct rank_test t;
	size_t i, j;

	(void)state;
	for (i = 0; i < 100; i++)
		a[i] = (double)(i * i);
	for (j = 0; j < 30; j++)
		b[j] = 700 + 100 * (double)j;
	for (i = 0; i < 100; i++)
		for (j = 0; j < 30; j++)
			all[30 * i + j] = b[j] - a[i];
	s = rank_shift((struct sorted){ a, 100 }, (struct sorted){ b, 30 }, 0.95);
	assert_true(s.estimate == stats_quantile((struct sample){ all, 3000 }, 0.5));
	assert_true(s.lo < s.estimate && s.estimate < s.hi);
	assert_true(s.level >= 0.95 && s.level < 0.952);
	t = rank_test((struct sorted){ a, 100 }, (struct sorted){ b, 30 });
	assert_true(isnan(t.count) && t.floor == 0);
	assert_true(t.p == rank_test_normal((struct sorted){ a, 100 }, (struct sorted){ b, 30 }).p);
	assert_int_equal(t.p <= 0.05, s.lo > 0 || s.hi < 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(mann_and_whitneys_test_equals_exact_counts),
		cmocka_unit_test(hodges_and_lehmanns_shift_equals_r),
		cmocka_unit_test(comparing_medians_equals_r),
		cmocka_unit_test(comparing_geometric_means_equals_exact_arithmetic),
		cmocka_unit_test(the_test_against_a_margin_equals_r),
		cmocka_unit_test(effect_sizes_equal_r),
		cmocka_unit_test(the_permutation_test_equals_exact_counts),
		cmocka_unit_test(comparing_pairs_equals_r),
		cmocka_unit_test(sides_without_partners_are_no_pairs),
		cmocka_unit_test(the_floor_of_ranks_is_that_of_the_table),
		cmocka_unit_test(what_is_missing_has_no_effect),
		cmocka_unit_test(many_values_take_the_approximation),
	};

	return cmocka_run_group_tests(tests, setup, ref_teardown);
}

/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "stats/curve.h"
#include "unit/ref.h"

/* Results of one benchmark by level, in columns "a" and "b", that become a curve. */
struct points {
	struct grid_builder *b;
	struct curve_level *levels;
	size_t n, cap;
};

static void point(struct points *p, const char *source, unsigned int run, const char *x, double v)
{
	struct buf params = { 0 };
	struct record rec = { .kind = RECORD_VALUE,
			      .source = str_of(source),
			      .run = run,
			      .format = STR("test"),
			      .bench = STR("b"),
			      .metric = STR("time"),
			      .stat = STR("value"),
			      .n = 1,
			      .unit = STR("ns"),
			      .value = v };

	if (!p->b)
		p->b = grid_new();
	buf_printf(&params, "x=%s", x);
	rec.params = buf_str(&params);
	grid_add(p->b, &rec, STR(""));
	buf_free(&params);
}

static struct curve curve(struct points *p)
{
	const struct grid *g = grid_finish(p->b);
	struct str x;

	for (size_t i = 0; i < g->nrows; i++) {
		p->levels = mem_grow(p->levels, &p->cap, p->n + 1, sizeof(*p->levels));
		p->levels[p->n].row = &g->rows[i];
		assert_true(str_pair(g->rows[i].params, STR("x"), &x));
		assert_true(str_double(x, &p->levels[p->n++].x));
	}
	return curve_of(p->levels, p->n, 0, 1, 0.95);
}

static void points_free(struct points *p)
{
	mem_free(p->levels);
	grid_free(p->b);
	*p = (struct points){ 0 };
}

static void curves_of_single_measurements_equal_the_reference(void **state)
{
	struct ref at = ref_read("tests/ref/curves.csv");
	struct ref want = ref_read("tests/ref/curves_summary.csv");

	(void)state;
	for (size_t i = 0; i < want.rows; i++) {
		const char *id = ref_text(&want, i, "curve");
		struct points p = { 0 };
		struct curve c;

		/* Backwards: the order of the levels is that of their numbers. */
		for (size_t j = at.rows; j-- > 0;) {
			if (strcmp(ref_text(&at, j, "curve"), id) != 0)
				continue;
			point(&p, "a", 1, ref_text(&at, j, "x"), ref_num(&at, j, "base"));
			point(&p, "b", 1, ref_text(&at, j, "x"), ref_num(&at, j, "new"));
		}
		c = curve(&p);
		assert_int_equal(c.n, (int)ref_num(&want, i, "npoints"));
		ref_close(c.ratio, ref_num(&want, i, "geomean_ratio"), 1e-12, id, "ratio");
		ref_close(curve_ratio(&p.levels[c.lowest], 0, 1), ref_num(&want, i, "min_ratio"),
			  1e-12, id, "lowest");
		ref_close(curve_ratio(&p.levels[c.highest], 0, 1), ref_num(&want, i, "max_ratio"),
			  1e-12, id, "highest");
		ref_close(log(c.weighted), ref_num(&want, i, "auc_log_ratio"), 1e-9, id,
			  "weighted");
		ref_close(p.levels[c.lowest].x, ref_num(&want, i, "best_at"), 0, id, "best_at");
		ref_close(p.levels[c.highest].x, ref_num(&want, i, "worst_at"), 0, id, "worst_at");
		ref_close(c.base_slope, ref_num(&want, i, "slope_base"), 1e-9, id, "slope_base");
		ref_close(c.fresh_slope, ref_num(&want, i, "slope_new"), 1e-9, id, "slope_new");
		/* One run a level: points are no repetitions. */
		assert_int_equal(c.error, CURVE_SINGLE);
		assert_true(isnan(c.lo) && isnan(c.hi));
		points_free(&p);
	}
	assert_int_equal(want.rows, 4);
	ref_free(&at);
	ref_free(&want);
}

static const double before[] = { 6564718459, 8431051895, 9477830789, 9950211144 };
static const double after[] = { 7712110118, 7002403664, 7842282319, 7230161977 };

static void same_runs_at_all_levels_are_welch_on_their_logarithms(void **state)
{
	static const char *const levels[] = { "1", "2", "3", "10" };
	struct points p = { 0 };
	struct curve c;

	(void)state;
	/* Each level is a multiple of the same values, so the answer is that of one level alone. */
	for (size_t j = 0; j < 4; j++)
		for (unsigned int i = 0; i < 4; i++) {
			point(&p, "a", i + 1, levels[j], before[i] * (double)(1u << j));
			point(&p, "b", i + 1, levels[j], after[i] * (double)(1u << j));
		}
	c = curve(&p);
	assert_int_equal(c.error, CURVE_OK);
	/* R: t.test(log(after), log(before)) */
	ref_close(100 * (c.lo - 1), -34.144395266694424, 1e-9, "s1", "lo");
	ref_close(100 * (c.hi - 1), 16.303593201033273, 1e-9, "s1", "hi");
	assert_int_equal(c.crossings, 0);
	points_free(&p);
}

static void scaling_by_powers_of_two_changes_no_bit(void **state)
{
	static const char *const levels[] = { "1", "2", "3", "4", "5" };
	struct points p = { 0 }, q = { 0 };
	struct curve c, d;

	(void)state;
	for (unsigned int j = 0; j < 5; j++)
		for (unsigned int i = 0; i < 3; i++) {
			double a = 10 + i * 0.7 + j, b = 9.1 + 0.3 * i + 1.37 * j;

			point(&p, "a", i + 1, levels[j], a);
			point(&p, "b", i + 1, levels[j], b);
			point(&q, "a", i + 1, levels[j], ldexp(a, 40));
			point(&q, "b", i + 1, levels[j], ldexp(b, 40));
		}
	c = curve(&p);
	d = curve(&q);
	assert_int_equal(c.error, CURVE_OK);
	assert_true(c.lo < c.ratio && c.ratio < c.hi);
	assert_true(c.ratio == d.ratio && c.lo == d.lo && c.hi == d.hi);
	assert_true(c.base_slope == d.base_slope && c.fresh_slope == d.fresh_slope);
	points_free(&p);
	points_free(&q);
}

/* Runs 1 to 3 at level 1 and 4 to 7 at level 2, or shift less. */
static void two_levels(struct points *p, unsigned int shift)
{
	static const double a1[] = { 10, 11, 13 }, a2[] = { 200, 190, 205, 220 };
	static const double b1[] = { 8, 9, 8.5 }, b2[] = { 150, 170, 160, 149 };

	for (unsigned int i = 0; i < 3; i++) {
		point(p, "a", i + 1, "1", a1[i]);
		point(p, "b", i + 1, "1", b1[i]);
	}
	for (unsigned int i = 0; i < 4; i++) {
		point(p, "a", i + 4 - shift, "2", a2[i]);
		point(p, "b", i + 4 - shift, "2", b2[i]);
	}
}

static void runs_of_their_own_add_their_errors(void **state)
{
	struct points p = { 0 };
	struct curve c;

	(void)state;
	two_levels(&p, 0);
	c = curve(&p);
	assert_int_equal(c.error, CURVE_OK);
	/* mpmath, by the formula */
	ref_close(c.ratio, 0.76081164280537983, 1e-12, "own runs", "ratio");
	ref_close(c.lo, 0.66831389427094202, 1e-9, "own runs", "lo");
	ref_close(c.hi, 0.86611150956193477, 1e-9, "own runs", "hi");
	points_free(&p);
}

static void runs_behind_some_levels_give_no_interval(void **state)
{
	struct points p = { 0 };
	struct curve c;

	(void)state;
	two_levels(&p, 1);
	c = curve(&p);
	assert_int_equal(c.error, CURVE_OVERLAP);
	ref_close(c.ratio, 0.76081164280537983, 1e-12, "overlap", "ratio");
	assert_true(isnan(c.lo) && isnan(c.hi));
	points_free(&p);
}

static void sides_of_two_kinds_give_no_interval(void **state)
{
	struct points p = { 0 };
	struct curve c;

	(void)state;
	for (unsigned int i = 0; i < 2; i++) {
		point(&p, "a", i + 1, "1", 10 + i);
		point(&p, "b", i + 1, "1", 8 + i);
		point(&p, "a", i + 1, "2", 20 + i);
		point(&p, "b", i + 3, "2", 18 + i);
	}
	c = curve(&p);
	assert_int_equal(c.error, CURVE_OVERLAP);
	ref_close(c.ratio, sqrt(8.5 / 10.5 * 18.5 / 20.5), 1e-12, "two kinds", "ratio");
	points_free(&p);
}

static void crossings_skip_levels_where_the_ratio_is_1(void **state)
{
	static const double ratios[] = { 1, 0.9, 1, 1.2, 1, 1.1, 0.8 };
	static const char *const x[] = { "0", "1", "2", "4", "8", "16", "32" };
	struct points p = { 0 };
	struct curve c;

	(void)state;
	for (size_t i = 0; i < 7; i++) {
		point(&p, "a", 1, x[i], 10);
		point(&p, "b", 1, x[i], 10 * ratios[i]);
	}
	c = curve(&p);
	assert_int_equal(c.crossings, 2);
	assert_true(p.levels[c.before].x == 1 && p.levels[c.after].x == 4);
	/* 0 has no logarithm */
	assert_true(isnan(c.base_slope) && isnan(c.fresh_slope) && isnan(c.weighted));
	points_free(&p);
}

static void levels_without_a_ratio_do_not_count(void **state)
{
	struct points p = { 0 };
	struct curve c;

	(void)state;
	point(&p, "a", 1, "1", 10);
	point(&p, "b", 1, "1", 5);
	point(&p, "a", 1, "2", 0);
	point(&p, "b", 1, "2", 5);
	point(&p, "a", 1, "3", -1);
	point(&p, "b", 1, "3", 5);
	point(&p, "a", 1, "4", 10);
	c = curve(&p);
	assert_int_equal(c.n, 1);
	assert_true(c.ratio == 0.5 && isnan(c.base_slope));
	points_free(&p);

	point(&p, "a", 1, "1", 0);
	point(&p, "b", 1, "1", 5);
	c = curve(&p);
	assert_int_equal(c.n, 0);
	points_free(&p);
}

static void a_spread_of_nothing_or_a_value_of_0_gives_no_interval(void **state)
{
	struct points p = { 0 };

	(void)state;
	for (unsigned int i = 0; i < 3; i++) {
		point(&p, "a", i + 1, "1", 10);
		point(&p, "b", i + 1, "1", 8);
	}
	assert_int_equal(curve(&p).error, CURVE_NO_SPREAD);
	points_free(&p);
	for (unsigned int i = 0; i < 3; i++) {
		point(&p, "a", i + 1, "1", 10);
		point(&p, "b", i + 1, "1", i);
	}
	assert_int_equal(curve(&p).error, CURVE_NOT_POSITIVE);
	points_free(&p);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(curves_of_single_measurements_equal_the_reference),
		cmocka_unit_test(same_runs_at_all_levels_are_welch_on_their_logarithms),
		cmocka_unit_test(scaling_by_powers_of_two_changes_no_bit),
		cmocka_unit_test(runs_of_their_own_add_their_errors),
		cmocka_unit_test(runs_behind_some_levels_give_no_interval),
		cmocka_unit_test(sides_of_two_kinds_give_no_interval),
		cmocka_unit_test(crossings_skip_levels_where_the_ratio_is_1),
		cmocka_unit_test(levels_without_a_ratio_do_not_count),
		cmocka_unit_test(a_spread_of_nothing_or_a_value_of_0_gives_no_interval),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

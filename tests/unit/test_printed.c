/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "stats/contrast.h"
#include "unit/ref.h"

static int setup(void **state)
{
	return ref_setup(state, "tests/ref/pairs.csv");
}

/* A record of a summary; value is what its text says. */
static struct record said(const char *source, unsigned int run, const char *stat, unsigned long n,
			  double value)
{
	return (struct record){ .source = str_of(source),
				.run = run,
				.bench = STR("bench"),
				.metric = STR("time"),
				.unit = STR("ns"),
				.stat = str_of(stat),
				.n = n,
				.better = BETTER_LOWER,
				.fold = FOLD_RUNS,
				.value = value };
}

static void add(struct grid_builder *b, struct record rec)
{
	grid_add(b, &rec, STR("label"));
}

static size_t row_of(const struct ref *r, const char *id)
{
	for (size_t i = 0; i < r->rows; i++)
		if (strcmp(ref_text(r, i, "id"), id) == 0)
			return i;
	fail_msg("no row %s", id);
	return 0;
}

/* Mean, sd and n of a data set, as R has them, in place of its values. */
static void add_summary(struct grid_builder *b, const struct ref *univariate, const char *source,
			const char *id)
{
	size_t row = row_of(univariate, id);
	unsigned long n = (unsigned long)ref_num(univariate, row, "n");

	add(b, said(source, 1, "mean", n, ref_num(univariate, row, "mean")));
	add(b, said(source, 1, "sd", n, ref_num(univariate, row, "sd")));
}

/* One row of two columns, the second against the first. */
static struct comparison compared(struct grid_builder *b)
{
	struct arena *a = arena_new();
	const struct grid *g = grid_finish(b);
	const struct method method = { .conf = 0.95, .alpha = 0.05 };
	struct contrast c = contrast_make(a, g, 0, false, &method);
	struct comparison cmp;

	assert_int_equal(g->nrows, 1);
	assert_int_equal(g->ncols, 2);
	cmp = *contrast_at(&c, 0, 1);
	arena_free(a);
	return cmp;
}

static void the_test_of_printed_moments_is_that_of_their_values(void **state)
{
	const struct ref_fixture *f = *state;
	struct ref univariate = ref_read("tests/ref/univariate.csv");
	const struct ref *want = &f->want;
	size_t n = 0;

	for (size_t i = 0; i < want->rows; i++) {
		const char *id = ref_text(want, i, "id");
		struct grid_builder *b;
		struct comparison c;

		if (strcmp(ref_text(want, i, "status"), "ok") != 0 ||
		    strcmp(ref_text(want, i, "pct_status"), "ok") != 0)
			continue;
		b = grid_new();
		add_summary(b, &univariate, "base", ref_text(want, i, "a"));
		add_summary(b, &univariate, "new", ref_text(want, i, "b"));
		c = compared(b);
		assert_int_equal(c.reason, REASON_NONE);
		ref_close(100 * c.change, ref_num(want, i, "pct"), 1e-10, id, "pct");
		ref_close(c.se, ref_num(want, i, "dlog_se"), 1e-10, id, "se");
		ref_close(c.df, ref_num(want, i, "dlog_df"), 1e-10, id, "df");
		ref_close(c.t, ref_num(want, i, "dlog_t"), 1e-10, id, "t");
		ref_close(c.p, ref_num(want, i, "dlog_p"), 1e-10, id, "p");
		ref_close(100 * c.lo, ref_num(want, i, "dlog_pct_lo95"), 1e-10, id, "lo");
		ref_close(100 * c.hi, ref_num(want, i, "dlog_pct_hi95"), 1e-10, id, "hi");
		grid_free(b);
		n++;
	}
	assert_int_equal(n, 34);
	ref_free(&univariate);
}

static void a_standard_error_gives_the_deviation(void **state)
{
	struct grid_builder *b = grid_new();
	const struct grid *g;

	(void)state;
	add(b, said("base", 1, "mean", 16, 100));
	add(b, said("base", 1, "sem", 16, 0.5));
	g = grid_finish(b);
	assert_true(grid_side(&g->rows[0], 0).sd == 2);
	/* R: 100 + c(-1, 1) * qt(.975, 15) * 2 / sqrt(16) */
	ref_close(grid_summary(&g->rows[0], 0, 0.95).lo, 98.93427522722011, 1e-13, "sem", "lo");
	ref_close(grid_summary(&g->rows[0], 0, 0.95).hi, 101.06572477277989, 1e-13, "sem", "hi");
	grid_free(b);
}

static void what_the_text_did_not_give_is_no_test(void **state)
{
	static const struct {
		struct {
			unsigned long n;
			double sd;
		} base, fresh;
		enum reason reason;
	} rows[] = {
		{ { 5, 1 }, { 5, 1 }, REASON_NONE },
		{ { 2, 1 }, { 2, 1 }, REASON_NONE },
		{ { 5, 1 }, { 5, NAN }, REASON_NO_SPREAD },
		{ { 5, NAN }, { 5, 1 }, REASON_NO_SPREAD },
		{ { 0, 1 }, { 5, 1 }, REASON_NO_COUNT },
		{ { 5, 1 }, { 0, 1 }, REASON_NO_COUNT },
		{ { 0, NAN }, { 0, NAN }, REASON_NO_SPREAD },
		{ { 1, NAN }, { 5, 1 }, REASON_SINGLE },
		{ { 1, 0 }, { 1, 0 }, REASON_SINGLE },
		{ { 5, 0 }, { 5, 0 }, REASON_CONSTANT },
		{ { 5, 0 }, { 5, 1 }, REASON_NONE },
		{ { 5, -1 }, { 5, 1 }, REASON_NO_SPREAD },
	};

	(void)state;
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		struct grid_builder *b = grid_new();
		struct comparison c;

		add(b, said("base", 1, "mean", rows[i].base.n, 100));
		if (!isnan(rows[i].base.sd))
			add(b, said("base", 1, "sd", rows[i].base.n, rows[i].base.sd));
		add(b, said("new", 1, "mean", rows[i].fresh.n, 110));
		if (!isnan(rows[i].fresh.sd))
			add(b, said("new", 1, "sd", rows[i].fresh.n, rows[i].fresh.sd));
		c = compared(b);
		assert_int_equal(c.reason, rows[i].reason);
		assert_true(c.change == 0.1);
		assert_int_equal(isnan(c.p), rows[i].reason != REASON_NONE);
		assert_int_equal(isnan(c.lo), rows[i].reason != REASON_NONE);
		grid_free(b);
	}
}

static void values_go_before_what_was_printed_of_them(void **state)
{
	struct grid_builder *b = grid_new();
	struct record value = said("base", 1, "value", 1, 7);
	const struct grid *g;

	(void)state;
	value.fold = FOLD_MEAN;
	add(b, said("base", 1, "mean", 5, 100));
	add(b, said("base", 1, "sd", 5, 1));
	add(b, value);
	g = grid_finish(b);
	assert_int_equal(g->rows[0].cells[0].n, 1);
	assert_null(g->rows[0].cells[0].printed);
	assert_true(g->rows[0].cells[0].values[0] == 7);
	assert_int_equal(g->outdone, 1);
	grid_free(b);
}

/* STATS: the run is the unit; what was inside one is its one number. */
static void a_mean_of_values_inside_a_run_is_the_runs_number(void **state)
{
	struct grid_builder *b = grid_new();
	const struct grid *g;

	(void)state;
	for (unsigned int run = 1; run <= 3; run++) {
		struct record mean = said("base", run, "mean", 1000, 10 * run);
		struct record sd = said("base", run, "sd", 1000, 99);

		mean.fold = sd.fold = FOLD_MEAN;
		add(b, sd);
		add(b, mean);
	}
	g = grid_finish(b);
	assert_int_equal(g->rows[0].cells[0].n, 3);
	assert_null(g->rows[0].cells[0].printed);
	assert_int_equal(g->rows[0].cells[0].runs[2].values, 1000);
	assert_true(grid_summary(&g->rows[0], 0, 0.95).sd == 10);
	assert_int_equal(g->outdone, 0);
	grid_free(b);
}

static void of_several_summaries_each_mean_is_a_run(void **state)
{
	struct grid_builder *b = grid_new();
	const struct grid *g;

	(void)state;
	for (unsigned int run = 1; run <= 3; run++) {
		add(b, said("base", run, "mean", 10, 10 * run));
		add(b, said("base", run, "sd", 10, 99));
	}
	/* Twice in one run: no one knows the spread of both together. */
	add(b, said("new", 1, "mean", 10, 10));
	add(b, said("new", 1, "sd", 10, 1));
	add(b, said("new", 1, "mean", 10, 20));
	add(b, said("new", 1, "sd", 10, 1));
	g = grid_finish(b);
	assert_int_equal(g->rows[0].cells[0].n, 3);
	assert_true(grid_summary(&g->rows[0], 0, 0.95).sd == 10);
	assert_true(grid_side(&g->rows[0], 1).mean == 15);
	assert_true(isnan(grid_side(&g->rows[0], 1).sd));
	assert_int_equal(grid_count(&g->rows[0].cells[1]), 0);
	grid_free(b);
}

static void percentiles_are_rows_and_extremes_where_there_is_no_mean(void **state)
{
	static const char *const stats[] = { "p50", "min", "max", "p99", "gmean", "ci95" };
	struct grid_builder *b = grid_new();
	const struct grid *g;
	struct summary s;

	(void)state;
	for (unsigned int i = 0; i < 6; i++) {
		struct record rec = said("base", 1, stats[i], 5, i + 1);

		add(b, rec);
		rec.metric = STR("size");
		add(b, rec);
	}
	add(b, said("base", 1, "mean", 5, 9));
	g = grid_finish(b);
	/* time p50, size p50, size min, size max, time p99, size p99, time gmean, size gmean, time
	 */
	assert_int_equal(g->nrows, 9);
	assert_true(str_is(g->rows[0].metric, "time p50"));
	assert_true(str_is(g->rows[2].metric, "size min"));
	assert_true(str_is(g->rows[4].metric, "time p99"));
	assert_true(str_is(g->rows[8].metric, "time"));
	s = grid_summary(&g->rows[8], 0, 0.95);
	assert_true(s.mean == 9 && s.median == 1 && s.min == 2 && s.max == 3 && isnan(s.sd));
	grid_free(b);
}

static void a_spread_alone_is_no_row(void **state)
{
	struct grid_builder *b = grid_new();

	(void)state;
	add(b, said("base", 1, "sd", 5, 1));
	assert_int_equal(grid_finish(b)->nrows, 0);
	grid_free(b);
}

/* Values of a run whose sum no double holds have a mean, and no sum. */
static void a_run_of_huge_values_is_not_without_spread(void **state)
{
	for (int fold = 0; fold < 2; fold++) {
		struct grid_builder *b = grid_new();
		struct comparison c;

		for (unsigned int i = 0; i < 12; i++) {
			double value = 1.6e308 + 1e306 * (i / 2 % 3);
			struct record rec = said(i < 6 ? "base" : "new", i % 6 / 2 + 1, "value", 1,
						 value);

			rec.fold = fold ? FOLD_SUM : FOLD_MEAN;
			add(b, rec);
		}
		c = compared(b);
		assert_int_equal(c.verdict, fold ? VERDICT_NOT_TESTED : VERDICT_INCONCLUSIVE);
		assert_int_equal(c.reason, fold ? REASON_RESOLUTION : REASON_NONE);
		assert_true(fold ? isnan(c.change) : fabs(c.change) < 1e-15);
		grid_free(b);
	}
	(void)state;
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_test_of_printed_moments_is_that_of_their_values),
		cmocka_unit_test(a_standard_error_gives_the_deviation),
		cmocka_unit_test(what_the_text_did_not_give_is_no_test),
		cmocka_unit_test(values_go_before_what_was_printed_of_them),
		cmocka_unit_test(a_mean_of_values_inside_a_run_is_the_runs_number),
		cmocka_unit_test(of_several_summaries_each_mean_is_a_run),
		cmocka_unit_test(percentiles_are_rows_and_extremes_where_there_is_no_mean),
		cmocka_unit_test(a_spread_alone_is_no_row),
		cmocka_unit_test(a_run_of_huge_values_is_not_without_spread),
	};

	return cmocka_run_group_tests(tests, setup, ref_teardown);
}

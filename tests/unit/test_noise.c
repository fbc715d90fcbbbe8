/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "stats/noise.h"
#include "unit/ref.h"

/* A grid that is made by hand: metrics of benchmark "x" in sources. */
struct made {
	struct grid_builder *b;
	struct arena *a;
};

static void put(struct made *m, const char *source, const char *metric, unsigned int run,
		double value)
{
	struct record rec = { .kind = RECORD_VALUE,
			      .source = str_of(source),
			      .run = run,
			      .format = STR("test"),
			      .bench = STR("x"),
			      .metric = str_of(metric),
			      .stat = STR("value"),
			      .n = 1,
			      .unit = STR("ns"),
			      .better = BETTER_LOWER,
			      .value = value };

	grid_add(m->b, &rec, STR(""));
}

static void put_all(struct made *m, const char *source, const char *metric, struct sample s)
{
	for (size_t i = 0; i < s.n; i++)
		put(m, source, metric, (unsigned int)i + 1, s.v[i]);
}

static void fact(struct made *m, const char *source, unsigned int run, const char *key,
		 const char *text)
{
	struct record rec = { .kind = RECORD_FACT,
			      .source = str_of(source),
			      .run = run,
			      .format = STR("env"),
			      .metric = str_of(key),
			      .text = str_of(text) };

	grid_add(m->b, &rec, STR(""));
}

static struct made made_new(void)
{
	return (struct made){ grid_new(), arena_new() };
}

static void made_free(struct made *m)
{
	arena_free(m->a);
	grid_free(m->b);
}

#define SAMPLE(...)                                        \
	((struct sample){ (const double[]){ __VA_ARGS__ }, \
			  sizeof((const double[]){ __VA_ARGS__ }) / sizeof(double) })

/* What is found in one series, as letters in the order of the codes. */
static const char *codes(char *to, struct sample s)
{
	static const char letters[NOISE_CODES + 1] = "fdsaomw";
	struct made m = made_new();
	struct noises list;
	size_t n = 0;

	put_all(&m, "a", "time", s);
	list = noise_find(m.a, grid_finish(m.b));
	for (size_t i = 0; i < list.n; i++)
		to[n++] = letters[list.v[i].code];
	to[n] = '\0';
	made_free(&m);
	return to;
}

#define assert_codes(want, ...) assert_string_equal(codes(to, SAMPLE(__VA_ARGS__)), want)

static void each_kind_is_found_from_its_n_on(void **state)
{
	char to[16];

	(void)state;
	/* The first run, from 5 on. */
	assert_codes("f", 20, 10, 10.1, 9.9, 10.2);
	assert_codes("w", 20, 10, 10.1, 9.9);
	/* A drift, from 6 on: the floor of five is 2/5! = 0.017. */
	assert_codes("d", 100, 101, 102.2, 103.1, 104.3, 105);
	assert_codes("", 100, 101, 102.2, 103.1, 104.3);
	/* An outlier, from 6 on. */
	assert_codes("o", 100, 101, 99, 150, 100.5, 99.5);
	assert_codes("w", 100, 101, 99, 150, 100.5);
	/* Two modes, from 8 on. */
	assert_codes("m", 1, 1.31, 1.01, 1.3, 0.99, 1.02, 1.29, 1);
	assert_codes("", 1, 1.31, 1.01, 1.3, 0.99, 1.02, 1.29);
	/* Neighbours alternate, from 10 on; nine of them are two modes and no more. */
	assert_codes("a", 1, 1.1, 1.02, 1.13, 0.98, 1.09, 1.01, 1.12, 1.03, 1.07, 0.99, 1.11);
}

/* A ratio of a mean below 0 has the wrong sign. */
static void what_is_below_0_drifts_by_no_ratio(void **state)
{
	struct made m = made_new();
	struct noises list;

	(void)state;
	put_all(&m, "a", "time", SAMPLE(-100, -99, -98.2, -97.1, -96.3, -95));
	put_all(&m, "b", "time", SAMPLE(95, 96.3, 97.1, 98.2, 99, 100));
	list = noise_find(m.a, grid_finish(m.b));
	assert_int_equal(list.n, 2);
	assert_true(list.v[0].code == NOISE_DRIFT && isnan(list.v[0].arg));
	assert_true(list.v[1].code == NOISE_DRIFT && list.v[1].arg > 0);
	made_free(&m);
}

static void one_cause_is_said_once(void **state)
{
	char to[16];

	(void)state;
	/* A step of ten and ten is two modes, a drift and like neighbours, too. */
	assert_codes("s", 1, 1.03, 0.98, 1.01, 1.02, 0.99, 1, 1.04, 0.97, 1.01, 2, 2.05, 1.98, 2.03,
		     1.99, 2.02, 2.01, 1.97, 2.04, 2);
	/* A first run that is an outlier, too. */
	assert_codes("f", 150, 100, 101, 99, 100.5, 99.5, 100.2);
}

static void what_has_steps_or_no_spread_has_no_outlier(void **state)
{
	char to[16];

	(void)state;
	assert_codes("", 5, 5, 5, 5, 5, 6, 5, 5);
	assert_codes("", 6, 5, 5, 5, 5, 5, 5, 5);
	assert_codes("", 5, 5, 5, 6, 6, 5, 6, 5);
	assert_codes("", 5, 5, 5, 5, 5, 5, 5, 5, 5, 5);
	assert_codes("", 0, 0, 0, 0, 0, 0);
	assert_codes("", 7);
	assert_codes("", -1, 2, 7, 14);
}

/* The simulated sets are named by what they hold; ts_warm warms up over several runs. */
static void simulated_series_have_what_they_were_made_with(void **state)
{
	const struct ref_fixture *f = *state;
	static const char *const want[][2] = {
		{ "ts_drift", "d" }, { "ts_step", "s" }, { "ts_iid", "" },    { "ts_warm", "d" },
		{ "t_n8_a", "" },    { "t_n10_a", "" },	 { "t_n12_b", "" },   { "t_n20_a", "" },
		{ "t_n30_a", "" },   { "t_n30_b", "" },	 { "ts_mono4", "w" },
	};
	char to[16];

	for (size_t i = 0; i < sizeof(want) / sizeof(want[0]); i++) {
		struct sample s = ref_sample(&f->data, want[i][0]);

		codes(to, s);
		if (strcmp(to, want[i][1]) != 0)
			fail_msg("%s: %s, not %s", want[i][0], to, want[i][1]);
		ref_sample_free(s);
	}
}

static void of_many_metrics_some_are_beyond_by_chance(void **state)
{
	struct made m = made_new();
	char name[16];
	struct noises list;
	struct sample plain = SAMPLE(100, 101, 99, 100.5, 99.5, 100.2);

	(void)state;
	for (int i = 0; i < 30; i++) {
		snprintf(name, sizeof(name), "m%d", i);
		put_all(&m, "a", name, plain);
	}
	/* p is near 0.006: alone it would be said, of 31 it is to be expected. */
	put_all(&m, "a", "odd", SAMPLE(100, 101, 99, 104.3, 100, 99.5));
	list = noise_find(m.a, grid_finish(m.b));
	assert_int_equal(list.n, 0);
	made_free(&m);
}

static void a_wide_spread_of_few_runs_is_shown_widest_first(void **state)
{
	struct made m = made_new();
	struct noises list;

	(void)state;
	put_all(&m, "a", "wide", SAMPLE(1, 1.5, 1.2));
	put_all(&m, "a", "wider", SAMPLE(1, 3, 2));
	put_all(&m, "a", "widest", SAMPLE(1, 9, 2));
	put_all(&m, "a", "narrow", SAMPLE(1, 1.01, 1.02));
	list = noise_find(m.a, grid_finish(m.b));
	assert_int_equal(list.n, 2);
	assert_int_equal(list.v[0].code, NOISE_WIDE_FEW);
	assert_int_equal(list.v[0].row, 2);
	assert_int_equal(list.v[1].row, 1);
	assert_int_equal(list.v[0].rows, 3);
	assert_int_equal(list.v[0].of, 4);
	assert_int_equal(list.v[0].n, 3);
	made_free(&m);
}

static void runs_stand_in_order_of_time_where_all_have_one(void **state)
{
	struct made m = made_new();
	const struct grid *g;
	struct noise_times t;

	(void)state;
	put_all(&m, "a", "time", SAMPLE(1, 2, 3));
	put_all(&m, "b", "time", SAMPLE(4, 5));
	fact(&m, "a", 1, "boot.time", "1700000300");
	fact(&m, "a", 2, "boot.time", "1700000100");
	fact(&m, "a", 3, "boot.time", "1700000200");
	fact(&m, "b", 1, "mmtests.start", "1700000500");
	g = grid_finish(m.b);
	t = noise_times(g);
	assert_int_equal(noise_order(m.a, &t, 0, 0)[0].run, 2);
	assert_int_equal(noise_order(m.a, &t, 0, 0)[1].run, 3);
	assert_int_equal(noise_order(m.a, &t, 0, 0)[2].run, 1);
	assert_int_equal(noise_order(m.a, &t, 0, 1)[0].run, 1);
	/* One run of b has no time. */
	assert_false(noise_apart(&t, 0, 1));
	noise_times_free(&t);
	made_free(&m);
}

static void sides_one_after_the_other_are_seen(void **state)
{
	static const char *const times[][2] = { { "1700000500", "1700000600" },
						{ "1700000150", "1700000600" } };

	(void)state;
	for (int mixed = 0; mixed < 2; mixed++) {
		struct made m = made_new();
		const struct grid *g;
		struct noise_times t;

		put_all(&m, "a", "time", SAMPLE(1, 2));
		put_all(&m, "b", "time", SAMPLE(4, 5));
		fact(&m, "a", 1, "boot.time", "1700000100");
		fact(&m, "a", 2, "boot.time", "1700000200");
		fact(&m, "b", 1, "boot.time", times[mixed][0]);
		fact(&m, "b", 2, "boot.time", times[mixed][1]);
		g = grid_finish(m.b);
		t = noise_times(g);
		assert_int_equal(noise_apart(&t, 0, 1), !mixed);
		assert_false(noise_apart(&t, 1, 0));
		noise_times_free(&t);
		made_free(&m);
	}
}

static void a_relation_needs_eight_runs_and_opposite_ends(void **state)
{
	struct sample up = SAMPLE(1, 2, 3, 4, 5, 6, 7, 8), down = SAMPLE(9, 8, 7, 6.5, 5, 4, 3, 1);

	(void)state;
	for (size_t n = 4; n <= 8; n++) {
		struct made m = made_new();
		struct noise_relation r;

		put_all(&m, "a", "time", (struct sample){ up.v, n });
		put_all(&m, "a", "footprint", (struct sample){ down.v, n });
		/* Falls with the footprint: no trade. */
		put_all(&m, "a", "alike", (struct sample){ down.v, n });
		r = noise_relation(grid_finish(m.b), 0);
		assert_int_equal(r.n, n);
		assert_int_equal(r.pairs, 3);
		assert_true(r.r.r < -0.98);
		assert_int_equal(r.plain, n == 8);
		made_free(&m);
	}
}

/* Each boot's values, and one boot that has a single one. */
static void values_inside_boots_have_parts(void **state)
{
	struct made m = made_new();
	const double boots[3][3] = { { 10, 11, 12 }, { 20, 21, 22 }, { 30, 31, 32 } };
	struct series_parts p;
	const struct grid *g;

	(void)state;
	for (unsigned int run = 0; run < 3; run++)
		for (size_t i = 0; i < 3; i++)
			put(&m, "a", "time", run + 1, boots[run][i]);
	put(&m, "b", "time", 1, 5);
	g = grid_finish(m.b);
	p = noise_parts(m.a, &g->rows[0], 0);
	/* MSB = 3 * 100, MSW = 1, so (300 - 1) / 3 between. */
	assert_true(fabs(p.msb - 300) < 1e-9 && fabs(p.msw - 1) < 1e-12);
	assert_true(fabs(p.boot_var - 299.0 / 3) < 1e-9);
	assert_true(isnan(noise_parts(m.a, &g->rows[0], 1).icc));
	made_free(&m);
}

static int setup(void **state)
{
	return ref_setup(state, "tests/ref/series.csv");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(each_kind_is_found_from_its_n_on),
		cmocka_unit_test(what_is_below_0_drifts_by_no_ratio),
		cmocka_unit_test(one_cause_is_said_once),
		cmocka_unit_test(what_has_steps_or_no_spread_has_no_outlier),
		cmocka_unit_test(simulated_series_have_what_they_were_made_with),
		cmocka_unit_test(of_many_metrics_some_are_beyond_by_chance),
		cmocka_unit_test(a_wide_spread_of_few_runs_is_shown_widest_first),
		cmocka_unit_test(runs_stand_in_order_of_time_where_all_have_one),
		cmocka_unit_test(sides_one_after_the_other_are_seen),
		cmocka_unit_test(a_relation_needs_eight_runs_and_opposite_ends),
		cmocka_unit_test(values_inside_boots_have_parts),
	};

	return cmocka_run_group_tests(tests, setup, ref_teardown);
}

/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "stats/contrast.h"
#include "test.h"

/* Columns "a" to "d": values of benchmarks "x" and "y" where the text has a letter. */
static const struct grid *grid_of(struct grid_builder *b, const char *x, const char *y)
{
	static const char *const cols[] = { "a", "b", "c", "d" };

	for (size_t i = 0; i < 4; i++) {
		struct record rec = { .kind = RECORD_VALUE,
				      .source = str_of(cols[i]),
				      .run = 1,
				      .format = STR("test"),
				      .metric = STR("time"),
				      .stat = STR("value"),
				      .n = 1,
				      .unit = STR("ns"),
				      .value = 5 };

		rec.bench = STR("x");
		if (strchr(x, cols[i][0]))
			grid_add(b, &rec, STR(""));
		rec.bench = STR("y");
		if (strchr(y, cols[i][0]))
			grid_add(b, &rec, STR(""));
	}
	return grid_finish(b);
}

static size_t row_of(const struct grid *g, const char *bench)
{
	for (size_t i = 0; i < g->nrows; i++)
		if (str_is(g->rows[i].bench, bench))
			return i;
	fail();
	return 0;
}

/* Base and taking part of benchmark y, as "c:cd". */
static const char *sides(char *to, const char *x, const char *y, bool named)
{
	struct grid_builder *b = grid_new();
	struct arena *a = arena_new();
	const struct grid *g = grid_of(b, x, y);
	const struct method method = { .conf = 0.95, .alpha = 0.05 };
	struct contrast c = contrast_make(a, g, 0, named, &method);
	size_t row = row_of(g, "y"), n = 0;

	to[n++] = g->cols[contrast_base(&c, row)].p[0];
	to[n++] = ':';
	for (size_t col = 0; col < g->ncols; col++)
		if (contrast_has(&c, row, col))
			to[n++] = g->cols[col].p[0];
	to[n] = '\0';
	arena_free(a);
	grid_free(b);
	return to;
}

static void a_benchmark_has_its_own_base_and_columns(void **state)
{
	char to[16];

	(void)state;
	assert_string_equal(sides(to, "ab", "cd", false), "c:cd");
	assert_string_equal(sides(to, "abcd", "abd", false), "a:abd");
	assert_string_equal(sides(to, "abcd", "bcd", false), "b:bcd");
}

static void what_has_no_counterpart_stays_to_be_seen(void **state)
{
	char to[16];

	(void)state;
	assert_string_equal(sides(to, "ab", "b", false), "a:ab");
	assert_string_equal(sides(to, "ab", "a", false), "a:ab");
	assert_string_equal(sides(to, "abc", "c", false), "a:ac");
}

static void a_base_that_was_named_is_kept(void **state)
{
	char to[16];

	(void)state;
	assert_string_equal(sides(to, "ab", "cd", true), "a:acd");
}

static void pairs_are_those_of_some_benchmark(void **state)
{
	struct grid_builder *b = grid_new();
	struct arena *a = arena_new();
	const struct grid *g = grid_of(b, "ab", "cd");
	const struct method method = { .conf = 0.95, .alpha = 0.05 };
	struct contrast c = contrast_make(a, g, 0, false, &method);

	(void)state;
	assert_int_equal(c.npairs, 2);
	assert_int_equal(c.pairs[0].base, 0);
	assert_int_equal(c.pairs[0].fresh, 1);
	assert_int_equal(c.pairs[1].base, 2);
	assert_int_equal(c.pairs[1].fresh, 3);
	arena_free(a);
	grid_free(b);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_benchmark_has_its_own_base_and_columns),
		cmocka_unit_test(what_has_no_counterpart_stays_to_be_seen),
		cmocka_unit_test(a_base_that_was_named_is_kept),
		cmocka_unit_test(pairs_are_those_of_some_benchmark),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

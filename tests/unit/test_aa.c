/* SPDX-License-Identifier: GPL-2.0-or-later */
#include <math.h>
#include "core/map.h"
#include "stats/aa.h"
#include "test.h"

/* The runs of a half as bits. */
static uint64_t half_of(const struct aa_split *s)
{
	uint64_t bits = 0;

	for (size_t i = 0; i < s->n / 2; i++)
		bits |= UINT64_C(1) << s->order[i];
	return bits;
}

static void each_way_comes_once(void **state)
{
	/* C(n, n/2), or half of it where the halves are alike. */
	static const size_t ways[] = { 0,   0,	 1,   3,   3,	 10,   10,   35,  35,
				       126, 126, 462, 462, 1716, 1716, 6435, 6435 };

	(void)state;
	for (size_t n = 2; n < sizeof(ways) / sizeof(ways[0]); n++) {
		struct arena *a = arena_new();
		struct aa_split s = aa_split_new(a, n, 99, 1);
		uint64_t all = (UINT64_C(1) << n) - 1;
		struct map seen = { 0 };

		assert_true(s.all);
		assert_int_equal(s.ways, ways[n]);
		while (aa_split_next(&s)) {
			uint64_t half = half_of(&s), both = half;

			for (size_t i = n / 2; i < n; i++)
				both |= UINT64_C(1) << s.order[i];
			assert_int_equal(both, all);
			/* The other half is the same way where both are as large. */
			if (n % 2 == 0 && !(half & 1))
				half = all & ~half;
			assert_int_equal(*map_put(&seen, map_mix(half, 0)), 0);
			*map_put(&seen, map_mix(half, 0)) = 1;
		}
		assert_int_equal(seen.n, ways[n]);
		map_free(&seen);
		arena_free(a);
	}
}

static void many_ways_are_drawn(void **state)
{
	struct arena *a = arena_new();
	struct aa_split s = aa_split_new(a, 40, 999, 7), again = aa_split_new(a, 40, 999, 7),
			other = aa_split_new(a, 40, 999, 8);
	size_t differ = 0, n = 0, in[40] = { 0 };

	(void)state;
	assert_false(s.all);
	while (aa_split_next(&s)) {
		assert_true(aa_split_next(&again) && aa_split_next(&other));
		assert_int_equal(half_of(&s), half_of(&again));
		differ += half_of(&s) != half_of(&other);
		for (size_t i = 0; i < 20; i++)
			in[s.order[i]]++;
		n++;
	}
	assert_int_equal(n, 999);
	assert_true(differ > 990);
	/* Each run is in the first half half of the times: 5 sd of a binomial are 79. */
	for (size_t i = 0; i < 40; i++)
		assert_true(in[i] > 420 && in[i] < 580);
	arena_free(a);
}

static struct aa aa_of(struct arena *a, struct grid_builder *b, const double *v, size_t n)
{
	const struct method method = { .conf = 0.95, .alpha = 0.05, .seed = 1 };
	struct record rec = { .kind = RECORD_VALUE,
			      .bench = STR("x"),
			      .metric = STR("time"),
			      .stat = STR("value"),
			      .n = 1,
			      .unit = STR("ns") };

	for (size_t i = 0; i < n; i++) {
		rec.run = (unsigned int)i + 1;
		rec.value = v[i];
		grid_add(b, &rec, STR("a"));
	}
	return aa_make(a, grid_finish(b), &method);
}

/* From a program of its own that takes each combination, with a t distribution of its own. */
static void called_as_often_as_the_test_says(void **state)
{
	static const double times[] = { 6.5647, 9.4778, 8.4311, 9.9502,
					7.0024, 7.7121, 7.2301, 7.8423 },
			    modes[] = { 10, 11, 10.5, 30, 31, 29.5, 30.2 },
			    shifted[] = { 100, 102, 99, 101, 98, 103, 97, 120, 121, 119, 122, 118 };
	static const struct {
		const double *v;
		size_t n, ways, called;
		double change;
	} want[] = {
		{ times, 8, 35, 2, 0.24203285671886743 },
		{ modes, 7, 35, 1, 0.9934426229508194 },
		{ shifted, 12, 462, 14, 0.10696920583468406 },
	};

	(void)state;
	for (size_t i = 0; i < sizeof(want) / sizeof(want[0]); i++) {
		struct arena *a = arena_new();
		struct grid_builder *b = grid_new();
		struct aa aa = aa_of(a, b, want[i].v, want[i].n);

		assert_int_equal(aa.cells[0].n, want[i].n);
		assert_int_equal(aa.cells[0].ways, want[i].ways);
		assert_int_equal(aa.cells[0].called, want[i].called);
		assert_true(fabs(aa.cells[0].change / want[i].change - 1) < 1e-12);
		assert_true(aa.families[0].same);
		assert_int_equal(aa.families[0].any, want[i].called);
		assert_int_equal(aa.families[0].adjusted, want[i].called);
		grid_free(b);
		arena_free(a);
	}
}

static void halves_need_three_runs(void **state)
{
	static const double v[] = { 1, 2, 3, 4, 5 };
	struct arena *a = arena_new();
	struct grid_builder *b = grid_new();
	struct aa aa = aa_of(a, b, v, 5);

	(void)state;
	assert_int_equal(aa.cells[0].n, 0);
	grid_free(b);
	arena_free(a);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(each_way_comes_once),
		cmocka_unit_test(many_ways_are_drawn),
		cmocka_unit_test(called_as_often_as_the_test_says),
		cmocka_unit_test(halves_need_three_runs),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "stats/random.h"
#include "stats/series.h"
#include "unit/ref.h"

static int setup(void **state)
{
	return ref_setup(state, "tests/ref/series.csv");
}

#define SERIES 84

/* R's table(), of which its variance comes, takes values for one that have 15 digits in common. */
static bool merged_by_r(const char *id)
{
	return strcmp(id, "e_epoch_ns") == 0 || strcmp(id, "e_ulp") == 0 ||
	       strcmp(id, "e_ulp_b") == 0;
}

static void trend_and_slope_equal_r(void **state)
{
	const struct ref_fixture *f = *state;
	size_t exact = 0;

	for (size_t i = 0; i < f->want.rows; i++) {
		const char *id = ref_text(&f->want, i, "id");
		struct sample s = ref_sample(&f->data, id);
		struct series_trend t = series_trend(s);
		double p = ref_num(&f->want, i, "mk_p_exact");

		ref_close(t.s, ref_num(&f->want, i, "mk_S"), 0, id, "S");
		ref_close(series_slope(s), ref_num(&f->want, i, "sen_slope"), 1e-9, id, "slope");
		ref_sample_free(s);
		exact += isnan(p) ? 0 : 1;
		if (merged_by_r(id))
			continue;
		ref_close(t.var, ref_num(&f->want, i, "mk_var"), 1e-12, id, "var");
		ref_close(t.z, ref_num(&f->want, i, "mk_z"), 1e-12, id, "z");
		ref_close(t.p_normal, ref_num(&f->want, i, "mk_p_norm"), 1e-9, id, "p_normal");
		ref_close(t.p, isnan(p) ? t.p_normal : p, 1e-9, id, "p");
	}
	assert_int_equal(f->want.rows, SERIES);
	assert_true(exact > 40);
}

static void step_equals_r(void **state)
{
	const struct ref_fixture *f = *state;

	for (size_t i = 0; i < f->want.rows; i++) {
		const char *id = ref_text(&f->want, i, "id");
		struct sample s = ref_sample(&f->data, id);
		struct series_step step = series_step(s);

		ref_close(step.k, ref_num(&f->want, i, "pettitt_K"), 1e-12, id, "K");
		if (step.k > 0) {
			ref_close((double)step.at, ref_num(&f->want, i, "pettitt_at"), 0, id, "at");
			ref_close(step.p, ref_num(&f->want, i, "pettitt_p"), 1e-9, id, "p");
		}
		ref_sample_free(s);
	}
}

static void lag1_equals_r(void **state)
{
	const struct ref_fixture *f = *state;

	for (size_t i = 0; i < f->want.rows; i++) {
		const char *id = ref_text(&f->want, i, "id");
		struct sample s = ref_sample(&f->data, id);

		ref_close(series_lag1(s), ref_num(&f->want, i, "lag1"), 1e-9, id, "lag1");
		ref_sample_free(s);
	}
}

/* "93.380 96.759" */
static struct series_boot boot_of(const char *text)
{
	double v[16], mean;
	struct sample s = { v, 0 };
	char *end;

	while (*text) {
		assert_true(s.n < 16);
		v[s.n++] = strtod(text, &end);
		text = *end ? end + 1 : end;
	}
	mean = stats_mean(s);
	return (struct series_boot){ s.n, mean,
				     s.n > 1 ? pow(stats_sd(s, mean), 2) * (double)(s.n - 1) : 0 };
}

static size_t boots_of(const struct ref *runs, const char *id, const char *side,
		       struct series_boot *b)
{
	size_t n = 0;

	for (size_t i = 0; i < runs->rows; i++)
		if (strcmp(ref_text(runs, i, "id"), id) == 0 &&
		    strcmp(ref_text(runs, i, "side"), side) == 0)
			b[n++] = boot_of(ref_text(runs, i, "values"));
	return n;
}

static void parts_of_one_side(const struct ref *want, const struct ref *runs, size_t i,
			      const char *side, double *means)
{
	const char *id = ref_text(want, i, "id");
	struct series_boot b[16];
	size_t n = boots_of(runs, id, side, b);
	struct series_parts p = series_parts(b, n);
	const struct {
		const char *column;
		double got;
	} columns[] = {
		{ "k", (double)p.boots },  { "N", (double)p.runs }, { "mean", p.mean },
		{ "msb", p.msb },	   { "msw", p.msw },	    { "n0", p.n0 },
		{ "varboot", p.boot_var }, { "icc", p.icc },
	};

	for (size_t j = 0; j < sizeof(columns) / sizeof(columns[0]); j++) {
		char name[32];

		snprintf(name, sizeof(name), "%s_%s", columns[j].column, side);
		ref_close(columns[j].got, ref_num(want, i, name), 1e-9, id, name);
	}
	for (size_t j = 0; j < n; j++)
		means[j] = b[j].mean;
}

static void runs_in_boots_equal_r(void **state)
{
	struct ref want = ref_read("tests/ref/hier.csv"),
		   runs = ref_read("tests/ref/hier_runs.csv");

	(void)state;
	for (size_t i = 0; i < want.rows; i++) {
		const char *id = ref_text(&want, i, "id");
		double a[16], b[16];
		struct comparison c;

		parts_of_one_side(&want, &runs, i, "a", a);
		parts_of_one_side(&want, &runs, i, "b", b);
		c = stats_compare((struct sample){ a, (size_t)ref_num(&want, i, "k_a") },
				  (struct sample){ b, (size_t)ref_num(&want, i, "k_b") }, 0.95);
		ref_close(100 * c.change, ref_num(&want, i, "pct"), 1e-9, id, "pct");
		ref_close(c.df, ref_num(&want, i, "dlog_df"), 1e-9, id, "df");
		ref_close(c.p, ref_num(&want, i, "dlog_p"), 1e-9, id, "p");
		ref_close(100 * c.lo, ref_num(&want, i, "pct_lo95"), 1e-9, id, "lo");
		ref_close(100 * c.hi, ref_num(&want, i, "pct_hi95"), 1e-9, id, "hi");
	}
	assert_int_equal(want.rows, 4);
	ref_free(&want);
	ref_free(&runs);
}

static void one_boot_has_no_parts(void **state)
{
	const struct series_boot b[] = { { 3, 5, 2 }, { 1, 6, 0 } };

	(void)state;
	assert_true(isnan(series_parts(b, 1).icc));
	assert_true(isnan(series_parts(b + 1, 1).msw));
}

static void more_runs_are_useful_where_boots_differ_little(void **state)
{
	struct series_parts p = { .msw = 9, .boot_var = 1 };

	(void)state;
	/* sqrt(4 * 9 / 1) */
	assert_true(series_useful_runs(&p, 4) == 6);
	assert_true(series_useful_runs(&p, 4.001) == 7);
	p.boot_var = 1000;
	assert_true(series_useful_runs(&p, 4) == 1);
	p.boot_var = 0;
	assert_true(isinf(series_useful_runs(&p, 4)));
}

/* Names in rng.csv: the seed's state, the generator from state 1 2 3 4 and of a seed, 0 to 4. */
static void numbers_at_random_are_the_known_ones(void **state)
{
	struct ref want = ref_read("tests/ref/rng.csv");
	struct random r = { { 1, 2, 3, 4 } };
	size_t seen = 0;

	(void)state;
	for (size_t i = 0; i < want.rows; i++) {
		const char *what = ref_text(&want, i, "what"), *seed = ref_text(&want, i, "seed");
		uint64_t number = strtoull(ref_text(&want, i, "value"), NULL, 10);
		size_t at = (size_t)ref_num(&want, i, "i");

		if (strcmp(what, "splitmix64") == 0) {
			r = random_seed(strtoull(seed, NULL, 10));
			assert_true(r.s[at] == number);
		} else if (strcmp(what, "below_5") == 0) {
			assert_int_equal(random_below(&r, 5), number);
		} else if (strcmp(what, "u01_53") == 0) {
			assert_true((double)(random_next(&r) >> 11) * 0x1p-53 ==
				    ref_num(&want, i, "value"));
		} else {
			assert_true(random_next(&r) == number);
		}
		seen++;
	}
	assert_true(seen > 60);
	ref_free(&want);
}

/* Expected values by the incomplete beta function of mpmath, from the formulas in the comments. */
static void tests_of_one_value_have_their_level(void **state)
{
	const double first[] = { 14, 10, 11, 9, 10.5, 9.5 };
	double out[] = { 1, 1, 1, 1, 1, 1 };
	struct series_outlier o;
	/* Grubbs's limit: t on 4 degrees of freedom with 0.005 / 6 above it */
	const double t = 7.528671413, g = 5 / sqrt(6) * sqrt(t * t / (4 + t * t));

	(void)state;
	/* t = (14 - 10) / (sd * sqrt(1 + 1/5)) on 4 degrees of freedom, sd of the five others */
	assert_true(fabs(series_first_p((struct sample){ first, 6 }) - 0.00988999066389) < 1e-12);
	/* Five values of one spread and a sixth so far out that its G is just g. */
	for (double x = 1; x < 1000; x *= 1.0001) {
		const double rest[] = { -2, -1, 0, 1, 2 };
		double v[6], mean, sd, p;

		for (size_t i = 0; i < 5; i++)
			out[i] = exp(v[i] = rest[i]);
		out[5] = exp(v[5] = x);
		mean = stats_mean((struct sample){ v, 6 });
		sd = stats_sd((struct sample){ v, 6 }, mean);
		if ((x - mean) / sd < g)
			continue;
		o = series_outlier((struct sample){ out, 6 });
		assert_int_equal(o.at, 5);
		assert_true(o.logs && fabs(o.p - 0.01) < 1e-4);
		/* the logarithms themselves, one of which is below 0, as they are */
		p = o.p;
		o = series_outlier((struct sample){ v, 6 });
		assert_true(!o.logs && fabs(o.p - p) < 1e-9);
		return;
	}
	fail();
}

static void two_modes_are_cut_between_them(void **state)
{
	const double two[] = { 1, 1.31, 1.01, 1.3, 0.99, 1.02, 1.29, 1 };
	const double one[] = { 1, 1.1, 1.2, 1.3, 1.4, 1.5, 1.6, 1.7 };
	const double same[] = { 5, 5, 5, 5, 5, 5, 5, 5 };
	struct series_modes m = series_modes((struct sample){ two, 8 });

	(void)state;
	assert_true(m.two);
	assert_int_equal(m.below, 5);
	m = series_modes((struct sample){ one, 8 });
	/* Evenly spaced logs are nearly those of 8 even values: 1 - (1/4)^... of the total is
	 * 0.7619. */
	assert_false(m.two);
	m = series_modes((struct sample){ same, 8 });
	assert_true(isnan(m.share) && !m.two);
	/* Seven values are too few for any claim. */
	assert_false(series_modes((struct sample){ two, 7 }).two);
}

static void relation_has_its_exact_p(void **state)
{
	const double x[] = { 1, 2, 3, 4, 5, 6 }, y[] = { 2, 1, 4, 3, 7, 5 };
	const double line[] = { 3, 5, 7, 9, 11, 13 }, flat[] = { 1, 1, 1, 1, 1, 1 };
	struct series_relation r = series_relation((struct sample){ x, 6 },
						   (struct sample){ y, 6 });

	(void)state;
	assert_true(fabs(r.r - 0.791794654888630) < 1e-14);
	assert_true(fabs(r.p - 0.0605114033627566) < 1e-13);
	r = series_relation((struct sample){ x, 6 }, (struct sample){ line, 6 });
	assert_true(r.r > 0.999999 && r.p < 1e-20);
	assert_true(isnan(series_relation((struct sample){ x, 6 }, (struct sample){ flat, 6 }).r));
}

static void shuffles_find_order_and_are_always_the_same(void **state)
{
	const double up[] = { 1, 2, 3, 4, 5, 6, 7, 8, 9, 10 };
	const double mixed[] = { 3, 9, 5, 1, 8, 2, 10, 6, 4, 7 };
	struct sample s = { up, 10 };

	(void)state;
	assert_true(series_lag1_p(s) < 0.01);
	assert_true(series_lag1_p(s) == series_lag1_p(s));
	assert_true(series_lag1_p((struct sample){ mixed, 10 }) > 0.05);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(trend_and_slope_equal_r),
		cmocka_unit_test(step_equals_r),
		cmocka_unit_test(lag1_equals_r),
		cmocka_unit_test(runs_in_boots_equal_r),
		cmocka_unit_test(one_boot_has_no_parts),
		cmocka_unit_test(more_runs_are_useful_where_boots_differ_little),
		cmocka_unit_test(numbers_at_random_are_the_known_ones),
		cmocka_unit_test(tests_of_one_value_have_their_level),
		cmocka_unit_test(two_modes_are_cut_between_them),
		cmocka_unit_test(relation_has_its_exact_p),
		cmocka_unit_test(shuffles_find_order_and_are_always_the_same),
	};

	return cmocka_run_group_tests(tests, setup, ref_teardown);
}

/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "test.h"

#include <math.h>
#include "core/unit.h"

static const struct unit *unit(const char *name)
{
	const struct unit *u = unit_find(str_of(name));

	if (!u)
		fail_msg("no unit '%s'", name);
	return u;
}

static void spellings_find_their_unit(void **state)
{
	static const char *const same[][2] = {
		{ "us", "usec" },	{ "us", "usecs" },	{ "us", "uS" },
		{ "us", "\u00b5s" },	{ "us", "\u03bcs" },	{ "s", "sec" },
		{ "s", "secs" },	{ "s", "seconds" },	{ "ms", "msec" },
		{ "ns", "nsec" },	{ "B", "bytes" },	{ "MB/s", "MB/sec" },
		{ "MiB/s", "MiB/sec" }, { "ops/s", "ops/sec" },
	};

	(void)state;
	for (size_t i = 0; i < sizeof(same) / sizeof(same[0]); i++) {
		assert_ptr_equal(unit(same[i][0]), unit(same[i][1]));
		assert_string_equal(unit(same[i][1])->name, same[i][0]);
	}
}

static void unknown_names_have_no_unit(void **state)
{
	(void)state;
	assert_null(unit_find(STR("furlong")));
	assert_null(unit_find(STR("NS")));
	assert_null(unit_find(STR("ns ")));
	assert_null(unit_find(STR("s\0")));
	/* Two things in the kernel's logs, so it converts into nothing. */
	assert_null(unit_find(STR("KB")));
}

static void factors_convert_within_a_quantity(void **state)
{
	(void)state;
	assert_true(unit("s")->factor == 1e9 * unit("ns")->factor);
	assert_true(unit("ms")->factor == 1e6);
	assert_true(unit("us")->factor == 1e3);
	assert_true(unit("MB")->factor == 1e6);
	assert_true(unit("kB")->factor == 1e3);
	assert_true(unit("KiB")->factor == 1024);
	assert_true(unit("MiB")->factor == 1048576);
	assert_true(unit("GiB")->factor == 1073741824);
	assert_true(unit("Mbit/s")->factor == 1e6 * unit("bit/s")->factor);
	assert_true(unit("Gbit/s")->factor == 1e3 * unit("Mbit/s")->factor);
	assert_true(unit("MiB/s")->factor == 1048576 * unit("B/s")->factor);
	/* What the xor lines of old kernels call MB/sec. */
	assert_true(unit("1000KiB/s")->factor == 1024000);
	assert_string_equal(unit("MB")->quantity, unit("MiB")->quantity);
	assert_string_equal(unit("MB/s")->quantity, unit("MiB/s")->quantity);
}

static void quantities_do_not_mix(void **state)
{
	static const char *const apart[] = { "ns",    "B",	"B/s",	 "bit/s",
					     "ops/s", "cycles", "count", "" };
	const size_t n = sizeof(apart) / sizeof(apart[0]);

	(void)state;
	for (size_t i = 0; i < n; i++)
		for (size_t j = 0; j < n; j++)
			assert_int_equal(
				!strcmp(unit(apart[i])->quantity, unit(apart[j])->quantity),
				i == j);
}

static void bases_have_factor_1(void **state)
{
	(void)state;
	assert_string_equal(unit_base(unit("s"))->name, "ns");
	assert_string_equal(unit_base(unit("ns"))->name, "ns");
	assert_string_equal(unit_base(unit("GiB"))->name, "B");
	assert_string_equal(unit_base(unit("MB"))->name, "B");
	assert_string_equal(unit_base(unit("MB/s"))->name, "B/s");
	assert_string_equal(unit_base(unit("cycles"))->name, "cycles");
	assert_string_equal(unit_base(unit(""))->name, "");
}

static void check_scale(const char *name, double lo, double hi, const char *want)
{
	const struct unit *u = unit(name);

	assert_string_equal(unit_scale(u, lo * u->factor, hi * u->factor)->name, want);
}

static void a_row_is_printed_in_the_largest_unit_that_its_smallest_fills(void **state)
{
	(void)state;
	check_scale("ns", 999, 5e9, "ns");
	check_scale("ns", 1000, 5e9, "us");
	check_scale("ns", 999999, 1e6, "us");
	check_scale("us", 1000, 1000, "ms");
	check_scale("ns", 1e9, 1e12, "s");
	check_scale("MiB", 83.75, 3361, "MiB");
	check_scale("MiB", 1024, 3361, "GiB");
	check_scale("KiB", 1023, 3361, "KiB");
	check_scale("MB", 1, 2, "KiB");
	check_scale("MB", 2, 3, "MiB");
	check_scale("cycles", 1e12, 1e13, "cycles");
	check_scale("ops/s", 1e6, 1e7, "ops/s");
	check_scale("", 0.001, 1e7, "");
}

static void a_row_that_starts_below_all_units_follows_its_largest(void **state)
{
	(void)state;
	check_scale("ns", 0, 5e6, "ms");
	check_scale("ns", 0.25, 900, "ns");
	check_scale("ns", 0, 0, "ns");
	check_scale("s", 0, 1e-10, "ns");
	check_scale("MB/s", 0, 1e-6, "B/s");
	check_scale("ns", (double)NAN, (double)NAN, "ns");
}

static void rates_stay_decimal_or_binary_as_they_came(void **state)
{
	(void)state;
	check_scale("MB/s", 3000, 4000, "GB/s");
	check_scale("MB/s", 300, 4000, "MB/s");
	check_scale("MB/s", 0.5, 0.6, "kB/s");
	check_scale("MiB/s", 3000, 4000, "GiB/s");
	check_scale("B/s", 1500, 1600, "KiB/s");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(spellings_find_their_unit),
		cmocka_unit_test(unknown_names_have_no_unit),
		cmocka_unit_test(factors_convert_within_a_quantity),
		cmocka_unit_test(quantities_do_not_mix),
		cmocka_unit_test(bases_have_factor_1),
		cmocka_unit_test(a_row_is_printed_in_the_largest_unit_that_its_smallest_fills),
		cmocka_unit_test(a_row_that_starts_below_all_units_follows_its_largest),
		cmocka_unit_test(rates_stay_decimal_or_binary_as_they_came),
	};

	return cmocka_run_group_tests_name("unit", tests, NULL, NULL);
}

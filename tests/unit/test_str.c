/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "test.h"

#include <float.h>

#define N_OF(array) (sizeof(array) / sizeof((array)[0]))

static void trim_takes_blanks_and_line_ends(void **state)
{
	(void)state;
	assert_str(str_trim(STR(" \t a b \r\n")), "a b");
	assert_str(str_rtrim(STR(" \t a b \r\n")), " \t a b");
	assert_str(str_trim(STR(" \t\r\n")), "");
	assert_str(str_trim(STR("")), "");
	/* NUL and vertical tab are no blanks. */
	assert_int_equal(str_trim(STR("\0a\v")).n, 3);
}

static void views_compare_bytewise_and_whole(void **state)
{
	(void)state;
	assert_true(str_eq(STR("a\0b"), STR("a\0b")));
	assert_false(str_eq(STR("a\0b"), STR("a\0c")));
	assert_true(str_eq(STR(""), (struct str){ NULL, 0 }));
	assert_true(str_starts(STR("abc"), STR("ab")));
	assert_true(str_starts(STR("abc"), STR("")));
	assert_false(str_starts(STR("ab"), STR("abc")));
	assert_true(str_cmp(STR("a"), STR("ab")) < 0);
	assert_true(str_cmp(STR("\xff"), STR("a")) > 0);
	assert_int_equal(str_cmp(STR("ab"), STR("ab")), 0);
	assert_int_equal(str_cmp(STR(""), (struct str){ NULL, 0 }), 0);
	assert_int_equal(str_skip(STR("ab"), 3).n, 0);
}

/* The order that sort -V gives them. */
static void natural_order_counts_digits_as_numbers(void **state)
{
	static const char *const sorted[] = {
		"",
		"boot",
		"boot-1",
		"boot-1/console.log",
		"boot-2",
		"boot-2a",
		"boot-10",
		"boot-10/dmesg",
		"boot-100",
		"boot-99999999999999999999998",
		"boot-99999999999999999999999",
		"boot-100000000000000000000000",
	};

	(void)state;
	for (size_t i = 0; i < N_OF(sorted); i++) {
		for (size_t j = 0; j < N_OF(sorted); j++) {
			int order = str_natcmp(str_of(sorted[i]), str_of(sorted[j]));

			assert_int_equal((order > 0) - (order < 0), (i > j) - (i < j));
		}
	}
}

static void natural_order_tells_01_from_1(void **state)
{
	(void)state;
	assert_true(str_natcmp(STR("a01"), STR("a1")) < 0);
	assert_true(str_natcmp(STR("a1"), STR("a01")) > 0);
	assert_true(str_natcmp(STR("a01b"), STR("a1a")) > 0);
	assert_true(str_natcmp(STR("a0"), STR("a00")) < 0);
	assert_int_equal(str_natcmp(STR("a00"), STR("a00")), 0);
}

static void find_gives_the_first_offset(void **state)
{
	(void)state;
	assert_int_equal(str_find(STR("aaab"), STR("ab")), 2);
	assert_int_equal(str_find(STR("abab"), STR("ab")), 0);
	assert_int_equal(str_find(STR("a\0b"), STR("\0b")), 1);
	assert_int_equal(str_find(STR("abc"), STR("")), 0);
	assert_int_equal(str_find(STR(""), STR("")), 0);
	assert_true(str_find(STR("aba"), STR("abab")) == (size_t)-1);
	assert_true(str_find(STR("aaaa"), STR("ab")) == (size_t)-1);
	assert_true(str_find(STR(""), STR("a")) == (size_t)-1);
	/* The byte behind the view is not looked at. */
	assert_true(str_find((struct str){ "xab", 2 }, STR("ab")) == (size_t)-1);
}

static void cut_splits_at_the_first_separator(void **state)
{
	struct str_cut cut;

	(void)state;
	cut = str_cut(STR("k=v=w"), '=');
	assert_true(cut.ok);
	assert_str(cut.head, "k");
	assert_str(cut.tail, "v=w");
	cut = str_cut(STR("k="), '=');
	assert_true(cut.ok);
	assert_str(cut.tail, "");
	cut = str_cut(STR("k"), '=');
	assert_false(cut.ok);
	assert_str(cut.head, "k");
	assert_str(cut.tail, "");
}

static void next_gives_each_piece_once(void **state)
{
	struct str list = STR("a;;b;"), piece;

	(void)state;
	assert_true(str_next(&list, ';', &piece));
	assert_str(piece, "a");
	assert_true(str_next(&list, ';', &piece));
	assert_str(piece, "");
	assert_true(str_next(&list, ';', &piece));
	assert_str(piece, "b");
	assert_false(str_next(&list, ';', &piece));
}

static void words_are_apart_by_blanks_and_tabs(void **state)
{
	struct str text = STR("  a\tbc \t d\r\n");

	(void)state;
	assert_str(str_word(&text), "a");
	assert_str(str_word(&text), "bc");
	assert_str(str_word(&text), "d");
	assert_int_equal(str_word(&text).n, 0);
	assert_int_equal(str_word(&text).n, 0);
}

static void copy_cuts_and_ends_what_it_writes(void **state)
{
	char to[4] = "xyz", all[4] = "xyz";

	(void)state;
	str_copy(to, sizeof(to), STR("abcd"));
	assert_string_equal(to, "abc");
	str_copy(all, sizeof(all), STR("abc"));
	assert_string_equal(all, "abc");
	str_copy(to, sizeof(to), (struct str){ NULL, 0 });
	assert_string_equal(to, "");
}

static void pair_finds_whole_keys_only(void **state)
{
	struct str value = STR("untouched");

	(void)state;
	assert_false(str_pair(STR("cpus=3;xcpu=4"), STR("cpu"), &value));
	assert_false(str_pair(STR("cpu"), STR("cpu"), &value));
	assert_false(str_pair(STR(""), STR("cpu"), &value));
	assert_str(value, "untouched");
	assert_true(str_pair(STR("cpus=3;cpu=4"), STR("cpu"), &value));
	assert_str(value, "4");
	assert_true(str_pair(STR("a=x=y;b="), STR("a"), &value));
	assert_str(value, "x=y");
	assert_true(str_pair(STR("a=x=y;b="), STR("b"), &value));
	assert_str(value, "");
}

static void u64_takes_digits_up_to_the_limit(void **state)
{
	static const char *const bad[] = { "",
					   "-1",
					   "+1",
					   " 1",
					   "1 ",
					   "0x1",
					   "1e3",
					   "1.0",
					   "18446744073709551616",
					   "99999999999999999999" };
	uint64_t v = 7;

	(void)state;
	for (size_t i = 0; i < N_OF(bad); i++)
		assert_false(str_u64(str_of(bad[i]), &v));
	assert_int_equal(v, 7);
	assert_true(str_u64(STR("18446744073709551615"), &v));
	assert_true(v == UINT64_MAX);
	assert_true(str_u64(STR("000"), &v));
	assert_true(v == 0);
	assert_true(str_u64((struct str){ "123", 2 }, &v));
	assert_true(v == 12);
}

static void double_refuses_what_is_no_decimal_number(void **state)
{
	static const char *const bad[] = {
		"",
		"-",
		"+",
		".",
		"-.",
		"e5",
		".e5",
		"1e",
		"1e+",
		"1e5.",
		"1.2.3",
		"--1",
		"+-1",
		"0x10",
		"inf",
		"nan",
		"-inf",
		"infinity",
		" 1",
		"1 ",
		"1\t",
		"1,5",
		"1_000",
		"1f",
		"1e999",
		"-1e999",
		"1e99999999999999999999",
		"179769313486231580793728971405301e277",
	};
	double v = 7;

	(void)state;
	for (size_t i = 0; i < N_OF(bad); i++)
		if (str_double(str_of(bad[i]), &v))
			fail_msg("'%s' was taken as a number", bad[i]);
	assert_false(str_double(STR("1\0"), &v));
	assert_true(v == 7);
}

/* The witness is strtod() of the C locale, to the last bit. */
static void check_double(const char *text)
{
	double want = strtod(text, NULL), got = 0;

	if (!str_double(str_of(text), &got))
		fail_msg("'%s' was not taken", text);
	if (memcmp(&want, &got, sizeof(want)) != 0)
		fail_msg("'%s': %a, not %a", text, got, want);
}

static void double_rounds_as_strtod_does(void **state)
{
	static const char *const good[] = {
		"0",
		"-0",
		"+1",
		"007",
		".5",
		"5.",
		"-.5e-3",
		"1E5",
		"1e+5",
		"83.75",
		"0.1",
		"1e22",
		"1e23",
		"123456789012345",
		"9007199254740993",
		"18446744073709551615",
		"0.000000000000000000000000001",
		"1e-999",
		"0e999999999999",
		"2.2250738585072011e-308",
		"4.9406564584124654e-324",
		"2.4703282292062327e-324",
		"1.7976931348623157e308",
		"9214843084008499.0",
		"0.500000000000000166533453693773481063",
		"100000000000000000000000000000000000000000e-40",
	};
	/* Halfway between 1 and its successor, decided by the last of 900 digits. */
	char halfway[1000] = "1.00000000000000011102230246251565404236316680908203125";

	(void)state;
	for (size_t i = 0; i < N_OF(good); i++)
		check_double(good[i]);
	check_double(halfway);
	memset(halfway + strlen(halfway), '0', 900 - strlen(halfway));
	check_double(halfway);
	halfway[899] = '1';
	check_double(halfway);
}

static uint64_t random_next(uint64_t *seed)
{
	*seed ^= *seed << 13;
	*seed ^= *seed >> 7;
	*seed ^= *seed << 17;
	return *seed;
}

static void double_rounds_random_spellings_as_strtod_does(void **state)
{
	uint64_t seed = 20240229;
	char text[64];

	(void)state;
	for (int i = 0; i < 100000; i++) {
		uint64_t bits = random_next(&seed);
		double v;

		memcpy(&v, &bits, sizeof(v));
		if (!(v >= -DBL_MAX && v <= DBL_MAX))
			continue;
		snprintf(text, sizeof(text), "%.*e", (int)(bits % 19), v);
		if (strtod(text, NULL) <= DBL_MAX && strtod(text, NULL) >= -DBL_MAX)
			check_double(text);
		snprintf(text, sizeof(text), "%.*f", (int)(bits % 9),
			 (double)(int64_t)random_next(&seed) / 1e9);
		check_double(text);
	}
}

/* The bytes of a code point by the scheme of RFC 3629, in n bytes whether that is allowed or not.
 */
static struct str utf8(char *to, uint32_t c, size_t n)
{
	static const unsigned int lead[] = { 0, 0, 0xc0, 0xe0, 0xf0 };

	for (size_t i = n; i-- > 1; c >>= 6)
		to[i] = (char)(0x80 | (c & 0x3f));
	to[0] = (char)(lead[n] | c);
	return (struct str){ to, n };
}

static void utf8_is_what_rfc_3629_allows(void **state)
{
	static const uint32_t end[] = { 0, 0x80, 0x800, 0x10000, 0x200000 };
	char bytes[8];

	(void)state;
	for (size_t n = 1; n <= 4; n++) {
		for (uint32_t c = 0; c < end[n]; c++) {
			bool ok = c >= end[n - 1] && c <= 0x10ffff && (c < 0xd800 || c > 0xdfff);

			if (str_utf8(utf8(bytes, c, n)) != (ok ? n : 0))
				fail_msg("U+%04X in %zu bytes", (unsigned int)c, n);
		}
	}
}

static void utf8_needs_all_its_bytes(void **state)
{
	static const char *const bad[] = { "\x80",	   "\xbf",	    "\xc3",
					   "\xc3(",	   "\xe2\x82",	    "\xe2\x82(",
					   "\xf0\x9f\x98", "\xf0\x9f\x98(", "\xf8\x88\x80\x80\x80",
					   "\xfe",	   "\xff" };

	(void)state;
	for (size_t i = 0; i < N_OF(bad); i++)
		assert_int_equal(str_utf8(str_of(bad[i])), 0);
	assert_int_equal(str_utf8(STR("")), 0);
	assert_int_equal(str_utf8(STR("\0")), 1);
	assert_int_equal(str_utf8(STR("\xc3\xa4\xff")), 2);
	assert_int_equal(str_utf8((struct str){ "\xe2\x82\xac", 2 }), 0);
}

/* Values of the authors' test suite (test_fnv.c). */
static void hash_is_fnv_1a(void **state)
{
	(void)state;
	assert_true(str_hash(STR(""), STR_HASH_SEED) == 0xcbf29ce484222325u);
	assert_true(str_hash(STR("a"), STR_HASH_SEED) == 0xaf63dc4c8601ec8cu);
	assert_true(str_hash(STR("foobar"), STR_HASH_SEED) == 0x85944171f73967e8u);
	assert_true(str_hash(STR("bar"), str_hash(STR("foo"), STR_HASH_SEED)) ==
		    0x85944171f73967e8u);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(trim_takes_blanks_and_line_ends),
		cmocka_unit_test(views_compare_bytewise_and_whole),
		cmocka_unit_test(natural_order_counts_digits_as_numbers),
		cmocka_unit_test(natural_order_tells_01_from_1),
		cmocka_unit_test(find_gives_the_first_offset),
		cmocka_unit_test(cut_splits_at_the_first_separator),
		cmocka_unit_test(next_gives_each_piece_once),
		cmocka_unit_test(words_are_apart_by_blanks_and_tabs),
		cmocka_unit_test(copy_cuts_and_ends_what_it_writes),
		cmocka_unit_test(pair_finds_whole_keys_only),
		cmocka_unit_test(u64_takes_digits_up_to_the_limit),
		cmocka_unit_test(double_refuses_what_is_no_decimal_number),
		cmocka_unit_test(double_rounds_as_strtod_does),
		cmocka_unit_test(double_rounds_random_spellings_as_strtod_does),
		cmocka_unit_test(utf8_is_what_rfc_3629_allows),
		cmocka_unit_test(utf8_needs_all_its_bytes),
		cmocka_unit_test(hash_is_fnv_1a),
	};

	return cmocka_run_group_tests_name("str", tests, NULL, NULL);
}

/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "test.h"
#include "parsers/utf16.h"

/* Decodes with a cut at every place, which must not matter. */
static void check(struct str bytes, const char *want)
{
	for (size_t cut = 0; cut <= bytes.n; cut++) {
		struct buf out = { 0 };
		struct utf16 u;

		assert_true(utf16_knows(bytes, &u));
		utf16_put(&u, (struct str){ bytes.p, cut }, &out);
		utf16_put(&u, str_skip(bytes, cut), &out);
		utf16_end(&u, &out);
		assert_str(buf_str(&out), want);
		buf_free(&out);
	}
}

static void both_orders_are_read(void **state)
{
	(void)state;
	check(STR("\xff\xfe"
		  "a\0\xe9\0\xac\x20\n\0"),
	      "a\xc3\xa9\xe2\x82\xac\n");
	check(STR("\xfe\xff"
		  "\0a\0\xe9\x20\xac\0\n"),
	      "a\xc3\xa9\xe2\x82\xac\n");
	check(STR("\xff\xfe"), "");
}

static void a_mark_is_not_needed(void **state)
{
	(void)state;
	check(STR("a\0b\0c\0\n\0"), "abc\n");
	check(STR("\0a\0b\0c\0\n"), "abc\n");
}

static void pairs_are_one_character(void **state)
{
	(void)state;
	/* U+1F600, U+10FFFF */
	check(STR("\xff\xfe\x3d\xd8\x00\xde"), "\xf0\x9f\x98\x80");
	check(STR("\xfe\xff\xdb\xff\xdf\xff"), "\xf4\x8f\xbf\xbf");
}

#define BAD "\xef\xbf\xbd"

static void what_is_no_character_is_said(void **state)
{
	(void)state;
	check(STR("\xfe\xff\xd8\x3d\0x"), BAD "x");
	check(STR("\xfe\xff\xde\x00\0x"), BAD "x");
	check(STR("\xfe\xff\xd8\x3d\xd8\x3d\xde\x00"), BAD "\xf0\x9f\x98\x80");
	check(STR("\xfe\xff\0x\xd8\x3d"), "x" BAD);
	check(STR("\xfe\xff\0x\0"), "x" BAD);
	/* A mark inside is a character. */
	check(STR("\xfe\xff\0x\xfe\xff"), "x\xef\xbb\xbf");
}

static void other_texts_are_not_taken(void **state)
{
	static const struct str others[] = {
		STR_INIT(""),
		STR_INIT("a\0"),
		STR_INIT("abcd"),
		STR_INIT("a\0bcdefg"),
		STR_INIT("\0\0\0\0\0\0"),
		STR_INIT("\xef\xbb\xbfx"),
		STR_INIT("ab\0\0cd\0\0"),
	};
	struct utf16 u;

	(void)state;
	for (size_t i = 0; i < sizeof(others) / sizeof(others[0]); i++)
		assert_false(utf16_knows(others[i], &u));
}

int main(void)
{
	static const struct CMUnitTest tests[] = {
		cmocka_unit_test(both_orders_are_read),
		cmocka_unit_test(a_mark_is_not_needed),
		cmocka_unit_test(pairs_are_one_character),
		cmocka_unit_test(what_is_no_character_is_said),
		cmocka_unit_test(other_texts_are_not_taken),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

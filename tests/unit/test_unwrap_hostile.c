/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "test.h"
#include "capture.h"
#include "random.h"
#include "parsers/kmsg.h"
#include "parsers/unwrap.h"

/* Bytes of an enemy: any of them, in any container, cut anywhere. */
#define L(lit) STR_INIT(lit)

#define ENTRY \
	"{\"__CURSOR\":\"s=1\",\"_TRANSPORT\":\"kernel\",\"_SOURCE_MONOTONIC_TIMESTAMP\":\"15\","

static const struct str pieces[] = {
	L("{"),
	L("}"),
	L("["),
	L("]"),
	L("\""),
	L("\\"),
	L("\\u00"),
	L("\\ud800"),
	L("\n"),
	L("\r"),
	L(","),
	L(":"),
	L("="),
	L("\0"),
	L("\377"),
	L("\303\244"),
	L("1"),
	L("18446744073709551616"),
	L("\x1e"),
	L("data: "),
	L(ENTRY),
	L(ENTRY "\"MESSAGE\":\"a\\nb\"}\n"),
	L(ENTRY "\"MESSAGE\":[1,2,255]}\n"),
	L("\"MESSAGE\":"),
	L("{\n   \"dmesg\": [\n      {\n"),
	L("\"pri\": 1, \"time\":  15.574402, \"msg\": \"a\\n<6>[  1.0] b\""),
	L("\"time\": 1e308"),
	L("\"caller\": \"T1\""),
	L("\n      },{\n"),
	L("__CURSOR=s=1\n"),
	L("_TRANSPORT=kernel\n"),
	L("MESSAGE=a\n"),
	L("MESSAGE\n"),
	L("\x03\0\0\0\0\0\0\0abc\n"),
	L("\xff\xff\xff\xff\xff\xff\xff\xff"),
	L("\n\n"),
	L("Mon 2026-11-30 10:47:41.123456 UTC [s=0a;i=1;b=2c]\n"),
	L("    MESSAGE=a\n"),
	L("            b\n"),
	L("    _SOURCE_MONOTONIC_TIMESTAMP=15\n"),
	L("6,1,15,-;a\\x0ab\n"),
	L("6.4.0,6,2,15,-,caller=T1;a\n"),
	L("6,3,15,-,ncfrag=0/31;the first chunk,"),
	L("6,3,15,-,ncfrag=16/31; the 2nd chunk.\n"),
	L(",ncfrag="),
	L(" SUBSYSTEM=usb\n"),
	L("Panic#1 Part1\n"),
	L("Panic#1 Part2\n"),
	L("Panic#1 Part18446744073709551615\n"),
	L("====1.1-D\n"),
	L("<6>[    1.000000] x\n"),
	L("\033[33m"),
};

/* Each chunk in memory of its own, so that a sanitizer sees a byte read before or behind it. */
static void feed(enum unwrap_kind kind, struct str text, struct buf *scratch)
{
	struct unwrap *u = unwrap_new(kind, "log");
	struct lines out = { 0 };
	struct str rest, line;
	size_t last = 0, lines = 1;

	for (size_t at = 0; at < text.n;) {
		size_t n = 1 + below(text.n - at);
		char *exact = test_malloc(n);

		memcpy(exact, text.p + at, n);
		unwrap_feed(u, (struct str){ exact, n }, &out);
		test_free(exact);
		at += n;
	}
	unwrap_end(u, &out);
	for (size_t i = 0; i < text.n; i++)
		lines += text.p[i] == '\n';
	rest = buf_str(&out.text);
	for (size_t i = 0; i < out.n; i++, last++) {
		assert_true(str_next(&rest, '\n', &line));
		assert_true(out.v[i].line >= 1 && out.v[i].line <= lines);
		kmsg_strip(line, scratch);
	}
	assert_int_equal(rest.n, 0);
	/* What comes out is bounded by what goes in: rows, and a prefix for each. */
	assert_true(out.text.n <= 30 * text.n + 100);
	lines_free(&out);
	unwrap_free(u);
}

static void test_random_texts_stay_in_bounds(void **state)
{
	struct buf text = { 0 }, scratch = { 0 };

	(void)state;
	seed = 0x9e3779b97f4a7c15u;
	capture_start();
	for (int i = 0; i < 20000; i++) {
		size_t count = 1 + below(16);
		enum unwrap_kind kind;

		text.n = 0;
		while (count--)
			buf_add(&text, pieces[below(sizeof(pieces) / sizeof(pieces[0]))]);
		for (size_t n = below(4); n && text.n; n--)
			text.v[below(text.n)] = (char)below(256);
		kind = unwrap_is(buf_str(&text));
		if (kind == UNWRAP_NONE || below(2))
			kind = (enum unwrap_kind)(1 + below(UNWRAP_COLOR));
		feed(kind, buf_str(&text), &scratch);
	}
	capture_end();
	buf_free(&text);
	buf_free(&scratch);
}

/* A step that is not linear does not end here, and one that keeps all does not fit. */
static void test_long_texts_cost_their_length(void **state)
{
	struct buf text = { 0 };

	(void)state;
	alarm(300);
	capture_start();
	for (size_t i = 0; i < sizeof(pieces) / sizeof(pieces[0]); i++)
		for (int kind = UNWRAP_DMESG; kind <= UNWRAP_COLOR; kind++) {
			struct unwrap *u = unwrap_new((enum unwrap_kind)kind, "log");
			struct lines out = { 0 };

			text.n = 0;
			while (text.n < 1 << 19)
				buf_add(&text, pieces[i]);
			unwrap_feed(u, buf_str(&text), &out);
			unwrap_end(u, &out);
			lines_free(&out);
			unwrap_free(u);
		}
	capture_end();
	alarm(0);
	buf_free(&text);
}

int main(void)
{
	static const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_random_texts_stay_in_bounds),
		cmocka_unit_test(test_long_texts_cost_their_length),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

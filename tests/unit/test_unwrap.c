/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "test.h"
#include "capture.h"
#include "parsers/kmsg.h"
#include "parsers/unwrap.h"

/*
 * Where the forms come from: dmesg(1) of util-linux 2.38, run; journalctl(1) and the journal's
 * export format as systemd documents them; the kernel's dev-kmsg, netconsole and pstore documents.
 */
#define L(lit) STR_INIT(lit)

/* What came out: each line as "NUMBER:text". */
static const char *unwrapped(enum unwrap_kind kind, struct str text, size_t step,
			     unsigned long *skipped)
{
	static char got[65536];
	struct unwrap *u = unwrap_new(kind, "log");
	struct lines out = { 0 };
	struct buf all = { 0 };
	struct str rest, line;

	for (size_t at = 0; at < text.n; at += step) {
		size_t n = text.n - at < step ? text.n - at : step;
		char *exact = test_malloc(n);

		memcpy(exact, text.p + at, n);
		unwrap_feed(u, (struct str){ exact, n }, &out);
		test_free(exact);
	}
	*skipped = unwrap_end(u, &out);
	rest = buf_str(&out.text);
	for (size_t i = 0; i < out.n; i++) {
		assert_true(str_next(&rest, '\n', &line));
		buf_printf(&all, "%lu:%.*s\n", out.v[i].line, (int)line.n, line.p);
	}
	assert_int_equal(rest.n, 0);
	assert_true(all.n < sizeof(got));
	if (all.n)
		memcpy(got, all.v, all.n);
	got[all.n] = '\0';
	buf_free(&all);
	lines_free(&out);
	unwrap_free(u);
	return got;
}

/* Found by its content, and the same however it is cut. */
static void check(enum unwrap_kind kind, struct str text, unsigned long skipped, const char *want)
{
	static const size_t steps[] = { SIZE_MAX / 2, 1, 7 };

	assert_int_equal(unwrap_is(text), kind);
	for (size_t i = 0; i < sizeof(steps) / sizeof(steps[0]); i++) {
		unsigned long counted;
		const char *got;

		capture_start();
		got = unwrapped(kind, text, steps[i], &counted);
		capture_end();
		assert_string_equal(got, want);
		assert_int_equal(counted, skipped);
	}
}

static void test_dmesg_json(void **state)
{
	static const struct str pretty = L(
		"{\n"
		"   \"dmesg\": [\n"
		"      {\n"
		"         \"pri\": 6,\n"
		"         \"time\":     0.000000,\n"
		"         \"msg\": \"Linux version 6.1.192 (x) (gcc) #1\"\n"
		"      },{\n"
		"         \"pri\": 1,\n"
		"         \"time\":    15.574403,\n"
		"         \"caller\": \"T123\",\n"
		"         \"msg\": \"rcu: \\nRuns\\tTime\\n1\\t3.4\\n\"\n"
		"      }\n"
		"   ]\n"
		"}\n");

	(void)state;
	check(UNWRAP_DMESG, pretty, 0,
	      "6:[    0.000000][    T0] Linux version 6.1.192 (x) (gcc) #1\n"
	      "11:[   15.574403][  T123] rcu: \n"
	      "11:[   15.574403][  T123] Runs\tTime\n"
	      "11:[   15.574403][  T123] 1\t3.4\n");
	check(UNWRAP_DMESG,
	      STR("{\"dmesg\":[{\"pri\":1,\"time\":10844965.818729,\"msg\":\"a [b] {c} "
		  "\\\"d\\\\\"},"
		  "{\"pri\":1,\"time\":0.000001,\"caller\":\"x\\ny\",\"msg\":\"\"}]}"),
	      0, "1:[10844965.818729][    T0] a [b] {c} \"d\\\n1:[    0.000001][    T0] \n");
}

/* Each message goes on with all of the file behind it. */
static void test_dmesg_json_of_a_file(void **state)
{
	(void)state;
	check(UNWRAP_DMESG,
	      STR("{\n   \"dmesg\": [\n      {\n         \"pri\": 6,\n"
		  "         \"time\":     0.000000,\n"
		  "         \"msg\": \"Linux\\n<1>[   15.574403] rcu: \\nRuns\\tTime\\n"
		  "<30>[   16.000000] x\\n\"\n      },{\n         \"pri\": 1,\n"
		  "         \"time\":    15.574403,\n"
		  "         \"msg\": \"rcu: \\nRuns\\tTime\\n<30>[   16.000000] x\\n\"\n"
		  "      },{\n         \"pri\": 7,\n         \"time\":    16.000000,\n"
		  "         \"msg\": \"x\\n\"\n      }\n   ]\n}\n"),
	      0,
	      "6:[    0.000000][    T0] Linux\n10:[   15.574403][    T0] rcu: \n"
	      "10:[   15.574403][    T0] Runs\tTime\n14:[   16.000000][    T0] x\n");
}

#define KERNEL "\"_TRANSPORT\":\"kernel\",\"_SOURCE_MONOTONIC_TIMESTAMP\":\"15574402\""
#define CURSOR "\"__CURSOR\":\"s=1;i=2\","

static void test_journal_json(void **state)
{
	static const char want[] = "1:[   15.574402][    T0] a\tb\n1:[   15.574402][    T0] c\n"
				   "3:[   15.574402][    T0] \033[0mx\377\n";

	(void)state;
	check(UNWRAP_JOURNAL,
	      STR("{\"MESSAGE\":\"a\\tb\\nc\"," CURSOR KERNEL ",\"PRIORITY\":\"1\"}\n"
		  "{" CURSOR "\"_TRANSPORT\":\"syslog\",\"MESSAGE\":\"kernel\"}\n"
		  "{" CURSOR KERNEL ",\"MESSAGE\":[27,91,48,109,120,255]}\n"),
	      0, want);
	check(UNWRAP_JOURNAL, STR("data: {\"MESSAGE\":\"a\"," CURSOR KERNEL "}\n\n"), 0,
	      "1:[   15.574402][    T0] a\n");
	check(UNWRAP_JOURNAL,
	      STR("\x1e{\"MESSAGE\":\"a\"," CURSOR KERNEL "}\n"
		  "\x1e{\"MESSAGE\":\"b\"," CURSOR "\"SYSLOG_IDENTIFIER\":\"kernel\"}\n"
		  "\x1e{\"MESSAGE\":\"c\"," CURSOR "\"SYSLOG_IDENTIFIER\":\"kernels\"}\n"
		  "\x1e{\"MESSAGE\":\"d\"," CURSOR "\"PRIORITY\":\"4\"}"),
	      0, "1:[   15.574402][    T0] a\n2:<6>b\n4:<4>d\n");
	check(UNWRAP_JOURNAL_TALL,
	      STR("{\n\t\"__CURSOR\" : \"s=1\",\n\t\"MESSAGE\" : \"a } ]\",\n"
		  "\t\"_TRANSPORT\" : \"kernel\"\n}\n"
		  "{\n\t\"__CURSOR\" : \"s=1\",\n\t\"_TRANSPORT\" : \"kernel\",\n"
		  "\t\"_SOURCE_MONOTONIC_TIMESTAMP\" : \"1\",\n"
		  "\t\"MESSAGE\" : [\n\t\t98,\n\t\t99\n\t]\n}\n"),
	      0, "3:<6>a } ]\n10:[    0.000001][    T0] bc\n");
}

static void test_hostile_json(void **state)
{
	struct buf deep = { 0 }, text = { 0 };
	struct buf want = { 0 };

	(void)state;
	/* cut off, no JSON, a key twice, no text, no bytes, bytes that are no UTF-8, NUL */
	check(UNWRAP_JOURNAL,
	      STR("{" CURSOR KERNEL ",\"MESSAGE\":\"cut\n"
		  "{" CURSOR KERNEL ",\"MESSAGE\":}\n"
		  "{" CURSOR KERNEL ",\"MESSAGE\":\"a\",\"MESSAGE\":\"b\"}\n"
		  "{" CURSOR KERNEL ",\"MESSAGE\":null}\n"
		  "{" CURSOR KERNEL ",\"MESSAGE\":[1,256]}\n"
		  "{" CURSOR KERNEL ",\"MESSAGE\":{}}\n"
		  "{" CURSOR KERNEL ",\"MESSAGE\":\"\377x\\u0009y\"}\n"
		  "}}]]\"\"{" CURSOR KERNEL ",\"MESSAGE\":\"whole\"}\n"
		  "{" CURSOR KERNEL ",\"MESSAGE\":\"cut"),
	      6, "7:[   15.574402][    T0] ?x\ty\n8:[   15.574402][    T0] whole\n");
	buf_add(&deep, STR("{" CURSOR KERNEL ",\"MESSAGE\":"));
	buf_pad(&deep, '[', 100000);
	buf_add(&deep, STR("\n{" CURSOR KERNEL ",\"MESSAGE\":\"whole\"}\n{" CURSOR
			   "\"_TRANSPORT\":\"kernel\",\"MESSAGE\":\"\\u00e4"));
	buf_pad(&deep, 'x', 3 << 20);
	buf_add(&deep, STR("\"}\n"));
	buf_add(&want, STR("2:[   15.574402][    T0] whole\n3:<6>\303\244"));
	buf_pad(&want, 'x', 200);
	{
		unsigned long skipped;

		capture_start();
		struct unwrap *u = unwrap_new(UNWRAP_JOURNAL, "log");
		struct lines out = { 0 };
		unwrap_feed(u, buf_str(&deep), &out);
		skipped = unwrap_end(u, &out);
		capture_end();
		assert_int_equal(skipped, 1);
		assert_int_equal(out.n, 2);
		assert_true(out.text.n > 60000 && out.text.n < 70000);
		lines_free(&out);
		unwrap_free(u);
	}
	buf_free(&deep);
	buf_free(&text);
	buf_free(&want);
}

static void test_journal_export(void **state)
{
	(void)state;
	check(UNWRAP_EXPORT,
	      STR("__CURSOR=s=1\n__REALTIME_TIMESTAMP=1\n_TRANSPORT=kernel\nPRIORITY=1\n"
		  "_SOURCE_MONOTONIC_TIMESTAMP=15574402\nMESSAGE=a=b\n\n"
		  "__CURSOR=s=2\n_TRANSPORT=kernel\n"
		  "MESSAGE\n\x07\0\0\0\0\0\0\0c\n\nd=\x01"
		  "e\n_SOURCE_MONOTONIC_TIMESTAMP=15574403\n\n"
		  "__CURSOR=s=3\n_TRANSPORT=syslog\nMESSAGE=f\n\n"
		  "__CURSOR=s=4\nSYSLOG_IDENTIFIER=kernel\nMESSAGE=g\n"),
	      0,
	      "6:[   15.574402][    T0] a=b\n11:[   15.574403][    T0] c\n"
	      "11:[   15.574403][    T0] \n11:[   15.574403][    T0] d=\x01"
	      "e\n22:<6>g\n");
	/* a size without its bytes */
	check(UNWRAP_EXPORT,
	      STR("__CURSOR=s=1\n_TRANSPORT=kernel\nMESSAGE=a\n\n"
		  "__CURSOR=s=2\n_TRANSPORT=kernel\nMESSAGE\n\xff\xff\xff\xff\xff\xff\xff\xff"
		  "b\n\n__CURSOR=s=3\n_TRANSPORT=kernel\nMESSAGE=c\n\n"),
	      1, "3:<6>a\n");
	check(UNWRAP_EXPORT, STR("__CURSOR=s=2\n_TRANSPORT=kernel\nMESSAGE\n\x01"), 1, "");
}

static void test_journal_verbose(void **state)
{
	(void)state;
	check(UNWRAP_VERBOSE,
	      STR("-- Journal begins at Mon 2026-11-30 10:47:41 UTC. --\n"
		  "Mon 2026-11-30 10:47:41.123456 UTC [s=0a;i=1;b=2c;m=f4;t=4;x=5]\n"
		  "    _TRANSPORT=kernel\n"
		  "    MESSAGE=rcu: \n"
		  "            Runs    Time\n"
		  "            1       3.4\n"
		  "    _SOURCE_MONOTONIC_TIMESTAMP=15574403\n"
		  "Mon 2026-11-30 10:47:42.123456 UTC [s=0a;i=2;b=2c;m=f4;t=4;x=5]\n"
		  "    _TRANSPORT=stdout\n"
		  "    MESSAGE=not the kernel's\n"
		  "Mon 2026-11-30 10:47:43.123456 UTC [s=0a;i=3;b=2c;m=f4;t=4;x=5]\n"
		  "    MESSAGE=last\n"
		  "    SYSLOG_IDENTIFIER=kernel\n"),
	      0,
	      "4:[   15.574403][    T0] rcu: \n4:[   15.574403][    T0] Runs    Time\n"
	      "4:[   15.574403][    T0] 1       3.4\n12:<6>last\n");
}

static void test_kmsg_files(void **state)
{
	(void)state;
	check(UNWRAP_KMSG,
	      STR("6,1,0,-;Linux\n"
		  "6,2,15574402,-,caller=T12;a\\x5cb\\x0ac\\x09d\n"
		  " SUBSYSTEM=usb\n DEVICE=c189:5\n"
		  "6,5,15574403,-;e\n"
		  "no record = text\n"
		  "1,6,15574403,c;f\r\n"),
	      0,
	      "1:[    0.000000][    T0] Linux\n2:[   15.574402][   T12] a\\b\n"
	      "2:[   15.574402][   T12] c\td\n"
	      "5:<4>2 kmsg records are missing before number 5\n"
	      "5:[   15.574403][    T0] e\n6:no record = text\n7:[   15.574403][    T0] f\n");
	/* dmesg -K's */
	check(UNWRAP_KMSG,
	      STR("6,1,0,-;Linux\n SUBSYSTEM=usb\n\0006,2,1,-;a\n\0"
		  "6,3,2,-;b\0"),
	      0,
	      "1:[    0.000000][    T0] Linux\n3:[    0.000001][    T0] a\n"
	      "4:[    0.000002][    T0] b\n");
}

static void test_netconsole(void **state)
{
	(void)state;
	check(UNWRAP_KMSG,
	      STR("6.4.0,6,444,501151268,-;text\n release=6.4.0\n"
		  "6.4.0,6,446,501151269,-,caller=T1;more\n"),
	      0, "1:[  501.151268][    T0] text\n3:[  501.151269][    T1] more\n");
	/* the kernel's own example, then with the record's line feed and dictionary counted */
	check(UNWRAP_KMSG,
	      STR("6,416,1758426,-,ncfrag=0/31;the first chunk,\n"
		  "6,416,1758426,-,ncfrag=16/31; the 2nd chunk.\n"
		  "6,417,1758427,-,ncfrag=0/17;abcd\n"
		  "6,417,1758427,-,ncfrag=4/17;ef\n cpu=1\n"
		  "6,417,1758427,-,ncfrag=14/17;23\n"
		  "6,418,1758428,-;g\n"),
	      0,
	      "1:[    1.758426][    T0] the first chunk, the 2nd chunk.\n"
	      "3:[    1.758427][    T0] abcdef\n7:[    1.758428][    T0] g\n");
	/* a collector that adds no line feeds */
	check(UNWRAP_KMSG,
	      STR("6,416,1758426,-,ncfrag=0/31;the first chunk,"
		  "6,416,1758426,-,ncfrag=16/31; the 2nd chunk.\n"),
	      0, "1:[    1.758426][    T0] the first chunk, the 2nd chunk.\n");
	/* a piece got lost, one is too long, offsets are none: no part of such a record counts */
	check(UNWRAP_KMSG,
	      STR("6,416,1758426,-,ncfrag=0/31;the first chunk,\n"
		  "6,417,1758427,-,ncfrag=16/31; the 2nd chunk.\n"
		  "6,418,1758428,-,ncfrag=0/3;abcd\n"
		  "6,419,1758429,-,ncfrag=3/3;ef\n"
		  "6,420,1758430,-,ncfrag=0/99999999999;gh\n"
		  "6,421,1758431,-,ncfrag=0/31;Total\n"),
	      5, "4:6,419,1758429,-,ncfrag=3/3;ef\n");
}

static void test_pstore(void **state)
{
	(void)state;
	check(UNWRAP_PSTORE,
	      STR("Panic#1 Part1\n<4>[    3.000000] c\n<0>[    4.000000] d\n"
		  "====1575951133.000010-D\nPanic#1 Part3\n<4>[    1.000000] a\n"
		  "Panic#1 Part2\n<4>[    2.000000] b\n"
		  "Oops#2 Part1\n<4>[    5.000000] e\nnot Panic#1 Part9\n"),
	      0,
	      "6:<4>[    1.000000] a\n8:<4>[    2.000000] b\n2:<4>[    3.000000] c\n"
	      "3:<0>[    4.000000] d\n10:<4>[    5.000000] e\n11:not Panic#1 Part9\n");
	check(UNWRAP_PSTORE, STR("====1575951133.000010-D\nOops#1 Part1\nx"), 0, "3:x\n");
}

static void test_colours(void **state)
{
	(void)state;
	check(UNWRAP_COLOR,
	      STR("\033[32m[    0.000000] \033[0m\033[33mrcu: "
		  "\033[0m\033[7m\033[31mx\033[0m\n\ny\r\n"
		  "\033[1"),
	      0, "1:[    0.000000] rcu: x\n2:\n3:y\r\n4:[1\n");
}

static void test_plain_texts_are_none(void **state)
{
	static const struct str texts[] = {
		L(""),
		L("\n"),
		L("[   15.574402] x\n"),
		L("<6>[   15.574402] x\n"),
		L("{ \"a\": 1 }\n"),
		L("{\n  \"results\": []\n}\n"),
		L("{\"kind\":\"value\"}\n"),
		L("1,2,3\n4,5,6\n"),
		L("1,2,3,-\n"),
		L("24,11476599,0.18,2185947,32.67,17410488 (24 processes for 24 cores)\n"),
		L("kind,source,run\n"),
		L("Panic#1\n"),
		L("Panic#1 Party\n"),
		L("====\n"),
		L("Dec 10 04:12:13 host kernel: x\n"),
		L("Mon 2026-11-30 10:47:41 UTC host kernel: [s=1;b=2]x\n"),
		L("[{\"dmesg\":1}]\n"),
		L("\033[2Jx\n"),
		L("\033[33x\033\n\033[3"),
	};

	(void)state;
	for (size_t i = 0; i < sizeof(texts) / sizeof(texts[0]); i++)
		if (unwrap_is(texts[i]) != UNWRAP_NONE)
			fail_msg("%s", texts[i].p);
}

/* Whatever a message begins with, nothing of it is taken for framing. */
static void test_messages_come_back_whole(void **state)
{
	static const char *const messages[] = {
		"[drm] x",
		"[   15.574402] x",
		"[ T12] x",
		"> x",
		"[Mon Nov 30 10:47:41 2026] x",
		"2026-11-30T10:47:41 x",
		"kernel: x",
		"Dec 10 04:12:13 host kernel: x",
		"1,2,3,-;x",
		"<6>x",
		"  x",
		"c[2Jx",
	};
	struct buf text = { 0 }, scratch = { 0 };

	(void)state;
	for (size_t i = 0; i < sizeof(messages) / sizeof(messages[0]); i++) {
		struct unwrap *u = unwrap_new(UNWRAP_JOURNAL, "log");
		struct lines out = { 0 };
		struct kmsg k;

		text.n = 0;
		buf_printf(&text, "{" CURSOR KERNEL ",\"MESSAGE\":\"%s\"}\n", messages[i]);
		unwrap_feed(u, buf_str(&text), &out);
		unwrap_end(u, &out);
		assert_int_equal(out.n, 1);
		k = kmsg_strip(buf_str(&out.text), &scratch);
		assert_str(k.msg, messages[i]);
		assert_true(k.framed && k.time_ns == 15574402000);
		lines_free(&out);
		unwrap_free(u);
	}
	buf_free(&text);
	buf_free(&scratch);
}

int main(void)
{
	static const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_dmesg_json),
		cmocka_unit_test(test_dmesg_json_of_a_file),
		cmocka_unit_test(test_journal_json),
		cmocka_unit_test(test_hostile_json),
		cmocka_unit_test(test_journal_export),
		cmocka_unit_test(test_journal_verbose),
		cmocka_unit_test(test_kmsg_files),
		cmocka_unit_test(test_netconsole),
		cmocka_unit_test(test_pstore),
		cmocka_unit_test(test_colours),
		cmocka_unit_test(test_plain_texts_are_none),
		cmocka_unit_test(test_messages_come_back_whole),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "test.h"
#include "parsers/kmsg.h"

/*
 * Loggers, CI servers, vendors' trees and collectors: forms as RFC 5424, logread(8) of OpenWrt,
 * rsyslog, ts(1) and the documents of the servers have them, and two writers on one line.
 */
#define L(lit)	       STR_INIT(lit)
#define SEC(sec, usec) ((int64_t)(sec)*1000000000 + (usec)*1000)
#define T15	       SEC(15, 574402)

struct row {
	struct str line, msg;
	int64_t time_ns;
};

static void check_rows(const struct row *rows, size_t n, bool framed)
{
	struct buf scratch = { 0 };

	for (size_t i = 0; i < n; i++) {
		struct kmsg k = kmsg_strip(rows[i].line, &scratch);

		if (!str_eq(k.msg, rows[i].msg) || k.time_ns != rows[i].time_ns ||
		    k.framed != framed)
			fail_msg("'%.*s': got '%.*s', time %lld framed %d", (int)rows[i].line.n,
				 rows[i].line.p, (int)k.msg.n, k.msg.p, (long long)k.time_ns,
				 k.framed);
	}
	buf_free(&scratch);
}
#define CHECK(rows) check_rows((rows), sizeof(rows) / sizeof((rows)[0]), true)

static void test_rfc5424_comes_off(void **state)
{
	static const struct row rows[] = {
		{ L("<134>1 2026-11-30T10:47:41.123456+00:00 host kernel - - - a=1"), L("a=1"),
		  -1 },
		{ L("<6>1 2026-11-30T10:47:41Z host kernel - - - [   15.574402] x"), L("x"), T15 },
		{ L("<6>1 2026-11-30T10:47:41Z host kernel 0 ID1 [m s=\"1\"][x y=\"]\\\"\"] x"),
		  L("x"), -1 },
		{ L("<6>1 2026-11-30T10:47:41Z - kernel - - - \xef\xbb\xbfx"), L("x"), -1 },
		{ L("1 2026-11-30T10:47:41Z host kernel - - - x"), L("x"), -1 },
		{ L("2026-11-30T10:47:41Z host kernel - - - x"), L("x"), -1 },
		{ L("2026-11-30T10:47:41Z host kernel - - -"), L(""), -1 },
		/* not complete: the time alone is off */
		{ L("2026-11-30T10:47:41Z host kernel - - x"), L("host kernel - - x"), -1 },
		{ L("2026-11-30T10:47:41Z host kernel - - [x y"), L("host kernel - - [x y"), -1 },
		{ L("2026-11-30T10:47:41Z host systemd - - - x"), L("host systemd - - - x"), -1 },
	};

	(void)state;
	CHECK(rows);
}

static void test_loggers_come_off(void **state)
{
	static const struct row rows[] = {
		{ L("Mon Nov 30 10:47:41 2026 kern.info kernel: [   15.574402] x"), L("x"), T15 },
		{ L("Mon Nov 30 10:47:41 2026 kern.warn kernel: x"), L("x"), -1 },
		{ L("Nov 30 10:47:41 box kern.info kernel: [   15.574402] x"), L("x"), T15 },
		/* rsyslog's escapes, and a number that is none */
		{ L("Dec 10 04:12:13 host kernel: [   15.574402] Runs#011Time#0121#0113.4"),
		  L("Runs\tTime\n1\t3.4"), T15 },
		{ L("Dec 10 04:12:13 host kernel: #1 SMP #0 #09 #048 #01"),
		  L("#1 SMP #0 #09 #048 #01"), -1 },
		{ L("[   15.574402] a#011b"), L("a#011b"), T15 },
	};

	(void)state;
	CHECK(rows);
}

static void test_stamps_come_off(void **state)
{
	static const struct row rows[] = {
		/* GitHub, Jenkins, GitLab, ts(1), terminal programs */
		{ L("2026-11-30T10:47:41.1234567Z [   15.574402] x"), L("x"), T15 },
		{ L("2026-11-30T10:47:41.1234567Z raid6: x"), L("raid6: x"), -1 },
		{ L("[2026-11-30T10:47:41.123Z] [   15.574402] x"), L("x"), T15 },
		{ L("19:07:54  raid6: x"), L("raid6: x"), -1 },
		{ L("19:07:54  [   18.395285]  x"), L(" x"), SEC(18, 395285) },
		{ L("2026-11-30T10:47:41.123456Z 00O raid6: x"), L("raid6: x"), -1 },
		{ L("2026-11-30T10:47:41.123456Z 01E+[   15.574402] x"), L("x"), T15 },
		{ L("section_start:1560896352:build[collapsed=true]\r\033[0K[   15.574402] x"),
		  L("x"), T15 },
		{ L("Nov 30 10:47:41 [   15.574402] x"), L("x"), T15 },
		{ L("Nov 30 10:47:41 Total time"), L("Total time"), -1 },
		{ L("Nov 30 10:47:41 1. Kmalloc: Repeatedly"), L("1. Kmalloc: Repeatedly"), -1 },
		{ L("[2026-11-30 10:47:41] [   15.574402] x"), L("x"), T15 },
		{ L("[2026-11-30 10:47:41.123] x"), L("x"), -1 },
		{ L("[10:47:41.123] x"), L("x"), -1 },
		{ L("[   16.000010] [   15.574402] x"), L("x"), T15 },
		/* dmesg of two formats */
		{ L("[Mon Nov 30 10:47:41 2026] [   15.574402] [  T123] x"), L("x"), T15 },
		{ L("[Nov30 10:47] [   15.574402] x"), L("x"), T15 },
		{ L("[  +0.000123] [   15.574402] x"), L("x"), T15 },
		{ L("[   15.574402] 2026-11-30T10:47:41,574402+00:00 x"), L("x"), T15 },
	};

	(void)state;
	CHECK(rows);
}

static void test_vendor_callers_come_off(void **state)
{
	static const struct row rows[] = {
		{ L("[   15.574402] [0:  swapper/0:    1] x"), L("x"), T15 },
		{ L("[   15.574402] [7:kworker/u16:3:  912] x"), L("x"), T15 },
		{ L("<6>[   15.574402]  [0:      swapper/0:    1] x"), L("x"), T15 },
		{ L("[   15.574402] I[0:      swapper/0:    1] x"), L("x"), T15 },
		{ L("[   15.574402] [     C16] x"), L("x"), T15 },
		{ L("[   15.574402] [0: x] y"), L("[0: x] y"), T15 },
		{ L("[   15.574402] [0:1] x"), L("[0:1] x"), T15 },
		{ L("[   15.574402] [vq:0:1] x"), L("[vq:0:1] x"), T15 },
		{ L("[   15.574402] [0:a command of more than fifteen:1] x"),
		  L("[0:a command of more than fifteen:1] x"), T15 },
	};

	(void)state;
	CHECK(rows);
}

static void test_netconsole_headers_come_off(void **state)
{
	static const struct row rows[] = {
		{ L("6.4.0,6,444,501151268,-;x"), L("x"), SEC(501, 151268) },
		{ L("6.4.0-rc1+,6,444,501151268,-,caller=T1;x"), L("x"), SEC(501, 151268) },
		/* a piece might end in mid-number */
		{ L("6,416,1758426,-,ncfrag=0/31;took 12"), L(""), SEC(1, 758426) },
	};
	static const struct row none[] = {
		{ L("6,416,1758426,-,ncfrag=31/31;x"), L("6,416,1758426,-,ncfrag=31/31;x"), -1 },
		{ L("6,416,1758426,-,ncfrag=x;x"), L("6,416,1758426,-,ncfrag=x;x"), -1 },
		{ L("64,6,444,501151268,-;x"), L("64,6,444,501151268,-;x"), -1 },
		{ L("v6.4,6,444,501151268,-;x"), L("v6.4,6,444,501151268,-;x"), -1 },
	};

	(void)state;
	CHECK(rows);
	check_rows(none, sizeof(none) / sizeof(none[0]), false);
}

static void test_no_break_spaces_are_blanks(void **state)
{
	static const struct row rows[] = {
		{ L("[\302\240 0.628134]\302\240raid6:\302\240 x\302\240"), L("raid6:  x "),
		  SEC(0, 628134) },
		{ L("1,2,628134,-;a\\xc2\\xa0b"), L("a b"), SEC(0, 628134) },
		{ L("Dec 10 04:12:13 host kernel: a\302\240b#011c"), L("a b\tc"), -1 },
	};
	static const struct row none[] = {
		{ L("\302\240 x\302\240y"), L("  x y"), -1 },
		{ L("\033[0ma\302\240b"), L("a b"), -1 },
		{ L("\302\240"), L(" "), -1 },
		{ L("a\302"), L("a\302"), -1 },
	};

	(void)state;
	CHECK(rows);
	check_rows(none, sizeof(none) / sizeof(none[0]), false);
}

static void test_second_writers_are_found(void **state)
{
	static const struct {
		const char *first, *second;
	} rows[] = {
		{ "[    1.000000] aaa", "[    2.000000] bbb" },
		{ "[    1.000000][    T1] aaa ", "[    1.000000][    T2] bbb" },
		{ "> [    1.000000] aaa", "[    2.000000] bbb" },
		{ "2026-11-30T10:47:41 [    1.000000] aaa", "[    2.000000] bbb" },
		{ "\033[0m[    1.000000] a [x] ", "[    2.000000] bbb[    3.000000] c" },
		{ "** 12 printk messages dropped ** ", "[    2.000000] bbb" },
		/* one message, or none before it */
		{ "", "[    2.000000] aaa" },
		{ "", "[    2.000000] aaa [    1.000000] b" },
		{ "", "[    1.000000] aaa '[    2.000000] b'" },
		{ "", "[    1.000000] aaa[    2.000000]b" },
		{ "", "[    1.000000] [    2.000000] aaa" },
		{ "", "root@host:~# [    2.000000] aaa" },
		{ "", "2026-11-30T10:47:41 [    2.000000] aaa" },
		{ "", "<6>[    1.000000] aaa[    2.000000] b" },
		{ "", "kern  :info  : [    1.000000] aaa[    2.000000] b" },
		{ "", "Dec 10 04:12:13 host kernel: [    1.000000] aaa[    2.000000] b" },
		{ "", "[    1.000000] host kernel: [    2.000000] b" },
		{ "", "6,1,2,-;a[    2.000000] b" },
		{ "", "" },
	};
	struct buf line = { 0 }, scratch = { 0 };

	(void)state;
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		size_t got;

		line.n = 0;
		buf_printf(&line, "%s%s", rows[i].first, rows[i].second);
		got = kmsg_second(buf_str(&line), &scratch);
		if (got != strlen(rows[i].first))
			fail_msg("'%s': got %zu", line.v, got);
	}
	buf_free(&line);
	buf_free(&scratch);
}

int main(void)
{
	static const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_rfc5424_comes_off),
		cmocka_unit_test(test_loggers_come_off),
		cmocka_unit_test(test_stamps_come_off),
		cmocka_unit_test(test_vendor_callers_come_off),
		cmocka_unit_test(test_netconsole_headers_come_off),
		cmocka_unit_test(test_no_break_spaces_are_blanks),
		cmocka_unit_test(test_second_writers_are_found),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

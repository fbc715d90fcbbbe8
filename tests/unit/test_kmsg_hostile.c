/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "test.h"
#include <unistd.h>
#include "parsers/kmsg.h"

/* What is no framing, and what nobody would print but an enemy; the forms are in test_kmsg.c. */
#define L(lit)	       STR_INIT(lit)
#define TOTAL	       "Total time taken by all kfree'ers: 14185970787 ns, loops: 20000, batches: 1548"
#define SEC(sec, usec) ((int64_t)(sec)*1000000000 + (usec)*1000)
#define T15	       SEC(15, 574402)

static void check(struct str line, struct str msg, int64_t time_ns, bool framed,
		  struct buf *scratch)
{
	struct kmsg k = kmsg_strip(line, scratch);

	if (!str_eq(k.msg, msg) || k.time_ns != time_ns || k.depth || k.framed != framed)
		fail_msg("'%.*s': got '%.*s', time %lld depth %u framed %d", (int)line.n, line.p,
			 (int)k.msg.n, k.msg.p, (long long)k.time_ns, k.depth, k.framed);
}

static void test_near_misses_stay_whole(void **state)
{
	static const char *const lines[] = {
		/* brackets that are no time */
		"[  OK  ] Started foo.",
		"[FAILED] Failed to start foo.",
		"[DEPEND] Dependency failed for foo.",
		"[drm] Initialized",
		"[c0000000028f7be0] [c0000000003f0140] x",
		"[<ffffffff81012345>] dump_stack+0x1",
		"[   15.57440] x",
		"[   15.57440]] x",
		"[   15.5744021] x",
		"[   15,574402] x",
		"[   15.574402]x",
		"[   15.574402][drm] x",
		"[   15.574402][X12] x",
		"[   15.574402",
		"[   15. 574402] x",
		"[.574402] x",
		"[15] x",
		"[] x",
		"[",
		"[T] x",
		"[Tx] y",
		"[    X1] x",
		"[ T12a] x",
		"[ t12] x",
		"[  +8.88] x",
		"[  8.883686>] x",
		"[<    8.883686] x",
		"[Mon Nov 30 10:47 2026] x",
		"[Mon Nov 30 10:47:41] x",
		"[30 11 30 10:47:41 2026] x",
		"[Nov30 1047] x",
		"[Nov30 10:47]x",
		"[-ov30 10:47] x",
		"[Nov130 10:47] x",
		"[Nov3010:47] x",
		"[  +8.8836861] x",
		"[MonNov 30 10:47:41 2026] x",
		"[Mon Nov30 10:47:41 2026] x",
		"[Mon Nov 300 10:47:41 2026] x",
		"[Mon Nov 3010:47:41 2026] x",
		"[Mon Nov 30 10:47:412026] x",
		"[Mon Nov 30 10:47:41 20267] x",
		"[ 0mx",
		"[mx",
		"[15 s] x",
		"[5m] load",
		"[0m text",
		"[2026-11-30] x",
		/* callers that are none */
		"[0:1] x",
		"[   15.574402][0:x] y",
		"[0:  swapper/0:    1]x",
		"[0: x: y] z",
		/* CI stamps that are none */
		"10:47:41 up 3 days",
		"10:47:41.5 x",
		"[10:47] x",
		"[10:47:41]x",
		"Dec 10 04:12:13 host prog[12]: x",
		"Dec 10 04:12:13 host prog: x",
		"-1 2026-11-30T10:47:41Z host kernel - - - x",
		"2 2026-11-30T10:47:41Z host kernel - - - x",
		/* numbers that do not fit */
		"[9223372036.854776] x",
		"[18446744073709551616.000000] x",
		"[99999999999999999999999999.000000] x",
		"1,2,18446744073709551616,-;x",
		"1,2,9223372036854776,-;x",
		"1,99999999999999999999999,3,-;x",
		"1,18446744073709551616,3,-;x",
		/* headers with something missing */
		"1,400,15574402,-",
		"1,400,15574402,x;x",
		"1,400,15574402;x",
		"1,400,,-;x",
		",400,15574402,-;x",
		"1, 400,15574402,-;x",
		"1,400,15574402,-caller=T1;x",
		"<>x",
		"<1x",
		"<a>x",
		"<01>x",
		"<192>x",
		"<0f> 0b eb ce",
		"<48> 8b 04 24",
		"<8> x",
		"<TASK>",
		"kern  :loud  : x",
		"knob  :alert : x",
		"kern  :alert x",
		"kern: alert: x",
		"user:info:x",
		/* another program's lines, and prose */
		"Mar 26 01:30:00 vm-data qemu-ga: info: guest-ping called",
		"Dec 10 04:12:13 host systemd[1]: Starting kernel: x",
		"Dec 10 04:12 host kernel: x",
		"Dec10 04:12:13 host kernel: x",
		"Dec 1004:12:13 host kernel: x",
		"Dec 100 04:12:13 host kernel: x",
		"Dec 10 104:12:13 host kernel: x",
		"Dec 10 04:112:13 host kernel: x",
		"Dec 10 04:12:131 host kernel: x",
		"Dec 10 04:12:13.0123456789 host kernel: x",
		"Dec 10 04:12:13host kernel: x",
		"[   16.000010]testbox kernel: x",
		"10 Dec 04:12:13 host kernel: x",
		"Tue 2019-12-10 04:12:13 UTC test box kernel: x",
		"14.821000 ns kernel: x",
		"123456789.000010 host kernel: x",
		"12345678901.000010 host kernel: x",
		"1575951133.0000101 host kernel: x",
		"Tue2019-12-10 04:12:13 UTC host kernel: x",
		"Tue 2019-12-1004:12:13 UTC host kernel: x",
		"Tue 2019-12-10 04:12:13UTC host kernel: x",
		"Tue 22019-12-10 04:12:13 UTC host kernel: x",
		"Tue 2019-112-10 04:12:13 UTC host kernel: x",
		"Tue 2019-12-110 04:12:13 UTC host kernel: x",
		"1575951133.000010 usb kernel panic",
		"2019-12-10 04:12:13 is a date",
		"2019-12-10T04:12:13x",
		"2019-12-10T04:12:13+00:001 x",
		"2019-12-10T04:12:13+0 x",
		"kernel: 6.1.192",
		"the kernel: x",
		"v6.1 kernel: 12 ns",
		"x86-box kernel: x",
		"a.b kernel: x",
		"box.d1 kernel: x",
		"10.example kernel: x",
		".example kernel x",
		"with v6.1.rc kernel 12 ns",
		"  - kernel: net.git v6.15",
		"Test on vanilla kernel:",
		"Date:   Mon, 22 Mar 2021 19:49:46 -0400",
		"On Fri, May 24, 2024 at 11:06:54AM GMT, A Person wrote:",
		"see [ 15.5] and \"[   15.574402] x\" and `[   15.574402] x`",
		"c[drm] x",
		"c",
		"  ",
		" \t text",
	};
	struct buf scratch = { 0 };

	(void)state;
	for (size_t i = 0; i < sizeof(lines) / sizeof(lines[0]); i++)
		check(str_of(lines[i]), str_of(lines[i]), -1, false, &scratch);
	assert_null(scratch.v);
}

/* Whatever a message begins with, it comes back whole behind every framing. */
static void test_every_framing_leaves_every_message(void **state)
{
	static const struct frame {
		const char *text;
		int64_t time_ns;
	} frames[] = {
		{ "[   15.574402] ", T15 },
		{ "<6>[   15.574402] ", T15 },
		{ "[   15.574402 <    8.883686>] ", T15 },
		{ "kern  :info  : [   15.574402] ", T15 },
		{ "kern  :info  : [Mon Nov 30 10:47:41 2026] ", -1 },
		{ "kern  :info  : ", -1 },
		{ "[Mon Nov 30 10:47:41 2026] ", -1 },
		{ "[Mon Nov 30 10:47:41 2026 <    8.883686>] ", -1 },
		{ "[Mon Nov 30 10:47:41 2026] [   15.574402] ", T15 },
		{ "2026-11-30T10:47:41,574402+00:00 ", -1 },
		{ "[Nov30 10:47] ", -1 },
		{ "[  +8.883686] ", -1 },
		{ "[<    8.883686>] ", -1 },
		{ "Dec 10 04:12:13 host kernel: ", -1 },
		{ "Dec 10 04:12:13 host kernel: [   15.574402] ", T15 },
		{ "Dec 10 04:12:13.000010 kernel: ", -1 },
		{ "Tue 2019-12-10 04:12:13 UTC testbox kernel: ", -1 },
		{ "2019-12-10T04:12:13.000010+00:00 testbox kernel: ", -1 },
		{ "[   16.000010] testbox kernel: ", -1 },
		{ "[   16.000010 <    0.000010 >] testbox kernel: ", -1 },
		{ "1575951133.000010 testbox kernel: ", -1 },
		{ "19:07:54  [   15.574402] ", T15 },
		{ "root@host:~# [   15.574402] ", T15 },
		{ "6,400,15574402,-;", T15 },
	};
	static const char *const callers[] = { "", "[    T1] ", "[ C12] ", "[T1637865] " };
	static const char *const messages[] = {
		TOTAL,
		"",
		" 0=86",
		"   avx             : 35284 MB/sec",
		"\t8\t9",
		"[drm] Initialized",
		"[c0000000028f7be0] [c0000000003f0140] x",
		"[<ffffffff81012345>] dump_stack",
		"[  OK  ] x",
		"[vq=00][vq->ndescs=65]",
		"[T] x",
		"[Tx] y",
		"[T12x] y",
		" <TASK>",
		"> x",
		"> > [drm] y",
		"10:47:41 x",
		"1,2,3",
		"usb 1-1: kernel: x",
		"x\r",
	};
	struct buf line = { 0 }, scratch = { 0 };

	(void)state;
	for (size_t f = 0; f < sizeof(frames) / sizeof(frames[0]); f++)
		for (size_t c = 0; c < sizeof(callers) / sizeof(callers[0]); c++)
			for (size_t m = 0; m < sizeof(messages) / sizeof(messages[0]); m++) {
				struct str msg = str_of(messages[m]);

				if (*callers[c] && frames[f].text[1] == ',')
					continue;
				line.n = 0;
				buf_add(&line, str_of(frames[f].text));
				buf_add(&line, str_of(callers[c]));
				buf_add(&line, msg);
				if (msg.n && msg.p[msg.n - 1] == '\r')
					msg.n--;
				check(buf_str(&line), msg, frames[f].time_ns, true, &scratch);
			}
	buf_free(&line);
	buf_free(&scratch);
}

static void test_a_common_line_is_not_copied(void **state)
{
	struct str line = STR("[   15.574402][    T1] " TOTAL "\r");
	struct buf scratch = { 0 };
	struct kmsg k = kmsg_strip(line, &scratch);

	(void)state;
	assert_ptr_equal(k.msg.p, line.p + strlen("[   15.574402][    T1] "));
	k = kmsg_strip(STR("1,2,3,-;x"), &scratch);
	assert_str(k.msg, "x");
	assert_null(scratch.v);
	k = kmsg_strip((struct str){ NULL, 0 }, &scratch);
	assert_int_equal(k.msg.n, 0);
	assert_false(k.framed);
	assert_null(scratch.v);
}

/* Outside of all these, a message is a part of the line, or of scratch where it had to change. */
static void check_bounds(struct str line, struct buf *scratch)
{
	struct kmsg k = kmsg_strip(line, scratch);
	bool in_line = k.msg.p >= line.p && k.msg.p + k.msg.n <= line.p + line.n;
	bool in_scratch = scratch->v && k.msg.p >= scratch->v &&
			  k.msg.p + k.msg.n <= scratch->v + scratch->n;

	assert_true(in_line || in_scratch);
	assert_true(k.msg.n <= line.n && k.depth <= line.n && k.time_ns >= -1);
	if (in_line && !k.framed && k.msg.n && !memchr(line.p, '\r', line.n))
		assert_true(k.msg.p[k.msg.n - 1] != '\n');
	assert_true(!line.n || kmsg_second(line, scratch) < line.n);
}

/* A step that is not linear does not end here: a MiB squared is 10^12. */
static void test_hostile_lines_cost_their_length(void **state)
{
	static const struct str units[] = { L(">"),
					    L("> "),
					    L("["),
					    L("\033"),
					    L("\033["),
					    L("\033]"),
					    L("\033[1"),
					    L("\033P\033"),
					    L(" "),
					    L("\302\240"),
					    L("\302"),
					    L("\r"),
					    L("a\r"),
					    L("[ "),
					    L("[1"),
					    L("1"),
					    L("1,"),
					    L("1,2,3,-,"),
					    L("\\x0a"),
					    L("\\"),
					    L("<"),
					    L("<6>"),
					    L("a"),
					    L("a."),
					    L("\377"),
					    L("\0"),
					    L("[   15.574402"),
					    L("[   15.574402 <"),
					    L("[   15.574402]"),
					    L("[   15.574402] "),
					    L("Dec 10 04:12:13 "),
					    L("kernel: "),
					    L("[Mon "),
					    L("c["),
					    L("[0m"),
					    L("'[   15.574402] ") };
	static const struct str starts[] = {
		L(""),	 L("["),	   L("1,2,3,-;"),	 L("Dec 10 04:12:13 "),
		L("\r"), L("[   15.5744"), L("[   15.574402] "), L("\033["),
	};
	struct buf line = { 0 }, scratch = { 0 };

	(void)state;
	alarm(300);
	for (size_t s = 0; s < sizeof(starts) / sizeof(starts[0]); s++)
		for (size_t u = 0; u < sizeof(units) / sizeof(units[0]); u++) {
			line.n = 0;
			buf_add(&line, starts[s]);
			while (line.n < 1 << 20)
				buf_add(&line, units[u]);
			check_bounds(buf_str(&line), &scratch);
		}
	alarm(0);
	buf_free(&line);
	buf_free(&scratch);
}

static void test_inner_times_are_sought_near_the_start_only(void **state)
{
	struct buf line = { 0 }, scratch = { 0 };
	struct str time = STR("[   15.574402] x");

	(void)state;
	buf_pad(&line, '.', 4000);
	buf_add(&line, time);
	assert_str(kmsg_strip(buf_str(&line), &scratch).msg, "x");
	line.n = 0;
	buf_pad(&line, '.', 5000);
	buf_add(&line, time);
	assert_int_equal(kmsg_strip(buf_str(&line), &scratch).msg.n, line.n);
	buf_free(&line);
	buf_free(&scratch);
}

static uint64_t next_random(uint64_t *x)
{
	*x ^= *x << 13;
	*x ^= *x >> 7;
	*x ^= *x << 17;
	return *x;
}

/* Each line in memory of its own, so that a sanitizer sees a byte read before or behind it. */
static void test_random_lines_stay_in_bounds(void **state)
{
	static const struct str pieces[] = { L("["),
					     L("]"),
					     L(" "),
					     L("<"),
					     L(">"),
					     L("> "),
					     L("."),
					     L(":"),
					     L(","),
					     L(";"),
					     L("-"),
					     L("+"),
					     L("0"),
					     L("15"),
					     L("574402"),
					     L("99999999999"),
					     L("T1"),
					     L("x"),
					     L("\\x0"),
					     L("\\x41"),
					     L("\r"),
					     L("\n"),
					     L("\0"),
					     L("\t"),
					     L("\302\240"),
					     L("\302"),
					     L("\377"),
					     L("\033"),
					     L("\033["),
					     L("\033]0;"),
					     L("\a"),
					     L("c[?7l"),
					     L("[0m"),
					     L("<6>"),
					     L("[   15.574402] "),
					     L("[   15.574402]"),
					     L("[    T1] "),
					     L("[   15.574402 <    8.883686>] "),
					     L("[<    8.883686>] "),
					     L("[  +8.883686] "),
					     L("[Mon Nov 30 10:47:41 2026"),
					     L("[Nov30 10:47] "),
					     L("2026-11-30T10:47:41"),
					     L("+00:00 "),
					     L("Dec 10 04:12:13 "),
					     L("Tue 2019-12-10 04:12:13 UTC "),
					     L("1575951133.000010 "),
					     L("host "),
					     L("kern.alert "),
					     L("kernel: "),
					     L("kernel[0]:"),
					     L("a.bc "),
					     L("kern  :alert : "),
					     L("1,2,3,-"),
					     L("6,400,15574402,-;"),
					     L(",caller=T1;") };
	struct buf line = { 0 }, scratch = { 0 };
	uint64_t x = 0x9e3779b97f4a7c15u;

	(void)state;
	for (int i = 0; i < 200000; i++) {
		uint64_t count = next_random(&x) % 12;
		char *exact;

		line.n = 0;
		while (count--)
			buf_add(&line,
				pieces[next_random(&x) % (sizeof(pieces) / sizeof(pieces[0]))]);
		if (line.n && next_random(&x) % 4 == 0)
			line.v[next_random(&x) % line.n] = (char)next_random(&x);
		exact = test_malloc(line.n ? line.n : 1);
		if (line.n)
			memcpy(exact, line.v, line.n);
		check_bounds((struct str){ exact, line.n }, &scratch);
		test_free(exact);
	}
	buf_free(&line);
	buf_free(&scratch);
}

int main(void)
{
	static const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_near_misses_stay_whole),
		cmocka_unit_test(test_every_framing_leaves_every_message),
		cmocka_unit_test(test_a_common_line_is_not_copied),
		cmocka_unit_test(test_hostile_lines_cost_their_length),
		cmocka_unit_test(test_inner_times_are_sought_near_the_start_only),
		cmocka_unit_test(test_random_lines_stay_in_bounds),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "test.h"
#include "parsers/kmsg.h"

/*
 * Where the forms come from: dmesg(1) of util-linux 2.38 and 2.42 and journalctl(1) of systemd 252
 * and 262, run on one and the same log; the kernel's own printk.c and Documentation/ABI/testing/
 * dev-kmsg; lines of public mailing lists.
 */
struct row {
	struct str line, msg;
	int64_t time_ns;
	unsigned int depth;
	bool framed;
};

#define L(lit)	       STR_INIT(lit)
#define TOTAL	       "Total time taken by all kfree'ers: 14185970787 ns, loops: 20000, batches: 1548"
#define SEC(sec, usec) ((int64_t)(sec)*1000000000 + (usec)*1000)
#define T15	       SEC(15, 574402)

static void check_text(struct str got, struct str want, struct str line)
{
	if (str_eq(got, want))
		return;
	fail_msg("'%.*s': got '%.*s', want '%.*s'", (int)line.n, line.p, (int)got.n,
		 got.p ? got.p : "(null)", (int)want.n, want.p);
}

static void check_row(const struct row *row, struct buf *scratch)
{
	struct kmsg k = kmsg_strip(row->line, scratch);

	check_text(k.msg, row->msg, row->line);
	if (k.time_ns != row->time_ns || k.depth != row->depth || k.framed != row->framed)
		fail_msg("'%.*s': time %lld depth %u framed %d", (int)row->line.n, row->line.p,
			 (long long)k.time_ns, k.depth, k.framed);
}

/* One scratch for all rows, as a reader has it: nothing of a line may reach the next. */
static void check_rows(const struct row *rows, size_t n)
{
	struct buf scratch = { 0 };

	for (size_t i = 0; i < n; i++)
		check_row(&rows[i], &scratch);
	buf_free(&scratch);
}
#define CHECK(rows) check_rows((rows), sizeof(rows) / sizeof((rows)[0]))

static void test_printk_forms_come_off(void **state)
{
	static const struct row rows[] = {
		{ L(TOTAL), L(TOTAL), -1, 0, false },
		{ L("[   15.574402] " TOTAL), L(TOTAL), T15, 0, true },
		{ L("[    0.000000] Linux version 6.1.192"), L("Linux version 6.1.192"), 0, 0,
		  true },
		{ L("[10844965.818729] x"), L("x"), SEC(10844965, 818729), 0, true },
		{ L("[    T1] x"), L("x"), -1, 0, true },
		{ L("[    C3] x"), L("x"), -1, 0, true },
		{ L("[   15.574402][    T1] " TOTAL), L(TOTAL), T15, 0, true },
		{ L("[   15.574402][    C3] x"), L("x"), T15, 0, true },
		{ L("[   15.574402][T1637865] x"), L("x"), T15, 0, true },
		{ L("<1>[   15.574402] x"), L("x"), T15, 0, true },
		{ L("<1>[   15.574402][    T1] x"), L("x"), T15, 0, true },
		{ L("<30>[   15.574402] x"), L("x"), T15, 0, true },
		{ L("<6>x"), L("x"), -1, 0, true },
		{ L("<0>x"), L("x"), -1, 0, true },
		{ L("<7> x"), L(" x"), -1, 0, true },
		{ L("<191>x"), L("x"), -1, 0, true },
		{ L("<30>systemd[1]: x"), L("systemd[1]: x"), -1, 0, true },
		{ L("<6> 0=86"), L(" 0=86"), -1, 0, true },
		/* an empty line of a longer record, with its blank and without */
		{ L("[   15.574402] "), L(""), T15, 0, true },
		{ L("[   15.574402]"), L(""), T15, 0, true },
		{ L("[   15.574402][    T1] "), L(""), T15, 0, true },
		{ L("[   15.574402][    T1]"), L(""), T15, 0, true },
	};

	(void)state;
	CHECK(rows);
}

static void test_dmesg_forms_come_off(void **state)
{
	static const struct row rows[] = {
		{ L("[   15.574402] [  T123] x"), L("x"), T15, 0, true },
		{ L("kern  :alert : [   15.574402] x"), L("x"), T15, 0, true },
		{ L("kern  :alert : [   15.574402] [  T123] x"), L("x"), T15, 0, true },
		{ L("kern  :alert : [   15.574402][  T123] x"), L("x"), T15, 0, true },
		{ L("kern :alert : [ 15.574402] x"), L("x"), T15, 0, true },
		{ L("daemon:info  : [   15.574402] x"), L("x"), T15, 0, true },
		{ L("authpriv:notice: [   15.574402] x"), L("x"), T15, 0, true },
		{ L("kern  :alert : x"), L("x"), -1, 0, true },
		{ L("[Mon Nov 30 10:47:41 2026] x"), L("x"), -1, 0, true },
		{ L("[Mon Nov  9 10:47:41 2026] [  T123] x"), L("x"), -1, 0, true },
		{ L("kern  :alert : [Mon Nov 30 10:47:41 2026] x"), L("x"), -1, 0, true },
		{ L("2026-11-30T10:47:41,574402+00:00 x"), L("x"), -1, 0, true },
		{ L("2026-11-30T10:47:41,574402-03:30 [  T123] x"), L("x"), -1, 0, true },
		{ L("kern  :alert : 2026-11-30T10:47:41,574402+00:00 x"), L("x"), -1, 0, true },
		{ L("[Nov30 10:47] x"), L("x"), -1, 0, true },
		{ L("[Dec 1 21:05] x"), L("x"), -1, 0, true },
		{ L("[  +8.883686] x"), L("x"), -1, 0, true },
		{ L("[  -0.000010] x"), L("x"), -1, 0, true },
		{ L("[<    8.883686>] x"), L("x"), -1, 0, true },
		{ L("[<   -8.883686>] x"), L("x"), -1, 0, true },
		{ L("[   15.574402 <    8.883686>] x"), L("x"), T15, 0, true },
		{ L("[   15.574402 <   -8.883686>] x"), L("x"), T15, 0, true },
		{ L("[Mon Nov 30 10:47:41 2026 <    8.883686>] x"), L("x"), -1, 0, true },
		{ L("[Mon Nov 30 10:47:41 2026] [   15.574402] x"), L("x"), T15, 0, true },
		{ L("[Mon Nov 30 10:47:41 2026] [   15.574402] [  T123] x"), L("x"), T15, 0, true },
		{ L("[   15.574402] [Mon Nov 30 10:47:41 2026] [  T123] x"), L("x"), T15, 0, true },
		/* the same day in other languages, and the comma that comes with some of them */
		{ L("[lun. nov. 30 14:00:43 2026] x"), L("x"), -1, 0, true },
		{ L("[\346\234\210 11\346\234\210 30 14:00:43 2026] x"), L("x"), -1, 0, true },
		{ L("[\320\237\320\275 \320\275\320\276\321\217 30 14:00:43 2026] x"), L("x"), -1,
		  0, true },
		{ L("[nov.30 14:00] x"), L("x"), -1, 0, true },
		{ L("[11\346\234\21030 14:00] x"), L("x"), -1, 0, true },
		{ L("[\331\206\331\210\33130 14:00] x"), L("x"), -1, 0, true },
		{ L("[  +0,000213] x"), L("x"), -1, 0, true },
		{ L("[   35.207824 <    0,000213>] x"), L("x"), SEC(35, 207824), 0, true },
		/* --color=always, --color with -x */
		{ L("\033[32m[   15.574402] \033[0m\033[33mraid6: \033[0mavx2x4"),
		  L("raid6: avx2x4"), T15, 0, true },
		{ L("kern  :info  : \033[32m[   15.574402] \033[0mx\033[0m"), L("x"), T15, 0,
		  true },
		{ L("\033[32m[   15.574402] \033[0m\033[7m\033[31mx\033[0m"), L("x"), T15, 0,
		  true },
		/* the later rows of a record stand under its text */
		{ L("               Runs\tTime(ns)"), L("               Runs\tTime(ns)"), -1, 0,
		  false },
	};

	(void)state;
	CHECK(rows);
}

static void test_devkmsg_records_come_off(void **state)
{
	static const struct row rows[] = {
		{ L("1,400,15574402,-;" TOTAL), L(TOTAL), T15, 0, true },
		{ L("1,400,15574402,-,caller=T123;x"), L("x"), T15, 0, true },
		{ L("1,400,15574402,c,caller=C2,future=1,more;x"), L("x"), T15, 0, true },
		{ L("6,0,0,-;Linux version 6.1.192"), L("Linux version 6.1.192"), 0, 0, true },
		{ L("30,401,15574402,-;systemd[1]: x"), L("systemd[1]: x"), T15, 0, true },
		{ L("1,400,15574402,-;a;b"), L("a;b"), T15, 0, true },
		{ L("1,400,15574402,+;x"), L("x"), T15, 0, true },
		{ L("1,18446744073709551615,9223372036854775,-;x"), L("x"),
		  INT64_C(9223372036854775000), 0, true },
		{ L("1,400,15574402,-;"), L(""), T15, 0, true },
		{ L("> 1,400,15574402,-;x\r"), L("x"), T15, 1, true },
		/* one record of several lines, as the kernel keeps it */
		{ L("1,401,15574403,-;rcu-ref-scale: \\x0aRuns\\x09Time(ns)\\x0a1\\x093.456\\x0a"),
		  L("rcu-ref-scale: \nRuns\tTime(ns)\n1\t3.456\n"), SEC(15, 574403), 0, true },
		{ L("6,1,2,-;a\\x5cb \\xC2\\xb5s \\x4a\\x4f"), L("a\\b \302\265s JO"), 2000, 0,
		  true },
		{ L("6,1,2,-;a\\x00b"), L("a\0b"), 2000, 0, true },
		/* not of that form: left as it is */
		{ L("6,1,2,-;a\\x4 \\n \\xg0 \\x@0 \\x"), L("a\\x4 \\n \\xg0 \\x@0 \\x"), 2000, 0,
		  true },
		/* escapes come in disguise; a carriage return is not a terminal's here */
		{ L("6,1,2,-;\\x1b[0;1;31mred\\x1b[0m\\x0d"), L("red"), 2000, 0, true },
		{ L("6,1,2,-;a\\x0d\\x0ab"), L("a\r\nb"), 2000, 0, true },
		/* all behind the header is message */
		{ L("6,1,2,-;[   15.574402] x"), L("[   15.574402] x"), 2000, 0, true },
		{ L("6,1,2,-;<6> 0=86"), L("<6> 0=86"), 2000, 0, true },
		{ L("6,1,2,-; 0=86"), L(" 0=86"), 2000, 0, true },
		{ L(" SUBSYSTEM=usb"), L(" SUBSYSTEM=usb"), -1, 0, false },
		{ L(" DEVICE=c189:5"), L(" DEVICE=c189:5"), -1, 0, false },
	};

	(void)state;
	CHECK(rows);
}

static void test_syslog_files_come_off(void **state)
{
	static const struct row rows[] = {
		{ L("Dec 10 04:12:13 host kernel: " TOTAL), L(TOTAL), -1, 0, true },
		{ L("Dec  1 04:12:13 host kernel: x"), L("x"), -1, 0, true },
		{ L("Dec 1 04:12:13 host kernel: x"), L("x"), -1, 0, true },
		{ L("Dec 10 04:12:13 host kernel[0]: x"), L("x"), -1, 0, true },
		{ L("Dec 10 04:12:13 host kernel: [   15.574402] text"), L("text"), T15, 0, true },
		{ L("Dec 10 04:12:13 host kernel: [   15.574402][  T123] text"), L("text"), T15, 0,
		  true },
		{ L("Dec 10 04:12:13 host kernel: [drm] x"), L("[drm] x"), -1, 0, true },
		{ L("Dec 10 04:12:13 host kernel: x [   15.574402] y"), L("x [   15.574402] y"), -1,
		  0, true },
		{ L("Dec 10 04:12:13 host kernel:"), L(""), -1, 0, true },
		{ L("2019-12-10T04:12:13.123456+00:00 host kernel: x"), L("x"), -1, 0, true },
		{ L("2019-12-10T04:12:13.123456+00:00 host kernel: [   15.574402] x"), L("x"), T15,
		  0, true },
		{ L("box.example.de kernel: x"), L("x"), -1, 0, true },
		{ L("Dec 10 04:12:13 host kern.alert kernel: x"), L("x"), -1, 0, true },
		{ L("Dec 10 04:12:13 host kern.info kernel: [   15.574402] x"), L("x"), T15, 0,
		  true },
		/* months in other languages */
		{ L("ao\303\273t 15 04:12:13 host kernel: x"), L("x"), -1, 0, true },
		{ L("d\303\251c. 10 04:12:13 host kernel: x"), L("x"), -1, 0, true },
		{ L("12\346\234\210 10 04:12:13 host kernel: x"), L("x"), -1, 0, true },
		{ L("M\303\244r  1 04:12:13 host kernel: [   15.574402] x"), L("x"), T15, 0, true },
		/* the time that is left of it, in front of another program's line */
		{ L("Dec 10 04:12:13 host dmesg: [   15.574402] x"), L("x"), T15, 0, true },
	};

	(void)state;
	CHECK(rows);
}

static void test_journal_short_modes_come_off(void **state)
{
	static const struct row rows[] = {
		{ L("Dec 10 04:12:13.000010 testbox kernel: x"), L("x"), -1, 0, true },
		{ L("Tue 2019-12-10 04:12:13 UTC testbox kernel: x"), L("x"), -1, 0, true },
		{ L("Tue 2019-12-10 04:12:13 +03 testbox kernel: x"), L("x"), -1, 0, true },
		{ L("2019-12-10T04:12:13+00:00 testbox kernel: x"), L("x"), -1, 0, true },
		{ L("2019-12-10T05:12:13+0100 testbox kernel: x"), L("x"), -1, 0, true },
		{ L("2019-12-10T04:12:13.000010+00:00 testbox kernel: x"), L("x"), -1, 0, true },
		{ L("[   16.000010] testbox kernel: text"), L("text"), -1, 0, true },
		{ L("[   16.000010                ] testbox kernel: x"), L("x"), -1, 0, true },
		{ L("[   17.234577 <    1.234567 >] testbox kernel: x"), L("x"), -1, 0, true },
		{ L("[   17.234577 <    1.234567*>] testbox kernel: x"), L("x"), -1, 0, true },
		{ L("1575951133.000010 testbox kernel: x"), L("x"), -1, 0, true },
		/* --no-hostname */
		{ L("Dec 10 04:12:13 kernel: x"), L("x"), -1, 0, true },
		{ L("Dec 10 04:12:13.000010 kernel: x"), L("x"), -1, 0, true },
		{ L("Tue 2019-12-10 04:12:13 UTC kernel: x"), L("x"), -1, 0, true },
		{ L("2019-12-10T04:12:13+00:00 kernel: x"), L("x"), -1, 0, true },
		{ L("2019-12-10T04:12:13.000010+00:00 kernel: x"), L("x"), -1, 0, true },
		{ L("[   16.000010] kernel: x"), L("x"), -1, 0, true },
		{ L("[   17.234577 <    1.234567 >] kernel: x"), L("x"), -1, 0, true },
		{ L("1575951133.000010 kernel: x"), L("x"), -1, 0, true },
		/* printk's own time inside wins */
		{ L("[   16.000010] testbox kernel: [   15.574402] x"), L("x"), T15, 0, true },
		{ L("[   16.000010] testbox kernel: [   15.574402][    T1] x"), L("x"), T15, 0,
		  true },
		{ L("1575951133.000010 testbox kernel: [   15.574402] x"), L("x"), T15, 0, true },
		/* a kernel message that only begins like a host */
		{ L("[   16.000010] usb 1-1: foo"), L("usb 1-1: foo"), SEC(16, 10), 0, true },
		{ L("[   16.000010] raid6: kernel: x"), L("raid6: kernel: x"), SEC(16, 10), 0,
		  true },
		{ L("[   16.000010] Xen hosted kernel: x"), L("Xen hosted kernel: x"), SEC(16, 10),
		  0, true },
		{ L("[   16.000010] kernel:x"), L("kernel:x"), SEC(16, 10), 0, true },
		{ L("[   16.000010] Kernel command line: x"), L("Kernel command line: x"),
		  SEC(16, 10), 0, true },
		/* later rows of a message */
		{ L("                               1        27.519"),
		  L("                               1        27.519"), -1, 0, false },
		{ L("-- Boot 4d1b6b7a --"), L("-- Boot 4d1b6b7a --"), -1, 0, false },
	};

	(void)state;
	CHECK(rows);
}

static void test_serial_captures_are_cleaned(void **state)
{
	static const struct row rows[] = {
		{ L("[   15.574402] x\r"), L("x"), T15, 0, true },
		{ L("[   15.574402] x\r\r\r"), L("x"), T15, 0, true },
		{ L("[   15.574402] x\r\n"), L("x"), T15, 0, true },
		{ L("\r[   15.574402] x"), L("x"), T15, 0, true },
		{ L("\r"), L(""), -1, 0, false },
		{ L(""), L(""), -1, 0, false },
		/* a lone one overwrites; nothing, or blanks, behind it do not */
		{ L("loading 10%\rloading 99%\r[   15.574402] x\r"), L("x"), T15, 0, true },
		{ L("[   15.574402] x\r   \r"), L("x"), T15, 0, true },
		{ L("a\rb  \r\r"), L("b  "), -1, 0, false },
		{ L("a\r\033[K"), L("a"), -1, 0, false },
		/* escapes, also those that a broken line leaves behind */
		{ L("\033c\033[?7l\033[2J\033[0mSeaBIOS (version 1.16.2)\r"),
		  L("SeaBIOS (version 1.16.2)"), -1, 0, false },
		{ L("\033c\033[?7l\033[2J[    0.000000] Linux version 6.1"), L("Linux version 6.1"),
		  0, 0, true },
		{ L("\033c\033[?7l\033[2J[    0.000000][    T0] Linux version 6.1"),
		  L("Linux version 6.1"), 0, 0, true },
		{ L("Booting from ROM..\033c\033[?7l\033[2J[    0.000000] Linux version 6.1"),
		  L("Linux version 6.1"), 0, 0, true },
		{ L("\033[2J\033[01;01H\033[=3h[    0.000000] x"), L("x"), 0, 0, true },
		{ L("\033]3008;start=1f;type=boot\033\\[   15.574402] x"), L("x"), T15, 0, true },
		{ L("\033]0;title\a[   15.574402] x"), L("x"), T15, 0, true },
		{ L("a\033]0;t\ab\033]8;;u\033\\c\033P1$r\033\\d\033(Be\033M\0337f\033[4 qg"),
		  L("abcdefg"), -1, 0, false },
		{ L("a\033/Bb\0330c\033~d\033[1@e\033[2~f"), L("abcdef"), -1, 0, false },
		{ L("\033(B\033[m[   15.574402] x"), L("x"), T15, 0, true },
		{ L("\033[   15.574402] x"), L("x"), T15, 0, true },
		{ L("[   15.574402] x\033"), L("x"), T15, 0, true },
		{ L("[   15.574402] x\033]0;no end"), L("x]0;no end"), T15, 0, true },
		/* their ESC bytes lost */
		{ L("c[?7l[2J[0m[    0.000000] Linux version 6.1"), L("Linux version 6.1"), 0, 0,
		  true },
		{ L("c[?7l[2J[0mSeaBIOS (version 1.16.2)"), L("SeaBIOS (version 1.16.2)"), -1, 0,
		  false },
		{ L("[0;32m[   15.574402] x"), L("x"), T15, 0, true },
		{ L("Booting from ROM..c[?7l[2J[    0.000000] x"), L("x"), 0, 0, true },
		/* another writer before the time */
		{ L("root@am65xx-evm:~# [ 3006.242891] tcrypt: x"), L("tcrypt: x"),
		  SEC(3006, 242891), 0, true },
		{ L("rtc_testapp_6    0  TINFO  : [  196.270268] tcrypt: x"), L("tcrypt: x"),
		  SEC(196, 270268), 0, true },
		{ L("(initramfs) [   15.574402][    T1] x"), L("x"), T15, 0, true },
		{ L("[  OK  ] Started foo.[   15.574402] x"), L("x"), T15, 0, true },
		{ L("[drm] [1] [ 2.5] [   15.574402] x"), L("x"), T15, 0, true },
		{ L("\0\0\0[   15.574402] x"), L("x"), T15, 0, true },
		{ L("** 12 printk messages dropped ** [   15.574402] x"), L("x"), T15, 0, true },
		/* what stamps lines as they come in */
		{ L("[   15s] [   15.574402] x"), L("x"), T15, 0, true },
		{ L("[   15s] x"), L("x"), -1, 0, true },
		{ L("[    5s] x"), L("x"), -1, 0, true },
		{ L("2026-11-30T10:47:41.5 x"), L("x"), -1, 0, true },
		{ L("2026-11-30T10:47:41.574Z [   15.574402] x"), L("x"), T15, 0, true },
		{ L("[2026-11-30T10:47:41.574Z] x"), L("x"), -1, 0, true },
		{ L("[2026-11-30T10:47:41.574Z] # [   15.574402] x"), L("x"), T15, 0, true },
		{ L("19:07:54  [   18.395285] x"), L("x"), SEC(18, 395285), 0, true },
		/* none where the line is one message already, or cites one */
		{ L("<6>x [   15.574402] y"), L("x [   15.574402] y"), -1, 0, true },
		{ L("kern  :info  : x [   15.574402] y"), L("x [   15.574402] y"), -1, 0, true },
		{ L("[   16.000010] x [   15.574402] y"), L("x [   15.574402] y"), SEC(16, 10), 0,
		  true },
		{ L("failed: 1 of 1. '[   15.574402] x'"), L("failed: 1 of 1. '[   15.574402] x'"),
		  -1, 0, false },
	};

	(void)state;
	CHECK(rows);
}

static void test_quoting_comes_off_in_any_depth(void **state)
{
	static const struct row rows[] = {
		{ L("> > > [   13.724554] " TOTAL), L(TOTAL), SEC(13, 724554), 3, true },
		{ L(">>> [   13.724554] x"), L("x"), SEC(13, 724554), 3, true },
		{ L(">> > [   13.724554][    T1] x"), L("x"), SEC(13, 724554), 3, true },
		{ L(">[   13.724554] x"), L("x"), SEC(13, 724554), 1, true },
		{ L("> [   13.724554] x\r"), L("x"), SEC(13, 724554), 1, true },
		{ L(">> >> Kmalloc N*alloc N*free(8): Average=88/103"),
		  L("Kmalloc N*alloc N*free(8): Average=88/103"), -1, 4, false },
		{ L("> text of a mail"), L("text of a mail"), -1, 1, false },
		{ L(">   indented"), L("  indented"), -1, 1, false },
		{ L(">  0=86"), L(" 0=86"), -1, 1, false },
		{ L("> Dec 10 04:12:13 host kernel: x"), L("x"), -1, 1, true },
		{ L(">>>>   [Wed Jul 30 17:47:45 2025]  __schedule+0x934/0xe10"),
		  L(" __schedule+0x934/0xe10"), -1, 4, true },
		{ L(">"), L(""), -1, 1, false },
		{ L("> "), L(""), -1, 1, false },
		{ L("> > \r"), L(""), -1, 2, false },
		{ L("[   13.724554] > x"), L("> x"), SEC(13, 724554), 0, true },
	};
	unsigned int depth = 99;

	(void)state;
	CHECK(rows);
	assert_str(kmsg_unquote(STR(">> >  x > y"), &depth), " x > y");
	assert_int_equal(depth, 3);
	assert_str(kmsg_unquote(STR("  > x"), &depth), "  > x");
	assert_int_equal(depth, 0);
}

static void test_indented_logs_come_off(void **state)
{
	static const struct row rows[] = {
		{ L("    [ 8306.087880] rcu-scale: writer 0 gps: 133"),
		  L("rcu-scale: writer 0 gps: 133"), SEC(8306, 87880), 0, true },
		{ L(" \t[   15.574402][    T1]  x"), L(" x"), T15, 0, true },
		{ L("\302\240[   15.574402] x"), L("x"), T15, 0, true },
		{ L("    kern  :warn  : [Thu Aug 17 17:29:27 2023]  </TASK>"), L(" </TASK>"), -1, 0,
		  true },
		{ L("  <6>[   15.574402] x"), L("x"), T15, 0, true },
		{ L("  1,400,15574402,-;x"), L("x"), T15, 0, true },
		{ L(" 10000 times kmalloc(8) -> 49 cycles kfree -> 62 cycles"),
		  L(" 10000 times kmalloc(8) -> 49 cycles kfree -> 62 cycles"), -1, 0, false },
	};

	(void)state;
	CHECK(rows);
}

/* Figures and log lines of public mails. */
static void test_lines_of_real_logs_come_off(void **state)
{
	static const struct row rows[] = {
		{ L("Mar 26 01:30:01 vm-data kernel: [10844965.818729] ------------[ cut "),
		  L("------------[ cut "), SEC(10844965, 818729), 0, true },
		{ L("Mar 26 01:30:01 vm-data kernel: [10844965.818792]  <TASK>"), L(" <TASK>"),
		  SEC(10844965, 818792), 0, true },
		{ L("Oct 03 00:44:17 host kernel:       Not tainted 6.16.8-arch3-1 #1"),
		  L("      Not tainted 6.16.8-arch3-1 #1"), -1, 0, true },
		{ L("19:07:54  [   18.556016]  <TASK>"), L(" <TASK>"), SEC(18, 556016), 0, true },
		{ L("    2023-04-18T12:32:07.458242  + <8>[   10.106108] <LAVA_SIGNAL_ENDRUN>"),
		  L("<LAVA_SIGNAL_ENDRUN>"), SEC(10, 106108), 0, true },
		{ L("    2023-04-18T12:32:07.564859  / # #"), L(" / # #"), -1, 0, true },
		{ L("<5>[    0.000000] Linux version 6.2.0-rc8-next-20230216"),
		  L("Linux version 6.2.0-rc8-next-20230216"), 0, 0, true },
		{ L("<3>[   38.702362]     KASAN failure expected in"),
		  L("    KASAN failure expected in"), SEC(38, 702362), 0, true },
		{ L("[  758.283390] [vq=00000000201c16ab][vq->ndescs=65][vq->first_desc=5]"),
		  L("[vq=00000000201c16ab][vq->ndescs=65][vq->first_desc=5]"), SEC(758, 283390), 0,
		  true },
		{ L("Begin: Loading essential drivers ... [  374.506692] raid6: avx512x4 gen() "
		    "82845 MB/s\r"),
		  L("raid6: avx512x4 gen() 82845 MB/s"), SEC(374, 506692), 0, true },
		{ L("[/usr/sbin/fsck.ext4 (1) -- /dev/nvme1n1p2] fsck.ext4 -a[  405.104938] "
		    "EXT4-fs (nvme1n1p2): mounted\r"),
		  L("EXT4-fs (nvme1n1p2): mounted"), SEC(405, 104938), 0, true },
		{ L("\033[0;1;31mTimed out for waiting the udev queue being empty.\033[0m\r\r"),
		  L("Timed out for waiting the udev queue being empty."), -1, 0, false },
		{ L("2023-01-13T04:31:09 [   16.183569]  </TASK>"), L(" </TASK>"), SEC(16, 183569),
		  0, true },
		{ L("2023-01-13T04:31:09 login-action: kernel 'warning'"),
		  L("login-action: kernel 'warning'"), -1, 0, true },
		{ L("2023-01-13T04:31:10 {'message': '[    1.400214] RETBleed: WARNING'}"),
		  L("{'message': '[    1.400214] RETBleed: WARNING'}"), -1, 0, true },
		{ L("[    0.000000] printk: legacy bootconsole [earlyser0] enabled\r"),
		  L("printk: legacy bootconsole [earlyser0] enabled"), 0, 0, true },
		{ L("[    0.003032] x86/PAT: Configuration [0-7]: WB  WC  UC- UC  WB  WP  UC- WT  "
		    "\r"),
		  L("x86/PAT: Configuration [0-7]: WB  WC  UC- UC  WB  WP  UC- WT  "), SEC(0, 3032),
		  0, true },
		{ L("> [    0.000000][    T0] [c0000000028f7be0] [c0000000003f0140] "
		    "trace_event_raw_init+0x5c0/0x6d0 (unreliable)"),
		  L("[c0000000028f7be0] [c0000000003f0140] "
		    "trace_event_raw_init+0x5c0/0x6d0 (unreliable)"),
		  0, 1, true },
		{ L("[\302\240\302\240\302\240 0.628134] raid6: int64x8\302\240 gen()\302\240 1074 "
		    "MB/s"),
		  L("raid6: int64x8  gen()  1074 MB/s"), SEC(0, 628134), 0, true },
		{ L("[  +0.008859] [drm] Initialized amdgpu 3.49.0"),
		  L("[drm] Initialized amdgpu 3.49.0"), -1, 0, true },
		{ L("[Nov13 14:12] Btrfs loaded, crc32c=crc32c-intel"),
		  L("Btrfs loaded, crc32c=crc32c-intel"), -1, 0, true },
		{ L("[   11.716032] kernel: raid6: avx2x2   gen() 80991 MB/s"),
		  L("raid6: avx2x2   gen() 80991 MB/s"), -1, 0, true },
		{ L("[    2.445774] kernel: [drm] Initialized amdgpu 3.64.0"),
		  L("[drm] Initialized amdgpu 3.64.0"), -1, 0, true },
		{ L("localhost.localdomain kernel: raid6: avx2x4   gen() 36354 MB/s"),
		  L("raid6: avx2x4   gen() 36354 MB/s"), -1, 0, true },
		{ L("Aug 15 10:53:01 travis-job-b54ea93f-b201-4b10-98bb-b1d9470c6aa8 kernel: "
		    "[    8.545332] raid6: sse2x4   xor()  8628 MB/s"),
		  L("raid6: sse2x4   xor()  8628 MB/s"), SEC(8, 545332), 0, true },
		{ L("> May 30 11:10:10 test-vm kernel: raid6: avx2x1   gen() 12260 MB/s"),
		  L("raid6: avx2x1   gen() 12260 MB/s"), -1, 1, true },
		{ L("> raid6: avx2x4   gen() 11248 MB/s"), L("raid6: avx2x4   gen() 11248 MB/s"),
		  -1, 1, false },
		{ L("[  520.897104] [ T3919] usb 3-3: Product: USB 2.0 Hub"),
		  L("usb 3-3: Product: USB 2.0 Hub"), SEC(520, 897104), 0, true },
		{ L("kern  :info  : [18980.803190] [T1637865] cgroup: fork rejected by pids ..."),
		  L("cgroup: fork rejected by pids ..."), SEC(18980, 803190), 0, true },
		{ L("    kern  :info  : [Thu Aug 17 17:29:27 2023] anon 28139520"),
		  L("anon 28139520"), -1, 0, true },
	};

	(void)state;
	CHECK(rows);
}

/* Result lines in the framings they were found in. */
static void test_result_lines_survive(void **state)
{
	static const struct row rows[] = {
		{ L("[   15.574402][  T123] Total time taken by all kfree'ers: 6564718459 ns, "
		    "loops: 10000, batches: 1110, memory footprint: 5057MB"),
		  L("Total time taken by all kfree'ers: 6564718459 ns, "
		    "loops: 10000, batches: 1110, memory footprint: 5057MB"),
		  T15, 0, true },
		{ L("<1>[   20.000001] Total time taken by all kfree'ers: 5 ns, loops: 4, "
		    "batches: 0, memory footprint: -1MB"),
		  L("Total time taken by all kfree'ers: 5 ns, loops: 4, "
		    "batches: 0, memory footprint: -1MB"),
		  SEC(20, 1), 0, true },
		{ L("1,400,15574402,-,caller=T123;Total time taken by all kfree'ers: 1 ns, loops: "
		    "1, batches: 2"),
		  L("Total time taken by all kfree'ers: 1 ns, loops: 1, batches: 2"), T15, 0,
		  true },
		{ L("> > > [   13.724554] Total time taken by all kfree'ers: 12246217291 ns, "
		    "loops: 20000, batches: 7262"),
		  L("Total time taken by all kfree'ers: 12246217291 ns, loops: 20000, batches: "
		    "7262"),
		  SEC(13, 724554), 3, true },
		{ L("+\t\tpr_alert(\"Total time taken by all kfree'ers: %llu ns, loops: %d\\n\","),
		  L("+\t\tpr_alert(\"Total time taken by all kfree'ers: %llu ns, loops: %d\\n\","),
		  -1, 0, false },
		{ L("kern  :alert : [Mon Nov 30 10:47:41 2026] rcu-scale:    0 writer-duration:    "
		    " 7 44003961"),
		  L("rcu-scale:    0 writer-duration:     7 44003961"), -1, 0, true },
		{ L("[   20.504916] rcu-scale:--- Start of test: nreaders=2 nwriters=2"),
		  L("rcu-scale:--- Start of test: nreaders=2 nwriters=2"), SEC(20, 504916), 0,
		  true },
		{ L("tasks-tracing-scale: writer 1 gps: 100"),
		  L("tasks-tracing-scale: writer 1 gps: 100"), -1, 0, false },
		{ L("10000 times kmalloc(8) -> 68 cycles kfree -> 107 cycles"),
		  L("10000 times kmalloc(8) -> 68 cycles kfree -> 107 cycles"), -1, 0, false },
		{ L("10000 times kmalloc(16384)/kfree -> 706 cycles"),
		  L("10000 times kmalloc(16384)/kfree -> 706 cycles"), -1, 0, false },
		{ L("Kmalloc N*alloc N*free(1024)\tAverage=762/37      Average=369/27"),
		  L("Kmalloc N*alloc N*free(1024)\tAverage=762/37      Average=369/27"), -1, 0,
		  false },
		{ L("[   10.200002]  0=86"), L(" 0=86"), SEC(10, 200002), 0, true },
		{ L("[   10.200003] /104"), L("/104"), SEC(10, 200003), 0, true },
		{ L("[   10.100001] 10000 times kmalloc(8) "), L("10000 times kmalloc(8) "),
		  SEC(10, 100001), 0, true },
		{ L("[  136.722560] time_bench: Type:for_loop Per elem: 0 cycles(tsc) 0.769 ns "
		    "(step:0) - (measurement period time:0.076968720 sec)"),
		  L("time_bench: Type:for_loop Per elem: 0 cycles(tsc) 0.769 ns "
		    "(step:0) - (measurement period time:0.076968720 sec)"),
		  SEC(136, 722560), 0, true },
		{ L("Type:no-softirq-page_pool01 Per elem: 44 cycles(tsc) 19.549 ns (step:0)"),
		  L("Type:no-softirq-page_pool01 Per elem: 44 cycles(tsc) 19.549 ns (step:0)"), -1,
		  0, false },
		{ L("[   15.823704] Summary: fix_size_alloc_test passed: 1 failed: 0 xfailed: 0 "
		    "repeat: 1 loops: 1000000 avg: 955334 usec"),
		  L("Summary: fix_size_alloc_test passed: 1 failed: 0 xfailed: 0 "
		    "repeat: 1 loops: 1000000 avg: 955334 usec"),
		  SEC(15, 823704), 0, true },
		{ L("[  140.349731] All test took worker0=485061693537 cycles"),
		  L("All test took worker0=485061693537 cycles"), SEC(140, 349731), 0, true },
		{ L("[54886.223056] test 0 (160 bit key, 16 byte blocks):"),
		  L("test 0 (160 bit key, 16 byte blocks):"), SEC(54886, 223056), 0, true },
		{ L("[54887.222241] 723747 operations in 1 seconds (11579952 bytes)"),
		  L("723747 operations in 1 seconds (11579952 bytes)"), SEC(54887, 222241), 0,
		  true },
		{ L("find_next_bit:            109731 ns,  32786 iterations"),
		  L("find_next_bit:            109731 ns,  32786 iterations"), -1, 0, false },
		{ L("   avx             : 35284 MB/sec"), L("   avx             : 35284 MB/sec"),
		  -1, 0, false },
		{ L("24,11476599,0.18,2185947,32.67,17410488 (24 processes for 24 cores)"),
		  L("24,11476599,0.18,2185947,32.67,17410488 (24 processes for 24 cores)"), -1, 0,
		  false },
		{ L("[   15.574403] rcu-ref-scale: "), L("rcu-ref-scale: "), SEC(15, 574403), 0,
		  true },
		{ L("[   15.574403] 1\t3.456"), L("1\t3.456"), SEC(15, 574403), 0, true },
	};

	(void)state;
	CHECK(rows);
}

int main(void)
{
	static const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_printk_forms_come_off),
		cmocka_unit_test(test_dmesg_forms_come_off),
		cmocka_unit_test(test_devkmsg_records_come_off),
		cmocka_unit_test(test_syslog_files_come_off),
		cmocka_unit_test(test_journal_short_modes_come_off),
		cmocka_unit_test(test_serial_captures_are_cleaned),
		cmocka_unit_test(test_quoting_comes_off_in_any_depth),
		cmocka_unit_test(test_indented_logs_come_off),
		cmocka_unit_test(test_lines_of_real_logs_come_off),
		cmocka_unit_test(test_result_lines_survive),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "scanned.h"

static struct seen scan_both(const char *text)
{
	struct seen whole;

	check_cuts(str_of(text), &whole);
	return whole;
}

#define T(sec)	     "[ " sec ".000001] "
#define RESULT(time) "Total time taken by all kfree'ers: " time " ns, loops: 10\n"

static void a_clock_that_falls_is_a_new_boot(void **state)
{
	static const char text[] = "a log\n"
		/* Lines without a result count too, */
		T("   3") RESULT("3") T("  99") "x\n"
		/* a fall of less than 5 s or to more than 10 s does not. */
		T("   0") "x\n" T("   4") "x\n" T("   0") RESULT("0")
			T("   8") "x\n" T("   1") "x\n" T("   3") RESULT("33")
				T(" 200") "x\n" T(" 100") RESULT("100") T("  50") RESULT("50");
	struct seen seen = scan_both(text);

	(void)state;
	assert_str(buf_str(&seen.text),
		   "2@3000001000||kfree_rcu|kfree_rcu||loops=10||time|ns|value|3\n"
		   "boot\n"
		   "6@1000||kfree_rcu|kfree_rcu||loops=10||time|ns|value|0\n"
		   "boot\n"
		   "9@3000001000||kfree_rcu|kfree_rcu||loops=10||time|ns|value|33\n"
		   "11@100000001000||kfree_rcu|kfree_rcu||loops=10||time|ns|value|100\n"
		   "12@50000001000||kfree_rcu|kfree_rcu||loops=10||time|ns|value|50\n");
	buf_free(&seen.text);
}

static void a_clock_falls_behind_lines_without_times(void **state)
{
	struct seen seen = scan_both(T("   3") RESULT("3") T("  99") "x\n\nSeaBIOS\n\nlogin: \n" T(
		"   1") RESULT("1") T("   7") "x\nlogin: \n" T("   6") RESULT("6"));

	(void)state;
	assert_str(buf_str(&seen.text),
		   "1@3000001000||kfree_rcu|kfree_rcu||loops=10||time|ns|value|3\n"
		   "boot\n"
		   "7@1000001000||kfree_rcu|kfree_rcu||loops=10||time|ns|value|1\n"
		   "10@6000001000||kfree_rcu|kfree_rcu||loops=10||time|ns|value|6\n");
	buf_free(&seen.text);
}

static void a_line_printed_twice_counts_once(void **state)
{
	struct seen seen = scan_both("a log\n" T("   8") RESULT("8") T("   8") RESULT("8") T(
		"   9") RESULT("8") "x\n" T("   9") RESULT("8") RESULT("7") RESULT("7"));

	(void)state;
	assert_str(buf_str(&seen.text),
		   "2@8000001000||kfree_rcu|kfree_rcu||loops=10||time|ns|value|8\n"
		   "4@9000001000||kfree_rcu|kfree_rcu||loops=10||time|ns|value|8\n"
		   "6@9000001000||kfree_rcu|kfree_rcu||loops=10||time|ns|value|8\n"
		   "7@-1||kfree_rcu|kfree_rcu||loops=10||time|ns|value|7\n"
		   "8@-1||kfree_rcu|kfree_rcu||loops=10||time|ns|value|7\n");
	buf_free(&seen.text);
}

#define BOOT(release, words, cpus)                                                               \
	"Linux version " release " (root@host) (gcc 12.2.0) #1 SMP\nCommand line: " words "\n"   \
	"Kernel command line: " words "\nHypervisor detected: KVM\nHypervisor detected: other\n" \
	"smp: Brought up 1 node, " cpus " CPUs\nsmp: Brought up 1 node, 1 CPU\n" RESULT("1")

static void a_fact_counts_once_a_boot(void **state)
{
	struct seen seen = scan_both("a log\n" BOOT("6.1.0", "a", "4") BOOT("6.2.0", "b c", "8"));

	(void)state;
	assert_str(buf_str(&seen.text), "boot, banner\n"
					"2@-1||env|||||kernel.release|||6.1.0\n"
					"2@-1||env|||||kernel.compiler|||gcc 12.2.0\n"
					"2@-1||env|||||kernel.version|||#1 SMP\n"
					"3@-1||env|||||kernel.cmdline|||a\n"
					"5@-1||env|||||hypervisor|||KVM\n"
					"7@-1||env|||||cpu.online|||4\n"
					"9@-1||kfree_rcu|kfree_rcu||loops=10||time|ns|value|1\n"
					"boot, banner\n"
					"10@-1||env|||||kernel.release|||6.2.0\n"
					"10@-1||env|||||kernel.compiler|||gcc 12.2.0\n"
					"10@-1||env|||||kernel.version|||#1 SMP\n"
					"11@-1||env|||||kernel.cmdline|||b c\n"
					"13@-1||env|||||hypervisor|||KVM\n"
					"15@-1||env|||||cpu.online|||8\n"
					"17@-1||kfree_rcu|kfree_rcu||loops=10||time|ns|value|1\n");
	buf_free(&seen.text);
}

static void a_memory_table_ends_with_its_rows(void **state)
{
	static const char text[] =
		"a log\n"
		"              total        used        free      shared  buff/cache   available\n"
		"Mem:            977         251         686           0          39         684\n"
		"Swap:             7           8           9\n"
		"another line\n"
		"Mem:            123         456         789           0          39         684\n"
		"Swap:             1           2           3\n";
	struct seen seen = scan_both(text);

	(void)state;
	assert_int_equal(seen.values, 9);
	assert_int_equal(seen.counts.skipped, 0);
	assert_true(str_find(buf_str(&seen.text),
			     STR("\n4@-1||free|free||||swap.used|KiB|value|8")) != (size_t)-1);
	assert_true(str_find(buf_str(&seen.text), STR("|123\n")) == (size_t)-1);
	buf_free(&seen.text);
}

static void rows_may_stand_behind_their_header(void **state)
{
	struct seen seen = scan_both("a log\nrcuperf.x=X  # Grace Periods\tTest Duration (s) X=1 "
				     "(old) 9133 11.5 X=0 (new) 1732 12.5\nX=2 (no) 1 1.5\n");

	(void)state;
	assert_str(buf_str(&seen.text),
		   "2@-1|X=1 (old)|kfree_rcu|kfree_rcu||||batches|count|value|9133\n"
		   "2@-1|X=1 (old)|kfree_rcu|kfree_rcu||||time|s|value|11.5\n"
		   "2@-1|X=0 (new)|kfree_rcu|kfree_rcu||||batches|count|value|1732\n"
		   "2@-1|X=0 (new)|kfree_rcu|kfree_rcu||||time|s|value|12.5\n"
		   "3@-1|X=2 (no)|kfree_rcu|kfree_rcu||||batches|count|value|1\n"
		   "3@-1|X=2 (no)|kfree_rcu|kfree_rcu||||time|s|value|1.5\n");
	buf_free(&seen.text);
}

/* It needs the line above its header, so it is found in one block only. */
static void a_table_of_kernels_ends_with_its_rows(void **state)
{
	static const char text[] = "a log\n"
				   "cpuinfo\tbaseline\tmoved kfree\n"
				   "tasks\tread-sec\tread-sec\n"
				   "1\t\t0.0141\t\t0.0142\n"
				   "2\t\t0.0143\t\t0.0144\n"
				   "\n"
				   "3\t\t0.0145\t\t0.0146\n";
	struct seen seen = scan(str_of(text), WHOLE);

	(void)state;
	assert_str(
		buf_str(&seen.text),
		"4@-1|baseline|readproc|readproc|file=cpuinfo;tasks=1|||read|s|value|0.0141\n"
		"4@-1|moved kfree|readproc|readproc|file=cpuinfo;tasks=1|||read|s|value|0.0142\n"
		"5@-1|baseline|readproc|readproc|file=cpuinfo;tasks=2|||read|s|value|0.0143\n"
		"5@-1|moved kfree|readproc|readproc|file=cpuinfo;tasks=2|||read|s|value|0.0144\n");
	buf_free(&seen.text);
}

/* n foreign lines between the pieces of a result. */
static size_t values_of_pieces(size_t n)
{
	static const char *const pieces[] = { "N*remote free(64):", " 0=12", "/34", " Average=12",
					      "/34" };
	struct buf text = { 0 };
	struct seen seen;
	size_t values;

	buf_add(&text, STR("a log\n"));
	for (size_t i = 0; i < COUNT(pieces); i++) {
		for (size_t k = 0; i && k < n; k++)
			buf_add(&text, STR("usb 1-1: another writer\n"));
		buf_printf(&text, "%s\n", pieces[i]);
	}
	check_cuts(buf_str(&text), &seen);
	values = seen.values;
	buf_free(&seen.text);
	buf_free(&text);
	return values;
}

static void pieces_wait_for_200_foreign_lines_and_no_more(void **state)
{
	(void)state;
	assert_int_equal(values_of_pieces(0), 4);
	assert_int_equal(values_of_pieces(1), 4);
	assert_int_equal(values_of_pieces(200), 4);
	assert_int_equal(values_of_pieces(201), 0);
}

static void long_lines_are_cut_and_counted(void **state)
{
	static const char head[] = "a log\n" RESULT("1"), tail[] = RESULT("3");
	struct buf text = { 0 };
	struct seen seen;
	const char *said;

	(void)state;
	buf_add(&text, STR(head));
	/* Noise, a result that is cut behind its end, and one beyond the cut. */
	buf_pad(&text, 'x', SCAN_LINE_MAX + 1);
	buf_char(&text, '\n');
	buf_add(&text, STR("Total time taken by all kfree'ers: 2 ns, loops: 10"));
	buf_pad(&text, ' ', SCAN_LINE_MAX);
	buf_add(&text, STR("x\n"));
	buf_pad(&text, ' ', SCAN_LINE_MAX);
	buf_add(&text, STR(RESULT("9")));
	/* One that has just the length. */
	buf_pad(&text, 'x', SCAN_LINE_MAX);
	buf_char(&text, '\n');
	buf_add(&text, STR(tail));
	capture_start();
	seen = scan(buf_str(&text), WHOLE);
	said = capture_end();
	assert_non_null(strstr(said, "kbenchstat: log: warning: 3 lines longer than 1048576 bytes: "
				     "the rest ignored\n"));
	assert_str(buf_str(&seen.text), "2@-1||kfree_rcu|kfree_rcu||loops=10||time|ns|value|1\n"
					"4@-1||kfree_rcu|kfree_rcu||loops=10||time|ns|value|2\n"
					"7@-1||kfree_rcu|kfree_rcu||loops=10||time|ns|value|3\n");
	check_same(buf_str(&text), 1, &seen);
	check_same(buf_str(&text), 3, &seen);
	check_same(buf_str(&text), SIZE_MAX, &seen);
	buf_free(&seen.text);
	buf_free(&text);
}

/* As the reader hands over a line that it has cut. */
static void a_line_without_an_end_is_a_line(void **state)
{
	struct seen seen = { 0 };
	struct scanner *s = scanner_of(&seen);

	(void)state;
	scan_begin(s, "log", STR("a log\nx"), (struct str){ NULL, 0 });
	scan_block(s, STR("a log\nx"), false, NULL);
	scan_block(s, STR("y"), false, NULL);
	scan_block(s, STR("[    1.000001]"), false, NULL);
	scan_block(s, STR(RESULT("1")), false, NULL);
	scan_end(s);
	assert_str(buf_str(&seen.text), "5@-1||kfree_rcu|kfree_rcu||loops=10||time|ns|value|1\n");
	scan_free(s);
	buf_free(&seen.text);
}

int main(void)
{
	static const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_clock_that_falls_is_a_new_boot),
		cmocka_unit_test(a_clock_falls_behind_lines_without_times),
		cmocka_unit_test(a_line_printed_twice_counts_once),
		cmocka_unit_test(a_fact_counts_once_a_boot),
		cmocka_unit_test(a_memory_table_ends_with_its_rows),
		cmocka_unit_test(rows_may_stand_behind_their_header),
		cmocka_unit_test(a_table_of_kernels_ends_with_its_rows),
		cmocka_unit_test(pieces_wait_for_200_foreign_lines_and_no_more),
		cmocka_unit_test(long_lines_are_cut_and_counted),
		cmocka_unit_test(a_line_without_an_end_is_a_line),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Headings are found in whole texts alone. */
#define WITHOUT_SOURCES
#include "scanned.h"
#include "random.h"

/* Of each format what it has, with other lines between. */
static const char *const lines[] = {
	"Total time taken by all kfree'ers: 6564718459 ns, loops: 10000, batches: 1110, memory "
	"footprint: 5057MB",
	"Total time taken by all kfree'ers: 14185970787 ns, loops: 20000, batches: 1548",
	"kfree object size=24, kfree_by_call_rcu=0",
	"rcu-scale:--- kfree_rcu_test: kfree_mult=1 kfree_loops=10000",
	"10000 times kmalloc(8) -> 68 cycles kfree -> 107 cycles",
	"10000 times kmalloc(16)/kfree -> 114 cycles",
	"Kmalloc N*alloc N*free(32): 0=250/960 1=246/972 Average=248/966",
	"Kmalloc N*(alloc free)(64): 0=110 1=112 Average=111",
	"1 alloc N free(32): Average=319",
	"N*remote free(64):",
	" 0=12/34",
	" 1=56",
	"/78",
	" Average=34",
	"/56",
	"10000 times kmalloc(512) ",
	"-> 34 cycles ",
	"kfree ",
	"-> 56 cycles",
	"10000 times kmalloc(8) =",
	"Single thread testing",
	"Remote free test",
	"Summary: fix_size_alloc_test passed: 1 failed: 0 xfailed: 0 repeat: 1 loops: 1000000 avg: "
	"955334 usec",
	"All test took worker0=485061693537 cycles",
	"Start testing find_bit() with sparse bitmap",
	"find_next_bit:                  145890 ns,    655 iterations",
	"xor: measuring software checksum speed",
	"   avx             : 35284 MB/sec",
	"xor: using function: avx (35284 MB/sec)",
	"raid6: avx2x4   gen() 36354 MB/s",
	"raid6: using algorithm avx2x4 gen() 36354 MB/s",
	"raid6: .... xor() 5159 MB/s, rmw enabled",
	"tcrypt: testing speed of async ecb(aes) (ecb-aes-gxl) encryption",
	"tcrypt: test 0 (128 bit key, 16 byte blocks): ",
	"558165 operations in 2 seconds (8930640 bytes)",
	"1 operation in 301 cycles (16 bytes)",
	"    # Subtest: sha256",
	"    # benchmark_hash: len=16: 119 MB/s",
	"iov_kunit_benchmark_bvec: avg 3184 uS, stddev 16 uS",
	"Running rhashtable test nelem=8, max_size=0, shrinking=0",
	"  Duration of test: 280360930 ns",
	"rbtree testing",
	" -> test 4 (latency to fetch first node)",
	"        cached: 87 cycles",
	"kbench: start workload=slab impl=kbench cpus=2 reps=3 count=10000",
	"File: /proc/cpuinfo",
	"Repeats: 100",
	"    16          0.001234          0.002000          0.055300          0.000553          "
	"0.000100",
	"              total        used        free      shared  buff/cache   available",
	"Mem:            977         251         686           0          39         684",
	"Swap:             0           0           0",
	"Mem:            977         251",
	"rcuperf.kfree_no_batch=X    # Grace Periods\tTest Duration (s)",
	"  X=1 (old behavior)   9133   11.5",
	"  X=0 (new behavior)   1732   12.5",
	"Command line: console=ttyS0 rcuscale.kfree_loops=10000",
	"Hypervisor detected: KVM",
	"smp: Brought up 1 node, 64 CPUs",
	"Memory: 10180220K/10485240K available (14336K kernel code)",
	"Linux version 6.1.0 (root@host) (gcc 12.2.0) #1 SMP",
	"usb 1-1: new high-speed USB device number 2 using xhci_hcd",
	"rcu: Hierarchical RCU implementation.",
	" ? kfree+0x12/0x34",
	"Total time taken by all kfree'ers: unknown",
	"N*alloc N*free(32) is what it does",
	"",
};

/* A log of several boots; each line's time is its own. clock: with times in front. */
static struct buf make_log(size_t n, bool clock)
{
	struct buf b = { 0 };
	uint64_t us = 0;

	buf_add(&b, STR("a log\n"));
	for (size_t i = 0; i < n; i++) {
		const char *line = lines[below(COUNT(lines))];

		us += 1 + below(200000);
		if (strncmp(line, "Linux version", 13) == 0)
			us = 1;
		if (clock)
			buf_printf(&b, "[%5u.%06u] ", (unsigned int)(us / 1000000),
				   (unsigned int)(us % 1000000));
		buf_printf(&b, "%s\n", line);
	}
	return b;
}

static void where_blocks_are_cut_does_not_matter(void **state)
{
	(void)state;
	seed = 1;
	for (int i = 0; i < 15; i++) {
		struct buf log = make_log(300, true);
		struct seen whole;

		check_cuts(buf_str(&log), &whole);
		assert_true(whole.values > 100 && whole.facts > 5 && whole.boots > 0);
		/* Without a line feed at the end. */
		buf_free(&whole.text);
		check_cuts((struct str){ log.v, log.n - 1 }, &whole);
		buf_free(&whole.text);
		buf_free(&log);
	}
}

/* Without times the words of the lines alone tell where there is something to see. */
static void nor_where_they_are_cut_in_logs_without_times(void **state)
{
	(void)state;
	seed = 2;
	for (int i = 0; i < 15; i++) {
		struct buf log = make_log(300, false);
		struct seen whole;

		check_cuts(buf_str(&log), &whole);
		assert_true(whole.values > 100 && whole.facts > 5 && whole.boots > 0);
		buf_free(&whole.text);
		buf_free(&log);
	}
}

/* Pieces of results and what breaks them, with an end that no result has. */
static const char *const pieces[] = { "Total time taken by all kfree'ers:",
				      "Summary: fix_size_alloc_test passed: ",
				      "1 failed: 0 repeat: ",
				      "avg: 955334 usec",
				      " 6564718459 ns",
				      ", loops: 10000",
				      ", batches: 1110",
				      ", memory footprint: ",
				      "5057MB",
				      "10000 times kmalloc(8)",
				      "/kfree",
				      " -> 68 cycles",
				      " kfree -> 107 cycles",
				      "N*alloc N*free(32):",
				      "1 alloc N free(",
				      " 0=250/960",
				      " Average=248/966",
				      "/34",
				      "File: ",
				      "tasks read-sec",
				      "        used",
				      "    16   0.001234   0.002000   0.055300",
				      "# Grace Periods\tTest Duration (s)",
				      "Linux version ",
				      "[    1.000001] ",
				      "[99999.000001] ",
				      "> ",
				      "* Before",
				      "with a patch:",
				      "6,400,15574402,-;",
				      "\x1b[0m",
				      "\r",
				      "\t",
				      "99999999999999999999999",
				      "=",
				      "%;" };

static void add_hostile_line(struct buf *b)
{
	for (size_t n = below(9); n; n--) {
		buf_add(b, str_of(pieces[below(COUNT(pieces))]));
		if (below(12) == 0)
			buf_char(b, (char)below(256));
	}
}

static void hostile_lines_give_no_value(void **state)
{
	struct buf text = { 0 };
	struct seen seen;

	(void)state;
	seed = 3;
	buf_add(&text, STR("a log\n"));
	for (int i = 0; i < 30000; i++) {
		add_hostile_line(&text);
		buf_add(&text, STR("~\n"));
	}
	for (size_t cut = 0; cut < 3; cut++) {
		seen = scan_silently(buf_str(&text), cut * 100);
		if (seen.values)
			fail_msg("%.*s", (int)seen.text.n, seen.text.v);
		assert_true(seen.events > 0);
		buf_free(&seen.text);
	}
	buf_free(&text);
}

/* With whole results among them: what comes is a number of a known line, as put() checks. */
static void hostile_lines_do_no_harm(void **state)
{
	struct buf text = { 0 };
	struct seen seen;

	(void)state;
	seed = 4;
	buf_add(&text, STR("a log\n"));
	for (int i = 0; i < 30000; i++) {
		if (below(4))
			add_hostile_line(&text);
		else
			buf_add(&text, str_of(lines[below(COUNT(lines))]));
		buf_char(&text, '\n');
	}
	for (size_t cut = 0; cut < 3; cut++) {
		seen = scan_silently(buf_str(&text), cut * 100);
		assert_true(seen.values > 1000);
		buf_free(&seen.text);
	}
	buf_free(&text);
}

static void nor_where_they_are_cut_in_hostile_logs(void **state)
{
	(void)state;
	seed = 5;
	for (int i = 0; i < 20; i++) {
		struct buf text = { 0 };
		struct seen whole;

		buf_add(&text, STR("a log\n"));
		for (unsigned int k = 0; k < 300; k++) {
			buf_printf(&text, "[%5u.000001] ", k);
			if (below(2))
				add_hostile_line(&text);
			else
				buf_add(&text, str_of(lines[below(COUNT(lines))]));
			buf_char(&text, '\n');
		}
		check_cuts(buf_str(&text), &whole);
		assert_true(whole.values > 20);
		buf_free(&whole.text);
		buf_free(&text);
	}
}

int main(void)
{
	static const struct CMUnitTest tests[] = {
		cmocka_unit_test(where_blocks_are_cut_does_not_matter),
		cmocka_unit_test(nor_where_they_are_cut_in_logs_without_times),
		cmocka_unit_test(hostile_lines_give_no_value),
		cmocka_unit_test(hostile_lines_do_no_harm),
		cmocka_unit_test(nor_where_they_are_cut_in_hostile_logs),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

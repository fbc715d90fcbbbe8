// SPDX-License-Identifier: GPL-2.0-only
/*
 * vmalloc: nr_threads threads, each pinned to a CPU, run the same tests of test_loop_count loops at
 * the same time:
 *
 *   fix_size_alloc_test         vmalloc() and vfree() of nr_pages pages
 *   random_size_alloc_test      of 1 to 100 pages; the same sequence of sizes in each run
 *   long_busy_list_alloc_test   of 100 pages and of 1 page, while the thread holds busy_areas areas
 *                               of one page
 *
 * One byte of each area is written. The time is that of all loops of a thread together; making and
 * freeing the busy areas is not in it. The kernel gives freed areas back later, many at a time: a
 * loop may pay for others, and the last ones' cost falls outside. In the first test the threads
 * start together; from then on each goes its own way, so that late tests may overlap less.
 */

#include <linux/kernel.h>
#include <linux/ktime.h>
#include <linux/math64.h>
#include <linux/mm.h>
#include <linux/module.h>
#include <linux/sched.h>
#include <linux/slab.h>
#include <linux/timex.h>
#include <linux/vmalloc.h>

#include "kbench.h"

static unsigned int nr_threads = 1;
module_param(nr_threads, uint, 0444);
MODULE_PARM_DESC(nr_threads, "vmalloc: threads (default 1)");

static unsigned int test_loop_count = 10000;
module_param(test_loop_count, uint, 0444);
MODULE_PARM_DESC(test_loop_count, "vmalloc: loops of a test (default 10000)");

static unsigned int nr_pages = 1;
module_param(nr_pages, uint, 0444);
MODULE_PARM_DESC(nr_pages, "vmalloc: pages of fix_size_alloc_test (default 1)");

static unsigned int busy_areas = 15000;
module_param(busy_areas, uint, 0444);
MODULE_PARM_DESC(busy_areas, "vmalloc: areas of long_busy_list_alloc_test (default 15000)");

static char *tests = "all";
module_param(tests, charp, 0444);
MODULE_PARM_DESC(tests, "vmalloc: list of the tests' names (default all)");

#define VMALLOC_LARGE 100 /* pages */

enum { VMALLOC_FIX, VMALLOC_RANDOM, VMALLOC_BUSY, VMALLOC_TESTS };

static const char *const vmalloc_names[VMALLOC_TESTS] = {
	[VMALLOC_FIX] = "fix_size_alloc_test",
	[VMALLOC_RANDOM] = "random_size_alloc_test",
	[VMALLOC_BUSY] = "long_busy_list_alloc_test",
};

static unsigned long vmalloc_picked;

struct vmalloc_result {
	u64 time_ns[VMALLOC_TESTS];
	u64 cycles; /* of all tests */
};

struct vmalloc_run {
	struct kbench_team team;
	struct vmalloc_result *results; /* one a thread */
};

static int vmalloc_check(void)
{
	unsigned long pages = 0;
	int ret;

	vmalloc_picked = kbench_pick("vmalloc", "tests", tests, vmalloc_names, VMALLOC_TESTS);
	ret = vmalloc_picked ? 0 : -EINVAL;
	if (!ret)
		ret = kbench_check_range("vmalloc", "nr_threads", nr_threads, 1,
					 num_online_cpus() * 64);
	if (!ret)
		ret = kbench_check_range("vmalloc", "test_loop_count", test_loop_count, 1,
					 1000000000);
	if (!ret)
		ret = kbench_check_range("vmalloc", "nr_pages", nr_pages, 1, 1 << 20);
	if (!ret)
		ret = kbench_check_range("vmalloc", "busy_areas", busy_areas, 1, 10000000);
	if (ret)
		return ret;
	if (vmalloc_picked & BIT(VMALLOC_FIX))
		pages = nr_pages;
	if (vmalloc_picked & BIT(VMALLOC_RANDOM))
		pages = max(pages, (unsigned long)VMALLOC_LARGE);
	/* Descriptors and page tables of the areas: well under a quarter of a page apiece. */
	if (vmalloc_picked & BIT(VMALLOC_BUSY))
		pages = max(pages, busy_areas + busy_areas / 4UL + VMALLOC_LARGE + 1);
	return kbench_check_memory("vmalloc", (u64)pages * nr_threads << PAGE_SHIFT);
}

static int vmalloc_describe(char *buf, size_t size)
{
	return scnprintf(buf, size,
			 " nr_threads=%u test_loop_count=%u nr_pages=%u busy_areas=%u tests=%s",
			 nr_threads, test_loop_count, nr_pages, busy_areas, tests);
}

static bool vmalloc_once(unsigned int pages)
{
	unsigned char *p = __vmalloc((unsigned long)pages << PAGE_SHIFT, KBENCH_GFP);

	if (!p)
		return false;
	WRITE_ONCE(*p, 1);
	vfree(p);
	return true;
}

/* xorshift: the same numbers on each kernel and in each run. */
static u32 vmalloc_random(u32 *state)
{
	*state ^= *state << 13;
	*state ^= *state >> 17;
	*state ^= *state << 5;
	return *state;
}

static bool vmalloc_loop(unsigned int test, u32 *seed)
{
	switch (test) {
	case VMALLOC_FIX:
		return vmalloc_once(nr_pages);
	case VMALLOC_RANDOM:
		return vmalloc_once(vmalloc_random(seed) % VMALLOC_LARGE + 1);
	default:
		return vmalloc_once(VMALLOC_LARGE) && vmalloc_once(1);
	}
}

static int vmalloc_loops(struct kbench_thread *thread, unsigned int test,
			 struct vmalloc_result *result)
{
	cycles_t cycles = get_cycles();
	u64 start = ktime_get_ns();
	u32 seed = 2463534242U;
	unsigned int i;

	for (i = 0; i < test_loop_count; i++) {
		if (kbench_team_stopping(thread->team))
			return -EINTR;
		if (!vmalloc_loop(test, &seed))
			return -ENOMEM;
		cond_resched();
	}
	result->time_ns[test] = ktime_get_ns() - start;
	result->cycles += get_cycles() - cycles;
	return 0;
}

static void vmalloc_free_busy(void **busy)
{
	unsigned int i;

	for (i = 0; i < busy_areas && busy[i]; i++) {
		vfree(busy[i]);
		cond_resched();
	}
	kvfree(busy);
}

static void **vmalloc_make_busy(struct kbench_team *team)
{
	void **busy = kvcalloc(busy_areas, sizeof(*busy), KBENCH_GFP);
	unsigned int i;

	for (i = 0; busy && i < busy_areas; i++) {
		if (!kbench_team_stopping(team))
			busy[i] = __vmalloc(PAGE_SIZE, KBENCH_GFP);
		if (!busy[i]) {
			vmalloc_free_busy(busy);
			return NULL;
		}
		cond_resched();
	}
	return busy;
}

static int vmalloc_test(struct kbench_thread *thread, unsigned int test)
{
	struct vmalloc_run *run = thread->team->ctx;
	struct vmalloc_result *result = &run->results[thread->index];
	void **busy;
	int ret;

	if (test != VMALLOC_BUSY)
		return vmalloc_loops(thread, test, result);
	busy = vmalloc_make_busy(thread->team);
	if (!busy)
		return kbench_team_stopping(thread->team) ? -EINTR : -ENOMEM;
	ret = vmalloc_loops(thread, test, result);
	vmalloc_free_busy(busy);
	return ret;
}

static int vmalloc_thread(struct kbench_thread *thread)
{
	unsigned int test;
	int ret = 0;

	for (test = 0; test < VMALLOC_TESTS && !ret; test++)
		if (vmalloc_picked & BIT(test))
			ret = vmalloc_test(thread, test);
	return ret;
}

static void vmalloc_report(const struct vmalloc_run *run, unsigned int rep)
{
	unsigned int i, test;

	kbench_say("rep workload=vmalloc rep=%u time_ns=%llu", rep,
		   run->team.end_ns - run->team.start_ns);
	for (i = 0; i < nr_threads; i++) {
		const struct vmalloc_result *result = &run->results[i];

		for (test = 0; test < VMALLOC_TESTS; test++)
			if (vmalloc_picked & BIT(test))
				pr_alert(
					"Summary: %s passed: 1 failed: 0 repeat: 1 loops: %u avg: %llu usec\n",
					vmalloc_names[test], test_loop_count,
					div_u64(result->time_ns[test], 1000));
		pr_alert("All test took worker%u=%llu cycles\n", i, result->cycles);
	}
}

static int vmalloc_run(unsigned int rep)
{
	struct vmalloc_run run = {
		.team = { .n = nr_threads, .work = vmalloc_thread, .ctx = &run },
		.results = kcalloc(nr_threads, sizeof(*run.results), GFP_KERNEL),
	};
	int ret = run.results ? kbench_team_run(&run.team) : -ENOMEM;

	if (!ret)
		vmalloc_report(&run, rep);
	else if (ret != -EINTR)
		kbench_error("vmalloc: repetition %u failed: %d", rep, ret);
	kfree(run.results);
	return ret;
}

const struct kbench_workload kbench_vmalloc = {
	.name = "vmalloc",
	.clock = "ktime",
	.check = vmalloc_check,
	.describe = vmalloc_describe,
	.run = vmalloc_run,
};

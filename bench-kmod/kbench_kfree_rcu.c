// SPDX-License-Identifier: GPL-2.0-only
/*
 * kfree_rcu: a flood of objects that are freed after a grace period.
 *
 * Each of kfree_nthreads threads allocates kfree_alloc_num objects and hands them to RCU,
 * kfree_loops times. batch=1 hands them over by kfree_rcu(), which collects many objects for one
 * grace period; batch=0 by one call_rcu() each. interleave=1 frees each object right after its
 * allocation; interleave=0 allocates all objects of a loop first. Per repetition:
 *
 *   time       from the moment all threads are let go to the end of the last one, the allocations
 *              included; not the time until all objects are free again. (rcuscale's line, which
 *              looks the same, counts from the own start of the thread that ends last.)
 *   batches    normal grace periods that ended in that time, whoever asked for them
 *   footprint  how much less memory was available than before the run: the mean over samples that
 *              the first thread takes after each of its loops, or after every n-th where that makes
 *              64 at least. Other users of memory are in it, and it may be below zero. (rcuscale
 *              halves the way from the start at each of few samples.)
 *
 * The next repetition begins when all objects of this one are free. Nothing here tells how long a
 * single kfree_rcu() takes, nor what it costs the CPUs afterwards.
 */

#include <linux/cpu.h>
#include <linux/delay.h>
#include <linux/kernel.h>
#include <linux/log2.h>
#include <linux/math64.h>
#include <linux/mm.h>
#include <linux/module.h>
#include <linux/sched.h>
#include <linux/slab.h>
#include <linux/smp.h>
#include <linux/timekeeping.h>

#include "compat.h"
#include "kbench.h"

static int kfree_nthreads = -1;
module_param(kfree_nthreads, int, 0444);
MODULE_PARM_DESC(kfree_nthreads,
		 "kfree_rcu: threads; -1: one a CPU online (default), -2: one fewer ...");

static unsigned int kfree_alloc_num = 8000;
module_param(kfree_alloc_num, uint, 0444);
MODULE_PARM_DESC(kfree_alloc_num,
		 "kfree_rcu: objects allocated and freed in a loop (default 8000)");

static unsigned int kfree_loops = 10;
module_param(kfree_loops, uint, 0444);
MODULE_PARM_DESC(kfree_loops, "kfree_rcu: loops of each thread (default 10)");

static unsigned int kfree_mult = 1;
module_param(kfree_mult, uint, 0444);
MODULE_PARM_DESC(kfree_mult, "kfree_rcu: size of an object, in units of the smallest (default 1)");

static bool interleave = true;
module_param(interleave, bool, 0444);
MODULE_PARM_DESC(
	interleave,
	"kfree_rcu: 1: free each object when allocated (default), 0: allocate all of a loop first");

static bool batch = true;
module_param(batch, bool, 0444);
MODULE_PARM_DESC(batch, "kfree_rcu: 1: kfree_rcu() (default), 0: one call_rcu() per object");

struct kfree_obj {
	char data[8];
	struct rcu_head rh;
};

/* One repetition. */
struct kfree_flood {
	struct kbench_team team;
	struct kfree_obj ***slots;     /* per thread, for interleave=0 */
	unsigned long gp_seq, exp_seq; /* at the start */
	unsigned long gps, exp_gps;    /* grace periods since, normal and expedited */
	long available;		       /* pages, at the start */
	s64 used_sum;
	long used_max;
	unsigned int samples;
};

static size_t kfree_size(void)
{
	return kfree_mult * sizeof(struct kfree_obj);
}

static int kfree_check(void)
{
	const char *name = kbench_kfree_rcu.name;
	unsigned int cpus = num_online_cpus();
	u64 memory;
	int ret;

	if (kfree_nthreads < 0)
		kfree_nthreads = max_t(int, cpus + 1 + kfree_nthreads, 1);
	ret = kbench_check_range(name, "kfree_nthreads", kfree_nthreads, 1, cpus * 64);
	if (!ret)
		ret = kbench_check_range(name, "kfree_alloc_num", kfree_alloc_num, 1, 100000000);
	if (!ret)
		ret = kbench_check_range(name, "kfree_loops", kfree_loops, 1, 1000000000);
	if (!ret)
		ret = kbench_check_range(name, "kfree_mult", kfree_mult, 1,
					 KMALLOC_MAX_CACHE_SIZE / sizeof(struct kfree_obj));
	if (ret)
		return ret;

	/* One loop of all threads must fit. How much of the flood waits at a time is measured. */
	memory = roundup_pow_of_two(kfree_size()) + (interleave ? 0 : sizeof(struct kfree_obj *));
	return kbench_check_memory(name, memory * kfree_alloc_num * kfree_nthreads);
}

static int kfree_describe(char *buf, size_t size)
{
	return scnprintf(
		buf, size,
		" kfree_nthreads=%d kfree_alloc_num=%u kfree_loops=%u kfree_mult=%u interleave=%d batch=%d obj_size=%zu",
		kfree_nthreads, kfree_alloc_num, kfree_loops, kfree_mult, interleave, batch,
		kfree_size());
}

static void kfree_callback(struct rcu_head *rh)
{
	kfree(container_of(rh, struct kfree_obj, rh));
}

static __always_inline struct kfree_obj *kfree_alloc(void)
{
	return kmalloc(kfree_size(), KBENCH_GFP);
}

static __always_inline void kfree_free(struct kfree_obj *obj)
{
	if (batch)
		kfree_rcu(obj, rh);
	else
		kbench_call_rcu(&obj->rh, kfree_callback);
}

/* A loop with each allocation followed by its free. */
static int kfree_loop_interleaved(struct kbench_team *team)
{
	unsigned int i;

	for (i = 0; i < kfree_alloc_num; i++) {
		struct kfree_obj *obj;

		if (!(i % KBENCH_BATCH)) {
			if (kbench_team_stopping(team))
				return -EINTR;
			cond_resched();
		}
		obj = kfree_alloc();
		if (!obj)
			return -ENOMEM;
		kfree_free(obj);
	}
	return 0;
}

/* A loop with all allocations before the first free. */
static int kfree_loop_apart(struct kbench_team *team, struct kfree_obj **slots)
{
	unsigned int i, n;
	int ret = 0;

	for (n = 0; n < kfree_alloc_num; n++) {
		if (!(n % KBENCH_BATCH)) {
			if (kbench_team_stopping(team)) {
				ret = -EINTR;
				break;
			}
			cond_resched();
		}
		slots[n] = kfree_alloc();
		if (!slots[n]) {
			ret = -ENOMEM;
			break;
		}
	}
	for (i = 0; i < n; i++) {
		if (!(i % KBENCH_BATCH))
			cond_resched();
		kfree_free(slots[i]);
	}
	return ret;
}

static void kfree_sample(struct kfree_flood *run)
{
	long used = run->available - si_mem_available();

	run->used_sum += used;
	run->used_max = run->samples ? max(run->used_max, used) : used;
	run->samples++;
}

static int kfree_thread(struct kbench_thread *thread)
{
	struct kfree_flood *run = thread->team->ctx;
	unsigned int loop, every = max(kfree_loops / 64, 1U);
	int ret = 0;

	/* What frees the objects goes first, as in rcuscale. */
	set_user_nice(current, MAX_NICE);
	for (loop = 1; loop <= kfree_loops && !ret; loop++) {
		ret = interleave ? kfree_loop_interleaved(thread->team) :
				   kfree_loop_apart(thread->team, run->slots[thread->index]);
		if (!thread->index && !(loop % every))
			kfree_sample(run);
		cond_resched();
	}
	return ret;
}

static void kfree_begin(struct kbench_team *team)
{
	struct kfree_flood *run = team->ctx;

	run->available = si_mem_available();
	run->gp_seq = rcu_get_gp_seq();
	run->exp_seq = rcu_exp_batches_completed();
}

/* Grace periods that ended between two looks at a sequence number, which may have wrapped. */
static unsigned long kfree_gps(unsigned long from, unsigned long to)
{
	unsigned long state = BIT(KBENCH_RCU_SEQ_SHIFT) - 1;

	return ((to & ~state) - (from & ~state)) >> KBENCH_RCU_SEQ_SHIFT;
}

static void kfree_end(struct kbench_team *team)
{
	struct kfree_flood *run = team->ctx;

	run->gps = kfree_gps(run->gp_seq, rcu_get_gp_seq());
	run->exp_gps = kfree_gps(run->exp_seq, rcu_exp_batches_completed());
}

#ifdef KBENCH_HAVE_KVFREE_RCU_BARRIER
static int kfree_wait_batches(void)
{
	kvfree_rcu_barrier();
	return 0;
}
#else
/*
 * Nothing waits for kfree_rcu()'s batches here, so each CPU sends objects of the module's own cache
 * after those of the run. A CPU's batches are freed in order: when the cache has no slab in use any
 * more, all of the run have been, but for those that the last batch, whose own order is another,
 * frees in the next moment. There are enough of them to fill a batch, which else is sent on its way
 * only some seconds later.
 */
#define KFREE_SENTINELS 1024

struct kfree_sentinel {
	struct kfree_sentinel *next;
	struct rcu_head rh;
};

static void kfree_sentinel_init(void *obj)
{
	/* A cache with a constructor never shares its slabs with other caches. */
}

static void kfree_send_sentinels(void *lists)
{
	struct kfree_sentinel *s = ((struct kfree_sentinel **)lists)[smp_processor_id()], *next;

	for (; s; s = next) {
		next = s->next;
		kfree_rcu(s, rh);
	}
}

static int kfree_make_sentinels(struct kmem_cache *cache, struct kfree_sentinel **list)
{
	unsigned int i;

	for (i = 0; i < KFREE_SENTINELS; i++) {
		struct kfree_sentinel *s = kmem_cache_alloc(cache, KBENCH_GFP);

		if (!s)
			return -ENOMEM;
		s->next = *list;
		*list = s;
	}
	return 0;
}

static int kfree_await_sentinels(struct kmem_cache *cache)
{
	unsigned int tries;

	for (tries = 0; tries < 6000; tries++) {
		if (!kmem_cache_shrink(cache))
			return 0;
		msleep(10);
	}
	return -ETIMEDOUT;
}

static int kfree_wait_batches(void)
{
	struct kfree_sentinel **lists;
	struct kmem_cache *cache;
	unsigned int cpu;
	int ret = -ENOMEM, gone;

	/*
	 * A cache whose slabs are not counted always looks empty, and would be destroyed too early.
	 * What is left then is to wait for longer than a batch does (5 s).
	 */
	if (!IS_ENABLED(CONFIG_SLAB) && !IS_ENABLED(CONFIG_SLUB_DEBUG)) {
		kbench_sleep(6);
		return 0;
	}

	lists = kcalloc(nr_cpu_ids, sizeof(*lists), GFP_KERNEL);
	cache = kmem_cache_create("kbench_sentinel", sizeof(struct kfree_sentinel), 0, 0,
				  kfree_sentinel_init);
	if (!lists || !cache)
		goto out;
	cpus_read_lock();
	for_each_online_cpu(cpu) {
		ret = kfree_make_sentinels(cache, &lists[cpu]);
		if (ret)
			break;
	}
	on_each_cpu(kfree_send_sentinels, lists, 1);
	cpus_read_unlock();

	gone = kfree_await_sentinels(cache);
	if (gone) { /* destroying a cache with objects in it is worse than leaving it */
		cache = NULL;
		ret = gone;
	}
out:
	kmem_cache_destroy(cache);
	kfree(lists);
	return ret;
}
#endif

/* Until all objects of the run are free again. */
static int kfree_drain(void)
{
	int ret = 0;

	rcu_barrier();
	if (batch && !kbench_stopping())
		ret = kfree_wait_batches();
	if (ret)
		kbench_error("kfree_rcu: cannot tell that all objects have been freed: %d", ret);
	return ret;
}

static void kfree_report(const struct kfree_flood *run, unsigned int rep)
{
	u64 time_ns = run->team.end_ns - run->team.start_ns;
	long used = run->samples ? div_s64(run->used_sum, run->samples) : 0;

	kbench_say(
		"rep workload=kfree_rcu rep=%u time_ns=%llu objects=%llu gps=%lu exp_gps=%lu footprint_pages=%ld footprint_max_pages=%ld samples=%u",
		rep, time_ns, (u64)kfree_nthreads * kfree_loops * kfree_alloc_num, run->gps,
		run->exp_gps, used, run->used_max, run->samples);
	pr_alert(
		"Total time taken by all kfree'ers: %llu ns, loops: %u, batches: %lu, memory footprint: %ldMB\n",
		time_ns, kfree_loops, run->gps, used >> (20 - PAGE_SHIFT));
}

static void kfree_release(struct kfree_flood *run)
{
	int i;

	for (i = 0; run->slots && i < kfree_nthreads; i++)
		kvfree(run->slots[i]);
	kfree(run->slots);
	kfree(run);
}

static struct kfree_flood *kfree_prepare(void)
{
	struct kfree_flood *run = kzalloc(sizeof(*run), GFP_KERNEL);
	int i;

	if (!run)
		return NULL;
	run->team.n = kfree_nthreads;
	run->team.work = kfree_thread;
	run->team.begin = kfree_begin;
	run->team.end = kfree_end;
	run->team.ctx = run;
	if (interleave)
		return run;

	run->slots = kcalloc(kfree_nthreads, sizeof(*run->slots), GFP_KERNEL);
	for (i = 0; run->slots && i < kfree_nthreads; i++) {
		run->slots[i] = kvmalloc_array(kfree_alloc_num, sizeof(**run->slots), KBENCH_GFP);
		if (!run->slots[i])
			break;
	}
	if (i == kfree_nthreads)
		return run;
	kfree_release(run);
	return NULL;
}

static int kfree_run(unsigned int rep)
{
	struct kfree_flood *run = kfree_prepare();
	int ret = run ? kbench_team_run(&run->team) : -ENOMEM;
	int drained = kfree_drain();

	if (!ret)
		kfree_report(run, rep);
	else if (ret != -EINTR)
		kbench_error("kfree_rcu: repetition %u failed: %d", rep, ret);
	if (run)
		kfree_release(run);
	return ret ? ret : drained;
}

const struct kbench_workload kbench_kfree_rcu = {
	.name = "kfree_rcu",
	.clock = "ktime_mono_fast",
	.check = kfree_check,
	.describe = kfree_describe,
	.run = kfree_run,
};

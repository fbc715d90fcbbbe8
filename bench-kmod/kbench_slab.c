// SPDX-License-Identifier: GPL-2.0-only
/*
 * slab: cycles per allocation and free, by allocator, pattern and object size.
 *
 * Allocators: kmalloc() and kfree(); a kmem_cache of the size; the same in bulks of `bulk` objects.
 * Patterns, with `count` objects a CPU:
 *
 *   single            one CPU allocates all, then frees all
 *   pair              one CPU frees each object as soon as it is allocated
 *   concurrent        all CPUs at the same time: all allocate, and when all have, all free
 *   concurrent_pair   all CPUs at the same time: each object freed as soon as it is allocated
 *   remote            all CPUs allocate, and when all have, each frees the objects of the next CPU
 *   one_to_n          one CPU allocates `count` objects, less what does not divide by the CPUs; then
 *                     all CPUs free their shares of them
 *
 * In the lines, a/b is cycles per allocation and cycles per free; the pairs have one number for
 * both, and "1 alloc N free" has the free alone. Whole cycles, rounded down. The Average is over
 * all objects. (The older slab_test's lines look the same, but one CPU does all its remote frees,
 * and its averages divide by objects that a CPU never touched.)
 *
 * Patterns of all CPUs take sizes up to a page, remote frees two CPUs at least; the rest is left
 * out. The counter of get_cycles() need not tick at the speed of the CPU. Time that other tasks
 * take away between batches of 256 objects is not counted, interrupts are. Objects are not written
 * to: cache misses on them are not seen, unless the kernel clears memory on allocation.
 */

#include <linux/bitops.h>
#include <linux/cpumask.h>
#include <linux/kernel.h>
#include <linux/math64.h>
#include <linux/mm.h>
#include <linux/module.h>
#include <linux/sched.h>
#include <linux/slab.h>
#include <linux/timex.h>

#include "compat.h"
#include "kbench.h"

static unsigned int count = 10000;
module_param(count, uint, 0444);
MODULE_PARM_DESC(count, "slab: objects a test and CPU (default 10000)");

static unsigned int sizes[16] = { 8, 16, 32, 64, 128, 256, 512, 1024, 2048, 4096, 8192, 16384 };
static unsigned int nsizes = 12;
module_param_array(sizes, uint, &nsizes, 0444);
MODULE_PARM_DESC(sizes,
		 "slab: object sizes, at most 16 (default the powers of two from 8 to 16384)");

static unsigned int bulk = 16;
module_param(bulk, uint, 0444);
MODULE_PARM_DESC(bulk, "slab: objects a call of the bulk functions (default 16)");

static char *allocators = "all";
module_param(allocators, charp, 0444);
MODULE_PARM_DESC(allocators, "slab: list of kmalloc, kmem_cache, kmem_cache_bulk (default all)");

static char *patterns = "all";
module_param(patterns, charp, 0444);
MODULE_PARM_DESC(
	patterns,
	"slab: list of single, pair, concurrent, concurrent_pair, remote, one_to_n (default all)");

/* The objects that one thread frees. */
struct slab_share {
	void **obj;
	unsigned int n;		/* room */
	unsigned int allocated; /* of these */
	unsigned int freed;	/* of those, from the first */
	/* what the thread of the same index has measured, and of how many objects */
	u64 alloc_cycles, free_cycles;
	unsigned int allocs, frees;
	unsigned int cpu;
};

struct slab_test {
	struct kbench_team team;
	const struct slab_allocator *allocator;
	const struct slab_pattern *pattern;
	unsigned int size;
	struct kmem_cache *cache;
	struct slab_share *shares; /* one a thread */
};

/* Each handles up to n objects and returns how many it has; alloc_free leaves none. */
struct slab_allocator {
	const char *word;
	const char *prefix;	  /* of a concurrent test's line */
	const char *alloc, *free; /* of a single one's */
	bool has_cache;
	unsigned int (*allocate)(const struct slab_test *test, void **obj, unsigned int n);
	void (*release)(const struct slab_test *test, void **obj, unsigned int n);
	unsigned int (*pair)(const struct slab_test *test, void **obj, unsigned int n);
};

struct slab_pattern {
	const char *word;
	const char *title; /* of a concurrent test's line; NULL: a single one */
	const char *heading;
	bool is_pair;
	bool is_remote;
	bool is_shared; /* one CPU's objects are divided between all; lines have the free alone */
};

/* The functions of an allocator that handles one object a call. */
#define SLAB_ONE_BY_ONE(name, ALLOC, FREE)                                                        \
	static unsigned int name##_allocate(const struct slab_test *test, void **obj,             \
					    unsigned int n)                                       \
	{                                                                                         \
		unsigned int i;                                                                   \
                                                                                                  \
		for (i = 0; i < n; i++) {                                                         \
			obj[i] = ALLOC;                                                           \
			if (!obj[i])                                                              \
				break;                                                            \
		}                                                                                 \
		return i;                                                                         \
	}                                                                                         \
                                                                                                  \
	static void name##_release(const struct slab_test *test, void **obj, unsigned int n)      \
	{                                                                                         \
		unsigned int i;                                                                   \
                                                                                                  \
		for (i = 0; i < n; i++)                                                           \
			FREE(obj[i]);                                                             \
	}                                                                                         \
                                                                                                  \
	static unsigned int name##_pair(const struct slab_test *test, void **obj, unsigned int n) \
	{                                                                                         \
		unsigned int i;                                                                   \
                                                                                                  \
		for (i = 0; i < n; i++) {                                                         \
			void *p = ALLOC;                                                          \
                                                                                                  \
			if (!p)                                                                   \
				break;                                                            \
			FREE(p);                                                                  \
		}                                                                                 \
		return i;                                                                         \
	}

#define cache_free(p) kmem_cache_free(test->cache, p)

SLAB_ONE_BY_ONE(kmalloc, kmalloc(test->size, KBENCH_GFP), kfree)
SLAB_ONE_BY_ONE(cache, kmem_cache_alloc(test->cache, KBENCH_GFP), cache_free)

static unsigned int bulk_allocate(const struct slab_test *test, void **obj, unsigned int n)
{
	unsigned int i, some;

	for (i = 0; i < n; i += some) {
		some = min(bulk, n - i);
		if (!kmem_cache_alloc_bulk(test->cache, KBENCH_GFP, some, obj + i))
			break;
	}
	return i;
}

static void bulk_release(const struct slab_test *test, void **obj, unsigned int n)
{
	unsigned int i, some;

	for (i = 0; i < n; i += some) {
		some = min(bulk, n - i);
		kmem_cache_free_bulk(test->cache, some, obj + i);
	}
}

static unsigned int bulk_pair(const struct slab_test *test, void **obj, unsigned int n)
{
	unsigned int i, some;

	for (i = 0; i < n; i += some) {
		some = min(bulk, n - i);
		if (!kmem_cache_alloc_bulk(test->cache, KBENCH_GFP, some, obj))
			break;
		kmem_cache_free_bulk(test->cache, some, obj);
	}
	return i;
}

static const struct slab_allocator slab_allocators[] = {
	{ "kmalloc", "Kmalloc ", "kmalloc", "kfree", false, kmalloc_allocate, kmalloc_release,
	  kmalloc_pair },
	{ "kmem_cache", "kmem_cache ", "kmem_cache_alloc", "kmem_cache_free", true, cache_allocate,
	  cache_release, cache_pair },
	{ "kmem_cache_bulk", "kmem_cache_bulk ", "kmem_cache_bulk", "kmem_cache_bulk_free", true,
	  bulk_allocate, bulk_release, bulk_pair },
};

/* Multiples of the bulk, so that only the last bulk of a test is a smaller one. */
static unsigned int slab_step(unsigned int left)
{
	return min_t(unsigned int, left, KBENCH_BATCH / bulk * bulk);
}

/* The thread fills a share, which need not be its own. */
static int slab_fill(struct kbench_thread *thread, struct slab_share *to)
{
	struct slab_test *test = thread->team->ctx;
	struct slab_share *own = &test->shares[thread->index];

	while (to->allocated < to->n) {
		unsigned int n = slab_step(to->n - to->allocated), got;
		cycles_t start;

		if (kbench_team_stopping(thread->team))
			return -EINTR;
		cond_resched();
		start = get_cycles();
		got = test->allocator->allocate(test, to->obj + to->allocated, n);
		own->alloc_cycles += get_cycles() - start;
		own->allocs += got;
		to->allocated += got;
		if (got < n)
			return -ENOMEM;
	}
	return 0;
}

static int slab_empty(struct kbench_thread *thread, struct slab_share *from)
{
	struct slab_test *test = thread->team->ctx;
	struct slab_share *own = &test->shares[thread->index];

	while (from->freed < from->allocated) {
		unsigned int n = slab_step(from->allocated - from->freed);
		cycles_t start;

		if (kbench_team_stopping(thread->team))
			return -EINTR;
		cond_resched();
		start = get_cycles();
		test->allocator->release(test, from->obj + from->freed, n);
		own->free_cycles += get_cycles() - start;
		own->frees += n;
		from->freed += n;
	}
	return 0;
}

static int slab_pairs(struct kbench_thread *thread, struct slab_share *own)
{
	struct slab_test *test = thread->team->ctx;

	while (own->allocs < own->n) {
		unsigned int n = slab_step(own->n - own->allocs), got;
		cycles_t start;

		if (kbench_team_stopping(thread->team))
			return -EINTR;
		cond_resched();
		start = get_cycles();
		got = test->allocator->pair(test, own->obj, n);
		own->alloc_cycles += get_cycles() - start;
		own->allocs += got;
		if (got < n)
			return -ENOMEM;
	}
	return 0;
}

static int slab_work(struct kbench_thread *thread)
{
	struct kbench_team *team = thread->team;
	struct slab_test *test = team->ctx;
	const struct slab_pattern *pattern = test->pattern;
	struct slab_share *own = &test->shares[thread->index];
	unsigned int i;
	int ret = 0;

	own->cpu = thread->cpu;
	if (!kbench_team_sync(team))
		return -EINTR;
	if (pattern->is_pair)
		return slab_pairs(thread, own);

	if (!pattern->is_shared)
		ret = slab_fill(thread, own);
	else if (!thread->index)
		for (i = 0; i < team->n && !ret; i++)
			ret = slab_fill(thread, &test->shares[i]);
	if (ret)
		return ret;
	if (!kbench_team_sync(team))
		return -EINTR;
	if (pattern->is_remote && !pattern->is_shared)
		own = &test->shares[(thread->index + 1) % team->n];
	return slab_empty(thread, own);
}

static const struct slab_pattern slab_patterns[] = {
	{ "single", NULL, "Single thread testing" },
	{ "pair", NULL, "Single thread testing", .is_pair = true },
	{ "concurrent", "N*alloc N*free", "Concurrent allocs" },
	{ "concurrent_pair", "N*(alloc free)", "Concurrent allocs", .is_pair = true },
	{ "remote", "N*remote free", "Remote free test", .is_remote = true },
	{ "one_to_n", "1 alloc N free", "1 alloc N free test", .is_remote = true,
	  .is_shared = true },
};

static unsigned long slab_picked_allocators, slab_picked_patterns;
static unsigned int slab_cpus;

static unsigned int slab_threads(const struct slab_pattern *pattern)
{
	return pattern->title ? slab_cpus : 1;
}

/* A size that is too large for all CPUs, or a test that means nothing on one. */
static bool slab_is_left_out(const struct slab_pattern *pattern, unsigned int size)
{
	return (pattern->title && size > PAGE_SIZE) || (pattern->is_remote && slab_cpus < 2);
}

/* What the test holds at once at most. */
static u64 slab_bytes(const struct slab_pattern *pattern, unsigned int size)
{
	u64 each = sizeof(void *), objects = count;

	if (!pattern->is_pair)
		each += roundup_pow_of_two(size);
	if (!pattern->is_shared)
		objects *= slab_threads(pattern);
	return each * objects;
}

static int slab_check_words(void)
{
	const char *words[8];
	unsigned int i;

	BUILD_BUG_ON(ARRAY_SIZE(slab_allocators) > ARRAY_SIZE(words));
	BUILD_BUG_ON(ARRAY_SIZE(slab_patterns) > ARRAY_SIZE(words));
	for (i = 0; i < ARRAY_SIZE(slab_allocators); i++)
		words[i] = slab_allocators[i].word;
	slab_picked_allocators = kbench_pick("slab", "allocators", allocators, words, i);
	for (i = 0; i < ARRAY_SIZE(slab_patterns); i++)
		words[i] = slab_patterns[i].word;
	slab_picked_patterns = kbench_pick("slab", "patterns", patterns, words, i);
	return slab_picked_allocators && slab_picked_patterns ? 0 : -EINVAL;
}

static int slab_check(void)
{
	unsigned int i, j;
	bool some = false;
	u64 bytes = 0;
	int ret;

	slab_cpus = num_online_cpus();
	ret = slab_check_words();
	if (!ret)
		ret = kbench_check_range("slab", "count", count, slab_cpus, 100000000);
	if (!ret)
		ret = kbench_check_range("slab", "bulk", bulk, 1, KBENCH_BATCH);
	for (i = 0; !ret && i < nsizes; i++)
		ret = kbench_check_range("slab", "sizes", sizes[i], 8, 16384);
	if (!ret && !get_cycles()) {
		kbench_error("slab: this kernel has no cycle counter");
		ret = -ENODEV;
	}
	if (ret)
		return ret;

	for (i = 0; i < ARRAY_SIZE(slab_patterns); i++) {
		if (!(slab_picked_patterns & BIT(i)))
			continue;
		for (j = 0; j < nsizes; j++) {
			if (slab_is_left_out(&slab_patterns[i], sizes[j]))
				continue;
			some = true;
			bytes = max(bytes, slab_bytes(&slab_patterns[i], sizes[j]));
		}
	}
	if (!some) {
		kbench_error(
			"slab: nothing to do: patterns of many CPUs take sizes up to %lu, and remote ones two CPUs",
			PAGE_SIZE);
		return -EINVAL;
	}
	return kbench_check_memory("slab", bytes);
}

static int slab_describe(char *buf, size_t size)
{
	unsigned int i;
	int n = scnprintf(buf, size, " count=%u bulk=%u allocators=%s patterns=%s sizes=", count,
			  bulk, allocators, patterns);

	for (i = 0; i < nsizes; i++)
		n += scnprintf(buf + n, size - n, "%s%u", i ? "," : "", sizes[i]);
	return n;
}

/* " 3=86/104": numbers of one CPU, or of all. */
static int slab_numbers(const struct slab_pattern *pattern, const struct slab_share *share,
			char *buf, size_t size)
{
	u64 alloc = share->allocs ? div_u64(share->alloc_cycles, share->allocs) : 0;
	u64 free = share->frees ? div_u64(share->free_cycles, share->frees) : 0;

	if (pattern->is_pair)
		return scnprintf(buf, size, "=%llu", alloc);
	if (pattern->is_shared)
		return scnprintf(buf, size, "=%llu", free);
	return scnprintf(buf, size, "=%llu/%llu", alloc, free);
}

static void slab_report_single(const struct slab_test *test)
{
	const struct slab_allocator *a = test->allocator;
	const struct slab_share *share = test->shares;

	if (test->pattern->is_pair)
		pr_alert("%u times %s(%u)/%s -> %llu cycles\n", share->allocs, a->alloc, test->size,
			 a->free, div_u64(share->alloc_cycles, share->allocs));
	else
		pr_alert("%u times %s(%u) -> %llu cycles %s -> %llu cycles\n", share->allocs,
			 a->alloc, test->size, div_u64(share->alloc_cycles, share->allocs), a->free,
			 div_u64(share->free_cycles, share->frees));
}

/* A line that gets too long is ended, and the next begins with the same name. */
static int slab_report_all(const struct slab_test *test)
{
	const struct slab_pattern *pattern = test->pattern;
	struct slab_share sum = { 0 };
	char *line = kmalloc(KBENCH_LINE_MAX, GFP_KERNEL), word[64];
	unsigned int i, opener, n;

	if (!line)
		return -ENOMEM;
	opener = scnprintf(
		line, KBENCH_LINE_MAX, "%s%s(%u):",
		test->allocator->has_cache || !pattern->is_remote ? test->allocator->prefix : "",
		pattern->title, test->size);
	n = opener;
	for (i = 0; i <= test->team.n; i++) {
		const struct slab_share *share = i < test->team.n ? &test->shares[i] : &sum;
		unsigned int len;

		if (i < test->team.n) {
			sum.alloc_cycles += share->alloc_cycles;
			sum.free_cycles += share->free_cycles;
			sum.allocs += share->allocs;
			sum.frees += share->frees;
			len = scnprintf(word, sizeof(word), " %u", share->cpu);
		} else {
			len = scnprintf(word, sizeof(word), " Average");
		}
		len += slab_numbers(pattern, share, word + len, sizeof(word) - len);
		if (n + len >= KBENCH_LINE_MAX) {
			pr_alert("%s\n", line);
			n = opener;
		}
		n += scnprintf(line + n, KBENCH_LINE_MAX - n, "%s", word);
	}
	pr_alert("%s\n", line);
	kfree(line);
	return 0;
}

static void slab_cleanup(struct slab_test *test)
{
	unsigned int i;

	for (i = 0; test->shares && i < test->team.n; i++) {
		struct slab_share *share = &test->shares[i];

		for (; share->freed < share->allocated; share->freed++) {
			if (test->cache)
				kmem_cache_free(test->cache, share->obj[share->freed]);
			else
				kfree(share->obj[share->freed]);
			if (!(share->freed % KBENCH_BATCH))
				cond_resched();
		}
		kvfree(share->obj);
	}
	kfree(test->shares);
	kmem_cache_destroy(test->cache);
	kfree(test);
}

static struct slab_test *slab_prepare(const struct slab_pattern *pattern,
				      const struct slab_allocator *allocator, unsigned int size)
{
	struct slab_test *test = kzalloc(sizeof(*test), GFP_KERNEL);
	unsigned int i, n = slab_threads(pattern);

	if (!test)
		return NULL;
	test->pattern = pattern;
	test->allocator = allocator;
	test->size = size;
	test->team.n = n;
	test->team.work = slab_work;
	test->team.ctx = test;
	test->shares = kcalloc(n, sizeof(*test->shares), GFP_KERNEL);
	if (!test->shares)
		goto fail;
	for (i = 0; i < n; i++) {
		struct slab_share *share = &test->shares[i];

		share->n = pattern->is_shared ? count / n : count;
		share->obj = kvmalloc_array(share->n, sizeof(*share->obj), KBENCH_GFP);
		if (!share->obj)
			goto fail;
	}
	if (allocator->has_cache) {
		test->cache = kmem_cache_create("kbench_slab", size, 0, KBENCH_SLAB_FLAGS, NULL);
		if (!test->cache)
			goto fail;
	}
	return test;
fail:
	slab_cleanup(test);
	return NULL;
}

static int slab_run_test(const struct slab_pattern *pattern, const struct slab_allocator *allocator,
			 unsigned int size)
{
	struct slab_test *test = slab_prepare(pattern, allocator, size);
	int ret = test ? 0 : -ENOMEM;

	if (!ret && slab_cpus != num_online_cpus()) {
		kbench_error("slab: %u CPUs are online now, not %u", num_online_cpus(), slab_cpus);
		ret = -ENODEV;
	}
	if (!ret)
		ret = kbench_team_run(&test->team);
	if (!ret && pattern->title)
		ret = slab_report_all(test);
	else if (!ret)
		slab_report_single(test);
	if (ret && ret != -EINTR)
		kbench_error("slab: %s %s of %u bytes failed: %d", allocator->word, pattern->word,
			     size, ret);
	if (test)
		slab_cleanup(test);
	return ret;
}

static int slab_run_pattern(const struct slab_pattern *pattern)
{
	unsigned int i, j;
	int ret = 0;

	for (i = 0; i < ARRAY_SIZE(slab_allocators) && !ret; i++) {
		if (!(slab_picked_allocators & BIT(i)))
			continue;
		for (j = 0; j < nsizes && !ret; j++)
			if (!slab_is_left_out(pattern, sizes[j]))
				ret = slab_run_test(pattern, &slab_allocators[i], sizes[j]);
	}
	return ret;
}

static int slab_run(unsigned int rep)
{
	const char *heading = "";
	unsigned int i;
	int ret = 0;

	kbench_say("rep workload=slab rep=%u", rep);
	for (i = 0; i < ARRAY_SIZE(slab_patterns) && !ret; i++) {
		const struct slab_pattern *pattern = &slab_patterns[i];

		if (!(slab_picked_patterns & BIT(i)))
			continue;
		if (pattern->is_remote && slab_cpus < 2) {
			kbench_say("skip workload=slab pattern=%s why=one_cpu", pattern->word);
			continue;
		}
		if (strcmp(heading, pattern->heading))
			pr_alert("%s\n", pattern->heading);
		heading = pattern->heading;
		ret = slab_run_pattern(pattern);
	}
	return ret;
}

const struct kbench_workload kbench_slab = {
	.name = "slab",
	.clock = "get_cycles",
	.check = slab_check,
	.describe = slab_describe,
	.run = slab_run,
};

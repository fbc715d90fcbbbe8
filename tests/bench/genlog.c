/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * genlog SEED SIZE PER_MILLE LOG TRUTH
 *
 * A kernel log of about SIZE bytes (K, M and G may stand behind), of several boots. PER_MILLE of
 * its lines are results, the others noise and near misses. TRUTH gets what must be found in it,
 * planted here and not parsed from anything: "line,run,params,item,metric,value". The same
 * arguments give the same bytes everywhere.
 */
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define BOOTS	   16
#define POOL	   4096 /* different noise lines */
#define NEAR_MILLE 5	/* of the other lines, how many are near misses */
#define COUNT(a)   (sizeof(a) / sizeof((a)[0]))

struct gen {
	uint64_t random, us, bytes;
	unsigned long line, results;
	unsigned int boot;
	FILE *log, *truth;
	char text[1024]; /* the message in the making */
	size_t n;
};

/* @ is a number, ~ eight hexadecimal digits, ^ a word. */
static const char *const noise[] = {
	"pci 0000:0@:02.0: reg 0x10: [mem 0x~-0x~ 64bit pref]",
	"clocksource: tsc: mask: 0xffffffffffffffff max_cycles: 0x~~, max_idle_ns: @@ ns",
	"rcu: \tRCU restricting CPUs from NR_CPUS=8192 to nr_cpu_ids=@.",
	"rcu-torture: rtc: ~~ ver: @ tfle: 0 rta: @ rtaf: 0 rtf: @ rtmbe: 0 rtbe: 0 nt: @",
	"systemd[1]: Starting ^-^.service - ^ ^ ^...",
	"sd @:0:0:0: [sda] @@ 512-byte logical blocks: (@ GB/@ GiB)",
	"audit: type=1130 audit(@@.@:@): pid=1 uid=0 ses=4294967295 msg='unit=^ res=success'",
	"workqueue: ^_work hogged CPU for >10000us @ times, consider switching to WQ_UNBOUND",
	"CPU: @ PID: @ Comm: ^/@ Not tainted 6.@.0-rc1+ #@",
	"RIP: 0010:^_^_^+0x@/0x@",
	"Code: ~ ~ ~ ~ ~ ~ <0f> 0b ~",
	" <TASK>",
	" ? __^_^+0x@/0x@",
	" ^_^_^+0x@/0x@ [^]",
};

/* What shares words with results, whole literals too, and is none. */
static const char *const near[] = {
	" ? kfree+0x@/0x@",
	"rcu-scale: kfree_scale_thread task started @",
	"^: Total time taken by all kfree'ers: see above",
	"systemd[1]: ^.service: Consumed @.@s CPU time, Total time taken by all: unknown",
	"slab: cache ^ has been shrunk @ times kmalloc(@) failed",
	"^-monitor: samples=@ Average=@ max=@",
	"^: N*alloc N*free(@) is not run on CPU @",
	"Average=@/@",
};

static const char *const words[] = { "boot",  "cache", "dentry", "futex",  "inode", "journal",
				     "mount", "netns", "page",	 "policy", "sched", "zone" };

/* Vigna's splitmix64. */
static uint64_t below(struct gen *g, uint64_t n)
{
	uint64_t z = (g->random += 0x9e3779b97f4a7c15u);

	z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
	z = (z ^ z >> 27) * 0x94d049bb133111ebu;
	return (z ^ z >> 31) % n;
}

/* Around mean, up to a fifth away. */
static uint64_t about(struct gen *g, uint64_t mean)
{
	return mean - mean / 5 + below(g, mean / 5 + 1) + below(g, mean / 5 + 1);
}

__attribute__((format(printf, 2, 3))) static void say(struct gen *g, const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	g->n += (size_t)vsnprintf(g->text + g->n, sizeof(g->text) - g->n, fmt, ap);
	va_end(ap);
	if (g->n >= sizeof(g->text))
		abort();
}

/* A boot's first ten seconds have fewer lines. */
static void end_line(struct gen *g)
{
	g->us += below(g, g->us < 10000000 ? 8000 : 2000) + 1;
	g->bytes += (size_t)fprintf(g->log, "[%5u.%06u] %s\n", (unsigned int)(g->us / 1000000),
				    (unsigned int)(g->us % 1000000), g->text);
	g->line++;
	g->n = 0;
}

/* A value of the line in the making. cpu -1: the line's own. */
static void plant(struct gen *g, const char *params, int cpu, const char *metric, uint64_t value)
{
	fprintf(g->truth, "%lu,%u,%s,", g->line + 1, g->boot, params);
	if (cpu >= 0)
		fprintf(g->truth, "cpu=%d", cpu);
	fprintf(g->truth, ",%s,%llu\n", metric, (unsigned long long)value);
}

static void fill(struct gen *g, const char *template)
{
	for (; *template; template ++) {
		if (*template == '@')
			say(g, "%u", (unsigned int)below(g, below(g, 2) ? 64 : 65536));
		else if (*template == '~')
			say(g, "%08x", (unsigned int)below(g, (uint64_t)1 << 32));
		else if (*template == '^')
			say(g, "%s", words[below(g, COUNT(words))]);
		else
			say(g, "%c", *template);
	}
}

static void kfree_rcu(struct gen *g)
{
	uint64_t ns = about(g, 7500000000), batches = about(g, 1500), mb = about(g, 2800);

	say(g, "Total time taken by all kfree'ers: %llu ns, loops: 10000, batches: %u",
	    (unsigned long long)ns, (unsigned int)batches);
	plant(g, "", -1, "time", ns);
	plant(g, "", -1, "batches", batches);
	if (below(g, 5)) {
		say(g, ", memory footprint: %uMB", (unsigned int)mb);
		plant(g, "", -1, "footprint", mb);
	}
}

/* "a/f" or "a", with what they are: cpu -1 for the Average. */
static void numbers(struct gen *g, const char *params, int cpu, uint64_t alloc, uint64_t free)
{
	say(g, "%u", (unsigned int)alloc);
	if (free)
		say(g, "/%u", (unsigned int)free);
	plant(g, params, cpu, free ? "alloc" : "alloc_free", alloc);
	if (free)
		plant(g, params, cpu, "free", free);
}

static void slab_concurrent(struct gen *g)
{
	/* The first two with a prefix that is not part of the name; every other with two values. */
	static const char *const tests[] = { "Kmalloc N*alloc N*free", "Kmalloc N*(alloc free)",
					     "N*remote free", "1 alloc N free" };
	unsigned int test = (unsigned int)below(g, COUNT(tests)), size = 8u << below(g, 10);
	unsigned int cpus = below(g, 3) ? 4u << below(g, 3) : 0;
	uint64_t alloc = cpus ? 0 : about(g, 200 + size);
	uint64_t free = cpus || test % 2 ? 0 : about(g, 900);
	char params[64];

	snprintf(params, sizeof(params), "size=%u;test=%s", size, tests[test] + (test < 2) * 8);
	say(g, "%s(%u):", tests[test], size);
	for (unsigned int cpu = 0; cpu < cpus; cpu++) {
		uint64_t a = about(g, 200 + size), f = test % 2 ? 0 : about(g, 900);

		say(g, " %u=", cpu);
		numbers(g, params, (int)cpu, a, f);
		alloc += a;
		free += f;
	}
	say(g, " Average=");
	numbers(g, params, -1, alloc / (cpus ? cpus : 1), free / (cpus ? cpus : 1));
}

static void slab_single(struct gen *g)
{
	unsigned int size = 8u << below(g, 12), pair = (unsigned int)below(g, 2);
	uint64_t alloc = about(g, 60 + size / 16), free = about(g, 90);
	char params[64];

	snprintf(params, sizeof(params), "size=%u;test=kmalloc%s", size, pair ? "/kfree" : "");
	say(g, "10000 times kmalloc(%u)%s -> %u cycles", size, pair ? "/kfree" : "",
	    (unsigned int)alloc);
	plant(g, params, -1, pair ? "alloc_free" : "alloc", alloc);
	if (pair)
		return;
	say(g, " kfree -> %u cycles", (unsigned int)free);
	plant(g, params, -1, "free", free);
}

static void boot(struct gen *g)
{
	static const char *const lines[] = {
		"Linux version 6.@.0-rc@+ (build@host) (gcc (Debian 12.2.0-14) 12.2.0) #@ SMP",
		"Command line: console=ttyS0 panic=-1 rcuscale.kfree_rcu_test=1",
		"smpboot: CPU0: AMD EPYC-Milan Processor (family: 0x19, model: 0x1)",
		"smp: Brought up 1 node, @ CPUs",
	};

	g->boot++;
	g->us = 0;
	for (size_t i = 0; i < COUNT(lines); i++) {
		fill(g, lines[i]);
		end_line(g);
	}
}

static void (*const kinds[])(struct gen *) = { kfree_rcu, slab_concurrent, slab_concurrent,
					       slab_single };

static uint64_t size_of(const char *text)
{
	char *end;
	uint64_t n = strtoull(text, &end, 10);

	return *end == 'K' ? n << 10 : *end == 'M' ? n << 20 : *end == 'G' ? n << 30 : n;
}

int main(int argc, char **argv)
{
	static char pool[POOL][sizeof(((struct gen *)NULL)->text)];
	static struct gen g;
	uint64_t size, per_mille;

	if (argc != 6 || !(g.log = fopen(argv[4], "w")) || !(g.truth = fopen(argv[5], "w"))) {
		fprintf(stderr, "usage: genlog SEED SIZE PER_MILLE LOG TRUTH\n");
		return 2;
	}
	g.random = strtoull(argv[1], NULL, 10);
	size = size_of(argv[2]);
	per_mille = strtoull(argv[3], NULL, 10);
	for (size_t i = 0; i < POOL; i++) {
		fill(&g, noise[below(&g, COUNT(noise))]);
		memcpy(pool[i], g.text, g.n + 1);
		g.n = 0;
	}
	while (g.bytes < size) {
		if (g.bytes >= size / BOOTS * g.boot && g.boot < BOOTS)
			boot(&g);
		if (below(&g, 1000) < per_mille && ++g.results)
			kinds[below(&g, COUNT(kinds))](&g);
		else if (below(&g, 1000) < NEAR_MILLE)
			fill(&g, near[below(&g, COUNT(near))]);
		else
			say(&g, "%s", pool[below(&g, POOL)]);
		end_line(&g);
	}
	printf("%lu MiB, %lu lines, %lu results\n", (unsigned long)(g.bytes >> 20), g.line,
	       g.results);
	return fclose(g.log) != 0 || fclose(g.truth) != 0;
}

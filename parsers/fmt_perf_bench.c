/* SPDX-License-Identifier: GPL-2.0-or-later */
#include <stdio.h>
#include "parsers/emit.h"

/*
 * perf bench, whose first line names the benchmark and whose comments its parameters:
 *
 *   # Running 'sched/pipe' benchmark:
 *   # Executed 1000000 pipe operations between two processes
 *
 *        Total time: 5.173 [sec]
 *
 *          5.173613 usecs/op
 *            193288 ops/sec
 *
 *   Averaged 2609152 operations/sec (+- 3.77%), total secs = 1
 *   Wokeup 2 of 2 threads in 0.1437 ms (+-15.55%)
 *
 * The percentage of the latter two is the standard error of their mean, in percent of it: of the
 * threads, and of the runs that are printed above. GB are 2^30 bytes.
 */

struct bench_state {
	char test[64], function[64], size[24], setup[160], threads[24];
	char ops[24];
	uint64_t runs; /* lines of single runs, whose mean is to come */
};

static void bench_header(struct match *m, void *state)
{
	struct bench_state *st = state;

	*st = (struct bench_state){ .runs = 0 };
	EMIT_COPY(st->test, match_group(m, "test"));
}

/* The command, where its first line of output was left out: "perf bench -r 30 sched pipe". */
static void bench_command(struct match *m, void *state)
{
	struct bench_state *st = state;
	struct str group = match_group(m, "group"), name = match_group(m, "name");

	*st = (struct bench_state){ .runs = 0 };
	snprintf(st->test, sizeof(st->test), "%.*s/%.*s", (int)group.n, group.p, (int)name.n,
		 name.p);
}

/* A value, or with n a mean over so many, and its standard error in percent, if there is one. */
static void bench_put(const struct match *m, const struct bench_state *st,
		      const struct metric *metric, struct str value, struct str percent,
		      const uint64_t *n)
{
	struct record rec;
	struct emit e = { 0 };
	char sem[32];
	double v, p;

	emit_param(&e, "function", str_of(st->function));
	emit_param(&e, "setup", str_of(st->setup));
	emit_param(&e, "size", str_of(st->size));
	emit_param(&e, "test", str_of(st->test));
	emit_param(&e, "threads", str_of(st->threads));
	emit_work(&e, "ops", str_of(st->ops));
	rec = emit_record(m, &e);
	if (n) {
		rec.stat = STR("mean");
		rec.n = (unsigned long)*n;
	}
	if (match_value(m, &rec, metric, value))
		match_put(m, &rec);
	if (n && str_double(value, &v) && str_double(percent, &p)) {
		snprintf(sem, sizeof(sem), "%.6g", v * p / 100);
		rec.stat = STR("sem");
		if (match_value(m, &rec, metric, str_of(sem)))
			match_put(m, &rec);
	}
	emit_free(&e);
}

/* The comments: what was done by how many. */
static void bench_context(struct match *m, void *state)
{
	struct bench_state *st = state;
	struct str per_group = match_group(m, "per_group");

	if (match_group(m, "ops").n)
		EMIT_COPY(st->ops, match_group(m, "ops"));
	if (match_group(m, "threads").n)
		EMIT_COPY(st->threads, match_group(m, "threads"));
	if (match_group(m, "size").n)
		EMIT_COPY(st->size, match_group(m, "size"));
	if (match_group(m, "function").n)
		EMIT_COPY(st->function, match_group(m, "function"));
	if (per_group.n)
		EMIT_COPY(st->setup, per_group);
	if (match_group(m, "setup").n)
		EMIT_COPY(st->setup, match_group(m, "setup"));
	if (match_group(m, "groups").n && strlen(st->setup) + 48 < sizeof(st->setup)) {
		struct str groups = match_group(m, "groups");
		size_t at = strlen(st->setup);

		snprintf(st->setup + at, sizeof(st->setup) - at, "%s%.*s", at ? ", " : "",
			 groups.n < 40 ? (int)groups.n : 40, groups.p);
	}
	st->runs += match_group(m, "run").n != 0;
}

static void bench_value(struct match *m, void *state)
{
	static const struct metric metrics[] = {
		{ .group = "time", .name = "time", .unit = "s", .better = BETTER_LOWER },
		{ .group = "per_op", .name = "time/op", .unit = "us", .better = BETTER_LOWER },
		{ .group = "per_op_cpu",
		  .name = "time/op/cpu",
		  .unit = "us",
		  .better = BETTER_LOWER },
		{ .group = "rate", .name = "rate", .unit = "ops/s", .better = BETTER_HIGHER },
		{ .group = "bandwidth",
		  .name = "bandwidth",
		  .unit = "GiB/s",
		  .better = BETTER_HIGHER },
		{ .group = "cycles",
		  .name = "cycles/byte",
		  .unit = "cycles",
		  .better = BETTER_LOWER },
	};

	for (size_t i = 0; i < sizeof(metrics) / sizeof(metrics[0]); i++)
		if (match_group(m, metrics[i].group).n)
			bench_put(m, state, &metrics[i], match_group(m, metrics[i].group),
				  (struct str){ NULL, 0 }, NULL);
}

static void bench_averaged(struct match *m, void *state)
{
	static const struct metric metric = { .name = "rate",
					      .unit = "ops/s",
					      .better = BETTER_HIGHER };
	const struct bench_state *st = state;
	uint64_t threads = 0;

	str_u64(str_of(st->threads), &threads);
	bench_put(m, st, &metric, match_group(m, "rate"), match_group(m, "percent"), &threads);
}

static void bench_woken(struct match *m, void *state)
{
	static const struct metric metric = { .name = "time",
					      .unit = "ms",
					      .better = BETTER_LOWER };
	struct bench_state *st = state;

	bench_put(m, st, &metric, match_group(m, "time"), match_group(m, "percent"), &st->runs);
	st->runs = 0;
}

/* Mails set quoted output off by a bar. */
#define START "^(?:\\s*\\|)?\\s*"
#define END   "\\s*$"
#define WAKING                                                            \
	"(?:Wokeup|Requeued) \\d+ of \\d+ threads|Avg per-thread latency" \
	" \\(waking \\d+/\\d+ threads\\)"

static const struct rule rules[] = {
	{ .literal = "# Running '",
	  .single = true,
	  .name = "header",
	  .pattern = START "# Running '(?<test>[\\w-]+/[\\w-]+)' benchmark:" END,
	  .emit = bench_header },
	{ .literal = " benchmark...",
	  .single = true,
	  .name = "header",
	  .pattern = START "# Running (?<test>[\\w-]+/[\\w-]+) benchmark\\.\\.\\." END,
	  .emit = bench_header },
	{ .literal = "perf bench ",
	  .single = true,
	  .name = "header",
	  .pattern = START "[^'\"`]{0,120}\\bperf bench +(?:-\\S+ +(?:\\d+ +)?)*"
			   "(?<group>sched|syscall|mem|futex|epoll|breakpoint) +"
			   "(?<name>[a-z][\\w-]{1,24})(?: +-[^'\"`]*)?" END,
	  .emit = bench_command },
	{ .after = "header",
	  .gap = 12,
	  .pattern = START
	  "(?:# \\d+ sender and receiver (?<per_group>process|thread)(?:e?s) per group|"
	  "# (?<groups>\\d+ groups) == \\d+ (?:processes|threads) run|"
	  "# Executed (?<ops>[\\d,]+) .*|"
	  "# (?<setup>(?:Created/joined|Enabled/disabled) .*)|"
	  "# function '(?<function>[^']+)'.*|"
	  "# Copying (?<size>\\w+) bytes \\.\\.\\.|"
	  "Run summary \\[PID \\d+\\]:\\D*(?<threads>\\d+) threads?\\b.*|"
	  "(?<run>\\[Run \\d+\\]): (?:" WAKING ") in \\d+\\.\\d+ ms.*|"
	  "\\[thread +\\d+\\] .* ops/sec \\])" END,
	  .emit = bench_context },
	{ .after = "header",
	  .gap = 12,
	  .pattern = START "(?:Total time: (?<time>\\d+\\.\\d+) \\[sec\\]|"
			   "(?<per_op>\\d+\\.\\d+) usecs/op|(?<rate>\\d+) ops/sec|"
			   "(?<per_op_cpu>\\d+\\.\\d+) usecs/op/cpu|"
			   "(?<bandwidth>\\d+\\.\\d+) GB/sec|"
			   "(?<cycles>\\d+\\.\\d+) cycles/byte)" END,
	  .emit = bench_value },
	{ .after = "header",
	  .gap = 12,
	  .pattern = START "Averaged (?<rate>\\d+) operations/sec \\(\\+- (?<percent>[\\d.]+)%\\)"
			   ", total secs = \\d+" END,
	  .emit = bench_averaged },
	{ .after = "header",
	  .gap = 12,
	  .pattern = START "(?:" WAKING ") in (?<time>\\d+\\.\\d+) ms "
			   "\\(\\+-\\s*(?<percent>[\\d.]+)%\\)" END,
	  .emit = bench_woken },
	{ .after = "header",
	  .gap = 12,
	  .pattern = START "(?:Total time:\\s|[\\d.,]+ (?:usecs/op|ops/sec|GB/sec)\\b)",
	  .emit = emit_odd },
};

const struct format format_perf_bench = {
	.name = "perf_bench",
	.summary = "perf bench: sched, syscall, futex, epoll, mem, breakpoint",
	.example = "# Running 'sched/pipe' benchmark:\n     Total time: 5.173 [sec]",
	RULES(rules),
	.state_size = sizeof(struct bench_state),
};

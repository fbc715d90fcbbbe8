/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "parsers/emit.h"

/*
 * sysbench, 1.0 and 0.4:
 *
 *   sysbench 1.0.20 (using system LuaJIT 2.1.0-beta3)
 *   Number of threads: 1
 *   Prime numbers limit: 10000
 *       events per second:  4327.72
 *   Total operations: 6987923 (6983561.62 per second)
 *   6824.14 MiB transferred (6819.88 MiB/sec)
 *       transactions:                        1434   (143.12 per sec.)
 *       total time:                          1.0002s
 *       total number of events:              4331
 *   Latency (ms):
 *            avg:                                    0.23
 *            95th percentile:                        0.25
 *
 * No line names the test: it is told by the lines that only it has. The total time is the result
 * where the number of events is fixed, which is not said, so it has no direction.
 */

struct sysbench_state {
	char test[16], threads[16], block[24], operation[16], prime[16], events[24];
};

/* The test is named in the command above, "sysbench threads run", if in any place. */
static void sysbench_begin(struct match *m, void *state)
{
	struct sysbench_state *st = state;
	struct str above = match_above(m, 1), name = STR("sysbench "), word;
	size_t at = str_find(above, name);

	memset(st, 0, sizeof(*st));
	above = at == (size_t)-1 ? STR("") : str_skip(above, at + name.n);
	while (!st->test[0] && str_next(&above, ' ', &word))
		if (word.n && is_alpha(word.p[0]) && !str_is(word, "run"))
			EMIT_COPY(st->test, word);
}

static void sysbench_put(const struct match *m, const struct sysbench_state *st,
			 const struct metric *metric, struct str value)
{
	struct record rec;
	struct emit e = { 0 };
	uint64_t events = 0;

	emit_param(&e, "block", str_of(st->block));
	emit_param(&e, "operation", str_of(st->operation));
	emit_param(&e, "prime", str_of(st->prime));
	emit_param(&e, "test", str_of(st->test));
	emit_param(&e, "threads", str_of(st->threads));
	rec = emit_record(m, &e);
	if (match_value(m, &rec, metric, value)) {
		if (metric->stat)
			rec.n = str_u64(str_of(st->events), &events) ? (unsigned long)events : 0;
		match_put(m, &rec);
	}
	emit_free(&e);
}

static void sysbench_setup(struct match *m, void *state)
{
	static const char *const tests[][2] = {
		{ "is_cpu", "cpu" },	 { "is_memory", "memory" }, { "is_threads", "threads" },
		{ "is_mutex", "mutex" }, { "is_fileio", "fileio" }, { "is_oltp", "oltp" }
	};
	struct sysbench_state *st = state;

	for (size_t i = 0; i < sizeof(tests) / sizeof(tests[0]); i++)
		if (match_group(m, tests[i][0]).n)
			EMIT_COPY(st->test, str_of(tests[i][1]));
	if (match_group(m, "threads").n)
		EMIT_COPY(st->threads, match_group(m, "threads"));
	if (match_group(m, "prime").n)
		EMIT_COPY(st->prime, match_group(m, "prime"));
	if (match_group(m, "block").n)
		EMIT_COPY(st->block, match_group(m, "block"));
	if (match_group(m, "operation").n)
		EMIT_COPY(st->operation, match_group(m, "operation"));
}

static const struct metric metrics[] = {
	{ .group = "eps", .name = "events/s", .unit = "ops/s", .better = BETTER_HIGHER },
	{ .group = "ops", .name = "operations/s", .unit = "ops/s", .better = BETTER_HIGHER },
	{ .group = "bandwidth", .name = "bandwidth", .unit = "MiB/s", .better = BETTER_HIGHER },
	{ .group = "tps", .name = "transactions/s", .unit = "ops/s", .better = BETTER_HIGHER },
	{ .group = "qps", .name = "queries/s", .unit = "ops/s", .better = BETTER_HIGHER },
	{ .group = "reads", .name = "reads/s", .unit = "ops/s", .better = BETTER_HIGHER },
	{ .group = "writes", .name = "writes/s", .unit = "ops/s", .better = BETTER_HIGHER },
	{ .group = "fsyncs", .name = "fsyncs/s", .unit = "ops/s", .better = BETTER_HIGHER },
	{ .group = "read", .name = "read bandwidth", .unit = "MiB/s", .better = BETTER_HIGHER },
	{ .group = "written", .name = "write bandwidth", .unit = "MiB/s", .better = BETTER_HIGHER },
	{ .group = "time", .name = "total time", .unit = "s" },
	{ .group = "events", .name = "events", .unit = "count" },
	{ .group = "min", .name = "latency", .unit = "ms", .better = BETTER_LOWER, .stat = "min" },
	{ .group = "avg", .name = "latency", .unit = "ms", .better = BETTER_LOWER, .stat = "mean" },
	{ .group = "max", .name = "latency", .unit = "ms", .better = BETTER_LOWER, .stat = "max" },
	{ 0 },
};

static void sysbench_value(struct match *m, void *state)
{
	struct sysbench_state *st = state;
	struct str percentile = match_group(m, "percentile");

	if (match_group(m, "events").n)
		EMIT_COPY(st->events, match_group(m, "events"));
	for (const struct metric *metric = metrics; metric->group; metric++)
		if (match_group(m, metric->group).n)
			sysbench_put(m, st, metric, match_group(m, metric->group));
	if (percentile.n) {
		char name[24] = "latency.p";

		str_copy(name + 9, sizeof(name) - 9, percentile);
		sysbench_put(m, st,
			     &(struct metric){ .name = name, .unit = "ms", .better = BETTER_LOWER },
			     match_group(m, "value"));
	}
}

/* "events per second" under no header that was seen. */
static void sysbench_alone(struct match *m, void *state)
{
	sysbench_put(m, state, &metrics[0], match_group(m, "eps"));
}

#define NUMBER	    "\\d+(?:\\.\\d+)?"
#define VALUE(name) "(?<" name ">" NUMBER ")"
/* What the tests print, a line each. */
#define EVENTS "events per second:\\s+" VALUE("eps")
#define OPERATIONS                                                   \
	"(?:Total operations|Operations performed): \\d+ \\(" VALUE( \
		"ops") " (?:per second|ops/sec)\\)"
#define TRANSFERRED  NUMBER " (?:MiB|MB) transferred \\(" VALUE("bandwidth") " (?:MiB|MB)/sec\\)"
#define TRANSACTIONS "transactions:\\s+\\d+\\s+\\(" VALUE("tps") " per sec\\.\\)"
#define QUERIES	     "queries:\\s+\\d+\\s+\\(" VALUE("qps") " per sec\\.\\)"
#define READS	     "reads/s:\\s+" VALUE("reads")
#define WRITES	     "writes/s:\\s+" VALUE("writes")
#define FSYNCS	     "fsyncs/s:\\s+" VALUE("fsyncs")
#define READ	     "read, MiB/s:\\s+" VALUE("read")
#define WRITTEN	     "written, MiB/s:\\s+" VALUE("written")
#define TOTAL_TIME   "total time:\\s+" VALUE("time") "s"
#define TOTAL_EVENTS "total number of events:\\s+" VALUE("events")
#define MIN	     "min:\\s+" VALUE("min")
#define AVG	     "avg:\\s+" VALUE("avg")
#define MAX	     "max:\\s+" VALUE("max")
#define PERCENTILE                                                                            \
	"(?:approx\\.\\s+)?\\s*(?<percentile>\\d+)(?:th|st|nd|rd)?\\s+percentile:\\s+" VALUE( \
		"value")

static const struct rule rules[] = {
	{ .literal = "sysbench ",
	  .name = "header",
	  .pattern = "^\\s*sysbench \\d+\\.\\d+\\.\\d+\\S*(?::\\s+multi-threaded system evaluation "
		     "benchmark|\\s+\\(using .*\\))\\s*$",
	  .emit = sysbench_begin },
	{ .literal = "events per second:",
	  .pattern = "^\\s*" EVENTS "\\s*$",
	  .emit = sysbench_alone },
	{ .after = "header",
	  .gap = 60,
	  .pattern = "^\\s*(?:Number of threads: (?<threads>\\d+)|"
		     "Running the test with following options:|"
		     "(?<is_cpu>Doing CPU performance benchmark|"
		     "Prime numbers limit: (?<prime>\\d+))|"
		     "(?<is_memory>Running memory speed test with the following options:|"
		     "Doing memory operations speed test)|"
		     "(?<is_threads>Doing thread subsystem performance test)|"
		     "(?<is_mutex>Doing mutex performance test)|"
		     "(?<is_fileio>Extra file open flags: .*)|(?<is_oltp>SQL statistics:)|"
		     "(?:Memory )?block size: (?<block>\\w+)|operation: (?<operation>\\w+))\\s*$",
	  .emit = sysbench_setup },
	{ .after = "header",
	  .gap = 60,
	  .pattern = "^\\s*(?:" OPERATIONS "|" TRANSFERRED "|" TRANSACTIONS "|" QUERIES "|" READS
		     "|" WRITES "|" FSYNCS "|" READ "|" WRITTEN "|" TOTAL_TIME "|" TOTAL_EVENTS
		     ")\\s*$",
	  .emit = sysbench_value },
	{ .after = "header",
	  .gap = 60,
	  .name = "latency",
	  .pattern = "^\\s*Latency \\(ms\\):\\s*$|^\\s*per-request statistics:\\s*$",
	  .emit = sysbench_setup },
	{ .after = "latency",
	  .pattern = "^\\s*(?:" MIN "|" AVG "|" MAX "|" PERCENTILE ")\\s*(?:ms)?\\s*$",
	  .emit = sysbench_value },
};

const struct format format_sysbench = {
	.name = "sysbench",
	.summary = "sysbench: rates, bandwidth and latency by test",
	.example = "    events per second:  4327.72",
	RULES(rules),
	.state_size = sizeof(struct sysbench_state),
};

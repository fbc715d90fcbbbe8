/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "parsers/emit.h"

/*
 * stress-ng --metrics and --metrics-brief, behind "stress-ng: metrc: [PID] ", of old "info: ":
 *
 *   stressor  bogo ops real time  usr time  sys time   bogo ops/s     bogo ops/s
 *                       (secs)    (secs)    (secs)   (real time) (usr+sys time)
 *   switch      176743      1.00      0.08      0.80    176236.77      201670.71
 *
 * and its cyclic stressor, which measures latencies as cyclictest does:
 *
 *   cyclic: sched SCHED_FIFO: 20000 ns delay, 10000 samples
 *   cyclic:   mean: 3826.39 ns, mode: 2968 ns
 *   cyclic:   min: 2603 ns, max: 2073993 ns, std.dev. 29163.42
 *   cyclic:   25.00%:       2968 ns
 *
 * The first may have one or two columns more: CPU used per instance (%), RSS Max (KB). The two
 * rates are two things: bogo operations by the clock, and by the CPU time that they took; 0.00
 * where that was not counted.
 */

static const struct metric cyclic_metrics[] = {
	{ .group = "mean",
	  .name = "latency",
	  .unit = "ns",
	  .better = BETTER_LOWER,
	  .stat = "mean" },
	{ .group = "min", .name = "latency", .unit = "ns", .better = BETTER_LOWER, .stat = "min" },
	{ .group = "max", .name = "latency", .unit = "ns", .better = BETTER_LOWER, .stat = "max" },
	{ .group = "sd", .name = "latency", .unit = "ns", .better = BETTER_LOWER, .stat = "sd" },
	{ 0 },
};

static const struct metric metrics[] = {
	{ .group = "real",
	  .name = "bogo ops/s (real time)",
	  .unit = "ops/s",
	  .better = BETTER_HIGHER },
	{ .group = "cpu",
	  .name = "bogo ops/s (usr+sys time)",
	  .unit = "ops/s",
	  .better = BETTER_HIGHER },
	{ .group = "ops", .name = "bogo ops", .unit = "count", .context = true },
	{ 0 },
};

struct stress_state {
	char pid[16], hogs[256];		/* "8 atomic, 224 cache" */
	char sched[24], delay[16], samples[24]; /* of cyclic */
};

static void stress_hogs(struct match *m, void *state)
{
	struct stress_state *st = state;

	EMIT_COPY(st->pid, match_group(m, "pid"));
	EMIT_COPY(st->hogs, match_group(m, "hogs"));
}

/* How many of a stressor run, if the log has said it. */
static struct str stress_instances(const struct stress_state *st, struct str stressor)
{
	struct str hogs = str_of(st->hogs), hog;

	while (str_next(&hogs, ',', &hog)) {
		struct str_cut cut = str_cut(str_trim(hog), ' ');

		if (cut.ok && str_eq(str_trim(cut.tail), stressor))
			return cut.head;
	}
	return (struct str){ NULL, 0 };
}

static void stress_row(struct match *m, void *state)
{
	const struct stress_state *st = state;
	struct str stressor = match_group(m, "stressor");
	struct emit e = { 0 };
	uint64_t ops = 0;

	if (match_u64(m, "ops", &ops) && !ops) {
		match_skip(m, "no bogo operation was done", m->msg);
		return;
	}
	if (str_is(match_group(m, "pid"), st->pid))
		emit_param(&e, "instances", stress_instances(st, stressor));
	emit_param(&e, "stressor", stressor);
	emit_records(m, metrics, &e);
}

static void cyclic_head(struct match *m, void *state)
{
	struct stress_state *st = state;

	EMIT_COPY(st->sched, match_group(m, "sched"));
	EMIT_COPY(st->delay, match_group(m, "delay"));
	EMIT_COPY(st->samples, match_group(m, "samples"));
}

static void cyclic_stats(struct match *m, void *state)
{
	const struct stress_state *st = state;
	struct str at = match_group(m, "at");
	char percentile[16] = "p";
	struct emit e = { 0 };
	struct record rec;
	uint64_t n = 0;

	str_u64(str_of(st->samples), &n);
	emit_param(&e, "delay_ns", str_of(st->delay));
	emit_param(&e, "sched", str_of(st->sched));
	emit_param(&e, "stressor", STR("cyclic"));
	rec = emit_record(m, &e);
	rec.metric = STR("latency");
	rec.unit = STR("ns");
	rec.better = BETTER_LOWER;
	rec.n = (unsigned long)n;
	for (const struct metric *metric = cyclic_metrics; metric->group && !at.n; metric++)
		if (match_group(m, metric->group).n)
			emit_stat(m, rec, metric->stat, match_group(m, metric->group));
	/* "99.00" is p99. */
	while (at.n && at.p[at.n - 1] == '0')
		at.n--;
	at.n -= at.n && at.p[at.n - 1] == '.';
	if (at.n) {
		str_copy(percentile + 1, sizeof(percentile) - 1, at);
		emit_stat(m, rec, percentile, match_group(m, "value"));
	}
	emit_free(&e);
}

#define CYCLIC	"^\\s*(?:\\^C)?stress-ng: (?:info|metrc):\\s+\\[\\d+\\] cyclic:\\s+"
#define DECIMAL "\\d+\\.\\d{2}"

static const struct rule rules[] = {
	{ .literal = "stress-ng: ",
	  .pattern = "^\\s*stress-ng: "
		     "(?:info|metrc):\\s+\\[(?<pid>\\d+)\\]\\s+(?<stressor>[a-z][\\w-]*)"
		     "\\s+(?<ops>\\d+)(?:\\s+" DECIMAL "){3}\\s+(?<real>" DECIMAL
		     ")\\s+(?:0\\.00|(?<cpu>" DECIMAL "))(?:\\s+" DECIMAL "(?:\\s+\\d+)?)?\\s*$",
	  .emit = stress_row },
	{ .literal = "] cyclic: sched ",
	  .single = true,
	  .name = "cyclic",
	  .pattern = CYCLIC "sched (?<sched>SCHED_\\w+): (?<delay>\\d+) ns delay, "
			    "(?<samples>\\d+) samples\\s*$",
	  .emit = cyclic_head },
	{ .after = "cyclic",
	  .gap = 4,
	  .pattern = CYCLIC
	  "(?:mean: (?<mean>\\d+(?:\\.\\d+)?) ns, mode: \\d+ ns|"
	  "min: (?<min>\\d+) ns, max: (?<max>\\d+) ns, std\\.dev\\. "
	  "(?<sd>\\d+(?:\\.\\d+)?)|(?<at>\\d+\\.\\d+)%:\\s+(?<value>\\d+) ns)\\s*$",
	  .emit = cyclic_stats },
	{ .literal = "dispatching hogs: ",
	  .single = true,
	  .pattern = "^\\s*stress-ng: info:\\s+\\[(?<pid>\\d+)\\]\\s+dispatching hogs: "
		     "(?<hogs>\\d+ [\\w-]+(?:, \\d+ [\\w-]+)*)\\s*$",
	  .emit = stress_hogs },
	{ .literal = "stress-ng: ",
	  .single = true,
	  .pattern = "^\\s*stress-ng: (?:info|metrc):\\s+\\[\\d+\\]\\s+[a-z][\\w-]*\\s+\\d+"
		     "(?:\\s+" DECIMAL "){2}",
	  .emit = emit_odd },
};

const struct format format_stress_ng = {
	.name = "stress_ng",
	.summary = "stress-ng: bogo operations per second by stressor",
	.example = "stress-ng: info:  [5313] cpu                1706      1.00      0.99      0.00"
		   "      1704.97        1715.77",
	RULES(rules),
	.state_size = sizeof(struct stress_state),
};

/* SPDX-License-Identifier: GPL-2.0-or-later */
#include <jansson.h>
#include <math.h>
#include "parsers/beside.h"
#include "parsers/lkp.h"

bool lkp_is_monitor(struct str bench)
{
	static const char *const monitors[] = {
		"boot-time",	"boottime",	 "buddyinfo",	"cpuidle",	"cpufreq",
		"diskstats",	"dmesg",	 "energy",	"ftrace",	"hwinfo",
		"interrupts",	"iostat",	 "kmsg",	"last_state",	"latency_stats",
		"lock_stat",	"meminfo",	 "memmap",	"mpstat",	"nfsstat",
		"numa-meminfo", "numa-numastat", "numa-vmstat", "pagetypeinfo", "perf-c2c",
		"perf-profile", "perf-sched",	 "perf-stat",	"pmeter",	"proc-stat",
		"proc-vmstat",	"sched_debug",	 "slabinfo",	"softirqs",	"stderr",
		"syscalls",	"tcp_estab",	 "time",	"turbostat",	"uptime",
		"vmstat",	"zoneinfo",
	};

	for (size_t i = 0; i < sizeof(monitors) / sizeof(monitors[0]); i++)
		if (str_is(bench, monitors[i]))
			return true;
	return false;
}

/* Whether the last word of a metric is one of these: "per_process_ops", but not "drops". */
static bool lkp_ends(struct str metric, const char *const *words)
{
	for (; *words; words++) {
		struct str word = str_of(*words);

		if (str_ends(metric, word) &&
		    (metric.n == word.n || !is_alpha(metric.p[metric.n - word.n - 1])))
			return true;
	}
	return false;
}

enum better lkp_better(struct str metric)
{
	static const char *const higher[] = {
		"ops",	      "ops_per_sec",   "ops_per_s", "tps",	 "iops",  "IOPS", "MBps",
		"throughput", "Throughput_MB", "threads",   "processes", "score", NULL
	};
	static const char *const lower[] = { "elapsed_time", "elapsed_time.max", "latency_us",
					     "latency_ms", NULL };

	return lkp_ends(metric, higher)	 ? BETTER_HIGHER
	       : lkp_ends(metric, lower) ? BETTER_LOWER
					 : BETTER_NONE;
}

static void lkp_put(const char *name, struct str key, const json_t *value, struct sink out)
{
	struct str_cut cut = str_cut(key, '.');
	double v = json_number_value(value);
	bool monitor = lkp_is_monitor(cut.head);
	struct buf text = { 0 };

	if (!json_is_number(value) || !isfinite(v) || !cut.head.n || !cut.tail.n)
		return;
	if (json_is_integer(value))
		buf_printf(&text, "%" JSON_INTEGER_FORMAT, json_integer_value(value));
	else
		record_number(&text, v);
	out.put(out.ctx, &(struct record){ .kind = RECORD_VALUE,
					   .pos = { name, 0 },
					   .time_ns = -1,
					   .format = STR("lkp"),
					   .bench = cut.head,
					   .metric = cut.tail,
					   .stat = STR("value"),
					   .n = 1,
					   .better = monitor ? BETTER_NONE : lkp_better(cut.tail),
					   .fold = FOLD_MEAN,
					   .context = monitor,
					   .text = buf_str(&text),
					   .value = v });
	buf_free(&text);
}

static size_t lkp_runs(json_t *root)
{
	const char *key;
	json_t *value;
	size_t runs = 0;

	json_object_foreach(root, key, value)
		runs = json_array_size(value) > runs ? json_array_size(value) : runs;
	return runs;
}

bool lkp_read(struct str text, const char *name, bool matrix, struct beside_hooks to)
{
	json_error_t error;
	json_t *root = json_loadb(text.n ? text.p : "", text.n, JSON_REJECT_DUPLICATES, &error);
	const char *key;
	json_t *value;
	size_t runs;

	if (!json_is_object(root)) {
		diag_error((struct pos){ name, 0 }, "no JSON object of lkp's: %s",
			   root ? "something else" : error.text);
		json_decref(root);
		return false;
	}
	runs = matrix ? lkp_runs(root) : 1;
	for (size_t i = 0; i < runs; i++) {
		to.run(to.ctx, i);
		json_object_foreach(root, key, value) lkp_put(
			name, str_of(key), matrix ? json_array_get(value, i) : value, to.records);
	}
	json_decref(root);
	return true;
}

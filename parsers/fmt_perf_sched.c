/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "parsers/emit.h"

/*
 * perf sched latency, a line a task:
 *
 *   Task          |   Runtime ms  | Switches | Avg delay ms    | Max delay ms    | ...
 *   hackbench:(5) | 846018.956 ms |   779188 | avg:   0.273 ms | max:  58.337 ms | sum:...
 *
 * The number in parentheses counts tasks of one name, and without them it is a task's id.
 */

static const struct metric metrics[] = {
	{ .group = "avg", .name = "delay", .unit = "ms", .better = BETTER_LOWER, .stat = "mean" },
	{ .group = "max", .name = "delay", .unit = "ms", .better = BETTER_LOWER, .stat = "max" },
	{ .group = "runtime", .name = "runtime", .unit = "ms", .context = true },
	{ .group = "n", .name = "switches", .unit = "count", .context = true },
	{ 0 },
};

#define NUMBER "\\d+\\.\\d+"

static const struct rule rules[] = {
	{ .literal = " | max:",
	  .pattern = "^\\s*(?<p_task>\\S.{0,62}?)(?::(?:(?<i_pid>\\d+)|\\(\\d+\\)))?\\s*\\|\\s*"
		     "(?<runtime>" NUMBER ") ms \\|\\s*(?<n>\\d+) \\| avg:\\s*(?<avg>" NUMBER
		     ") ms \\| max:\\s*(?<max>" NUMBER ") ms \\|\\s*(?:max at|max start|sum):.*$",
	  .metrics = metrics },
	{ .literal = " | max:",
	  .single = true,
	  .pattern = "^\\s*\\S.{0,62}?\\|\\s*\\d.*\\| avg:.*\\| max:",
	  .emit = emit_odd },
};

const struct format format_perf_sched = {
	.name = "perf_sched",
	.summary = "perf sched latency: delay of a task's switches, mean and worst",
	.example = " hackbench:(5) | 846018.956 ms | 779188 | avg: 0.273 ms | max: 58.337 ms | "
		   "sum:212545.245 ms |",
	RULES(rules),
};

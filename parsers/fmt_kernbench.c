/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "parsers/emit.h"

/*
 * kernbench, means over builds of a kernel, of whose number it does not speak:
 *
 *   Average Optimal load -j 12 Run (std deviation):
 *   Elapsed Time 101.873 (1.16069)
 *   User Time 1045.22 (1.60447)
 *   Percent CPU 1112.9 (13.8279)
 */

struct kern_state {
	char load[16], jobs[16];
};

static void kern_header(struct match *m, void *state)
{
	struct kern_state *st = state;

	EMIT_COPY(st->load, match_group(m, "load"));
	EMIT_COPY(st->jobs, match_group(m, "jobs"));
}

static void kern_row(struct match *m, void *state)
{
	static const struct metric metrics[] = {
		{ .group = "Elapsed Time", .name = "elapsed", .unit = "s", .better = BETTER_LOWER },
		{ .group = "User Time", .name = "user", .unit = "s", .better = BETTER_LOWER },
		{ .group = "System Time", .name = "sys", .unit = "s", .better = BETTER_LOWER },
		{ .group = "Percent CPU", .name = "cpu", .unit = "%" },
		{ .group = "Context Switches", .name = "context switches", .unit = "count" },
		{ .group = "Sleeps", .name = "sleeps", .unit = "count" },
	};
	static const char *const stats[] = { "mean", "sd" };
	const struct kern_state *st = state;
	struct emit e = { 0 };

	emit_param(&e, "jobs", str_of(st->jobs));
	emit_param(&e, "load", str_of(st->load));
	for (size_t i = 0; i < sizeof(metrics) / sizeof(metrics[0]); i++) {
		struct metric metric = metrics[i];

		if (!str_is(match_group(m, "what"), metric.group))
			continue;
		for (size_t k = 0; k < 2; k++) {
			metric.stat = stats[k];
			metric.fold = FOLD_RUNS;
			emit_value(m, &e, &metric, match_group(m, stats[k]));
		}
	}
	emit_free(&e);
}

static const struct rule rules[] = {
	{ .literal = "Run (std deviation)",
	  .name = "header",
	  .pattern = "^\\s*Average (?<load>\\w+) load(?: -j ?(?<jobs>\\d+))? Run \\(std "
		     "deviation\\):\\s*$",
	  .emit = kern_header },
	{ .after = "header",
	  .pattern = "^\\s*(?<what>(?:Elapsed|User|System) Time|Percent CPU|Context Switches|"
		     "Sleeps)\\s+(?<mean>\\d+(?:\\.\\d+)?)\\s+\\((?<sd>\\d+(?:\\.\\d+)?)\\)\\s*$",
	  .emit = kern_row },
};

const struct format format_kernbench = {
	.name = "kernbench",
	.summary = "kernbench: means and standard deviations of kernel builds",
	.example =
		"Average Optimal load -j 12 Run (std deviation):\nElapsed Time 101.873 (1.16069)",
	RULES(rules),
	.state_size = sizeof(struct kern_state),
};

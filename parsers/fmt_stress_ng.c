/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "parsers/emit.h"

/*
 * stress-ng --metrics and --metrics-brief, behind "stress-ng: metrc: [PID] ", of old "info: ":
 *
 *   stressor  bogo ops real time  usr time  sys time   bogo ops/s     bogo ops/s
 *                       (secs)    (secs)    (secs)   (real time) (usr+sys time)
 *   switch      176743      1.00      0.08      0.80    176236.77      201670.71
 *
 * with one or two columns more: CPU used per instance (%), RSS Max (KB). The two rates are two
 * things: bogo operations by the clock, and by the CPU time that they took; 0.00 where that was not
 * counted.
 */

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
	char pid[16], hogs[256]; /* "8 atomic, 224 cache" */
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

#define DECIMAL "\\d+\\.\\d{2}"

static const struct rule rules[] = {
	{ .literal = "stress-ng: ",
	  .pattern = "^\\s*stress-ng: "
		     "(?:info|metrc):\\s+\\[(?<pid>\\d+)\\]\\s+(?<stressor>[a-z][\\w-]*)"
		     "\\s+(?<ops>\\d+)(?:\\s+" DECIMAL "){3}\\s+(?<real>" DECIMAL
		     ")\\s+(?:0\\.00|(?<cpu>" DECIMAL "))(?:\\s+" DECIMAL "(?:\\s+\\d+)?)?\\s*$",
	  .emit = stress_row },
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

/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "parsers/emit.h"

/*
 * cyclictest, a row a thread:
 *
 *   T: 0 ( 5482) P:80 I:1000 C: 100000 Min:      1 Act:    2 Avg:    3 Max:      12
 *
 * In microseconds; with -N in nanoseconds, which nothing but the width of its columns tells.
 * Without -q the rows are drawn again and again below a line "policy: fifo: loadavg: ...": of those
 * the maximum alone is what it will be at the end.
 */

struct cyclic_state {
	bool redrawn;
};

static void cyclic_start(struct match *m, void *state)
{
	struct cyclic_state *st = state;

	st->redrawn = match_group(m, "policy").n != 0;
}

/* "   69" has 5 columns in microseconds and 8 in nanoseconds; a longer number than that has more.
 */
static const char *cyclic_unit(struct str cell)
{
	bool full = cell.n && !is_blank(cell.p[0]);

	if (cell.n == 5 || (full && (cell.n == 6 || cell.n == 7)))
		return "us";
	return cell.n == 8 && !full ? "ns" : NULL;
}

static void cyclic_row(struct match *m, void *state)
{
	const struct cyclic_state *st = state;
	const char *unit = cyclic_unit(match_group(m, "act"));
	const struct metric metrics[] = {
		{ .group = "max",
		  .name = "latency.max",
		  .unit = unit,
		  .better = BETTER_LOWER,
		  .fold = FOLD_MAX },
		{ .group = "avg",
		  .name = "latency",
		  .unit = unit,
		  .better = BETTER_LOWER,
		  .stat = "mean" },
		{ .group = "min",
		  .name = "latency",
		  .unit = unit,
		  .better = BETTER_LOWER,
		  .stat = "min" },
	};
	struct emit e = { 0 };
	uint64_t cycles = 0;

	if (match_u64(m, "n", &cycles) && !cycles)
		return; /* nothing measured yet */
	if (!unit) {
		match_skip(m, "neither the columns of microseconds nor of nanoseconds", m->msg);
		return;
	}
	emit_param(&e, "prio", match_group(m, "prio"));
	emit_item(&e, "thread", match_group(m, "thread"));
	for (size_t i = 0; i < (st->redrawn ? 1 : 3); i++)
		emit_value(m, &e, &metrics[i], match_group(m, metrics[i].group));
	emit_free(&e);
}

static const struct rule rules[] = {
	{ .literal = ": loadavg: ",
	  .single = true,
	  .pattern = "^\\s*(?<policy>policy): [\\w/]+: loadavg: .*$",
	  .emit = cyclic_start },
	{ .literal = "/dev/cpu_dma_latency set to",
	  .single = true,
	  .pattern = "^\\s*# /dev/cpu_dma_latency set to \\d+us\\s*$",
	  .emit = cyclic_start },
	{ .literal = " Act:",
	  .pattern = "^\\s*T:\\s*(?<thread>\\d+) \\(\\s*\\d+\\) P:\\s*(?<prio>\\d+) I:\\s*\\d+ "
		     "C:\\s*(?<n>\\d+) Min:\\s*(?<min>\\d+) Act:(?<act>\\s*\\d+) "
		     "Avg:\\s*(?<avg>\\d+) Max:\\s*(?<max>\\d+)\\s*$",
	  .emit = cyclic_row },
	{ .literal = " Act:",
	  .single = true,
	  .pattern = "^\\s*T:\\s*\\d+ \\(\\s*\\d+\\) P:",
	  .emit = emit_odd },
};

const struct format format_cyclictest = {
	.name = "cyclictest",
	.summary = "cyclictest: latency by thread",
	.example =
		"T: 0 ( 5482) P:80 I:1000 C: 100000 Min:      1 Act:    2 Avg:    3 Max:      12",
	RULES(rules),
	.state_size = sizeof(struct cyclic_state),
};

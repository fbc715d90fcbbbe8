/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "parsers/emit.h"

/*
 * will-it-scale, operations a second. Its runtest.py by number of tasks, where 0 is what was not
 * measured and the first row is a dummy:
 *
 *   $ python3 ./runtest.py page_fault2 295 process 0 0 52
 *   tasks,processes,processes_idle,threads,threads_idle,linear
 *   0,0,100,0,100,0
 *   52,2796769,0.03,0,0.00,0
 *
 * The test programs by themselves print each second, and at last the average:
 *
 *   testcase:Context switch via pipes
 *   warmup
 *   min:107544 max:107544 total:107544
 *   measurement
 *   min:107544 max:107544 total:107544
 *   average:107544
 */

struct wis_state {
	char test[128]; /* of the table or program; empty if not known */
	bool measuring;
	unsigned long second;
};

static const struct metric metrics[] = {
	{ .group = "processes", .name = "processes", .unit = "ops/s", .better = BETTER_HIGHER },
	{ .group = "processes_idle", .name = "processes idle", .unit = "%", .context = true },
	{ .group = "threads", .name = "threads", .unit = "ops/s", .better = BETTER_HIGHER },
	{ .group = "threads_idle", .name = "threads idle", .unit = "%", .context = true },
};
static const struct metric rate = { .name = "rate", .unit = "ops/s", .better = BETTER_HIGHER };

/* The test's name stands in the command above the table. */
static void wis_header(struct match *m, void *state)
{
	struct wis_state *st = state;
	struct str above = match_above(m, 1), script = STR("runtest.py ");
	size_t at = str_find(above, script);

	EMIT_COPY(st->test, at == (size_t)-1
				    ? STR("")
				    : str_cut(str_trim(str_skip(above, at + script.n)), ' ').head);
}

static void wis_row(struct match *m, void *state)
{
	const struct wis_state *st = state;
	struct emit e = { 0 };

	if (!match_group(m, "tasks").n)
		return;
	emit_param(&e, "tasks", match_group(m, "tasks"));
	emit_param(&e, "test", str_of(st->test));
	/* Processes with their idle time, then threads with theirs. */
	for (size_t i = 0; i < 4; i++) {
		uint64_t ops = 0;

		if (!match_u64(m, metrics[i & 2].group, &ops) || ops)
			emit_value(m, &e, &metrics[i], match_group(m, metrics[i].group));
	}
	emit_free(&e);
}

static void wis_case(struct match *m, void *state)
{
	struct wis_state *st = state;

	EMIT_COPY(st->test, match_group(m, "test"));
	st->measuring = false;
	st->second = 0;
}

static void wis_line(struct match *m, void *state)
{
	struct wis_state *st = state;
	struct str total = match_group(m, "total"), average = match_group(m, "average");
	struct emit e = { 0 };

	st->measuring |= match_group(m, "measurement").n != 0;
	if (!average.n && (!total.n || !st->measuring))
		return;
	emit_param(&e, "test", str_of(st->test));
	if (total.n)
		buf_printf(&e.item, "second=%lu", st->second++);
	emit_value(m, &e, &rate, average.n ? average : total);
	emit_free(&e);
}

static const struct rule rules[] = {
	{ .literal = "tasks,processes,",
	  .name = "header",
	  .pattern = "^\\s*tasks,processes,processes_idle,threads,threads_idle,linear\\s*$",
	  .emit = wis_header },
	/* "..." stands for rows that are left out. */
	{ .after = "header",
	  .pattern = "^\\s*(?:\\.{3,}|(?<tasks>\\d+),(?<processes>\\d+),(?<processes_idle>\\d+(?:"
		     "\\.\\d+)?),"
		     "(?<threads>\\d+),(?<threads_idle>\\d+(?:\\.\\d+)?),\\d+"
		     "(?:\\s+\\([^()]*\\))?)\\s*$",
	  .emit = wis_row },
	{ .literal = "testcase:",
	  .single = true,
	  .name = "case",
	  .pattern = "^\\s*testcase:\\s*(?<test>\\S.{0,100}?)\\s*$",
	  .emit = wis_case },
	{ .after = "case",
	  .gap = 1,
	  .pattern = "^\\s*(?:warmup|(?<measurement>measurement)|"
		     "min:\\d+ max:\\d+ total:(?<total>\\d+)|average:(?<average>\\d+))\\s*$",
	  .emit = wis_line },
};

const struct format format_will_it_scale = {
	.name = "will_it_scale",
	.summary = "will-it-scale: operations per second by test and number of tasks",
	.example = "tasks,processes,processes_idle,threads,threads_idle,linear\n"
		   "52,2796769,0.03,0,0.00,0",
	RULES(rules),
	.state_size = sizeof(struct wis_state),
};

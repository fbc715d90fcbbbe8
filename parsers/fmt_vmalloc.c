/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "parsers/emit.h"
#include "parsers/params.h"

/*
 * test_vmalloc:
 *
 *   Summary: NAME passed: 1 failed: 0 xfailed: 0 repeat: 1 loops: 1000000 avg: 955334 usec
 *   All test took worker0=485061693537 cycles
 *
 * The time is that of all loops together, averaged over the repeats. With several workers each
 * prints its summaries in turn, unnumbered, and its last line tells which worker it was: the groups
 * are items of one row. A failed test prints a short time that means nothing: no value, an event.
 * People strip the words that they find noisy, down to a list:
 *
 *   - NAME       loops: 1000000 avg: 476847   usec
 */

struct vmalloc_state {
	unsigned int group;    /* of summaries, which is ended by a worker's line */
	unsigned long stretch; /* which the groups are counted in */
};

static const struct metric time_metric[] = {
	{ .group = "usec", .name = "time", .unit = "us", .better = BETTER_LOWER },
	{ 0 },
};
static const struct metric cycles_metric[] = {
	{ .group = "cycles", .name = "cycles", .unit = "cycles", .better = BETTER_LOWER },
	{ 0 },
};

/* Why a summary has no time that means anything; NULL if it has. */
static const char *vmalloc_useless(const struct match *m)
{
	uint64_t failed = 0, xfailed = 0;

	match_u64(m, "failed", &failed);
	match_u64(m, "xfailed", &xfailed);
	if (failed)
		return "vmalloc.failed";
	if (xfailed)
		return "vmalloc.xfailed";
	return match_group(m, "usec").n ? NULL : "vmalloc.no_time";
}

static void vmalloc_summary(struct match *m, void *state)
{
	struct vmalloc_state *st = state;
	const char *useless = vmalloc_useless(m);
	struct emit e = { 0 };
	struct buf group = { 0 };

	if (useless) {
		match_event(m, useless, m->msg);
		/* Nobody waits for the time of what was to fail. */
		if (strcmp(useless, "vmalloc.xfailed") != 0)
			match_skip(m,
				   strcmp(useless, "vmalloc.failed") == 0 ? "the test failed"
									  : "no time",
				   m->msg);
		return;
	}
	if (st->stretch != match_stretch(m))
		st->group = 0;
	st->stretch = match_stretch(m);
	buf_printf(&group, "%u", st->group);
	emit_param(&e, "test", match_group(m, "test"));
	emit_work(&e, "loops", match_group(m, "loops"));
	emit_work(&e, "repeat", match_group(m, "repeat"));
	emit_item(&e, "group", buf_str(&group));
	emit_records(m, time_metric, &e);
	buf_free(&group);
}

static void vmalloc_worker(struct match *m, void *state)
{
	struct vmalloc_state *st = state;
	struct emit e = { 0 };

	emit_item(&e, "worker", match_group(m, "worker"));
	emit_records(m, cycles_metric, &e);
	st->group++;
}

/* The module logs no parameters, but people show how they ran it. */
static void vmalloc_params(struct match *m, void *state)
{
	(void)state;
	params_facts(m, match_group(m, "words"));
}

/* Any of them may have been stripped. */
#define KEYS                                                                           \
	"(?:\\s+passed:?(?:\\s+\\d+[:,]?)?)?(?:\\s+failed:\\s+(?<failed>\\d+),?)?"     \
	"(?:\\s+xfailed:\\s+(?<xfailed>\\d+),?)?(?:\\s+repeat:\\s+(?<repeat>\\d+),?)?" \
	"(?:\\s+loops:\\s+(?<loops>\\d+),?)?(?:\\s+avg:\\s+(?<usec>\\d+)\\s+usec)?\\s*$"
#define WORDS "(?:\\s+\\w+=\\w+)+"
#define BARE  "^\\s*(?:[-*] )?(?<test>\\w+_test)(?=\\s+(?:passed|failed|repeat|loops):)"

static const struct rule rules[] = {
	{ .literal = "Summary: ",
	  .pattern = "^\\s*(?:[-*] )?Summary:\\s+(?<test>\\w+_test)" KEYS,
	  .emit = vmalloc_summary },
	/* The first version of the module. */
	{ .literal = "Summary: ",
	  .pattern =
		  "^\\s*Summary:\\s+(?<test>\\w+_test)\\s+\\d+ passed,\\s+(?<failed>\\d+) failed,"
		  "\\s+test_count:\\s+(?<repeat>\\d+),\\s+average:\\s+(?<usec>\\d+)\\s+usec\\s*$",
	  .emit = vmalloc_summary },
	{ .literal = "Summary: ", .pattern = "^\\s*Summary:\\s+\\w+_test\\s", .emit = emit_odd },
	{ .literal = " loops: ", .pattern = BARE KEYS, .emit = vmalloc_summary },
	{ .literal = " loops: ", .pattern = BARE, .emit = emit_odd },
	{ .literal = "All test took ",
	  .pattern = "^\\s*(?:[-*] )?All test took (?:CPU|worker)(?<worker>\\d+)="
		     "(?<cycles>\\d+)\\s+cycles\\s*$",
	  .emit = vmalloc_worker },
	{ .literal = "All test took ", .pattern = "^\\s*All test took [Cw]", .emit = emit_odd },
	{ .literal = "test_vmalloc",
	  .single = true,
	  .pattern = "(?:^|[\\s/])test_vmalloc(?:\\.sh|\\.ko)?(?<words>" WORDS ")\\s*$",
	  .emit = vmalloc_params },
	{ .literal = "Run the test with following parameters: ",
	  .single = true,
	  .pattern = "^\\s*Run the test with following parameters:(?<words>" WORDS ")\\s*$",
	  .emit = vmalloc_params },
};

const struct format format_vmalloc = {
	.name = "vmalloc",
	.summary = "test_vmalloc: time of all loops by test, cycles by worker",
	.example = "Summary: fix_size_alloc_test passed: 1 failed: 0 xfailed: 0 repeat: 1 "
		   "loops: 1000000 avg: 955334 usec",
	.impl = true,
	RULES(rules),
	.state_size = sizeof(struct vmalloc_state),
};

/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "parsers/scan.h"

/*
 * test_vmalloc:
 *
 *   Summary: NAME passed: 1 failed: 0 xfailed: 0 repeat: 1 loops: 1000000 avg: 955334 usec
 *   All test took worker0=485061693537 cycles
 *
 * The time is that of all loops together, averaged over the repeats. With several workers each
 * prints its summaries in turn, unnumbered, and its last line tells which worker it was: the
 * workers' values are items of one row. A failed test prints a short time that means nothing: no
 * value, an event.
 */

struct vmalloc_state {
	unsigned int worker; /* whose summaries come now, in order */
};

static const struct metric time_metric = { .name = "time", .unit = "us", .better = BETTER_LOWER };
static const struct metric cycles_metric = { .name = "cycles",
					     .unit = "cycles",
					     .better = BETTER_LOWER };

static void vmalloc_put(const struct match *m, const struct metric *metric, const char *value,
			struct str params, struct str work, unsigned int worker)
{
	struct record rec = match_record(m);
	struct buf item = { 0 };

	buf_printf(&item, "worker=%u", worker);
	rec.params = params;
	rec.work = work;
	rec.item = buf_str(&item);
	if (match_value(m, &rec, metric, match_group(m, value)))
		match_put(m, &rec);
	buf_free(&item);
}

static void vmalloc_summary(struct match *m, void *state)
{
	static const char *const keys[] = { "loops", "repeat" };
	const struct vmalloc_state *st = state;
	struct buf params = { 0 }, work = { 0 };
	uint64_t failed = 0;

	match_u64(m, "failed", &failed);
	if (failed || !match_group(m, "usec").n) {
		match_event(m, failed ? "vmalloc.failed" : "vmalloc.no_time", m->msg);
		match_skip(m, failed ? "the test failed" : "no time", m->msg);
		return;
	}
	record_pair(&params, STR("test"), match_group(m, "test"));
	for (size_t i = 0; i < sizeof(keys) / sizeof(keys[0]); i++)
		if (match_group(m, keys[i]).n)
			record_pair(&work, str_of(keys[i]), match_group(m, keys[i]));
	vmalloc_put(m, &time_metric, "usec", buf_str(&params), buf_str(&work), st->worker);
	buf_free(&params);
	buf_free(&work);
}

static void vmalloc_worker(struct match *m, void *state)
{
	struct vmalloc_state *st = state;
	const struct str none = { NULL, 0 };
	uint64_t worker = st->worker;

	match_u64(m, "worker", &worker);
	vmalloc_put(m, &cycles_metric, "cycles", none, none, (unsigned int)worker);
	st->worker = (unsigned int)worker + 1;
}

static void vmalloc_odd(struct match *m, void *state)
{
	(void)state;
	match_skip(m, "result line in no known form", m->msg);
}

/* bench-kmod's next repetition: its workers come from the first again. */
static void vmalloc_rep(struct match *m, void *state)
{
	struct vmalloc_state *st = state;

	(void)m;
	st->worker = 0;
}

static const struct rule rules[] = {
	{ .literal = "Summary: ",
	  .pattern = "^\\s*Summary: (?<test>\\w+_test)(?: passed:?(?: (?<passed>\\d+)[:,]?)?)?"
		     "(?: failed: (?<failed>\\d+),?)?(?: xfailed: \\d+,?)?"
		     "(?: repeat: (?<repeat>\\d+),?)?(?: loops: (?<loops>\\d+),?)?"
		     "(?: avg: (?<usec>\\d+) usec)?\\s*$",
	  .emit = vmalloc_summary },
	{ .literal = "Summary: ", .pattern = "^\\s*Summary: \\w+_test ", .emit = vmalloc_odd },
	{ .literal = "All test took ",
	  .pattern = "^\\s*All test took (?:CPU|worker)(?<worker>\\d+)=(?<cycles>\\d+) cycles\\s*$",
	  .emit = vmalloc_worker },
	{ .literal = "All test took ", .pattern = "^\\s*All test took [Cw]", .emit = vmalloc_odd },
	{ .literal = "kbench: rep workload=vmalloc ",
	  .pattern = "^kbench: rep workload=vmalloc ",
	  .emit = vmalloc_rep },
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

/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "parsers/emit.h"

/*
 * hackbench:
 *
 *   Running in process mode with 10 groups using 40 file descriptors each (== 400 tasks)
 *   Each sender will pass 100 messages of 100 bytes
 *   Time: 0.454
 *
 * and of old, without the second line:
 *
 *   Running with 10*40 (== 400) tasks.
 *
 * Many things print a "Time:": it is taken behind those lines alone, once for each.
 */

struct hack_state {
	char mode[16], groups[24], fds[24], messages[24], bytes[24];
	bool is_open;
};

static const struct metric metrics[] = {
	{ .group = "time", .name = "time", .unit = "s", .better = BETTER_LOWER },
	{ 0 },
};

static void hack_header(struct match *m, void *state)
{
	struct hack_state *st = state;

	*st = (struct hack_state){ .is_open = true };
	EMIT_COPY(st->mode, match_group(m, "mode"));
	EMIT_COPY(st->groups, match_group(m, "groups"));
	EMIT_COPY(st->fds, match_group(m, "fds"));
}

static void hack_messages(struct match *m, void *state)
{
	struct hack_state *st = state;

	EMIT_COPY(st->messages, match_group(m, "messages"));
	EMIT_COPY(st->bytes, match_group(m, "bytes"));
}

static void hack_time(struct match *m, void *state)
{
	struct hack_state *st = state;
	struct emit e = { 0 };

	if (!st->is_open) {
		match_skip(m, "a second time of one run", m->msg);
		return;
	}
	st->is_open = false;
	emit_param(&e, "bytes", str_of(st->bytes));
	emit_param(&e, "fds", str_of(st->fds));
	emit_param(&e, "groups", str_of(st->groups));
	emit_param(&e, "mode", str_of(st->mode));
	emit_work(&e, "messages", str_of(st->messages));
	emit_records(m, metrics, &e);
}

static const struct rule rules[] = {
	{ .literal = " file descriptors each",
	  .name = "header",
	  .pattern = "^\\s*Running in (?<mode>process|thread)(?:ed)? mode with (?<groups>\\d+) "
		     "groups\\s+using (?<fds>\\d+) file descriptors each\\s+\\(== \\d+ tasks\\)"
		     "\\s*$",
	  .emit = hack_header },
	{ .literal = "Running with ",
	  .name = "header",
	  .pattern = "^\\s*Running with (?<groups>\\d+)\\*(?<fds>\\d+) \\(== \\d+\\) tasks\\.?"
		     "\\s*$",
	  .emit = hack_header },
	{ .after = "header",
	  .gap = 1,
	  .pattern = "^\\s*Each sender will pass (?<messages>\\d+) messages of (?<bytes>\\d+) "
		     "bytes\\s*$",
	  .emit = hack_messages },
	{ .after = "header",
	  .gap = 4,
	  .pattern = "^\\s*Time:\\s+(?<time>\\d+\\.\\d+)\\s*$",
	  .emit = hack_time },
};

const struct format format_hackbench = {
	.name = "hackbench",
	.summary = "hackbench: time by mode, groups and message size",
	.example = "Running in process mode with 10 groups using 40 file descriptors each "
		   "(== 400 tasks)\n"
		   "Each sender will pass 100 messages of 100 bytes\n"
		   "Time: 0.454",
	RULES(rules),
	.state_size = sizeof(struct hack_state),
};

/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "parsers/emit.h"

/*
 * test_rhashtable:
 *
 *   Running rhashtable test nelem=8, max_size=0, shrinking=0
 *   Test 00:
 *     Duration of test: 280360930 ns
 *   Test 01:
 *     Duration of test: 240483550 ns
 *   Average test time: 260422240
 *
 * The durations are items, the average is the row's value.
 */

struct rhashtable_state {
	bool open;
	char nelem[24], max_size[24], shrinking[8];
	char test[16];
};

static const struct metric metrics[] = {
	{ .group = "ns", .name = "time", .unit = "ns", .better = BETTER_LOWER },
	{ 0 },
};

static void rhashtable_open(struct match *m, void *state)
{
	struct rhashtable_state *st = state;

	st->open = true;
	st->test[0] = '\0';
	EMIT_COPY(st->nelem, match_group(m, "nelem"));
	EMIT_COPY(st->max_size, match_group(m, "max_size"));
	EMIT_COPY(st->shrinking, match_group(m, "shrinking"));
}

static void rhashtable_test(struct match *m, void *state)
{
	struct rhashtable_state *st = state;

	EMIT_COPY(st->test, match_group(m, "test"));
}

static void rhashtable_time(struct match *m, void *state)
{
	struct rhashtable_state *st = state;
	struct emit e = { 0 };

	emit_param(&e, "max_size", str_of(st->max_size));
	emit_param(&e, "nelem", str_of(st->nelem));
	emit_param(&e, "shrinking", str_of(st->shrinking));
	if (match_group(m, "duration").n)
		emit_item(&e, "test", str_of(st->test));
	emit_records(m, metrics, &e);
}

static const struct rule rules[] = {
	{ .literal = "Running rhashtable test ",
	  .name = "run",
	  .pattern = "^\\s*Running rhashtable test nelem=(?<nelem>\\d+), "
		     "max_size=(?<max_size>-?\\d+), shrinking=(?<shrinking>\\d+)\\s*$",
	  .emit = rhashtable_open },
	{ .after = "run",
	  .gap = 200,
	  .pattern = "^\\s*Test (?<test>\\d+):\\s*$",
	  .emit = rhashtable_test },
	{ .after = "run",
	  .gap = 200,
	  .pattern = "^\\s*(?<duration>Duration of test:) (?<ns>\\d+) ns\\s*$",
	  .emit = rhashtable_time },
	{ .literal = "Average test time: ",
	  .pattern = "^\\s*Average test time: (?<ns>\\d+)\\s*$",
	  .emit = rhashtable_time },
};

const struct format format_rhashtable = {
	.name = "rhashtable",
	.summary = "test_rhashtable: time of filling and emptying a hash table",
	.example = "Running rhashtable test nelem=8, max_size=0, shrinking=0\n"
		   "Average test time: 260422240",
	RULES(rules),
	.state_size = sizeof(struct rhashtable_state),
};

/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "parsers/emit.h"

/*
 * pg_test_fsync, whose headings name the group of tests:
 *
 *   Compare file sync methods using one 8kB write:
 *   (in wal_sync_method preference order, except fdatasync is Linux's default)
 *           open_datasync                      7541.810 ops/sec     133 usecs/op
 *           fsync_writethrough                              n/a
 *
 * Both numbers of a line say the same: the rate has more digits.
 */

struct pg_state {
	char group[64];
};

static void pg_group(struct match *m, void *state)
{
	struct pg_state *st = state;

	EMIT_COPY(st->group, match_group(m, "group"));
}

static void pg_row(struct match *m, void *state)
{
	static const struct metric metrics[] = {
		{ .group = "rate", .name = "rate", .unit = "ops/s", .better = BETTER_HIGHER },
		{ 0 },
	};
	const struct pg_state *st = state;
	struct emit e = { 0 };

	emit_param(&e, "group", str_of(st->group));
	emit_param(&e, "test", match_group(m, "test"));
	emit_records(m, metrics, &e);
}

static const struct rule rules[] = {
	{ .literal = "Compare ",
	  .single = true,
	  .name = "group",
	  .pattern = "^\\s*Compare (?<group>file sync methods using \\w+ \\d+kB writes?|open_sync "
		     "with different write sizes):\\s*$",
	  .emit = pg_group },
	{ .literal = "Non-sync'ed ",
	  .single = true,
	  .name = "group",
	  .pattern = "^\\s*(?<group>Non-sync'ed \\d+kB writes):\\s*$",
	  .emit = pg_group },
	{ .after = "group",
	  .gap = 2,
	  .pattern = "^\\s+(?<test>\\w[\\w *.,-]*?)\\s{2,}(?:(?<rate>\\d+\\.\\d+) ops/sec\\s+\\d+ "
		     "usecs/op|"
		     "n/a\\*?)\\s*$",
	  .emit = pg_row },
	{ .after = "group", .gap = 2, .pattern = "\\d ops/sec", .emit = emit_odd },
};

const struct format format_pg_test_fsync = {
	.name = "pg_test_fsync",
	.summary = "pg_test_fsync: rate of writes and syncs, by method",
	.example = "Compare file sync methods using one 8kB write:\n"
		   "        open_datasync                      7541.810 ops/sec     133 usecs/op",
	RULES(rules),
	.state_size = sizeof(struct pg_state),
};

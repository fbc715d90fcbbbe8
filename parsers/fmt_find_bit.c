/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "parsers/emit.h"

/*
 * find_bit_benchmark: time of so many calls, by bitmap. The heading tells which one, as both have
 * rows of the same names:
 *
 *   Start testing find_bit() with random-filled bitmap
 *   find_next_bit:                 8023180 ns, 164496 iterations
 *   Start testing find_bit() with sparse bitmap
 *   find_next_bit:                  145890 ns,    655 iterations
 *
 * Mails shorten the headings to "sparse:", and put the name of a side before each row. Up to 4.15
 * it counted cycles. The number of calls follows from the bitmap, which is random: it is shown, and
 * its moving by a few is no other work.
 */

struct find_bit_state {
	char bitmap[24], language[16];
};

static const struct metric metrics[] = {
	{ .group = "ns", .name = "time", .unit = "ns", .better = BETTER_LOWER },
	{ .group = "cycles", .name = "cycles", .unit = "cycles", .better = BETTER_LOWER },
	{ .group = "iterations", .name = "iterations", .unit = "count", .context = true },
	{ 0 },
};

static void find_bit_heading(struct match *m, void *state)
{
	struct find_bit_state *st = state;

	EMIT_COPY(st->bitmap, match_group(m, "bitmap"));
	EMIT_COPY(st->language, match_group(m, "language"));
}

static void find_bit_row(struct match *m, void *state)
{
	const struct find_bit_state *st = state;
	struct emit e = { 0 };

	emit_param(&e, "bitmap", str_of(st->bitmap));
	emit_param(&e, "language", str_of(st->language));
	emit_param(&e, "test", match_group(m, "test"));
	for (const struct metric *metric = metrics; metric->group; metric++) {
		struct record rec = emit_record(m, &e);
		struct str text = match_group(m, metric->group);

		rec.source = match_group(m, "label");
		if (text.n && match_value(m, &rec, metric, text))
			match_put(m, &rec);
	}
	emit_free(&e);
}

/* People cut times and mark lines. */
#define TEST                                                                         \
	"^\\s*(?:\\[\\+[.\\d]+\\]\\s*|(?<label>(?!\\w*find_)[A-Za-z][\\w.+-]{0,24})" \
	"\\s*:\\s+)?(?<test>(?:bitmap_)?find_\\w+)\\s*:"

static const struct rule rules[] = {
	{ .literal = "Start testing find_bit() ",
	  .pattern = "^\\s*Start testing find_bit\\(\\) (?:(?<language>\\w+) )?with "
		     "(?<bitmap>[\\w-]+) bitmap\\s*$",
	  .emit = find_bit_heading },
	{ .literal = "random-filled:",
	  .single = true,
	  .pattern = "^\\s*(?<bitmap>random-filled):\\s*$",
	  .emit = find_bit_heading },
	{ .literal = "sparse:",
	  .single = true,
	  .pattern = "^\\s*(?<bitmap>sparse):\\s*$",
	  .emit = find_bit_heading },
	{ .literal = " iterations",
	  .pattern = TEST "\\s*(?:(?<ns>\\d+)\\s+ns|(?<cycles>\\d+)\\s+cycles),"
			  "\\s*(?<iterations>\\d+)\\s+iterations\\s*<?\\s*$",
	  .emit = find_bit_row },
	{ .literal = " iterations", .pattern = TEST "\\s*-?\\d", .emit = emit_odd },
};

const struct format format_find_bit = {
	.name = "find_bit",
	.summary = "find_bit_benchmark: time of finding bits, by function and bitmap",
	.example = "Start testing find_bit() with sparse bitmap\n"
		   "find_next_bit:                  145890 ns,    655 iterations",
	RULES(rules),
	.state_size = sizeof(struct find_bit_state),
};

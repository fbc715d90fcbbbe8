/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "parsers/emit.h"

/*
 * UnixBench:
 *
 *   8 CPUs in system; running 1 parallel copy of tests
 *
 *   Pipe Throughput                   2000000.1 lps   (10.0 s, 7 samples)
 *   System Benchmarks Index Score                                        1234.5
 *
 * Two outputs pasted side by side are sources by where they stand.
 *
 * The table of indices in between says the results again, divided by those of an old machine.
 */

struct unixbench_state {
	char copies[16];
};

static void unixbench_copies(struct match *m, void *state)
{
	struct unixbench_state *st = state;

	EMIT_COPY(st->copies, match_group(m, "copies"));
}

static void unixbench_row(struct match *m, void *state)
{
	const struct unixbench_state *st = state;
	struct emit e = { 0 };
	struct str unit = match_group(m, "unit"), index = match_group(m, "index");
	char spelled[8] = "";
	struct metric metric = { .name = index.n ? "index score" : "rate",
				 .unit = spelled,
				 .better = BETTER_HIGHER };

	EMIT_COPY(spelled, unit);
	emit_param(&e, "copies", str_of(st->copies));
	emit_param(&e, "test", match_group(m, "test"));
	if (match_group(m, "partial").n)
		emit_param(&e, "tests", STR("partial"));
	emit_value(m, &e, &metric, index.n ? index : match_group(m, "rate"));
	emit_free(&e);
}

static void unixbench_beside(struct match *m, void *state)
{
	static const char *const sides[][4] = { { "left", "ltest", "lrate", "lunit" },
						{ "right", "rtest", "rrate", "runit" } };
	const struct unixbench_state *st = state;

	if (!str_eq(match_group(m, "ltest"), match_group(m, "rtest"))) {
		match_skip(m, "other tests on either side", m->msg);
		return;
	}
	for (size_t i = 0; i < 2; i++) {
		struct emit e = { 0 };
		struct record rec;

		emit_param(&e, "copies", str_of(st->copies));
		emit_param(&e, "test", match_group(m, sides[i][1]));
		rec = emit_record(m, &e);
		rec.source = str_of(sides[i][0]);
		rec.metric = STR("rate");
		rec.unit = match_group(m, sides[i][3]);
		rec.better = BETTER_HIGHER;
		emit_stat(m, rec, "value", match_group(m, sides[i][2]));
		emit_free(&e);
	}
}

#define SIDE(s)                                                                                  \
	"(?<" s "test>[A-Z]\\S*(?: \\S+)*)\\s{2,}(?<" s "rate>\\d+\\.\\d) (?<" s "unit>lps|lpm|" \
	"KBps|MWIPS|MFLOPS|score)\\s+\\(\\d+\\.\\d+ s, \\d+ samples\\)"

static const struct rule rules[] = {
	{ .literal = " parallel cop",
	  .pattern = "^\\s*\\d+ CPUs? in system; running (?<copies>\\d+) parallel cop(?:y|ies) of "
		     "tests\\s*$",
	  .emit = unixbench_copies },
	{ .literal = " samples)",
	  .single = true,
	  .pattern = "^\\s*(?<test>[A-Z]\\S*(?: \\S+)*)\\s{2,}(?<rate>\\d+\\.\\d) "
		     "(?<unit>lps|lpm|KBps|MWIPS|MFLOPS|score)\\s+\\(\\d+\\.\\d+ s, \\d+ samples\\)"
		     "\\s*$",
	  .emit = unixbench_row },
	{ .literal = " samples)",
	  .single = true,
	  .pattern = "^\\s*" SIDE("l") "\\s+" SIDE("r") "\\s*$",
	  .emit = unixbench_beside },
	{ .literal = " parallel cop",
	  .single = true,
	  .pattern = "^\\s*\\d+ CPUs? in system; running (?<copies>\\d+) parallel cop(?:y|ies) of "
		     "tests\\s+\\d+ CPUs? in system; running \\g{copies} parallel cop(?:y|ies) of "
		     "tests\\s*$",
	  .emit = unixbench_copies },
	{ .literal = " samples)",
	  .single = true,
	  .pattern = "^\\s*[A-Z].*\\s\\d+\\.\\d \\w+\\s+\\(\\d+\\.\\d+ s, \\d+ samples\\)\\s*$",
	  .emit = emit_odd },
	/* Taken, so that nobody else takes it for a table of three kernels. */
	{ .literal = "System Benchmarks Index Values",
	  .name = "index",
	  .pattern = "^\\s*System Benchmarks Index Values\\s+BASELINE\\s+RESULT\\s+INDEX\\s*$" },
	{ .after = "index", .pattern = "^\\s*[A-Z].*(?:\\s+\\d+\\.\\d){3}\\s*$" },
	{ .literal = "System Benchmarks Index Score",
	  .pattern = "^\\s*System Benchmarks Index Score(?<partial> \\(Partial Only\\))?\\s+"
		     "(?<index>\\d+\\.\\d)\\s*$",
	  .emit = unixbench_row },
};

const struct format format_unixbench = {
	.name = "unixbench",
	.summary = "UnixBench: rate by test, index score",
	.example = "Pipe Throughput                   2000000.1 lps   (10.0 s, 7 samples)",
	RULES(rules),
	.state_size = sizeof(struct unixbench_state),
};

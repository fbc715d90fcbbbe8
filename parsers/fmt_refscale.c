/* SPDX-License-Identifier: GPL-2.0-or-later */
#include <stdio.h>
#include "parsers/emit.h"
#include "parsers/params.h"

/*
 * refscale: ns per read-side operation, T being what is taken and released:
 *
 *   T-ref-scale: --- Start of test:  verbose=0 shutdown=0 holdoff=0 loops=10000 nreaders=-1 ...
 *   Runs	Time(ns)
 *   1	4.381
 *   2	2.896
 *
 * The runs are repetitions inside one boot. The first form of it, refperf, had a row for each
 * number of threads. A row of 0.000 is one for which the kernel had no memory: no value. The
 * kernel's one record for the whole table was cut at its limit, so rows may be missing.
 */

struct refscale_state {
	char type[32];
	char readdelay[16];
	uint64_t nruns, rows, last; /* rows that should come and came, and the number of the last */
	bool begun;
	struct pos begun_at;
	int64_t begun_ns;
};

static const struct metric metrics[] = {
	{ .group = "time", .name = "time", .unit = "ns", .better = BETTER_LOWER },
	{ 0 },
};

/* What began ends here: are all its rows there? */
static void refscale_end(struct match *m, void *state)
{
	struct refscale_state *st = state;
	struct match there = *m;
	char text[120];

	there.pos = st->begun_at;
	there.time_ns = st->begun_ns;
	if (st->begun && st->rows < st->nruns) {
		if (st->rows)
			snprintf(text, sizeof(text), "%llu of %llu runs are in the log",
				 (unsigned long long)st->rows, (unsigned long long)st->nruns);
		else
			strcpy(text, "the test began, and no time came");
		diag_warn(st->begun_at, "refscale: %s", text);
		match_event(&there, st->rows ? "refscale.incomplete" : "refscale.unfinished",
			    str_of(text));
	}
	st->begun = false;
}

static void refscale_type(struct match *m, void *state)
{
	struct refscale_state *st = state;

	EMIT_COPY(st->type, match_group(m, "type"));
}

static void refscale_start(struct match *m, void *state)
{
	struct refscale_state *st = state;
	struct str words = match_group(m, "words");
	struct str_cut word;

	refscale_end(m, state);
	memset(st, 0, sizeof(*st));
	refscale_type(m, state);
	st->begun = true;
	st->begun_at = m->pos;
	st->begun_ns = m->time_ns;
	st->nruns = 1;
	params_facts(m, words);
	while (params_next(&words, &word)) {
		if (str_is(word.head, "nruns"))
			str_u64(word.tail, &st->nruns);
		else if (str_is(word.head, "readdelay") && !str_is(word.tail, "0"))
			EMIT_COPY(st->readdelay, word.tail);
	}
}

static void refscale_header(struct match *m, void *state)
{
	struct refscale_state *st = state;

	(void)m;
	st->last = 0;
}

static bool refscale_is_zero(struct str number)
{
	for (size_t i = 0; i < number.n; i++)
		if (number.p[i] != '0' && number.p[i] != '.')
			return false;
	return true;
}

static void refscale_put(const struct match *m, const struct refscale_state *st, struct str threads,
			 struct str run)
{
	struct emit e = { 0 };

	emit_param(&e, "readdelay", str_of(st->readdelay));
	emit_param(&e, "threads", threads);
	emit_param(&e, "type", str_of(st->type));
	emit_item(&e, "run", run);
	emit_records(m, metrics, &e);
}

static void refscale_row(struct match *m, void *state)
{
	struct refscale_state *st = state;
	uint64_t number = 0;

	match_u64(m, "number", &number);
	if (number <= st->last) {
		match_skip(m, "row out of order", m->msg);
		return;
	}
	st->last = number;
	st->rows++;
	if (refscale_is_zero(match_group(m, "time"))) {
		match_skip(m, "a time of 0: the kernel had no memory for it", m->msg);
		return;
	}
	refscale_put(m, st, STR(""), match_group(m, "number"));
}

static void refscale_threads(struct match *m, void *state)
{
	struct refscale_state *st = state;

	st->rows = st->nruns;
	if (refscale_is_zero(match_group(m, "time")))
		match_skip(m, "a time of 0: the kernel had no memory for it", m->msg);
	else
		refscale_put(m, st, match_group(m, "number"), STR(""));
}

#define R "^\\s*(?<type>[a-z][\\w-]*?)-ref-(?:perf|scale):"
/* Behind a row of a table whose line breaks got lost stands the next one. */
#define ROW(number, time) \
	"^\\s*(?<number>" number ")\\s+(?<time>" time ")(?:\\s*$|(?=\\s+\\d+\\s+\\d))"

static const struct rule rules[] = {
	{ .literal = "--- Start of test:",
	  .pattern = R "\\s*--- Start of test:(?<words>(?:\\s+\\w+=-?\\w+)+)\\s*$",
	  .emit = refscale_start },
	{ .literal = "-ref-scale:", .pattern = R "\\s*!!!\\s", .event = "refscale.error" },
	{ .literal = "-ref-scale:", .pattern = R "(?:\\s*$| END OF TEST)", .emit = refscale_type },
	{ .literal = "-ref-perf:", .pattern = R "(?:\\s*$| END OF TEST)", .emit = refscale_type },
	{ .literal = "Time(ns)",
	  .name = "runs",
	  .pattern = "^\\s*Runs\\s+Time\\(ns\\)(?=\\s|$)",
	  .emit = refscale_header },
	{ .literal = "Time(ns)",
	  .name = "threads",
	  .pattern = "^\\s*Threads\\s+Time\\(ns\\)(?=\\s|$)" },
	{ .after = "runs",
	  .gap = 4,
	  .pattern = ROW("\\d{1,9}", "\\d+\\.\\d{3}"),
	  .emit = refscale_row },
	{ .after = "threads",
	  .gap = 4,
	  .pattern = ROW("\\d{1,9}", "\\d+(?:\\.\\d{3})?"),
	  .emit = refscale_threads },
};

const struct format format_refscale = {
	.name = "refscale",
	.summary = "read-side operations of refscale and refperf: time of one",
	.example = "Runs\tTime(ns)\n1\t4.381",
	RULES(rules),
	.state_size = sizeof(struct refscale_state),
	.end = refscale_end,
};

/* SPDX-License-Identifier: GPL-2.0-or-later */
#include <stdio.h>
#include "core/unit.h"
#include "parsers/cell.h"
#include "parsers/emit.h"
#include "parsers/table.h"

/*
 * The comparisons that mmtests prints, a column a kernel, whose name may take two lines:
 *
 *   dbench4 Loadfile Execution Time
 *                                6.18-rc1               6.18-rc1
 *                                 vanilla                   next
 *   Amean      1         14.62 (   0.00%)       14.69 *  -0.46%*
 *   Stddev     1          0.52 (   0.00%)        0.51 (   2.45%)
 *
 * A positive percentage is an improvement, which tells the direction; it is no value. Stars are
 * verdicts of a test that is not ours. How many values a mean is of is not said.
 */

#define MMTESTS_TITLE 80
/* Headings are looked for so many lines above the first row. */
#define MMTESTS_ABOVE 4

struct mmtests_state {
	char name[MMTESTS_TITLE], unit[24]; /* of lines that say them: "Benchmark  : tbench4" */
	enum better said;
	char title[MMTESTS_TITLE]; /* the line over the headings */
	char title_unit[24];
	struct table_heads heads;
	char labels[TABLE_CELLS][130];
	size_t n;
	unsigned int nth;
	enum better better;
	struct map seen;
};

struct mmtests_cell {
	struct cell cell;
	double change; /* in percent, better if positive; 0 if empty */
};

struct mmtests_row {
	struct str name;
	struct mmtests_cell cell[TABLE_CELLS];
	size_t n;
};

static bool mmtests_change(struct str *text, double *change)
{
	struct str s = str_trim(*text);
	char close = s.n && s.p[0] == '*' ? '*' : ')';
	size_t n = 1;

	if (!s.n || (s.p[0] != '*' && s.p[0] != '('))
		return false;
	while (n < s.n && n < 24 && s.p[n] != close)
		n++;
	if (n == s.n || s.p[n] != close)
		return false;
	*change = 0;
	if (str_trim((struct str){ s.p + 1, n - 1 }).n) {
		struct str number = str_trim((struct str){ s.p + 1, n - 1 });

		if (!str_ends(number, STR("%")))
			return false;
		number.n--;
		if (!str_double(number, change))
			return false;
	}
	*text = str_skip(s, n + 1);
	return true;
}

/* A value, perhaps with a spread, and its change, of each column. */
static bool mmtests_cells(struct mmtests_row *row, struct str text)
{
	row->n = 0;
	for (text = str_trim(text); text.n; text = str_trim(text)) {
		struct mmtests_cell *c = &row->cell[row->n];
		size_t end = 0;
		struct str value;

		while (end < text.n && text.p[end] != '(' && text.p[end] != '*')
			end++;
		value = (struct str){ text.p, end };
		text = str_skip(text, end);
		if (row->n == TABLE_CELLS || !cell_next(&value, &c->cell) || value.n ||
		    c->cell.kind != CELL_VALUE || !mmtests_change(&text, &c->change))
			return false;
		row->n++;
	}
	return row->n > 0;
}

/* The name may be a number, or not be there. */
static bool mmtests_row(struct mmtests_row *row, struct str text)
{
	struct str rest = text;

	row->name = str_word(&rest);
	if (mmtests_cells(row, rest))
		return true;
	row->name.n = 0;
	return mmtests_cells(row, text);
}

/*
 * n labels, two blanks apart or, where they are long, one. They are over columns that stand right
 * of the rows' names; titles begin at the left.
 */
static bool mmtests_labels(struct table_heads *heads, struct str line, size_t n)
{
	struct table_row row = table_split(line);
	struct str word;

	if (!str_starts(line, STR("    ")) && !str_starts(line, STR("\t")))
		return false;
	if (row.n != n) {
		for (row.n = 0; (word = str_word(&line)).n; row.n++)
			if (row.n < TABLE_CELLS)
				row.cell[row.n] = word;
	}
	if (row.n != n)
		return false;
	table_keep(heads, &row, 0);
	return true;
}

static bool mmtests_is_rule(struct str line)
{
	for (size_t i = 0; i < line.n; i++)
		if (line.p[i] != '-' && line.p[i] != '=' && !is_blank(line.p[i]))
			return false;
	return line.n > 0;
}

static bool mmtests_is_row(struct str line)
{
	static const char *const ops[] = { "Amean",	"SubAmean",  "Hmean",	    "Gmean",
					   "Stddev",	"CoeffVar",  "Min",	    "Max",
					   "1st-qrtle", "2nd-qrtle", "3rd-qrtle",   "Coeff ",
					   "Best",	"BAmean-",   "BAmean.",	    "BHme",
					   "BGme",	"BShme",     "Significant", NULL };

	line = str_trim(line);
	for (size_t i = 0; ops[i]; i++)
		if (str_starts(line, str_of(ops[i])))
			return true;
	return false;
}

/* The line over the headings, if it can be a title; its unit may stand in parentheses. */
static void mmtests_title(struct mmtests_state *st, struct str line)
{
	size_t open;

	line = str_trim(line);
	st->title[0] = st->title_unit[0] = '\0';
	if (!line.n || line.n >= MMTESTS_TITLE || mmtests_is_row(line) ||
	    memchr(".,:;", line.p[line.n - 1], 4))
		return;
	EMIT_COPY(st->title, line);
	open = str_find(line, STR("("));
	if (open != (size_t)-1) {
		struct str inner = str_skip(line, open + 1), unit = cell_unit(&inner);

		if (unit.n && str_starts(inner, STR(")")))
			EMIT_COPY(st->title_unit, unit);
	}
}

/* Finds the headings over a row of n columns. */
static bool mmtests_headings(const struct match *m, struct mmtests_state *st, size_t n)
{
	unsigned int nth = 1;
	struct str line = match_above(m, nth);
	struct table_heads upper;
	bool two;

	while (nth < MMTESTS_ABOVE && mmtests_is_rule(line))
		line = match_above(m, ++nth);
	if (!mmtests_labels(&st->heads, line, n))
		return false;
	line = match_above(m, ++nth);
	two = mmtests_labels(&upper, line, n) && n > 1;
	for (size_t i = 0; i < n; i++) {
		struct str low = str_of(st->heads.name[i]), base = STR(" (BASELINE)");

		if (str_ends(low, base))
			st->heads.name[i][low.n - base.n] = '\0';
		snprintf(st->labels[i], sizeof(st->labels[i]), "%s%s%s", two ? upper.name[i] : "",
			 two ? " " : "", st->heads.name[i]);
	}
	mmtests_title(st, two ? match_above(m, nth + 1) : line);
	st->n = n;
	return true;
}

static struct str mmtests_bench(const struct mmtests_state *st)
{
	return st->name[0] ? str_of(st->name) : st->title[0] ? str_of(st->title) : STR("mmtests");
}

static void mmtests_name(struct match *m, void *state)
{
	struct mmtests_state *st = state;

	EMIT_COPY(st->name, match_group(m, "name"));
	st->unit[0] = '\0';
	st->said = BETTER_NONE;
}

static void mmtests_unit(struct match *m, void *state)
{
	struct mmtests_state *st = state;
	struct str better = match_group(m, "better");

	EMIT_COPY(st->unit, match_group(m, "unit"));
	st->said = str_is(better, "higher") ? BETTER_HIGHER : BETTER_LOWER;
}

/* Which way a column went that is said to be better, or worse. */
static enum better mmtests_better(const struct mmtests_row *row)
{
	double base, value;

	str_double(str_of(row->cell[0].cell.number), &base);
	for (size_t i = 1; i < row->n; i++) {
		double change = row->cell[i].change;

		if (!str_double(str_of(row->cell[i].cell.number), &value) || change == 0 ||
		    value == base)
			continue;
		return (value > base) == (change > 0) ? BETTER_HIGHER : BETTER_LOWER;
	}
	return BETTER_NONE;
}

static const char *mmtests_stat(struct str op)
{
	static const struct {
		const char *op, *stat;
	} ops[] = { { "Amean", "mean" },    { "SubAmean", "mean" }, { "Hmean", "hmean" },
		    { "Gmean", "gmean" },   { "Stddev", "sd" },	    { "Min", "min" },
		    { "Max", "max" },	    { "1st-qrtle", "p25" }, { "2nd-qrtle", "p50" },
		    { "3rd-qrtle", "p75" }, { "Max-90%", "p90" },   { "Max-93%", "p93" },
		    { "Max-95%", "p95" },   { "Max-99%", "p99" } };

	for (size_t i = 0; i < sizeof(ops) / sizeof(ops[0]); i++)
		if (str_is(op, ops[i].op))
			return ops[i].stat;
	return NULL;
}

/* Of the tables of one name, each has its number. */
static void mmtests_count(struct match *m, struct mmtests_state *st, const struct mmtests_row *row)
{
	uint64_t hash = str_hash(mmtests_bench(st), STR_HASH_SEED);

	hash = map_mix(hash, str_hash(match_group(m, "op"), STR_HASH_SEED));
	hash = map_mix(hash, str_hash(row->name, STR_HASH_SEED));
	hash = map_mix(hash, str_hash(str_of(st->labels[0]), STR_HASH_SEED));
	st->nth = emit_nth(m, &st->seen, hash, "table of such rows");
}

static void mmtests_emit(struct match *m, struct mmtests_state *st, const struct mmtests_row *row,
			 const char *stat)
{
	const char *unit = st->unit[0] ? st->unit : st->title_unit;
	const struct unit *known = unit_find(str_of(unit));
	struct record rec = match_record(m);
	struct buf params = { 0 };
	char spread[CELL_DIGITS];

	if (row->name.n)
		record_pair(&params, STR("row"), row->name);
	emit_table(&params, st->nth);
	rec.bench = mmtests_bench(st);
	rec.params = buf_str(&params);
	rec.metric = STR("value");
	rec.unit = known ? str_of(known->name) : str_of(unit);
	rec.better = st->better;
	rec.fold = FOLD_RUNS;
	rec.n = 0;
	for (size_t i = 0; i < row->n; i++) {
		rec.source = str_of(st->labels[i]);
		emit_stat(m, rec, stat, str_of(row->cell[i].cell.number));
		if (row->cell[i].cell.spread.n && cell_spread(&row->cell[i].cell, spread))
			emit_stat(m, rec, "spread", str_of(spread));
	}
	buf_free(&params);
}

static void mmtests_line(struct match *m, void *state)
{
	struct mmtests_state *st = state;
	struct mmtests_row row;
	struct str op = match_group(m, "op");
	const char *stat = mmtests_stat(op);
	enum better better;

	if (!mmtests_row(&row, match_group(m, "cells"))) {
		match_skip(m, "columns are not all a value and its change", m->msg);
		return;
	}
	if (!st->n || !mmtests_is_row(match_above(m, 1))) {
		st->n = 0;
		st->better = BETTER_NONE;
		if (!mmtests_headings(m, st, row.n)) {
			match_skip(m, "not as many headings above as columns", m->msg);
			return;
		}
		mmtests_count(m, st, &row);
	}
	if (row.n != st->n) {
		match_skip(m, "not as many headings above as columns", m->msg);
		return;
	}
	better = mmtests_better(&row);
	if (stat && strcmp(stat, "sd") != 0 && better != BETTER_NONE)
		st->better = better;
	if (st->said != BETTER_NONE)
		st->better = st->said;
	if (stat)
		mmtests_emit(m, st, &row, stat);
}

static void mmtests_end(struct match *m, void *state)
{
	struct mmtests_state *st = state;

	(void)m;
	map_free(&st->seen);
}

#define ROW(op)                                                                              \
	"^\\s*(?<op>" op ")\\s+(?<cells>(?:\\S+\\s+)?-?\\d[\\d.]*(?:\\s*\\+-\\s*[\\d.]+%?)?" \
	"\\s*[(*].*[)*])=?\\s*$"
#define MMTESTS(lit, op)                                                                 \
	{                                                                                \
		.literal = lit, .pattern = ROW(op), .single = true, .emit = mmtests_line \
	}

static const struct rule rules[] = {
	{ .literal = "Benchmark   ",
	  .pattern = "^Benchmark {3,}: (?<name>\\S+)",
	  .emit = mmtests_name },
	{ .literal = "Unit     ",
	  .pattern = "^Unit {5,}: (?<unit>\\S+) \\((?<better>higher|lower) is better\\)\\s*$",
	  .emit = mmtests_unit },
	MMTESTS("Amean", "(?:Sub)?Amean|BAmean[-.]\\d+"),
	MMTESTS("Hmean", "Hmean|BHmean[-.]\\d+"),
	MMTESTS("Gmean", "Gmean"),
	MMTESTS("Stddev  ", "Stddev"),
	MMTESTS("CoeffVar ", "CoeffVar"),
	MMTESTS("Min   ", "Min"),
	MMTESTS("Max   ", "Max"),
	MMTESTS("-qrtle ", "(?:1st|2nd|3rd)-qrtle"),
	MMTESTS("Max-9", "Max-9[0359]%"),
};

const struct format format_mmtests = {
	.name = "mmtests",
	.summary = "comparisons printed by mmtests, a column a kernel",
	.example = "                             vanilla                   next\n"
		   "Amean      1         14.62 (   0.00%)       14.69 *  -0.46%*",
	RULES(rules),
	.state_size = sizeof(struct mmtests_state),
	.end = mmtests_end,
};

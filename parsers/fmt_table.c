/* SPDX-License-Identifier: GPL-2.0-or-later */
#include <stdio.h>
#include "core/unit.h"
#include "parsers/cell.h"
#include "parsers/emit.h"
#include "parsers/params.h"
#include "parsers/table_bars.h"
#include "parsers/table_better.h"
#include "parsers/table_text.h"

/*
 * Tables that people type into mails, one column a kernel, where the headings leave no doubt:
 *
 *   Test:            tip                   +patch
 *   1-groups:        5.23 (0.00 pct)       4.61 (+11.85 pct)
 *
 * or one row a kernel, under headings that say when: "before", "during", "after"; and pairs of
 * lines that name their sides, "base: 42382 +- 19.8%". What is derived from other cells is no
 * value. Titles name the benchmark; a table that comes again under its title is another one.
 */

/* Longer lines are no tables. */
#define TABLE_LINE 512

struct table_state {
	struct table_text text;
	struct head head;
	bool active, blank, metrics, bare;
	bool bars;	       /* the table is one of Markdown */
	char above[BARS_LINE]; /* the line above, if it may be the head of one */
	bool gains;	       /* the text's percentages are such, see table_better.h */
	unsigned long rows;
	char title[160], group[TEXT_TITLE];
	unsigned int nth; /* of the tables of this title and headings */
	struct map seen;
};

/* The line without the frame that | and its like draw, as TABs. */
static struct str table_flat(char *to, struct str line)
{
	size_t n = 0;

	if (line.n >= TABLE_LINE)
		return (struct str){ to, 0 };
	for (size_t i = 0; i < line.n; i++) {
		bool bar = line.p[i] == '|' && (i == 0 || is_blank(line.p[i - 1])) &&
			   (i + 1 >= line.n || is_blank(line.p[i + 1]) || line.p[i + 1] == '\r');

		/* A frame on the left is no indentation. */
		if (bar && n == 0)
			i += i + 1 < line.n;
		else
			to[n++] = bar ? '\t' : line.p[i];
	}
	table_decimals(to, n);
	return str_rtrim((struct str){ to, n });
}

static struct str table_bench(const struct table_state *st)
{
	return st->title[0]			     ? str_of(st->title)
	       : st->head.keys && st->head.key[0][0] ? str_of(st->head.key[0])
						     : STR("table");
}

/* group, nth and the names of the row, by their keys' order. */
static void table_params(const struct table_state *st, const struct row_cells *row,
			 struct buf *params)
{
	struct param pair[HEAD_KEYS + 2];
	char nth[16];
	size_t n = 0;

	for (size_t i = 0; i < row->keys; i++) {
		size_t at = i + st->head.rows;
		struct str name = at < st->head.keys ? str_of(st->head.key[at]) : STR("");
		struct str value = str_trim(row->key[i]);

		while (value.n && value.p[value.n - 1] == ':')
			value = str_rtrim((struct str){ value.p, value.n - 1 });
		pair[n++] = (struct param){ name.n && (st->title[0] || at) ? name : STR("row"),
					    value };
	}
	if (st->group[0] && !st->bare)
		pair[n++] = (struct param){ STR("group"), str_of(st->group) };
	if (st->nth > 1) {
		snprintf(nth, sizeof(nth), "%u", st->nth);
		pair[n++] = (struct param){ STR("table"), str_of(nth) };
	}
	params_sorted(params, pair, n);
}

/* A row whose like another table of this text has had makes its table the next one of the kind. */
static void table_count(struct match *m, struct table_state *st, const struct row_cells *row,
			struct str source)
{
	struct buf params = { 0 };
	uint64_t hash;

	st->nth = 1;
	table_params(st, row, &params);
	hash = map_mix(str_hash(table_bench(st), STR_HASH_SEED),
		       str_hash(buf_str(&params), STR_HASH_SEED));
	hash = map_mix(hash, str_hash(source, STR_HASH_SEED));
	st->nth = emit_nth(m, &st->seen, hash, "table of such rows");
	buf_free(&params);
}

/* name is the metric's, or the row's if the table has but one metric. */
static enum better table_better(struct str unit, struct str name, enum better percent)
{
	enum better better = emit_better(unit);

	if (better == BETTER_NONE && !unit.n)
		better = table_name_better(name);
	return better == BETTER_NONE && !unit.n ? percent : better;
}

static unsigned long table_runs(struct table_state *st)
{
	if (st->text.runs && !st->text.runs_tables)
		st->text.runs_tables = st->head.hash;
	return st->text.runs && st->text.runs_tables == st->head.hash ? st->text.runs : 0;
}

/* The value and its spread. What a spread is must have been said, or it is a spread and no more. */
static void table_cell(struct match *m, struct table_state *st, struct record rec,
		       const struct cell *cell, const struct cell *sd_cell, bool paren_sd,
		       const char *stat)
{
	struct str number = str_of(cell->number), spread = cell->spread;
	bool sd = cell->spread.n ? st->text.spread_sd : sd_cell || paren_sd;
	char scaled[CELL_DIGITS];

	if (stat[0]) {
		rec.n = 0;
		emit_stat(m, rec, stat, number);
		return;
	}
	if (!spread.n && !sd) {
		emit_stat(m, rec, "value", number);
		return;
	}
	if (!spread.n)
		spread = sd_cell ? str_of(sd_cell->number) : cell->paren;
	else
		spread = cell_spread(cell, scaled) ? str_of(scaled) : (struct str){ NULL, 0 };
	rec.n = sd ? table_runs(st) : 0;
	rec.fold = rec.n ? FOLD_RUNS : FOLD_MEAN;
	emit_stat(m, rec, "mean", number);
	if (spread.n)
		emit_stat(m, rec, sd ? "sd" : "spread", spread);
}

/* Parentheses hold the standard deviation if that is said, and no change that could be meant. */
static bool table_paren_sd(const struct table_state *st, const struct row_cells *row, size_t i)
{
	const struct column *c = &st->head.column[i];
	const struct cell *cell = &row->cell[i];
	double value, base, paren;

	if (!cell->paren.n || cell->paren_percent || c->paren_percent ||
	    !(c->paren_sd || st->text.paren_sd) || !str_double(cell->paren, &paren) || paren < 0 ||
	    !str_double(str_of(cell->number), &value) ||
	    !str_double(str_of(row->cell[0].number), &base))
		return false;
	if (i && base > 0 && value > 0) {
		double change = 100 * (value - base) / base;
		double slack = 0.02 + 0.01 * (change < 0 ? -change : change);
		double off = (change < 0 ? -change : change) - paren;

		return !(off < slack && off > -slack);
	}
	return true;
}

static struct str table_unit(const struct table_state *st, const struct row_cells *row,
			     const struct column *c, const struct cell *cell)
{
	struct str unit = cell->unit;

	if (!unit.n)
		unit = str_of(c->unit);
	for (size_t i = row->keys; !unit.n && i-- > 0;)
		unit = cell_said_unit(row->key[i]);
	if (!unit.n)
		unit = str_of(st->head.key_unit);
	if (!unit.n)
		unit = cell_said_unit(str_of(st->group));
	return unit_find(unit) && unit.n ? str_of(unit_find(unit)->name) : unit;
}

/*
 * "1.2M": of rates, millions. What a G of other things is, nobody has said: it is a unit of its
 * own, the same in all the row.
 */
static bool table_prefixes(const struct table_state *st, struct row_cells *row)
{
	char prefix = '\0';
	bool first = true;

	for (size_t i = 0; i < row->n; i++) {
		struct cell *cell = &row->cell[i];
		struct str unit = table_unit(st, row, &st->head.column[i], cell);
		size_t n = strlen(cell->number);

		if (cell->kind != CELL_VALUE)
			continue;
		if (cell->prefix && emit_better(unit) == BETTER_HIGHER && n + 4 < CELL_DIGITS) {
			str_copy(cell->number + n, CELL_DIGITS - n, cell_exponent(cell->prefix));
			cell->prefix = '\0';
		}
		if (!first && cell->prefix != prefix)
			return false;
		prefix = cell->prefix;
		first = false;
		if (prefix && unit.n)
			return false;
		if (prefix)
			cell->unit = (struct str){ &cell->prefix, 1 };
	}
	return true;
}

/* A second row of one name: what tells them apart is in a column that is no name. */
static bool table_again(struct table_state *st, struct str params, struct str side)
{
	uint64_t hash = map_mix(str_hash(table_bench(st), STR_HASH_SEED), st->head.hash);

	if (!st->bars || st->head.column[0].kind != COLUMN_METRIC)
		return false;
	hash = map_mix(hash, str_hash(params, STR_HASH_SEED));
	hash = map_mix(hash, str_hash(side, STR_HASH_SEED + 1));
	return ++*map_put(&st->seen, hash) > 1;
}

/* Takes the name that is a side off the row. */
static struct str table_turn(struct row_cells *row)
{
	struct str side = row->key[0];

	row->keys--;
	memmove(row->key, row->key + 1, row->keys * sizeof(row->key[0]));
	return side;
}

/* Why no value of the row is good, NULL if it is. */
static const char *table_refused(const struct table_state *st, struct row_cells *row)
{
	bool zero = st->head.column[0].kind == COLUMN_METRIC;
	double v;

	for (size_t i = 0; i < row->n; i++)
		zero &= str_double(str_of(row->cell[i].number), &v) && v == 0;
	return zero			  ? "all values of the row are 0, as if not measured"
	       : !table_prefixes(st, row) ? "values of unlike prefixes"
					  : NULL;
}

static void table_emit(struct match *m, struct table_state *st, struct row_cells *row)
{
	struct record rec = match_record(m);
	struct buf params = { 0 };
	bool shares = true, turned = st->head.rows || table_row_is_side(&st->head, row);
	struct str name = row->keys ? row->key[row->keys - 1] : STR(""), side;
	const char *refused = table_refused(st, row);
	enum better percent;

	if (refused) {
		match_skip(m, refused, m->msg);
		return;
	}
	for (size_t i = 0; i < row->n; i++)
		shares &= row->cell[i].kind != CELL_VALUE;
	side = turned ? table_turn(row) : STR("");
	if (!st->rows++)
		table_count(m, st, row, turned ? side : str_of(st->head.column[0].name));
	table_params(st, row, &params);
	if (table_again(st, buf_str(&params), side)) {
		match_skip(m, "another row of this name", m->msg);
		buf_free(&params);
		return;
	}
	percent = table_percent_better(&st->head, row, &st->gains);
	rec.bench = table_bench(st);
	rec.params = buf_str(&params);
	for (size_t i = 0; i < row->n; i++) {
		const struct column *c = &st->head.column[i];
		const struct cell *cell = &row->cell[i];
		bool sd_next = i + 1 < row->n && st->head.column[i + 1].kind == COLUMN_SD &&
			       row->cell[i + 1].kind == CELL_VALUE;

		if ((c->kind != COLUMN_SIDE && c->kind != COLUMN_METRIC) ||
		    (cell->kind != CELL_VALUE &&
		     !(cell->kind == CELL_PERCENT &&
		       (shares || (st->bars && c->kind == COLUMN_METRIC)))))
			continue;
		if (turned && c->kind == COLUMN_SIDE) {
			params.n = 0;
			record_pair(&params, STR("column"), str_of(c->name));
			table_params(st, row, &params);
			rec.params = buf_str(&params);
		}
		rec.source = turned ? side : str_of(c->name);
		rec.metric = c->metric[0] ? str_of(c->metric) : STR("value");
		rec.unit = table_unit(st, row, c, cell);
		rec.better = table_better(rec.unit,
					  c->metric[0] ? rec.metric
					  : turned     ? table_bench(st)
						       : name,
					  percent);
		if (row->better != BETTER_NONE)
			rec.better = row->better;
		table_cell(m, st, rec, cell, sd_next ? &row->cell[i + 1] : NULL,
			   table_paren_sd(st, row, i), c->stat);
	}
	buf_free(&params);
}

/* True if the line is a row of the table, taken or refused. */
/* As many cells as the header has, and numbers first in all that are to be values. */
static bool table_numbers(const struct head *h, const struct table_row *cells)
{
	size_t n = h->keys;

	for (; n < cells->n && cells->n == h->keys + h->n; n++)
		if (!cells->cell[n].n || !is_digit(cells->cell[n].p[0]))
			return false;
	return n > h->keys;
}

static bool table_row(struct match *m, struct table_state *st, struct str flat)
{
	struct table_row cells = st->head.tabs ? head_split_tabs(flat) : table_split(flat);
	struct head *h = &st->head;
	struct row_cells row;

	/* "v7.0 | v7.1" over values whose names are lines of their own. */
	if (!h->keys && st->group[0] && cells.n == h->n && table_row_parse(&row, &cells, true) &&
	    row.n == h->n) {
		st->bare = true;
		row.key[row.keys++] = str_of(st->group);
		table_emit(m, st, &row);
		return true;
	}
	if (st->bare)
		return false;
	if (!table_row_parse(&row, &cells, false)) {
		if (table_numbers(h, &cells))
			match_skip(m, "a cell that is not understood", m->msg);
		else if (!row.text || row.n < h->values || !st->rows)
			return false;
		else
			match_skip(m, "text among the values", m->msg);
		return true;
	}
	if (h->column[0].kind == COLUMN_METRIC && row.keys != h->keys)
		return false;
	if (!st->rows)
		head_shift(h, flat, row.n + row.keys, row.key[0]);
	if (!table_row_align(h, &row)) {
		if (row.n < 2 && (!st->rows || st->blank))
			return false;
		match_skip(m, "not as many values as columns", m->msg);
		return true;
	}
	table_emit(m, st, &row);
	return true;
}

static void table_open(struct table_state *st, const struct head *head)
{
	struct buf title = { 0 };

	st->head = *head;
	st->active = true;
	st->metrics = st->blank = st->bare = false;
	st->rows = 0;
	st->group[0] = '\0';
	table_text_title(&st->text, &title);
	EMIT_COPY(st->title, buf_str(&title));
	buf_free(&title);
}

static bool table_begin(struct table_state *st, struct str flat)
{
	struct head head;

	if (flat.n && memchr("+-@", flat.p[0], 3))
		return false;
	if (!head_parse(&head, flat))
		return false;
	table_open(st, &head);
	return true;
}

/* Lines of Markdown's tables; false where the line is for others. */
static bool table_bars(struct match *m, struct table_state *st, bool *taken)
{
	struct bars bars;
	struct head head;
	struct row_cells row;
	enum bars_said said;

	*taken = false;
	if (bars_is_rule(m->msg) && st->above[0] && bars_split(&bars, str_of(st->above))) {
		st->bars = bars_head(&head, &bars) || bars_metrics(&head, &bars) ||
			   head_stats(&head, &bars.row);
		st->active = false;
		if (st->bars)
			table_open(st, &head);
		*taken = st->bars;
		return true;
	}
	if (!st->bars || !st->active || !m->msg.n || !memchr(m->msg.p, '|', m->msg.n)) {
		st->active &= !st->bars;
		st->bars = false;
		return false;
	}
	said = bars_split(&bars, m->msg) ? bars_row(&st->head, &bars, &row) : BARS_END;
	if (said == BARS_END)
		st->bars = st->active = false;
	else if (said == BARS_ODD)
		match_skip(m, "text among the values", m->msg);
	else if (said == BARS_ROW)
		table_emit(m, st, &row);
	*taken = said == BARS_ROW || said == BARS_ODD;
	return true;
}

/* A line in the midst of a table that is none of its rows. */
static bool table_between(struct table_state *st, struct str flat)
{
	struct str text = str_trim(flat);

	if (!st->rows && !st->metrics && !st->blank) {
		st->metrics = true;
		if (head_metrics(&st->head, flat))
			return true;
		/* The rest of headings of two lines. */
		if (table_split(flat).n > 1 && table_split(flat).n < st->head.n + st->head.keys)
			return true;
	}
	/* "1 Threads" over the rows of one thread; a row's own name over its values may be longer.
	 */
	if (table_split(flat).n == 1 &&
	    ((text.n < 40 && (!st->blank || st->bare || !st->rows)) ||
	     (!st->head.keys && text.n < TEXT_TITLE && (st->bare || !st->rows)))) {
		EMIT_COPY(st->group, text);
		return false;
	}
	st->active = false;
	return false;
}

/*
 * "base:   42382+-19.8%", "patch: 50174+-9.5%  (noise)": a line a side, under a title and a line
 * that names the row.
 */
static bool table_side(struct match *m, struct table_state *st, struct str flat)
{
	struct str_cut cut = str_cut(str_trim(flat), ':');
	struct record rec = match_record(m);
	struct buf params = { 0 };
	struct row_cells row = { 0 };
	struct str side = cut.head;
	size_t blanks = 0;

	for (size_t i = 0; i < side.n; i++)
		blanks += is_blank(side.p[i]);
	if (!cut.ok || !side.n || side.n > 24 || blanks > 2 || !head_is_side(side) ||
	    !table_row_add(&row, str_trim(cut.tail)) || row.cell[0].kind != CELL_VALUE ||
	    !row.cell[0].spread.n)
		return false;
	for (size_t i = 1; i < row.n; i++)
		if (row.cell[i].kind == CELL_VALUE)
			return false;
	st->head = (struct head){ .hash = 1 };
	st->group[0] = '\0';
	snprintf(st->title, sizeof(st->title), "%s", st->text.ruled);
	if (strcmp(st->text.last, st->text.ruled) != 0) {
		row.key[row.keys++] = str_of(st->text.last);
	} else if (!st->title[0]) {
		snprintf(st->title, sizeof(st->title), "%s", st->text.last);
	}
	table_count(m, st, &row, side);
	table_params(st, &row, &params);
	rec.bench = table_bench(st);
	rec.params = buf_str(&params);
	rec.source = side;
	rec.metric = STR("value");
	rec.unit = row.cell[0].unit;
	rec.better = table_better(rec.unit, row.keys ? row.key[0] : STR(""), BETTER_NONE);
	table_cell(m, st, rec, &row.cell[0], NULL, false, "");
	buf_free(&params);
	return true;
}

static bool table_line(struct match *m, void *state)
{
	struct table_state *st = state;
	char to[TABLE_LINE];
	struct str flat = table_flat(to, m->msg);
	bool rule = head_is_rule(flat), taken = false, bars;

	/* Lines that other formats have taken are no table of ours. */
	if (!match_adjoins(m))
		st->active = false;
	bars = table_bars(m, st, &taken);
	st->above[0] = '\0';
	if (memchr(m->msg.n ? m->msg.p : "", '|', m->msg.n) && m->msg.n < sizeof(st->above)) {
		memcpy(st->above, m->msg.p, m->msg.n);
		st->above[m->msg.n] = '\0';
	}
	if (bars)
		return taken;
	if (!flat.n) {
		st->blank = true;
		return false;
	}
	if (rule) {
		table_text_line(&st->text, flat, true);
		return st->active;
	}
	if (st->active && table_row(m, st, flat)) {
		st->blank = false;
		return true;
	}
	if (table_begin(st, flat) || table_side(m, st, flat))
		return true;
	if (st->active)
		taken = table_between(st, flat);
	st->blank = false;
	if (!taken)
		table_text_line(&st->text, flat, false);
	return taken;
}

/* "throughput: mean: 382093 KB/s, stdev: 11173.6 KB/s" */
static void table_mean(struct match *m, void *state)
{
	struct table_state *st = state;
	struct record rec = match_record(m);
	struct buf params = { 0 };
	struct str unit = match_group(m, "unit");

	if (!str_eq(unit, match_group(m, "sd_unit"))) {
		match_skip(m, "mean and deviation have different units", m->msg);
		return;
	}
	record_pair(&params, STR("row"), match_group(m, "row"));
	st->head = (struct head){ .hash = 2 };
	rec.bench = STR("table");
	rec.params = buf_str(&params);
	rec.metric = STR("value");
	rec.unit = unit.n && unit_find(unit) ? str_of(unit_find(unit)->name) : unit;
	rec.better = table_better(rec.unit, match_group(m, "row"), BETTER_NONE);
	rec.n = table_runs(st);
	rec.fold = rec.n ? FOLD_RUNS : FOLD_MEAN;
	emit_stat(m, rec, "mean", match_group(m, "mean"));
	emit_stat(m, rec, "sd", match_group(m, "sd"));
	buf_free(&params);
}

static void table_end(struct match *m, void *state)
{
	struct table_state *st = state;

	(void)m;
	map_free(&st->seen);
}

static const struct rule rules[] = {
	{ .literal = ", std",
	  .pattern = "^\\s*(?<row>[A-Za-z][^:]{0,40}): +mean: (?<mean>\\d+(?:\\.\\d+)?) ?"
		     "(?<unit>[A-Za-z/]*), std(?:ev|dev|\\.dev): (?<sd>\\d+(?:\\.\\d+)?) ?"
		     "(?<sd_unit>[A-Za-z/]*)\\s*$",
	  .emit = table_mean },
};

const struct format format_table = {
	.name = "table",
	.summary = "tables typed by hand, one column a kernel",
	.example = "Test:            base                  +patch\n"
		   "1-groups:        5.23 (0.00 pct)       4.61 (+11.85 pct)",
	RULES(rules),
	.state_size = sizeof(struct table_state),
	.line = table_line,
	.end = table_end,
};

/* SPDX-License-Identifier: GPL-2.0-or-later */
#include <strings.h>
#include "core/unit.h"
#include "parsers/cell.h"
#include "parsers/table_head.h"

#define HEAD_LABEL_MAX 40

static bool head_any_word(struct str text, const char *const *words)
{
	for (; *words; words++)
		if (cell_has_word(text, *words))
			return true;
	return false;
}

/* "6.1", "v5.9.0-perfgov" at the start of a word, not "1.5" nor "2.4 GHz". */
static bool head_is_kernel(struct str s)
{
	size_t i = 0;

	i += s.n && s.p[0] == 'v';
	if (i + 2 >= s.n || s.p[i] < '2' || s.p[i] > '9' || s.p[i + 1] != '.' ||
	    !is_digit(s.p[i + 2]))
		return false;
	while (i < s.n && (is_digit(s.p[i]) || s.p[i] == '.'))
		i++;
	return s.p[0] == 'v' || (i < s.n && (s.p[i] == '-' || s.p[i] == '+'));
}

bool head_is_side(struct str label)
{
	static const char *const words[] = {
		"before",   "after",	 "base",    "baseline", "patch",    "patched", "unpatched",
		"patchset", "vanilla",	 "stock",   "mainline", "upstream", "tip",     "orig",
		"origin",   "original",	 "old",	    "new",	"with",	    "without", "w/o",
		"default",  "master",	 "control", "reverted", "revert",   "fix",     "fixed",
		"ondemand", "schedutil", NULL
	};

	return head_is_kernel(label) || head_any_word(label, words);
}

static bool head_is_derived(struct str label)
{
	static const char *const words[] = { "change",	"changes",     "diff",	     "delta",
					     "gain",	"improvement", "speedup",    "speed-up",
					     "ratio",	"vs",	       "chg",	     "p-value",
					     "percent", "overhead",    "difference", "reduction",
					     "uplift",	"improv",      "regression", NULL };

	return head_any_word(label, words) || str_is(label, "%") || str_starts(label, STR("%")) ||
	       str_is(label, "+/-%");
}

static bool head_is_sd(struct str label)
{
	static const char *const words[] = { "stddev", "stdev", "std.dev", "stdv", NULL };

	return head_any_word(label, words) || str_is(label, "sd") || str_is(label, "SD") ||
	       str_is(label, "std");
}

/* Text that may stand over a column: short, no number, no sentence, no code. */
static bool head_is_label(struct str s)
{
	size_t words = 1, letters = 0;
	struct str rest = s;
	struct cell cell;

	if (!s.n || s.n > HEAD_LABEL_MAX)
		return false;
	if (cell_next(&rest, &cell) && cell.kind != CELL_DERIVED)
		return false;
	for (size_t i = 0; i < s.n; i++) {
		words += s.p[i] == ' ';
		letters += is_alpha(s.p[i]) || (s.p[i] & 0x80);
		if (memchr(";{}\"`?!=", s.p[i], 8))
			return false;
	}
	if (!letters && !head_is_derived(s))
		return false;
	return words <= 5 && !memchr(".,", s.p[s.n - 1], 2);
}

/* "with_patch(%gain)", "CNA / speedup", "<before>": the label alone, and what is said beside it. */
static struct str head_label(struct str cell, struct column *c)
{
	static const char *const gain[] = { "gain",    "improvement", "improv",
					    "speedup", "uplift",      NULL };
	static const char *const loss[] = { "overhead",	   "regression", "reduction", "slowdown",
					    "degradation", "loss",	 NULL };
	size_t open = str_find(cell, STR("(")), slash = str_find(cell, STR(" / "));

	if (slash != (size_t)-1 && head_is_derived(str_skip(cell, slash + 3)))
		cell.n = slash;
	if (open != (size_t)-1 && open && open < cell.n && cell.p[cell.n - 1] == ')') {
		struct str inner = { cell.p + open + 1, cell.n - open - 2 };

		c->paren_percent = head_is_derived(inner) || memchr(inner.p, '%', inner.n) ||
				   cell_has_word(inner, "pct");
		c->paren_sd = head_is_sd(inner) || str_is(inner, "+-") || str_is(inner, "+/-");
		c->paren_gain = head_any_word(inner, gain);
		c->paren_loss = head_any_word(inner, loss);
		if (c->paren_percent || c->paren_sd)
			cell = str_trim((struct str){ cell.p, open });
	}
	if (cell.n > 2 && cell.p[0] == '<' && cell.p[cell.n - 1] == '>')
		cell = (struct str){ cell.p + 1, cell.n - 2 };
	return str_trim(cell);
}

static void head_unit(char *to, size_t size, struct str label)
{
	size_t open = str_find(label, STR("("));
	struct str inner, unit;

	if (open == (size_t)-1)
		return;
	inner = str_skip(label, open + 1);
	unit = cell_unit(&inner);
	if (unit.n && str_starts(inner, STR(")")))
		str_copy(to, size, unit);
}

static void head_key(struct head *h, struct str cell)
{
	head_unit(h->key_unit, sizeof(h->key_unit), cell);
	if (h->key_unit[0])
		cell = str_trim((struct str){ cell.p, str_find(cell, STR("(")) });
	while (cell.n && memchr("#:|", cell.p[0], 3))
		cell = str_trim(str_skip(cell, 1));
	while (cell.n && cell.p[cell.n - 1] == ':')
		cell = str_rtrim((struct str){ cell.p, cell.n - 1 });
	str_copy(h->key[h->keys++], sizeof(h->key[0]), cell);
}

struct table_row head_split_tabs(struct str line)
{
	struct table_row row = { .n = 0 };
	struct str cell;

	line = str_trim(line);
	while (str_next(&line, '\t', &cell)) {
		cell = str_trim(cell);
		if (!cell.n)
			continue;
		if (row.n < TABLE_CELLS)
			row.cell[row.n] = cell;
		row.n++;
	}
	return row;
}

bool head_is_rule(struct str line)
{
	size_t marks = 0;

	for (size_t i = 0; i < line.n; i++) {
		if (is_blank(line.p[i]) || line.p[i] == '\r')
			continue;
		if (!memchr("-=+|~_.*", line.p[i], 8))
			return false;
		marks++;
	}
	return marks >= 3;
}

/* "Time" beside "Time Old" and "Time New" is their ratio. */
static bool head_is_split(const struct head *h)
{
	static const char *const words[] = { " old", " new", " before", " after" };

	for (size_t i = 0; i < h->n; i++)
		for (size_t j = 0; j < h->n; j++) {
			struct str a = str_of(h->column[i].name), b = str_of(h->column[j].name);

			for (size_t w = 0; i != j && str_starts(b, a) && w < 4; w++)
				if (strncasecmp(b.p + a.n, words[w], strlen(words[w])) == 0)
					return true;
		}
	return false;
}

void head_name_rows(struct head *h, struct str label)
{
	head_key(h, label);
}

bool head_is_change(struct str label)
{
	return head_is_derived(label);
}

void head_add(struct head *h, struct str label, struct str unit, enum column_kind kind)
{
	struct column *c = &h->column[h->n++];

	c->kind = kind;
	str_copy(c->name, sizeof(c->name), label);
	str_copy(c->unit, sizeof(c->unit), unit);
	h->values += kind == COLUMN_SIDE;
}

static bool head_sides(struct head *h, const struct table_row *row)
{
	size_t first = 0, sides = 0;

	while (first < row->n && !head_is_side(row->cell[first]))
		first++;
	if (first == row->n)
		return false;
	/* Two columns may name the row, but of "Test  A  B  base" one does. */
	first = first == 2 && row->n == 4 ? 2 : first > 0;
	for (size_t i = 0; i < first; i++)
		head_key(h, row->cell[i]);
	h->better = str_starts(row->cell[row->n - 1], STR("better"));
	for (size_t i = first; i < row->n - h->better; i++) {
		struct column *c = &h->column[h->n++];
		struct str label = head_label(row->cell[i], c);

		c->kind = head_is_sd(label)	   ? COLUMN_SD
			  : head_is_derived(label) ? COLUMN_DERIVED
						   : COLUMN_SIDE;
		sides += c->kind == COLUMN_SIDE && head_is_side(label);
		if (!head_is_label(label))
			return false;
		str_copy(c->name, sizeof(c->name), label);
		h->values += c->kind == COLUMN_SIDE;
	}
	return sides > 0 && !head_is_split(h) && h->values >= (h->keys ? 1 : 2) &&
	       h->column[0].kind == COLUMN_SIDE && h->n >= 2;
}

static bool head_percents(struct head *h, const struct table_row *row)
{
	size_t first = 0;

	while (first < row->n && !str_ends(row->cell[first], STR("%")))
		first++;
	if (!first || first > HEAD_TEXT_KEYS || row->n - first < 2)
		return false;
	for (size_t i = 0; i < first; i++)
		head_key(h, row->cell[i]);
	for (size_t i = first; i < row->n; i++) {
		struct column *c = &h->column[h->n++];
		struct str name = row->cell[i];

		if (name.n < 2 || !str_ends(name, STR("%")) || memchr(name.p, ' ', name.n))
			return false;
		c->kind = COLUMN_METRIC;
		str_copy(c->metric, sizeof(c->metric), (struct str){ name.p, name.n - 1 });
		str_copy(c->unit, sizeof(c->unit), STR("%"));
	}
	h->values = h->n;
	return true;
}

/* The word for a summary (core/record.h): "mean" for "Avg"; false if it is none. */
static bool head_stat(struct column *c, struct str label)
{
	static const char *const words[][2] = {
		{ "avg", "mean" },    { "average", "mean" }, { "mean", "mean" },
		{ "max", "max" },     { "maximum", "max" },  { "min", "min" },
		{ "minimum", "min" }, { "median", "p50" },   { "stddev", "sd" },
		{ "stdev", "sd" },    { "p50", "p50" },	     { "p90", "p90" },
		{ "p95", "p95" },     { "p99", "p99" },	     { "p99.9", "p99.9" }
	};

	for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); i++)
		if (label.n == strlen(words[i][0]) &&
		    strncasecmp(label.p, words[i][0], label.n) == 0) {
			str_copy(c->stat, sizeof(c->stat), str_of(words[i][1]));
			return true;
		}
	return false;
}

bool head_stats(struct head *h, const struct table_row *row)
{
	static const char *const others[] = { "sensor", "parameter", "option", "field", NULL };
	bool centre = false;

	memset(h, 0, sizeof(*h));
	if (row->n < 3 || row->n > TABLE_CELLS || !row->cell[0].n ||
	    head_any_word(row->cell[0], others) || head_stat(&h->column[0], row->cell[0]))
		return false;
	head_key(h, row->cell[0]);
	h->hash = str_hash(row->cell[0], STR_HASH_SEED);
	for (size_t i = 1; i < row->n; i++) {
		struct column *c = &h->column[h->n++];

		if (!head_stat(c, row->cell[i]))
			return false;
		c->kind = COLUMN_METRIC;
		centre |= strcmp(c->stat, "mean") == 0 || strcmp(c->stat, "p50") == 0;
		h->hash = str_hash(row->cell[i], h->hash);
	}
	h->values = h->n;
	return centre;
}

bool head_parse(struct head *h, struct str line)
{
	struct table_row row = table_split(line), tabs = head_split_tabs(line);
	uint64_t hash = STR_HASH_SEED;

	memset(h, 0, sizeof(*h));
	if (row.n < 2 || row.n > TABLE_CELLS)
		return false;
	for (size_t i = 0; i < row.n; i++) {
		if (!head_is_label(row.cell[i]))
			return false;
		hash = str_hash(row.cell[i], hash);
	}
	if (!head_sides(h, &row)) {
		memset(h, 0, sizeof(*h));
		h->tabs = tabs.n == row.n && head_percents(h, &tabs);
		if (!h->tabs && !head_stats(h, &row))
			return false;
	}
	/* The keys of compiled code, whose sizes are compared in such tables. */
	if (h->keys && (cell_has_word(str_of(h->key[0]), "function") ||
			cell_has_word(str_of(h->key[0]), "symbol")))
		return false;
	h->hash = hash;
	h->indent = head_indent(line);
	return true;
}

size_t head_indent(struct str line)
{
	size_t indent = 0;

	for (size_t i = 0; i < line.n && is_blank(line.p[i]); i++)
		indent = line.p[i] == '\t' ? (indent / 8 + 1) * 8 : indent + 1;
	return indent;
}

bool head_shift(struct head *h, struct str row, size_t cells, struct str name)
{
	if (h->keys || h->n < 3 || cells != h->n || h->column[0].metric[0] ||
	    h->indent >= head_indent(row) + name.n)
		return false;
	head_key(h, str_of(h->column[0].name));
	h->n--;
	h->values -= h->column[0].kind == COLUMN_SIDE;
	memmove(h->column, h->column + 1, h->n * sizeof(h->column[0]));
	return true;
}

static void head_metric(struct column *c, struct str cell)
{
	struct column said = { 0 };
	struct str label = head_label(cell, &said);

	head_unit(c->unit, sizeof(c->unit), cell);
	c->paren_percent |= said.paren_percent;
	c->paren_sd |= said.paren_sd;
	if (head_is_derived(label)) {
		c->kind = COLUMN_DERIVED;
		return;
	}
	if (head_is_sd(label)) {
		c->kind = COLUMN_SD;
		return;
	}
	str_copy(c->metric, sizeof(c->metric), label);
}

bool head_metrics(struct head *h, struct str line)
{
	struct table_row row = table_split(line);
	struct head was = *h;
	size_t first, each;

	if (row.n < 2 || row.n > TABLE_CELLS || h->column[0].kind != COLUMN_SIDE)
		return false;
	for (size_t i = 0; i < row.n; i++)
		if (!head_is_label(row.cell[i]))
			return false;
	first = row.n % h->n;
	each = row.n / h->n;
	/* The heading of the rows stands over either line, or over none. */
	if (first > 1 || !each || (each == 1 && first != (h->keys > 0)) ||
	    h->n * each > TABLE_CELLS)
		return false;
	if (first) {
		h->keys = 0;
		head_key(h, row.cell[0]);
	}
	h->n = h->values = 0;
	for (size_t i = 0; i < was.n * each; i++) {
		struct column *c = &h->column[h->n++];

		*c = was.column[i / each];
		head_metric(c, row.cell[first + i]);
		h->values += c->kind == COLUMN_SIDE;
	}
	return true;
}

/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "parsers/table_bars.h"

/* Emphasis and code marks, and the typographer's minus and dash, become what a terminal shows. */
static size_t bars_plain(const char *p, size_t n, char *to)
{
	static const struct {
		struct str from, to;
	} swaps[] = {
		{ { "**", 2 }, { "", 0 } },
		{ { "__", 2 }, { "", 0 } },
		{ { "~~", 2 }, { "", 0 } },
		{ { "`", 1 }, { "", 0 } },
		{ { "\xe2\x88\x92", 3 }, { "-", 1 } },
		{ { "\xe2\x80\x94", 3 }, { "-", 1 } },
		{ { "\xe2\x80\x93", 3 }, { "-", 1 } },
		{ { "\xc2\xa0", 2 }, { " ", 1 } },
		{ { "\xe2\x80\xaf", 3 }, { " ", 1 } },
		{ { "\xe2\x80\x89", 3 }, { " ", 1 } },
	};
	size_t i = 0, out = 0;

	while (i < n) {
		size_t w = 0, kinds = sizeof(swaps) / sizeof(swaps[0]);

		while (w < kinds && !str_starts((struct str){ p + i, n - i }, swaps[w].from))
			w++;
		if (w == kinds) {
			to[out++] = p[i++];
			continue;
		}
		memcpy(to + out, swaps[w].to.p, swaps[w].to.n);
		out += swaps[w].to.n;
		i += swaps[w].from.n;
	}
	return out;
}

/* "[name](https://...)" is the name. */
static struct str bars_link(struct str cell)
{
	size_t close = str_find(cell, STR("]("));

	if (cell.n > 4 && cell.p[0] == '[' && close != (size_t)-1 && cell.p[cell.n - 1] == ')' &&
	    str_find(str_skip(cell, close + 2), STR(")")) == cell.n - close - 3)
		return str_trim((struct str){ cell.p + 1, close - 1 });
	return cell;
}

/* "*control*", whose marks are single. */
static struct str bars_trim(struct str cell)
{
	cell = str_trim(cell);
	if (cell.n > 2 && cell.p[0] == '*' && cell.p[1] != ' ' && cell.p[cell.n - 1] == '*')
		cell = str_trim((struct str){ cell.p + 1, cell.n - 2 });
	return bars_link(cell);
}

bool bars_split(struct bars *b, struct str line)
{
	size_t start, n;

	line = str_trim(line);
	b->row.n = 0;
	if (line.n >= BARS_LINE)
		return false;
	n = bars_plain(line.p, line.n, b->text);
	while (n && (is_blank(b->text[n - 1]) || b->text[n - 1] == '\r'))
		n--;
	start = n && b->text[0] == '|';
	n -= n > start && b->text[n - 1] == '|';
	for (size_t i = start; i <= n; i++) {
		/* "a \| b" is one cell. */
		if (i < n && (b->text[i] != '|' || (i && b->text[i - 1] == '\\')))
			continue;
		if (b->row.n == TABLE_CELLS)
			return false;
		b->row.cell[b->row.n++] = bars_trim((struct str){ b->text + start, i - start });
		start = i + 1;
	}
	return b->row.n >= 2;
}

bool bars_is_rule(struct str line)
{
	size_t dashes = 0, bars = 0;

	line = str_trim(line);
	for (size_t i = 0; i < line.n; i++) {
		if (!memchr("|:- \t\r", line.p[i], 6))
			return false;
		dashes += line.p[i] == '-';
		bars += line.p[i] == '|';
	}
	return bars && dashes >= 2;
}

static bool bars_any(struct str label, const char *const *words)
{
	for (; *words; words++)
		if (cell_has_word(label, *words))
			return true;
	return false;
}

/* A change, or a remark. */
static bool bars_is_remark(struct str label)
{
	static const char *const words[] = { "status",	"rule",	   "notes",    "note",	  "remark",
					     "remarks", "comment", "comments", "verdict", "winner",
					     "what",	"why",	   "runs",     "samples", "trials",
					     "unit",	"units",   "expected", "target",  "result",
					     "faster",	"slower",  "better",   "p",	  NULL };

	return head_is_change(label) || !label.n || bars_any(label, words) ||
	       str_find(label, STR("\xce\x94")) != (size_t)-1 ||
	       str_find(label, STR("\xe2\x88\x86")) != (size_t)-1;
}

/* Such tables are about code and checks. */
static bool bars_is_other(struct str key)
{
	static const char *const words[] = { "file",	"files",     "function",  "symbol",
					     "feature", "check",     "field",	  "scenario",
					     "issue",	"risk",	     "inventory", "option",
					     "setting", "parameter", "variable",  "reviewer",
					     "menu",	NULL };

	return bars_any(key, words);
}

/* Counts of things in code, which nobody measures. */
static bool bars_is_count(struct str name)
{
	static const char *const words[] = { "vulnerabilities", "vulnerability", "cvss",
					     "lines",		"loc",		 "files",
					     "tests",		"warnings",	 "violations",
					     "findings",	"bugs",		 NULL };

	return bars_any(name, words);
}

/* People name the columns of reviews by what is reviewed. */
static bool bars_is_side(struct str label)
{
	static const char *const words[] = { "pr", "main", "head", "previous", NULL };

	return head_is_side(label) || bars_any(label, words);
}

/* "before ms/op": the unit, and the label without it. */
static struct str bars_unit(struct str label, struct str *unit)
{
	size_t at = label.n;
	struct str word, rest;

	*unit = (struct str){ NULL, 0 };
	while (at && label.p[at - 1] != ' ')
		at--;
	word = str_skip(label, at);
	if (word.n > 2 && word.p[0] == '(' && word.p[word.n - 1] == ')')
		word = (struct str){ word.p + 1, word.n - 2 };
	rest = word;
	if (!at || !bars_is_side(str_trim((struct str){ label.p, at })))
		return label;
	word = cell_unit(&rest);
	if (!word.n || rest.n)
		return label;
	*unit = word;
	return str_trim((struct str){ label.p, at });
}

/* A table of options or parts: one column says what they are. */
static bool bars_describes(const struct bars *b)
{
	for (size_t i = 1; i < b->row.n; i++)
		if (cell_has_word(b->row.cell[i], "description"))
			return true;
	return false;
}

bool bars_head(struct head *h, const struct bars *b)
{
	size_t first = 0;

	memset(h, 0, sizeof(*h));
	while (first < b->row.n &&
	       (!bars_is_side(b->row.cell[first]) || bars_is_remark(b->row.cell[first])))
		first++;
	if (!first || first > HEAD_KEYS || first == b->row.n || bars_describes(b))
		return false;
	h->weak = true;
	h->hash = STR_HASH_SEED;
	for (size_t i = 0; i < b->row.n; i++) {
		struct str label = b->row.cell[i], unit;

		h->hash = str_hash(label, h->hash);
		if (i < first) {
			if (bars_is_other(label))
				return false;
			head_name_rows(h, label);
			continue;
		}
		label = bars_unit(label, &unit);
		h->weak &= !head_is_side(label) || bars_is_remark(label);
		head_add(h, label, unit, bars_is_remark(label) ? COLUMN_DERIVED : COLUMN_SIDE);
	}
	return h->values >= 2;
}

/* What a column of a table of metrics is of; false if that is not told by its label. */
static bool bars_metric(struct column *c, struct str label)
{
	static const char *const rates[] = { "iops", "qps", "rps", "tps", NULL };
	static const char *const words[] = { "throughput", "bandwidth", "latency", "clat",
					     "fps",	   "score",	NULL };
	struct str unit = cell_said_unit(label);
	size_t open = str_find(label, STR("("));

	c->kind = COLUMN_METRIC;
	if (unit.n)
		label = str_trim((struct str){ label.p, open });
	else if (bars_any(label, rates))
		unit = STR("ops/s");
	str_copy(c->metric, sizeof(c->metric), label);
	str_copy(c->unit, sizeof(c->unit), unit);
	c->vague = !unit.n && !bars_any(label, words);
	return !c->vague;
}

/* No measurement, whatever its unit. */
static bool bars_is_given(struct str label)
{
	static const char *const words[] = {
		"timeout", "limit",   "budget",	  "threshold", "price",	 "cost",   "deadline",
		"memory",  "ram",     "interval", "duration",  "size",	 "freq",   "frequency",
		"retry",   "retries", "ttl",	  "age",       "uptime", "period", NULL
	};

	return bars_any(label, words);
}

bool bars_metrics(struct head *h, const struct bars *b)
{
	static const char *const sources[] = { "engine",    "backend",	      "scheduler",
					       "kernel",    "config",	      "configuration",
					       "allocator", "governor",	      "filesystem",
					       "variant",   "implementation", "compiler",
					       "branch",    "setup",	      "description",
					       NULL };
	static const char *const works[] = { "threads",	 "clients",   "jobs", "numjobs",
					     "iodepth",	 "qd",	      "cpus", "cores",
					     "workload", "benchmark", "bs",   "depth",
					     "workers",	 "block",     "mode", "queue",
					     NULL };
	size_t first = 1;
	struct column column = { 0 };

	memset(h, 0, sizeof(*h));
	h->rows = bars_any(b->row.cell[0], sources);
	if ((!h->rows && !bars_any(b->row.cell[0], works)) || bars_describes(b))
		return false;
	while (first < b->row.n && first < HEAD_KEYS && !bars_metric(&column, b->row.cell[first]) &&
	       bars_any(b->row.cell[first], works))
		first++;
	h->hash = STR_HASH_SEED;
	for (size_t i = 0; i < b->row.n; i++) {
		struct str label = b->row.cell[i];

		h->hash = str_hash(label, h->hash);
		if (i < first && i < HEAD_KEYS) {
			head_name_rows(h, label);
			continue;
		}
		h->column[h->n] = (struct column){ 0 };
		bars_metric(&h->column[h->n], label);
		if (bars_is_remark(label) || bars_is_given(label))
			h->column[h->n].kind = COLUMN_DERIVED;
		h->values += h->column[h->n++].kind == COLUMN_METRIC;
	}
	h->key_unit[0] = '\0';
	return h->values > 0;
}

/* "120 330" is 120330: in a cell of its own a blank parts nothing else. */
static struct str bars_group(struct str cell)
{
	char *p = (char *)cell.p;
	size_t lead = 0, n = 0, i = 0;

	while (lead < cell.n && is_digit(cell.p[lead]))
		lead++;
	if (!lead || lead > 3)
		return cell;
	while (i < cell.n) {
		bool blank = i >= lead && cell.p[i] == ' ' && i + 3 < cell.n &&
			     is_digit(cell.p[i - 1]) && is_digit(cell.p[i + 1]) &&
			     is_digit(cell.p[i + 2]) && is_digit(cell.p[i + 3]) &&
			     (i + 4 == cell.n || !is_digit(cell.p[i + 4]));

		i += blank;
		p[n++] = cell.p[i++];
	}
	return (struct str){ p, n };
}

/* "12/12": so many of so many. */
static bool bars_is_part(struct str cell)
{
	for (size_t i = 1; i + 1 < cell.n; i++)
		if (cell.p[i] == '/' && is_digit(cell.p[i - 1]) && is_digit(cell.p[i + 1]))
			return true;
	return false;
}

/* Whether a cell's unit shows that its column, whose name does not, is one of results. */
static bool bars_tells(const char *metric, const struct cell *cell)
{
	/* Shares may be of anything, but under numbers of CPUs and the like. */
	return cell->unit.n && (!str_is(cell->unit, "%") || is_digit(metric[0]));
}

enum bars_said bars_row(const struct head *h, struct bars *b, struct row_cells *row)
{
	size_t values = 0, odd = 0;

	*row = (struct row_cells){ .n = h->n, .keys = h->keys };
	if (b->row.n > h->keys + h->n || b->row.n <= h->keys)
		return BARS_END;
	for (size_t i = 0; i < h->keys; i++)
		row->key[i] = b->row.cell[i];
	for (size_t i = 0; i < h->n; i++) {
		struct cell *cell = &row->cell[i];
		struct str text = { NULL, 0 };

		*cell = (struct cell){ .kind = CELL_MISSING };
		if ((h->column[i].kind != COLUMN_SIDE && h->column[i].kind != COLUMN_METRIC) ||
		    h->keys + i >= b->row.n)
			continue;
		text = bars_group(b->row.cell[h->keys + i]);
		if (!text.n)
			continue;
		if (bars_is_part(text) || !cell_next_prefix(&text, cell) || text.n) {
			*cell = (struct cell){ .kind = CELL_MISSING };
			odd += !h->column[i].vague;
		}
		if (!cell->unit.n && !cell_said_unit(b->row.cell[h->keys - 1]).n &&
		    bars_is_count(b->row.cell[h->keys - 1]))
			*cell = (struct cell){ .kind = CELL_MISSING };
		if ((h->column[i].vague && !bars_tells(h->column[i].metric, cell)) ||
		    (h->weak && !cell->unit.n && !h->column[i].unit[0] &&
		     !strchr(cell->number, '.') && strlen(cell->number) < 4))
			*cell = (struct cell){ .kind = CELL_MISSING };
		values += cell->kind == CELL_VALUE || cell->kind == CELL_PERCENT;
	}
	return !values ? BARS_NOTHING : odd ? BARS_ODD : BARS_ROW;
}

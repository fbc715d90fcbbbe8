/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "core/record_columns.h"

#include <limits.h>

static const char *const kind_names[] = { "value", "fact", "event", NULL };
static const char *const better_names[] = { "none", "lower", "higher", NULL };
static const char *const fold_names[] = { "mean", "sum", "max", "runs", NULL };
static const char *const bool_names[] = { "0", "1", NULL };

/* A column is text, a word of a few, or a whole number up to max. */
static const struct column {
	const char *name;
	size_t text; /* where the struct str is */
	const char *const *words;
	uint64_t max;
} columns[COLUMN_COUNT] = {
	[COLUMN_KIND] = { "kind", .words = kind_names },
	[COLUMN_SOURCE] = { "source", .text = offsetof(struct record, source) },
	[COLUMN_RUN] = { "run", .max = UINT_MAX },
	[COLUMN_FILE] = { "file", .text = 0 },
	[COLUMN_LINE] = { "line", .max = ULONG_MAX },
	[COLUMN_TIME_NS] = { "time_ns", .max = INT64_MAX },
	[COLUMN_FORMAT] = { "format", .text = offsetof(struct record, format) },
	[COLUMN_BENCH] = { "bench", .text = offsetof(struct record, bench) },
	[COLUMN_PARAMS] = { "params", .text = offsetof(struct record, params) },
	[COLUMN_WORK] = { "work", .text = offsetof(struct record, work) },
	[COLUMN_ITEM] = { "item", .text = offsetof(struct record, item) },
	[COLUMN_METRIC] = { "metric", .text = offsetof(struct record, metric) },
	[COLUMN_STAT] = { "stat", .text = offsetof(struct record, stat) },
	[COLUMN_N] = { "n", .max = ULONG_MAX },
	[COLUMN_UNIT] = { "unit", .text = offsetof(struct record, unit) },
	[COLUMN_BETTER] = { "better", .words = better_names },
	[COLUMN_FOLD] = { "fold", .words = fold_names },
	[COLUMN_CONTEXT] = { "context", .words = bool_names },
	[COLUMN_VALUE] = { "value", .text = offsetof(struct record, text) },
};

const struct record record_default = { .time_ns = -1, .stat = STR_INIT("value"), .n = 1 };

const char *record_better_name(enum better better)
{
	return better_names[better];
}

static bool is_separator(char c)
{
	return c == '%' || c == ';' || c == '=' || c == '\r' || c == '\n';
}

static void add_percent_escaped(struct buf *b, struct str s)
{
	size_t n;

	for (; s.n > 0; s = str_skip(s, n)) {
		for (n = 0; n < s.n && !is_separator(s.p[n]); n++)
			;
		buf_add(b, (struct str){ s.p, n });
		if (n < s.n)
			buf_printf(b, "%%%02X", (unsigned int)s.p[n++]);
	}
}

void record_pair(struct buf *list, struct str key, struct str value)
{
	if (list->n > 0)
		buf_char(list, ';');
	add_percent_escaped(list, key);
	buf_char(list, '=');
	add_percent_escaped(list, value);
}

static int hex_digit(char c)
{
	return is_digit(c) ? c - '0' : c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
}

struct str record_unescape(struct arena *a, struct str value)
{
	struct buf b = { 0 };

	if (!value.n || !memchr(value.p, '%', value.n))
		return value;
	for (size_t i = 0; i < value.n; i++) {
		int hi = -1, lo = -1;

		if (value.p[i] == '%' && i + 2 < value.n) {
			hi = hex_digit(value.p[i + 1]);
			lo = hex_digit(value.p[i + 2]);
		}
		buf_char(&b, hi >= 0 && lo >= 0 ? (char)(16 * hi + lo) : value.p[i]);
		i += hi >= 0 && lo >= 0 ? 2 : 0;
	}
	value = arena_str(a, buf_str(&b));
	buf_free(&b);
	return value;
}

void record_pairs(struct buf *list, struct str a, struct str b)
{
	while (a.n || b.n) {
		struct str x = str_cut(str_cut(a, ';').head, '=').head,
			   y = str_cut(str_cut(b, ';').head, '=').head, pair;

		str_next(!b.n || (a.n && str_cmp(x, y) <= 0) ? &a : &b, ';', &pair);
		if (list->n > 0)
			buf_char(list, ';');
		buf_add(list, pair);
	}
}

const char *record_column_name(enum record_column c)
{
	return columns[c].name;
}

enum record_column record_column_find(struct str name)
{
	unsigned int c = 0;

	while (c < COLUMN_COUNT && !str_is(name, columns[c].name))
		c++;
	return (enum record_column)c;
}

bool record_column_required(enum record_column c)
{
	return c == COLUMN_KIND || c == COLUMN_METRIC || c == COLUMN_VALUE;
}

bool record_column_is_text(enum record_column c)
{
	return columns[c].text != 0 || c == COLUMN_FILE;
}

bool record_column_is_number(enum record_column c)
{
	return columns[c].max > 0;
}

static struct str number(uint64_t v, struct record_digits *digits)
{
	size_t at = sizeof(digits->v);

	do {
		digits->v[--at] = (char)('0' + v % 10);
		v /= 10;
	} while (v > 0);
	return (struct str){ digits->v + at, sizeof(digits->v) - at };
}

struct str record_column_get(const struct record *rec, enum record_column c,
			     struct record_digits *digits)
{
	switch (c) {
	case COLUMN_KIND:
		return str_of(kind_names[rec->kind]);
	case COLUMN_RUN:
		return rec->run > 0 ? number(rec->run, digits) : STR("");
	case COLUMN_FILE:
		return str_of(rec->pos.file);
	case COLUMN_LINE:
		return rec->pos.line > 0 ? number(rec->pos.line, digits) : STR("");
	case COLUMN_TIME_NS:
		return rec->time_ns >= 0 ? number((uint64_t)rec->time_ns, digits) : STR("");
	case COLUMN_N:
		return number(rec->n, digits);
	case COLUMN_BETTER:
		return str_of(better_names[rec->better]);
	case COLUMN_FOLD:
		return str_of(fold_names[rec->fold]);
	case COLUMN_CONTEXT:
		return str_of(bool_names[rec->context]);
	default:
		return *(const struct str *)((const char *)rec + columns[c].text);
	}
}

static bool parse_word(enum record_column c, struct str s, uint64_t *v, struct pos pos)
{
	const char *const *words = columns[c].words;
	struct buf all = { 0 };

	for (*v = 0; words[*v]; ++*v)
		if (str_is(s, words[*v]))
			return true;
	for (size_t i = 0; words[i]; i++)
		buf_printf(&all, "%s%s", i > 0 ? ", " : "", words[i]);
	diag_error(pos, "%s: not one of %.*s: %s", columns[c].name, (int)all.n, all.v,
		   diag_quote(s));
	buf_free(&all);
	return false;
}

static bool parse_number(enum record_column c, struct str s, uint64_t *v, struct pos pos)
{
	if (str_u64(s, v) && *v <= columns[c].max)
		return true;
	diag_error(pos, "%s: not a whole number up to %llu: %s", columns[c].name,
		   (unsigned long long)columns[c].max, diag_quote(s));
	return false;
}

bool record_column_set(struct record *rec, enum record_column c, struct str cell, struct pos pos)
{
	uint64_t v = 0;

	if (cell.n == 0)
		return true;
	if (columns[c].text)
		*(struct str *)((char *)rec + columns[c].text) = cell;
	if (columns[c].words && !parse_word(c, cell, &v, pos))
		return false;
	if (columns[c].max && !parse_number(c, cell, &v, pos))
		return false;
	switch (c) {
	case COLUMN_KIND:
		rec->kind = (enum record_kind)v;
		break;
	case COLUMN_RUN:
		rec->run = (unsigned int)v;
		break;
	case COLUMN_LINE:
		rec->pos.line = (unsigned long)v;
		break;
	case COLUMN_TIME_NS:
		rec->time_ns = (int64_t)v;
		break;
	case COLUMN_N:
		rec->n = (unsigned long)v;
		break;
	case COLUMN_BETTER:
		rec->better = (enum better)v;
		break;
	case COLUMN_FOLD:
		rec->fold = (enum fold)v;
		break;
	case COLUMN_CONTEXT:
		rec->context = v != 0;
		break;
	default:
		break;
	}
	return true;
}

struct record record_copy(struct arena *a, const struct record *rec)
{
	struct record copy = *rec;
	struct str file = str_of(rec->pos.file);
	struct str *const texts[] = { &copy.source, &copy.format, &copy.bench,	&copy.params,
				      &copy.work,   &copy.item,	  &copy.metric, &copy.unit,
				      &copy.stat,   &copy.text,	  &file };
	const size_t ntexts = sizeof(texts) / sizeof(texts[0]);
	size_t size = 1;
	char *to;

	for (size_t i = 0; i < ntexts; i++)
		size += texts[i]->n;
	to = arena_alloc(a, size, 1);
	for (size_t i = 0; i < ntexts; i++) {
		if (!texts[i]->n)
			continue;
		memcpy(to, texts[i]->p, texts[i]->n);
		texts[i]->p = to;
		to += texts[i]->n;
	}
	/* The file comes last, with the NUL behind it. */
	copy.pos.file = rec->pos.file ? file.p : NULL;
	return copy;
}

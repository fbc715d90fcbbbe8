/* SPDX-License-Identifier: GPL-2.0-or-later */
#include <stdio.h>
#include "parsers/cell.h"
#include "parsers/emit.h"

/*
 * The tables of benchstat, of now and of before 2023, the columns of each unit below each other:
 *
 *            |   before    |               after                |
 *            |   sec/op    |   sec/op     vs base               |
 *   Encode     13.65m +- 1%   11.77m +- 2%  -13.72% (p=0.002 n=6)
 *   geomean    13.65m         11.77m        -13.72%
 *
 *   name       old time/op    new time/op    delta
 *   Encode     13.6ms +- 1%   11.8ms +- 1%   -13.31%  (p=0.016 n=4+5)
 *
 * (with U+2502 and U+00B1). The new one prints medians and the half width of an interval, the old
 * one means and the largest difference from it. Changes and geometric means are no values.
 */

#define BENCHSTAT_COLUMNS 8
#define BAR		  "\xe2\x94\x82"

struct benchstat_column {
	char name[64], unit[32];
};

struct benchstat_state {
	struct benchstat_column column[BENCHSTAT_COLUMNS];
	size_t n;
	bool old;
	unsigned int nth;
	struct map seen;
};

struct benchstat_value {
	char number[CELL_DIGITS], spread[CELL_DIGITS];
	char unit[32];
	bool noted; /* by a footnote, that the spread is not what it is for others */
};

/* The cells between bars. */
static size_t benchstat_bars(struct str line, struct str *cells)
{
	size_t n = 0, at = str_find(line, STR(BAR));

	while (at != (size_t)-1) {
		line = str_skip(line, at + 3);
		at = str_find(line, STR(BAR));
		if (at == (size_t)-1)
			break;
		if (n < BENCHSTAT_COLUMNS)
			cells[n] = str_trim((struct str){ line.p, at });
		n++;
	}
	return n;
}

/* A table of the same columns again is another one. */
static void benchstat_count(const struct match *m, struct benchstat_state *st)
{
	uint64_t hash = STR_HASH_SEED;

	for (size_t i = 0; i < st->n; i++) {
		hash = str_hash(str_of(st->column[i].name), hash);
		hash = str_hash(str_of(st->column[i].unit), hash);
	}
	st->nth = emit_nth(m, &st->seen, hash, "table of these columns");
}

static void benchstat_new(struct match *m, void *state)
{
	struct benchstat_state *st = state;
	struct str files[BENCHSTAT_COLUMNS], units[BENCHSTAT_COLUMNS];
	size_t n = benchstat_bars(match_above(m, 1), files), nunits = benchstat_bars(m->msg, units);

	st->n = 0;
	if (!n || n != nunits || n > BENCHSTAT_COLUMNS) {
		match_skip(m, "not as many names above as columns", m->msg);
		return;
	}
	for (size_t i = 0; i < n; i++) {
		if (str_ends(units[i], STR("vs base")) != (i > 0) || str_is(units[i], "vs base")) {
			match_skip(m, "not a unit over each column", m->msg);
			return;
		}
		EMIT_COPY(st->column[i].name, files[i]);
		EMIT_COPY(st->column[i].unit, str_word(&units[i]));
	}
	st->n = n;
	st->old = false;
	benchstat_count(m, st);
}

static void benchstat_old(struct match *m, void *state)
{
	struct benchstat_state *st = state;
	struct str cells = match_group(m, "cells"), common = match_group(m, "unit"), word;

	st->n = 0;
	while ((word = str_word(&cells)).n && !str_is(word, "delta") && st->n < BENCHSTAT_COLUMNS) {
		struct benchstat_column *c = &st->column[st->n++];

		EMIT_COPY(c->name, word);
		EMIT_COPY(c->unit, common.n ? common : str_word(&cells));
	}
	st->old = true;
	benchstat_count(m, st);
}

static const struct {
	const char *suffix, *unit, *ours;
} benchstat_units[] = {
	{ "n", "sec/op", "ns" },
	{ "\xc2\xb5", "sec/op", "us" },
	{ "\xce\xbc", "sec/op", "us" },
	{ "u", "sec/op", "us" },
	{ "m", "sec/op", "ms" },
	{ "", "sec/op", "s" },
	{ "", "B/op", "B" },
	{ "Ki", "B/op", "KiB" },
	{ "Mi", "B/op", "MiB" },
	{ "Gi", "B/op", "GiB" },
	{ "", "B/s", "B/s" },
	{ "Ki", "B/s", "KiB/s" },
	{ "Mi", "B/s", "MiB/s" },
	{ "Gi", "B/s", "GiB/s" },
	{ "ns", "time/op", "ns" },
	{ "\xc2\xb5s", "time/op", "us" },
	{ "\xce\xbcs", "time/op", "us" },
	{ "us", "time/op", "us" },
	{ "ms", "time/op", "ms" },
	{ "s", "time/op", "s" },
	{ "B", "alloc/op", "B" },
	{ "kB", "alloc/op", "kB" },
	{ "MB", "alloc/op", "MB" },
	{ "GB", "alloc/op", "GB" },
	{ "MB/s", "speed", "MB/s" },
	{ "GB/s", "speed", "GB/s" },
};

/* Prefixes of a unit: those of 1000 become an exponent where the unit is not ours. */
static bool benchstat_scale(struct benchstat_value *v, struct str suffix, const char *unit)
{
	static const struct {
		const char *suffix, *exponent, *bytes;
	} scales[] = { { "", "", "" },	     { "k", "e3", NULL },   { "M", "e6", NULL },
		       { "G", "e9", NULL },  { "n", "e-9", NULL },  { "\xc2\xb5", "e-6", NULL },
		       { "m", "e-3", NULL }, { "Ki", NULL, "KiB" }, { "Mi", NULL, "MiB" },
		       { "Gi", NULL, "GiB" } };

	for (size_t i = 0; i < sizeof(benchstat_units) / sizeof(benchstat_units[0]); i++)
		if (str_is(suffix, benchstat_units[i].suffix) &&
		    strcmp(unit, benchstat_units[i].unit) == 0) {
			snprintf(v->unit, sizeof(v->unit), "%s", benchstat_units[i].ours);
			return true;
		}
	for (size_t i = 0; i < sizeof(scales) / sizeof(scales[0]); i++) {
		size_t n = strlen(v->number);

		if (!str_is(suffix, scales[i].suffix))
			continue;
		if (scales[i].exponent && n + 4 < sizeof(v->number)) {
			strcpy(v->number + n, scales[i].exponent);
			snprintf(v->unit, sizeof(v->unit), "%s", unit);
			return true;
		}
		/* "a-bytes" are bytes. */
		if (scales[i].bytes && str_ends(str_of(unit), STR("bytes"))) {
			snprintf(v->unit, sizeof(v->unit), "%s", scales[i].bytes);
			return true;
		}
	}
	return false;
}

static bool benchstat_lit(struct str *s, const char *lit)
{
	*s = str_trim(*s);
	if (!str_starts(*s, str_of(lit)))
		return false;
	*s = str_skip(*s, strlen(lit));
	return true;
}

/* "13.65m +- 1%", with footnotes; without a spread, where it is unbounded. */
static bool benchstat_value(struct str *text, struct benchstat_value *v, const char *unit)
{
	static const char *const notes[] = { "\xc2\xb9", "\xc2\xb2", "\xc2\xb3" };
	struct str s = str_trim(*text), number, suffix, percent;
	size_t i = 0, start;
	double value, spread;

	while (i < s.n && (is_digit(s.p[i]) || s.p[i] == '.'))
		i++;
	number = (struct str){ s.p, i };
	for (start = i;
	     i < s.n && !is_blank(s.p[i]) && !str_starts(str_skip(s, i), STR("\xc2\xb1"));)
		i++;
	suffix = (struct str){ s.p + start, i - start };
	s = str_skip(s, i);
	*v = (struct benchstat_value){ .spread = "" };
	if (!number.n || number.n >= sizeof(v->number) || !str_double(number, &value))
		return false;
	memcpy(v->number, number.p, number.n);
	if (!benchstat_scale(v, suffix, unit) || !benchstat_lit(&s, "\xc2\xb1"))
		return false;
	if (!benchstat_lit(&s, "\xe2\x88\x9e")) {
		s = str_trim(s);
		for (i = 0; i < s.n && is_digit(s.p[i]);)
			i++;
		percent = (struct str){ s.p, i };
		s = str_skip(s, i);
		if (!str_double(percent, &spread) || !benchstat_lit(&s, "%"))
			return false;
		str_double(str_of(v->number), &value);
		/* 0 % is anything below a half. */
		if (spread > 0)
			snprintf(v->spread, sizeof(v->spread), "%.6g", value * spread / 100);
	}
	for (i = 0; i < 3; i++)
		v->noted |= benchstat_lit(&s, notes[i]);
	*text = s;
	return true;
}

/* "n=6", or "n=4+5" of the first and this column; 0 where it is not said. */
static unsigned long benchstat_n(struct str line, bool second)
{
	size_t at = str_find(line, STR("n="));
	struct str rest = at == (size_t)-1 ? (struct str){ NULL, 0 } : str_skip(line, at + 2);
	size_t i = 0;
	uint64_t n;

	while (i < rest.n && is_digit(rest.p[i]))
		i++;
	if (second && i < rest.n && rest.p[i] == '+') {
		rest = str_skip(rest, i + 1);
		for (i = 0; i < rest.n && is_digit(rest.p[i]);)
			i++;
	}
	return str_u64((struct str){ rest.p, i }, &n) && n < 1000000 ? (unsigned long)n : 0;
}

static enum better benchstat_better(const char *unit)
{
	return strcmp(unit, "speed") == 0 ? BETTER_HIGHER : emit_better(str_of(unit));
}

/* To the next column: over the change and what stands in parentheses behind it. */
static struct str benchstat_change(struct str text)
{
	size_t close = str_find(text, STR(")")), value = str_find(text, STR("\xc2\xb1"));

	if (close != (size_t)-1 && (value == (size_t)-1 || close < value))
		text = str_skip(text, close + 1);
	for (const char *note = "\xc2\xb9"; benchstat_lit(&text, note);)
		;
	benchstat_lit(&text, "\xc2\xb2");
	benchstat_lit(&text, "\xc2\xb3");
	return text;
}

static void benchstat_put(struct match *m, struct record rec, const struct benchstat_state *st,
			  const struct benchstat_value *v)
{
	rec.unit = str_of(v->unit);
	emit_stat(m, rec, st->old ? "mean" : "p50", str_of(v->number));
	if (v->spread[0])
		emit_stat(m, rec, st->old || v->noted ? "spread" : "ci95", str_of(v->spread));
}

static void benchstat_row(struct match *m, void *state)
{
	const struct benchstat_state *st = state;
	struct record rec = match_record(m);
	struct benchstat_value v[BENCHSTAT_COLUMNS];
	struct str name = match_group(m, "name"), procs = match_group(m, "procs"),
		   rest = match_group(m, "rest");
	struct buf params = { 0 };
	unsigned long n[BENCHSTAT_COLUMNS] = { 0 };

	if (!st->n)
		return;
	for (size_t i = 0; i < st->n; i++) {
		if (!benchstat_value(&rest, &v[i], st->column[i].unit)) {
			match_skip(m, "not a value and its spread for each column", m->msg);
			return;
		}
		if (i) {
			n[i] = benchstat_n(rest, true);
			n[0] = i == 1 ? benchstat_n(rest, false) : n[0];
			rest = benchstat_change(rest);
		}
	}
	if (procs.n)
		record_pair(&params, STR("procs"), procs);
	emit_table(&params, st->nth);
	rec.bench = name;
	rec.params = buf_str(&params);
	rec.fold = FOLD_RUNS;
	for (size_t i = 0; i < st->n; i++) {
		rec.source = str_of(st->column[i].name);
		rec.metric = str_of(st->column[i].unit);
		rec.better = benchstat_better(st->column[i].unit);
		rec.n = n[i];
		benchstat_put(m, rec, st, &v[i]);
	}
	buf_free(&params);
}

static void benchstat_end(struct match *m, void *state)
{
	struct benchstat_state *st = state;

	(void)m;
	map_free(&st->seen);
}

#define UNIT "(?:\\S+/op|speed)"

static const struct rule rules[] = {
	{ .literal = "vs base",
	  .name = "header",
	  .single = true,
	  .pattern = "^\\s*" BAR "\\s+\\S+\\s+" BAR ".*\\svs base\\s+" BAR "\\s*$",
	  .emit = benchstat_new },
	{ .literal = "name  ",
	  .name = "header",
	  .single = true,
	  .pattern = "^name\\s+(?<cells>old " UNIT "\\s+new " UNIT "\\s+delta)\\s*$",
	  .emit = benchstat_old },
	{ .literal = "name \\ ",
	  .name = "header",
	  .single = true,
	  .pattern = "^name \\\\ (?<unit>" UNIT ")\\s+(?<cells>\\S+(?:\\s+\\S+)*?)\\s*$",
	  .emit = benchstat_old },
	{ .after = "header", .pattern = "^(?:geomean|\\[Geo mean\\])\\s" },
	{ .after = "header",
	  .gap = 1,
	  .pattern = "^\\s*(?<name>\\S+?)(?:-(?<procs>\\d+))?\\s+(?<rest>\\d[\\d.]*\\S*\\s*"
		     "\\xc2\\xb1.*)$",
	  .emit = benchstat_row },
};

const struct format format_benchstat = {
	.name = "benchstat",
	.summary = "tables printed by benchstat, a column a file",
	.example = "name       old time/op    new time/op    delta\n"
		   "Encode     13.6ms \xc2\xb1 1%   11.8ms \xc2\xb1 1%   -13.31%  (p=0.016 n=4+5)",
	RULES(rules),
	.state_size = sizeof(struct benchstat_state),
	.end = benchstat_end,
};

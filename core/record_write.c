/* SPDX-License-Identifier: GPL-2.0-or-later */
#include <stdlib.h>
#include "core/record_columns.h"

#include <csv.h>

struct record_writer {
	FILE *f;
	enum record_format format;
	struct arena *arena;
	struct buf row, encoded;
	bool plain[256]; /* bytes that stand for themselves in either format */
};

/* buf_char(), in sight of the compiler: it is called for each cell. */
static void put_char(struct buf *b, char c)
{
	if (b->cap == b->n)
		b->v = mem_grow(b->v, &b->cap, b->n + 1, 1);
	b->v[b->n++] = c;
}

/* Nearly all cells are plain. Adds one to the row, or nothing and returns false. */
static bool put_plain(struct record_writer *w, struct str cell)
{
	struct buf *b = &w->row;
	char *to;

	if (b->cap - b->n < cell.n)
		b->v = mem_grow(b->v, &b->cap, b->n + cell.n, 1);
	to = b->v + b->n;
	for (size_t i = 0; i < cell.n; i++) {
		if (!w->plain[(unsigned char)cell.p[i]])
			return false;
		to[i] = cell.p[i];
	}
	/* Blanks are plain inside; at the ends, readers that trim would lose them. */
	if (cell.n > 0 && (cell.p[0] == ' ' || cell.p[cell.n - 1] == ' '))
		return false;
	b->n += cell.n;
	return true;
}

void record_text(struct buf *out, struct str text)
{
	while (text.n > 0) {
		struct str c = { text.p, 0 };

		/* Nearly all is plain text. */
		while (c.n < text.n && c.p[c.n] >= ' ' && c.p[c.n] < 0x7f && c.p[c.n] != '\\')
			c.n++;
		if (c.n > 0) {
			buf_add(out, c);
			text = str_skip(text, c.n);
			continue;
		}
		c.n = str_utf8(text);
		c.n += c.n == 0;
		if (memchr("\t\r\n", c.p[0], 3))
			buf_char(out, c.p[0]);
		else if (c.p[0] == '\\')
			buf_add(out, STR("\\\\"));
		else
			buf_escaped(out, c);
		text = str_skip(text, c.n);
	}
}

void record_number(struct buf *out, double v)
{
	char text[32];

	for (int digits = 15; digits <= 17; digits++) {
		snprintf(text, sizeof(text), "%.*g", digits, v);
		if (strtod(text, NULL) >= v && strtod(text, NULL) <= v)
			break;
	}
	buf_add(out, str_of(text));
}

static struct str encode(struct buf *b, struct str s)
{
	b->n = 0;
	record_text(b, s);
	return buf_str(b);
}

/* Blanks at the ends too, as some readers trim them. */
static bool needs_quotes(struct str s)
{
	for (size_t i = 0; i < s.n; i++)
		if (s.p[i] == ',' || s.p[i] == '"' || s.p[i] == '\r' || s.p[i] == '\n')
			return true;
	return s.n > 0 && (is_blank(s.p[0]) || is_blank(s.p[s.n - 1]));
}

void record_csv_cell(struct buf *out, struct str cell)
{
	if (!needs_quotes(cell)) {
		buf_add(out, cell);
		return;
	}
	/* Each byte may be a quote, and two stand around. */
	out->v = mem_grow(out->v, &out->cap, out->n + 2 * cell.n + 2, 1);
	out->n += csv_write(out->v + out->n, out->cap - out->n, cell.p, cell.n);
}

static void put_csv(struct record_writer *w, struct str cell)
{
	if (!put_plain(w, cell))
		record_csv_cell(&w->row, encode(&w->encoded, cell));
}

static void write_csv(struct record_writer *w, const struct record *rec)
{
	struct record_digits digits;

	for (unsigned int c = 0; c < COLUMN_COUNT; c++) {
		put_csv(w, record_column_get(rec, (enum record_column)c, &digits));
		put_char(&w->row, c + 1 < COLUMN_COUNT ? ',' : '\n');
	}
}

/* After encode() there are no other bytes that JSON wants escaped. */
static void put_json_string(struct record_writer *w, struct str cell)
{
	static const char escaped[] = { '\t', '\r', '\n', '"', '\\' };
	static const char letters[] = { 't', 'r', 'n', '"', '\\' };
	struct buf *b = &w->row;
	struct str s = { NULL, 0 };

	buf_char(b, '"');
	if (!put_plain(w, cell))
		s = encode(&w->encoded, cell);
	for (size_t i = 0; i < s.n; i++) {
		const char *at = memchr(escaped, s.p[i], sizeof(escaped));

		if (at)
			buf_char(b, '\\');
		buf_char(b, at ? letters[at - escaped] : s.p[i]);
	}
	buf_char(b, '"');
}

static size_t count_digits(struct str s)
{
	size_t n = 0;

	while (n < s.n && is_digit(s.p[n]))
		n++;
	return n;
}

/* By the grammar of RFC 8259: no +, no 007, no .5 and no 5. */
static bool is_json_number(struct str s)
{
	size_t n;

	if (str_starts(s, STR("-")))
		s = str_skip(s, 1);
	n = count_digits(s);
	if (n == 0 || (n > 1 && s.p[0] == '0'))
		return false;
	s = str_skip(s, n);
	if (str_starts(s, STR("."))) {
		n = count_digits(str_skip(s, 1));
		if (n == 0)
			return false;
		s = str_skip(s, 1 + n);
	}
	if (str_starts(s, STR("e")) || str_starts(s, STR("E"))) {
		s = str_skip(s, 1);
		if (str_starts(s, STR("+")) || str_starts(s, STR("-")))
			s = str_skip(s, 1);
		n = count_digits(s);
		if (n == 0)
			return false;
		s = str_skip(s, n);
	}
	return s.n == 0;
}

static void write_json(struct record_writer *w, const struct record *rec)
{
	struct record_digits digits;

	for (unsigned int i = 0; i < COLUMN_COUNT; i++) {
		enum record_column c = (enum record_column)i;
		struct str cell = record_column_get(rec, c, &digits);

		buf_add(&w->row, i > 0 ? STR(",\"") : STR("{\""));
		buf_add(&w->row, str_of(record_column_name(c)));
		buf_add(&w->row, STR("\":"));
		if (cell.n == 0)
			buf_add(&w->row, STR("null"));
		else if (c == COLUMN_CONTEXT)
			buf_add(&w->row, rec->context ? STR("true") : STR("false"));
		else if (record_column_is_number(c) ||
			 (c == COLUMN_VALUE && rec->kind == RECORD_VALUE && is_json_number(cell)))
			buf_add(&w->row, cell);
		else
			put_json_string(w, cell);
	}
	buf_add(&w->row, STR("}\n"));
}

static void flush_row(struct record_writer *w)
{
	fwrite(w->row.v, 1, w->row.n, w->f);
	w->row.n = 0;
}

struct record_writer *record_writer_new(FILE *f, enum record_format format)
{
	struct arena *a = arena_new();
	struct record_writer *w = arena_new_of(a, struct record_writer, 1);

	w->arena = a;
	w->f = f;
	w->format = format;
	for (unsigned int c = ' '; c < 0x7f; c++)
		w->plain[c] = c != '"' && c != ',' && c != '\\';
	if (format == RECORD_CSV) {
		for (unsigned int c = 0; c < COLUMN_COUNT; c++)
			buf_printf(&w->row, "%s%s", c > 0 ? "," : "",
				   record_column_name((enum record_column)c));
		buf_char(&w->row, '\n');
		flush_row(w);
	}
	return w;
}

void record_write(struct record_writer *w, const struct record *rec)
{
	if (w->format == RECORD_CSV)
		write_csv(w, rec);
	else
		write_json(w, rec);
	flush_row(w);
}

void record_writer_free(struct record_writer *w)
{
	if (!w)
		return;
	buf_free(&w->row);
	buf_free(&w->encoded);
	arena_free(w->arena);
}

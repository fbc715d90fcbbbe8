/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "core/record_columns.h"

#include <csv.h>
#include <jansson.h>

/*
 * The longest line, and the longest row of several lines. Parsers cut log lines at 1 MiB, and a
 * byte of them may become five here ("\\xHH").
 */
#define ROW_MAX	  ((size_t)16 << 20)
#define CELLS_MAX 1000

#define BOM STR("\xef\xbb\xbf")

struct cell {
	enum record_column column; /* COLUMN_COUNT if it is not one of ours */
	size_t at, n;		   /* in row */
};

struct record_reader {
	struct arena *arena;
	enum record_format format;
	struct sink out;
	bool failed;

	struct pos pos;		/* the line in hand */
	unsigned long row_line; /* where the row in hand began */
	struct buf partial;	/* a line whose end has not come yet */
	struct buf row;		/* the text of the cells */
	VEC(struct cell) cells;
	struct str last_file; /* the file that the last row named */

	/* CSV only */
	struct csv_parser csv;
	bool in_row;
	bool has_header;
	unsigned int segment;
	VEC(enum record_column) header;
};

static struct pos row_pos(const struct record_reader *r)
{
	return (struct pos){ r->pos.file, r->row_line };
}

static struct str cell_text(const struct record_reader *r, const struct cell *cell)
{
	return str_skip((struct str){ r->row.v, cell->at + cell->n }, cell->at);
}

static void add_cell(struct record_reader *r, enum record_column column, struct str text)
{
	*vec_add(&r->cells) = (struct cell){ column, r->row.n, text.n };
	buf_add(&r->row, text);
}

static void clear_row(struct record_reader *r)
{
	r->row.n = 0;
	r->cells.n = 0;
}

static int hex_value(char c)
{
	if (is_digit(c))
		return c - '0';
	if (c >= 'a' && c <= 'f')
		return c - 'a' + 10;
	if (c >= 'A' && c <= 'F')
		return c - 'A' + 10;
	return -1;
}

/* Turns \xHH and \\ back into bytes, in place. Any other backslash stands for itself. */
static void decode_cell(struct record_reader *r, struct cell *cell)
{
	char *to = r->row.v + cell->at;
	struct str s = cell_text(r, cell);

	while (s.n > 0) {
		size_t used = 1;

		*to = s.p[0];
		if (str_starts(s, STR("\\\\"))) {
			used = 2;
		} else if (str_starts(s, STR("\\x")) && s.n >= 4) {
			int high = hex_value(s.p[2]), low = hex_value(s.p[3]);

			if (high >= 0 && low >= 0) {
				*to = (char)(unsigned char)(high * 16 + low);
				used = 4;
			}
		}
		to++;
		s = str_skip(s, used);
	}
	cell->n = (size_t)(to - r->row.v) - cell->at;
}

static bool missing(struct pos pos, enum record_column c)
{
	diag_error(pos, "%s: missing", record_column_name(c));
	return false;
}

/* Files of rows come in long runs, so one is remembered. */
static const char *file_name(struct record_reader *r, struct str name)
{
	if (!r->last_file.p || !str_eq(name, r->last_file))
		r->last_file = arena_str(r->arena, name);
	return r->last_file.p;
}

static bool finish_record(struct record_reader *r, struct record *rec)
{
	if (rec->metric.n == 0)
		return missing(row_pos(r), COLUMN_METRIC);
	if (rec->kind == RECORD_VALUE && !str_double(rec->text, &rec->value)) {
		diag_error(row_pos(r), "value: not a number: %s", diag_quote(rec->text));
		return false;
	}
	if (!rec->pos.file)
		rec->pos = row_pos(r);
	return true;
}

/* The cells of either format become a record. */
static bool take_cells(struct record_reader *r)
{
	struct record rec = record_default;
	bool encoded = r->row.n > 0 && memchr(r->row.v, '\\', r->row.n), has_kind = false;
	struct cell *cell;

	vec_each (cell, &r->cells) {
		if (cell->column == COLUMN_COUNT || cell->n == 0)
			continue;
		if (encoded && record_column_is_text(cell->column))
			decode_cell(r, cell);
		if (!record_column_set(&rec, cell->column, cell_text(r, cell), row_pos(r)))
			return false;
		if (cell->column == COLUMN_FILE)
			rec.pos.file = file_name(r, cell_text(r, cell));
		has_kind |= cell->column == COLUMN_KIND;
	}
	if (!has_kind)
		return missing(row_pos(r), COLUMN_KIND);
	if (!finish_record(r, &rec))
		return false;
	r->out.put(r->out.ctx, &rec);
	return true;
}

static bool has_cell(const struct record_reader *r, const char *name)
{
	const struct cell *cell;

	vec_each (cell, &r->cells)
		if (str_is(cell_text(r, cell), name))
			return true;
	return false;
}

/* The text under a heading; empty when the row is too short. */
static struct str cell_under(const struct record_reader *r, enum record_column column)
{
	for (size_t i = 0; i < r->header.n && i < r->cells.n; i++)
		if (r->header.v[i] == column)
			return cell_text(r, &r->cells.v[i]);
	return STR("");
}

/*
 * A record may hold the words kind, metric and value too, but under the old heading a header has no
 * valid kind, or is a value without a number.
 */
static bool is_header(const struct record_reader *r)
{
	struct str kind;
	double v;

	if (!has_cell(r, "kind") || !has_cell(r, "metric") || !has_cell(r, "value"))
		return false;
	kind = cell_under(r, COLUMN_KIND);
	if (str_is(kind, "value"))
		return !str_double(cell_under(r, COLUMN_VALUE), &v);
	return !str_is(kind, "fact") && !str_is(kind, "event");
}

static bool take_header(struct record_reader *r)
{
	bool seen[COLUMN_COUNT + 1] = { false };
	const struct cell *cell;

	r->header.n = 0;
	vec_each (cell, &r->cells) {
		enum record_column c = record_column_find(cell_text(r, cell));

		if (c != COLUMN_COUNT && seen[c]) {
			diag_error(row_pos(r), "column given twice: '%s'", record_column_name(c));
			return false;
		}
		seen[c] = true;
		*vec_add(&r->header) = c;
	}
	for (unsigned int c = 0; c < COLUMN_COUNT; c++) {
		if (record_column_required((enum record_column)c) && !seen[c]) {
			diag_error(row_pos(r), "column missing: '%s'",
				   record_column_name((enum record_column)c));
			return false;
		}
	}
	r->segment += r->has_header;
	r->has_header = true;
	return true;
}

static bool take_csv_row(struct record_reader *r)
{
	if (!r->has_header || is_header(r))
		return take_header(r);
	if (r->cells.n != r->header.n) {
		diag_error(row_pos(r), "row of %zu fields under a header of %zu", r->cells.n,
			   r->header.n);
		return false;
	}
	for (size_t i = 0; i < r->cells.n; i++)
		r->cells.v[i].column = r->header.v[i];
	return take_cells(r);
}

static bool too_long(struct record_reader *r)
{
	diag_error(row_pos(r), "row of more than %zu MiB or %d fields", ROW_MAX >> 20, CELLS_MAX);
	return false;
}

static void on_field(void *text, size_t n, void *ctx)
{
	struct record_reader *r = ctx;

	if (r->failed)
		return;
	if (r->cells.n == CELLS_MAX || n > ROW_MAX - r->row.n)
		r->failed = !too_long(r);
	else
		add_cell(r, COLUMN_COUNT, (struct str){ text, n });
}

static void on_row(int end, void *ctx)
{
	struct record_reader *r = ctx;

	(void)end;
	if (!r->failed)
		r->failed = !take_csv_row(r);
	r->in_row = false;
	clear_row(r);
}

static bool syntax_error(struct record_reader *r)
{
	if (csv_error(&r->csv) == CSV_EPARSE)
		diag_error(row_pos(r), "quote out of place or not closed");
	else
		diag_error(row_pos(r), "%s", csv_strerror(csv_error(&r->csv)));
	return false;
}

static bool take_csv_line(struct record_reader *r, struct str line)
{
	if (!r->in_row) {
		r->row_line = r->pos.line;
		if (str_starts(line, BOM))
			line = str_skip(line, BOM.n);
		r->in_row = line.n > 0 && line.p[0] != '\r' && line.p[0] != '\n';
	}
	if (csv_parse(&r->csv, line.p, line.n, on_field, on_row, r) != line.n && !r->failed)
		return syntax_error(r);
	if (!r->failed && csv_get_buffer_size(&r->csv) > ROW_MAX)
		return too_long(r);
	return !r->failed;
}

/*
 * The spelling of the numbers at the top of an object, by column, which jansson does not keep. line
 * is valid JSON.
 */
static void find_numbers(struct str line, struct str spelled[COLUMN_COUNT + 1])
{
	struct str key = { NULL, 0 };
	unsigned int depth = 0;

	while (line.n > 0) {
		char c = line.p[0];
		size_t n = 0;

		line = str_skip(line, 1);
		if (c == '"') {
			while (n < line.n && line.p[n] != '"')
				n += line.p[n] == '\\' ? 2 : 1;
			key = (struct str){ line.p, n };
			line = str_skip(line, n + 1);
		} else if (c == '{' || c == '[') {
			depth++;
		} else if (c == '}' || c == ']') {
			depth--;
		} else if (c == ':' && depth == 1) {
			line = str_trim(line);
			while (n < line.n && (is_digit(line.p[n]) || memchr("+-.eE", line.p[n], 5)))
				n++;
			spelled[record_column_find(key)] = (struct str){ line.p, n };
		}
	}
}

/* False after an error message. null adds no cell. */
static bool add_json_cell(struct record_reader *r, enum record_column c, const json_t *v,
			  struct str spelled)
{
	struct str text = STR("");

	if (!v && record_column_required(c))
		return missing(row_pos(r), c);
	if (!v || json_is_null(v))
		return true;
	if (json_is_string(v)) {
		text = (struct str){ json_string_value(v), json_string_length(v) };
	} else if (json_is_number(v) && spelled.n > 0) {
		text = spelled;
	} else if (json_is_boolean(v) && c == COLUMN_CONTEXT) {
		text = json_is_true(v) ? STR("1") : STR("0");
	} else {
		diag_error(row_pos(r), "%s: neither a string nor a number under a plain key",
			   record_column_name(c));
		return false;
	}
	add_cell(r, c, text);
	return true;
}

/* Whole numbers may have any size here: their spelling is what counts. */
static json_t *load_json(struct str line, json_error_t *error)
{
	return json_loadb(line.p, line.n,
			  JSON_REJECT_DUPLICATES | JSON_DECODE_INT_AS_REAL | JSON_ALLOW_NUL, error);
}

static bool take_json_line(struct record_reader *r, struct str line)
{
	struct str spelled[COLUMN_COUNT + 1] = { 0 };
	json_error_t error;
	json_t *object;
	bool ok;

	r->row_line = r->pos.line;
	if (str_starts(line, BOM))
		line = str_skip(line, BOM.n);
	line = str_trim(line);
	if (line.n == 0)
		return true;
	object = load_json(line, &error);
	if (!object) {
		diag_error(row_pos(r), "bad JSON: %s", diag_quote(str_of(error.text)));
		return false;
	}
	ok = json_is_object(object);
	if (!ok)
		diag_error(row_pos(r), "not a JSON object: %s", diag_quote(line));
	find_numbers(line, spelled);
	for (unsigned int i = 0; ok && i < COLUMN_COUNT; i++) {
		enum record_column c = (enum record_column)i;

		ok = add_json_cell(r, c, json_object_get(object, record_column_name(c)),
				   spelled[c]);
	}
	ok = ok && take_cells(r);
	clear_row(r);
	json_decref(object);
	return ok;
}

static bool take_line(struct record_reader *r, struct str line)
{
	bool ok;

	r->pos.line++;
	if (r->format == RECORD_CSV)
		ok = take_csv_line(r, line);
	else
		ok = take_json_line(r, line);
	r->failed = !ok;
	return ok;
}

static int no_space(unsigned char c)
{
	(void)c;
	return 0;
}

static void init_csv(struct csv_parser *csv)
{
	csv_init(csv, CSV_STRICT | CSV_STRICT_FINI);
	csv_set_space_func(csv, no_space);
	csv_set_blk_size(csv, 65536);
}

struct record_reader *record_reader_new(const char *file, enum record_format format,
					struct sink out)
{
	struct arena *a = arena_new();
	struct record_reader *r = arena_new_of(a, struct record_reader, 1);

	r->arena = a;
	r->pos.file = arena_str(a, str_of(file)).p;
	r->format = format;
	r->out = out;
	init_csv(&r->csv);
	return r;
}

bool record_reader_feed(struct record_reader *r, struct str bytes)
{
	while (bytes.n > 0 && !r->failed) {
		const char *end = memchr(bytes.p, '\n', bytes.n);
		struct str line = { bytes.p, end ? (size_t)(end - bytes.p) + 1 : bytes.n };

		bytes = str_skip(bytes, line.n);
		if (line.n > ROW_MAX - r->partial.n) {
			r->row_line = r->pos.line + 1;
			r->failed = !too_long(r);
		} else if (!end) {
			buf_add(&r->partial, line);
		} else if (r->partial.n == 0) {
			take_line(r, line);
		} else {
			buf_add(&r->partial, line);
			take_line(r, buf_str(&r->partial));
			r->partial.n = 0;
		}
	}
	return !r->failed;
}

bool record_reader_end(struct record_reader *r)
{
	if (!r->failed && r->partial.n > 0)
		take_line(r, buf_str(&r->partial));
	r->partial.n = 0;
	if (!r->failed && csv_fini(&r->csv, on_field, on_row, r) != 0 && !r->failed)
		r->failed = !syntax_error(r);
	return !r->failed;
}

unsigned int record_reader_segment(const struct record_reader *r)
{
	return r->segment;
}

void record_reader_free(struct record_reader *r)
{
	if (!r)
		return;
	csv_free(&r->csv);
	buf_free(&r->partial);
	buf_free(&r->row);
	vec_free(&r->cells);
	vec_free(&r->header);
	arena_free(r->arena);
}

static void on_name(void *text, size_t n, void *ctx)
{
	bool *seen = ctx;

	seen[record_column_find((struct str){ text, n })] = true;
}

static bool sniff_csv(struct str line)
{
	bool seen[COLUMN_COUNT + 1] = { false };
	struct csv_parser csv;
	bool ok;

	init_csv(&csv);
	ok = csv_parse(&csv, line.p, line.n, on_name, NULL, seen) == line.n &&
	     csv_fini(&csv, on_name, NULL, seen) == 0;
	csv_free(&csv);
	for (unsigned int c = 0; c < COLUMN_COUNT; c++)
		if (record_column_required((enum record_column)c) && !seen[c])
			return false;
	return ok;
}

static bool sniff_json(struct str line)
{
	json_t *object = load_json(line, NULL);
	/* NULL if it is no object. */
	bool ok = json_object_get(object, record_column_name(COLUMN_KIND)) != NULL;

	json_decref(object);
	return ok;
}

bool record_sniff(struct str head, enum record_format *format)
{
	struct str line;

	if (str_starts(head, BOM))
		head = str_skip(head, BOM.n);
	line = str_cut(str_trim(head), '\n').head;
	*format = str_starts(line, STR("{")) ? RECORD_JSONL : RECORD_CSV;
	return *format == RECORD_JSONL ? sniff_json(line) : sniff_csv(line);
}

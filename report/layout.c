/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "report/layout.h"
#include "report/sheet.h"

void layout_blocks(const struct doc *doc, const struct render_opts *opts, FILE *f,
		   void (*put)(struct buf *out, const struct block *b,
			       const struct render_opts *opts))
{
	struct buf out = { 0 };
	const struct block *b;
	bool first = true;

	vec_each (b, &doc->blocks) {
		if (!(b->views & opts->view))
			continue;
		out.n = 0;
		put(&out, b, opts);
		if (out.n == 0)
			continue;
		if (!first)
			fputc('\n', f);
		first = false;
		fwrite(out.v, 1, out.n, f);
	}
	buf_free(&out);
}

static const struct cell *cell_at(const struct table *t, size_t row, size_t col)
{
	return &t->cells[row * t->ncols + col];
}

size_t layout_columns(const struct table *t, unsigned int view, size_t *cols)
{
	size_t n = 0;

	for (size_t i = 0; i < t->ncols; i++) {
		bool any = false;

		for (size_t row = 0; row < t->nrows && !any; row++)
			any = cell_at(t, row, i)->text.n > 0 || cell_at(t, row, i)->note > 0;
		if (any && (t->cols[i].views & view))
			cols[n++] = i;
	}
	return n;
}

/* A table on its way to a sheet. */
struct source {
	const struct table *t;
	const struct layout *how;
	struct arena *mem;
	struct buf scratch;
	size_t *cols, ncols; /* those to show */
	size_t nnames;	     /* the first of them, which name the row */
};

static struct str clean(struct source *src, struct str text)
{
	src->scratch.n = 0;
	src->how->clean(&src->scratch, text);
	return arena_str(src->mem, str_trim(buf_str(&src->scratch)));
}

static void set_cell(struct source *src, struct sheet_cell *to, size_t row, size_t k)
{
	const struct cell *cell = cell_at(src->t, row, src->cols[k]);

	to->text = clean(src, cell->text);
	if (cell->note > 0)
		to->mark = arena_printf(src->mem, to->text.n > 0 ? " (%u)" : "(%u)", cell->note);
	else
		to->mark = (struct str){ NULL, 0 };
	to->tone = cell->tone;
}

static void set_column(struct source *src, struct sheet_column *to, size_t k)
{
	const struct column *c = &src->t->cols[src->cols[k]];

	to->head = clean(src, c->head);
	to->group = clean(src, c->group);
	to->left = c->left;
}

static struct sheet flat_sheet(struct source *src)
{
	struct sheet s = { .ncols = src->ncols, .nrows = src->t->nrows };

	s.cols = arena_new_of(src->mem, struct sheet_column, s.ncols);
	s.cells = arena_new_of(src->mem, struct sheet_cell, s.ncols * s.nrows);
	for (size_t k = 0; k < s.ncols; k++)
		set_column(src, &s.cols[k], k);
	for (size_t row = 0; row < s.nrows; row++)
		for (size_t k = 0; k < s.ncols; k++)
			set_cell(src, &s.cells[row * s.ncols + k], row, k);
	return s;
}

static bool is_empty(const struct sheet_cell *cell)
{
	return cell->text.n == 0 && cell->mark.n == 0;
}

/* What is left of the first group names the row, or else what comes up to the unit. */
static size_t count_names(const struct source *src)
{
	size_t n = 0;

	while (n < src->ncols && src->t->cols[src->cols[n]].group.n == 0)
		n++;
	if (n < src->ncols)
		return n;
	for (n = 0; n < src->ncols; n++) {
		const char *id = src->t->cols[src->cols[n]].id;

		if (!str_starts(str_of(id), STR("name.")) && strcmp(id, "unit") != 0)
			break;
	}
	return n;
}

/* "N*alloc N*free, size 16, ns": what begins with a digit says what it is. */
static struct str row_name(struct source *src, size_t row)
{
	struct buf b = { 0 };
	struct str name;

	for (size_t k = 0; k < src->nnames; k++) {
		struct sheet_cell cell;
		struct str head = clean(src, src->t->cols[src->cols[k]].head);

		set_cell(src, &cell, row, k);
		if (is_empty(&cell))
			continue;
		if (b.n > 0)
			buf_add(&b, STR(", "));
		if (cell.text.n > 0 && is_digit(cell.text.p[0]) && head.n > 0) {
			buf_add(&b, head);
			buf_char(&b, ' ');
		}
		buf_add(&b, cell.text);
		buf_add(&b, cell.mark);
	}
	name = arena_str(src->mem, buf_str(&b));
	buf_free(&b);
	return name;
}

/* Where the cells of a folded table go: a line for each group, columns for what has one heading. */
struct fold {
	size_t *line, *col; /* by index into source's cols */
	struct str *labels; /* of the lines */
	size_t nlines, ncols;
	struct sheet_column *cols;
	size_t *last; /* by column: 1 + the last line in it, or 0 for columns without a group */
};

/* A column with k's heading that k's line does not use yet, or a new one. */
static size_t fold_column(struct source *src, struct fold *f, size_t k)
{
	struct sheet_column c = { 0 };
	size_t i = f->ncols;

	set_column(src, &c, k);
	if (c.group.n > 0)
		for (i = 0; i < f->ncols; i++)
			if (f->last[i] > 0 && f->last[i] < f->nlines && c.left == f->cols[i].left &&
			    str_eq(c.head, f->cols[i].head))
				break;
	f->last[i] = c.group.n > 0 ? f->nlines : 0;
	if (i == f->ncols) {
		f->ncols++;
		c.group.n = 0;
		f->cols[i] = c;
	}
	return i;
}

/* Below the name of its row. */
static struct str fold_label(struct source *src, struct str group)
{
	struct str label = clean(src, group);

	return label.n > 0 ? arena_printf(src->mem, "  %.*s", (int)label.n, label.p) : label;
}

/* Column 0 is for the labels. Columns without a group stand in the line of what is before them. */
static struct fold fold_plan(struct source *src)
{
	struct fold f = { .nlines = 1, .ncols = 1 };
	struct str last = { NULL, 0 };

	f.line = arena_new_of(src->mem, size_t, src->ncols);
	f.col = arena_new_of(src->mem, size_t, src->ncols);
	f.labels = arena_new_of(src->mem, struct str, src->ncols);
	f.cols = arena_new_of(src->mem, struct sheet_column, src->ncols + 1);
	f.last = arena_new_of(src->mem, size_t, src->ncols + 1);
	f.cols[0].left = true;
	for (size_t k = src->nnames; k < src->ncols; k++) {
		struct str group = src->t->cols[src->cols[k]].group;

		if (group.n > 0 && !str_eq(group, last)) {
			f.nlines += k > src->nnames;
			f.labels[f.nlines - 1] = fold_label(src, group);
			last = group;
		}
		f.line[k] = f.nlines - 1;
		f.col[k] = fold_column(src, &f, k);
	}
	return f;
}

static struct sheet folded_sheet(struct source *src, size_t *lines)
{
	struct fold f = fold_plan(src);
	struct sheet s = { .cols = f.cols, .ncols = f.ncols, .nrows = src->t->nrows * f.nlines };

	s.cells = arena_new_of(src->mem, struct sheet_cell, s.ncols * s.nrows);
	*lines = f.nlines;
	s.titles = arena_new_of(src->mem, struct sheet_title, s.nrows);
	for (size_t row = 0; row < src->t->nrows; row++) {
		size_t first = row * f.nlines;

		s.titles[first].text = row_name(src, row);
		for (size_t i = 0; i < f.nlines; i++)
			s.cells[(first + i) * s.ncols].text = f.labels[i];
		for (size_t k = src->nnames; k < src->ncols; k++)
			set_cell(src, &s.cells[(first + f.line[k]) * s.ncols + f.col[k]], row, k);
	}
	return s;
}

/* Whether one of the titles, each of which is on top of as many lines, has several cells in col. */
static bool any_has_several(const struct sheet *s, size_t col, size_t lines)
{
	for (size_t row = 0; row < s->nrows; row += lines) {
		size_t n = 0;

		for (size_t i = 0; i < lines; i++)
			n += !is_empty(&s->cells[(row + i) * s->ncols + col]);
		if (n > 1)
			return true;
	}
	return false;
}

/*
 * Moves the last column out of the way, if it alone holds text: beside the titles, "time, s:
 * LOWER", where each has one, else below the lines.
 */
static void move_verdicts(struct sheet *s, size_t lines, struct arena *mem)
{
	size_t last = s->ncols - 1;
	bool several = any_has_several(s, last, lines);

	for (size_t i = 1; i < s->ncols; i++)
		if (s->cols[i].left != (i == last))
			return;
	s->endings = several ? arena_new_of(mem, struct sheet_title, s->nrows) : NULL;
	s->cols[last].head.n = 0;
	for (size_t row = 0; row < s->nrows; row++) {
		struct sheet_cell *cell = &s->cells[row * s->ncols + last];

		if (several)
			s->endings[row].cell = *cell;
		else if (!is_empty(cell))
			s->titles[row / lines * lines].cell = *cell;
		*cell = (struct sheet_cell){ 0 };
	}
}

/* Cleaned text has no control bytes, so this stands for a blank at which no line is broken. */
#define GLUE '\x01'

/* "cv 17.4%", in one piece unless it is wider than a line. */
static void add_item(struct buf *b, struct str head, const struct sheet_cell *cell, size_t line)
{
	size_t start = b->n;

	buf_add(b, head);
	if (head.n > 0 && cell->text.n > 0)
		buf_char(b, ' ');
	buf_add(b, cell->text);
	buf_add(b, cell->mark);
	if (wrap_width(str_skip(buf_str(b), start)) >= line)
		return;
	for (size_t i = start; i < b->n; i++)
		b->v[i] = b->v[i] == ' ' ? GLUE : b->v[i];
}

/* "before (n=4): mean 8.606, cv 17.4%" */
static void put_list(struct buf *out, const struct sheet *s, const struct layout *how)
{
	int indent = how->indent + 2, rest = how->indent + SHEET_ENDING_INDENT;
	size_t start = out->n;
	struct buf b = { 0 };

	for (size_t row = 0; row < s->nrows; row++) {
		const struct sheet_cell *cells = &s->cells[row * s->ncols];
		const char *between = " ";

		sheet_put_title(out, &s->titles[row], how->indent, how->width, how->color);
		b.n = 0;
		buf_add(&b, str_trim(cells[0].text));
		if (b.n > 0)
			buf_char(&b, ':');
		for (size_t i = 1; i < s->ncols; i++) {
			if (is_empty(&cells[i]))
				continue;
			buf_add(&b, str_of(between));
			between = ", ";
			add_item(&b, s->cols[i].head, &cells[i], (size_t)(how->width - rest));
		}
		wrap_hanging(out, buf_str(&b), how->width, indent, rest);
		if (s->endings)
			sheet_put_title(out, &s->endings[row], rest, how->width, how->color);
	}
	for (size_t i = start; i < out->n; i++)
		if (out->v[i] == GLUE)
			out->v[i] = ' ';
	buf_free(&b);
}

/* Writes s with the first gaps with which it fits; false if there are none. */
static bool put_fitting(struct buf *out, struct sheet *s, const struct layout *how)
{
	static const struct sheet_gap gaps[] = { { 2, 4 }, { 2, 2 }, { 1, 2 }, { 1, 1 } };
	size_t n = how->tight ? 4 : 2;

	sheet_measure(s);
	for (size_t i = 0; i < n; i++) {
		size_t width = sheet_width(s, gaps[i]) + (size_t)how->indent;

		if (how->width > 0 && width > (size_t)how->width)
			continue;
		sheet_put(out, s, gaps[i], how->indent, how->width, how->color);
		return true;
	}
	return false;
}

static void put_folded(struct buf *out, struct source *src)
{
	size_t lines;
	struct sheet s = folded_sheet(src, &lines);

	if (put_fitting(out, &s, src->how))
		return;
	move_verdicts(&s, lines, src->mem);
	if (!put_fitting(out, &s, src->how))
		put_list(out, &s, src->how);
}

void layout_table(struct buf *out, const struct table *t, unsigned int view,
		  const struct layout *how)
{
	struct source src = { .t = t, .how = how, .mem = arena_new() };

	src.cols = arena_new_of(src.mem, size_t, t->ncols);
	src.ncols = layout_columns(t, view, src.cols);
	if (src.ncols > 0) {
		struct sheet s = flat_sheet(&src);

		src.nnames = count_names(&src);
		if (!put_fitting(out, &s, how))
			put_folded(out, &src);
	}
	buf_free(&src.scratch);
	arena_free(src.mem);
}

void layout_notes(struct buf *out, const struct table *t, const struct layout *how)
{
	struct buf b = { 0 }, lines = { 0 }, legend = { 0 };

	for (size_t i = 0; i < t->nnotes; i++) {
		int number;

		b.n = 0;
		buf_printf(&b, "(%zu) ", i + 1);
		number = (int)b.n;
		how->clean(&b, t->notes[i]);
		wrap_hanging(&lines, buf_str(&b), how->width, how->indent, how->indent + number);
	}
	b.n = 0;
	how->clean(&b, t->legend);
	wrap_text(&legend, buf_str(&b), how->width, how->indent);
	if (lines.n && legend.n)
		buf_char(&lines, '\n');
	buf_add(&lines, buf_str(&legend));
	if (out->n > 0 && lines.n > 0)
		buf_char(out, '\n');
	buf_add(out, buf_str(&lines));
	buf_free(&b);
	buf_free(&legend);
	buf_free(&lines);
}

void layout_lines(struct buf *out, struct str text, void (*fit)(struct buf *out, struct str text))
{
	struct str line;

	while (str_next(&text, '\n', &line)) {
		fit(out, line);
		buf_char(out, '\n');
	}
}

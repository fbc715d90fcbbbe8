/* SPDX-License-Identifier: GPL-2.0-or-later */
#include <csv.h>
#include <math.h>
#include "report/data.h"
#include "report/doc.h"

/* Blanks at the ends too, as some readers trim them. */
static bool needs_quotes(struct str s)
{
	for (size_t i = 0; i < s.n; i++)
		if (memchr(",\"\r\n", s.p[i], 4))
			return true;
	return s.n > 0 && (is_blank(s.p[0]) || is_blank(s.p[s.n - 1]));
}

static void put_text(struct buf *out, struct str text)
{
	struct buf b = { 0 };

	data_text(&b, text);
	if (needs_quotes(buf_str(&b))) {
		/* Each byte may be a quote, and two stand around. */
		out->v = mem_grow(out->v, &out->cap, out->n + 2 * b.n + 2, 1);
		out->n += csv_write(out->v + out->n, out->cap - out->n, b.v, b.n);
	} else {
		buf_add(out, buf_str(&b));
	}
	buf_free(&b);
}

static void put_header(struct buf *out, const struct table *t, unsigned int view)
{
	size_t n = 0;

	for (size_t i = 0; i < t->ncols; i++) {
		if (!(t->cols[i].views & view))
			continue;
		if (n++ > 0)
			buf_char(out, ',');
		put_text(out, str_of(t->cols[i].id));
	}
	if (n > 0)
		buf_char(out, '\n');
}

static void put_row(struct buf *out, const struct table *t, size_t row, unsigned int view)
{
	size_t n = 0;

	for (size_t i = 0; i < t->ncols; i++) {
		const struct cell *cell = &t->cells[row * t->ncols + i];

		if (!(t->cols[i].views & view))
			continue;
		if (n++ > 0)
			buf_char(out, ',');
		if (isfinite(cell->value))
			data_number(out, cell->value);
		else
			put_text(out, cell->text);
	}
	if (n > 0)
		buf_char(out, '\n');
}

/* One header for all tables that have the same columns. */
static void render(const struct doc *doc, const struct render_opts *opts, FILE *f)
{
	struct buf header = { 0 }, out = { 0 };
	const struct block *b;

	vec_each (b, &doc->blocks) {
		if (b->kind != BLOCK_TABLE || !(b->views & opts->view))
			continue;
		out.n = 0;
		put_header(&out, b->table, opts->view);
		if (!str_eq(buf_str(&out), buf_str(&header))) {
			fwrite(out.v, 1, out.n, f);
			header.n = 0;
			buf_add(&header, buf_str(&out));
		}
		for (size_t row = 0; row < b->table->nrows; row++) {
			out.n = 0;
			put_row(&out, b->table, row, opts->view);
			fwrite(out.v, 1, out.n, f);
		}
	}
	buf_free(&header);
	buf_free(&out);
}

const struct renderer renderer_csv = {
	.name = "csv",
	.summary = "comma-separated values, every number in full",
	.view = VIEW_DATA,
	.width = -1,
	.render = render,
};

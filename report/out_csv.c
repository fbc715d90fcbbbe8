/* SPDX-License-Identifier: GPL-2.0-or-later */
#include <math.h>
#include "core/record.h"
#include "report/doc.h"
#include "report/number.h"

static void put_text(struct buf *out, struct str text)
{
	struct buf b = { 0 };

	record_text(&b, text);
	record_csv_cell(out, buf_str(&b));
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
			record_number(out, cell->value);
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

/* SPDX-License-Identifier: GPL-2.0-or-later */
#include <jansson.h>
#include <math.h>
#include "core/record.h"
#include "report/doc.h"
#include "report/number.h"

/* jansson reports no memory by NULLs on the way, of which each would be a hole in the output. */
static void *take_memory(size_t size)
{
	size_t cap = 0;

	return mem_grow(NULL, &cap, size, 1);
}

static json_t *text_of(struct str text)
{
	struct buf b = { 0 };
	json_t *s;

	record_text(&b, text);
	s = json_stringn(b.v ? b.v : "", b.n);
	buf_free(&b);
	return s;
}

static json_t *cell_of(const struct cell *cell)
{
	double v = cell->value;

	/* A count is 4, not 4.0. Above 2^53 a double stands for more whole numbers than one. */
	if (fabs(v) <= 9007199254740992.0 && !(trunc(v) < v) && !(trunc(v) > v))
		return json_integer((json_int_t)v);
	if (isfinite(v))
		return json_real(v);
	return cell->text.n > 0 ? text_of(cell->text) : json_null();
}

static json_t *row_of(const struct table *t, size_t row, unsigned int view)
{
	json_t *object = json_object();

	for (size_t i = 0; i < t->ncols; i++)
		if (t->cols[i].views & view)
			json_object_set_new(object, t->cols[i].id,
					    cell_of(&t->cells[row * t->ncols + i]));
	return object;
}

static json_t *table_of(const struct table *t, unsigned int view)
{
	json_t *object = json_object(), *rows = json_array(), *notes = json_array();

	for (size_t row = 0; row < t->nrows; row++)
		json_array_append_new(rows, row_of(t, row, view));
	for (size_t i = 0; i < t->nnotes; i++)
		json_array_append_new(notes, text_of(t->notes[i]));
	json_object_set_new(object, "caption", text_of(t->caption));
	json_object_set_new(object, "rows", rows);
	json_object_set_new(object, "notes", notes);
	json_object_set_new(object, "legend", text_of(t->legend));
	return object;
}

static json_t *prose_of(const struct block *b)
{
	json_t *object = json_object();

	json_object_set_new(object, "id", b->id ? text_of(str_of(b->id)) : json_null());
	json_object_set_new(object, "text", text_of(b->text));
	return object;
}

static json_t *plot_of(const struct plot *p)
{
	json_t *object = json_object();

	json_object_set_new(object, "id", text_of(p->id));
	json_object_set_new(object, "title", text_of(p->title));
	json_object_set_new(object, "file", p->file.n > 0 ? text_of(p->file) : json_null());
	return object;
}

static void render(const struct doc *doc, const struct render_opts *opts, FILE *f)
{
	json_t *root, *tables, *prose, *plots;
	const struct block *b;

	json_set_alloc_funcs(take_memory, mem_free);
	root = json_object();
	json_object_set_new(root, "tables", tables = json_array());
	json_object_set_new(root, "prose", prose = json_array());
	json_object_set_new(root, "plots", plots = json_array());
	vec_each (b, &doc->blocks) {
		if (!(b->views & opts->view))
			continue;
		if (b->kind == BLOCK_TABLE)
			json_array_append_new(tables, table_of(b->table, opts->view));
		else if (b->kind == BLOCK_PROSE || b->kind == BLOCK_CODE)
			json_array_append_new(prose, prose_of(b));
		else if (b->kind == BLOCK_PLOT)
			json_array_append_new(plots, plot_of(b->plot));
	}
	json_dumpf(root, f, JSON_INDENT(2) | JSON_REAL_PRECISION(17));
	fputc('\n', f);
	json_decref(root);
}

const struct renderer renderer_json = {
	.name = "json",
	.summary = "JSON, every number in full",
	.view = VIEW_DATA,
	.width = -1,
	.render = render,
};

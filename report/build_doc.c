/* SPDX-License-Identifier: GPL-2.0-or-later */
#include <math.h>
#include "report/build.h"

struct doc *doc_new(void)
{
	struct arena *a = arena_new();
	struct doc *doc = arena_new_of(a, struct doc, 1);

	doc->arena = a;
	return doc;
}

void doc_free(struct doc *doc)
{
	vec_free(&doc->blocks);
	arena_free(doc->arena);
}

struct block *doc_add(struct doc *doc, enum block_kind kind, unsigned int views)
{
	struct block *b = vec_add(&doc->blocks);

	b->kind = kind;
	b->views = views;
	return b;
}

void doc_prose(struct doc *doc, unsigned int views, const char *id, struct str text)
{
	struct block *b;

	if (!text.n)
		return;
	b = doc_add(doc, BLOCK_PROSE, views);
	b->id = id;
	b->text = text;
}

void doc_heading(struct doc *doc, unsigned int views, unsigned int level, const char *text)
{
	struct block *b = doc_add(doc, BLOCK_HEADING, views);

	b->level = level;
	b->text = str_of(text);
}

struct table *doc_table(struct doc *doc, unsigned int views, size_t ncols, size_t nrows)
{
	struct block *b = doc_add(doc, BLOCK_TABLE, views);
	struct table *t = arena_new_of(doc->arena, struct table, 1);

	b->table = t;
	t->ncols = ncols;
	t->nrows = nrows;
	t->cols = arena_new_of(doc->arena, struct column, ncols);
	t->cells = arena_new_of(doc->arena, struct cell, ncols * nrows);
	for (size_t i = 0; i < ncols; i++)
		t->cols[i].views = views;
	for (size_t i = 0; i < ncols * nrows; i++)
		t->cells[i].value = NAN;
	return t;
}

size_t table_column(struct table *t, size_t at, const char *id, struct str head, struct str group,
		    bool left)
{
	t->cols[at].id = id;
	t->cols[at].head = head;
	t->cols[at].group = group;
	t->cols[at].left = left;
	return at + 1;
}

struct table *doc_data_table(struct doc *doc, const char *const *ids, size_t nids, size_t nrows)
{
	struct table *t = doc_table(doc, VIEW_DATA, nids, nrows);

	for (size_t i = 0; i < nids; i++)
		table_column(t, i, ids[i], str_of(ids[i]), (struct str){ NULL, 0 }, false);
	return t;
}

struct cell *table_cell(struct table *t, size_t row, size_t col)
{
	return &t->cells[row * t->ncols + col];
}

void table_number(struct arena *a, struct cell *cell, double value, struct buf *text)
{
	cell->value = value;
	cell->text = arena_str(a, buf_str(text));
	text->n = 0;
}

unsigned int table_note(struct arena *a, struct table *t, struct str text)
{
	if (!text.n)
		return 0;
	for (size_t i = 0; i < t->nnotes; i++)
		if (str_eq(t->notes[i], text))
			return (unsigned int)i + 1;
	/* Full at each power of two. */
	if (!(t->nnotes & (t->nnotes - 1))) {
		struct str *more = arena_new_of(a, struct str, 2 * t->nnotes + 1);

		if (t->nnotes)
			memcpy(more, t->notes, t->nnotes * sizeof(*more));
		t->notes = more;
	}
	t->notes[t->nnotes++] = arena_str(a, text);
	return (unsigned int)t->nnotes;
}

void build_count(struct buf *b, const struct grid_cell *cell)
{
	size_t n = grid_count(cell);

	if (n || !cell->printed)
		buf_printf(b, "%zu", n);
	else
		buf_char(b, '?');
}

double build_n(const struct grid_cell *cell)
{
	size_t n = grid_count(cell);

	return n || !cell->printed ? (double)n : NAN;
}

void doc_drop_plots(struct doc *doc, const char *why)
{
	bool said = false;

	for (size_t i = 0; i < doc->blocks.n; i++) {
		struct block *b = &doc->blocks.v[i];

		if (b->kind != BLOCK_PLOT)
			continue;
		*b = said ? (struct block){ .kind = BLOCK_PROSE }
			  : (struct block){ .kind = BLOCK_PROSE,
					    .views = VIEW_REPORT,
					    .id = "plots",
					    .text = str_of(why) };
		said = true;
	}
}

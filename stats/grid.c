/* SPDX-License-Identifier: GPL-2.0-or-later */
#include <math.h>
#include <stdlib.h>
#include "core/map.h"
#include "stats/grid.h"

/* The numbers of one run in one cell while they come in. */
struct fold_run {
	unsigned int run;
	struct pos pos;
	double own, items; /* sums, or the maximum */
	unsigned long nown, nitems;
	size_t next; /* in the same cell, 0 for none */
};

struct fold_cell {
	size_t first, last; /* into folds */
	struct str work;
	bool work_varies;
};

struct fold_row {
	struct grid_row row;
	enum fold fold;
	VEC(struct fold_cell) cells;
};

struct grid_builder {
	struct arena *arena;
	struct grid grid;
	VEC(struct str) cols;
	VEC(struct fold_row) rows;
	VEC(struct fold_run) folds;
	VEC(struct grid_fact) facts;
	struct map col_index, row_index, run_index, files;
};

struct grid_builder *grid_new(void)
{
	struct arena *arena = arena_new();
	struct grid_builder *b = arena_new_of(arena, struct grid_builder, 1);

	b->arena = arena;
	vec_add(&b->folds); /* 0 stands for none */
	return b;
}

void grid_free(struct grid_builder *b)
{
	vec_free(&b->cols);
	for (size_t i = 0; i < b->rows.n; i++)
		vec_free(&b->rows.v[i].cells);
	vec_free(&b->rows);
	vec_free(&b->folds);
	vec_free(&b->facts);
	map_free(&b->col_index);
	map_free(&b->row_index);
	map_free(&b->run_index);
	map_free(&b->files);
	map_free(&b->grid.first_facts);
	arena_free(b->arena);
}

/* A copy of a text that C strings and tables can hold: without NUL bytes. */
static struct str grid_text(struct grid_builder *b, struct str s)
{
	struct buf text = { 0 };
	struct str copy;

	if (!s.n || !memchr(s.p, '\0', s.n))
		return arena_str(b->arena, s);
	for (size_t i = 0; i < s.n; i++)
		buf_add(&text, s.p[i] ? (struct str){ s.p + i, 1 } : STR("\\x00"));
	copy = arena_str(b->arena, buf_str(&text));
	buf_free(&text);
	return copy;
}

static size_t grid_col(struct grid_builder *b, struct str label)
{
	int64_t *index = map_put(&b->col_index, str_hash(label, STR_HASH_SEED));

	if (!*index) {
		*vec_add(&b->cols) = grid_text(b, label);
		*index = (int64_t)b->cols.n;
	}
	return (size_t)*index - 1;
}

/* File names come again and again: one copy of each. */
static struct pos grid_pos(struct grid_builder *b, struct pos pos)
{
	struct str file = str_of(pos.file);
	int64_t *copy = map_put(&b->files, str_hash(file, STR_HASH_SEED));

	if (!*copy)
		*copy = (int64_t)(uintptr_t)arena_str(b->arena, file).p;
	return (struct pos){ pos.file ? (const char *)(uintptr_t)*copy : NULL, pos.line };
}

static struct fold_row *grid_row(struct grid_builder *b, const struct record *rec)
{
	uint64_t key = str_hash(rec->bench, STR_HASH_SEED);
	const struct unit *unit = unit_find(rec->unit);
	struct fold_row *row;
	int64_t *index;

	key = str_hash(rec->params, map_mix(key, 1));
	key = str_hash(rec->metric, map_mix(key, 2));
	index = map_put(&b->row_index, key);
	if (*index) {
		row = &b->rows.v[*index - 1];
		if (row->row.better == BETTER_NONE)
			row->row.better = rec->better;
		row->row.odd_better |= rec->better != BETTER_NONE && rec->better != row->row.better;
		return row;
	}
	row = vec_add(&b->rows);
	*index = (int64_t)b->rows.n;
	row->fold = rec->fold;
	row->row = (struct grid_row){ .bench = grid_text(b, rec->bench),
				      .params = grid_text(b, rec->params),
				      .metric = grid_text(b, rec->metric),
				      .unit = unit ? unit_base(unit) : NULL,
				      .unit_name = grid_text(b, rec->unit),
				      .better = rec->better,
				      .context = rec->context };
	return row;
}

static void grid_work(struct grid_builder *b, struct fold_cell *cell, struct str work)
{
	if (!cell->first)
		cell->work = grid_text(b, work);
	else if (!str_eq(cell->work, work))
		cell->work_varies = true;
}

static void grid_fold(double *sum, unsigned long *n, double value, enum fold fold)
{
	if (fold != FOLD_MAX)
		*sum += value;
	else if (!*n || value > *sum)
		*sum = value;
	++*n;
}

static void grid_value(struct grid_builder *b, const struct record *rec, size_t col)
{
	struct fold_row *row = grid_row(b, rec);
	const struct unit *unit = unit_find(rec->unit);
	double value = rec->value;
	struct fold_cell *cell;
	struct fold_run *fold;
	int64_t *index;

	if (row->row.unit ? !unit || unit_base(unit) != row->row.unit
			  : !str_eq(row->row.unit_name, rec->unit)) {
		b->grid.odd_units++;
		return;
	}
	if (unit)
		value *= unit->factor;
	if (!isfinite(value)) {
		b->grid.too_large++;
		return;
	}
	while (row->cells.n <= col)
		vec_add(&row->cells);
	cell = &row->cells.v[col];
	grid_work(b, cell, rec->work);
	index = map_put(&b->run_index,
			map_mix(map_mix((uint64_t)(row - b->rows.v), col + 1), rec->run));
	if (!*index) {
		size_t new = b->folds.n;

		fold = vec_add(&b->folds);
		*index = (int64_t) new;
		fold->run = rec->run;
		fold->pos = grid_pos(b, rec->pos);
		if (cell->first)
			b->folds.v[cell->last].next = new;
		else
			cell->first = new;
		cell->last = new;
	}
	fold = &b->folds.v[*index];
	if (rec->item.n)
		grid_fold(&fold->items, &fold->nitems, value, row->fold);
	else
		grid_fold(&fold->own, &fold->nown, value, row->fold);
}

void grid_add(struct grid_builder *b, const struct record *rec, struct str label)
{
	size_t col = grid_col(b, rec->source.n ? rec->source : label);
	struct grid_fact *fact;

	if (rec->kind == RECORD_VALUE) {
		if (!rec->stat.n || str_is(rec->stat, "value"))
			grid_value(b, rec, col);
		return;
	}
	fact = vec_add(&b->facts);
	*fact = (struct grid_fact){ .col = col,
				    .run = rec->run,
				    .key = grid_text(b, rec->metric),
				    .text = grid_text(b, rec->text),
				    .pos = grid_pos(b, rec->pos),
				    .event = rec->kind == RECORD_EVENT };
}

static struct cell_run grid_folded(const struct fold_run *f, enum fold fold)
{
	double sum = f->nown ? f->own : f->items;
	unsigned long n = f->nown ? f->nown : f->nitems;

	return (struct cell_run){ f->run, fold == FOLD_MEAN ? sum / (double)n : sum, n, f->pos };
}

static int grid_order(const void *a, const void *b)
{
	const struct cell_run *x = a, *y = b;

	return (x->run > y->run) - (x->run < y->run);
}

static void grid_cell(struct grid_builder *b, struct fold_row *row, const struct fold_cell *from,
		      struct grid_cell *cell)
{
	size_t n = 0;

	for (size_t i = from->first; i; i = b->folds.v[i].next)
		n++;
	cell->runs = arena_new_of(b->arena, struct cell_run, n);
	cell->values = arena_new_of(b->arena, double, n);
	cell->work = from->work;
	cell->work_varies = from->work_varies;
	for (size_t i = from->first; i; i = b->folds.v[i].next)
		cell->runs[cell->n++] = grid_folded(&b->folds.v[i], row->fold);
	if (n)
		qsort(cell->runs, n, sizeof(cell->runs[0]), grid_order);
	for (size_t i = 0; i < n; i++)
		cell->values[i] = cell->runs[i].value;
}

/* Which columns have values that are tested, or any at all where none has such; their new places.
 */
static size_t grid_keep(const struct grid_builder *b, size_t *place)
{
	size_t n = 0;

	for (int context = 0; context < 2 && !n; context++)
		for (size_t col = 0; col < b->cols.n; col++) {
			bool keep = false;

			for (size_t i = 0; i < b->rows.n; i++)
				keep |= (context || !b->rows.v[i].row.context) &&
					col < b->rows.v[i].cells.n &&
					b->rows.v[i].cells.v[col].first;
			place[col] = keep ? n++ : SIZE_MAX;
		}
	return n;
}

static uint64_t grid_fact_key(size_t col, struct str key)
{
	return map_mix(str_hash(key, STR_HASH_SEED), col);
}

static void grid_first_fact(struct grid *g, const struct grid_fact *fact)
{
	int64_t *first;

	if (fact->event)
		return;
	first = map_put(&g->first_facts, grid_fact_key(fact->col, fact->key));
	if (!*first)
		*first = fact - g->facts + 1;
	else if (!str_eq(g->facts[*first - 1].text, fact->text))
		g->facts[*first - 1].varies = true;
}

static void grid_finish_facts(struct grid_builder *b, const size_t *place)
{
	struct grid *g = &b->grid;

	g->facts = b->facts.v;
	for (size_t i = 0; i < b->facts.n; i++) {
		struct grid_fact fact = b->facts.v[i];

		fact.col = place[fact.col];
		if (fact.col == SIZE_MAX)
			continue;
		g->facts[g->nfacts] = fact;
		grid_first_fact(g, &g->facts[g->nfacts++]);
	}
}

const struct grid *grid_finish(struct grid_builder *b)
{
	struct grid *g = &b->grid;
	size_t *place = arena_new_of(b->arena, size_t, b->cols.n);

	g->ncols = grid_keep(b, place);
	g->cols = arena_new_of(b->arena, struct str, g->ncols);
	for (size_t col = 0; col < b->cols.n; col++)
		if (place[col] != SIZE_MAX)
			g->cols[place[col]] = b->cols.v[col];
	grid_finish_facts(b, place);
	g->rows = arena_new_of(b->arena, struct grid_row, b->rows.n);
	for (size_t i = 0; i < b->rows.n; i++) {
		struct fold_row *row = &b->rows.v[i];
		struct grid_row *to = &g->rows[g->nrows++];

		*to = row->row;
		to->better = to->odd_better ? BETTER_NONE : to->better;
		to->cells = arena_new_of(b->arena, struct grid_cell, g->ncols);
		for (size_t j = 0; j < row->cells.n; j++)
			if (place[j] != SIZE_MAX)
				grid_cell(b, row, &row->cells.v[j], &to->cells[place[j]]);
	}
	return g;
}

unsigned int grid_runs(const struct grid *g, size_t col)
{
	size_t most = 0;

	for (size_t i = 0; i < g->nrows; i++)
		if (!g->rows[i].context && g->rows[i].cells[col].n > most)
			most = g->rows[i].cells[col].n;
	return (unsigned int)most;
}

const struct grid_fact *grid_find_fact(const struct grid *g, size_t col, struct str key,
				       bool *varies)
{
	const int64_t *first = map_get(&g->first_facts, grid_fact_key(col, key));

	*varies = first && g->facts[*first - 1].varies;
	return first ? &g->facts[*first - 1] : NULL;
}

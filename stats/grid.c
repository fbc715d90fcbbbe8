/* SPDX-License-Identifier: GPL-2.0-or-later */
#include <math.h>
#include <stdlib.h>
#include "core/map.h"
#include "stats/grid.h"
#include "stats/printed.h"
#include "stats/seen.h"

/* The numbers of one run in one cell while they come in. */
struct fold_run {
	unsigned int run;
	struct pos pos;
	struct tally values;
	struct tally_values *all; /* NULL unless a quantile is taken */
	size_t printed;		  /* into prints, 0 for none */
	size_t next;		  /* in the same cell, 0 for none */
	uint64_t works;		  /* a sum over its records, the same for runs of the same work */
};

struct fold_cell {
	size_t first, last; /* into folds */
	size_t works;	    /* into works */
	size_t nworks;
};

struct fold_work {
	struct str work;
	size_t next; /* of the same cell, 0 for none */
};

/* More kinds of work are not told apart. */
#define GRID_WORKS 16

struct fold_row {
	struct grid_row row;
	enum fold fold;
	/* A percentile or an extreme: of which row, by its key, and which it is. */
	uint64_t of;
	enum printed_kind kind;
	bool hidden;
	VEC(struct fold_cell) cells;
};

struct grid_builder {
	struct arena *arena;
	struct grid grid;
	VEC(struct str) cols;
	VEC(struct fold_row) rows;
	VEC(struct fold_run) folds;
	VEC(struct printed) prints;
	VEC(struct fold_work) works;
	VEC(struct grid_fact) facts;
	struct seen seen;
	struct map col_index, row_index, run_index, files;
};

struct grid_builder *grid_new(void)
{
	struct arena *arena = arena_new();
	struct grid_builder *b = arena_new_of(arena, struct grid_builder, 1);

	b->arena = arena;
	vec_add(&b->folds); /* 0 stands for none */
	vec_add(&b->prints);
	vec_add(&b->works);
	return b;
}

void grid_take_quantile(struct grid_builder *b, double p)
{
	b->grid.quantile = p;
}

void grid_free(struct grid_builder *b)
{
	for (size_t i = 0; i < b->folds.n; i++)
		tally_values_free(b->folds.v[i].all);
	vec_free(&b->cols);
	for (size_t i = 0; i < b->rows.n; i++)
		vec_free(&b->rows.v[i].cells);
	vec_free(&b->rows);
	vec_free(&b->folds);
	vec_free(&b->prints);
	vec_free(&b->works);
	vec_free(&b->facts);
	seen_free(&b->seen);
	map_free(&b->col_index);
	map_free(&b->row_index);
	map_free(&b->run_index);
	map_free(&b->files);
	map_free(&b->grid.first_facts);
	map_free(&b->grid.run_facts);
	arena_free(b->arena);
}

static struct str grid_text(struct grid_builder *b, struct str s)
{
	return grid_plain(b->arena, s);
}

size_t grid_column(struct grid_builder *b, struct str label)
{
	int64_t *index = map_put(&b->col_index, str_hash(label, STR_HASH_SEED));

	if (!*index) {
		*vec_add(&b->cols) = grid_text(b, label);
		*index = (int64_t)b->cols.n;
	}
	return (size_t)*index - 1;
}

void grid_by(struct grid_builder *b, struct str key, bool shared)
{
	b->grid.by = grid_text(b, key);
	b->grid.shared = shared;
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

static uint64_t grid_row_key(const struct record *rec)
{
	uint64_t key = str_hash(rec->bench, STR_HASH_SEED);

	key = str_hash(rec->params, map_mix(key, 1));
	return str_hash(rec->metric, map_mix(key, 2));
}

static struct fold_row *grid_row(struct grid_builder *b, const struct record *rec)
{
	const struct unit *unit = unit_find(rec->unit);
	struct fold_row *row;
	int64_t *index = map_put(&b->row_index, grid_row_key(rec));

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

static void grid_work(struct grid_builder *b, struct fold_cell *cell, struct fold_run *fold,
		      struct str work)
{
	struct fold_work *last;
	size_t i = cell->works;

	fold->works += map_mix(str_hash(work, STR_HASH_SEED), 4);
	for (; i; i = b->works.v[i].next)
		if (str_eq(b->works.v[i].work, work))
			return;
	if (cell->nworks == GRID_WORKS)
		return;
	last = vec_add(&b->works);
	*last = (struct fold_work){ grid_text(b, work), cell->works };
	cell->works = b->works.n - 1;
	cell->nworks++;
}

/* The run's place in a cell, made if it is the first time. */
static struct fold_run *grid_run(struct grid_builder *b, const struct record *rec, size_t row,
				 struct fold_cell *cell, size_t col)
{
	int64_t *index = map_put(&b->run_index, map_mix(map_mix(row, col + 1), rec->run));
	struct fold_run *fold;

	if (*index)
		return &b->folds.v[*index];
	*index = (int64_t)b->folds.n;
	fold = vec_add(&b->folds);
	fold->run = rec->run;
	fold->pos = grid_pos(b, rec->pos);
	if (cell->first)
		b->folds.v[cell->last].next = (size_t)*index;
	else
		cell->first = (size_t)*index;
	cell->last = (size_t)*index;
	return fold;
}

/* kind is that of its stat. */
static void grid_value(struct grid_builder *b, const struct record *rec, size_t col,
		       enum printed_kind kind, uint64_t of)
{
	struct fold_row *row = grid_row(b, rec);
	const struct unit *unit = unit_find(rec->unit);
	double value = rec->value;
	struct fold_cell *cell;
	struct fold_run *fold;

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
	row->of = of;
	row->kind = kind;
	while (row->cells.n <= col)
		vec_add(&row->cells);
	cell = &row->cells.v[col];
	fold = grid_run(b, rec, (size_t)(row - b->rows.v), cell, col);
	grid_work(b, cell, fold, rec->work);
	if (kind == PRINTED_VALUE) {
		tally_add(&fold->values, value, row->fold, rec->item.n > 0);
		if (b->grid.quantile > 0 && !fold->all)
			fold->all = arena_new_of(b->arena, struct tally_values, 1);
		tally_keep(fold->all, value, rec->item.n > 0);
		return;
	}
	if (!fold->printed) {
		fold->printed = b->prints.n;
		vec_add(&b->prints);
	}
	printed_add(&b->prints.v[fold->printed], rec, kind, value);
}

/* A number that is a row of its own: its metric is "time p99". */
static void grid_own_row(struct grid_builder *b, const struct record *rec, size_t col,
			 enum printed_kind kind)
{
	struct record own = *rec;
	struct buf name = { 0 };

	buf_add(&name, rec->metric);
	buf_char(&name, ' ');
	buf_add(&name, rec->stat);
	own.metric = buf_str(&name);
	grid_value(b, &own, col, kind, grid_row_key(rec));
	buf_free(&name);
}

void grid_add(struct grid_builder *b, const struct record *rec, struct str label)
{
	size_t col = grid_column(b, rec->source.n ? rec->source : label);
	size_t run = seen_record(&b->seen, rec, col), at;
	struct grid_fact *fact;

	if (rec->kind == RECORD_VALUE) {
		enum printed_kind kind = printed_kind(rec->stat);

		if (printed_own_row(kind))
			grid_own_row(b, rec, col, kind);
		else if (kind != PRINTED_NOTHING)
			grid_value(b, rec, col, kind, 0);
		return;
	}
	at = rec->kind == RECORD_EVENT ? seen_event(&b->seen, rec, run, b->facts.n) : b->facts.n;
	if (at < b->facts.n) {
		b->facts.v[at].count++;
		return;
	}
	fact = vec_add(&b->facts);
	*fact = (struct grid_fact){ .col = col,
				    .run = rec->run,
				    .key = grid_text(b, rec->metric),
				    .text = grid_text(b, rec->text),
				    .pos = grid_pos(b, rec->pos),
				    .event = rec->kind == RECORD_EVENT,
				    .count = 1,
				    .env = str_is(rec->format, "env") };
}

/* What a run has for its number. */
enum number { NUMBER_NONE, NUMBER_VALUES, NUMBER_MEAN, NUMBER_OF_RUNS };

static enum number grid_number(const struct grid_builder *b, const struct fold_run *f)
{
	const struct printed *p = &b->prints.v[f->printed];

	if (tally_count(&f->values))
		return NUMBER_VALUES;
	if (!tally_count(&p->mean) || (b->grid.quantile > 0 && !p->runs))
		return NUMBER_NONE;
	return p->runs ? NUMBER_OF_RUNS : NUMBER_MEAN;
}

static struct cell_run grid_quantile(struct grid_builder *b, const struct fold_run *f)
{
	struct sample s = tally_sample(f->all);
	double p = b->grid.quantile, rarer = p < 0.5 ? p : 1 - p;

	b->grid.few_values += (double)s.n * rarer < 1 - 1e-9;
	return (struct cell_run){ f->run, stats_quantile(s, p), s.n, f->pos, NAN, false };
}

static struct cell_run grid_folded(struct grid_builder *b, const struct fold_run *f, enum fold fold)
{
	const struct printed *p = &b->prints.v[f->printed];
	bool values = grid_number(b, f) == NUMBER_VALUES;
	const struct tally *t = values ? &f->values : &p->mean;
	unsigned long count = tally_count(t);

	if (f->all)
		return grid_quantile(b, f);
	return (struct cell_run){ f->run,
				  tally_value(t, fold),
				  values || count > 1 ? count : p->n,
				  f->pos,
				  values ? tally_squares(t, fold) : NAN,
				  values && f->values.nown };
}

static struct cell_printed *grid_printed(struct grid_builder *b, const struct fold_run *f)
{
	struct cell_printed *p = arena_new_of(b->arena, struct cell_printed, 1);

	*p = (struct cell_printed){ printed_side(&b->prints.v[f->printed]), NAN, NAN, NAN, f->pos };
	return p;
}

static int grid_order(const void *a, const void *b)
{
	const struct cell_run *x = a, *y = b;

	return (x->run > y->run) - (x->run < y->run);
}

static void grid_cell_work(struct grid_builder *b, const struct fold_cell *from,
			   struct grid_cell *cell)
{
	size_t at = from->nworks;

	cell->works = arena_new_of(b->arena, struct str, at);
	cell->nworks = at;
	/* The last one stands first. */
	for (size_t i = from->works; i; i = b->works.v[i].next)
		cell->works[--at] = b->works.v[i].work;
	cell->work = from->nworks ? cell->works[0] : STR("");
	cell->work_varies = from->nworks > 1;
	for (size_t i = from->first; i && cell->work_varies; i = b->folds.v[i].next)
		cell->runs_vary |= b->folds.v[i].works != b->folds.v[from->first].works;
}

static void grid_cell(struct grid_builder *b, struct fold_row *row, const struct fold_cell *from,
		      struct grid_cell *cell)
{
	size_t n[4] = { 0 }, all;
	bool of_runs;

	for (size_t i = from->first; i; i = b->folds.v[i].next) {
		const struct fold_run *f = &b->folds.v[i];

		n[grid_number(b, f)]++;
		b->grid.no_values += b->grid.quantile > 0 && grid_number(b, f) == NUMBER_NONE &&
				     tally_count(&b->prints.v[f->printed].mean);
		b->grid.outdone += grid_number(b, f) == NUMBER_VALUES &&
				   tally_count(&b->prints.v[f->printed].mean);
	}
	/* Where runs have numbers, a summary of such is none of them. */
	all = n[NUMBER_VALUES] + n[NUMBER_MEAN];
	of_runs = !all && n[NUMBER_OF_RUNS] > 1;
	b->grid.outdone += all ? n[NUMBER_OF_RUNS] : 0;
	all = of_runs ? n[NUMBER_OF_RUNS] : all;
	cell->runs = arena_new_of(b->arena, struct cell_run, all);
	cell->values = arena_new_of(b->arena, double, all);
	grid_cell_work(b, from, cell);
	for (size_t i = from->first; i; i = b->folds.v[i].next) {
		const struct fold_run *f = &b->folds.v[i];
		enum number number = grid_number(b, f);

		if (number == NUMBER_NONE)
			continue;
		if (number != NUMBER_OF_RUNS || of_runs)
			cell->runs[cell->n++] = grid_folded(b, f, row->fold);
		else if (!all)
			cell->printed = grid_printed(b, f);
	}
	if (cell->n)
		qsort(cell->runs, cell->n, sizeof(cell->runs[0]), grid_order);
	for (size_t i = 0; i < cell->n; i++)
		cell->values[i] = cell->runs[i].value;
	cell->side = cell->printed ? cell->printed->side
				   : stats_side((struct sample){ cell->values, cell->n });
	row->row.printed |= cell->printed != NULL;
}

/* Median and extremes go to the mean that they were printed with, and extremes are no row then. */
static void grid_attach(struct grid_builder *b, struct fold_row *row)
{
	const int64_t *of = row->of ? map_get(&b->row_index, row->of) : NULL;
	const struct grid_row *mean = of ? &b->rows.v[*of - 1].row : NULL;

	for (size_t col = 0; mean && col < b->grid.ncols; col++) {
		const struct grid_cell *from = &row->row.cells[col];
		struct cell_printed *to = mean->cells[col].printed;

		row->hidden |= row->kind != PRINTED_MEDIAN && row->kind != PRINTED_OTHER &&
			       grid_has(&mean->cells[col]);
		if (!to || !from->printed)
			continue;
		if (row->kind == PRINTED_MIN)
			to->min = from->printed->side.mean;
		else if (row->kind == PRINTED_MAX)
			to->max = from->printed->side.mean;
		else if (row->kind == PRINTED_MEDIAN)
			to->median = from->printed->side.mean;
	}
}

/* A spread alone is no number of anything. */
static bool grid_any(const struct grid_row *row, size_t ncols)
{
	for (size_t col = 0; col < ncols; col++)
		if (grid_has(&row->cells[col]))
			return true;
	return false;
}

static void grid_finish_rows(struct grid_builder *b, const size_t *place)
{
	struct grid *g = &b->grid;

	for (size_t i = 0; i < b->rows.n; i++) {
		struct fold_row *row = &b->rows.v[i];

		row->row.better = row->row.odd_better ? BETTER_NONE : row->row.better;
		row->row.cells = arena_new_of(b->arena, struct grid_cell, g->ncols);
		for (size_t col = 0; col < g->ncols; col++)
			row->row.cells[col].side.mean = row->row.cells[col].side.sd = NAN;
		for (size_t j = 0; j < row->cells.n; j++)
			if (place[j] != SIZE_MAX)
				grid_cell(b, row, &row->cells.v[j], &row->row.cells[place[j]]);
	}
	for (size_t i = 0; i < b->rows.n; i++)
		grid_attach(b, &b->rows.v[i]);
	g->rows = arena_new_of(b->arena, struct grid_row, b->rows.n);
	for (size_t i = 0; i < b->rows.n; i++)
		if (!b->rows.v[i].hidden && grid_any(&b->rows.v[i].row, g->ncols))
			g->rows[g->nrows++] = b->rows.v[i].row;
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

static void grid_finish_facts(struct grid_builder *b, const size_t *place)
{
	struct grid *g = &b->grid;

	seen_place(&b->seen, b->facts.v);
	g->boots = arena_new_of(b->arena, unsigned int, g->ncols);
	for (size_t i = 0; i < b->seen.runs.n; i++)
		if (b->seen.runs.v[i].values && place[b->seen.runs.v[i].col] != SIZE_MAX)
			g->boots[place[b->seen.runs.v[i].col]]++;
	g->facts = b->facts.v;
	for (size_t i = 0; i < b->facts.n; i++) {
		struct grid_fact fact = b->facts.v[i];

		fact.col = place[fact.col];
		if (fact.col == SIZE_MAX)
			continue;
		g->facts[g->nfacts++] = fact;
	}
	grid_index_facts(g, b->arena);
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
	grid_finish_rows(b, place);
	return g;
}

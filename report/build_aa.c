/* SPDX-License-Identifier: GPL-2.0-or-later */
#include <math.h>
#include "report/build.h"
#include "report/number.h"
#include "report/words.h"

static const struct aa_cell *aa_cell(const struct aa *aa, size_t row, size_t col)
{
	return &aa->cells[row * aa->grid->ncols + col];
}

/* "2 (5.7%)" */
static void aa_share(struct buf *b, size_t called, size_t ways)
{
	double percent = 100 * (double)called / (double)ways;

	buf_printf(b, "%zu (%.*f%%)", called, percent >= 10 || !called ? 0 : 1, percent);
}

static void aa_row(struct arena *a, struct cell *cell, const struct aa_cell *row, double divide)
{
	struct buf b = { 0 };

	buf_printf(&b, "%zu", row->n);
	table_number(a, cell++, (double)row->n, &b);
	buf_printf(&b, "%zu%s", row->ways, row->all ? "" : " drawn");
	table_number(a, cell++, (double)row->ways, &b);
	aa_share(&b, row->called, row->ways);
	table_number(a, cell++, (double)row->called, &b);
	if (row->raw)
		number_value(&b, row->change / divide, 2, 0, 0);
	else if (isfinite(row->change))
		number_about(&b, row->change);
	table_number(a, cell, row->change, &b);
	buf_free(&b);
}

static void aa_table(struct doc *doc, const struct aa *aa, const struct naming *n)
{
	const struct grid *g = aa->grid;
	const struct str none = { NULL, 0 };
	struct arena *a = doc->arena;
	struct str *labels = build_labels(a, g);
	size_t width = n->nkeys + n->metric + (g->ncols > 1), nrows = 0, at, row = 0;
	const char *runs = words_runs(&g->rows[n->rows[0]]);
	struct table *t;

	for (size_t i = 0; i < n->nrows; i++)
		for (size_t col = 0; col < g->ncols; col++)
			nrows += aa_cell(aa, n->rows[i], col)->n > 0;
	if (!nrows)
		return;
	t = doc_table(doc, VIEW_PEOPLE | VIEW_CHANGELOG, width + 5, nrows);
	t->caption = n->common;
	at = naming_columns(a, n, t);
	if (g->ncols > 1)
		at = table_column(t, at, "name.source", STR("source"), none, true);
	at = table_column(t, at, "unit", STR("unit"), none, true);
	at = table_column(t, at, "n", STR("n"), none, false);
	at = table_column(t, at, "ways", STR("ways"), none, false);
	at = table_column(t, at, "called", STR("called different"), none, false);
	table_column(t, at, "change", STR("change"), none, false);
	for (size_t i = 0; i < n->nrows; i++)
		for (size_t col = 0; col < g->ncols; col++) {
			const struct aa_cell *cell = aa_cell(aa, n->rows[i], col);

			if (!cell->n)
				continue;
			naming_cells(a, n, i, t, row);
			if (g->ncols > 1)
				table_cell(t, row, width - 1)->text = labels[col];
			table_cell(t, row, width)->text = n->scales[i].unit;
			aa_row(a, table_cell(t, row++, width + 1), cell, n->scales[i].divide);
		}
	t->legend = arena_printf(
		a,
		"ways = to split n %s in two halves; called different = by p <= %g alone; change = "
		"between the halves, up to this much in 19 of 20 ways, by chance alone.",
		runs, aa->method.alpha);
}

static const char *aa_adjust(enum adjust adjust)
{
	static const char *const names[] = { [ADJUST_HOLM] = "Holm",
					     [ADJUST_BH] = "Benjamini and Hochberg",
					     [ADJUST_NONE] = "nothing" };

	return names[adjust];
}

/* "of 35 ways to split these 8 boots of before in two, 2 (5.7%) would be called different" */
static void aa_say(struct doc *doc, const struct aa *aa, size_t col, const char *runs)
{
	const struct aa_family *f = &aa->families[col];
	struct str label = build_labels(doc->arena, aa->grid)[col];
	struct buf b = { 0 };

	if (!f->same)
		return;
	buf_printf(&b, "Of %zu ways %sto split these %zu %s of %.*s in two, ", f->ways,
		   f->all ? "" : "that were drawn ", f->n, runs, (int)label.n, label.p);
	aa_share(&b, f->any, f->ways);
	buf_printf(&b, " would be called different%s",
		   f->rows > 1 ? " in some metric by p alone" : "");
	if (f->rows > 1 && aa->method.adjust != ADJUST_NONE) {
		buf_add(&b, STR(", "));
		aa_share(&b, f->adjusted, f->ways);
		buf_printf(&b, " after %s over %zu comparisons", aa_adjust(aa->method.adjust),
			   f->rows);
	}
	buf_add(&b, STR(", though nothing but chance parts the halves."));
	doc_prose(doc, VIEW_PEOPLE | VIEW_CHANGELOG | VIEW_DATA, "aa",
		  arena_str(doc->arena, buf_str(&b)));
	buf_free(&b);
}

/* The columns for programs; a change here is a change of format. */
static const char *const ids[] = { "source", "bench", "params", "metric", "unit",
				   "n",	     "ways",  "all",	"called", "change" };
#define NIDS (sizeof(ids) / sizeof(ids[0]))

static void aa_data(struct doc *doc, const struct aa *aa)
{
	const struct grid *g = aa->grid;
	struct table *t = doc_data_table(doc, ids, NIDS, g->nrows * g->ncols);

	t->nrows = 0;
	for (size_t i = 0; i < g->nrows; i++)
		for (size_t col = 0; col < g->ncols; col++) {
			const struct aa_cell *from = aa_cell(aa, i, col);
			const struct grid_row *row = &g->rows[i];
			struct cell *cell;

			if (!from->n)
				continue;
			cell = table_cell(t, t->nrows++, 0);
			cell[0].text = g->cols[col];
			cell[1].text = row->bench;
			cell[2].text = row->params;
			cell[3].text = row->metric;
			cell[4].text = row->unit ? str_of(row->unit->name) : row->unit_name;
			cell[5].value = (double)from->n;
			cell[6].value = (double)from->ways;
			cell[7].value = from->all;
			cell[8].value = (double)from->called;
			cell[9].value = isfinite(from->change) ? from->change : NAN;
		}
}

/* What has too few runs is not shown, and said. */
static void aa_left_out(struct doc *doc, const struct aa *aa)
{
	const struct grid *g = aa->grid;
	size_t n = 0;

	for (size_t i = 0; i < g->nrows; i++)
		for (size_t col = 0; col < g->ncols && !g->rows[i].context; col++)
			n += grid_has(&g->rows[i].cells[col]) && !aa_cell(aa, i, col)->n;
	if (n)
		doc_prose(doc, BUILD_WARNED, "warning",
			  arena_printf(doc->arena,
				       "%zu result%s fewer than the %zu runs that two halves with "
				       "a verdict take.",
				       n, n == 1 ? " has" : "s have", AA_MIN_RUNS));
}

bool build_aa(struct doc *doc, const struct aa *aa)
{
	struct namings names = naming_all(doc->arena, aa->grid);
	bool any = false;

	for (size_t i = 0; i < aa->grid->nrows * aa->grid->ncols; i++)
		any |= aa->cells[i].n > 0;
	if (!any)
		return false;
	for (size_t i = 0; i < names.n; i++)
		aa_table(doc, aa, &names.v[i]);
	aa_data(doc, aa);
	for (size_t col = 0; col < aa->grid->ncols; col++)
		aa_say(doc, aa, col, words_runs(&aa->grid->rows[names.v[0].rows[0]]));
	aa_left_out(doc, aa);
	build_troubles(doc, aa->grid);
	build_grid_warnings(doc, aa->grid);
	return true;
}

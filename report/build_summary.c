/* SPDX-License-Identifier: GPL-2.0-or-later */
#include <math.h>
#include "report/build.h"
#include "report/number.h"

/* One row of the table for people: one metric of one source. */
static void summary_row(struct arena *a, struct cell *cell, const struct grid_row *row, size_t col,
			double divide, double conf)
{
	struct summary s = grid_summary(row, col, conf);
	const double values[] = { s.median, s.min, s.max };
	const bool spread = s.sd >= 0;
	const int least = spread ? number_least(s.sd / divide) : 0;
	struct buf b = { 0 };

	build_count(&b, &row->cells[col]);
	table_number(a, cell++, build_n(&row->cells[col]), &b);
	number_value(&b, s.mean / divide, spread ? 4 : 5, 0, least);
	table_number(a, cell++, s.mean, &b);
	if (isfinite(s.lo) && isfinite(s.hi)) {
		buf_char(&b, '[');
		number_value(&b, s.lo / divide, 4, 0, least);
		buf_add(&b, STR(", "));
		number_value(&b, s.hi / divide, 4, 0, least);
		buf_char(&b, ']');
	}
	table_number(a, cell++, NAN, &b);
	if (spread)
		number_spread(&b, s.sd / divide);
	table_number(a, cell++, s.sd, &b);
	if (spread && !(s.min < 0))
		number_percent(&b, s.cv);
	table_number(a, cell++, s.cv, &b);
	for (size_t i = 0; i < sizeof(values) / sizeof(values[0]) && s.n != 1; i++, cell++) {
		number_value(&b, values[i] / divide, 4, 0, least);
		table_number(a, cell, values[i], &b);
	}
	buf_free(&b);
}

static struct str summary_legend(const struct grid *g, const struct naming *n)
{
	for (size_t i = 0; i < n->nrows; i++)
		if (g->rows[n->rows[i]].printed)
			return STR("Some rows are " BUILD_PRINTED ".");
	return STR("");
}

static void summary_table(struct doc *doc, const struct naming *n, double conf)
{
	const struct grid *g = n->grid;
	const struct str none = { NULL, 0 };
	static const char *const heads[] = { "n", "mean", "", "sd", "cv", "median", "min", "max" };
	size_t sources = g->ncols > 1, width = n->nkeys + n->metric + sources + 1, nrows = 0, at,
	       row = 0;
	struct arena *a = doc->arena;
	struct str *labels = build_labels(a, g);
	struct table *t;

	for (size_t i = 0; i < n->nrows; i++)
		for (size_t col = 0; col < g->ncols; col++)
			nrows += grid_has(&g->rows[n->rows[i]].cells[col]);
	t = doc_table(doc, VIEW_PEOPLE | VIEW_REPORT, width + 8, nrows);
	t->caption = n->common;
	t->legend = summary_legend(g, n);
	at = naming_columns(a, n, t);
	if (sources)
		at = table_column(t, at, "name.source", STR("source"), none, true);
	at = table_column(t, at, "unit", STR("unit"), none, true);
	for (size_t i = 0; i < 8; i++)
		at = table_column(t, at, i == 2 ? "ci" : heads[i],
				  i == 2 ? arena_printf(a, "%g%% CI of the mean", 100 * conf)
					 : str_of(heads[i]),
				  none, false);
	for (size_t i = 0; i < n->nrows; i++)
		for (size_t col = 0; col < g->ncols; col++) {
			const struct grid_row *r = &g->rows[n->rows[i]];

			if (!grid_has(&r->cells[col]))
				continue;
			naming_cells(a, n, i, t, row);
			if (sources)
				table_cell(t, row, width - 2)->text = labels[col];
			table_cell(t, row, width - 1)->text = n->scales[i].unit;
			table_cell(t, row, width + 1)->note =
				table_note(a, t, build_mixed(a, g, n->rows[i], col, labels[col]));
			summary_row(a, table_cell(t, row++, width), r, col, n->scales[i].divide,
				    conf);
		}
}

/* The columns for programs; a change here is a change of format. */
static const char *const ids[] = { "source", "bench", "params", "metric", "unit",   "better",
				   "n",	     "mean",  "lo",	"hi",	  "median", "sd",
				   "cv",     "min",   "max",	"printed" };
#define NIDS (sizeof(ids) / sizeof(ids[0]))

static void summary_data(struct doc *doc, const struct grid *g, double conf)
{
	struct table *t = doc_data_table(doc, ids, NIDS, g->nrows * g->ncols);

	t->nrows = 0;
	for (size_t i = 0; i < g->nrows; i++)
		for (size_t col = 0; col < g->ncols; col++) {
			const struct grid_row *row = &g->rows[i];
			struct summary s = grid_summary(row, col, conf);
			const double values[] = { build_n(&row->cells[col]),
						  s.mean,
						  s.lo,
						  s.hi,
						  s.median,
						  s.sd,
						  s.cv,
						  s.min,
						  s.max };
			struct cell *cell;

			if (!grid_has(&row->cells[col]) || row->context)
				continue;
			cell = table_cell(t, t->nrows++, 0);
			cell[0].text = g->cols[col];
			cell[1].text = row->bench;
			cell[2].text = row->params;
			cell[3].text = row->metric;
			cell[4].text = row->unit ? str_of(row->unit->name) : row->unit_name;
			cell[5].text = str_of(record_better_name(row->better));
			for (size_t k = 0; k < sizeof(values) / sizeof(values[0]); k++)
				cell[6 + k].value = values[k];
			cell[15].value = row->cells[col].printed != NULL;
		}
}

void build_summary(struct doc *doc, const struct grid *g, double conf)
{
	struct namings names = naming_all(doc->arena, g);

	for (size_t i = 0; i < names.n; i++)
		summary_table(doc, &names.v[i], conf);
	summary_data(doc, g, conf);
	build_troubles(doc, g);
	build_grid_warnings(doc, g);
}

/* SPDX-License-Identifier: GPL-2.0-or-later */
#include <math.h>
#include "report/build.h"
#include "report/number.h"
#include "report/words.h"
#include "stats/noise.h"

/* A printed cell shows its mean, which is of no one run. */
static size_t report_values_of(const struct grid_cell *cell)
{
	return cell->printed ? 1 : cell->n;
}

static void report_value(struct arena *a, struct cell *to, const struct cell_printed *printed,
			 const struct cell_run *run, struct row_scale scale)
{
	struct pos pos = printed ? printed->pos : run->pos;
	double value = printed ? printed->side.mean : run->value;
	struct buf b = { 0 };

	buf_printf(&b, printed ? "printed" : "%u", printed ? 0 : run->run);
	table_number(a, &to[1], printed ? (double)NAN : run->run, &b);
	buf_printf(&b, "%.10g", value / scale.divide);
	table_number(a, &to[2], value, &b);
	to[3].text = scale.unit;
	if (pos.file)
		to[4].text = arena_printf(a, "%s:%lu", pos.file, pos.line);
	buf_free(&b);
}

void build_values(struct doc *doc, const struct grid *g, const struct naming *n, unsigned int views)
{
	struct noise_times times = noise_times(g);
	const struct str none = { NULL, 0 };
	struct arena *a = doc->arena;
	struct str *labels = build_labels(a, g);
	size_t width = n->nkeys + n->metric, nrows = 0, at, row = 0;
	struct table *t;

	for (size_t i = 0; i < n->nrows; i++)
		for (size_t col = 0; col < g->ncols; col++)
			nrows += report_values_of(&g->rows[n->rows[i]].cells[col]);
	t = doc_table(doc, views, width + 5, nrows);
	t->caption = n->common;
	at = naming_columns(a, n, t);
	at = table_column(t, at, "name.source", STR("source"), none, true);
	at = table_column(t, at, "run", STR("run"), none, false);
	at = table_column(t, at, "value", STR("value"), none, false);
	at = table_column(t, at, "unit", STR("unit"), none, true);
	table_column(t, at, "name.place", STR("from"), none, true);
	for (size_t i = 0; i < n->nrows; i++)
		for (size_t col = 0; col < g->ncols; col++) {
			const struct grid_row *r = &g->rows[n->rows[i]];
			const struct row_scale scale = n->scales[i];
			const struct cell_run *runs = noise_order(a, &times, n->rows[i], col);

			for (size_t k = 0; k < report_values_of(&r->cells[col]); k++, row++) {
				naming_cells(a, n, i, t, row);
				table_cell(t, row, width)->text = labels[col];
				report_value(a, table_cell(t, row, width), r->cells[col].printed,
					     runs + k, scale);
			}
		}
	noise_times_free(&times);
}

/* Memory in use and the like: shown, never tested. */
static void report_context(struct doc *doc, const struct grid *g)
{
	const struct str none = { NULL, 0 };
	struct arena *a = doc->arena;
	struct str *labels = build_labels(a, g);
	size_t n = 0, row = 0;
	struct table *t;
	struct buf b = { 0 };

	for (size_t i = 0; i < g->nrows; i++)
		n += g->rows[i].context;
	if (!n)
		return;
	doc_heading(doc, VIEW_REPORT, 2, "Context");
	t = doc_table(doc, VIEW_REPORT, 4 + g->ncols, n);
	table_column(t, 0, "name.bench", STR("from"), none, true);
	table_column(t, 1, "name.params", STR("parameters"), none, true);
	table_column(t, 2, "name.metric", STR("metric"), none, true);
	table_column(t, 3, "unit", STR("unit"), none, true);
	for (size_t col = 0; col < g->ncols; col++)
		table_column(t, 4 + col, "mean", STR("mean"), labels[col], false);
	for (size_t i = 0; i < g->nrows; i++) {
		const struct grid_row *r = &g->rows[i];
		struct row_scale scale = naming_scale(r, g->ncols);
		struct cell *cell;

		if (!r->context)
			continue;
		cell = table_cell(t, row++, 0);
		cell[0].text = r->bench;
		cell[1].text = r->params;
		cell[2].text = r->metric;
		cell[3].text = scale.unit;
		for (size_t col = 0; col < g->ncols; col++) {
			double mean = grid_side(r, col).mean;

			number_value(&b, mean / scale.divide, 4, 0, 0);
			table_number(a, &cell[4 + col], mean, &b);
		}
	}
	t->legend = STR("Shown for context, not tested.");
	buf_free(&b);
}

/* Facts that are not the same on all sides. */
static struct str report_differs(struct arena *a, const struct grid *g)
{
	struct buf b = { 0 };
	struct str text, *labels = build_labels(a, g);
	struct map seen = { 0 };

	for (size_t i = 0; i < g->nfacts; i++) {
		const struct grid_fact *fact = &g->facts[i];
		bool varies, differs = false;

		/* Once a key, at its first fact. */
		if (fact->event || str_starts(fact->key, STR("tsc.")) ||
		    str_is(fact->key, "boot.time") || str_is(fact->key, "mmtests.start") ||
		    (*map_put(&seen, str_hash(fact->key, STR_HASH_SEED)))++)
			continue;
		for (size_t col = 0; col < g->ncols; col++) {
			const struct grid_fact *f = grid_find_fact(g, col, fact->key, &varies);

			differs |= varies || !f || !str_eq(f->text, fact->text);
		}
		if (!differs)
			continue;
		buf_printf(&b, "%s%.*s: ", b.n ? "; " : "", (int)fact->key.n, fact->key.p);
		for (size_t col = 0; col < g->ncols; col++) {
			const struct grid_fact *f = grid_find_fact(g, col, fact->key, &varies);

			buf_printf(&b, "%s%.*s %.*s%s", col ? ", " : "", (int)labels[col].n,
				   labels[col].p, f ? (int)f->text.n : 7, f ? f->text.p : "unknown",
				   varies ? " (and others)" : "");
		}
	}
	map_free(&seen);
	text = arena_str(a, buf_str(&b));
	buf_free(&b);
	return text;
}

void build_report(struct doc *doc, const struct contrast *c, const char *command)
{
	const struct grid *g = c->grid;
	struct arena *a = doc->arena;
	struct namings names = naming_all(a, g);
	const char *runs = names.n ? words_runs(&g->rows[names.v[0].rows[0]]) : "boots";
	struct str differs = report_differs(a, g);

	doc_heading(doc, VIEW_REPORT, 1, "Comparison");
	build_first_warnings(doc, c);
	build_verdict(doc, c, VIEW_REPORT | VIEW_CHANGELOG | VIEW_DATA);
	doc_heading(doc, VIEW_REPORT, 2, "Results");
	build_tables(doc, c);
	build_warnings(doc, c);
	build_relations(doc, g, false);
	doc_heading(doc, VIEW_REPORT, 2, "Plots");
	build_plots(doc, c);
	doc_heading(doc, VIEW_REPORT, 2, "Setup");
	doc_prose(doc, VIEW_REPORT | VIEW_CHANGELOG | VIEW_DATA, "setup", build_setup(a, g, runs));
	if (differs.n)
		doc_prose(doc, VIEW_REPORT, "differs",
			  arena_printf(a, "What differs: %.*s.", (int)differs.n, differs.p));
	report_context(doc, g);
	doc_heading(doc, VIEW_REPORT, 2, "Values");
	for (size_t i = 0; i < names.n; i++)
		build_values(doc, g, &names.v[i], VIEW_REPORT);
	doc_heading(doc, VIEW_REPORT, 2, "Method");
	doc_prose(doc, VIEW_REPORT, "method", build_method(a, c));
	doc_prose(doc, VIEW_REPORT, "command",
		  arena_printf(a, "Made with %s %s: %s", KB_NAME, KB_VERSION, command));
}

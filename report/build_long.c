/* SPDX-License-Identifier: GPL-2.0-or-later */
#include <math.h>
#include "report/build.h"
#include "report/number.h"
#include "report/words.h"
#include "stats/effect.h"
#include "stats/noise.h"

/* What --long adds for people; programs get the same numbers from tables of their own. */
#define LONG_PEOPLE (VIEW_PEOPLE | VIEW_REPORT)
/* Of the useful number of runs in a boot: so many runs take the time of a boot. */
#define LONG_COST 10.0
/* From so many on, the boots do not differ enough to tell. */
#define LONG_USEFUL 1000

static const struct str none = { NULL, 0 };

static void long_value(struct arena *a, struct cell *cell, double v, double divide, int least)
{
	struct buf b = { 0 };

	number_value(&b, v / divide, 4, 0, least);
	table_number(a, cell, v, &b);
	buf_free(&b);
}

static void long_p(struct arena *a, struct cell *cell, double p)
{
	struct buf b = { 0 };

	number_p(&b, p);
	table_number(a, cell, p, &b);
	buf_free(&b);
}

static void long_ratio(struct arena *a, struct cell *cell, double v)
{
	struct buf b = { 0 };

	if (!isnan(v))
		buf_printf(&b, "%.2f", v);
	table_number(a, cell, v, &b);
	buf_free(&b);
}

static void long_percent(struct arena *a, struct cell *cell, double v)
{
	struct buf b = { 0 };

	number_percent(&b, v);
	table_number(a, cell, v, &b);
	buf_free(&b);
}

/* The columns that name a row of a table, with its source and unit; returns how many. */
static size_t long_names(struct doc *doc, const struct naming *n, struct table *t)
{
	size_t at = naming_columns(doc->arena, n, t);

	at = table_column(t, at, "name.source", STR("source"), none, true);
	return table_column(t, at, "unit", STR("unit"), none, true);
}

static struct cell *long_row(struct doc *doc, const struct naming *n, size_t i, struct str label,
			     struct table *t, size_t row)
{
	size_t width = n->nkeys + n->metric;

	naming_cells(doc->arena, n, i, t, row);
	table_cell(t, row, width)->text = label;
	table_cell(t, row, width + 1)->text = n->scales[i].unit;
	return table_cell(t, row, width + 2);
}

static void long_heads(struct table *t, size_t at, const char *const *heads, size_t n)
{
	for (size_t i = 0; i < n; i++)
		at = table_column(t, at, heads[i], str_of(heads[i]), none, false);
}

static size_t long_cells(const struct naming *n)
{
	size_t cells = 0;

	for (size_t i = 0; i < n->nrows; i++)
		for (size_t col = 0; col < n->grid->ncols; col++)
			cells += n->grid->rows[n->rows[i]].cells[col].n > 0;
	return cells;
}

/* Values in order of time; the caller frees them. */
static struct sample long_sample(struct arena *a, const struct noise_times *times, size_t row,
				 size_t col)
{
	const struct cell_run *runs = noise_order(a, times, row, col);
	size_t n = times->grid->rows[row].cells[col].n;
	double *v = arena_new_of(a, double, n);

	for (size_t i = 0; i < n; i++)
		v[i] = runs[i].value;
	return (struct sample){ v, n };
}

static void long_spread_row(struct arena *a, struct cell *cell, struct sample s, double divide)
{
	const double at[] = { 0, 0.25, 0.5, 0.75, 1 };
	double sd = stats_sd(s, stats_mean(s));
	int least = sd >= 0 ? number_least(sd / divide) : 0;

	for (size_t i = 0; i < sizeof(at) / sizeof(at[0]); i++)
		long_value(a, cell++, stats_quantile(s, at[i]), divide, least);
	if (s.n >= NOISE_FIRST_MIN)
		long_p(a, &cell[0], series_first_p(s));
	if (s.n >= NOISE_DRIFT_MIN)
		long_p(a, &cell[1], series_trend(s).p);
	if (s.n >= NOISE_SERIAL_MIN)
		long_ratio(a, &cell[2], series_lag1(s));
}

/* Of the columns that are not empty. */
static struct str long_spread_legend(struct arena *a, const struct naming *n)
{
	size_t most = 0;

	for (size_t i = 0; i < n->nrows; i++)
		for (size_t col = 0; col < n->grid->ncols; col++) {
			size_t runs = n->grid->rows[n->rows[i]].cells[col].n;

			most = runs > most ? runs : most;
		}
	return arena_printf(
		a, "q1, q3: quartiles%s%s%s.",
		most < NOISE_FIRST_MIN ? "" : "; first: p of the first one against the others",
		most < NOISE_DRIFT_MIN ? "" : "; trend: p of Mann-Kendall",
		most < NOISE_SERIAL_MIN ? "" : "; lag1: correlation of neighbours");
}

/* Quartiles, and the checks of the order, each from the n on at which it says something. */
static void long_spread(struct doc *doc, const struct naming *n, const struct noise_times *times)
{
	const struct str *labels = build_labels(doc->arena, n->grid);
	static const char *const heads[] = { "min", "q1",    "median", "q3",
					     "max", "first", "trend",  "lag1" };
	struct table *t;
	size_t row = 0;

	t = doc_table(doc, LONG_PEOPLE, n->nkeys + n->metric + 2 + 8, long_cells(n));
	t->caption = n->common;
	long_heads(t, long_names(doc, n, t), heads, 8);
	for (size_t i = 0; i < n->nrows; i++)
		for (size_t col = 0; col < n->grid->ncols; col++)
			if (n->grid->rows[n->rows[i]].cells[col].n)
				long_spread_row(doc->arena,
						long_row(doc, n, i, labels[col], t, row++),
						long_sample(doc->arena, times, n->rows[i], col),
						n->scales[i].divide);
	t->legend = long_spread_legend(doc->arena, n);
}

static void long_parts_row(struct arena *a, struct cell *cell, const struct series_parts *p)
{
	struct buf b = { 0 };
	double useful = series_useful_runs(p, LONG_COST);

	buf_printf(&b, "%zu", p->boots);
	table_number(a, &cell[0], (double)p->boots, &b);
	buf_printf(&b, "%zu", p->runs);
	table_number(a, &cell[1], (double)p->runs, &b);
	long_percent(a, &cell[2], sqrt(p->boot_var) / p->mean);
	long_percent(a, &cell[3], sqrt(p->msw) / p->mean);
	long_ratio(a, &cell[4], p->icc);
	if (useful < LONG_USEFUL) {
		buf_printf(&b, "%.0f", useful);
		table_number(a, &cell[5], useful, &b);
	}
	buf_free(&b);
}

/* Components of variance, where the runs of boots hold several values. */
static void long_parts(struct doc *doc, const struct naming *n)
{
	const struct str *labels = build_labels(doc->arena, n->grid);
	static const char *const heads[] = { "boots",	   "runs", "boot-to-boot",
					     "run-to-run", "ICC",  "useful runs" };
	const struct grid *g = n->grid;
	struct table *t = NULL;

	for (size_t i = 0; i < n->nrows; i++)
		for (size_t col = 0; col < g->ncols; col++) {
			struct series_parts p = noise_parts(doc->arena, &g->rows[n->rows[i]], col);

			if (!(p.icc >= 0) || !(p.mean > 0))
				continue;
			if (!t) {
				t = doc_table(doc, LONG_PEOPLE, n->nkeys + n->metric + 8,
					      long_cells(n));
				t->nrows = 0;
				t->caption = n->common;
				long_heads(t, long_names(doc, n, t), heads, 6);
			}
			long_parts_row(doc->arena, long_row(doc, n, i, labels[col], t, t->nrows++),
				       &p);
		}
	if (t)
		t->legend = arena_printf(doc->arena,
					 "Components of variance as coefficients of variation; "
					 "ICC: the boots' share "
					 "of the variance; useful runs: how many in a boot are "
					 "worth their time if a "
					 "boot takes as long as %.0f.",
					 LONG_COST);
}

/* How large the changes are beside the spreads. */
static void long_effects(struct doc *doc, const struct contrast *c, const struct naming *n)
{
	const struct str *labels = build_labels(doc->arena, n->grid);
	static const char *const heads[] = { "delta", "A12", "g" };
	const struct grid *g = c->grid;
	size_t base = contrast_base(c, n->rows[0]);
	struct table *t = doc_table(doc, LONG_PEOPLE, n->nkeys + n->metric + 5, long_cells(n));

	t->nrows = 0;
	t->caption = n->common;
	long_heads(t, long_names(doc, n, t), heads, 3);
	for (size_t i = 0; i < n->nrows; i++)
		for (size_t col = 0; col < g->ncols; col++) {
			const struct grid_row *r = &g->rows[n->rows[i]];
			struct effect e;
			struct cell *cell;

			if (col == base || !r->cells[col].n || !r->cells[base].n)
				continue;
			e = stats_effect(grid_sample(r, base), grid_sample(r, col));
			cell = long_row(doc, n, i, labels[col], t, t->nrows++);
			long_ratio(doc->arena, &cell[0], e.cliff);
			long_ratio(doc->arena, &cell[1], e.a12);
			long_ratio(doc->arena, &cell[2], e.g);
		}
	t->legend = STR(
		"delta: Cliff's, 1 if all of this side lie above all of the base, -1 if "
		"below; A12 = (delta+1)/2; g: Hedges', the difference by the pooled standard "
		"deviation.");
}

/* For programs: every number of one side, whatever its n. */
static const char *const ids[] = {
	"source",  "bench",  "params",	"metric",     "n",	   "q1",	  "q3",
	"lag1",	   "lag1_p", "trend_s", "trend_z",    "trend_p",   "slope",	  "step_k",
	"step_at", "step_p", "first_p", "outlier_at", "outlier_p", "modes_share", "boots",
	"runs",	   "msb",    "msw",	"n0",	      "boot_var",  "icc",
};
#define NIDS (sizeof(ids) / sizeof(ids[0]))

static void long_data_row(struct cell *cell, const struct grid *g, size_t row, size_t col,
			  struct sample s, const struct series_parts *p)
{
	struct series_trend trend = series_trend(s);
	struct series_step step = series_step(s);
	struct series_outlier out = series_outlier(s);
	const double v[] = { (double)s.n,
			     stats_quantile(s, 0.25),
			     stats_quantile(s, 0.75),
			     series_lag1(s),
			     series_lag1_p(s),
			     trend.s,
			     trend.z,
			     trend.p,
			     series_slope(s),
			     step.k,
			     step.at ? (double)step.at : (double)NAN,
			     step.p,
			     series_first_p(s),
			     isnan(out.p) ? (double)NAN : (double)out.at + 1,
			     out.p,
			     series_modes(s).share,
			     isnan(p->icc) ? (double)NAN : (double)p->boots,
			     isnan(p->icc) ? (double)NAN : (double)p->runs,
			     p->msb,
			     p->msw,
			     p->n0,
			     p->boot_var,
			     p->icc };

	cell[0].text = g->cols[col];
	cell[1].text = g->rows[row].bench;
	cell[2].text = g->rows[row].params;
	cell[3].text = g->rows[row].metric;
	for (size_t i = 0; i < sizeof(v) / sizeof(v[0]); i++)
		cell[4 + i].value = v[i];
}

static void long_data(struct doc *doc, const struct grid *g, const struct noise_times *times)
{
	struct table *t = doc_data_table(doc, ids, NIDS, g->nrows * g->ncols);

	t->nrows = 0;
	for (size_t i = 0; i < g->nrows; i++)
		for (size_t col = 0; col < g->ncols && !g->rows[i].context; col++) {
			struct series_parts p;

			if (!g->rows[i].cells[col].n)
				continue;
			p = noise_parts(doc->arena, &g->rows[i], col);
			long_data_row(table_cell(t, t->nrows++, 0), g, i, col,
				      long_sample(doc->arena, times, i, col), &p);
		}
}

static const char *const effect_ids[] = { "bench", "params", "metric", "base", "new",
					  "cliff", "a12",    "d",      "g" };

static void long_effect_data(struct doc *doc, const struct contrast *c)
{
	const struct grid *g = c->grid;
	struct table *t = doc_table(doc, VIEW_DATA, 9, g->nrows * g->ncols);

	t->nrows = 0;
	for (size_t i = 0; i < 9; i++)
		table_column(t, i, effect_ids[i], str_of(effect_ids[i]), none, false);
	for (size_t i = 0; i < g->nrows; i++)
		for (size_t col = 0; col < g->ncols && !g->rows[i].context; col++) {
			size_t base = contrast_base(c, i);
			const struct grid_row *row = &g->rows[i];
			struct effect e;
			struct cell *cell;

			if (col == base || !row->cells[col].n || !row->cells[base].n)
				continue;
			e = stats_effect(grid_sample(row, base), grid_sample(row, col));
			cell = table_cell(t, t->nrows++, 0);
			cell[0].text = row->bench;
			cell[1].text = row->params;
			cell[2].text = row->metric;
			cell[3].text = g->cols[base];
			cell[4].text = g->cols[col];
			cell[5].value = e.cliff;
			cell[6].value = e.a12;
			cell[7].value = e.d;
			cell[8].value = e.g;
		}
}

void build_long(struct doc *doc, const struct grid *g, const struct contrast *c)
{
	struct namings names = naming_all(doc->arena, g);
	struct noise_times times = noise_times(g);

	if (c && names.n)
		doc_heading(doc, LONG_PEOPLE, 2, "Effect sizes");
	for (size_t i = 0; c && i < names.n; i++)
		long_effects(doc, c, &names.v[i]);
	doc_heading(doc, LONG_PEOPLE, 2, "Spread and order");
	for (size_t i = 0; i < names.n; i++)
		long_spread(doc, &names.v[i], &times);
	for (size_t i = 0; i < names.n; i++)
		long_parts(doc, &names.v[i]);
	doc_heading(doc, LONG_PEOPLE, 2, "Values");
	for (size_t i = 0; i < names.n; i++)
		build_values(doc, g, &names.v[i], LONG_PEOPLE);
	long_data(doc, g, &times);
	if (c) {
		long_effect_data(doc, c);
		build_curve_data(doc, c);
	}
	noise_times_free(&times);
}

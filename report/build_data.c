/* SPDX-License-Identifier: GPL-2.0-or-later */
#include <math.h>
#include "report/build.h"

/* The columns, in the order of the file; a change here is a change of format. */
static const char *const ids[] = {
	"bench",     "params",	"metric",   "unit",   "better",	     "base",	   "base.n",
	"base.mean", "base.sd", "base.cv",  "new",    "new.n",	     "new.mean",   "new.sd",
	"new.cv",    "change",	"lo",	    "hi",     "p",	     "p_adjusted", "verdict",
	"reason",    "raw",	"mde_down", "mde_up", "runs_needed", "printed",
};
#define NIDS (sizeof(ids) / sizeof(ids[0]))

/* And those behind them, of another statistic than the mean, and of a margin. */
static const char *const stat_ids[] = { "stat", "base.location", "new.location", "level",
					"p_least" };
#define NSTAT (sizeof(stat_ids) / sizeof(stat_ids[0]))
static const char *const margin_ids[] = { "margin", "p_margin", "within" };
#define NMARGIN (sizeof(margin_ids) / sizeof(margin_ids[0]))

static size_t data_names(struct table *t, size_t at, const char *const *names, size_t n)
{
	for (size_t i = 0; i < n; i++)
		at = table_column(t, at, names[i], str_of(names[i]), (struct str){ NULL, 0 },
				  false);
	return at;
}

static const char *data_verdict(enum verdict v)
{
	static const char *const names[] = { [VERDICT_NOT_TESTED] = "not tested",
					     [VERDICT_INCONCLUSIVE] = "inconclusive",
					     [VERDICT_LOWER] = "lower",
					     [VERDICT_HIGHER] = "higher",
					     [VERDICT_SAME] = "same" };

	return names[v];
}

static const char *data_reason(enum reason r)
{
	static const char *const names[] = {
		[REASON_NONE] = "",
		[REASON_SINGLE] = "single",
		[REASON_CONSTANT] = "constant",
		[REASON_RESOLUTION] = "resolution",
		[REASON_DENORMAL] = "denormal",
		[REASON_ZERO_BASE] = "zero base",
		[REASON_NEGATIVE] = "negative",
		[REASON_MISSING] = "missing",
		[REASON_ZERO_NEW] = "zero new",
		[REASON_NO_SPREAD] = "no spread",
		[REASON_NO_COUNT] = "no n",
		[REASON_NO_VALUES] = "no values",
		[REASON_UNPAIRED] = "unpaired",
		[REASON_FEW] = "few runs",
		[REASON_NOT_POSITIVE] = "not positive",
	};

	return names[r];
}

static void data_side(struct cell *cell, const struct contrast *c, const struct grid_row *row,
		      size_t col)
{
	struct summary s = stats_side_summary(grid_side(row, col), c->conf);

	cell[0].text = c->grid->cols[col];
	cell[1].value = build_n(&row->cells[col]);
	cell[2].value = s.mean;
	cell[3].value = s.sd;
	cell[4].value = s.cv;
}

static void data_row(struct table *t, size_t at, const struct contrast *c, size_t i, size_t col)
{
	const struct grid_row *row = &c->grid->rows[i];
	const struct comparison *cmp = contrast_at(c, i, col);
	size_t base = contrast_base(c, i);
	struct cell *cell = table_cell(t, at, 0);

	cell[0].text = row->bench;
	cell[1].text = row->params;
	cell[2].text = row->metric;
	cell[3].text = row->unit ? str_of(row->unit->name) : row->unit_name;
	cell[4].text = str_of(record_better_name(row->better));
	data_side(cell + 5, c, row, base);
	data_side(cell + 10, c, row, col);
	cell[15].value = cmp->change;
	cell[16].value = cmp->lo;
	cell[17].value = cmp->hi;
	cell[18].value = cmp->p;
	cell[19].value = cmp->p_adjusted;
	cell[20].text = str_of(data_verdict(cmp->verdict));
	cell[21].text = str_of(data_reason(cmp->reason));
	cell[22].value = cmp->raw;
	cell[23].value = cmp->mde_down;
	cell[24].value = cmp->mde_up;
	if (cmp->runs_needed)
		cell[25].value = cmp->runs_needed;
	cell[26].value = row->cells[base].printed || row->cells[col].printed;
}

/* cell is the first behind the columns that all tables have. */
static void data_method(struct arena *a, struct cell *cell, const struct contrast *c, size_t i,
			size_t col)
{
	const struct comparison *cmp = contrast_at(c, i, col);

	if (build_stat_asked(c)) {
		cell[0].text = build_stat(a, c);
		cell[1].value = contrast_location(c, i, contrast_base(c, i));
		cell[2].value = contrast_location(c, i, col);
		cell[3].value = cmp->level;
		cell[4].value = cmp->p_least;
		cell += NSTAT;
	}
	if (c->method.margin > 0) {
		cell[0].value = c->method.margin;
		cell[1].value = cmp->p_margin;
		cell[2].value = cmp->within;
	}
}

static bool data_compared(const struct contrast *c, size_t i, size_t col)
{
	return !c->grid->rows[i].context && col != contrast_base(c, i) && contrast_has(c, i, col);
}

void build_data(struct doc *doc, const struct contrast *c)
{
	const struct grid *g = c->grid;
	size_t stat = build_stat_asked(c) ? NSTAT : 0, margin = c->method.margin > 0 ? NMARGIN : 0;
	size_t n = 0, at = 0, end;
	struct table *t;

	for (size_t i = 0; i < g->nrows; i++)
		for (size_t col = 0; col < g->ncols; col++)
			n += data_compared(c, i, col);
	t = doc_table(doc, VIEW_DATA, NIDS + stat + margin, n);
	end = data_names(t, 0, ids, NIDS);
	end = data_names(t, end, stat_ids, stat);
	data_names(t, end, margin_ids, margin);
	for (size_t i = 0; i < g->nrows; i++)
		for (size_t col = 0; col < g->ncols; col++) {
			if (!data_compared(c, i, col))
				continue;
			data_row(t, at, c, i, col);
			data_method(doc->arena, table_cell(t, at++, NIDS), c, i, col);
		}
}

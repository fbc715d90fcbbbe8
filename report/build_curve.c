/* SPDX-License-Identifier: GPL-2.0-or-later */
#include <math.h>
#include "report/build.h"
#include "report/number.h"
#include "stats/curve.h"

/* With fewer levels the rows say it all. */
#define CURVE_LEVELS 4
/* More sentences than this nobody reads in a commit message. */
#define CURVE_SENTENCES 4

/* One curve of one side. */
struct curve_row {
	size_t first, fresh; /* its first row in the naming, and the side's column */
	struct curve curve;
	const struct curve_level *levels;
};

struct curves {
	struct doc *doc;
	struct arena *a;
	const struct contrast *c;
	const struct naming *n;
	const struct str *labels;
	struct curve_row *v;
	size_t count;
	enum better better; /* of all rows, BETTER_NONE where they differ */
};

/* The rows of each curve, one after the other, and where those of a curve begin. */
struct curve_order {
	size_t *rows, *at;
};

static struct curve_order curves_order(const struct curves *cs)
{
	size_t n = cs->n->nrows, begin = 0;
	struct curve_order order = { arena_new_of(cs->a, size_t, n),
				     arena_new_of(cs->a, size_t, n + 1) };
	size_t *count = arena_new_of(cs->a, size_t, n);

	for (size_t i = 0; i < n; i++)
		count[cs->n->curves[i]]++;
	for (size_t i = 0; i <= n; i++) {
		order.at[i] = begin;
		begin += i < n ? count[i] : 0;
	}
	for (size_t i = n; i-- > 0;)
		order.rows[order.at[cs->n->curves[i]] + --count[cs->n->curves[i]]] = i;
	return order;
}

static struct curve_row curves_row(const struct curves *cs, const struct curve_order *order,
				   size_t first, size_t fresh)
{
	size_t most = order->at[first + 1] - order->at[first], n = 0;
	struct curve_level *levels = arena_new_of(cs->a, struct curve_level, most);
	struct curve_row row = { .first = first, .fresh = fresh, .levels = levels };

	for (size_t i = 0; i < most; i++) {
		size_t at = order->rows[order->at[first] + i];

		levels[n].row = &cs->c->grid->rows[cs->n->rows[at]];
		n += str_double(naming_param(cs->a, levels[n].row, *cs->n->level), &levels[n].x);
	}
	row.curve = curve_of(levels, n, contrast_base(cs->c, cs->n->rows[first]), fresh,
			     cs->c->conf);
	return row;
}

static void curves_find(struct curves *cs)
{
	const struct grid *g = cs->c->grid;
	struct curve_order order = curves_order(cs);
	size_t base = contrast_base(cs->c, cs->n->rows[0]);

	cs->v = arena_new_of(cs->a, struct curve_row, cs->n->nrows * g->ncols);
	cs->better = g->rows[cs->n->rows[0]].better;
	for (size_t i = 0; i < cs->n->nrows; i++) {
		if (cs->n->curves[i] != i)
			continue;
		if (g->rows[cs->n->rows[i]].better != cs->better)
			cs->better = BETTER_NONE;
		for (size_t col = 0; col < g->ncols; col++) {
			if (col == base || !contrast_has(cs->c, cs->n->rows[i], col))
				continue;
			cs->v[cs->count] = curves_row(cs, &order, i, col);
			cs->count += cs->v[cs->count].curve.n >= CURVE_LEVELS;
		}
	}
}

/* "x0.520" */
static void curves_ratio(struct buf *b, double ratio)
{
	buf_char(b, 'x');
	if (ratio >= 0.1 && ratio < 100)
		buf_printf(b, "%.3f", ratio);
	else
		buf_printf(b, "%.3g", ratio);
}

static struct str curves_level(const struct curves *cs, const struct curve_row *row, size_t i)
{
	return naming_param(cs->a, row->levels[i].row, *cs->n->level);
}

/* "x0.296 at 128" */
static void curves_at(struct buf *b, const struct curves *cs, const struct curve_row *row, size_t i)
{
	curves_ratio(b, curve_ratio(&row->levels[i], contrast_base(cs->c, cs->n->rows[row->first]),
				    row->fresh));
	buf_add(b, STR(" at "));
	buf_add(b, curves_level(cs, row, i));
}

/* "4..8", "4..8, 2 more" */
static void curves_crossing(struct buf *b, const struct curves *cs, const struct curve_row *row)
{
	const struct curve *c = &row->curve;

	if (!c->crossings)
		return;
	buf_add(b, curves_level(cs, row, c->before));
	buf_add(b, STR(".."));
	buf_add(b, curves_level(cs, row, c->after));
	if (c->crossings > 1)
		buf_printf(b, ", %zu more", c->crossings - 1);
}

static size_t curves_best(const struct curves *cs, const struct curve *c)
{
	return cs->better == BETTER_HIGHER ? c->highest : c->lowest;
}

static size_t curves_worst(const struct curves *cs, const struct curve *c)
{
	return cs->better == BETTER_HIGHER ? c->lowest : c->highest;
}

/* The parameters but the level, the metric, and the side where there are several. */
static size_t curves_name(const struct curves *cs, struct table *t, size_t row, bool several)
{
	const struct str none = { NULL, 0 };
	const struct curve_row *from = &cs->v[row];
	const struct grid_row *r = &cs->c->grid->rows[cs->n->rows[from->first]];
	size_t at = 0;

	for (size_t k = 0; k < cs->n->nkeys; k++) {
		if (&cs->n->keys[k] == cs->n->level)
			continue;
		table_cell(t, row, at)->text = naming_param(cs->a, r, cs->n->keys[k]);
		at = table_column(
			t, at,
			arena_printf(cs->a, "name.%.*s", (int)cs->n->keys[k].n, cs->n->keys[k].p).p,
			cs->n->keys[k], none, true);
	}
	if (cs->n->metric) {
		table_cell(t, row, at)->text = r->metric;
		at = table_column(t, at, "name.metric", STR("metric"), none, true);
	}
	if (several) {
		table_cell(t, row, at)->text = cs->labels[from->fresh];
		at = table_column(t, at, "name.side", STR("side"), none, true);
	}
	return at;
}

static void curves_cells(const struct curves *cs, struct cell *cell, const struct curve_row *row)
{
	const struct curve *c = &row->curve;
	struct buf b = { 0 };

	buf_printf(&b, "%zu", c->n);
	table_number(cs->a, cell++, (double)c->n, &b);
	curves_ratio(&b, c->ratio);
	table_number(cs->a, cell++, c->ratio, &b);
	if (isfinite(c->lo) && isfinite(c->hi)) {
		buf_char(&b, '[');
		curves_ratio(&b, c->lo);
		buf_add(&b, STR(", "));
		curves_ratio(&b, c->hi);
		buf_char(&b, ']');
	}
	table_number(cs->a, cell++, NAN, &b);
	curves_at(&b, cs, row, curves_best(cs, c));
	table_number(cs->a, cell++, NAN, &b);
	curves_at(&b, cs, row, curves_worst(cs, c));
	table_number(cs->a, cell++, NAN, &b);
	curves_crossing(&b, cs, row);
	table_number(cs->a, cell++, NAN, &b);
	if (isfinite(c->base_slope) && isfinite(c->fresh_slope))
		buf_printf(&b, "%.2f -> %.2f", c->base_slope + 0.0, c->fresh_slope + 0.0);
	table_number(cs->a, cell, NAN, &b);
	buf_free(&b);
}

/* Why there is no interval, where one reason holds for all that have none. */
static const char *curves_why_not(const struct curves *cs)
{
	static const char *const reasons[] = {
		[CURVE_SINGLE] = "no interval: that takes several runs at each level, and levels "
				 "are no repetitions",
		[CURVE_PRINTED] = "no interval: the text does not say which runs are behind which "
				  "level, and levels are no repetitions",
		[CURVE_OVERLAP] = "no interval: not all runs have all levels, and levels are no "
				  "repetitions",
		[CURVE_NO_SPREAD] = "no interval: no spread",
		[CURVE_NOT_POSITIVE] = "no interval: a value of 0 has no logarithm",
	};
	enum curve_error error = CURVE_OK;

	for (size_t i = 0; i < cs->count; i++) {
		enum curve_error own = cs->v[i].curve.error;

		if (own != CURVE_OK && error != CURVE_OK && own != error)
			return "no interval where the runs do not allow one: levels are no "
			       "repetitions";
		error = own != CURVE_OK ? own : error;
	}
	return reasons[error];
}

static struct str curves_legend(const struct curves *cs, bool several)
{
	struct str level = *cs->n->level, base, text,
		   fresh = several ? STR("side") : cs->labels[cs->v[0].fresh];
	const char *why = curves_why_not(cs);
	struct buf b = { 0 };
	bool interval = false, crosses = false, slope = false;

	base = cs->labels[contrast_base(cs->c, cs->n->rows[cs->v[0].first])];
	for (size_t i = 0; i < cs->count; i++) {
		interval |= isfinite(cs->v[i].curve.lo);
		crosses |= cs->v[i].curve.crossings > 0;
		slope |= isfinite(cs->v[i].curve.base_slope);
	}
	buf_printf(&b, "By %.*s: ratio = geometric mean of ", (int)level.n, level.p);
	buf_add(&b, fresh);
	buf_printf(&b, "/%.*s over the levels, as they were chosen", (int)base.n, base.p);
	if (interval)
		buf_add(&b, STR(", with its t interval over the runs"));
	if (why)
		buf_printf(&b, " (%s)", why);
	if (build_stat_asked(cs->c))
		buf_add(&b, STR("; of the runs' means, whatever the rows compare"));
	if (crosses)
		buf_add(&b, STR("; crosses = between these levels the ratio passes 1, by the means "
				"as they are"));
	if (slope)
		buf_printf(&b,
			   "; slope = the power of %.*s that the values grow with, by least "
			   "squares on logarithmic axes, %.*s -> %.*s",
			   (int)level.n, level.p, (int)base.n, base.p, (int)fresh.n, fresh.p);
	buf_char(&b, '.');
	text = arena_str(cs->a, buf_str(&b));
	buf_free(&b);
	return text;
}

static void curves_table(const struct curves *cs, bool several)
{
	const struct str none = { NULL, 0 };
	bool directed = cs->better != BETTER_NONE;
	size_t width = cs->n->nkeys - 1 + cs->n->metric + several, at;
	struct table *t = doc_table(cs->doc, VIEW_PEOPLE | VIEW_REPORT, width + 7, cs->count);

	for (size_t i = 0; i < cs->count; i++) {
		curves_name(cs, t, i, several);
		curves_cells(cs, table_cell(t, i, width), &cs->v[i]);
	}
	at = table_column(t, width, "levels", STR("levels"), none, false);
	at = table_column(t, at, "ratio", STR("ratio"), none, false);
	at = table_column(t, at, "ci", arena_printf(cs->a, "%g%% CI", 100 * cs->c->conf), none,
			  false);
	at = table_column(t, at, "best", directed ? STR("best") : STR("lowest"), none, true);
	at = table_column(t, at, "worst", directed ? STR("worst") : STR("highest"), none, true);
	at = table_column(t, at, "crosses", STR("crosses"), none, true);
	table_column(t, at, "slope", STR("slope"), none, true);
	t->legend = curves_legend(cs, several);
}

/* "alloc by size (test=x): After/Before is x0.744 over 8 levels (geometric mean; ...), best ..." */
static struct str curves_sentence(const struct curves *cs, const struct curve_row *row)
{
	const struct grid_row *r = &cs->c->grid->rows[cs->n->rows[row->first]];
	struct str label = cs->labels[row->fresh], level = *cs->n->level, text,
		   base = cs->labels[contrast_base(cs->c, cs->n->rows[row->first])];
	const struct curve *c = &row->curve;
	bool directed = cs->better != BETTER_NONE;
	struct buf b = { 0 };

	buf_printf(&b, "%.*s by %.*s", (int)r->metric.n, r->metric.p, (int)level.n, level.p);
	for (size_t k = 0; k < cs->n->nkeys; k++)
		if (&cs->n->keys[k] != cs->n->level)
			buf_printf(&b, ", %.*s=%s", (int)cs->n->keys[k].n, cs->n->keys[k].p,
				   naming_param(cs->a, r, cs->n->keys[k]).p);
	buf_printf(&b, ": %.*s/%.*s is ", (int)label.n, label.p, (int)base.n, base.p);
	curves_ratio(&b, c->ratio);
	buf_printf(&b, " in the geometric mean of %zu levels", c->n);
	if (isfinite(c->lo) && isfinite(c->hi)) {
		buf_printf(&b, " (%g%% interval ", 100 * cs->c->conf);
		curves_ratio(&b, c->lo);
		buf_add(&b, STR(" to "));
		curves_ratio(&b, c->hi);
		buf_char(&b, ')');
	} else {
		buf_add(&b, STR(" (no interval)"));
	}
	buf_add(&b, directed ? STR(", best ") : STR(", lowest "));
	curves_at(&b, cs, row, curves_best(cs, c));
	buf_add(&b, directed ? STR(", worst ") : STR(", highest "));
	curves_at(&b, cs, row, curves_worst(cs, c));
	if (c->crossings > 1)
		buf_printf(&b, "; it passes 1 %zu times, first", c->crossings);
	else if (c->crossings)
		buf_add(&b, STR("; it passes 1"));
	if (c->crossings) {
		struct str before = curves_level(cs, row, c->before),
			   after = curves_level(cs, row, c->after);

		buf_printf(&b, " between %.*s and %.*s", (int)before.n, before.p, (int)after.n,
			   after.p);
	}
	buf_char(&b, '.');
	text = arena_str(cs->a, buf_str(&b));
	buf_free(&b);
	return text;
}

void build_curves(struct doc *doc, const struct contrast *c, const struct naming *n,
		  const struct str *labels, size_t nfresh)
{
	struct curves cs = { .doc = doc, .a = doc->arena, .c = c, .n = n, .labels = labels };
	unsigned int views = VIEW_DATA;

	if (!n->level)
		return;
	curves_find(&cs);
	if (!cs.count)
		return;
	curves_table(&cs, nfresh > 1);
	views |= cs.count <= CURVE_SENTENCES ? VIEW_CHANGELOG : 0;
	for (size_t i = 0; i < cs.count; i++)
		doc_prose(doc, views, "curve", curves_sentence(&cs, &cs.v[i]));
}

/* The columns for programs; a change here is a change of format. */
static const char *const ids[] = { "bench",	   "params",	 "metric",     "level",
				   "base",	   "new",	 "levels",     "ratio",
				   "lo",	   "hi",	 "weighted",   "lowest",
				   "lowest_at",	   "highest",	 "highest_at", "crossings",
				   "crosses_from", "crosses_to", "base.slope", "new.slope" };
#define NIDS (sizeof(ids) / sizeof(ids[0]))

/* All parameters of a row but the level. */
static struct str curves_params(const struct curves *cs, const struct grid_row *row)
{
	struct str list = row->params, pair, text;
	struct buf b = { 0 };

	while (str_next(&list, ';', &pair)) {
		if (str_eq(str_cut(pair, '=').head, *cs->n->level))
			continue;
		if (b.n)
			buf_char(&b, ';');
		buf_add(&b, pair);
	}
	text = arena_str(cs->a, buf_str(&b));
	buf_free(&b);
	return text;
}

static void curves_data_row(const struct curves *cs, const struct curve_row *from,
			    struct cell *cell)
{
	const struct curve *c = &from->curve;
	const struct grid_row *row = &cs->c->grid->rows[cs->n->rows[from->first]];
	size_t base = contrast_base(cs->c, cs->n->rows[from->first]);

	cell[0].text = row->bench;
	cell[1].text = curves_params(cs, row);
	cell[2].text = row->metric;
	cell[3].text = *cs->n->level;
	cell[4].text = cs->c->grid->cols[base];
	cell[5].text = cs->c->grid->cols[from->fresh];
	cell[6].value = (double)c->n;
	cell[7].value = c->ratio;
	cell[8].value = c->lo;
	cell[9].value = c->hi;
	cell[10].value = c->weighted;
	cell[11].value = curve_ratio(&from->levels[c->lowest], base, from->fresh);
	cell[12].value = from->levels[c->lowest].x;
	cell[13].value = curve_ratio(&from->levels[c->highest], base, from->fresh);
	cell[14].value = from->levels[c->highest].x;
	cell[15].value = (double)c->crossings;
	if (c->crossings) {
		cell[16].value = from->levels[c->before].x;
		cell[17].value = from->levels[c->after].x;
	}
	cell[18].value = c->base_slope;
	cell[19].value = c->fresh_slope;
}

void build_curve_data(struct doc *doc, const struct contrast *c)
{
	struct namings names = naming_all(doc->arena, c->grid);

	for (size_t k = 0; k < names.n; k++) {
		struct curves cs = { .doc = doc, .a = doc->arena, .c = c, .n = &names.v[k] };
		struct table *t;

		if (!cs.n->level)
			continue;
		curves_find(&cs);
		if (!cs.count)
			continue;
		t = doc_data_table(doc, ids, NIDS, cs.count);
		for (size_t i = 0; i < cs.count; i++)
			curves_data_row(&cs, &cs.v[i], table_cell(t, i, 0));
	}
}

/* SPDX-License-Identifier: GPL-2.0-or-later */
#include <math.h>
#include "report/build.h"

/* More than this nobody looks at; the tables have all of them. */
#define PLOT_STRIPS 48
#define PLOT_ROWS   60

struct plots {
	struct doc *doc;
	struct arena *a;
	const struct contrast *c;
	struct str *labels;
	unsigned int curves, strips; /* numbers in the files' names */
};

static struct plot *plot_new(const struct plots *p, enum plot_kind kind, size_t nseries,
			     size_t nmarks)
{
	struct block *b = doc_add(p->doc, BLOCK_PLOT, VIEW_REPORT | VIEW_DATA);
	struct plot *plot = arena_new_of(p->a, struct plot, 1);

	b->plot = plot;
	plot->kind = kind;
	plot->series = arena_new_of(p->a, struct str, nseries);
	plot->nseries = nseries;
	plot->marks = arena_new_of(p->a, struct mark, nmarks);
	return plot;
}

static const char *plot_direction(const struct grid_row *row)
{
	return row->better == BETTER_LOWER    ? ", lower is better"
	       : row->better == BETTER_HIGHER ? ", higher is better"
					      : "";
}

/* "s" alone, or nothing for numbers without a unit. */
static struct str plot_axis(struct arena *a, struct str name, struct str unit)
{
	return unit.n ? arena_printf(a, "%.*s (%.*s)", (int)name.n, name.p, (int)unit.n, unit.p)
		      : name;
}

/* Mean and interval of one cell as a mark. */
static struct mark plot_mean(const struct contrast *c, const struct grid_row *row, size_t col,
			     double divide)
{
	struct summary s = grid_summary(row, col, c->conf);

	return (struct mark){ .x = s.mean / divide,
			      .y = s.mean / divide,
			      .lo = s.lo / divide,
			      .hi = s.hi / divide,
			      .series = col,
			      .mean = true,
			      .n = s.n };
}

static void plot_strip(struct plots *p, const struct naming *n, size_t i)
{
	const struct grid *g = p->c->grid;
	const struct grid_row *row = &g->rows[n->rows[i]];
	const struct row_scale scale = n->scales[i];
	struct str name = naming_row(p->a, n, i);
	size_t most = g->ncols;
	struct plot *plot;

	for (size_t col = 0; col < g->ncols; col++)
		most += row->cells[col].n;
	plot = plot_new(p, PLOT_STRIP, g->ncols, most);
	plot->id = arena_printf(p->a, "strip-%u", ++p->strips);
	plot->title = arena_printf(p->a, "%.*s: %.*s%s", (int)n->bench.n, n->bench.p, (int)name.n,
				   name.p, plot_direction(row));
	plot->xlabel = plot_axis(p->a, row->metric, scale.unit);
	plot->caption = arena_printf(p->a,
				     "Each point is one run; the diamond is the mean, its bar the "
				     "%g%% confidence interval of the mean.%s",
				     100 * p->c->conf,
				     row->printed ? " A side without points is a mean that the "
						    "text printed."
						  : "");
	for (size_t col = 0; col < g->ncols; col++) {
		const struct grid_cell *cell = &row->cells[col];

		plot->series[col] = p->labels[col];
		for (size_t k = 0; k < cell->n; k++)
			plot->marks[plot->nmarks++] =
				(struct mark){ .x = cell->values[k] / scale.divide,
					       .lo = NAN,
					       .hi = NAN,
					       .series = col };
		if (cell->n > 1 || cell->printed)
			plot->marks[plot->nmarks++] = plot_mean(p->c, row, col, scale.divide);
	}
}

static void plot_curve(struct plots *p, const struct naming *n, size_t first)
{
	const struct str level = *n->level;
	const struct grid *g = p->c->grid;
	const struct grid_row *row = &g->rows[n->rows[first]];
	struct plot *plot = plot_new(p, PLOT_CURVE, g->ncols, n->nrows * g->ncols);
	const struct row_scale scale = n->scales[first];
	bool intervals = false, printed = false;
	struct buf title = { 0 };

	buf_printf(&title, "%.*s: %.*s by %.*s", (int)n->bench.n, n->bench.p, (int)row->metric.n,
		   row->metric.p, (int)level.n, level.p);
	for (size_t k = 0; k < n->nkeys; k++)
		if (!str_eq(n->keys[k], level)) {
			struct str value = naming_param(p->a, row, n->keys[k]);

			buf_printf(&title, ", %.*s", (int)value.n, value.p ? value.p : "");
		}
	buf_add(&title, str_of(plot_direction(row)));
	plot->id = arena_printf(p->a, "curve-%u", ++p->curves);
	plot->title = arena_str(p->a, buf_str(&title));
	buf_free(&title);
	plot->xlabel = level;
	plot->ylabel = plot_axis(p->a, row->metric, scale.unit);
	for (size_t col = 0; col < g->ncols; col++) {
		plot->series[col] = p->labels[col];
		for (size_t i = first; i < n->nrows; i++) {
			const struct grid_row *r = &g->rows[n->rows[i]];
			struct mark mark = plot_mean(p->c, r, col, scale.divide);

			if (!grid_has(&r->cells[col]) || n->curves[i] != first)
				continue;
			str_double(naming_param(p->a, r, level), &mark.x);
			intervals |= isfinite(mark.lo);
			printed |= r->cells[col].printed != NULL;
			plot->marks[plot->nmarks++] = mark;
		}
	}
	plot->caption =
		intervals ? arena_printf(p->a,
					 "Each point is the mean of a side's runs, its bar the "
					 "%g%% confidence interval of the mean.",
					 100 * p->c->conf)
		: printed ? STR("Each point is a mean; the text printed nothing that gives an "
				"interval.")
			  : STR("Each point is a single measurement; there are no intervals.");
}

/* Where there is no room for all, what changed comes first. */
enum pick { PICK_ALL, PICK_CHANGED, PICK_OTHERS };

static bool plot_changed(const struct contrast *c, size_t row, size_t col)
{
	const struct comparison *cmp = contrast_at(c, row, col);

	return col != contrast_base(c, row) &&
	       (cmp->verdict == VERDICT_LOWER || cmp->verdict == VERDICT_HIGHER);
}

static bool plot_picked(const struct contrast *c, size_t row, enum pick pick)
{
	bool changed = pick == PICK_ALL;

	for (size_t col = 0; col < c->grid->ncols; col++)
		changed |= plot_changed(c, row, col);
	return changed == (pick != PICK_OTHERS);
}

static void plot_rows(struct plots *p, const struct naming *n, enum pick pick)
{
	for (size_t row = 0; row < n->nrows; row++) {
		if (!n->level && p->strips < PLOT_STRIPS && plot_picked(p->c, n->rows[row], pick))
			plot_strip(p, n, row);
		else if (n->level && n->curves[row] == row && p->curves < PLOT_STRIPS &&
			 pick != PICK_OTHERS)
			plot_curve(p, n, row);
	}
}

/* Strips and curves, by benchmark; a sentence where they are not all. */
static void plot_benches(struct plots *p, const struct namings *names)
{
	size_t strips = 0, curves = 0, left_out;
	enum pick first;

	for (size_t i = 0; i < names->n; i++) {
		const struct naming *n = &names->v[i];

		strips += n->level ? 0 : n->nrows;
		for (size_t row = 0; row < n->nrows && n->level; row++)
			curves += n->curves[row] == row;
	}
	first = strips > PLOT_STRIPS ? PICK_CHANGED : PICK_ALL;
	for (size_t i = 0; i < names->n; i++)
		plot_rows(p, &names->v[i], first);
	for (size_t i = 0; i < names->n && first != PICK_ALL; i++)
		plot_rows(p, &names->v[i], PICK_OTHERS);
	left_out = strips + curves - p->strips - p->curves;
	if (left_out)
		doc_prose(p->doc, VIEW_REPORT, "plots",
			  arena_printf(p->a,
				       "%zu more have no plot, after those that changed; the "
				       "tables have all of them.",
				       left_out));
}

/* Adds what has an interval to the plot, as far as there is room; returns how many have one. */
static size_t plot_changes(const struct plots *p, struct plot *plot, const struct naming *n,
			   enum pick pick)
{
	const struct grid *g = p->c->grid;
	size_t found = 0;

	for (size_t row = 0; row < n->nrows; row++)
		for (size_t col = 0; col < g->ncols; col++) {
			const struct comparison *cmp = contrast_at(p->c, n->rows[row], col);
			struct str name;

			if (col == contrast_base(p->c, n->rows[row]) || cmp->raw ||
			    !isfinite(cmp->lo))
				continue;
			found++;
			if (!plot_picked(p->c, n->rows[row], pick) || plot->nmarks == PLOT_ROWS)
				continue;
			name = naming_row(p->a, n, row);
			if (g->ncols > 2)
				name = arena_printf(p->a, "%.*s: %.*s", (int)p->labels[col].n,
						    p->labels[col].p, (int)name.n, name.p);
			plot->series[plot->nmarks] = name;
			plot->marks[plot->nmarks] = (struct mark){ .x = 100 * cmp->change,
								   .lo = 100 * cmp->lo,
								   .hi = 100 * cmp->hi,
								   .series = plot->nmarks };
			plot->nmarks++;
		}
	return found;
}

static size_t plot_all_changes(const struct plots *p, struct plot *plot,
			       const struct namings *names, enum pick pick)
{
	size_t found = 0;

	for (size_t i = 0; i < names->n; i++)
		found += plot_changes(p, plot, &names->v[i], pick);
	return found;
}

static struct str plot_against(const struct plots *p)
{
	const struct contrast *c = p->c;

	for (size_t i = 0; i < c->npairs; i++)
		if (c->pairs[i].base != c->base)
			return STR("Change against each benchmark's base");
	return arena_printf(p->a, "Change against %.*s", (int)p->labels[c->base].n,
			    p->labels[c->base].p);
}

/* All changes that have an interval, in percent. */
static void plot_forest(struct plots *p, const struct namings *names)
{
	struct plot *plot = arena_new_of(p->a, struct plot, 1);
	const char *more = "";
	struct block *b;
	size_t found;

	plot->kind = PLOT_FOREST;
	plot->series = arena_new_of(p->a, struct str, PLOT_ROWS);
	plot->marks = arena_new_of(p->a, struct mark, PLOT_ROWS);
	found = plot_all_changes(p, plot, names, PICK_ALL);
	if (found > PLOT_ROWS) {
		plot->nmarks = 0;
		plot_all_changes(p, plot, names, PICK_CHANGED);
		plot_all_changes(p, plot, names, PICK_OTHERS);
		more = arena_printf(p->a, " %d of %zu are shown, what changed first.", PLOT_ROWS,
				    found)
			       .p;
	}
	if (!found)
		return;
	plot->nseries = plot->nmarks;
	plot->id = STR("changes");
	plot->title = plot_against(p);
	plot->xlabel = STR("change (%)");
	plot->caption =
		arena_printf(p->a,
			     "Each point is the change of the means, its bar the %g%% confidence "
			     "interval of the change, not adjusted for the number of rows.%s",
			     100 * p->c->conf, more);
	b = doc_add(p->doc, BLOCK_PLOT, VIEW_REPORT | VIEW_DATA);
	b->plot = plot;
}

void build_plots(struct doc *doc, const struct contrast *c)
{
	struct plots p = { .doc = doc, .a = doc->arena, .c = c };
	struct namings names = naming_all(doc->arena, c->grid);

	p.labels = build_labels(doc->arena, c->grid);
	plot_forest(&p, &names);
	plot_benches(&p, &names);
}

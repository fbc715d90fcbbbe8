/* SPDX-License-Identifier: GPL-2.0-or-later */
#include <math.h>
#include "report/build.h"
#include "report/build_note.h"
#include "report/number.h"
#include "report/words.h"

/* Everything that the tables of one comparison are made from. */
struct compare {
	struct doc *doc;
	struct arena *a;
	const struct contrast *c;
	const struct grid *g;
	struct str *labels;
	/* Of the table at hand: the sides that its benchmark has, apart from the base. */
	size_t base, *fresh, nfresh;
};

struct claim build_claim(struct arena *a, const struct contrast *c, const struct naming *n,
			 size_t row, size_t col)
{
	const struct grid_row *r = &c->grid->rows[n->rows[row]];
	const struct grid_cell *base = &r->cells[contrast_base(c, n->rows[row])],
			       *fresh = &r->cells[col];

	return (struct claim){ .row = r,
			       .cmp = contrast_at(c, n->rows[row], col),
			       .name = naming_row(a, n, row),
			       .nbase = grid_count(base),
			       .nfresh = grid_count(fresh),
			       .several = (base->n == 1 && base->runs[0].values != 1) ||
					  (fresh->n == 1 && fresh->runs[0].values != 1),
			       .divide = n->scales[row].divide,
			       .unit = n->scales[row].unit,
			       .alpha = c->alpha,
			       .conf = c->conf,
			       .family = c->family,
			       .method = &c->method };
}

static enum tone compare_tone(const struct claim *claim)
{
	int good = words_good(claim);

	if (claim->cmp->verdict == VERDICT_NOT_TESTED)
		return TONE_DIM;
	return good > 0 ? TONE_GOOD : good < 0 ? TONE_BAD : TONE_PLAIN;
}

/* A mean has four digits, a single measurement as many as five. */
static int compare_digits(struct side s)
{
	return s.sd >= 0 ? 4 : 5;
}

/* The decimals that the means of a row need together. */
static int compare_pad(const struct contrast *c, const struct naming *n, size_t i)
{
	const struct grid_row *row = &n->grid->rows[n->rows[i]];
	int pad = 0;

	for (size_t col = 0; col < n->grid->ncols; col++) {
		struct side s = grid_side(row, col);
		double at = contrast_location(c, n->rows[i], col);
		int shown = grid_has(&row->cells[col])
				    ? number_shown(at / n->scales[i].divide, compare_digits(s))
				    : 0;

		pad = shown > pad ? shown : pad;
	}
	return pad;
}

/* "8.606", or with the standard deviation "8.606 +-1.5". */
static void compare_location(struct buf *b, const struct contrast *c, const struct naming *n,
			     size_t i, size_t col, bool with_sd)
{
	const struct grid_row *row = &n->grid->rows[n->rows[i]];
	struct side s = grid_side(row, col);
	double divide = n->scales[i].divide;

	if (!grid_has(&row->cells[col]))
		return;
	number_value(b, contrast_location(c, n->rows[i], col) / divide, compare_digits(s),
		     compare_pad(c, n, i), s.sd >= 0 ? number_least(s.sd / divide) : 0);
	if (with_sd && s.sd >= 0) {
		buf_add(b, STR(" +-"));
		number_spread(b, s.sd / divide);
	}
}

/* A difference in the row's unit, with its sign. */
static void compare_difference(struct buf *b, double v, const struct comparison *cmp, double divide)
{
	buf_add(b, v < 0 ? STR("") : STR("+"));
	number_difference(b, v / divide, (cmp->hi - cmp->lo) / 2 / divide);
}

static void compare_change(struct buf *b, const struct comparison *cmp, double divide)
{
	if (cmp->raw && isfinite(cmp->change))
		compare_difference(b, cmp->change, cmp, divide);
	else if (!cmp->raw)
		number_change(b, cmp->change, number_decimals(cmp->lo, cmp->hi));
}

/* percent and between: "%" and ", ", or where room is short "" and ",". */
static void compare_interval(struct buf *b, const struct comparison *cmp, double divide,
			     const char *percent, const char *between)
{
	int decimals = number_decimals(cmp->lo, cmp->hi);

	if (!isfinite(cmp->lo) || !isfinite(cmp->hi))
		return;
	buf_char(b, '[');
	if (cmp->raw) {
		compare_difference(b, cmp->lo, cmp, divide);
		buf_add(b, str_of(between));
		compare_difference(b, cmp->hi, cmp, divide);
	} else {
		buf_printf(b, "%+.*f%s%s%+.*f%s", decimals, 100 * cmp->lo, percent, between,
			   decimals, 100 * cmp->hi, percent);
	}
	buf_char(b, ']');
}

/* Whether a column has one n in all rows, so that it can stand in the heading. */
static bool compare_one_n(const struct naming *n, size_t col, size_t *count)
{
	const struct grid_row *rows = n->grid->rows;
	bool has = grid_has(&rows[n->rows[0]].cells[col]);

	*count = grid_count(&rows[n->rows[0]].cells[col]);
	for (size_t i = 1; i < n->nrows; i++)
		if (grid_count(&rows[n->rows[i]].cells[col]) != *count ||
		    grid_has(&rows[n->rows[i]].cells[col]) != has)
			return false;
	return true;
}

static struct str compare_group(const struct compare *cp, const struct naming *n, size_t col)
{
	size_t count;

	if (!compare_one_n(n, col, &count))
		return cp->labels[col];
	if (!count && grid_has(&cp->g->rows[n->rows[0]].cells[col]))
		return arena_printf(cp->a, "%.*s (n unknown)", (int)cp->labels[col].n,
				    cp->labels[col].p);
	return arena_printf(cp->a, "%.*s (n=%zu)", (int)cp->labels[col].n, cp->labels[col].p,
			    count);
}

/* n, mean, cv of one side. */
static size_t compare_side(const struct compare *cp, const struct naming *n, struct table *t,
			   size_t at, size_t col, struct str group)
{
	size_t first = at, count;
	bool one = compare_one_n(n, col, &count);
	struct buf b = { 0 };

	at = table_column(t, at, "n", STR("n"), group, false);
	at = table_column(t, at, "mean", build_location(cp->c), group, false);
	at = table_column(t, at, "cv", STR("cv"), group, false);
	for (size_t i = 0; i < n->nrows; i++) {
		const struct grid_row *row = &cp->g->rows[n->rows[i]];
		struct side side = grid_side(row, col);
		struct summary s = stats_side_summary(side, cp->c->conf);

		if (!one)
			build_count(&b, &row->cells[col]);
		table_number(cp->a, table_cell(t, i, first), build_n(&row->cells[col]), &b);
		compare_location(&b, cp->c, n, i, col, false);
		table_number(cp->a, table_cell(t, i, first + 1),
			     contrast_location(cp->c, n->rows[i], col), &b);
		table_cell(t, i, first + 1)->note = table_note(
			cp->a, t, build_mixed(cp->a, cp->g, n->rows[i], col, cp->labels[col]));
		/* Of a mean that could as well be 0 it says nothing. */
		if (s.sd >= 0 && !side.negative)
			number_percent(&b, s.cv);
		table_number(cp->a, table_cell(t, i, first + 2), s.cv, &b);
	}
	buf_free(&b);
	return at;
}

/* The level of all intervals of a column as a percentage, 0 where they have several. */
static double compare_level(const struct compare *cp, const struct naming *n, size_t col)
{
	double level = 0;

	for (size_t i = 0; i < n->nrows; i++) {
		struct claim claim = build_claim(cp->a, cp->c, n, i, col);

		if (claim.cmp->verdict == VERDICT_NOT_TESTED)
			continue;
		if (level > 0 && words_level(&claim) != level)
			return 0;
		level = words_level(&claim);
	}
	return level > 0 ? level : 100 * cp->c->conf;
}

/* The same of all columns. */
static double compare_levels(const struct compare *cp, const struct naming *n)
{
	double level = compare_level(cp, n, cp->fresh[0]);

	for (size_t i = 1; i < cp->nfresh; i++)
		if (compare_level(cp, n, cp->fresh[i]) != level)
			return 0;
	return level;
}

/* change, interval, p, adjusted p and verdict of one column against the base. */
static size_t compare_columns(const struct compare *cp, const struct naming *n, struct table *t,
			      size_t at, size_t col, struct str group, struct notes *notes)
{
	static const char *const names[] = { [ADJUST_HOLM] = "p-holm",
					     [ADJUST_BH] = "p-bh",
					     [ADJUST_DUNNETT] = "p-dunnett",
					     [ADJUST_NONE] = NULL };
	const char *adjusted = cp->c->family > 1 ? names[cp->c->method.adjust] : NULL;
	double level = compare_level(cp, n, col);
	struct str interval = level > 0 ? arena_printf(cp->a, "%.6g%% CI", level) : STR("CI");
	size_t first = at;
	struct buf b = { 0 };

	at = table_column(t, at, "change", STR("change"), group, false);
	at = table_column(t, at, "ci", interval, group, false);
	at = table_column(t, at, "p", STR("p"), group, false);
	at = table_column(t, at, "p_adjusted", str_of(adjusted), group, false);
	at = table_column(t, at, "verdict", STR("verdict"), group, true);
	for (size_t i = 0; i < n->nrows; i++) {
		struct claim claim = build_claim(cp->a, cp->c, n, i, col);
		double divide = n->scales[i].divide;
		struct cell *cell = table_cell(t, i, first);

		compare_change(&b, claim.cmp, divide);
		table_number(cp->a, cell, claim.cmp->change, &b);
		compare_interval(&b, claim.cmp, divide, "%", ", ");
		if (b.n && !(level > 0))
			buf_printf(&b, " %.6g%%", words_level(&claim));
		table_number(cp->a, cell + 1, NAN, &b);
		number_p(&b, claim.cmp->p);
		table_number(cp->a, cell + 2, claim.cmp->p, &b);
		if (adjusted)
			number_p(&b, claim.cmp->p_adjusted);
		table_number(cp->a, cell + 3, claim.cmp->p_adjusted, &b);
		cell[4].text = words_verdict(cp->a, &claim);
		cell[4].tone = compare_tone(&claim);
		cell[4].note = table_note(cp->a, t, notes_next(notes, cp->a, &claim));
	}
	buf_free(&b);
	return at;
}

static void compare_units(const struct naming *n, struct table *t, size_t col, bool brief)
{
	for (size_t i = 0; i < n->nrows; i++) {
		struct str unit = n->scales[i].unit;

		table_cell(t, i, col)->text = brief && str_is(unit, "count") ? STR("") : unit;
	}
}

static struct legend compare_legend(const struct compare *cp, const struct naming *n)
{
	return (struct legend){ cp->c, n, cp->labels, cp->base, cp->fresh, cp->nfresh };
}

static size_t compare_name_width(const struct naming *n)
{
	return n->nkeys + n->metric;
}

static void compare_people(const struct compare *cp, const struct naming *n)
{
	size_t width = compare_name_width(n), sides = cp->nfresh;
	struct table *t = doc_table(cp->doc, VIEW_PEOPLE | VIEW_REPORT,
				    width + 1 + 3 + (3 + 5) * sides, n->nrows);
	const struct legend legend = compare_legend(cp, n);
	size_t at = naming_columns(cp->a, n, t);
	struct notes notes = notes_make(cp->a, cp->c, n, cp->fresh, sides);

	t->caption = n->common;
	t->legend = build_legend(cp->a, &legend, false);
	at = table_column(t, at, "unit", STR("unit"), (struct str){ NULL, 0 }, true);
	for (size_t i = 0; i < n->nrows; i++)
		naming_cells(cp->a, n, i, t, i);
	compare_units(n, t, width, false);
	at = compare_side(cp, n, t, at, cp->base, compare_group(cp, n, cp->base));
	for (size_t i = 0; i < sides; i++) {
		size_t col = cp->fresh[i];
		struct str group = compare_group(cp, n, col);

		at = compare_side(cp, n, t, at, col, group);
		at = compare_columns(cp, n, t, at, col, group, &notes);
	}
}

/* "4+4", or "4" where only one side has values. */
static void compare_counts(const struct compare *cp, const struct naming *n, struct table *t,
			   size_t at)
{
	for (size_t i = 0; i < n->nrows; i++) {
		const struct grid_row *row = &cp->g->rows[n->rows[i]];
		struct buf b = { 0 };

		build_count(&b, &row->cells[cp->base]);
		for (size_t j = 0; j < cp->nfresh; j++) {
			buf_char(&b, '+');
			build_count(&b, &row->cells[cp->fresh[j]]);
		}
		table_cell(t, i, at)->text = arena_str(cp->a, buf_str(&b));
		buf_free(&b);
	}
}

static void compare_changelog_side(const struct compare *cp, const struct naming *n,
				   struct table *t, size_t at, size_t col)
{
	struct buf b = { 0 };

	for (size_t i = 0; i < n->nrows; i++) {
		compare_location(&b, cp->c, n, i, col, true);
		table_number(cp->a, table_cell(t, i, at), NAN, &b);
	}
	buf_free(&b);
}

static void compare_changelog_change(const struct compare *cp, const struct naming *n,
				     struct table *t, size_t at, size_t col, double level)
{
	struct buf b = { 0 };

	for (size_t i = 0; i < n->nrows; i++) {
		const struct comparison *cmp = contrast_at(cp->c, n->rows[i], col);
		double divide = n->scales[i].divide;

		compare_change(&b, cmp, divide);
		if (isfinite(cmp->lo)) {
			buf_char(&b, ' ');
			compare_interval(&b, cmp, divide, "", ",");
		}
		if (isfinite(cmp->lo) && !(level > 0))
			buf_printf(&b, " %.3g%%", 100 * cmp->level);
		table_number(cp->a, table_cell(t, i, at), NAN, &b);
	}
	buf_free(&b);
}

static void compare_changelog(const struct compare *cp, const struct naming *n)
{
	size_t width = compare_name_width(n), sides = cp->nfresh + 1;
	struct table *t = doc_table(cp->doc, VIEW_CHANGELOG, width + 2 + sides + (sides - 1),
				    n->nrows);
	size_t at = naming_columns(cp->a, n, t);
	const struct str none = { NULL, 0 };
	const struct legend legend = compare_legend(cp, n);
	bool tested = legend_any_tested(&legend);
	/* Several sides fold better as groups, one line each, than as columns with long names. */
	bool groups = sides > 2 && tested;
	struct str with_sd = arena_printf(cp->a, "%s +-sd", build_location(cp->c).p);
	double level = compare_levels(cp, n);
	struct str change = !tested	? STR("change")
			    : level > 0 ? arena_printf(cp->a, "change [%.6g%% CI]", level)
					: STR("change [CI]");

	t->caption = n->common;
	t->legend = build_legend(cp->a, &legend, true);
	for (size_t i = 0; i < n->nrows; i++)
		naming_cells(cp->a, n, i, t, i);
	at = table_column(t, at, "unit", none, none, true);
	compare_units(n, t, width, true);
	at = table_column(t, at, "n", STR("n"), none, false);
	compare_counts(cp, n, t, width + 1);
	for (size_t i = 0; i < sides; i++) {
		/* The base first, the others in their order. */
		size_t col = i == 0 ? cp->base : cp->fresh[i - 1];
		struct str label = cp->labels[col];

		compare_changelog_side(cp, n, t, at, col);
		at = table_column(t, at, "mean", groups ? with_sd : label, groups ? label : none,
				  false);
		if (i == 0)
			continue;
		compare_changelog_change(cp, n, t, at, col, level);
		at = table_column(t, at, "change", change, groups ? label : none, false);
	}
}

/* The sides of one benchmark. */
static void compare_sides(struct compare *cp, const struct naming *n)
{
	size_t row = n->rows[0];

	cp->base = contrast_base(cp->c, row);
	cp->nfresh = 0;
	for (size_t col = 0; col < cp->g->ncols; col++)
		if (col != cp->base && contrast_has(cp->c, row, col))
			cp->fresh[cp->nfresh++] = col;
}

void build_tables(struct doc *doc, const struct contrast *c)
{
	struct compare cp = { .doc = doc, .a = doc->arena, .c = c, .g = c->grid };
	struct namings names = naming_all(cp.a, cp.g);

	cp.labels = build_labels(cp.a, cp.g);
	cp.fresh = arena_new_of(cp.a, size_t, cp.g->ncols);
	for (size_t i = 0; i < names.n; i++) {
		compare_sides(&cp, &names.v[i]);
		compare_people(&cp, &names.v[i]);
		compare_changelog(&cp, &names.v[i]);
		build_curves(doc, c, &names.v[i], cp.labels, cp.nfresh);
	}
	build_data(doc, c);
}

void build_compare(struct doc *doc, const struct contrast *c)
{
	struct namings names = naming_all(doc->arena, c->grid);

	build_first_warnings(doc, c);
	build_tables(doc, c);
	build_verdict(doc, c, VIEW_CHANGELOG | VIEW_DATA);
	build_warnings(doc, c);
	doc_prose(doc, VIEW_CHANGELOG | VIEW_DATA, "setup",
		  build_setup(doc->arena, c->grid,
			      names.n ? words_runs(&c->grid->rows[names.v[0].rows[0]]) : "boots"));
}

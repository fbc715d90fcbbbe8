/* SPDX-License-Identifier: GPL-2.0-or-later */
#include <math.h>
#include "report/build.h"

static struct str warnings_work_words(struct str work)
{
	return work.n ? work : STR("nothing that says which");
}

/* Work that is not the same on both sides. True when it has been said: once is enough. */
static bool warnings_work(struct doc *doc, const struct contrast *c, const struct grid_row *row)
{
	struct str *labels = build_labels(doc->arena, c->grid);
	size_t against = contrast_base(c, (size_t)(row - c->grid->rows));
	const struct grid_cell *base = &row->cells[against];

	for (size_t col = 0; col < c->grid->ncols; col++) {
		const struct grid_cell *cell = &row->cells[col];
		struct str was = warnings_work_words(base->work),
			   is = warnings_work_words(cell->work);

		if (!grid_has(cell) || !grid_has(base) || cell->work_varies || base->work_varies ||
		    str_eq(cell->work, base->work))
			continue;
		doc_prose(doc, BUILD_WARNED, "warning",
			  arena_printf(
				  doc->arena,
				  "The sides did different work: %.*s with %.*s, %.*s with %.*s.",
				  (int)labels[against].n, labels[against].p, (int)was.n, was.p,
				  (int)labels[col].n, labels[col].p, (int)is.n, is.p));
		return true;
	}
	return false;
}

/* The runs of one source did different work, and are averaged all the same. */
static bool warnings_mixed(struct doc *doc, const struct grid *g, const struct grid_row *row)
{
	struct str *labels = build_labels(doc->arena, g);

	for (size_t col = 0; col < g->ncols; col++) {
		struct str work = warnings_work_words(row->cells[col].work);

		if (!row->cells[col].work_varies)
			continue;
		doc_prose(doc, BUILD_WARNED, "warning",
			  arena_printf(doc->arena,
				       "The runs of %.*s did different work (%.*s, and others).",
				       (int)labels[col].n, labels[col].p, (int)work.n, work.p));
		return true;
	}
	return false;
}

/* Results that are on one side only: they are in the table, without a change. */
static void warnings_missing(struct doc *doc, const struct contrast *c)
{
	size_t missing = 0;

	for (size_t i = 0; i < c->grid->nrows; i++)
		for (size_t col = 0; col < c->grid->ncols && !c->grid->rows[i].context; col++)
			missing += contrast_has(c, i, col) &&
				   !grid_has(&c->grid->rows[i].cells[col]);
	if (missing)
		doc_prose(doc, BUILD_WARNED, "warning",
			  arena_printf(doc->arena, "%zu result%s not on all sides.", missing,
				       missing == 1 ? " is" : "s are"));
}

/* Fewer values may be the same by chance, and so may small whole numbers. */
#define WARNING_SAME 3

static bool warnings_same_cell(const struct grid_cell *a, const struct grid_cell *b,
			       size_t *telling)
{
	if (a->n != b->n || a->printed || b->printed)
		return false;
	for (size_t i = 0; i < a->n; i++) {
		double v = a->values[i];

		if (v < b->values[i] || v > b->values[i])
			return false;
		*telling += fabs(v) >= 1000 || floor(v) < v;
	}
	return true;
}

/* The same logs on both sides, as by a slip of the hand, would give a change of 0 in good order. */
static void warnings_same(struct doc *doc, const struct contrast *c, size_t base, size_t fresh)
{
	const struct grid *g = c->grid;
	struct str *labels = build_labels(doc->arena, g);
	size_t telling = 0;

	for (size_t i = 0; i < g->nrows; i++)
		if (!g->rows[i].context && !warnings_same_cell(&g->rows[i].cells[base],
							       &g->rows[i].cells[fresh], &telling))
			return;
	if (telling >= WARNING_SAME)
		doc_prose(doc, BUILD_WARNED, "warning",
			  arena_printf(doc->arena,
				       "%.*s and %.*s have the same values in every row: are these "
				       "the same logs?",
				       (int)labels[base].n, labels[base].p, (int)labels[fresh].n,
				       labels[fresh].p));
}

/* More are not listed. */
#define WARNING_PARAMS 4

/*
 * Parameters of the workload that are not the same on both sides: what is compared, or a mistake;
 * a reader must know.
 */
static void warnings_params(struct doc *doc, const struct contrast *c, size_t base, size_t col)
{
	const struct grid *g = c->grid;
	struct str *labels = build_labels(doc->arena, g);
	struct buf was = { 0 }, is = { 0 };
	size_t n = 0;

	for (size_t i = 0; i < g->nfacts && n <= WARNING_PARAMS; i++) {
		const struct grid_fact *fact = &g->facts[i], *other;
		struct str name = str_skip(fact->key, strlen("param."));
		bool varies, first;

		if (fact->col != base || fact->event || fact->varies ||
		    !str_starts(fact->key, STR("param.")))
			continue;
		first = grid_find_fact(g, base, fact->key, &varies) == fact;
		other = grid_find_fact(g, col, fact->key, &varies);
		if (!first || !other || varies || str_eq(other->text, fact->text) ||
		    n++ == WARNING_PARAMS)
			continue;
		buf_printf(&was, "%s%.*s=%.*s", n > 1 ? " " : "", (int)name.n, name.p,
			   (int)fact->text.n, fact->text.p);
		buf_printf(&is, "%s%.*s=%.*s", n > 1 ? " " : "", (int)name.n, name.p,
			   (int)other->text.n, other->text.p);
	}
	if (n)
		doc_prose(doc, BUILD_WARNED, "warning",
			  arena_printf(doc->arena,
				       "The workload had different parameters: %.*s with %.*s%s, "
				       "%.*s with %.*s%s.",
				       (int)labels[base].n, labels[base].p, (int)was.n, was.v,
				       n > WARNING_PARAMS ? " ..." : "", (int)labels[col].n,
				       labels[col].p, (int)is.n, is.v,
				       n > WARNING_PARAMS ? " ..." : ""));
	buf_free(&was);
	buf_free(&is);
}

void build_warnings(struct doc *doc, const struct contrast *c)
{
	bool said = false;

	build_troubles(doc, c->grid);
	for (size_t i = 0; i < c->grid->nrows && !said; i++)
		said = !c->grid->rows[i].context && warnings_work(doc, c, &c->grid->rows[i]);
	for (size_t i = 0; i < c->npairs; i++) {
		warnings_same(doc, c, c->pairs[i].base, c->pairs[i].fresh);
		warnings_params(doc, c, c->pairs[i].base, c->pairs[i].fresh);
	}
	warnings_missing(doc, c);
	build_trades(doc, c);
	build_grid_warnings(doc, c->grid);
}

/* Lines by which a run says itself that something went wrong in it; its results are counted. */
static void warnings_events(struct doc *doc, const struct grid *g)
{
	const struct grid_fact *first = NULL;
	struct str *labels = build_labels(doc->arena, g), text;
	size_t n = 0;

	for (size_t i = 0; i < g->nfacts; i++) {
		const struct grid_fact *fact = &g->facts[i];

		/* What was skipped is said where it is read. */
		if (!fact->event || fact->env || str_is(fact->key, "parse.skipped"))
			continue;
		first = first ? first : fact;
		n += fact->count;
	}
	if (!first)
		return;
	text = str_trim(first->text);
	doc_prose(doc, BUILD_WARNED, "warning",
		  arena_printf(doc->arena,
			       "The logs have %zu line%s of trouble; the results of such runs are "
			       "counted. "
			       "The first, in run %u of %.*s: \"%.*s\".",
			       n, n == 1 ? "" : "s", first->run, (int)labels[first->col].n,
			       labels[first->col].p, text.n > 120 ? 120 : (int)text.n, text.p));
}

/* A quantile that few values have is hardly more than one of them. */
static void warnings_quantile(struct doc *doc, const struct grid *g)
{
	double p = g->quantile, rarer = p < 0.5 ? p : 1 - p;

	if (g->few_values)
		doc_prose(doc, BUILD_WARNED, "warning",
			  arena_printf(doc->arena,
				       "%zu result%s of fewer than %.0f values in a run, of which "
				       "p%g is hardly more than the %s: log more of them, or "
				       "compare another quantile.",
				       g->few_values, g->few_values == 1 ? " is" : "s are",
				       1 / rarer, 100 * p, p < 0.5 ? "smallest" : "largest"));
	if (g->no_values)
		doc_prose(doc, BUILD_WARNED, "warning",
			  arena_printf(doc->arena,
				       "%zu run%s left out: of %s the text printed a mean, not the "
				       "values that a quantile takes.",
				       g->no_values, g->no_values == 1 ? " was" : "s were",
				       g->no_values == 1 ? "it" : "them"));
}

void build_grid_warnings(struct doc *doc, const struct grid *g)
{
	bool said = false;

	build_noise(doc, g);
	warnings_events(doc, g);
	for (size_t i = 0; i < g->nrows && !said; i++)
		said = !g->rows[i].context && warnings_mixed(doc, g, &g->rows[i]);
	said = false;
	for (size_t i = 0; i < g->nrows && !said; i++) {
		const struct grid_row *row = &g->rows[i];

		said = row->odd_better && !row->context;
		if (said)
			doc_prose(doc, BUILD_WARNED, "warning",
				  arena_printf(
					  doc->arena,
					  "The records disagree on whether more of %.*s is better: "
					  "no direction is taken.",
					  (int)row->metric.n, row->metric.p));
	}
	warnings_quantile(doc, g);
	if (g->too_large)
		doc_prose(doc, BUILD_WARNED, "warning",
			  arena_printf(doc->arena,
				       "%zu value%s left out: too large to compute with.",
				       g->too_large, g->too_large == 1 ? " was" : "s were"));
	if (g->outdone)
		doc_prose(doc, BUILD_WARNED, "warning",
			  arena_printf(doc->arena,
				       "%zu mean%s that the text printed stand%s beside values of "
				       "runs: the values are used.",
				       g->outdone, g->outdone == 1 ? "" : "s",
				       g->outdone == 1 ? "s" : ""));
	if (g->odd_units)
		doc_prose(
			doc, BUILD_WARNED, "warning",
			arena_printf(
				doc->arena,
				"%zu value%s left out, in a unit of another kind than the rest of "
				"the row.",
				g->odd_units, g->odd_units == 1 ? " was" : "s were"));
}

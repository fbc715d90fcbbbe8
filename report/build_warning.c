/* SPDX-License-Identifier: GPL-2.0-or-later */
#include <math.h>
#include "report/build.h"

static struct str warnings_work_words(struct arena *a, const struct grid_cell *cell)
{
	if (!cell->work.n)
		return STR("nothing that says which");
	return cell->work_varies
		       ? arena_printf(a, "%.*s and others", (int)cell->work.n, cell->work.p)
		       : cell->work;
}

static bool warnings_has_work(const struct grid_cell *cell, struct str work)
{
	for (size_t i = 0; i < cell->nworks; i++)
		if (str_eq(cell->works[i], work))
			return true;
	return false;
}

static bool warnings_same_work(const struct grid_cell *a, const struct grid_cell *b)
{
	bool same = a->nworks == b->nworks;

	for (size_t i = 0; i < a->nworks && same; i++)
		same = warnings_has_work(b, a->works[i]);
	return same;
}

/* Work that is not the same on both sides. True when it has been said: once is enough. */
static bool warnings_work(struct doc *doc, const struct contrast *c, const struct grid_row *row)
{
	struct str *labels = build_labels(doc->arena, c->grid);
	size_t against = contrast_base(c, (size_t)(row - c->grid->rows));
	const struct grid_cell *base = &row->cells[against];

	for (size_t col = 0; col < c->grid->ncols; col++) {
		const struct grid_cell *cell = &row->cells[col];
		struct str was, is;

		if (!grid_has(cell) || !grid_has(base) || warnings_same_work(cell, base))
			continue;
		was = warnings_work_words(doc->arena, base);
		is = warnings_work_words(doc->arena, cell);
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

/* A text of one column, if all of its runs agree in it. */
static struct str warnings_fact(const struct grid *g, size_t col, const char *key)
{
	bool varies;
	const struct grid_fact *fact = grid_find_fact(g, col, str_of(key), &varies);

	return fact && !varies ? fact->text : (struct str){ NULL, 0 };
}

static bool warnings_same_fact(const struct grid *g, struct contrast_pair pair, const char *key)
{
	return str_eq(warnings_fact(g, pair.base, key), warnings_fact(g, pair.fresh, key));
}

void build_first_warnings(struct doc *doc, const struct contrast *c)
{
	const struct grid *g = c->grid;
	struct str *labels = build_labels(doc->arena, g);

	/* By a parameter, one kernel is compared with itself. */
	for (size_t i = 0; i < c->npairs && !g->by.n; i++) {
		struct contrast_pair pair = c->pairs[i];
		struct str release = warnings_fact(g, pair.base, "kernel.release"),
			   version = warnings_fact(g, pair.base, "kernel.version"),
			   was = labels[pair.base], is = labels[pair.fresh];

		if (!release.n || !version.n || !warnings_same_fact(g, pair, "kernel.release") ||
		    !warnings_same_fact(g, pair, "kernel.version") ||
		    !warnings_same_fact(g, pair, "kernel.compiler"))
			continue;
		doc_prose(doc, BUILD_WARNED, "warning",
			  arena_printf(doc->arena,
				       "%.*s and %.*s ran one and the same build of the kernel, "
				       "%.*s %.*s: if a patch is compared, its kernel was not "
				       "booted.",
				       (int)was.n, was.p, (int)is.n, is.p, (int)release.n,
				       release.p, (int)version.n, version.p));
	}
	if (g->shared && !c->method.paired)
		doc_prose(doc, BUILD_WARNED, "warning",
			  arena_printf(
				  doc->arena,
				  "The columns share runs, in which %.*s had several values: "
				  "the test takes them for different runs, so its intervals "
				  "are too wide where a run is fast or slow as a whole; --paired "
				  "compares them run by run.",
				  (int)g->by.n, g->by.p));
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
	/* Tables for people have it as notes. */
	build_mixes(doc, g, VIEW_CHANGELOG | VIEW_DATA);
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

/* SPDX-License-Identifier: GPL-2.0-or-later */
#include <math.h>
#include "report/build.h"
#include "report/number.h"
#include "report/words.h"

/* More sentences than this are a list that nobody reads: they are counted instead. */
#define VERDICT_SENTENCES 4

#define VERDICT_SINGLE \
	"These are single measurements: the ratios are information, and nothing was tested."

/* The claims of one kind in one comparison. */
struct claims {
	VEC(struct claim) v;
};

static void verdict_sort(struct arena *a, const struct contrast *c, size_t col,
			 struct claims *decided, struct claims *open, struct claims *untested)
{
	struct namings names = naming_all(a, c->grid);

	for (size_t i = 0; i < names.n; i++)
		for (size_t row = 0; row < names.v[i].nrows; row++) {
			struct claim claim = build_claim(a, c, &names.v[i], row, col);
			enum verdict v = claim.cmp->verdict;
			struct claims *to = v == VERDICT_NOT_TESTED	? untested
					    : v == VERDICT_INCONCLUSIVE ? open
									: decided;

			*vec_add(&to->v) = claim;
		}
}

/* "3 of 16 metrics changed: 2 for the better, 1 for the worse; the largest: ..." */
static void verdict_many(struct arena *a, struct buf *b, const struct claims *decided, size_t all)
{
	size_t good = 0, bad = 0, most = 0;
	struct str sentence;

	for (size_t i = 0; i < decided->v.n; i++) {
		const struct claim *claim = &decided->v.v[i];

		good += words_good(claim) > 0;
		bad += words_good(claim) < 0;
		if (fabs(log1p(claim->cmp->change)) > fabs(log1p(decided->v.v[most].cmp->change)))
			most = i;
	}
	sentence = words_sentence(a, &decided->v.v[most]);
	buf_printf(
		b,
		"%zu of %zu metrics changed: %zu for the better, %zu for the worse; the largest: ",
		decided->v.n, all, good, bad);
	buf_add(b, sentence);
	buf_add(b, STR(". "));
}

/* Sentences begin with a capital; names of metrics stay as they are. */
static void verdict_capital(struct buf *b, size_t at)
{
	if (str_starts(str_skip(buf_str(b), at), STR("the change of ")))
		b->v[at] = 'T';
}

static void verdict_list(struct arena *a, struct buf *b, const struct claims *claims)
{
	for (size_t i = 0; i < claims->v.n; i++) {
		size_t at = b->n;

		buf_add(b, words_sentence(a, &claims->v.v[i]));
		verdict_capital(b, at);
		buf_add(b, STR(". "));
	}
}

static void verdict_untested(struct buf *b, const struct claims *untested, size_t all)
{
	bool single = true, several = false;

	for (size_t i = 0; i < untested->v.n; i++) {
		single &= untested->v.v[i].cmp->reason == REASON_SINGLE;
		several |= untested->v.v[i].several;
	}
	if (single && untested->v.n == all && several)
		buf_add(b, STR("There is one boot a side: the ratios are information, and nothing "
			       "was tested. "));
	else if (single && untested->v.n == all)
		buf_add(b, STR(VERDICT_SINGLE " "));
	else
		buf_printf(b, "%zu not tested (%s). ", untested->v.n,
			   words_reason(&untested->v.v[0]));
}

static struct str verdict_column(struct arena *a, const struct contrast *c, size_t col,
				 struct str label, struct str base)
{
	struct claims decided = { 0 }, open = { 0 }, untested = { 0 };
	struct buf b = { 0 };
	struct str text;
	size_t all;

	verdict_sort(a, c, col, &decided, &open, &untested);
	all = decided.v.n + open.v.n + untested.v.n;
	if (c->grid->ncols > 2)
		buf_printf(&b, "With %.*s against %.*s: ", (int)label.n, label.p, (int)base.n,
			   base.p);
	if (decided.v.n > VERDICT_SENTENCES)
		verdict_many(a, &b, &decided, all);
	else
		verdict_list(a, &b, &decided);
	if (open.v.n > 2)
		buf_printf(&b, "%zu of %zu metrics are inconclusive. ", open.v.n, all);
	else
		verdict_list(a, &b, &open);
	if (untested.v.n)
		verdict_untested(&b, &untested, all);
	text = arena_str(a, str_trim(buf_str(&b)));
	buf_free(&b);
	vec_free(&decided.v);
	vec_free(&open.v);
	vec_free(&untested.v);
	return text;
}

/* Nothing but single measurements on all sides: one sentence is enough. */
static bool verdict_all_single(const struct contrast *c)
{
	for (size_t i = 0; i < c->grid->nrows; i++)
		for (size_t col = 0; col < c->grid->ncols && !c->grid->rows[i].context; col++)
			if (c->grid->rows[i].cells[col].n != 1 ||
			    c->grid->rows[i].cells[col].runs[0].values != 1)
				return false;
	return true;
}

void build_verdict(struct doc *doc, const struct contrast *c, unsigned int views)
{
	struct str *labels = build_labels(doc->arena, c->grid);

	if (verdict_all_single(c)) {
		doc_prose(doc, views, "verdict", STR(VERDICT_SINGLE));
		return;
	}
	for (size_t col = 0; col < c->grid->ncols; col++)
		if (col != c->base)
			doc_prose(doc, views, "verdict",
				  verdict_column(doc->arena, c, col, labels[col], labels[c->base]));
}

/* Loops, threads and the like that are not the same on both sides. */
static void warnings_work(struct doc *doc, const struct contrast *c)
{
	struct str *labels = build_labels(doc->arena, c->grid);

	for (size_t i = 0; i < c->grid->nrows; i++) {
		const struct grid_row *row = &c->grid->rows[i];
		const struct grid_cell *base = &row->cells[c->base];

		for (size_t col = 0; col < c->grid->ncols && !row->context; col++) {
			const struct grid_cell *cell = &row->cells[col];

			if (!cell->n || !base->n || str_eq(cell->work, base->work))
				continue;
			doc_prose(doc, VIEW_PEOPLE | VIEW_CHANGELOG | VIEW_DATA | VIEW_REPORT,
				  "warning",
				  arena_printf(doc->arena,
					       "The sides did different work: %.*s with %.*s, %.*s "
					       "with %.*s.",
					       (int)labels[c->base].n, labels[c->base].p,
					       (int)base->work.n, base->work.p, (int)labels[col].n,
					       labels[col].p, (int)cell->work.n, cell->work.p));
			return;
		}
	}
}

/* Results that are on one side only: they are in the table, without a change. */
static void warnings_missing(struct doc *doc, const struct contrast *c)
{
	size_t missing = 0;

	for (size_t i = 0; i < c->grid->nrows; i++)
		for (size_t col = 0; col < c->grid->ncols && !c->grid->rows[i].context; col++)
			missing += !c->grid->rows[i].cells[col].n;
	if (missing)
		doc_prose(doc, VIEW_PEOPLE | VIEW_CHANGELOG | VIEW_DATA | VIEW_REPORT, "warning",
			  arena_printf(doc->arena, "%zu result%s not on all sides.", missing,
				       missing == 1 ? " is" : "s are"));
}

void build_warnings(struct doc *doc, const struct contrast *c)
{
	warnings_work(doc, c);
	warnings_missing(doc, c);
	if (c->grid->odd_units)
		doc_prose(
			doc, VIEW_PEOPLE | VIEW_CHANGELOG | VIEW_DATA | VIEW_REPORT, "warning",
			arena_printf(doc->arena,
				     "%zu values were left out: their unit is of another kind than "
				     "their row's.",
				     c->grid->odd_units));
}

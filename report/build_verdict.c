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

static bool verdict_one_reason(const struct claims *untested)
{
	for (size_t i = 1; i < untested->v.n; i++)
		if (strcmp(words_reason(&untested->v.v[i]), words_reason(&untested->v.v[0])) != 0)
			return false;
	return true;
}

static void verdict_untested(struct buf *b, const struct claims *untested, size_t all)
{
	const struct claim *first = &untested->v.v[0];

	if (untested->v.n == 1)
		buf_printf(b, "%.*s was not tested (%s). ", (int)first->name.n, first->name.p,
			   words_reason(first));
	else if (untested->v.n < all)
		buf_printf(b, "%zu of %zu metrics were not tested%s%s%s. ", untested->v.n, all,
			   verdict_one_reason(untested) ? " (" : "",
			   verdict_one_reason(untested) ? words_reason(first) : "",
			   verdict_one_reason(untested) ? ")" : "");
	else if (first->cmp->reason == REASON_SINGLE && verdict_one_reason(untested))
		buf_printf(b, "Nothing was tested (%s): the ratios are information. ",
			   first->several ? "one boot a side"
			   : first->nbase > 1 || first->nfresh > 1
				   ? "a side is a single measurement"
				   : "single measurements");
	else
		buf_add(b, STR("Nothing was tested; the table says why. "));
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
		buf_printf(&b, "'%.*s' against '%.*s': ", (int)label.n, label.p, (int)base.n,
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

static struct str warnings_work_words(struct str work)
{
	return work.n ? work : STR("nothing that says which");
}

#define WARNING_VIEWS (VIEW_PEOPLE | VIEW_CHANGELOG | VIEW_DATA | VIEW_REPORT)

/* Work that is not the same on both sides. True when it has been said: once is enough. */
static bool warnings_work(struct doc *doc, const struct contrast *c, const struct grid_row *row)
{
	struct str *labels = build_labels(doc->arena, c->grid);
	const struct grid_cell *base = &row->cells[c->base];

	for (size_t col = 0; col < c->grid->ncols; col++) {
		const struct grid_cell *cell = &row->cells[col];
		struct str was = warnings_work_words(base->work),
			   is = warnings_work_words(cell->work);

		if (!cell->n || !base->n || cell->work_varies || base->work_varies ||
		    str_eq(cell->work, base->work))
			continue;
		doc_prose(doc, WARNING_VIEWS, "warning",
			  arena_printf(
				  doc->arena,
				  "The sides did different work: %.*s with %.*s, %.*s with %.*s.",
				  (int)labels[c->base].n, labels[c->base].p, (int)was.n, was.p,
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
		doc_prose(doc, WARNING_VIEWS, "warning",
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
			missing += !c->grid->rows[i].cells[col].n;
	if (missing)
		doc_prose(doc, WARNING_VIEWS, "warning",
			  arena_printf(doc->arena, "%zu result%s not on all sides.", missing,
				       missing == 1 ? " is" : "s are"));
}

/* More are not listed. */
#define WARNING_PARAMS 4

/*
 * Parameters of the workload that are not the same on both sides: what is compared, or a mistake;
 * a reader must know.
 */
static void warnings_params(struct doc *doc, const struct contrast *c, size_t col)
{
	const struct grid *g = c->grid;
	struct str *labels = build_labels(doc->arena, g);
	struct buf was = { 0 }, is = { 0 };
	size_t n = 0;

	for (size_t i = 0; i < g->nfacts && n <= WARNING_PARAMS; i++) {
		const struct grid_fact *fact = &g->facts[i], *other;
		struct str name = str_skip(fact->key, strlen("param."));
		bool varies, first;

		if (fact->col != c->base || fact->event || fact->varies ||
		    !str_starts(fact->key, STR("param.")))
			continue;
		first = grid_find_fact(g, c->base, fact->key, &varies) == fact;
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
		doc_prose(doc, WARNING_VIEWS, "warning",
			  arena_printf(doc->arena,
				       "The workload had different parameters: %.*s with %.*s%s, "
				       "%.*s with %.*s%s.",
				       (int)labels[c->base].n, labels[c->base].p, (int)was.n, was.v,
				       n > WARNING_PARAMS ? " ..." : "", (int)labels[col].n,
				       labels[col].p, (int)is.n, is.v,
				       n > WARNING_PARAMS ? " ..." : ""));
	buf_free(&was);
	buf_free(&is);
}

void build_warnings(struct doc *doc, const struct contrast *c)
{
	bool said = false;

	for (size_t i = 0; i < c->grid->nrows && !said; i++)
		said = !c->grid->rows[i].context && warnings_work(doc, c, &c->grid->rows[i]);
	for (size_t col = 0; col < c->grid->ncols; col++)
		if (col != c->base)
			warnings_params(doc, c, col);
	warnings_missing(doc, c);
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
		if (!fact->event || str_is(fact->key, "parse.skipped"))
			continue;
		first = first ? first : fact;
		n++;
	}
	if (!first)
		return;
	text = str_trim(first->text);
	doc_prose(doc, WARNING_VIEWS, "warning",
		  arena_printf(doc->arena,
			       "The logs have %zu line%s of trouble; the results of such runs are "
			       "counted. The "
			       "first, in run %u of %.*s: \"%.*s\".",
			       n, n == 1 ? "" : "s", first->run, (int)labels[first->col].n,
			       labels[first->col].p, text.n > 120 ? 120 : (int)text.n, text.p));
}

void build_grid_warnings(struct doc *doc, const struct grid *g)
{
	bool said = false;

	warnings_events(doc, g);

	for (size_t i = 0; i < g->nrows && !said; i++)
		said = !g->rows[i].context && warnings_mixed(doc, g, &g->rows[i]);
	said = false;
	for (size_t i = 0; i < g->nrows && !said; i++) {
		const struct grid_row *row = &g->rows[i];

		said = row->odd_better && !row->context;
		if (said)
			doc_prose(doc, WARNING_VIEWS, "warning",
				  arena_printf(
					  doc->arena,
					  "The records disagree on whether more of %.*s is better: "
					  "no direction is taken.",
					  (int)row->metric.n, row->metric.p));
	}
	if (g->too_large)
		doc_prose(doc, WARNING_VIEWS, "warning",
			  arena_printf(doc->arena,
				       "%zu value%s left out: too large to compute with.",
				       g->too_large, g->too_large == 1 ? " was" : "s were"));
	if (g->odd_units)
		doc_prose(
			doc, WARNING_VIEWS, "warning",
			arena_printf(
				doc->arena,
				"%zu value%s left out, in a unit of another kind than the rest of "
				"the row.",
				g->odd_units, g->odd_units == 1 ? " was" : "s were"));
}

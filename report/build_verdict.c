/* SPDX-License-Identifier: GPL-2.0-or-later */
#include <math.h>
#include "report/build.h"
#include "report/words.h"

/* More sentences than this are a list that nobody reads: they are counted instead. */
#define VERDICT_SENTENCES 4

#define VERDICT_SINGLE \
	"These are single measurements: the ratios are information, and nothing was tested."

/* The claims of one kind in one comparison. */
struct claims {
	VEC(struct claim) v;
};

/* What is said in one go. */
enum kind { KIND_CHANGED, KIND_SAME, KIND_OPEN, KIND_UNTESTED, KINDS };

static void verdict_sort(struct arena *a, const struct contrast *c, const struct namings *names,
			 struct contrast_pair pair, struct claims *of)
{
	static const enum kind kinds[] = { [VERDICT_NOT_TESTED] = KIND_UNTESTED,
					   [VERDICT_INCONCLUSIVE] = KIND_OPEN,
					   [VERDICT_LOWER] = KIND_CHANGED,
					   [VERDICT_HIGHER] = KIND_CHANGED,
					   [VERDICT_SAME] = KIND_SAME };

	for (size_t i = 0; i < names->n; i++) {
		const struct naming *n = &names->v[i];

		if (contrast_base(c, n->rows[0]) != pair.base ||
		    !contrast_has(c, n->rows[0], pair.fresh))
			continue;
		for (size_t row = 0; row < n->nrows; row++) {
			struct claim claim = build_claim(a, c, n, row, pair.fresh);

			*vec_add(&of[kinds[claim.cmp->verdict]].v) = claim;
		}
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

static struct str verdict_pair(struct arena *a, const struct contrast *c,
			       const struct namings *names, struct contrast_pair pair,
			       const struct str *labels)
{
	struct str label = labels[pair.fresh], base = labels[pair.base];
	struct claims of[KINDS] = { 0 };
	struct claims *same = &of[KIND_SAME], *open = &of[KIND_OPEN];
	struct buf b = { 0 };
	struct str text;
	size_t all = 0;

	verdict_sort(a, c, names, pair, of);
	for (size_t i = 0; i < KINDS; i++)
		all += of[i].v.n;
	if (c->grid->ncols > 2)
		buf_printf(&b, "'%.*s' against '%.*s': ", (int)label.n, label.p, (int)base.n,
			   base.p);
	if (of[KIND_CHANGED].v.n > VERDICT_SENTENCES)
		verdict_many(a, &b, &of[KIND_CHANGED], all);
	else
		verdict_list(a, &b, &of[KIND_CHANGED]);
	if (same->v.n > 2)
		buf_printf(&b, "%zu of %zu metrics are the same within +-%g%%. ", same->v.n, all,
			   100 * c->method.margin);
	else
		verdict_list(a, &b, same);
	if (open->v.n > 2)
		buf_printf(&b, "%zu of %zu metrics are inconclusive. ", open->v.n, all);
	else
		verdict_list(a, &b, open);
	if (of[KIND_UNTESTED].v.n)
		verdict_untested(&b, &of[KIND_UNTESTED], all);
	text = arena_str(a, str_trim(buf_str(&b)));
	buf_free(&b);
	for (size_t i = 0; i < KINDS; i++)
		vec_free(&of[i].v);
	return text;
}

/* Nothing but single measurements on all sides: one sentence is enough. */
static bool verdict_all_single(const struct contrast *c)
{
	for (size_t i = 0; i < c->grid->nrows; i++)
		for (size_t col = 0; col < c->grid->ncols && !c->grid->rows[i].context; col++)
			if (!contrast_has(c, i, col))
				continue;
			else if (c->grid->rows[i].cells[col].n != 1 ||
				 c->grid->rows[i].cells[col].runs[0].values != 1)
				return false;
	return true;
}

void build_verdict(struct doc *doc, const struct contrast *c, unsigned int views)
{
	struct str *labels = build_labels(doc->arena, c->grid);
	struct namings names;

	if (verdict_all_single(c)) {
		doc_prose(doc, views, "verdict", STR(VERDICT_SINGLE));
		return;
	}
	names = naming_all(doc->arena, c->grid);
	for (size_t i = 0; i < c->npairs; i++)
		doc_prose(doc, views, "verdict",
			  verdict_pair(doc->arena, c, &names, c->pairs[i], labels));
}

/* SPDX-License-Identifier: GPL-2.0-or-later */
#include <math.h>
#include "report/build_note.h"

/* More inconclusive rows than the first number have notes of their own for the second alone. */
#define NOTES_ALL   6
#define NOTES_SHOWN 3

static void notes_fold(struct notes *notes, struct arena *a, const struct claim *claim)
{
	struct words_more *more = &notes->more[words_open_kind(claim)];
	struct claim *copy = arena_new_of(a, struct claim, 1);
	double seen = claim->cmp->mde_up;

	*copy = *claim;
	more->first = more->n++ ? more->first : copy;
	if (claim->cmp->raw || !isfinite(seen))
		return;
	more->least = !more->least || seen < more->least->cmp->mde_up ? copy : more->least;
	more->most = !more->most || seen > more->most->cmp->mde_up ? copy : more->most;
}

struct notes notes_make(struct arena *a, const struct contrast *c, const struct naming *n,
			const size_t *fresh, size_t nfresh)
{
	struct notes notes = { 0 };
	size_t open = 0;

	for (size_t j = 0; j < nfresh; j++)
		for (size_t i = 0; i < n->nrows; i++) {
			struct claim claim = build_claim(a, c, n, i, fresh[j]);

			if (claim.cmp->verdict == VERDICT_INCONCLUSIVE && open++ >= NOTES_SHOWN)
				notes_fold(&notes, a, &claim);
		}
	notes.own = open > NOTES_ALL ? NOTES_SHOWN : open;
	for (size_t k = 0; k < WORDS_OPEN_KINDS; k++) {
		notes.more[k].kind = (enum words_open)k;
		if (notes.more[k].n == 1)
			notes.text[k] = words_note(a, notes.more[k].first, false);
		else if (notes.more[k].n)
			notes.text[k] = words_more(a, &notes.more[k]);
	}
	return notes;
}

struct str notes_next(struct notes *notes, struct arena *a, const struct claim *claim)
{
	bool caveat = !notes->caveat;

	if (claim->cmp->verdict != VERDICT_INCONCLUSIVE)
		return words_note(a, claim, caveat);
	if (!notes->own)
		return notes->text[words_open_kind(claim)];
	notes->own--;
	notes->caveat |= claim->cmp->runs_needed > 0;
	return words_note(a, claim, caveat);
}

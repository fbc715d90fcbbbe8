/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef REPORT_BUILD_NOTE_H
#define REPORT_BUILD_NOTE_H

#include "report/build.h"
#include "report/words.h"

/*
 * The notes of the verdicts of one table. Of many inconclusive rows the first have notes of their
 * own; one note a kind stands for the others and names their range.
 */
struct notes {
	size_t own;  /* inconclusive rows to come that have a note of their own */
	bool caveat; /* how little a spread is known has been said */
	struct words_more more[WORDS_OPEN_KINDS];
	struct str text[WORDS_OPEN_KINDS];
};

/* Column by column and in each row by row, as notes_next() is then to be called. */
struct notes notes_make(struct arena *a, const struct contrast *c, const struct naming *n,
			const size_t *fresh, size_t nfresh);
/* The note of the next claim; empty if it has none. */
struct str notes_next(struct notes *notes, struct arena *a, const struct claim *claim);

#endif

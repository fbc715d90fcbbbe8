/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef REPORT_WORDS_H
#define REPORT_WORDS_H

#include "core/mem.h"
#include "core/record.h"
#include "stats/grid.h"

/*
 * The one place where verdicts and warnings are worded. Never said: that there is no difference,
 * that two things are identical, that there is no regression: a large p proves none of these.
 */

/* One comparison with all that its words depend on. */
struct claim {
	const struct grid_row *row;
	const struct comparison *cmp;
	struct str name; /* of the row, for sentences */
	size_t nbase, nfresh;
	bool several;  /* one boot a side, but several values in it */
	double divide; /* the row's scale, for differences */
	struct str unit;
	double alpha, conf;
	size_t family;
	const struct method *method;
};

/* "FASTER", "LOWER = better", "HIGHER", "INCONCLUSIVE", "NOT TESTED (single measurement)". */
struct str words_verdict(struct arena *a, const struct claim *c);

/* Whether the verdict is for the better (1), for the worse (-1), or neither (0). */
int words_good(const struct claim *c);

/*
 * The note that goes with the verdict and names the remedy, or empty. caveat: with how little so
 * few runs know of a spread, which one note of a table has to say.
 */
struct str words_note(struct arena *a, const struct claim *c, bool caveat);

/* Why a claim is inconclusive, as far as the note is another. */
enum words_open {
	WORDS_PLAIN,
	WORDS_ALONE, /* p is small enough by itself */
	WORDS_RANKS, /* ranks say otherwise */
	WORDS_OPEN_KINDS,
};
enum words_open words_open_kind(const struct claim *c);

/* One note for several inconclusive claims of a kind, which names their range. */
struct words_more {
	enum words_open kind;
	size_t n;
	const struct claim *first;
	const struct claim *least, *most; /* by the change that they would show; NULL for none */
};
struct str words_more(struct arena *a, const struct words_more *m);

/* "boots", or "runs" where the benchmark is not bound to a boot, and of what a text printed. */
const char *words_runs(const struct grid_row *row);

/* What a verdict says, as a clause: "footprint fell by 97.5% (95% interval ...), which is better".
 */
struct str words_sentence(struct arena *a, const struct claim *c);

/* The true level of the interval as a percentage: 95, or by ranks 97.1. */
double words_level(const struct claim *c);

/* Why nothing was tested, in a few words. */
const char *words_reason(const struct claim *c);

#endif

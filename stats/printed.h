/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef STATS_PRINTED_H
#define STATS_PRINTED_H

#include "core/record.h"
#include "stats/stats.h"

/* What a number of a summary (core/record.h) is for the grid, by its word in stat. */
enum printed_kind {
	PRINTED_VALUE, /* no summary */
	PRINTED_MEAN,
	PRINTED_SD,
	PRINTED_SEM,
	PRINTED_OTHER, /* a quantity of its own: another mean, a percentile */
	PRINTED_MIN,   /* these three are that, too, and belong to what is known of a mean */
	PRINTED_MAX,
	PRINTED_MEDIAN,
	PRINTED_NOTHING, /* nothing that is computed with */
};
enum printed_kind printed_kind(struct str stat);

static inline bool printed_own_row(enum printed_kind kind)
{
	return kind >= PRINTED_OTHER && kind <= PRINTED_MEDIAN;
}

/* Numbers of one run that become one. */
struct tally {
	double own, items; /* sums, or the maximum */
	unsigned long nown, nitems;
	struct tally_spread {
		double mean, squares; /* of the deviations from it */
	} own_spread, item_spread;
};
void tally_add(struct tally *t, double value, enum fold fold, bool item);
/* What stands for the run itself goes before its items. NAN of nothing. */
double tally_value(const struct tally *t, enum fold fold);
static inline unsigned long tally_count(const struct tally *t)
{
	return t->nown ? t->nown : t->nitems;
}

/* The squared deviations of the values that tally_value() averages, summed; NAN of other folds. */
double tally_squares(const struct tally *t, enum fold fold);

/* All of them, where a quantile is taken; NULL takes and frees nothing. */
struct tally_values {
	VEC(double) own, items;
};
void tally_keep(struct tally_values *t, double value, bool item);
/* What stands for the run itself, or its items, whichever are more. */
struct sample tally_sample(const struct tally_values *t);
void tally_values_free(struct tally_values *t);

/* One summary as it comes in, number by number; { 0 } is an empty one. */
struct printed {
	struct tally mean;
	double sd, sem;
	unsigned long n;
	bool runs; /* the values behind it were runs */
	bool has_sd, has_sem;
	bool twice; /* a number came again: these are several summaries */
};
void printed_add(struct printed *p, const struct record *rec, enum printed_kind kind, double value);
/* As a side: of several summaries no more than a mean is known. */
struct side printed_side(const struct printed *p);

#endif

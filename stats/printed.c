/* SPDX-License-Identifier: GPL-2.0-or-later */
#include <math.h>
#include "stats/printed.h"

enum printed_kind printed_kind(struct str stat)
{
	static const struct {
		const char *word;
		enum printed_kind kind;
	} words[] = {
		{ "value", PRINTED_VALUE },  { "mean", PRINTED_MEAN },
		{ "sd", PRINTED_SD },	     { "sem", PRINTED_SEM },
		{ "ci95", PRINTED_NOTHING }, { "spread", PRINTED_NOTHING },
		{ "min", PRINTED_MIN },	     { "max", PRINTED_MAX },
		{ "p50", PRINTED_MEDIAN },   { "median", PRINTED_MEDIAN },
	};

	if (!stat.n)
		return PRINTED_VALUE;
	for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); i++)
		if (str_is(stat, words[i].word))
			return words[i].kind;
	return PRINTED_OTHER;
}

/* With Welford's (1962) sum of squares, for which no value has to be kept. */
static void tally_fold(double *sum, struct tally_spread *spread, unsigned long *n, double value,
		       enum fold fold)
{
	double off = value - spread->mean;

	if (fold != FOLD_MAX)
		*sum += value;
	else if (!*n || value > *sum)
		*sum = value;
	++*n;
	spread->mean += off / (double)*n;
	spread->squares += off * (value - spread->mean);
}

void tally_add(struct tally *t, double value, enum fold fold, bool item)
{
	if (item)
		tally_fold(&t->items, &t->item_spread, &t->nitems, value, fold);
	else
		tally_fold(&t->own, &t->own_spread, &t->nown, value, fold);
}

double tally_value(const struct tally *t, enum fold fold)
{
	double sum = t->nown ? t->own : t->items;
	unsigned long n = tally_count(t);

	if (!n)
		return NAN;
	if (fold != FOLD_MEAN && fold != FOLD_RUNS)
		return sum;
	/* No double holds the sum of huge values, and one their mean. */
	if (!isfinite(sum))
		return t->nown ? t->own_spread.mean : t->item_spread.mean;
	return sum / (double)n;
}

void tally_keep(struct tally_values *t, double value, bool item)
{
	if (!t)
		return;
	if (item)
		*vec_add(&t->items) = value;
	else
		*vec_add(&t->own) = value;
}

struct sample tally_sample(const struct tally_values *t)
{
	if (t->items.n > t->own.n)
		return (struct sample){ t->items.v, t->items.n };
	return (struct sample){ t->own.v, t->own.n };
}

void tally_values_free(struct tally_values *t)
{
	if (!t)
		return;
	vec_free(&t->own);
	vec_free(&t->items);
}

double tally_squares(const struct tally *t, enum fold fold)
{
	if (fold != FOLD_MEAN && fold != FOLD_RUNS)
		return NAN;
	return t->nown ? t->own_spread.squares : t->item_spread.squares;
}

void printed_add(struct printed *p, const struct record *rec, enum printed_kind kind, double value)
{
	p->runs |= rec->fold == FOLD_RUNS;
	if (kind == PRINTED_SD) {
		p->twice |= p->has_sd;
		p->sd = value;
		p->has_sd = true;
	} else if (kind == PRINTED_SEM) {
		p->twice |= p->has_sem;
		p->sem = value;
		p->has_sem = true;
	} else {
		tally_add(&p->mean, value, rec->fold, rec->item.n > 0);
		p->n = rec->n;
	}
}

struct side printed_side(const struct printed *p)
{
	struct side side = {
		.n = p->n, .mean = tally_value(&p->mean, FOLD_RUNS), .sd = NAN, .printed = true
	};

	side.negative = side.mean < 0;
	if (p->twice || p->mean.nown + p->mean.nitems > 1)
		side.n = 0;
	else if (p->has_sd && p->sd >= 0)
		side.sd = p->sd;
	else if (p->has_sem && p->sem >= 0 && p->n)
		side.sd = p->sem * sqrt((double)p->n);
	return side;
}

/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef STATS_NOISE_H
#define STATS_NOISE_H

#include "stats/contrast.h"
#include "stats/series.h"

/*
 * What makes the numbers of a side less than they seem, as codes: words and remedies are the
 * report's. Nothing here changes a number. Each check has its level, one in a hundred, from some n
 * on, and is made from there:
 */
#define NOISE_FIRST_MIN	  5
#define NOISE_DRIFT_MIN	  6
#define NOISE_OUTLIER_MIN 6
#define NOISE_MODES_MIN	  8
#define NOISE_STEP_MIN	  10
#define NOISE_SERIAL_MIN  10
#define NOISE_LEVEL	  0.01
/* Of metrics that have two modes each, r alone is beyond its limit far too often below that. */
#define NOISE_RELATION_MIN 8
/* A coefficient of variation above that is wide; below this n only a reader sees why. */
#define NOISE_WIDE     0.1
#define NOISE_WIDE_MAX 5

enum noise_code {
	NOISE_FIRST,  /* the first run stands apart from the others; arg: its distance as a ratio */
	NOISE_DRIFT,  /* the values rise or fall with the runs; arg: slope by mean, a run */
	NOISE_STEP,   /* they move at once; at: the first run behind; arg: ratio of the means */
	NOISE_SERIAL, /* neighbours are alike, or unlike; arg: r */
	NOISE_OUTLIER,	/* at stands apart */
	NOISE_MODES,	/* two groups; at: how many are in the lower one */
	NOISE_WIDE_FEW, /* a wide spread, and too few runs for the checks; arg: cv */
	NOISE_CODES,
};

struct noise {
	enum noise_code code;
	size_t row, col;	     /* where it is seen best */
	size_t rows, of;	     /* in how many rows of how many that were looked at */
	const struct cell_run *runs; /* of that row and column, in order of time */
	size_t n, at;		     /* at: index into runs */
	bool logs;		     /* NOISE_OUTLIER: the test was one of logarithms */
	double p, arg;		     /* p is NAN where there is none; arg, a ratio of means, too */
};

/*
 * Of a column a code comes once, if it is seen in more rows than chance gives or plainly in one;
 * NOISE_WIDE_FEW up to NOISE_WIDE_ROWS times, widest first. In order of columns and codes.
 */
#define NOISE_WIDE_ROWS 2
struct noises {
	struct noise *v;
	size_t n;
};
struct noises noise_find(struct arena *a, const struct grid *g);

/* When the runs began, by the facts boot.time and mmtests.start: seconds since 1970. */
struct noise_times {
	struct map map;
	const struct grid *grid;
};
struct noise_times noise_times(const struct grid *g);
void noise_times_free(struct noise_times *t);
/* The runs of a cell, by when they began if that is known of all, else by number. */
const struct cell_run *noise_order(struct arena *a, const struct noise_times *t, size_t row,
				   size_t col);
/*
 * Whether all runs of one column began before the first of the other: a drift of the machine is in
 * the comparison then. Two runs a side at least, and the time of each.
 */
bool noise_apart(const struct noise_times *t, size_t before, size_t after);

/*
 * Two metrics of a benchmark, each with a direction, of which the runs of a column have the one
 * better where the other is worse: correlated by chance one time in a hundred, as far as p over
 * all such pairs tells. The plainest of a column. Exploratory: nothing is claimed of a cause.
 */
struct noise_relation {
	size_t row, other, col, n;
	struct series_relation r;
	size_t pairs; /* that were looked at in this column */
	bool plain;   /* n and p are enough for a sentence */
};
/* The strongest pair of a column from 4 runs on; n is 0 if there is none. */
struct noise_relation noise_relation(const struct grid *g, size_t col);

/* The components of variance of a cell; NAN where its runs do not hold repeated values. */
struct series_parts noise_parts(struct arena *a, const struct grid_row *row, size_t col);

#endif

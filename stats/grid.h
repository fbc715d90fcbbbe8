/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef STATS_GRID_H
#define STATS_GRID_H

#include "core/map.h"
#include "core/record.h"
#include "core/unit.h"
#include "stats/stats.h"

/*
 * Records as a table: a row is (bench, params, metric), a column a source, a cell one number a run.
 * Built once, then read only. The values of one run become one number first: what the log gives for
 * the row itself if it does, else its items (CPUs, indices) folded as the metric declares. Units
 * are converted here and nowhere else, to the base of their quantity.
 */

struct cell_run {
	unsigned int run;
	double value;
	unsigned long values; /* how many numbers of the log it stands for */
	struct pos pos;	      /* of the first record that it came from */
};

struct grid_cell {
	struct cell_run *runs; /* in order of run */
	double *values;	       /* the same numbers alone, for struct sample */
	size_t n;
	struct str work; /* of its records */
	bool work_varies;
};

struct grid_row {
	struct str bench, params, metric;
	const struct unit *unit; /* the base unit its values are in; NULL: unit_name as it came */
	struct str unit_name;
	enum better better; /* BETTER_NONE too where records contradict each other in it */
	bool odd_better;    /* which they do */
	bool context;
	struct grid_cell *cells; /* one a column */
};

struct grid_fact {
	size_t col;
	unsigned int run;
	struct str key, text;
	struct pos pos;
	bool event;
	bool varies; /* the column has another text of this key; set in the first */
};

struct grid {
	struct str *cols; /* labels, in order of appearance, of sources that have values to test */
	size_t ncols;
	struct grid_row *rows; /* in order of appearance */
	size_t nrows;
	struct grid_fact *facts;
	size_t nfacts;
	struct map first_facts; /* column and key: index into facts, from 1 */
	size_t too_large; /* records left out because their value in the base unit is no double */
	size_t odd_units; /* records left out because their unit is of another quantity than their
			     row's */
};

struct grid_builder;
struct grid_builder *grid_new(void);
/*
 * label names the source of a record that names none itself. Summaries that a log printed (stat
 * other than "value") are left out.
 */
void grid_add(struct grid_builder *b, const struct record *rec, struct str label);
/* The grid, which lives as long as the builder. */
const struct grid *grid_finish(struct grid_builder *b);
void grid_free(struct grid_builder *b);

static inline struct sample grid_sample(const struct grid_row *row, size_t col)
{
	return (struct sample){ row->cells[col].values, row->cells[col].n };
}

/* The runs of a column that have any value. */
unsigned int grid_runs(const struct grid *g, size_t col);

/* The fact of a column by key: the first; and whether its runs differ in it. NULL without one. */
const struct grid_fact *grid_find_fact(const struct grid *g, size_t col, struct str key,
				       bool *varies);

#endif

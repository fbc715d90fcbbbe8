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
	unsigned long values; /* how many numbers it stands for, 0 if the text does not say */
	struct pos pos;	      /* of the first record that it came from */
	double squares; /* of these numbers' deviations from their mean, summed; NAN for others */
	bool repeats;	/* they were measured one after the other, and averaged */
};

/* What a text printed in place of the runs' numbers; what it did not say is NAN. */
struct cell_printed {
	struct side side;
	double median, min, max;
	struct pos pos;
};

/* Either numbers of runs, or what was printed of them, or nothing. */
struct grid_cell {
	struct cell_run *runs; /* in order of run */
	double *values;	       /* the same numbers alone, for struct sample */
	size_t n;
	struct cell_printed *printed; /* NULL where there are numbers, and where is nothing */
	struct side side;	      /* of either */
	struct str work;	      /* of its first record */
	struct str *works;	      /* all kinds of work, in order of appearance, not too many */
	size_t nworks;
	bool work_varies; /* there are several */
	bool runs_vary;	  /* and not the same in each run */
};

struct grid_row {
	struct str bench, params, metric;
	const struct unit *unit; /* the base unit its values are in; NULL: unit_name as it came */
	struct str unit_name;
	enum better better; /* BETTER_NONE too where records contradict each other in it */
	bool odd_better;    /* which they do */
	bool context;
	bool printed;		 /* some cell is so */
	struct grid_cell *cells; /* one a column */
};

/*
 * Where an event stands in its run: between the run's first and last result, or before the first
 * but since the measurement began, is during. That it began is seen by a fact or event of the
 * measurement itself, or by the time that the first result took.
 */
enum grid_when { GRID_BEFORE, GRID_DURING, GRID_AFTER };

struct grid_fact {
	size_t col;
	unsigned int run;
	struct str key, text;
	struct pos pos;
	bool event;
	enum grid_when when; /* of an event */
	unsigned long count; /* how many such events it stands for: of many, the last ones */
	bool env;	     /* of the machine and the boot, rather than of what was measured */
	bool varies;	     /* the column has another text of this key; set in the first */
};

struct grid {
	struct str by;	  /* the key whose values the columns are, empty where they are sources */
	bool shared;	  /* runs have results in several columns */
	struct str *cols; /* labels, in order of appearance, of sources that have values to test */
	size_t ncols;
	struct grid_row *rows; /* in order of appearance */
	size_t nrows;
	struct grid_fact *facts;
	size_t nfacts;
	unsigned int *boots;	/* by column: how many runs have a result */
	struct map first_facts; /* column and key: index into facts, from 1 */
	struct map run_facts;	/* column, run and key, of keys that vary: the same */
	size_t *varying;	/* the first facts of some such keys */
	size_t nvarying;
	size_t too_large;  /* records left out because their value in the base unit is no double */
	double quantile;   /* which of a run's values is its number; 0 for none */
	size_t few_values; /* runs with fewer values than it has a meaning for */
	size_t no_values;  /* runs left out because the text printed a mean of their values */
	size_t outdone;	   /* printed means left out, as values stand beside them */
	size_t odd_units;  /* records left out because their unit is of another quantity than their
			      row's */
};

struct grid_builder;
struct grid_builder *grid_new(void);
/* Before the first record: a run's number is this quantile of its values, from above 0 to below 1,
 * rather than what they are folded to. */
void grid_take_quantile(struct grid_builder *b, double p);
/*
 * label names the source of a record that names none itself. Of summaries (core/record.h), a mean
 * of values inside a run is that run's number if it has no values; one of runs is kept as it was
 * printed, with spread, n and extremes, in a cell that has nothing else, and of several such each
 * mean is a run's number. Percentiles and other means are rows of their own, "time p99", and
 * extremes where there is no mean.
 */
void grid_add(struct grid_builder *b, const struct record *rec, struct str label);
/* Makes a column before its results come; columns stand in the order in which they were made. */
size_t grid_column(struct grid_builder *b, struct str label);
/* Says that columns are values of a key rather than sources, and if runs are in several of them. */
void grid_by(struct grid_builder *b, struct str key, bool shared);
/* The grid, which lives as long as the builder. */
const struct grid *grid_finish(struct grid_builder *b);
void grid_free(struct grid_builder *b);

static inline struct sample grid_sample(const struct grid_row *row, size_t col)
{
	return (struct sample){ row->cells[col].values, row->cells[col].n };
}

static inline bool grid_has(const struct grid_cell *cell)
{
	return cell->n || cell->printed;
}
/* How many runs stand behind a cell; 0 for none, and where a text did not say how many. */
static inline size_t grid_count(const struct grid_cell *cell)
{
	return cell->printed ? cell->printed->side.n : cell->n;
}
/* Of either kind of cell. */
static inline struct side grid_side(const struct grid_row *row, size_t col)
{
	return row->cells[col].side;
}
struct summary grid_summary(const struct grid_row *row, size_t col, double conf);

/* The runs of a column that have any value; 0 if the text did not say how many. */
unsigned int grid_runs(const struct grid *g, size_t col);

/* What first_facts and run_facts are asked with. */
static inline uint64_t grid_fact_key(size_t col, struct str key)
{
	return map_mix(str_hash(key, STR_HASH_SEED), col);
}
static inline uint64_t grid_run_key(size_t col, unsigned int run, struct str key)
{
	return map_mix(grid_fact_key(col, key), run);
}
/* grid_read.c, for grid.c: a copy of a text that C strings and tables can hold, without NUL. */
struct str grid_plain(struct arena *a, struct str s);
/* The same: fills what facts are found by. */
void grid_index_facts(struct grid *g, struct arena *a);

/* The fact of a column by key: the first; and whether its runs differ in it. NULL without one. */
const struct grid_fact *grid_find_fact(const struct grid *g, size_t col, struct str key,
				       bool *varies);

#endif

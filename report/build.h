/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef REPORT_BUILD_H
#define REPORT_BUILD_H

#include "report/doc.h"
#include "stats/aa.h"
#include "stats/contrast.h"

/*
 * Grid and contrasts into a document: the only code that rounds, words and colours. Blocks for all
 * views are made at once; the renderer picks.
 */

struct doc *doc_new(void);
void doc_free(struct doc *doc);
struct block *doc_add(struct doc *doc, enum block_kind kind, unsigned int views);
void doc_prose(struct doc *doc, unsigned int views, const char *id, struct str text);
void doc_heading(struct doc *doc, unsigned int views, unsigned int level, const char *text);

/* A table of ncols columns and nrows rows, cells empty. Columns take its views. */
struct table *doc_table(struct doc *doc, unsigned int views, size_t ncols, size_t nrows);
/* One for programs, whose columns are called by their ids. */
struct table *doc_data_table(struct doc *doc, const char *const *ids, size_t nids, size_t nrows);
/* Describes column at and returns the index behind it. */
size_t table_column(struct table *t, size_t at, const char *id, struct str head, struct str group,
		    bool left);
struct cell *table_cell(struct table *t, size_t row, size_t col);
/* A cell's number and its text, which is what the buffer holds; the buffer is emptied. */
void table_number(struct arena *a, struct cell *cell, double value, struct buf *text);
/* The number of the note with this text, which is added if it is new; 0 for an empty text. */
unsigned int table_note(struct arena *a, struct table *t, struct str text);

/* Per metric and source: n, mean, interval, median, spread. conf as a ratio. */
void build_summary(struct doc *doc, const struct grid *g, double conf);

/* How often chance alone is called a change; false if nothing could be split. */
bool build_aa(struct doc *doc, const struct aa *aa);

/* What changed: tables for people, for a changelog and for programs, verdict, setup, warnings. */
void build_compare(struct doc *doc, const struct contrast *c);

/*
 * What --long adds: effect sizes if there is a comparison, quartiles and checks of the order,
 * components of variance, every value.
 */
void build_long(struct doc *doc, const struct grid *g, const struct contrast *c);

/* Metrics that pull apart from run to run: those that are plain, or the strongest of each side. */
void build_relations(struct doc *doc, const struct grid *g, bool all);

/* All of build_compare() and more: plots, every value with its place, method. command is said. */
void build_report(struct doc *doc, const struct contrast *c, const char *command);

/*
 * The parts of a build, for its files alone.
 */

/* The unit and divisor in which a row is printed. */
struct row_scale {
	double divide;
	struct str unit;
};

/* How the rows of one benchmark are named: the columns that tell them apart. */
struct naming {
	const struct grid *grid;
	struct str bench;
	struct str *keys; /* parameters that vary, texts before numbers */
	size_t nkeys;
	bool metric;	   /* the metric is a column too */
	struct str common; /* "slab_test, test=kmalloc": what all rows share */
	size_t *rows;	   /* which rows of the grid, without context */
	size_t nrows;
	const struct str *level;  /* the numeric parameter whose levels make curves, or NULL */
	struct row_scale *scales; /* of each row; one for all rows of a curve */
	/* The first row, within the naming, of each one's curve: the same metric, and all
	   parameters but the level. */
	size_t *curves;
};

/* The benchmarks of a grid, in order. */
struct namings {
	struct naming *v;
	size_t n;
};
struct namings naming_all(struct arena *a, const struct grid *g);
/* The columns and cells that name the rows; returns how many. */
size_t naming_columns(struct arena *a, const struct naming *n, struct table *t);
void naming_cells(struct arena *a, const struct naming *n, size_t row, struct table *t, size_t at);
/* A row in a sentence: "alloc (test=N*alloc N*free, size=32)". */
struct str naming_row(struct arena *a, const struct naming *n, size_t row);
/* A parameter's value, unescaped; empty if the row has none. */
struct str naming_param(struct arena *a, const struct grid_row *row, struct str key);

/* Of how many runs a cell is: for people, "?" where the text does not say; and NAN there. */
void build_count(struct buf *b, const struct grid_cell *cell);
double build_n(const struct grid_cell *cell);
/* What a legend says of cells that are printed. */
#define BUILD_PRINTED \
	"computed from means and standard deviations that the text printed, not from values"

/* Whether another statistic than the mean was asked for; and which: "geomean", "mean of p99". */
bool build_stat_asked(const struct contrast *c);
struct str build_stat(struct arena *a, const struct contrast *c);
/* What stands in the columns of the sides: "mean", "geomean", "median". */
struct str build_location(const struct contrast *c);
/* The sides of one table, and how it is to be read; brief for a commit message. */
struct legend {
	const struct contrast *c;
	const struct naming *n;
	const struct str *labels; /* of all columns */
	size_t base;
	const size_t *fresh;
	size_t nfresh;
};
bool legend_any_tested(const struct legend *l);
struct str build_legend(struct arena *a, const struct legend *l, bool brief);
/* How sides are compared, in full sentences. */
struct str build_method(struct arena *a, const struct contrast *c);

/* The scale of a row by itself. */
struct row_scale naming_scale(const struct grid_row *row, size_t ncols);
/* All that the words about one comparison depend on; row counts within the naming. */
struct claim;
struct claim build_claim(struct arena *a, const struct contrast *c, const struct naming *n,
			 size_t row, size_t col);

/* Kernel, CPUs, memory, command line, boots: one paragraph without a colon at its start. */
struct str build_setup(struct arena *a, const struct grid *g, const char *runs);

/* Below the rows of a table whose levels make curves, what each curve says as a whole. */
void build_curves(struct doc *doc, const struct contrast *c, const struct naming *n,
		  const struct str *labels, size_t nfresh);
/* The same for programs, of all tables. */
void build_curve_data(struct doc *doc, const struct contrast *c);
/* The tables for all views. */
void build_tables(struct doc *doc, const struct contrast *c);
/* One line a comparison with every number, for programs. */
void build_data(struct doc *doc, const struct contrast *c);
/* What may be said, in plain English. */
void build_verdict(struct doc *doc, const struct contrast *c, unsigned int views);
/* Where warnings are shown. */
#define BUILD_WARNED (VIEW_PEOPLE | VIEW_CHANGELOG | VIEW_DATA | VIEW_REPORT)
/* Kernels made for debugging, and what the kernel said to have gone wrong. */
void build_troubles(struct doc *doc, const struct grid *g);
/*
 * That runs which are not alike became one number, and in what they differ beside what the table
 * shows: of one cell, as a note, empty if they are alike; and of all cells, as prose.
 */
struct str build_mixed(struct arena *a, const struct grid *g, size_t row, size_t col,
		       struct str label);
void build_mixes(struct doc *doc, const struct grid *g, unsigned int views);
/* What a reader must know before reading the table at all. */
void build_first_warnings(struct doc *doc, const struct contrast *c);
/* What a reader must know before believing the table. */
void build_warnings(struct doc *doc, const struct contrast *c);
/* Those of them that need no comparison. */
void build_grid_warnings(struct doc *doc, const struct grid *g);
/*
 * What makes the numbers of a side less than they seem, and what to do about it; the components of
 * variance where runs hold several values; the spread inside of where a side has one run.
 */
void build_noise(struct doc *doc, const struct grid *g);
/* Sides made one after the other, and changes for the better that come with some for the worse. */
void build_trades(struct doc *doc, const struct contrast *c);
/* Every value with its run and place, in order of time. */
void build_values(struct doc *doc, const struct grid *g, const struct naming *n,
		  unsigned int views);
/* Puts why in place of the plots. */
void doc_drop_plots(struct doc *doc, const char *why);
void build_plots(struct doc *doc, const struct contrast *c);

/* Labels for people: the outer heading that all columns share, "SLAB, ", is left out. */
struct str *build_labels(struct arena *a, const struct grid *g);

#endif

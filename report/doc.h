/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef REPORT_DOC_H
#define REPORT_DOC_H

#include <stdio.h>
#include "core/mem.h"

/*
 * A document without a format: what a command has to say, as blocks. build.c makes it, the
 * renderers (out_NAME.c) write it; a renderer never computes and never asks for more.
 */

/* Where a block, column or note appears. A renderer shows what carries its view. */
enum view {
	VIEW_PEOPLE = 1,    /* terminal and Markdown */
	VIEW_CHANGELOG = 2, /* the block for a commit message */
	VIEW_DATA = 4,	    /* CSV and JSON: every number, unrounded */
	VIEW_REPORT = 8,    /* Markdown of the report command: PEOPLE and more */
};

enum tone { TONE_PLAIN, TONE_GOOD, TONE_BAD, TONE_DIM };

struct column {
	const char *id;	 /* the machine's name, unique in its table: "new.mean", "change" */
	struct str head; /* heading for people, may be empty */
	struct str
		group; /* heading over neighbouring columns of the same group: a source's label */
	bool left;     /* text, aligned left; numbers are aligned right */
	unsigned int views;
};

/* value is full precision and NAN when the cell has no number; text is for people and may be empty.
 */
struct cell {
	double value;
	struct str text;
	enum tone tone;
	unsigned int note; /* 1 + index into the table's notes, 0 for none */
};

struct table {
	struct str caption; /* may be empty */
	struct column *cols;
	struct cell *cells; /* rows by cols, row after row */
	size_t ncols, nrows;
	struct str *notes; /* shown below the table as (1), (2) ... */
	size_t nnotes;
	struct str legend; /* how to read the columns: plain sentences, one paragraph */
};

enum plot_kind { PLOT_STRIP, PLOT_FOREST, PLOT_CURVE };

/* One point of a plot, or one interval: lo and hi are NAN where there is none. */
struct mark {
	double x, y, lo, hi;
	size_t series; /* index into the plot's series */
	bool mean;     /* a mean with its interval, not a run */
	size_t n;      /* of a mean: how many runs, 0 if nobody knows */
};

/*
 * Numbers are already in the unit that the axis names. STRIP: x the value, series the source, one
 * horizontal lane a source. FOREST: x the change in percent with lo and hi, series the row, whose
 * names are the series' names. CURVE: x the parameter, y the value, series the source, both axes
 * logarithmic where all of an axis is positive.
 */
struct plot {
	enum plot_kind kind;
	struct str id; /* file name without suffix: [a-z0-9-]+, unique in the document */
	struct str
		title; /* what is shown, and "lower is better" where the metric has a direction */
	struct str xlabel, ylabel; /* with units */
	struct str caption;	   /* says what the points and bars are */
	struct str *series;
	size_t nseries;
	struct mark *marks;
	size_t nmarks;
	struct str file; /* set by plot_render(): the image, relative to the document; else empty */
};

enum block_kind { BLOCK_HEADING, BLOCK_PROSE, BLOCK_TABLE, BLOCK_PLOT, BLOCK_CODE };

struct block {
	enum block_kind kind;
	unsigned int views;
	unsigned int level; /* of a heading, from 1 */
	const char
		*id; /* machine's name of prose and code in JSON: "verdict", "setup", "warning" */
	struct str text; /* heading, one paragraph of prose, unwrapped, or lines of code */
	struct table *table;
	struct plot *plot;
};

struct doc {
	VEC(struct block) blocks;
	struct arena *arena; /* owns every text of the document */
};

struct render_opts {
	int width; /* columns to fit into, 0 for no limit */
	bool color;
	unsigned int view; /* which blocks and columns to show */
};

/* Writes doc to f. Errors stay in f for the caller's ferror(). */
struct renderer {
	const char *name, *summary;
	unsigned int view; /* what it shows unless told otherwise */
	int width;	   /* its default width, 0 for that of the terminal, -1 for none */
	void (*render)(const struct doc *doc, const struct render_opts *opts, FILE *f);
};

/* The renderers, from the wildcard of out_NAME.c files; NULL at the end. */
extern const struct renderer *const renderers[];
/* By name, or NULL. */
const struct renderer *renderer_find(struct str name);

/*
 * wrap.c: a paragraph as lines of at most width columns, each behind indent blanks that are counted
 * in; 0 is no limit. Blanks, TABs and line breaks part words; a word that is too long for a line is
 * broken. Each line ends with a newline, and text without a word gives none. Where the indent takes
 * all of the width, one column is left.
 */
void wrap_text(struct buf *out, struct str text, int width, int indent);
/* The same with first blanks before the first line and rest before the others. */
void wrap_hanging(struct buf *out, struct str text, int width, int first, int rest);
/* Columns that UTF-8 text takes on a terminal, one a code point. */
size_t wrap_width(struct str s);

#endif

/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef REPORT_SHEET_H
#define REPORT_SHEET_H

#include "report/doc.h"

/*
 * Aligned columns of plain text. All text has been made fit to be shown before it comes here, and
 * has no blanks at its ends.
 */
struct sheet_column {
	struct str head, group;
	bool left;
	size_t width;	   /* set by sheet_width() */
	size_t text, mark; /* the widest; marks of numbers have room of their own */
};

struct sheet_cell {
	struct str text, mark; /* mark: " (1)" */
	enum tone tone;
};

/* A line of its own: "time, s", with a cell, "time, s: LOWER", or only the cell. */
struct sheet_title {
	struct str text;
	struct sheet_cell cell;
};

struct sheet {
	struct sheet_column *cols;
	struct sheet_cell *cells; /* rows by cols */
	size_t ncols, nrows;
	/* Lines above and below the rows, empty where there is none; or NULL. */
	struct sheet_title *titles, *endings;
};

/* Blanks between columns, and where a group of columns begins or ends. */
struct sheet_gap {
	size_t inside, border;
};

/* Looks at all cells. Comes first, once. */
void sheet_measure(struct sheet *s);
/* Sets the columns' widths for these gaps; returns the width of the lines. */
size_t sheet_width(struct sheet *s, struct sheet_gap gap);

/*
 * Writes it behind indent blanks, without trailing ones. Titles, and endings behind more blanks,
 * wrap at width, uncoloured if they must.
 */
#define SHEET_ENDING_INDENT 4
void sheet_put(struct buf *out, const struct sheet *s, struct sheet_gap gap, int indent, int width,
	       bool color);
void sheet_put_title(struct buf *out, const struct sheet_title *t, int indent, int width,
		     bool color);

/* What turns a tone on, or nothing, and what turns every one off. */
struct str sheet_tone(enum tone tone);
#define SHEET_BOLD  STR("\x1b[1m")
#define SHEET_RESET STR("\x1b[0m")

#endif

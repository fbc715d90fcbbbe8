/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef REPORT_LAYOUT_H
#define REPORT_LAYOUT_H

#include "report/doc.h"

/* What the renderers for people have in common. */

/*
 * Writes the blocks that carry opts->view, parted by one empty line. put writes one block as whole
 * lines; a block of which it writes nothing does not count.
 */
void layout_blocks(const struct doc *doc, const struct render_opts *opts, FILE *f,
		   void (*put)(struct buf *out, const struct block *b,
			       const struct render_opts *opts));

/*
 * Which columns to show people: those that carry view and are not empty from top to bottom. cols
 * has room for t->ncols; returns how many.
 */
size_t layout_columns(const struct table *t, unsigned int view, size_t *cols);

/* How a table becomes plain text. */
struct layout {
	void (*clean)(struct buf *out, struct str text); /* makes text fit to be shown */
	int width;					 /* 0 for no limit */
	int indent;					 /* blanks before each line */
	bool tight; /* where two blanks between columns do not fit, one may */
	bool color;
};

/*
 * The rows of t. Where they are too wide, each becomes a title (its name) and below it one line a
 * group of columns; a verdict leaves its column for the title, or for a line of its own, where that
 * helps; and where all that is too wide, the cells of such a line are listed with their headings,
 * wrapped. So no line is wider than the
 * width (of at least 20), and nothing is cut.
 */
void layout_table(struct buf *out, const struct table *t, unsigned int view,
		  const struct layout *how);

/* The notes and the legend, with an empty line before them unless out is empty. */
void layout_notes(struct buf *out, const struct table *t, const struct layout *how);

/* Lines of text as they are, each made fit to be shown. */
void layout_lines(struct buf *out, struct str text,
		  void (*clean)(struct buf *out, struct str text));

#endif

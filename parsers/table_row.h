/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef PARSERS_TABLE_ROW_H
#define PARSERS_TABLE_ROW_H

#include "core/record.h"
#include "parsers/cell.h"
#include "parsers/table_head.h"

/* A row of a table, cut into what names it and its cells. */
struct row_cells {
	struct str key[HEAD_KEYS];
	size_t keys, n;
	struct cell cell[TABLE_CELLS];
	bool text;	    /* there is other text behind the cells */
	enum better better; /* of a last "higher" or "lower" */
};

/* Adds all of text as cells; false, and none added, if it is anything else. */
bool table_row_add(struct row_cells *row, struct str text);

/*
 * Names of the row first, then nothing but cells. bare: no name. What the cells of from are views
 * of may be changed.
 */
bool table_row_parse(struct row_cells *row, const struct table_row *from, bool bare);

/* One row a kernel: "w/o patch" under "Before  During  After". */
bool table_row_is_side(const struct head *h, const struct row_cells *row);

/*
 * Puts each cell at its column's index: in their order where there are as many, with what is
 * derived under headings that say so; otherwise what is derived stands between the columns of
 * values. False if the numbers do not agree.
 */
bool table_row_align(const struct head *h, struct row_cells *row);

#endif

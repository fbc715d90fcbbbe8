/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef PARSERS_TABLE_BARS_H
#define PARSERS_TABLE_BARS_H

#include "parsers/table_head.h"
#include "parsers/table_row.h"

/*
 * Tables of Markdown, whose cells bars keep apart, so that each stands in the column that it is of:
 *
 *   | Benchmark | Before | After | Change |
 *   |-----------|-------:|------:|--------|
 *   | `lookup`  | 170 us | **9.3 us** | 18x faster |
 */
#define BARS_LINE 512

/* The cells of a line, empty ones too, and the text they are views of: without emphasis. */
struct bars {
	char text[BARS_LINE];
	struct table_row row;
};

/* False if there are less than two cells, or the line is too long. */
bool bars_split(struct bars *b, struct str line);

/* The row of dashes that makes a table of the line above. */
bool bars_is_rule(struct str line);

/*
 * The head of a table: at least one column to name the rows, then two of values or more, one of
 * which at least is named by a word for a side. Columns of remarks hold no values.
 */
bool bars_head(struct head *h, const struct bars *b);

/*
 * The head of a table whose columns are metrics, told by names or units, and whose rows are sources
 * ("Engine", "Scheduler", "Kernel") or workloads ("Threads", "Block size"):
 *
 *   | Engine | I/O depth | IOPS | Average latency |
 */
bool bars_metrics(struct head *h, const struct bars *b);

enum bars_said {
	BARS_ROW,     /* a cell for each column in row, missing ones too */
	BARS_NOTHING, /* no value in it */
	BARS_ODD,     /* values, and other text where one belongs */
	BARS_END,     /* not as many cells as the head has */
};

/* b is changed: blanks that group digits go. row holds views of it. */
enum bars_said bars_row(const struct head *h, struct bars *b, struct row_cells *row);

#endif

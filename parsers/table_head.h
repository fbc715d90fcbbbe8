/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef PARSERS_TABLE_HEAD_H
#define PARSERS_TABLE_HEAD_H

#include "parsers/table.h"

/* What stands in a column, as far as its heading tells. */
enum column_kind {
	COLUMN_SIDE,   /* values of a source, the heading its name: "before", "6.1-rc3", "+patch" */
	COLUMN_METRIC, /* values of a metric, the heading its name: "se_eff%" */
	COLUMN_SD,     /* the standard deviation of the column before it */
	COLUMN_DERIVED, /* computed from others: "change", "%gain", "speedup" */
};

struct column {
	enum column_kind kind;
	char name[64];	 /* the source, or "" */
	char metric[48]; /* the metric; "" where the table has but one */
	char unit[16];
	char stat[8]; /* "mean", where columns are the words of a summary; else "" */
	bool vague;   /* holds values only where a cell has a unit */
	/* What the heading says of parentheses; a gain is better the larger it is, a loss not. */
	bool paren_percent, paren_sd, paren_gain, paren_loss;
};

#define HEAD_KEYS      4 /* in tables of Markdown */
#define HEAD_TEXT_KEYS 2 /* elsewhere */

struct head {
	struct column column[TABLE_CELLS];
	size_t n, values; /* all columns; those of values */
	char key[HEAD_KEYS][64];
	char key_unit[16]; /* "Latency (usec)" */
	size_t keys;	   /* columns with headings that name the row */
	bool tabs;	   /* cells are apart by TABs alone */
	bool weak;	   /* words of reviews alone tell the sides: "main", "PR" */
	bool rows;	   /* the first name of a row is its source */
	bool better;	   /* a last column says "higher" or "lower"; it is not counted */
	size_t indent;	   /* where the first heading begins, in columns */
	uint64_t hash;	   /* of the labels */
};

/*
 * Whether the cells are sure to be a table's heading: two columns or more, one of which at least is
 * named by a word for a side (base, before, patched, vanilla, 6.1-rc3) and none by a number; or,
 * apart by TABs, two columns or more whose names end with %.
 */
bool head_parse(struct head *h, struct str line);

/*
 * Whether the cells are a heading of one name and words of a summary, a mean or median among them:
 * "Metric  Avg  Max  Min".
 */
bool head_stats(struct head *h, const struct table_row *row);

/*
 * A second line of headings under the first: a metric for each column, or as many for each side,
 * which multiplies the columns. False if it is none, and h is as it was.
 */
bool head_metrics(struct head *h, struct str line);

/*
 * Whether the first heading, taken for a side, is that of the rows' names: it begins over the name
 * of this row, and there are as many headings as the row has cells, name and all. If so, it is
 * made that.
 */
bool head_shift(struct head *h, struct str row, size_t cells, struct str name);

/* Cells that TABs alone keep apart. */
struct table_row head_split_tabs(struct str line);

/* Whether one of the words of a label is a word for a side. */
bool head_is_side(struct str label);

/* Whether a label says that its column is computed from others. */
bool head_is_change(struct str label);

/* For heads that are made elsewhere: a column that names the rows, one of a side or of remarks. */
void head_name_rows(struct head *h, struct str label);
void head_add(struct head *h, struct str label, struct str unit, enum column_kind kind);

/* Where the text of a line begins, in columns of a terminal. */
size_t head_indent(struct str line);

/* A row of dashes or the like. */
bool head_is_rule(struct str line);

#endif

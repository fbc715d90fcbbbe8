/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef PARSERS_TABLE_H
#define PARSERS_TABLE_H

#include "core/str.h"

/*
 * Tables typed by hand, as they stand in mails: cells apart by TABs or by two blanks and more, a
 * single blank belonging to the cell. Headers and rows may use different numbers of TABs, so cells
 * are matched by their order, never by position.
 */
#define TABLE_CELLS 16

struct table_row {
	struct str cell[TABLE_CELLS];
	size_t n; /* more than TABLE_CELLS: too many, none taken */
};

struct table_row table_split(struct str line);

/*
 * "0,8729": makes points of the commas of a line that stand before decimals, if the line leaves no
 * doubt.
 */
void table_decimals(char *p, size_t n);

/* Labels over columns, kept beyond the line they came from; long ones are cut. */
struct table_heads {
	char name[TABLE_CELLS][64];
	size_t n;
};
void table_keep(struct table_heads *heads, const struct table_row *row, size_t from);

#endif

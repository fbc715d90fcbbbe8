/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef PARSERS_TABLE_BETTER_H
#define PARSERS_TABLE_BETTER_H

#include "core/record.h"
#include "parsers/table_row.h"

/*
 * Which direction of a value is better, where a table leaves no doubt; BETTER_NONE where it does.
 */

/* Of a name whose last word is that of a quantity: "thread 10 Time", "Execl Throughput". */
enum better table_name_better(struct str name);

/*
 * Of the percentages in parentheses. A value that fell and has a plus sign, or rose and has a minus
 * sign, is better lower: its author writes gains. *gains is set there; where it is set already, a
 * value that fell needs no sign. Under headings such as "%gain" both directions are told, under
 * "overhead" none. All cells of the row must agree, and the percentage must be that of the change.
 */
enum better table_percent_better(const struct head *h, const struct row_cells *row, bool *gains);

#endif

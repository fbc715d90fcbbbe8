/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "parsers/table.h"

struct table_row table_split(struct str line)
{
	struct table_row row = { .n = 0 };
	size_t i = 0;

	line = str_trim(line);
	while (i < line.n) {
		size_t start = i;

		while (i < line.n && line.p[i] != '\t' &&
		       !(line.p[i] == ' ' && i + 1 < line.n && is_blank(line.p[i + 1])))
			i++;
		if (row.n < TABLE_CELLS)
			row.cell[row.n] = str_trim((struct str){ line.p + start, i - start });
		row.n++;
		while (i < line.n && is_blank(line.p[i]))
			i++;
	}
	return row;
}

void table_keep(struct table_heads *heads, const struct table_row *row, size_t from)
{
	heads->n = 0;
	for (size_t i = from; i < row->n && row->n <= TABLE_CELLS; i++) {
		str_copy(heads->name[heads->n], sizeof(heads->name[0]), row->cell[i]);
		heads->n++;
	}
}

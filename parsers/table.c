/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "parsers/table.h"

void table_decimals(char *p, size_t n)
{
	bool decimal = false;

	for (size_t i = 1; i + 1 < n; i++) {
		size_t before = 0, after = 0;

		if (p[i] == '.' && is_digit(p[i - 1]) && is_digit(p[i + 1]))
			return;
		if (p[i] != ',' || !is_digit(p[i - 1]) || !is_digit(p[i + 1]))
			continue;
		while (before < i && is_digit(p[i - 1 - before]))
			before++;
		while (i + 1 + after < n && is_digit(p[i + 1 + after]))
			after++;
		if ((i > before && p[i - 1 - before] == ',') ||
		    (i + 1 + after < n && p[i + 1 + after] == ','))
			return;
		decimal |= after != 3 || before > 3 || (before == 1 && p[i - 1] == '0');
	}
	for (size_t i = 1; decimal && i + 1 < n; i++)
		if (p[i] == ',' && is_digit(p[i - 1]) && is_digit(p[i + 1]))
			p[i] = '.';
}

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

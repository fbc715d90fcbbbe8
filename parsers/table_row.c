/* SPDX-License-Identifier: GPL-2.0-or-later */
#include <strings.h>
#include "parsers/table_row.h"

bool table_row_add(struct row_cells *row, struct str text)
{
	size_t n = row->n;

	while (text.n) {
		if (row->n == TABLE_CELLS || !cell_next_prefix(&text, &row->cell[row->n])) {
			row->n = n;
			return false;
		}
		row->n++;
	}
	return true;
}

static enum better row_word(struct str cell)
{
	return str_is(cell, "higher")  ? BETTER_HIGHER
	       : str_is(cell, "lower") ? BETTER_LOWER
				       : BETTER_NONE;
}

/* The row's name; "name: 1.693" holds the first value, too. */
static void row_name(struct row_cells *row, struct str cell, bool alone)
{
	size_t colon = str_find(cell, STR(": "));

	if (!alone && colon != (size_t)-1 && table_row_add(row, str_skip(cell, colon + 2)))
		cell.n = colon;
	while (cell.n && (cell.p[cell.n - 1] == ':' || cell.p[cell.n - 1] == ' '))
		cell.n--;
	if (cell.n > 1 && cell.p[0] == '*')
		cell = str_skip(cell, 1);
	row->key[row->keys++] = cell;
}

/* "*" in a cell of its own. */
static bool row_is_mark(struct str cell)
{
	return cell.n <= 2 && (cell.p[0] == '*' || cell.p[0] == '^');
}

/* "W/  patch", set in columns under "W/o patch", is one name. */
static void row_join(struct row_cells *row, struct str cell)
{
	struct str first = row->key[0];
	char *p = (char *)first.p;

	if (row->keys != 1 || !str_ends(first, STR("/")) || first.n > 2 ||
	    cell.p <= first.p + first.n) {
		row->key[row->keys++] = cell;
		return;
	}
	p[first.n] = ' ';
	memmove(p + first.n + 1, cell.p, cell.n);
	row->key[0].n += 1 + cell.n;
}

bool table_row_parse(struct row_cells *row, const struct table_row *from, bool bare)
{
	size_t i = 0, n = from->n;

	*row = (struct row_cells){ 0 };
	if (!n || n > TABLE_CELLS)
		return false;
	row->better = row_word(from->cell[n - 1]);
	n -= row->better != BETTER_NONE;
	if (!bare)
		row_name(row, from->cell[i++], n == 1);
	for (; i < n; i++) {
		struct str cell = from->cell[i];

		if (table_row_add(row, cell) || str_is(cell, ":") || (row->n && row_is_mark(cell)))
			continue;
		if (bare || row->n || row->keys == HEAD_TEXT_KEYS) {
			row->text = true;
			return false;
		}
		row_join(row, cell);
	}
	return row->n > 0;
}

/* Of no value of its own: a percentage is, beside plain values. */
static bool row_is_derived(const struct cell *cell, bool shares, bool tildes)
{
	return cell->kind == CELL_DERIVED || (cell->kind == CELL_PERCENT && !shares) ||
	       (cell->kind == CELL_TILDE && !tildes);
}

bool table_row_align(const struct head *h, struct row_cells *row)
{
	const struct row_cells all = *row;
	bool shares = true, each = all.n == h->n;

	for (size_t i = 0; i < all.n; i++)
		shares &= all.cell[i].kind != CELL_VALUE;
	for (size_t i = 0; each && i < all.n; i++)
		each = h->column[i].kind == COLUMN_DERIVED ||
		       !row_is_derived(&all.cell[i], shares, true);
	if (each)
		return true;
	for (int tildes = 1; tildes >= 0; tildes--) {
		size_t n = 0;

		for (size_t i = 0; i < all.n; i++)
			if (!row_is_derived(&all.cell[i], shares, tildes))
				row->cell[n++] = all.cell[i];
		if (n != h->values)
			continue;
		/* To the places of the columns that hold values, from the last on. */
		for (size_t i = h->n; i-- > 0;)
			row->cell[i] = h->column[i].kind == COLUMN_SIDE ||
						       h->column[i].kind == COLUMN_METRIC
					       ? row->cell[--n]
					       : (struct cell){ .kind = CELL_MISSING };
		row->n = h->n;
		return true;
	}
	return false;
}

bool table_row_is_side(const struct head *h, const struct row_cells *row)
{
	static const char *const sides[] = { "patch",	"patched",  "unpatched",
					     "vanilla", "baseline", NULL };
	bool is = false;

	for (size_t i = 0; row->keys == 1 && sides[i]; i++)
		is |= row->key[0].n < 24 && cell_has_word(row->key[0], sides[i]);
	for (size_t i = 0; i < h->n && is; i++)
		is = strcasecmp(h->column[i].name, "before") == 0 ||
		     strcasecmp(h->column[i].name, "during") == 0 ||
		     strcasecmp(h->column[i].name, "after") == 0;
	return is;
}

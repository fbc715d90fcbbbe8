/* SPDX-License-Identifier: GPL-2.0-or-later */
#include <math.h>
#include "parsers/table_better.h"

static bool better_any(struct str text, const char *const *words)
{
	for (; *words; words++)
		if (cell_has_word(text, *words))
			return true;
	return false;
}

enum better table_name_better(struct str name)
{
	static const char *const lower[] = { "time",	 "latency", "latencies", "elapsed",
					     "usecs/op", "ns/op",   NULL };
	static const char *const higher[] = { "throughput", "bandwidth", "iops",
					      "ops/s",	    "ops/sec",	 NULL };
	/* Times that a patch may want longer. */
	static const char *const either[] = { "idle", "sleep", "free", "up", "slice", NULL };
	struct str last;
	size_t at = name.n;

	if (at && name.p[at - 1] == ')') {
		while (at && name.p[at - 1] != '(')
			at--;
		name = str_rtrim((struct str){ name.p, at ? at - 1 : 0 });
		at = name.n;
	}
	while (at && name.p[at - 1] != ' ' && name.p[at - 1] != '_' && name.p[at - 1] != '-')
		at--;
	last = str_skip(name, at);
	if (better_any(name, either))
		return BETTER_NONE;
	return better_any(last, lower)	  ? BETTER_LOWER
	       : better_any(last, higher) ? BETTER_HIGHER
					  : BETTER_NONE;
}

/* Whether percent, without its sign, is the change from base to value: of either of the two. */
static bool better_is_change(double base, double value, double percent)
{
	double of_base = fabs(100 * (value - base) / base);
	double of_value = fabs(100 * (value - base) / value);

	return fabs(of_base - percent) <= 0.02 + 0.01 * of_base ||
	       fabs(of_value - percent) <= 0.02 + 0.01 * of_value;
}

static enum better better_cell(const struct column *c, const struct cell *cell, double base,
			       bool *gains)
{
	double value, percent;
	bool rose, sign;

	if (cell->kind != CELL_VALUE || !cell->paren.n ||
	    !(cell->paren_percent || c->paren_percent) || c->paren_loss ||
	    !str_double(str_of(cell->number), &value) || !str_double(cell->paren, &percent) ||
	    value <= 0 || base <= 0 || !better_is_change(base, value, fabs(percent)) ||
	    value == base || fabs(percent) < (c->paren_gain ? 0.005 : 0.1))
		return BETTER_NONE;
	rose = value > base;
	sign = cell->paren.p[0] == '+' || cell->paren.p[0] == '-';
	if (rose == (percent > 0))
		return c->paren_gain ? BETTER_HIGHER : BETTER_NONE;
	*gains |= sign && !c->paren_gain;
	return sign || c->paren_gain || *gains ? BETTER_LOWER : BETTER_NONE;
}

enum better table_percent_better(const struct head *h, const struct row_cells *row, bool *gains)
{
	enum better all = BETTER_NONE;
	double base;

	if (row->n < 2 || h->column[0].kind != COLUMN_SIDE || row->cell[0].kind != CELL_VALUE ||
	    !str_double(str_of(row->cell[0].number), &base))
		return BETTER_NONE;
	for (size_t i = 1; i < row->n && i < h->n; i++) {
		enum better one = h->column[i].kind == COLUMN_SIDE
					  ? better_cell(&h->column[i], &row->cell[i], base, gains)
					  : BETTER_NONE;

		if (one != BETTER_NONE && all != BETTER_NONE && one != all)
			return BETTER_NONE;
		all = one != BETTER_NONE ? one : all;
	}
	return all;
}

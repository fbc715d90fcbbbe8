/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "stats/grid.h"

struct summary grid_summary(const struct grid_row *row, size_t col, double conf)
{
	const struct cell_printed *p = row->cells[col].printed;
	struct summary s;

	if (!p)
		return stats_summary(grid_sample(row, col), conf);
	s = stats_side_summary(p->side, conf);
	s.median = p->median;
	s.min = p->min;
	s.max = p->max;
	return s;
}

unsigned int grid_runs(const struct grid *g, size_t col)
{
	size_t most = 0;

	for (size_t i = 0; i < g->nrows; i++)
		if (!g->rows[i].context && grid_count(&g->rows[i].cells[col]) > most)
			most = grid_count(&g->rows[i].cells[col]);
	return (unsigned int)most;
}

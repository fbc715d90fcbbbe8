/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "stats/contrast.h"

struct contrast contrast_make(struct arena *a, const struct grid *g, size_t base, double conf,
			      double alpha, bool adjust)
{
	struct contrast c = {
		.grid = g, .base = base, .conf = conf, .alpha = alpha, .adjusted = adjust
	};
	size_t most = g->nrows * g->ncols, n = 0;
	struct comparison **family = arena_new_of(a, struct comparison *, most);
	size_t *least = arena_new_of(a, size_t, most);

	c.cmp = arena_new_of(a, struct comparison, most);
	for (size_t i = 0; i < g->nrows; i++) {
		struct side before = grid_side(&g->rows[i], base);

		for (size_t j = 0; j < g->ncols && !g->rows[i].context; j++) {
			struct side after = grid_side(&g->rows[i], j);

			if (j == base)
				continue;
			family[n] = &c.cmp[i * g->ncols + j];
			*family[n] = stats_compare_sides(before, after, conf);
			least[n++] = before.n < after.n ? before.n : after.n;
		}
	}
	c.family = stats_judge(family, least, n, alpha, adjust);
	return c;
}

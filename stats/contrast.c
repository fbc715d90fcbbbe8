/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "core/map.h"
#include "stats/contrast.h"

/* Numbers the benchmarks; returns how many there are. */
static size_t contrast_benches(struct arena *a, struct contrast *c)
{
	const struct grid *g = c->grid;
	struct map index = { 0 };
	size_t n = 0;

	c->bench = arena_new_of(a, size_t, g->nrows);
	for (size_t i = 0; i < g->nrows; i++) {
		int64_t *at = map_put(&index, str_hash(g->rows[i].bench, STR_HASH_SEED));

		if (!*at)
			*at = (int64_t)++n;
		c->bench[i] = (size_t)*at - 1;
	}
	map_free(&index);
	return n;
}

/* The base of a benchmark and the columns that take part, from those that have a value. */
static size_t contrast_choose(const struct contrast *c, bool named, bool *has)
{
	size_t ncols = c->grid->ncols, base = c->base, first = ncols, n = 0;

	for (size_t col = 0; col < ncols; col++) {
		first = has[col] && first == ncols ? col : first;
		n += has[col];
	}
	if (n > 1 && !has[base] && !named)
		base = first;
	for (size_t col = 0; col < ncols && (n == 0 || (n == 1 && has[base])); col++)
		has[col] = true;
	has[base] = true;
	return base;
}

static void contrast_sides(struct arena *a, struct contrast *c, bool named)
{
	const struct grid *g = c->grid;
	size_t nbench = contrast_benches(a, c);

	c->bases = arena_new_of(a, size_t, nbench);
	c->has = arena_new_of(a, bool, nbench * g->ncols);
	for (size_t i = 0; i < g->nrows; i++)
		for (size_t col = 0; col < g->ncols && !g->rows[i].context; col++)
			c->has[c->bench[i] * g->ncols + col] |= grid_has(&g->rows[i].cells[col]);
	for (size_t i = 0; i < nbench; i++)
		c->bases[i] = contrast_choose(c, named, c->has + i * g->ncols);
}

static void contrast_pairs(struct arena *a, struct contrast *c)
{
	size_t ncols = c->grid->ncols;
	bool *seen = arena_new_of(a, bool, ncols *ncols);

	c->pairs = arena_new_of(a, struct contrast_pair, ncols * ncols);
	for (size_t i = 0; i < c->grid->nrows; i++)
		for (size_t col = 0; col < ncols && !c->grid->rows[i].context; col++) {
			size_t base = contrast_base(c, i);

			if (col == base || !contrast_has(c, i, col) || seen[base * ncols + col])
				continue;
			seen[base * ncols + col] = true;
			c->pairs[c->npairs++] = (struct contrast_pair){ base, col };
		}
}

struct contrast contrast_make(struct arena *a, const struct grid *g, size_t base, bool named,
			      double conf, double alpha, bool adjust)
{
	struct contrast c = {
		.grid = g, .base = base, .conf = conf, .alpha = alpha, .adjusted = adjust
	};
	size_t most = g->nrows * g->ncols, n = 0;
	struct comparison **family = arena_new_of(a, struct comparison *, most);
	size_t *least = arena_new_of(a, size_t, most);

	contrast_sides(a, &c, named);
	contrast_pairs(a, &c);
	c.cmp = arena_new_of(a, struct comparison, most);
	for (size_t i = 0; i < g->nrows; i++) {
		struct side before = grid_side(&g->rows[i], contrast_base(&c, i));

		for (size_t j = 0; j < g->ncols && !g->rows[i].context; j++) {
			struct side after = grid_side(&g->rows[i], j);

			if (j == contrast_base(&c, i))
				continue;
			family[n] = &c.cmp[i * g->ncols + j];
			*family[n] = stats_compare_sides(before, after, conf);
			least[n++] = before.n < after.n ? before.n : after.n;
		}
	}
	c.family = stats_judge(family, least, n, alpha, adjust);
	return c;
}

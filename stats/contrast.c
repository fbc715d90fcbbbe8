/* SPDX-License-Identifier: GPL-2.0-or-later */
#include <math.h>
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

/*
 * Pairs are the first runs of both sides, the second, and so on; where a side lacks a run in the
 * middle, the rest would pair with others.
 */
static bool contrast_paired(const struct grid_cell *a, const struct grid_cell *b)
{
	if (a->n != b->n)
		return false;
	for (size_t i = 1; i < a->n; i++)
		if (a->runs[i].run - a->runs[0].run != b->runs[i].run - b->runs[0].run)
			return false;
	return true;
}

static struct comparison contrast_compare(const struct contrast *c, size_t row, size_t col)
{
	const struct grid_row *r = &c->grid->rows[row];
	size_t base = contrast_base(c, row);
	const struct grid_cell *a = &r->cells[base], *b = &r->cells[col];
	struct comparison cmp;

	if (!a->printed && !b->printed) {
		cmp = stats_compare_by(grid_sample(r, base), grid_sample(r, col), &c->method);
		if (!c->method.paired || cmp.reason == REASON_MISSING || contrast_paired(a, b))
			return cmp;
	} else {
		cmp = stats_compare_sides(grid_side(r, base), grid_side(r, col), &c->method);
		if ((c->method.stat == STAT_MEAN && !c->method.paired &&
		     !(c->method.quantile > 0)) ||
		    cmp.reason == REASON_MISSING || cmp.reason == REASON_SINGLE)
			return cmp;
	}
	/* That of what does not pair may stand for information. */
	if (a->printed || b->printed)
		return stats_refused(REASON_NO_VALUES, NAN, false);
	return stats_refused(REASON_UNPAIRED, cmp.change, cmp.raw);
}

/* The tested sides of a row against its base, times the rows that are tested. */
static void contrast_dunnett(struct arena *a, const struct contrast *c, size_t row, size_t rows)
{
	size_t ncols = c->grid->ncols, n = 0, base = contrast_base(c, row);
	struct side *sides = arena_new_of(a, struct side, ncols);
	size_t *cols = arena_new_of(a, size_t, ncols);
	double *p = arena_new_of(a, double, ncols);

	sides[0] = grid_side(&c->grid->rows[row], base);
	for (size_t col = 0; col < ncols; col++) {
		const struct comparison *cmp = contrast_at(c, row, col);

		if (col == base || !contrast_has(c, row, col) || cmp->verdict == VERDICT_NOT_TESTED)
			continue;
		cols[n++] = col;
		sides[n] = grid_side(&c->grid->rows[row], col);
	}
	stats_dunnett(sides, n, p);
	for (size_t i = 0; i < n; i++)
		c->cmp[row * ncols + cols[i]].p_adjusted = p[i] * (double)rows < 1
								   ? p[i] * (double)rows
								   : 1;
}

static size_t contrast_tested_rows(const struct contrast *c)
{
	size_t n = 0;

	for (size_t i = 0; i < c->grid->nrows; i++) {
		bool tested = false;

		for (size_t j = 0; j < c->grid->ncols && !c->grid->rows[i].context; j++)
			tested |= j != contrast_base(c, i) &&
				  contrast_at(c, i, j)->verdict != VERDICT_NOT_TESTED;
		n += tested;
	}
	return n;
}

struct contrast contrast_make(struct arena *a, const struct grid *g, size_t base, bool named,
			      const struct method *method)
{
	struct contrast c = { .grid = g,
			      .base = base,
			      .conf = method->conf,
			      .alpha = method->alpha,
			      .adjusted = method->adjust != ADJUST_NONE,
			      .method = *method };
	size_t most = g->nrows * g->ncols, n = 0;
	struct comparison **family = arena_new_of(a, struct comparison *, most);
	size_t *least = arena_new_of(a, size_t, most);

	contrast_sides(a, &c, named);
	contrast_pairs(a, &c);
	c.cmp = arena_new_of(a, struct comparison, most);
	for (size_t i = 0; i < g->nrows; i++) {
		size_t before = contrast_base(&c, i);

		for (size_t j = 0; j < g->ncols && !g->rows[i].context; j++) {
			size_t na = grid_count(&g->rows[i].cells[before]);
			size_t nb = grid_count(&g->rows[i].cells[j]);

			if (j == before)
				continue;
			family[n] = &c.cmp[i * g->ncols + j];
			*family[n] = contrast_compare(&c, i, j);
			least[n++] = na < nb ? na : nb;
		}
	}
	c.family_rows = contrast_tested_rows(&c);
	for (size_t i = 0; i < g->nrows && method->adjust == ADJUST_DUNNETT; i++)
		if (!g->rows[i].context)
			contrast_dunnett(a, &c, i, c.family_rows);
	c.family = stats_judge(family, least, n, method);
	return c;
}

double contrast_location(const struct contrast *c, size_t row, size_t col)
{
	const struct grid_row *r = &c->grid->rows[row];
	const struct cell_printed *printed = r->cells[col].printed;
	const struct method *m = &c->method;

	if (m->stat == STAT_MEDIAN)
		return printed ? printed->median : stats_quantile(grid_sample(r, col), 0.5);
	if (printed && (m->stat != STAT_MEAN || m->paired || m->quantile > 0))
		return NAN;
	if (m->stat == STAT_MEAN && !m->paired)
		return grid_side(r, col).mean;
	/* Pairs of what has no logarithm are compared by their differences. */
	for (size_t i = 0; i < c->grid->ncols && m->paired; i++)
		if (grid_has(&r->cells[i]) && isnan(stats_geomean(grid_sample(r, i))))
			return grid_side(r, col).mean;
	return stats_geomean(grid_sample(r, col));
}

/* SPDX-License-Identifier: GPL-2.0-or-later */
#include <math.h>
#include <stdlib.h>
#include "stats/aa.h"

/* How many are drawn; tests by ranks take longer. */
#define AA_DRAWN       4999
#define AA_DRAWN_RANKS 999

/* How many ways there are, up to one more than AA_ALL: C(n, n/2), the halves of even n unordered.
 */
static size_t aa_count(size_t n)
{
	size_t k = n / 2, ways = 1;

	for (size_t i = 1; i <= k; i++) {
		ways = ways * (n - k + i) / i;
		if (ways > 2 * AA_ALL)
			return AA_ALL + 1;
	}
	ways = n % 2 ? ways : ways / 2;
	return ways > AA_ALL ? AA_ALL + 1 : ways;
}

struct aa_split aa_split_new(struct arena *a, size_t n, size_t most, uint64_t seed)
{
	struct aa_split s = { .n = n, .order = arena_new_of(a, size_t, n) };
	size_t count = n > 1 ? aa_count(n) : 0;

	s.all = count <= AA_ALL;
	s.ways = s.all ? count : most;
	s.random = random_seed(seed);
	for (size_t i = 0; i < n; i++)
		s.order[i] = i;
	return s;
}

/* The next combination in order, in the first half; false behind the last one. */
static bool aa_next_half(size_t *half, size_t k, size_t n)
{
	size_t i = k;

	while (i > 0 && half[i - 1] == n - k + i - 1)
		i--;
	if (!i)
		return false;
	half[i - 1]++;
	for (; i < k; i++)
		half[i] = half[i - 1] + 1;
	return true;
}

/* The other half: what is not in the first, in order. */
static void aa_rest(struct aa_split *s)
{
	size_t k = s->n / 2, at = k, j = 0;

	for (size_t i = 0; i < s->n; i++)
		if (j < k && s->order[j] == i)
			j++;
		else
			s->order[at++] = i;
}

bool aa_split_next(struct aa_split *s)
{
	size_t k = s->n / 2;

	if (s->at == s->ways)
		return false;
	if (s->all && s->at) {
		/* Of even n those that hold the first run come first, and are one half of all. */
		aa_next_half(s->order, k, s->n);
		aa_rest(s);
	}
	for (size_t i = 0; i < k && !s->all; i++) {
		size_t other = i + random_below(&s->random, (uint32_t)(s->n - i));
		size_t was = s->order[i];

		s->order[i] = s->order[other];
		s->order[other] = was;
	}
	s->at++;
	return true;
}

/* What a row needs while it is split. */
struct aa_row {
	const struct grid_cell *cell;
	double *a, *b;	 /* the values of the halves */
	double *changes; /* of each way */
	size_t n;	 /* ways so far */
	struct comparison cmp;
};

static struct aa_row aa_row_new(struct arena *a, const struct grid_cell *cell, size_t ways)
{
	return (struct aa_row){ .cell = cell,
				.a = arena_new_of(a, double, cell->n),
				.b = arena_new_of(a, double, cell->n),
				.changes = arena_new_of(a, double, ways) };
}

static void aa_compare(struct aa_row *row, const struct aa_split *s, const struct method *method)
{
	size_t k = s->n / 2;

	for (size_t i = 0; i < s->n; i++)
		(i < k ? row->a : row->b)[i < k ? i : i - k] = row->cell->values[s->order[i]];
	row->cmp = stats_compare_by((struct sample){ row->a, k },
				    (struct sample){ row->b, s->n - k }, method);
}

static void aa_count_way(struct aa_row *row, struct aa_cell *cell, double alpha)
{
	double change = row->cmp.change;

	cell->raw |= row->cmp.raw;
	cell->called += row->cmp.p <= alpha;
	row->changes[row->n++] = row->cmp.raw  ? fabs(change)
				 : change > -1 ? fabs(log1p(change))
					       : INFINITY;
}

static void aa_finish(struct aa_row *row, struct aa_cell *cell, const struct aa_split *s)
{
	size_t at = (s->ways * 19 + 19) / 20;

	cell->n = s->n;
	cell->ways = s->ways;
	cell->all = s->all;
	qsort(row->changes, row->n, sizeof(double), stats_by_value);
	cell->change = cell->raw ? row->changes[at - 1] : expm1(row->changes[at - 1]);
}

static bool aa_same_runs(const struct grid_cell *a, const struct grid_cell *b)
{
	for (size_t i = 0; i < a->n && a->n == b->n; i++)
		if (a->runs[i].run != b->runs[i].run)
			return false;
	return a->n == b->n;
}

/* Rows of the same runs are split together. */
static void aa_together(struct arena *a, struct aa *aa, size_t col, const size_t *rows, size_t n,
			struct aa_family *family)
{
	const struct grid *g = aa->grid;
	size_t most = aa->method.stat == STAT_MEDIAN ? AA_DRAWN_RANKS : AA_DRAWN;
	size_t runs = g->rows[rows[0]].cells[col].n;
	struct aa_split s = aa_split_new(a, runs, most, aa->method.seed);
	struct aa_row *row = arena_new_of(a, struct aa_row, n);
	struct comparison **cmp = arena_new_of(a, struct comparison *, n);
	size_t *least = arena_new_of(a, size_t, n);

	for (size_t i = 0; i < n; i++) {
		row[i] = aa_row_new(a, &g->rows[rows[i]].cells[col], s.ways);
		cmp[i] = &row[i].cmp;
		least[i] = runs / 2;
	}
	*family = (struct aa_family){ .rows = n, .n = runs, .ways = s.ways, .all = s.all };
	while (aa_split_next(&s)) {
		bool any = false, adjusted = false;

		for (size_t i = 0; i < n; i++) {
			aa_compare(&row[i], &s, &aa->method);
			aa_count_way(&row[i], &aa->cells[rows[i] * g->ncols + col],
				     aa->method.alpha);
			any |= row[i].cmp.p <= aa->method.alpha;
		}
		stats_judge(cmp, least, n, &aa->method);
		for (size_t i = 0; i < n; i++)
			adjusted |= cmp[i]->verdict == VERDICT_LOWER ||
				    cmp[i]->verdict == VERDICT_HIGHER;
		family->any += any;
		family->adjusted += adjusted;
	}
	for (size_t i = 0; i < n; i++)
		aa_finish(&row[i], &aa->cells[rows[i] * g->ncols + col], &s);
}

static void aa_column(struct arena *a, struct aa *aa, size_t col)
{
	const struct grid *g = aa->grid;
	size_t *rows = arena_new_of(a, size_t, g->nrows);
	bool *done = arena_new_of(a, bool, g->nrows);
	size_t groups = 0;

	for (size_t i = 0; i < g->nrows; i++) {
		const struct grid_cell *first = &g->rows[i].cells[col];
		size_t n = 0;

		for (size_t j = i; j < g->nrows; j++) {
			const struct grid_cell *cell = &g->rows[j].cells[col];

			if (done[j] || g->rows[j].context || cell->n < AA_MIN_RUNS ||
			    !aa_same_runs(first, cell))
				continue;
			done[j] = true;
			rows[n++] = j;
		}
		if (!n)
			continue;
		groups++;
		aa_together(a, aa, col, rows, n, &aa->families[col]);
	}
	aa->families[col].same = groups == 1;
}

struct aa aa_make(struct arena *a, const struct grid *g, const struct method *method)
{
	struct aa aa = { .grid = g, .method = *method };

	aa.method.quick = true;
	aa.method.margin = 0;
	aa.cells = arena_new_of(a, struct aa_cell, g->nrows * g->ncols);
	aa.families = arena_new_of(a, struct aa_family, g->ncols);
	for (size_t col = 0; col < g->ncols; col++)
		aa_column(a, &aa, col);
	return aa;
}

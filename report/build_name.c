/* SPDX-License-Identifier: GPL-2.0-or-later */
#include <math.h>
#include "core/map.h"
#include "report/build.h"

/* A numeric parameter with more levels than this makes curves. */
#define NAMING_LEVELS 3

struct str naming_param(struct arena *a, const struct grid_row *row, struct str key)
{
	struct str value;

	return str_pair(row->params, key, &value) ? arena_str(a, record_unescape(a, value))
						  : STR("");
}

static bool naming_has(const struct str *keys, size_t n, struct str key)
{
	for (size_t i = 0; i < n; i++)
		if (str_eq(keys[i], key))
			return true;
	return false;
}

/* All parameters of the benchmark's rows, in order of appearance. */
static struct str *naming_keys(struct arena *a, const struct naming *n, size_t *count)
{
	VEC(struct str) keys = { 0 };
	struct str *copy;

	for (size_t i = 0; i < n->nrows; i++) {
		struct str list = n->grid->rows[n->rows[i]].params, pair;

		while (str_next(&list, ';', &pair)) {
			struct str key = str_cut(pair, '=').head;

			if (key.n && !naming_has(keys.v, keys.n, key))
				*vec_add(&keys) = key;
		}
	}
	copy = arena_new_of(a, struct str, keys.n);
	if (keys.n)
		memcpy(copy, keys.v, keys.n * sizeof(*copy));
	*count = keys.n;
	vec_free(&keys);
	return copy;
}

/* Whether all rows have one value of this parameter, and whether all of them are numbers. */
static bool naming_same(struct arena *a, const struct naming *n, struct str key, bool *numbers)
{
	struct str first = naming_param(a, &n->grid->rows[n->rows[0]], key);
	bool same = true;
	double v;

	*numbers = true;
	for (size_t i = 0; i < n->nrows; i++) {
		struct str value = naming_param(a, &n->grid->rows[n->rows[i]], key);

		same &= str_eq(value, first);
		*numbers &= str_double(value, &v);
	}
	return same;
}

/* The last parameter that is a number in every row and has enough levels. */
static const struct str *naming_level(struct arena *a, const struct naming *n)
{
	for (size_t k = n->nkeys; k-- > 0;) {
		struct str seen[NAMING_LEVELS + 1];
		size_t levels = 0;
		bool numbers;

		naming_same(a, n, n->keys[k], &numbers);
		for (size_t i = 0; i < n->nrows && numbers && levels <= NAMING_LEVELS; i++) {
			struct str value = naming_param(a, &n->grid->rows[n->rows[i]], n->keys[k]);

			if (!naming_has(seen, levels, value))
				seen[levels++] = value;
		}
		if (levels > NAMING_LEVELS)
			return &n->keys[k];
	}
	return NULL;
}

struct row_scale naming_scale(const struct grid_row *row, size_t ncols)
{
	double lo = INFINITY, hi = 0;
	const struct unit *unit;

	if (!row->unit)
		return (struct row_scale){ 1, row->unit_name };
	for (size_t i = 0; i < ncols; i++) {
		double mean = fabs(grid_side(row, i).mean);

		if (!grid_has(&row->cells[i]))
			continue;
		lo = mean > 0 && mean < lo ? mean : lo;
		hi = mean > hi ? mean : hi;
	}
	unit = unit_scale(row->unit, isfinite(lo) ? lo : 0, hi);
	return (struct row_scale){ unit->factor, str_of(unit->name) };
}

static void naming_scales(struct arena *a, struct naming *n)
{
	n->scales = arena_new_of(a, struct row_scale, n->nrows);
	for (size_t i = 0; i < n->nrows; i++)
		n->scales[i] = naming_scale(&n->grid->rows[n->rows[i]], n->grid->ncols);
	for (size_t i = 0; i < n->nrows && n->level; i++) {
		struct row_scale *first = &n->scales[n->curves[i]];

		if (n->scales[i].divide > first->divide)
			*first = n->scales[i];
	}
	for (size_t i = 0; i < n->nrows && n->level; i++)
		n->scales[i] = n->scales[n->curves[i]];
}

/* Which rows lie on one curve: each is told the first of its own. */
static void naming_curves(struct arena *a, struct naming *n)
{
	struct map firsts = { 0 };

	n->curves = arena_new_of(a, size_t, n->nrows);
	for (size_t i = 0; i < n->nrows; i++) {
		const struct grid_row *row = &n->grid->rows[n->rows[i]];
		uint64_t hash = str_hash(row->metric, STR_HASH_SEED);
		int64_t *first;

		for (size_t k = 0; k < n->nkeys; k++)
			if (&n->keys[k] != n->level)
				hash = str_hash(naming_param(a, row, n->keys[k]), map_mix(hash, k));
		first = map_put(&firsts, hash);
		if (!*first)
			*first = (int64_t)i + 1;
		n->curves[i] = (size_t)*first - 1;
	}
	map_free(&firsts);
}

static void naming_fill(struct arena *a, struct naming *n)
{
	size_t nall, at = 0;
	struct str *all = naming_keys(a, n, &nall);
	const struct grid_row *first = &n->grid->rows[n->rows[0]];
	struct buf common = { 0 };
	bool numbers;

	buf_add(&common, n->bench);
	for (size_t i = 0; i < n->nrows; i++)
		n->metric |= !str_eq(n->grid->rows[n->rows[i]].metric, first->metric);
	n->keys = arena_new_of(a, struct str, nall);
	for (int pass = 0; pass < 2; pass++)
		for (size_t i = 0; i < nall; i++) {
			bool same = naming_same(a, n, all[i], &numbers);

			if (!same && numbers == (pass == 1))
				n->keys[at++] = all[i];
			else if (same && pass == 0)
				buf_printf(&common, ", %.*s=%s", (int)all[i].n, all[i].p,
					   naming_param(a, first, all[i]).p);
		}
	n->nkeys = at;
	n->metric |= n->nrows == 1 || !n->nkeys;
	if (!n->metric)
		buf_printf(&common, ", %.*s", (int)first->metric.n, first->metric.p);
	n->common = arena_str(a, buf_str(&common));
	buf_free(&common);
	n->level = naming_level(a, n);
	naming_curves(a, n);
	naming_scales(a, n);
}

/* Rows of a grid by benchmark, as its index in the namings from 1. */
static struct namings naming_benches(struct arena *a, const struct grid *g, struct map *index)
{
	VEC(struct naming) found = { 0 };
	struct namings all;

	for (size_t i = 0; i < g->nrows; i++) {
		int64_t *at;

		if (g->rows[i].context)
			continue;
		at = map_put(index, str_hash(g->rows[i].bench, STR_HASH_SEED));
		if (!*at) {
			struct naming *n = vec_add(&found);

			n->grid = g;
			n->bench = g->rows[i].bench;
			*at = (int64_t)found.n;
		}
		found.v[*at - 1].nrows++;
	}
	all = (struct namings){ arena_new_of(a, struct naming, found.n), found.n };
	if (found.n)
		memcpy(all.v, found.v, found.n * sizeof(found.v[0]));
	vec_free(&found);
	return all;
}

struct namings naming_all(struct arena *a, const struct grid *g)
{
	struct map index = { 0 };
	struct namings all = naming_benches(a, g, &index);

	for (size_t i = 0; i < all.n; i++) {
		all.v[i].rows = arena_new_of(a, size_t, all.v[i].nrows);
		all.v[i].nrows = 0;
	}
	for (size_t i = 0; i < g->nrows; i++) {
		struct naming *n;

		if (g->rows[i].context)
			continue;
		n = &all.v[*map_get(&index, str_hash(g->rows[i].bench, STR_HASH_SEED)) - 1];
		n->rows[n->nrows++] = i;
	}
	map_free(&index);
	for (size_t i = 0; i < all.n; i++)
		naming_fill(a, &all.v[i]);
	return all;
}

size_t naming_columns(struct arena *a, const struct naming *n, struct table *t)
{
	const struct str none = { NULL, 0 };
	size_t at = 0;
	bool numbers;

	for (size_t i = 0; i < n->nkeys; i++) {
		naming_same(a, n, n->keys[i], &numbers);
		at = table_column(t, at,
				  arena_printf(a, "name.%.*s", (int)n->keys[i].n, n->keys[i].p).p,
				  n->keys[i], none, !numbers);
	}
	if (n->metric)
		at = table_column(t, at, "name.metric", STR("metric"), none, true);
	return at;
}

void naming_cells(struct arena *a, const struct naming *n, size_t row, struct table *t, size_t at)
{
	const struct grid_row *r = &n->grid->rows[n->rows[row]];
	size_t col = 0;

	for (; col < n->nkeys; col++)
		table_cell(t, at, col)->text = naming_param(a, r, n->keys[col]);
	if (n->metric)
		table_cell(t, at, col)->text = r->metric;
}

struct str naming_row(struct arena *a, const struct naming *n, size_t row)
{
	const struct grid_row *r = &n->grid->rows[n->rows[row]];
	struct buf b = { 0 };
	struct str text;
	size_t named = 0;

	buf_add(&b, r->metric);
	for (size_t i = 0; i < n->nkeys; i++) {
		struct str value = naming_param(a, r, n->keys[i]);

		if (value.n)
			buf_printf(&b, "%s%.*s=%.*s", named++ ? ", " : " (", (int)n->keys[i].n,
				   n->keys[i].p, (int)value.n, value.p);
	}
	if (named)
		buf_char(&b, ')');
	text = arena_str(a, buf_str(&b));
	buf_free(&b);
	return text;
}

struct str *build_labels(struct arena *a, const struct grid *g)
{
	struct str *labels = arena_new_of(a, struct str, g->ncols);
	size_t same = g->ncols > 1 ? g->cols[0].n : 0, cut = 0;

	for (size_t i = 1; i < g->ncols; i++) {
		size_t n = 0;

		while (n < same && n < g->cols[i].n && g->cols[i].p[n] == g->cols[0].p[n])
			n++;
		same = n;
	}
	for (size_t i = 0; i + 1 < same; i++)
		if (g->cols[0].p[i] == ',' && g->cols[0].p[i + 1] == ' ')
			cut = i + 2;
	for (size_t i = 0; i < g->ncols; i++)
		labels[i] = g->cols[i].n > cut ? str_skip(g->cols[i], cut) : g->cols[i];
	return labels;
}

/* SPDX-License-Identifier: GPL-2.0-or-later */
#include <math.h>
#include <stdlib.h>
#include "stats/noise.h"

/* The checks of one column while its rows are looked at. */
struct looked {
	struct noise best[NOISE_CODES];
	size_t rows[NOISE_CODES], of[NOISE_CODES];
	struct noise wide[NOISE_WIDE_ROWS];
};

/* One row of it. */
struct look {
	struct noise found[NOISE_CODES];
	bool has[NOISE_CODES], looked[NOISE_CODES];
};

static uint64_t noise_key(size_t col, unsigned int run)
{
	return map_mix(col + 1, run);
}

struct noise_times noise_times(const struct grid *g)
{
	struct noise_times t = { .grid = g };

	for (size_t i = 0; i < g->nfacts; i++) {
		const struct grid_fact *fact = &g->facts[i];
		double seconds;

		if (fact->event ||
		    !(str_is(fact->key, "boot.time") || str_is(fact->key, "mmtests.start")))
			continue;
		/* A clock without a battery begins in 1970 or 2000, each time. */
		if (str_double(str_trim(fact->text), &seconds) && seconds > 1e9 && seconds < 1e15)
			*map_put(&t.map, noise_key(fact->col, fact->run)) = (int64_t)seconds;
	}
	return t;
}

void noise_times_free(struct noise_times *t)
{
	map_free(&t->map);
}

struct timed {
	int64_t time;
	struct cell_run run;
};

static int noise_time_order(const void *a, const void *b)
{
	const struct timed *x = a, *y = b;

	if (x->time != y->time)
		return x->time < y->time ? -1 : 1;
	return (x->run.run > y->run.run) - (x->run.run < y->run.run);
}

const struct cell_run *noise_order(struct arena *a, const struct noise_times *t, size_t row,
				   size_t col)
{
	const struct grid_cell *cell = &t->grid->rows[row].cells[col];
	struct cell_run *runs;
	struct timed *timed;

	for (size_t i = 0; i < cell->n; i++)
		if (!map_get(&t->map, noise_key(col, cell->runs[i].run)))
			return cell->runs;
	timed = arena_new_of(a, struct timed, cell->n);
	runs = arena_new_of(a, struct cell_run, cell->n);
	for (size_t i = 0; i < cell->n; i++)
		timed[i] = (struct timed){ *map_get(&t->map, noise_key(col, cell->runs[i].run)),
					   cell->runs[i] };
	if (cell->n)
		qsort(timed, cell->n, sizeof(*timed), noise_time_order);
	for (size_t i = 0; i < cell->n; i++)
		runs[i] = timed[i].run;
	return runs;
}

/* First and last time of a column's runs; false if there are fewer than two, or one has none. */
static bool noise_span(const struct noise_times *t, size_t col, int64_t *first, int64_t *last)
{
	size_t most = 0;

	*first = INT64_MAX;
	*last = INT64_MIN;
	for (size_t i = 0; i < t->grid->nrows; i++) {
		const struct grid_cell *cell = &t->grid->rows[i].cells[col];

		if (t->grid->rows[i].context)
			continue;
		for (size_t k = 0; k < cell->n; k++) {
			const int64_t *at = map_get(&t->map, noise_key(col, cell->runs[k].run));

			if (!at)
				return false;
			*first = *at < *first ? *at : *first;
			*last = *at > *last ? *at : *last;
		}
		most = cell->n > most ? cell->n : most;
	}
	return most > 1;
}

bool noise_apart(const struct noise_times *t, size_t before, size_t after)
{
	int64_t first[2], last[2];

	return noise_span(t, before, &first[0], &last[0]) &&
	       noise_span(t, after, &first[1], &last[1]) && last[0] < first[1];
}

static void look_note(struct look *l, enum noise_code code, bool has, size_t at, double p,
		      double arg)
{
	l->looked[code] = true;
	l->has[code] = has;
	l->found[code] = (struct noise){ .code = code, .at = at, .p = p, .arg = arg };
}

static double look_mean(struct sample s, size_t from, size_t to)
{
	return stats_mean((struct sample){ s.v + from, to - from });
}

/* NAN where of is no mean that others are ratios of: it turned the sign, or had no end. */
static double look_ratio(double value, double of)
{
	return of > 0 ? value / of : (double)NAN;
}

/* Where a step leaves the least unexplained. Pettitt's place is often a run away from that. */
static size_t look_cut(struct sample s)
{
	double n = (double)s.n, mean = stats_mean(s), sum = 0, most = -1;
	size_t at = 1;

	for (size_t i = 1; i < s.n; i++) {
		double explained;

		sum += s.v[i - 1] - mean;
		explained = sum * sum / (double)i / (n - (double)i);
		if (explained > most) {
			most = explained;
			at = i;
		}
	}
	return at;
}

static void look_order(struct look *l, struct sample s)
{
	double mean = stats_mean(s);

	if (s.n >= NOISE_FIRST_MIN) {
		double p = series_first_p(s), rest = look_mean(s, 1, s.n);

		look_note(l, NOISE_FIRST, p < NOISE_LEVEL, 0, p, look_ratio(s.v[0] - rest, rest));
	}
	if (s.n >= NOISE_DRIFT_MIN) {
		double p = series_trend(s).p;

		look_note(l, NOISE_DRIFT, p < NOISE_LEVEL, 0, p,
			  p < NOISE_LEVEL ? look_ratio(series_slope(s), mean) : (double)NAN);
	}
	if (s.n >= NOISE_STEP_MIN) {
		double p = series_step(s).p;
		size_t at = look_cut(s);
		double was = look_mean(s, 0, at);

		look_note(l, NOISE_STEP, p < NOISE_LEVEL, at, p,
			  look_ratio(look_mean(s, at, s.n) - was, was));
	}
	if (s.n >= NOISE_SERIAL_MIN) {
		double r = series_lag1(s);
		/* Shuffles take long, and r this near to what chance gives needs none. */
		bool near = !(fabs(r + 1 / (double)s.n) * sqrt((double)s.n) > 1.5);
		double p = near ? 1 : series_lag1_p(s);

		look_note(l, NOISE_SERIAL, p < NOISE_LEVEL, 0, p, r);
	}
}

/* How many different values there are, up to most. */
static size_t look_levels(struct sample s, size_t most)
{
	double seen[4];
	size_t n = 0;

	for (size_t i = 0; i < s.n && n < most; i++) {
		size_t k = 0;

		while (k < n && (s.v[i] < seen[k] || s.v[i] > seen[k]))
			k++;
		if (k == n)
			seen[n++] = s.v[i];
	}
	return n;
}

/* A counter that says 5 or 6 has steps, not an outlier or two modes: what is normal has none. */
static void look_spread(struct look *l, struct sample s)
{
	size_t levels = look_levels(s, 4);

	if (levels < 3)
		l->has[NOISE_FIRST] = false;
	if (s.n >= NOISE_OUTLIER_MIN) {
		struct series_outlier out = series_outlier(s);

		look_note(l, NOISE_OUTLIER, levels > 2 && out.p < NOISE_LEVEL, out.at, out.p, NAN);
		l->found[NOISE_OUTLIER].logs = out.logs;
	}
	if (s.n >= NOISE_MODES_MIN) {
		struct series_modes m = series_modes(s);

		look_note(l, NOISE_MODES, levels > 3 && m.two, m.below, NAN, m.share);
	}
	if (s.n > 1 && s.n <= NOISE_WIDE_MAX) {
		double mean = stats_mean(s), cv = stats_sd(s, mean) / mean;

		look_note(l, NOISE_WIDE_FEW, !stats_side(s).negative && cv > NOISE_WIDE, 0, NAN,
			  cv);
	}
}

/* Whether a step at a place leaves less of the values unexplained than a line does. */
static bool look_is_step(struct sample s, size_t at)
{
	double n = (double)s.n, k = (double)at, mean = stats_mean(s), off = 0, slope = 0;

	/* Sums of squares that each explains: k n / (n - k) off^2, and slope^2 by that of the
	 * places. */
	off = look_mean(s, 0, at) - mean;
	for (size_t i = 0; i < s.n; i++)
		slope += (s.v[i] - mean) * ((double)i - (n - 1) / 2);
	return off * off * k * n / (n - k) > slope / (n * (n * n - 1) / 12) * slope;
}

/* One cause is said once: the plainest of what it looks like. */
static void look_causes(struct look *l, struct sample s)
{
	bool *has = l->has;

	if (has[NOISE_FIRST] && l->found[NOISE_OUTLIER].at == 0)
		has[NOISE_OUTLIER] = false;
	if (has[NOISE_DRIFT] && has[NOISE_STEP])
		has[look_is_step(s, l->found[NOISE_STEP].at) ? NOISE_DRIFT : NOISE_STEP] = false;
	if (has[NOISE_DRIFT] || has[NOISE_STEP])
		has[NOISE_SERIAL] = has[NOISE_MODES] = has[NOISE_FIRST] = false;
	for (int code = 0; code < NOISE_WIDE_FEW; code++)
		has[NOISE_WIDE_FEW] &= !has[code];
}

/* Of two of one code, the one that is seen better. */
static bool noise_plainer(const struct noise *x, const struct noise *y)
{
	return isnan(x->p) ? fabs(x->arg) > fabs(y->arg) : x->p < y->p;
}

static void look_row(struct looked *all, const struct cell_run *runs, size_t n, size_t row,
		     size_t col)
{
	struct look l = { 0 };
	size_t cap = 0;
	double *v = mem_grow(NULL, &cap, n + 1, sizeof(*v));

	for (size_t i = 0; i < n; i++)
		v[i] = runs[i].value;
	look_order(&l, (struct sample){ v, n });
	look_spread(&l, (struct sample){ v, n });
	look_causes(&l, (struct sample){ v, n });
	mem_free(v);
	for (int code = 0; code < NOISE_CODES; code++) {
		struct noise *found = &l.found[code];

		all->of[code] += l.looked[code];
		if (!l.has[code])
			continue;
		found->row = row;
		found->col = col;
		found->runs = runs;
		found->n = n;
		if (!all->rows[code]++ || noise_plainer(found, &all->best[code]))
			all->best[code] = *found;
		for (size_t i = 0; code == NOISE_WIDE_FEW && i < NOISE_WIDE_ROWS; i++)
			if (!all->wide[i].n || noise_plainer(found, &all->wide[i])) {
				struct noise next = all->wide[i];

				all->wide[i] = *found;
				*found = next;
			}
	}
}

/* P(rows or more of that many are flagged by chance). */
static double noise_chance(size_t rows, size_t of)
{
	double n = (double)of, below = 0;
	/* The logarithm, as that of many rows is below all doubles. */
	double term = n * log1p(-NOISE_LEVEL);

	for (size_t k = 0; k < rows; k++) {
		below += exp(term);
		term += log((n - (double)k) / ((double)k + 1) * NOISE_LEVEL / (1 - NOISE_LEVEL));
	}
	return 1 - below;
}

/* A metric by itself is held to the level; of many, some are beyond it by chance. */
static bool noise_enough(const struct looked *l, enum noise_code code)
{
	if (!l->rows[code])
		return false;
	return noise_chance(l->rows[code], l->of[code]) <= 0.05 ||
	       l->best[code].p * (double)l->of[code] <= NOISE_LEVEL;
}

static void noise_column(struct arena *a, const struct noise_times *t, size_t col,
			 struct noises *list)
{
	struct looked l = { 0 };

	for (size_t i = 0; i < t->grid->nrows; i++)
		if (!t->grid->rows[i].context && t->grid->rows[i].cells[col].n)
			look_row(&l, noise_order(a, t, i, col), t->grid->rows[i].cells[col].n, i,
				 col);
	for (int code = 0; code < NOISE_WIDE_FEW; code++)
		if (noise_enough(&l, (enum noise_code)code)) {
			list->v[list->n] = l.best[code];
			list->v[list->n].rows = l.rows[code];
			list->v[list->n++].of = l.of[code];
		}
	for (size_t i = 0; i < NOISE_WIDE_ROWS && l.wide[i].n; i++) {
		list->v[list->n] = l.wide[i];
		list->v[list->n].rows = l.rows[NOISE_WIDE_FEW];
		list->v[list->n++].of = l.of[NOISE_WIDE_FEW];
	}
}

struct noises noise_find(struct arena *a, const struct grid *g)
{
	struct noise_times t = noise_times(g);
	struct noises list = { 0 };

	list.v = arena_new_of(a, struct noise, g->ncols * (NOISE_CODES + NOISE_WIDE_ROWS));
	for (size_t col = 0; col < g->ncols; col++)
		noise_column(a, &t, col, &list);
	noise_times_free(&t);
	return list;
}

/* Whether a rise in both would be better in one and worse in the other: 1; the opposite: -1. */
static int relation_sign(const struct grid_row *x, const struct grid_row *y)
{
	if (x->better == BETTER_NONE || y->better == BETTER_NONE)
		return 0;
	return x->better == y->better ? -1 : 1;
}

static bool relation_same_runs(const struct grid_cell *x, const struct grid_cell *y)
{
	if (x->n != y->n || x->n < 4)
		return false;
	for (size_t i = 0; i < x->n; i++)
		if (x->runs[i].run != y->runs[i].run)
			return false;
	return true;
}

/* The metrics of one measurement stand close together: one record follows the other. */
#define RELATION_NEAR 8

struct noise_relation noise_relation(const struct grid *g, size_t col)
{
	struct noise_relation best = { .col = col, .r = { NAN, NAN } };
	size_t pairs = 0;

	for (size_t i = 0; i < g->nrows; i++)
		for (size_t j = i + 1; j < g->nrows && j - i <= RELATION_NEAR; j++) {
			const struct grid_row *x = &g->rows[i], *y = &g->rows[j];
			int sign = relation_sign(x, y);
			struct series_relation r;

			if (!sign || x->context || y->context || !str_eq(x->bench, y->bench) ||
			    !str_eq(x->params, y->params) ||
			    !relation_same_runs(&x->cells[col], &y->cells[col]))
				continue;
			r = series_relation(grid_sample(x, col), grid_sample(y, col));
			pairs++;
			if (!(r.r * sign > 0) || (best.n && !(r.p < best.r.p)))
				continue;
			best = (struct noise_relation){ i, j, col, x->cells[col].n, r, 0, false };
		}
	best.pairs = pairs;
	best.plain = best.n >= NOISE_RELATION_MIN && best.r.p * (double)pairs < NOISE_LEVEL;
	return best;
}

struct series_parts noise_parts(struct arena *a, const struct grid_row *row, size_t col)
{
	const struct grid_cell *cell = &row->cells[col];
	struct series_boot *boots = arena_new_of(a, struct series_boot, cell->n);
	size_t n = 0;

	for (size_t i = 0; i < cell->n; i++)
		if (cell->runs[i].repeats && isfinite(cell->runs[i].squares))
			boots[n++] = (struct series_boot){ cell->runs[i].values,
							   cell->runs[i].value,
							   cell->runs[i].squares };
	return series_parts(boots, n == cell->n ? n : 0);
}

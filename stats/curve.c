/* SPDX-License-Identifier: GPL-2.0-or-later */
#include <float.h>
#include <math.h>
#include <stdlib.h>
#include "stats/compare.h"
#include "stats/curve.h"
#include "stats/dist.h"

/* One side: the mean of the levels' logarithms against the base's first value, and its error. */
struct curve_side {
	double mean, var, df;
	enum curve_error error;
	bool by_run; /* from values of runs, not from means of levels */
};

double curve_ratio(const struct curve_level *level, size_t base, size_t fresh)
{
	return grid_side(level->row, fresh).mean / grid_side(level->row, base).mean;
}

static bool curve_usable(const struct curve_level *level, size_t base, size_t fresh)
{
	struct side a = grid_side(level->row, base), b = grid_side(level->row, fresh);
	double ratio = b.mean / a.mean;

	return grid_has(&level->row->cells[base]) && grid_has(&level->row->cells[fresh]) &&
	       !a.negative && !b.negative && a.mean > 0 && isnormal(ratio);
}

static int curve_order(const void *a, const void *b)
{
	const struct curve_level *x = a, *y = b;

	return (x->x > y->x) - (x->x < y->x);
}

/* Whether all levels have the same runs. */
static bool curve_same_runs(const struct curve_level *levels, size_t n, size_t col)
{
	const struct grid_cell *first = &levels[0].row->cells[col];

	for (size_t j = 1; j < n; j++) {
		const struct grid_cell *cell = &levels[j].row->cells[col];

		if (cell->n != first->n)
			return false;
		for (size_t i = 0; i < cell->n; i++)
			if (cell->runs[i].run != first->runs[i].run)
				return false;
	}
	return true;
}

/* Whether each run is behind one level alone. */
static bool curve_own_runs(const struct curve_level *levels, size_t n, size_t col)
{
	struct map seen = { 0 };
	bool own = true;

	for (size_t j = 0; j < n && own; j++) {
		const struct grid_cell *cell = &levels[j].row->cells[col];

		for (size_t i = 0; i < cell->n && own; i++)
			own = !(*map_put(&seen, map_mix(1, cell->runs[i].run)))++;
	}
	map_free(&seen);
	return own;
}

static enum curve_error curve_refuses(const struct curve_level *levels, size_t n, size_t col)
{
	bool same = curve_same_runs(levels, n, col);

	for (size_t j = 0; j < n; j++)
		if (levels[j].row->cells[col].printed)
			return CURVE_PRINTED;
	for (size_t j = 0; j < n; j++)
		if (levels[j].row->cells[col].n < 2)
			return CURVE_SINGLE;
	if (!same && !curve_own_runs(levels, n, col))
		return CURVE_OVERLAP;
	for (size_t j = 0; j < n && same; j++)
		for (size_t i = 0; i < levels[j].row->cells[col].n; i++)
			if (!(levels[j].row->cells[col].values[i] > 0))
				return CURVE_NOT_POSITIVE;
	return CURVE_OK;
}

/* Of each run the mean of its logarithms is one value. */
static void curve_by_run(struct curve_side *s, const struct curve_level *levels, size_t n,
			 size_t base, size_t col)
{
	size_t runs = levels[0].row->cells[col].n, cap = 0;
	double *v = mem_grow(NULL, &cap, runs, sizeof(*v));
	struct sample sample = { v, runs };
	double sd;

	for (size_t i = 0; i < runs; i++) {
		for (size_t j = 0; j < n; j++)
			v[i] += compare_log_ratio(grid_side(levels[j].row, base).mean,
						  levels[j].row->cells[col].values[i]);
		v[i] /= (double)n;
	}
	s->mean = stats_mean(sample);
	sd = stats_sd(sample, s->mean);
	s->var = sd * sd / (double)runs;
	s->df = (double)runs - 1;
	mem_free(v);
}

/* Each level adds its own error. */
static void curve_by_level(struct curve_side *s, const struct curve_level *levels, size_t n,
			   size_t base, size_t col)
{
	double squares = 0;

	for (size_t j = 0; j < n; j++) {
		struct side side = grid_side(levels[j].row, col);
		double c = side.sd / side.mean / (double)n;

		s->mean += compare_log_ratio(grid_side(levels[j].row, base).mean, side.mean) /
			   (double)n;
		if (s->error != CURVE_OK)
			continue;
		c *= c / (double)side.n;
		s->var += c;
		squares += c * c / ((double)side.n - 1);
	}
	s->df = s->var * s->var / squares;
}

static struct curve_side curve_side(const struct curve_level *levels, size_t n, size_t base,
				    size_t col, enum curve_error error)
{
	struct curve_side s = { .error = error };

	s.by_run = error == CURVE_OK && curve_same_runs(levels, n, col);
	if (s.by_run)
		curve_by_run(&s, levels, n, base, col);
	else
		curve_by_level(&s, levels, n, base, col);
	return s;
}

static void curve_interval(struct curve *c, struct curve_side a, struct curve_side b, double conf)
{
	double var = a.var + b.var, pa = a.var / var, pb = b.var / var, df = 0, half;

	/* A logarithm has an absolute error of rounding: a spread of so little is none. */
	if (!(sqrt(var) >= 10 * DBL_EPSILON) || !isfinite(var)) {
		c->error = CURVE_NO_SPREAD;
		return;
	}
	df += a.var > 0 ? pa * pa / a.df : 0;
	df += b.var > 0 ? pb * pb / b.df : 0;
	half = -dist_t_quantile((1 - conf) / 2, 1 / df) * sqrt(var);
	c->lo = exp(b.mean - a.mean - half);
	c->hi = exp(b.mean - a.mean + half);
}

/* Least squares of log(y) on log(x). */
static double curve_slope(const struct curve_level *levels, size_t n, size_t col)
{
	double mx = 0, my = 0, xx = 0, xy = 0, first = grid_side(levels[0].row, col).mean;

	if (!(levels[0].x > 0))
		return NAN;
	for (size_t j = 0; j < n; j++) {
		mx += log(levels[j].x) / (double)n;
		my += compare_log_ratio(first, grid_side(levels[j].row, col).mean) / (double)n;
	}
	for (size_t j = 0; j < n; j++) {
		double dx = log(levels[j].x) - mx;

		xx += dx * dx;
		xy += dx * (compare_log_ratio(first, grid_side(levels[j].row, col).mean) - my);
	}
	return xx > 0 ? xy / xx : (double)NAN;
}

static double curve_weighted(const struct curve_level *levels, size_t n, size_t base, size_t fresh)
{
	double sum = 0, width = log(levels[n - 1].x / levels[0].x);

	if (!(levels[0].x > 0) || !(width > 0))
		return NAN;
	for (size_t j = 1; j < n; j++) {
		double left = log(curve_ratio(&levels[j - 1], base, fresh)),
		       right = log(curve_ratio(&levels[j], base, fresh));

		sum += (left + right) / 2 * log(levels[j].x / levels[j - 1].x);
	}
	return exp(sum / width);
}

static void curve_shape(struct curve *c, const struct curve_level *levels, size_t base,
			size_t fresh)
{
	size_t last = SIZE_MAX;

	for (size_t j = 0; j < c->n; j++) {
		double ratio = curve_ratio(&levels[j], base, fresh);

		if (ratio < curve_ratio(&levels[c->lowest], base, fresh))
			c->lowest = j;
		if (ratio > curve_ratio(&levels[c->highest], base, fresh))
			c->highest = j;
		if (!(ratio < 1) && !(ratio > 1))
			continue;
		if (last != SIZE_MAX &&
		    (ratio < 1) != (curve_ratio(&levels[last], base, fresh) < 1) &&
		    !c->crossings++) {
			c->before = last;
			c->after = j;
		}
		last = j;
	}
	c->weighted = curve_weighted(levels, c->n, base, fresh);
	c->base_slope = curve_slope(levels, c->n, base);
	c->fresh_slope = curve_slope(levels, c->n, fresh);
}

struct curve curve_of(struct curve_level *levels, size_t n, size_t base, size_t fresh, double conf)
{
	struct curve c = { .lo = NAN, .hi = NAN };
	struct curve_side a, b;
	enum curve_error error;

	for (size_t i = 0; i < n; i++)
		if (curve_usable(&levels[i], base, fresh)) {
			struct curve_level level = levels[i];

			levels[i] = levels[c.n];
			levels[c.n++] = level;
		}
	if (!c.n)
		return c;
	qsort(levels, c.n, sizeof(levels[0]), curve_order);
	error = curve_refuses(levels, c.n, base);
	c.error = error != CURVE_OK ? error : curve_refuses(levels, c.n, fresh);
	a = curve_side(levels, c.n, base, base, c.error);
	b = curve_side(levels, c.n, base, fresh, c.error);
	/* Both by the same kind of mean, or the ratio is of neither. */
	if (a.by_run != b.by_run) {
		a = curve_side(levels, c.n, base, base, CURVE_OVERLAP);
		b = curve_side(levels, c.n, base, fresh, CURVE_OVERLAP);
		c.error = CURVE_OVERLAP;
	}
	c.ratio = exp(b.mean - a.mean);
	if (c.error == CURVE_OK)
		curve_interval(&c, a, b, conf);
	curve_shape(&c, levels, base, fresh);
	return c;
}

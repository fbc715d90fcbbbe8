/* SPDX-License-Identifier: GPL-2.0-or-later */
#include <stdlib.h>
#include "report/plot_kind.h"

#define HOW_LINE  "nohead lw 1.5"
#define HOW_BACK  "nohead back"
#define HOW_BAR	  "heads size screen 0.006,90 lw 1.5"
#define HOW_ARROW "head filled size screen 0.012,22 lw 1.5"

/*
 * Okabe and Ito's colours but for the yellow, which white swallows, and gnuplot's filled shapes.
 * The counts have no common factor, so 42 series differ.
 */
static const unsigned int colours[] = { 0x0072b2, 0xd55e00, 0x009e73, 0xcc79a7,
					0xe69f00, 0x56b4e9, 0x555555 };
static const int shapes[] = { SHAPE_DISC, 5, 9, SHAPE_DIAMOND, 11, 15 };
#define COUNT(a) (sizeof(a) / sizeof(*(a)))

static bool has_interval(const struct mark *m)
{
	return isfinite(m->lo);
}

static size_t lane_end(const struct draw *d, size_t i)
{
	size_t lane = d->marks[i].series;

	while (i < d->nmarks && d->marks[i].series == lane)
		i++;
	return i;
}

static unsigned int lane_rgb(const struct draw *d, size_t lane)
{
	return colours[d->series[lane] % COUNT(colours)];
}

static int lane_shape(const struct draw *d, size_t lane)
{
	return shapes[d->series[lane] % COUNT(shapes)];
}

double lane_px(const struct draw *d, size_t lane)
{
	return axis_px(&d->c.y, -(double)lane);
}

static void add_entry(struct draw *d, struct str text, const char *line, int shape,
		      unsigned int rgb)
{
	*vec_add(&d->key) = (struct entry){ text, line, shape, rgb, 0.0, 0.0 };
}

static void add_point(struct draw *d, double x, double y_px, double size, int shape,
		      unsigned int rgb)
{
	buf_printf(&d->points, "%.15g %.9g %.3g %d %u\n", x, axis_at(&d->c.y, y_px), size, shape,
		   rgb);
}

/* Intervals. */

static int by_number(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;

	return (x > y) - (x < y);
}

/*
 * Widens the axis to the intervals' ends, but to none that is more than three times as far from its
 * mark as usual: one very wide interval would leave no room for the others.
 */
static void take_intervals(struct draw *d, struct axis *a)
{
	double *far = arena_new_of(d->c.mem, double, 2 * d->nmarks), most;
	size_t n = 0;

	for (size_t i = 0; i < d->nmarks; i++) {
		const struct mark *m = &d->marks[i];

		if (has_interval(m)) {
			far[n++] = axis_distance(a, mark_middle(d->plot, m), m->lo);
			far[n++] = axis_distance(a, mark_middle(d->plot, m), m->hi);
		}
	}
	if (n == 0)
		return;
	qsort(far, n, sizeof(*far), by_number);
	/* Without an end on a logarithmic axis: a decade. */
	most = isfinite(far[n / 2]) ? 3.0 * far[n / 2] : 1.0;
	for (size_t i = 0; i < d->nmarks; i++) {
		const struct mark *m = &d->marks[i];

		if (has_interval(m)) {
			axis_take(a, fmax(m->lo, axis_beyond(a, mark_middle(d->plot, m), -most)));
			axis_take(a, fmin(m->hi, axis_beyond(a, mark_middle(d->plot, m), most)));
		}
	}
}

static void add_segment(struct draw *d, double x, double y, double to_x, double to_y,
			unsigned int rgb)
{
	const struct axis *ax = &d->c.x, *ay = &d->c.y;

	buf_printf(&d->bars, "%.9g %.9g %u\n%.9g %.9g %u\n\n", axis_at(ax, x), axis_at(ay, y), rgb,
		   axis_at(ax, to_x), axis_at(ay, to_y), rgb);
}

/* As lines: gnuplot 5.4's error bars in colours of their own punch holes into what is below. */
static void add_interval(struct draw *d, const struct mark *m, double y_px, unsigned int rgb)
{
	bool up = d->plot->kind == PLOT_CURVE;
	const struct axis *a = up ? &d->c.y : &d->c.x;
	double x_px = axis_px(&d->c.x, m->x), tip = d->plot->kind == PLOT_STRIP ? 6.0 : 4.0;

	if (!has_interval(m))
		return;
	for (int i = 0; i < 2; i++) {
		bool cut = i ? m->hi > a->hi : m->lo < a->lo;
		double px = cut ? (i ? a->px_hi : a->px_lo) : axis_px(a, i ? m->hi : m->lo);
		double x = up ? x_px : px, y = up ? px : y_px;

		if (cut) {
			put_arrow(&d->c, x_px, y_px, x, y, HOW_ARROW, rgb);
			continue;
		}
		add_segment(d, x_px, y_px, x, y, rgb);
		if (up)
			add_segment(d, x - tip, y, x + tip, y, rgb);
		else
			add_segment(d, x, y - tip, x, y + tip, rgb);
	}
}

static void add_cut_entry(struct draw *d, const struct axis *a)
{
	for (size_t i = 0; i < d->nmarks; i++) {
		const struct mark *m = &d->marks[i];

		if (has_interval(m) && (m->lo < a->lo || m->hi > a->hi)) {
			add_entry(d, STR("interval goes on"), HOW_ARROW, 0, RGB_DIM);
			return;
		}
	}
}

/*
 * Strip. A run is moved up or down only as far as the runs that would cover it demand, so that a
 * lane shows how they are spread. A high pile is thinned out but keeps its height.
 */

#define STRIP_PX 66.0 /* height of a lane */
#define PILE_PX	 32.0
#define PILE_MAX 16
#define PILE_DY	 9.0 /* from the middle of the lane down */
#define MEAN_DY	 (-19.0)

static void strip_range(struct draw *d)
{
	bool runs = false, means = false, intervals = false;

	for (size_t i = 0; i < d->nmarks; i++) {
		const struct mark *m = &d->marks[i];

		axis_take(&d->c.x, m->x);
		runs |= !m->mean;
		means |= m->mean;
		intervals |= has_interval(m);
	}
	take_intervals(d, &d->c.x);
	axis_pad(&d->c.x, 0.04);
	if (runs)
		add_entry(d, STR("run"), NULL, SHAPE_DISC, RGB_DIM);
	if (means)
		add_entry(d, intervals ? STR("mean and its confidence interval") : STR("mean"),
			  intervals ? HOW_LINE : NULL, SHAPE_DIAMOND, RGB_INK);
	add_cut_entry(d, &d->c.x);
}

static size_t pile_end(const struct draw *d, size_t i, double dot_px)
{
	const struct mark *m = d->marks;
	double px = axis_px(&d->c.x, m[i].x);
	size_t j = i;

	while (j < d->nmarks && m[j].series == m[i].series && !m[j].mean &&
	       axis_px(&d->c.x, m[j].x) - px < dot_px)
		j++;
	return j;
}

static size_t highest_pile(const struct draw *d, double dot_px)
{
	size_t highest = 1, i = 0;

	while (i < d->nmarks) {
		size_t n = pile_end(d, i, dot_px) - i;

		highest = n > highest ? n : highest;
		i += n ? n : 1; /* a mean is no pile */
	}
	return highest;
}

static void add_pile(struct draw *d, size_t i, size_t n, double dot_px, double step_px)
{
	size_t lane = d->marks[i].series, shown = n < PILE_MAX ? n : PILE_MAX;

	for (size_t s = 0; s < shown; s++) {
		size_t k = shown > 1 ? s * (n - 1) / (shown - 1) : 0;
		double dy = PILE_DY - ((double)k - (double)(n - 1) / 2.0) * step_px;

		add_point(d, d->marks[i + k].x, lane_px(d, lane) + dy, dot_px / DISC_PX,
			  lane_shape(d, lane), lane_rgb(d, lane));
	}
}

static void strip_lane(struct draw *d, size_t i, size_t end, double dot_px, double step_px)
{
	size_t lane = d->marks[i].series, runs = 0;
	double px = lane_px(d, lane);
	struct str count;

	for (size_t next; i < end && !d->marks[i].mean; i = next) {
		next = pile_end(d, i, dot_px);
		add_pile(d, i, next - i, dot_px, step_px);
		runs += next - i;
	}
	for (; i < end; i++) {
		runs = runs ? runs : d->marks[i].n;
		add_interval(d, &d->marks[i], px + MEAN_DY, RGB_INK);
		add_point(d, d->marks[i].x, px + MEAN_DY, 0.8, SHAPE_DIAMOND, RGB_INK);
	}
	count = runs ? arena_printf(d->c.mem, "n = %zu", runs) : STR("n = ?");
	put_text(&d->c, count, d->c.x.px_lo - 10.0, px + (double)d->names[lane].n / 2.0 * LINE_PX,
		 "right", TEXT_PX - 1, RGB_DIM);
	if (lane > 0)
		put_arrow(&d->c, PLOT_MARGIN, px - STRIP_PX / 2.0, PLOT_RIGHT, px - STRIP_PX / 2.0,
			  HOW_BACK, RGB_GRID);
}

static void strip_fill(struct draw *d)
{
	double dot_px = 9.0;
	size_t highest;

	/* Dots so small that the highest pile shows each of its runs, if they can be. */
	while ((double)(highest = highest_pile(d, dot_px)) * dot_px > PILE_PX * 1.4 && dot_px > 4.0)
		dot_px -= 1.0;
	for (size_t i = 0, end; i < d->nmarks; i = end) {
		end = lane_end(d, i);
		strip_lane(d, i, end, dot_px, fmin(dot_px, PILE_PX / (double)highest));
	}
}

/* Forest. */

static void forest_range(struct draw *d)
{
	bool with = false, without = false;

	axis_take(&d->c.x, 0.0);
	for (size_t i = 0; i < d->nmarks; i++) {
		axis_take(&d->c.x, d->marks[i].x);
		with |= has_interval(&d->marks[i]);
		without |= !has_interval(&d->marks[i]);
	}
	take_intervals(d, &d->c.x);
	axis_pad(&d->c.x, 0.04);
	if (with)
		add_entry(d, STR("change and its confidence interval"), HOW_LINE, SHAPE_DISC,
			  colours[0]);
	if (without)
		add_entry(d, STR("no interval"), NULL, SHAPE_DISC - 1, colours[0]);
	add_cut_entry(d, &d->c.x);
}

static void forest_fill(struct draw *d)
{
	double zero = axis_px(&d->c.x, 0.0);

	for (size_t lane = 0; lane < d->nlanes; lane++)
		put_arrow(&d->c, d->c.x.px_lo, lane_px(d, lane), PLOT_RIGHT, lane_px(d, lane),
			  HOW_BACK, RGB_GRID);
	put_arrow(&d->c, zero, d->c.y.px_hi, zero, d->c.y.px_lo, HOW_BACK " lw 1.5", RGB_INK);
	for (size_t i = 0; i < d->nmarks; i++) {
		const struct mark *m = &d->marks[i];
		double px = lane_px(d, m->series);

		add_interval(d, m, px, colours[0]);
		add_point(d, m->x, px, 0.9, SHAPE_DISC - !has_interval(m), colours[0]);
	}
}

/* Curve. */

#define LEVELS_MAX 40
#define MARKED_MAX 300 /* a line of more points goes without symbols */

static void curve_key(struct draw *d)
{
	bool intervals = false, runs = false, means = false;

	for (size_t i = 0; i < d->nmarks; i++) {
		intervals |= has_interval(&d->marks[i]);
		means |= d->marks[i].mean;
		runs |= !d->marks[i].mean;
	}
	for (size_t lane = 0; lane < d->nlanes; lane++)
		add_entry(d, d->plot->series[d->series[lane]], HOW_LINE, lane_shape(d, lane),
			  lane_rgb(d, lane));
	if (intervals)
		add_entry(d, STR("confidence interval"), HOW_BAR, 0, RGB_DIM);
	if (runs && means)
		add_entry(d, STR("run"), NULL, SHAPE_DISC - 1, RGB_DIM);
	add_cut_entry(d, &d->c.y);
}

static void curve_range(struct draw *d)
{
	struct axis *x = &d->c.x, *y = &d->c.y;

	for (size_t i = 0; i < d->nmarks; i++) {
		axis_take(x, d->marks[i].x);
		axis_take(y, d->marks[i].y);
	}
	x->log = x->lo > 0.0;
	y->log = y->lo > 0.0;
	take_intervals(d, y);
	axis_pad(x, 0.03);
	axis_pad(y, 0.06);
	curve_key(d);
	tics_round(d->c.mem, &d->ytics, y, false);
}

static void strip_tics(struct draw *d)
{
	tics_round(d->c.mem, &d->xtics, &d->c.x, false);
}

static void forest_tics(struct draw *d)
{
	tics_round(d->c.mem, &d->xtics, &d->c.x, true);
}

/* The parameter's own values if they are few enough. */
static void curve_tics(struct draw *d)
{
	double *level = arena_new_of(d->c.mem, double, d->nmarks);
	size_t n = 1;

	for (size_t i = 0; i < d->nmarks; i++)
		level[i] = d->marks[i].x;
	qsort(level, d->nmarks, sizeof(*level), by_number);
	for (size_t i = 1; i < d->nmarks; i++) {
		if (level[i] > level[n - 1])
			level[n++] = level[i];
	}
	if (n <= LEVELS_MAX)
		tics_levels(d->c.mem, &d->xtics, &d->c.x, level, n);
	else
		tics_round(d->c.mem, &d->xtics, &d->c.x, false);
}

/* Where a lane has means the line goes through them, and runs are small and hollow. Runs are
 * sorted, so those that fall on one pixel follow each other. */
static void curve_lane(struct draw *d, size_t i, size_t end)
{
	bool means = d->marks[end - 1].mean;
	size_t lane = d->marks[i].series, n = end - i;
	double px = -INFINITY, py = -INFINITY;

	for (; i < end; i++) {
		const struct mark *m = &d->marks[i];
		double x = axis_px(&d->c.x, m->x), y = axis_px(&d->c.y, m->y);
		bool run = means && !m->mean;

		add_interval(d, m, y, lane_rgb(d, lane));
		if (!run)
			buf_printf(&d->lines, "%.15g %.15g %u\n", m->x, m->y, lane_rgb(d, lane));
		if ((!run && n > MARKED_MAX) || (run && hypot(x - px, y - py) < 1.0))
			continue;
		add_point(d, m->x, y, run ? 0.4 : 0.8, lane_shape(d, lane) - run,
			  lane_rgb(d, lane));
		px = x;
		py = y;
	}
	buf_char(&d->lines, '\n');
}

static void curve_fill(struct draw *d)
{
	for (size_t i = 0, end; i < d->nmarks; i = end) {
		end = lane_end(d, i);
		curve_lane(d, i, end);
	}
}

const struct plot_ops plot_kinds[] = {
	[PLOT_STRIP] = { strip_range, strip_tics, strip_fill, STRIP_PX, 0.0, LINE_PX },
	[PLOT_FOREST] = { forest_range, forest_tics, forest_fill, 26.0, LINE_PX, 0.0 },
	[PLOT_CURVE] = { curve_range, curve_tics, curve_fill, 0.0, 0.0, 0.0 },
};

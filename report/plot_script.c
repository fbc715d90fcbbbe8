/* SPDX-License-Identifier: GPL-2.0-or-later */
#include <stdlib.h>
#include "report/plot.h"
#include "report/plot_kind.h"

/*
 * The picture is dark on a white background of its own: that can be read on a light page and on a
 * dark one, and no set of colours has contrast enough on both.
 */

#define TITLE_PX   17
#define TITLE_LINE 22.0
#define NAME_PX	   350.0 /* of the longest line; a name of 40 characters fits as a rule */
#define KEY_LINE   20.0
#define KEY_SYMBOL 30.0
#define CURVE_PX   340.0 /* height of the axes */

static bool mark_drawable(const struct plot *p, const struct mark *m)
{
	return m->series < p->nseries && axis_usable(m->x) &&
	       (p->kind != PLOT_CURVE || axis_usable(m->y));
}

bool plot_drawable(const struct plot *p)
{
	for (size_t i = 0; i < p->id.n; i++) {
		char c = p->id.p[i];

		if (!is_digit(c) && !(c >= 'a' && c <= 'z') && c != '-')
			return false;
	}
	for (size_t i = 0; i < p->nmarks; i++) {
		if (mark_drawable(p, &p->marks[i]))
			return p->id.n > 0;
	}
	return false;
}

static int by_lane(const void *a, const void *b)
{
	const struct mark *m = a, *n = b;

	if (m->series != n->series)
		return m->series < n->series ? -1 : 1;
	if (m->mean != n->mean)
		return m->mean ? 1 : -1;
	if (m->x < n->x || m->x > n->x)
		return m->x < n->x ? -1 : 1;
	return (m->y > n->y) - (m->y < n->y);
}

static void take_mark(struct draw *d, struct mark m)
{
	double v = mark_middle(d->plot, &m);

	if (d->plot->kind != PLOT_CURVE)
		m.y = 0.0;
	if (axis_usable(m.lo) && axis_usable(m.hi) && (m.mean || d->plot->kind != PLOT_STRIP)) {
		m.lo = fmin(m.lo, v);
		m.hi = fmax(m.hi, v);
	} else {
		m.lo = m.hi = NAN;
	}
	d->marks[d->nmarks++] = m;
}

/* Marks that can be drawn, and a lane for each series that has one. */
static void collect(struct draw *d)
{
	const struct plot *p = d->plot;
	size_t *lane = arena_new_of(d->c.mem, size_t, p->nseries);

	d->marks = arena_new_of(d->c.mem, struct mark, p->nmarks);
	d->series = arena_new_of(d->c.mem, size_t, p->nseries);
	for (size_t i = 0; i < p->nmarks; i++) {
		if (mark_drawable(p, &p->marks[i])) {
			take_mark(d, p->marks[i]);
			lane[p->marks[i].series] = 1;
		}
	}
	for (size_t i = 0; i < p->nseries; i++) {
		if (lane[i]) {
			d->series[d->nlanes] = i;
			lane[i] = d->nlanes++;
		}
	}
	d->names = arena_new_of(d->c.mem, struct text, d->nlanes);
	for (size_t i = 0; i < d->nmarks; i++)
		d->marks[i].series = lane[d->marks[i].series];
	qsort(d->marks, d->nmarks, sizeof(*d->marks), by_lane);
}

/* Places the key from y on, entries following each other like words; returns its end. */
static double layout_key(struct draw *d, double y)
{
	double x = PLOT_MARGIN;

	for (size_t i = 0; i < d->key.n; i++) {
		struct entry *e = &d->key.v[i];
		double px;

		e->text = text_fit(d->c.mem, e->text, PLOT_WIDTH - 80.0, 1).lines[0];
		px = KEY_SYMBOL + text_px(e->text);
		if (x > PLOT_MARGIN && x + px > PLOT_WIDTH - PLOT_MARGIN) {
			x = PLOT_MARGIN;
			y += KEY_LINE;
		}
		e->x = x;
		e->y = y + KEY_LINE / 2.0;
		x += px + 22.0;
	}
	return d->key.n ? y + KEY_LINE : y;
}

/* Returns the pixels of the longest name; *lines becomes the most that one takes. */
static double layout_names(struct draw *d, size_t *lines)
{
	double px = 0.0;

	for (size_t i = 0; i < d->nlanes; i++) {
		struct text *name = &d->names[i];

		*name = text_fit(d->c.mem, d->plot->series[d->series[i]], NAME_PX, 2);
		*lines = name->n > *lines ? name->n : *lines;
		for (size_t j = 0; j < name->n; j++)
			px = fmax(px, text_px(name->lines[j]));
	}
	return px;
}

/* From top to bottom: title, key, label of a y axis, axes, tics, label of the x axis. */
static void layout(struct draw *d)
{
	const struct plot_ops *ops = &plot_kinds[d->plot->kind];
	struct axis *x = &d->c.x, *y = &d->c.y;
	double px = 0.0, axes_px = CURVE_PX, lanes = (double)d->nlanes;
	size_t lines = 1;

	d->title = text_fit(d->c.mem, d->plot->title,
			    (PLOT_WIDTH - 2.0 * PLOT_MARGIN) * TEXT_PX / TITLE_PX, TEXT_LINES);
	y->px_hi = layout_key(d, PLOT_MARGIN + (double)d->title.n * TITLE_LINE + 4.0) + 10.0;
	if (ops->lane_px > 0.0) {
		px = fmax(layout_names(d, &lines), 64.0);
		axes_px = lanes * (ops->lane_px + (double)(lines - 1) * ops->name_px) + 8.0;
		y->lo = 0.5 - lanes - 4.0 / axes_px * lanes;
		y->hi = 0.5 + 4.0 / axes_px * lanes;
	} else {
		for (size_t i = 0; i < d->ytics.n; i++)
			px = fmax(px, text_px(d->ytics.v[i].text));
		y->px_hi += 24.0;
	}
	y->px_lo = y->px_hi + axes_px;
	x->px_lo = PLOT_MARGIN + px + 14.0;
	x->px_hi = PLOT_RIGHT;
	d->c.height = ceil(y->px_lo + 58.0);
}

static void put_key(struct draw *d)
{
	for (size_t i = 0; i < d->key.n; i++) {
		const struct entry *e = &d->key.v[i];

		if (e->line)
			put_arrow(&d->c, e->x, e->y, e->x + 24.0, e->y, e->line, e->rgb);
		if (e->shape)
			put_symbol(&d->c, e->x + 12.0, e->y, 0.8, e->shape, e->rgb);
		put_text(&d->c, e->text, e->x + KEY_SYMBOL, e->y, "left", TEXT_PX, RGB_INK);
	}
}

static void put_names(struct draw *d)
{
	for (size_t lane = 0; lane < d->nlanes; lane++) {
		const struct text *name = &d->names[lane];
		double px = ((double)name->n - 1.0) * LINE_PX + plot_kinds[d->plot->kind].below_px;

		for (size_t i = 0; i < name->n; i++)
			put_text(&d->c, name->lines[i], d->c.x.px_lo - 10.0,
				 lane_px(d, lane) - px / 2.0 + (double)i * LINE_PX, "right",
				 TEXT_PX, RGB_INK);
	}
}

static void put_texts(struct draw *d)
{
	double y = PLOT_MARGIN + TITLE_LINE / 2.0, x = (d->c.x.px_lo + d->c.x.px_hi) / 2.0;
	struct text label = text_fit(d->c.mem, d->plot->xlabel, 2.0 * (PLOT_WIDTH - x), 1);

	for (size_t i = 0; i < d->title.n; i++, y += TITLE_LINE)
		put_text(&d->c, d->title.lines[i], PLOT_MARGIN, y, "left", TITLE_PX, RGB_INK);
	put_key(d);
	put_text(&d->c, label.lines[0], x, d->c.height - 17.0, "center", TEXT_PX, RGB_DIM);
	if (plot_kinds[d->plot->kind].lane_px > 0.0) {
		put_names(d);
		return;
	}
	label = text_fit(d->c.mem, d->plot->ylabel, PLOT_WIDTH - 2.0 * PLOT_MARGIN, 1);
	put_text(&d->c, label.lines[0], PLOT_MARGIN, d->c.y.px_hi - 16.0, "left", TEXT_PX, RGB_DIM);
}

static void put_head(struct draw *d)
{
	struct str id = d->plot->id;
	struct buf *out = d->c.out;

	buf_printf(out, "reset\nset terminal svg size %.0f,%.0f fixed noenhanced", PLOT_WIDTH,
		   d->c.height);
	buf_printf(out, " font 'sans-serif,%d' background rgb 'white' name '", TEXT_PX);
	for (size_t i = 0; i < id.n; i++)
		buf_char(out, id.p[i] == '-' ? '_' : id.p[i]);
	buf_printf(out, "'\nset output '%.*s.svg'\nunset key\n", (int)id.n, id.p);
}

static void put_blocks(struct draw *d)
{
	const struct {
		const char *name, *look;
		const struct buf *rows;
	} blocks[] = {
		{ "lines", "1:2:3 with lines lw 2", &d->lines },
		{ "bars", "1:2:3 with lines lw 1.5", &d->bars },
		{ "points", "1:2:3:4:5 with points ps variable pt variable", &d->points },
	};
	struct buf *out = d->c.out;
	const char *before = "plot ";

	for (size_t i = 0; i < sizeof(blocks) / sizeof(*blocks); i++) {
		if (blocks[i].rows->n == 0)
			continue;
		buf_printf(out, "$%s << END\n", blocks[i].name);
		buf_add(out, buf_str(blocks[i].rows));
		buf_add(out, STR("END\n"));
	}
	for (size_t i = 0; i < sizeof(blocks) / sizeof(*blocks); i++) {
		if (blocks[i].rows->n == 0)
			continue;
		buf_printf(out, "%s$%s using %s lc rgb variable", before, blocks[i].name,
			   blocks[i].look);
		before = ", ";
	}
	buf_char(out, '\n');
}

static void draw_plot(struct buf *out, const struct plot *p)
{
	struct draw d = { .plot = p };

	d.c = (struct canvas){ .mem = arena_new(), .out = out, .x = AXIS_EMPTY, .y = AXIS_EMPTY };
	collect(&d);
	plot_kinds[p->kind].range(&d);
	layout(&d);
	plot_kinds[p->kind].tics(&d);
	put_head(&d);
	put_axes(&d.c, &d.xtics, &d.ytics);
	put_texts(&d);
	plot_kinds[p->kind].fill(&d);
	put_blocks(&d);
	vec_free(&d.key);
	vec_free(&d.xtics);
	vec_free(&d.ytics);
	buf_free(&d.lines);
	buf_free(&d.bars);
	buf_free(&d.points);
	arena_free(d.c.mem);
}

void plot_script(struct buf *out, const struct doc *doc)
{
	buf_add(out, STR("set encoding utf8\n"));
	for (size_t i = 0; i < doc->blocks.n; i++) {
		const struct block *b = &doc->blocks.v[i];

		if (b->kind == BLOCK_PLOT && plot_drawable(b->plot))
			draw_plot(out, b->plot);
	}
	/* Closes the last file. */
	buf_add(out, STR("unset output\n"));
}

/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef REPORT_PLOT_CANVAS_H
#define REPORT_PLOT_CANVAS_H

#include <math.h>
#include "core/mem.h"

/*
 * What plots are drawn with: a gnuplot script under construction. gnuplot draws, but the layout is
 * made here, in pixels from the upper left corner: every range, tic, margin and place of a text is
 * given, so that no data can surprise gnuplot's own choices (an empty range is an error to it) and
 * all names fit. Text from outside comes in single quotes, in which gnuplot looks for nothing, as
 * labels, where it takes nothing for a format; data blocks hold numbers only.
 */

#define PLOT_WIDTH  720.0
#define PLOT_MARGIN 16.0
#define PLOT_RIGHT  (PLOT_WIDTH - 34.0) /* of the axes; beyond it is room for half a tic's text */

#define TEXT_PX 14
#define LINE_PX 17.0 /* from one line of text to the next */

#define RGB_INK	 0x222222u
#define RGB_DIM	 0x5f5f5fu
#define RGB_GRID 0xdededeu

/* gnuplot's point types; the one before a filled shape is the same one hollow. */
#define SHAPE_DISC    7
#define SHAPE_DIAMOND 13
#define DISC_PX	      10.5 /* across a disc of size 1 */

/* Text that fits. */
#define TEXT_LINES 3
struct text {
	struct str lines[TEXT_LINES];
	size_t n;
};

/* Values from lo to hi on the pixels from px_lo to px_hi; log: lo is above 0. */
struct axis {
	double lo, hi, px_lo, px_hi;
	bool log;
};
#define AXIS_EMPTY ((struct axis){ INFINITY, -INFINITY, 0.0, 0.0, false })

struct tics {
	struct tic {
		double at;
		struct str text; /* empty for a minor one */
	} * v;
	size_t n, cap;
};

struct canvas {
	struct arena *mem;
	struct buf *out;
	double height;
	struct axis x, y;
};

/* As at most max lines of at most px pixels, an ellipsis in place of a rest. */
struct text text_fit(struct arena *mem, struct str s, double px, size_t max);
/* The pixels that s takes at TEXT_PX, roughly: nobody knows the reader's font. */
double text_px(struct str s);

/* Finite, and so far from the ends of double that spans and margins are, too. */
bool axis_usable(double v);
void axis_take(struct axis *a, double v);
/* Adds room at both ends, a part of the span, and some range for values that are all the same. */
void axis_pad(struct axis *a, double room);
/* How far apart on paper, in units or decades; INFINITY to what has no place on a log axis. */
double axis_distance(const struct axis *a, double v, double w);
/* The value at that distance above v. */
double axis_beyond(const struct axis *a, double v, double distance);
double axis_px(const struct axis *a, double v);
double axis_at(const struct axis *a, double px);

/* Tics at round values; signs: positive ones have a plus. */
void tics_round(struct arena *mem, struct tics *tics, const struct axis *a, bool signs);
/* Tics at the n ascending values themselves; where space is short some have no text. */
void tics_levels(struct arena *mem, struct tics *tics, const struct axis *a, const double *v,
		 size_t n);

/* align: left, center or right; y is the middle of the text. */
void put_text(struct canvas *c, struct str text, double x, double y, const char *align, int px,
	      unsigned int rgb);
/* how: gnuplot's words for the look of an arrow. */
void put_arrow(struct canvas *c, double x, double y, double to_x, double to_y, const char *how,
	       unsigned int rgb);
void put_symbol(struct canvas *c, double x, double y, double size, int shape, unsigned int rgb);
/* Ranges, tics, grid lines, border and margins. The y axis is visible if it has tics. */
void put_axes(struct canvas *c, const struct tics *xtics, const struct tics *ytics);

#endif

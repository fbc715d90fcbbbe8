/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef REPORT_PLOT_KIND_H
#define REPORT_PLOT_KIND_H

#include "report/doc.h"
#include "report/plot_canvas.h"

/* A sign in the key and what it means. */
struct entry {
	struct str text;
	const char *line; /* how an arrow looks, or NULL for none */
	int shape;	  /* 0 for none */
	unsigned int rgb;
	double x, y; /* set by the layout */
};

/* One plot on its way into the script. A lane is a series that has something to show. */
struct draw {
	struct canvas c;
	const struct plot *plot;
	struct mark *
		marks; /* what is drawn: by lane, runs before means, by place; series is the lane */
	size_t nmarks, nlanes;
	size_t *series;	    /* of the lanes: which of the plot's */
	struct text *names; /* of the lanes */
	struct text title;
	struct {
		struct entry *v;
		size_t n, cap;
	} key;
	struct tics xtics, ytics;
	struct buf lines, bars, points; /* data blocks */
};

/* The value that the mark's interval is of. */
static inline double mark_middle(const struct plot *p, const struct mark *m)
{
	return p->kind == PLOT_CURVE ? m->y : m->x;
}

/* What the kinds differ in; by enum plot_kind. The functions are called in this order. */
struct plot_ops {
	void (*range)(
		struct draw *d);      /* ranges of the axes, y tics, key: before there are pixels */
	void (*tics)(struct draw *d); /* x tics */
	void (*fill)(struct draw *d); /* the data and what goes with them */
	double lane_px;	 /* height of a lane whose name is at its left, or 0: a y axis */
	double name_px;	 /* more for each further line of the name */
	double below_px; /* room below the name */
};
extern const struct plot_ops plot_kinds[];

/* The middle of a lane; its place on the y axis is -lane. */
double lane_px(const struct draw *d, size_t lane);

#endif

/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef REPORT_PLOT_H
#define REPORT_PLOT_H

#include "report/doc.h"

enum plot_status { PLOT_OK, PLOT_NO_GNUPLOT, PLOT_FAILED };

/*
 * Renders every plot of doc that has something to draw to dir/ID.svg with one gnuplot process and
 * sets plot->file to prefix + ID.svg; plots of earlier reports are removed. dir must exist. Without
 * gnuplot on PATH nothing is written and the status says so, which is not an error. PLOT_FAILED
 * comes after an error message: no plot->file is set, and gnuplot's files never take the place of
 * older ones unless all of them are whole.
 */
enum plot_status plot_render(struct doc *doc, const char *dir, struct str prefix);

/* The script that plot_render() sends. It writes ID.svg into the working directory of gnuplot. */
void plot_script(struct buf *out, const struct doc *doc);

/* Whether p is drawn: its id is [a-z0-9-]+, and at least one mark has a finite place on the axes.
 */
bool plot_drawable(const struct plot *p);

#endif

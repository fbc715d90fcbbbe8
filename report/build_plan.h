/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef REPORT_BUILD_PLAN_H
#define REPORT_BUILD_PLAN_H

#include "report/build.h"

/* What is to be planned from the runs of a grid: of its base, and of the other where it has two. */
struct plan_ask {
	size_t base;	    /* the column of side A */
	double detect;	    /* the change to be seen, a ratio above 0 */
	double alpha;	    /* level of the verdicts, a ratio */
	enum adjust adjust; /* for the number of metrics; not by Dunnett */
	double boot_s; /* mean time to the last result of a boot; NAN if the logs have no clock */
};

/* Runs a side by metric, hours, an order of the boots, and what tests by ranks could show. */
void build_plan(struct doc *doc, const struct grid *g, const struct plan_ask *ask);

#endif

/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef STATS_SEEN_H
#define STATS_SEEN_H

#include "stats/grid.h"

/*
 * What has come of each run so far, from which the place of its events follows: enum grid_when.
 * { 0 } has seen nothing; seen_free() gives back what it took.
 */
struct seen_run {
	size_t col;
	unsigned long values;
	bool begun;	 /* something of the measurement itself */
	double start_ns; /* of what the first result took; NAN if it has no time */
};

/* An event, and what had come of its run before it. */
struct seen_event {
	size_t fact, run; /* which fact it is, and which of runs */
	unsigned long values;
	bool begun;
	int64_t time_ns;
	size_t same; /* how many of its kind and run are kept */
};

struct seen {
	VEC(struct seen_run) runs;
	VEC(struct seen_event) events;
	struct map run_index, event_index; /* from 1 */
};

/* Takes note of a record; returns which of runs it is of. */
size_t seen_record(struct seen *s, const struct record *rec, size_t col);
/*
 * An event of that run: the fact that it is, or the fact of an earlier one that stands for this,
 * too, as there are many of its kind at the same place.
 */
size_t seen_event(struct seen *s, const struct record *rec, size_t run, size_t fact);
/* Sets when in the facts that are events, after the last record. */
void seen_place(const struct seen *s, struct grid_fact *facts);
void seen_free(struct seen *s);

#endif

/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef CLI_QUERY_IN_H
#define CLI_QUERY_IN_H

#include "cli/filter.h"
#include "cli/query.h"
#include "core/map.h"
#include "stats/printed.h"

/* The inside of a query, for its files alone. */

struct query_entry {
	struct record rec;
	size_t run; /* into runs */
	size_t col; /* of a value that is kept */
	bool kept;
};

/* A run of a source. */
struct query_run {
	struct str source;
	unsigned int run;
	bool values, kept; /* has results; of which some pass, or might if there were any */
	size_t first;	   /* of its places, 0 for none */
};

/* Where a run has results: it has a number of its own there. */
struct query_place {
	size_t col, next; /* next of the same run, 0 for none */
	unsigned int run;
};

struct query_col {
	struct str value, label;
	unsigned int runs;
};

/* The values of one run and one former row, where rows are folded. */
struct query_group {
	struct tally tally;
	bool out; /* has been given to the grid */
};

struct query {
	struct arena *arena;
	struct filter *filter; /* NULL without */
	struct str by;	       /* empty: the source */
	struct str *rows;      /* NULL: rows stay as they are */
	size_t nrows;
	bool per_object, failed;
	bool defaulted; /* a number of objects was not said, which a note has told */
	bool shared;	/* a run has results in several columns */
	bool sources;	/* the results that are kept come from several */
	VEC(struct query_entry) entries;
	struct query_entry **order; /* the entries as they go on */
	VEC(struct query_run) runs;
	VEC(struct query_place) places;
	VEC(struct query_col) cols;
	VEC(struct query_group) groups;
	struct map run_index, place_index, col_index, group_index; /* from 1 */
	struct map facts;     /* of run and key: index into entries from 1, negative if several */
	struct map summaries; /* of a folded row's run: hash of the former row */
};

enum query_where { QUERY_NOWHERE, QUERY_OWN, QUERY_PARAM, QUERY_WORK, QUERY_ITEM, QUERY_FACT };
/* What a key is for a result. Sets failed, after a message, where its run has several values. */
enum query_where query_find(struct query *q, const struct record *rec, size_t run, struct str key,
			    struct str *text);

/* query_place.c: gives each result that is kept its column and row. */
bool query_place(struct query *q);
/* What came of it, as a grid. */
void query_emit(struct query *q, struct grid_builder *b);

/*
 * query_per.c: the time of one object in place of that of all, for formats that tell how many there
 * were. *known if the format does; false after a message if this result does not.
 */
bool query_per_object(struct query *q, struct record *rec, size_t run, bool *known);

/* A list of pairs in the arena, without one key, or with one more in its place. */
struct str query_without(struct query *q, struct str list, struct str key);
struct str query_with(struct query *q, struct str list, struct str key, struct str value);

#endif

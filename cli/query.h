/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef CLI_QUERY_H
#define CLI_QUERY_H

#include "cli/cli.h"

/*
 * What --filter, --by, --rows and --per make of the records before they become a grid: which count,
 * which column and row each belongs to. A fact may stand behind the results of its run, so all
 * records are kept until the last one has come.
 */
struct query;

/* False after a message; *q is to be freed all the same. NULL if the options ask for nothing. */
bool query_new(const struct options *opts, struct query **q);
/* Takes a record; label names its source if it names none itself. */
void query_put(struct query *q, const struct record *rec, struct str label);
/* Fills the grid; false after a message. */
bool query_finish(struct query *q, struct grid_builder *b);
void query_free(struct query *q);

#endif

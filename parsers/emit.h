/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef PARSERS_EMIT_H
#define PARSERS_EMIT_H

#include "core/map.h"
#include "core/mem.h"
#include "parsers/scan.h"

/*
 * For log formats whose lines are named in part by lines above them, a heading or an opener: what
 * they remember in their state, and the records they make of it.
 */

#define EMIT_COPY(field, text) str_copy((field), sizeof(field), (text))

/* What names the records of one line; zeroed at first. */
struct emit {
	struct buf params, work, item;
};

/* A pair, unless the value is empty. Keys are to come in their order, which is that of bytes. */
void emit_param(struct emit *e, const char *key, struct str value);
void emit_work(struct emit *e, const char *key, struct str value);
void emit_item(struct emit *e, const char *key, struct str value);

/* match_record() with these names; good until e changes. */
struct record emit_record(const struct match *m, const struct emit *e);
/* Sends a record of one metric, if the text is not empty. */
void emit_value(const struct match *m, const struct emit *e, const struct metric *metric,
		struct str text);
/*
 * Sends a record for each metric of the table whose group matched, and frees e, which can be used
 * again.
 */
void emit_records(const struct match *m, const struct metric *metrics, struct emit *e);
void emit_free(struct emit *e);

/*
 * Sends a record that has its metric and unit, as a value or a word of a summary (core/record.h),
 * the number being text. What is out of range is skipped.
 */
void emit_stat(const struct match *m, struct record rec, const char *stat, struct str text);

/*
 * Tables of one kind under one heading are kept apart. Counts one more of this hash in seen: which
 * one it is, from 1, a second one being said ("another table of these columns").
 */
unsigned int emit_nth(const struct match *m, struct map *seen, uint64_t hash, const char *what);
/* The parameter table=nth, if it is not the first; after keys before it in the alphabet. */
void emit_table(struct buf *params, unsigned int nth);

/*
 * The direction that a unit tells, known to core/unit.h or not: times, cycles and what an operation
 * costs are better low, rates high; of others it tells none.
 */
enum better emit_better(struct str unit);

/* An emit function: the line looks like a result of the format and has no form that is known. */
void emit_odd(struct match *m, void *state);

#endif

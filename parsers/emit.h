/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef PARSERS_EMIT_H
#define PARSERS_EMIT_H

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

/*
 * Sends a record for each metric of the table whose group matched, and frees e, which can be used
 * again.
 */
void emit_records(const struct match *m, const struct metric *metrics, struct emit *e);
void emit_free(struct emit *e);

/* An emit function: the line looks like a result of the format and has no form that is known. */
void emit_odd(struct match *m, void *state);

#endif

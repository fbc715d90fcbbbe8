/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef CORE_RECORD_COLUMNS_H
#define CORE_RECORD_COLUMNS_H

#include "core/record.h"

/* What record_write.c and record_read.c share; everybody else includes core/record.h. */

/* In the order of the files. */
enum record_column {
	COLUMN_KIND,
	COLUMN_SOURCE,
	COLUMN_RUN,
	COLUMN_FILE,
	COLUMN_LINE,
	COLUMN_TIME_NS,
	COLUMN_FORMAT,
	COLUMN_BENCH,
	COLUMN_PARAMS,
	COLUMN_WORK,
	COLUMN_ITEM,
	COLUMN_METRIC,
	COLUMN_STAT,
	COLUMN_N,
	COLUMN_UNIT,
	COLUMN_BETTER,
	COLUMN_FOLD,
	COLUMN_CONTEXT,
	COLUMN_VALUE,
	COLUMN_COUNT,
};

const char *record_column_name(enum record_column c);
/* COLUMN_COUNT if no column has that name. */
enum record_column record_column_find(struct str name);
bool record_column_required(enum record_column c);
/* Holds text that may be any bytes, so \xHH and \\ stand in files for what is hard to write. */
bool record_column_is_text(enum record_column c);
/* Holds a whole number. */
bool record_column_is_number(enum record_column c);

/* The record of a row whose cells are all empty. */
extern const struct record record_default;

/* Room for a number in digits. */
struct record_digits {
	char v[24];
};
/* The cell of c, empty for what is missing; it lies in rec, in *digits, or is static. */
struct str record_column_get(const struct record *rec, enum record_column c,
			     struct record_digits *digits);
/*
 * Sets the field of c from a cell, which stays in use; an empty one changes nothing. pos.file is
 * not set, as it wants a NUL behind. False after an error message at pos.
 */
bool record_column_set(struct record *rec, enum record_column c, struct str cell, struct pos pos);

#endif

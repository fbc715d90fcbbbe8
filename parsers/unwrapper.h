/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef PARSERS_UNWRAPPER_H
#define PARSERS_UNWRAPPER_H

/* The inside of unwrap, for unwrap*.c alone. */

#include "parsers/unwrap.h"

/* A message is 1 KiB, and 48 KiB the longest that a journal takes from anybody. */
#define UNWRAP_TEXT_MAX	 ((size_t)64 << 10)
#define UNWRAP_ENTRY_MAX ((size_t)512 << 10)
/* One byte more than the scanner looks at, so that it says what it cuts. */
#define UNWRAP_LINE_MAX (((size_t)1 << 20) + 1)

/* A message on its way out. */
struct unwrapped {
	unsigned long line;
	struct str text, caller;
	uint64_t usec;
	bool timed;
	unsigned int pri;
};

/* An entry of a journal, field by field. */
struct unwrap_fields {
	struct buf message, transport, identifier;
	bool has_message, timed;
	uint64_t usec;
	unsigned int pri;
	unsigned long line;
};

struct unwrap_json {
	size_t depth, entry_depth;
	size_t string_at; /* in entry */
	unsigned int hex; /* digits of \uHHHH that are to come */
	bool by_line, at_start, in_string, escaped, full, taking, bad;
	struct buf entry;
	unsigned long entry_line, text_line;
};

struct unwrap_export {
	enum { EXPORT_LINE, EXPORT_SIZE, EXPORT_DATA, EXPORT_AFTER } state;
	struct buf key, data;
	unsigned int nsize; /* bytes of the size that have come */
	uint64_t size;
	unsigned long line; /* where its bytes begin */
};

struct unwrap_joined {
	struct buf text;
	uint64_t seq, usec;
	size_t total;
	unsigned int pri;
	unsigned long line; /* 0: nothing is being joined */
};

struct unwrap_part {
	uint64_t part;
	size_t line, nlines, at, n; /* in held */
};

struct unwrap_pstore {
	struct lines held;
	VEC(struct unwrap_part) parts;
	struct buf dump; /* "Panic#1" */
};

struct unwrap {
	enum unwrap_kind kind;
	const char *file;
	struct lines *out;
	unsigned long line; /* the one in hand, from 1 */
	unsigned long skipped;
	struct buf partial, scratch, row;
	bool cut; /* the line in hand is longer than what is kept of it */
	struct unwrap_fields fields;
	struct unwrap_json json;
	struct unwrap_export export;
	/* verbose */
	bool in_message;
	/* kmsg */
	struct unwrap_joined joined;
	uint64_t seq;
	bool has_seq, in_record;
	struct unwrap_pstore pstore;
};

/* A message, row by row. */
void unwrap_put(struct unwrap *u, const struct unwrapped *m);
/* An entry that could not be read: counted, and the first ones said. */
void unwrap_skip(struct unwrap *u, unsigned long line, const char *why, struct str text);
/*
 * The next whole line of *bytes, which is moved on behind it; false when its end has not come, and
 * what there is has been kept. zero: a NUL ends a line, too. u->line is its number until the next
 * call.
 */
bool unwrap_line(struct unwrap *u, struct str *bytes, bool zero, struct str *line);

/* Fields of a journal's entry. unwrap_entry() puts it, if it is the kernel's, and clears it. */
void unwrap_field(struct unwrap *u, struct str key, struct str value);
void unwrap_entry(struct unwrap *u);

void unwrap_json_feed(struct unwrap *u, struct str bytes);
void unwrap_json_end(struct unwrap *u);
void unwrap_export_feed(struct unwrap *u, struct str bytes);
void unwrap_export_end(struct unwrap *u);
void unwrap_verbose_line(struct unwrap *u, struct str line);
void unwrap_kmsg_line(struct unwrap *u, struct str line);
void unwrap_kmsg_end(struct unwrap *u);
void unwrap_pstore_line(struct unwrap *u, struct str line);
void unwrap_pstore_end(struct unwrap *u);
/* "Panic#1 Part3": the dump's name and the part's number. */
bool unwrap_pstore_is(struct str line, struct str *dump, uint64_t *part);
bool unwrap_verbose_is(struct str line);

#endif

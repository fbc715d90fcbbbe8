/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef PARSERS_PARSE_H
#define PARSERS_PARSE_H

#include "parsers/scan.h"

/*
 * The door of the room: paths in, records out, their runs numbered. What a file is (a log, a mail,
 * numbers, records) is told by its content.
 */
struct parser;

struct parse_options {
	/* "csv", "jsonl", "log" or a log format's name forces that; empty tells by content. */
	struct str input;
	/* Blocks of results that no heading parts are sources of their own, numbered. */
	bool split_blocks;
	/* Formats besides the built-in ones, NULL at the end; may be NULL. */
	const struct format *const *formats;
	/* Gets every line and what became of it; may be NULL. */
	void (*seen)(void *ctx, const struct scan_seen *seen);
	void *seen_ctx;
};
struct parser *parse_new(struct sink out, const struct parse_options *options);
/* An input that is this file, which need not exist, is an error: it is about to be overwritten. */
void parse_output(struct parser *p, const char *path);
/* Whether input names something that parse_new() knows, more being formats as there. */
bool parse_knows(struct str input, const struct format *const *more);
void parse_free(struct parser *p);

/*
 * Reads a path (a file, a directory, "-"). label names the source of what names none, and stands
 * before the others: "label/with a patch"; empty leaves them as they are. False after messages when
 * something could not be read; what could be is in out.
 */
bool parse_path(struct parser *p, struct str label, const char *path);

struct parse_counts {
	unsigned long files, lines, records, skipped;
};
struct parse_counts parse_counts(const struct parser *p);
/* A note if the user's patterns gave nothing. */
void parse_tell_idle(const struct parser *p);
/* Notes on all that was read: lines, values and near misses by format, skips by reason. */
void parse_tell(const struct parser *p);

#endif

/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef PARSERS_PARSE_H
#define PARSERS_PARSE_H

#include "core/record.h"

/*
 * The door of the room: paths in, records out, their runs numbered. What a file is (a log, a mail,
 * numbers, records) is told by its content.
 */
struct parser;

/* input: "csv", "jsonl", "log" or a log format's name forces that; empty tells by content. */
struct parser *parse_new(struct sink out, struct str input);
/* An input that is this file, which need not exist, is an error: it is about to be overwritten. */
void parse_output(struct parser *p, const char *path);
/* Whether input names something that parse_new() knows. */
bool parse_knows(struct str input);
void parse_free(struct parser *p);

/*
 * Reads a path (a file, a directory, "-"). label names the source of what names none, and stands
 * before the others: "label/with a patch"; empty leaves them as they are. False after messages when
 * something could not be read; what could be is in out.
 */
bool parse_path(struct parser *p, struct str label, const char *path);

struct parse_counts {
	unsigned long files, records, skipped;
};
struct parse_counts parse_counts(const struct parser *p);

#endif

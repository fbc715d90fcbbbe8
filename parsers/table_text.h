/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef PARSERS_TABLE_TEXT_H
#define PARSERS_TABLE_TEXT_H

#include "core/str.h"

struct buf;

/*
 * The text around tables, as far as it says what they are of: their titles, told by indentation,
 * and what +- and parentheses mean.
 */
#define TEXT_LEVELS 6
#define TEXT_TITLE  64

struct text_level {
	int indent;
	bool title; /* short enough */
	bool outer; /* of all that is indented below: "On x86:", "keys: 10" */
	char text[TEXT_TITLE];
};

struct table_text {
	struct text_level level[TEXT_LEVELS]; /* outermost first */
	size_t n;
	char ruled[TEXT_TITLE]; /* the last line of text below a row of dashes */
	char last[TEXT_TITLE];	/* the last line of text, if short */
	bool above_rule;	/* the line above is a row of dashes */
	/* Said of a standard deviation, in parentheses or behind +-. */
	bool paren_sd, spread_sd;
	bool sd_above;	      /* the line above speaks of one */
	unsigned long runs;   /* "average of 25 runs"; 0 unknown */
	uint64_t runs_tables; /* the tables that it is of, by their headings */
};

/* A line of text that is no table's; rule: it is a row of dashes. */
void table_text_line(struct table_text *t, struct str line, bool rule);

/* Appends the title over what comes now, with the one around it, if there is one. */
void table_text_title(const struct table_text *t, struct buf *title);

#endif

/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef PARSERS_SCANNER_H
#define PARSERS_SCANNER_H

/* The inside of the scanner, for scan.c and match.c alone. */

#define PCRE2_CODE_UNIT_WIDTH 8
#include <pcre2.h>
#include "parsers/quote.h"
#include "parsers/scan.h"
#include "parsers/section.h"

/* Warnings about skipped lines, per text; the rest is counted. */
#define SCAN_WARNINGS 5

struct scan_rule {
	const struct rule *rule;
	size_t format;
	pcre2_code *code; /* compiled when first needed */
	pcre2_match_data *data;
	int literal;	      /* the gate's index, -1 without one */
	bool armed, done;     /* done: not wanted again in this boot */
	unsigned int foreign; /* lines since it last matched */
};

struct scanner {
	struct scan_hooks hooks;
	const struct format **formats; /* env first, then the registry */
	size_t nformats;
	struct scan_rule *rules;
	size_t nrules;
	void **states;
	struct str *literals;
	size_t nliterals;
	unsigned long *hit; /* by literal: the line that has it */
	bool *ignore;	    /* by literal: no rule waits for it in this boot */
	bool ignore_changed;
	struct gate *gate;
	pcre2_match_context *context;
	pcre2_jit_stack *stack;
	struct arena *arena;
	/* of the text */
	const char *file;
	unsigned long line;
	const struct format *claimed;
	struct section section;
	struct scan_counts counts;
	int64_t clock_ns;
	unsigned long clock_line; /* where clock_ns was seen */
	size_t narmed;
	/* of the block and line */
	struct str block;
	const char *at; /* where the line begins */
	struct copies copies;
	struct buf last; /* the last line of the block before */
	struct buf impl; /* "impl=kbench", or empty */
	struct buf scratch, before, params, work, item, source, named;
	struct scan_rule *matching;
	struct str subject;
};

/* A boot begins: facts are wanted again. */
void scan_boot(struct scanner *s, bool banner);

#endif

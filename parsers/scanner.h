/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef PARSERS_SCANNER_H
#define PARSERS_SCANNER_H

/* The inside of the scanner, for scan.c, scan_text.c and match.c alone. */

#define PCRE2_CODE_UNIT_WIDTH 8
#include <pcre2.h>
#include "parsers/gate.h"
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
	size_t next;	      /* the next rule of this literal, from 1; 0 for none */
	bool armed, done;     /* done: not wanted again in this boot */
	unsigned int foreign; /* lines since it last matched */
};

/* Which literals a line holds. */
struct scan_hits {
	size_t *v;
	size_t n;
	bool *has; /* by literal */
};

/* What a text has given while it is not known yet under which headings. */
struct scan_wait {
	enum { SCAN_RECORD, SCAN_BOOT, SCAN_BANNER, SCAN_ONE_BOOT } what;
	struct record rec;
};

struct scanner {
	struct scan_hooks hooks;
	bool learning; /* records and boots wait */
	VEC(struct scan_wait) wait;
	struct arena *waiting;	       /* of their texts */
	const struct format **formats; /* env first, then those of the user, then the registry */
	size_t nformats, nown;	       /* nown: of the user */
	struct scan_rule *rules;
	size_t nrules;
	void **states;
	struct scan_tally *tally, *tally_before; /* by format; before what is being learned */
	VEC(struct scan_reason) reasons, reasons_before;
	struct str *literals;
	size_t nliterals;
	size_t *first; /* by literal: its first rule, from 1 */
	bool *ignore;  /* by literal: no rule waits for it in this boot */
	bool ignore_changed;
	size_t *every; /* rules for each line */
	size_t nevery;
	size_t *due; /* rules to try, in their order */
	size_t ndue;
	struct gate *gate;
	struct scan_hits hits, joined_hits;
	pcre2_match_context *context;
	pcre2_jit_stack *stack;
	struct arena *arena;
	/* of the text */
	const char *file;
	unsigned long line;	      /* in the file */
	unsigned long nth;	      /* in the text, from 1 */
	unsigned long nth_in_block;   /* from 1 */
	unsigned long prose_nth;      /* the last one that no rule took */
	const struct origin *origins; /* of the block's lines, or NULL */
	const struct format *claimed;
	bool alone; /* by the caller: other formats, the user's too, are not tried */
	struct section section;
	struct scan_counts counts;
	int64_t clock_ns;
	unsigned long clock_nth; /* where clock_ns was seen */
	size_t narmed;
	/* of the block and line */
	struct str block;
	const char *at;		 /* where the line begins */
	size_t taken;		 /* so many lines behind it belong to it */
	const char *taker;	 /* the format that took it */
	struct scan_tally *near; /* of a format whose rule was due */
	struct copies copies;
	struct buf last; /* the last line of the block before */
	struct buf impl; /* "impl=kbench", or empty */
	struct buf scratch, before, behind, joined, params, work, item, section_pair, placed, named;
	struct scan_rule *matching;
	struct str subject;
};

/* A boot begins: facts are wanted again. */
void scan_boot(struct scanner *s, bool banner);

/* scan.c, for the lines of scan_text.c. */

/* What goes on to the stage behind the scanner, now or when all is known. */
void scan_put(struct scanner *s, const struct record *rec);
void scan_one_boot(struct scanner *s);
/* From here on records wait, and messages. */
void scan_learn(struct scanner *s);
/* Of what waits, all goes on, or nothing: the text is read again from its start. */
void scan_release(struct scanner *s);
void scan_rewind(struct scanner *s);

/* What the formats have begun ends here. */
void scan_end_formats(struct scanner *s);
/* Of a match over several lines: it begins in the first so many bytes and ends beyond others. */
struct scan_span {
	size_t first, beyond;
};
/*
 * Tries the rules that are due for the line's literals, and those that are tried on every line.
 * With a span that is not zero, only matches that span it count. True when a rule took the line.
 */
bool scan_rules(struct scanner *s, struct scan_hits *hits, struct match *m, struct scan_span span);
/* Whether a rule of a log format would take the line, which none does. */
bool scan_would(struct scanner *s, struct scan_hits *hits, struct match *m);
/* Tries the rules that earlier lines have armed. Those that do not match wear off. */
bool scan_armed(struct scanner *s, struct match *m);
void scan_hit(struct scan_hits *hits, size_t literal);
void scan_clear(struct scan_hits *hits);

#endif

/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef PARSERS_SCAN_H
#define PARSERS_SCAN_H

#include "core/record.h"
#include "parsers/lines.h"

/*
 * The rule engine. A log format is a table of rules in a file fmt_NAME.c, and most need no code: a
 * gate of literals over the buffer finds the few lines that can matter, framing is taken off those,
 * and a PCRE2 pattern with named groups makes records of them.
 */

struct match;

struct metric {
	const char *group; /* the named group that holds the value */
	const char *name, *unit;
	enum better better;
	enum fold fold;
	bool context; /* shown, not tested */
	/* The word of a summary (core/record.h), whose n is group "n"; NULL for a value. */
	const char *stat;
};

struct rule {
	/*
	 * Bytes that each such line holds, feeding the gate. NULL only with after, or in a format
	 * that claims whole texts.
	 */
	const char *literal;
	/*
	 * For table rows and fragments: this rule is tried on the lines behind one that the rule
	 * named here has matched, until a line that does not match, or that many more such lines
	 * as gap tolerates.
	 */
	const char *after;
	unsigned int gap;
	bool once;	  /* the first in a boot is enough: facts */
	bool single;	  /* never goes on in the line below, as mailers wrap results */
	const char *name; /* for the after of others */
	/*
	 * PCRE2 on the message with its framing off; anchor it with ^, or it is searched for. Named
	 * groups: bench (else the format's name), p_KEY for parameters, w_KEY for work, i_KEY for
	 * items, and those that metrics name.
	 */
	const char *pattern;
	const struct metric *metrics; /* ends with a NULL group */
	/* The key of a fact that group "text" holds; the code of an event that the line is. */
	const char *fact, *event;
	/* What to do with a match; NULL: the fact, the event, a record for each metric whose group
	   matched. */
	void (*emit)(struct match *m, void *state);
};

struct format {
	const char *name, *summary;
	const char *example; /* the least text that gives a record, of several lines if need be */
	bool once_per_boot;  /* without a boot banner, each line of it is a run */
	bool impl;	     /* match_impl() has its say in the names of its results */
	const struct rule *rules;
	size_t nrules;
	size_t state_size; /* zeroed at the start of each text */
	/* The text ends: for what a format has begun and not finished. */
	void (*end)(struct match *m, void *state);
	/*
	 * For tables that no literal tells: each line without a log's framing that no rule has
	 * taken, of texts that are seen whole; m has no rule and no groups. True: the line is this
	 * format's, and no heading.
	 */
	bool (*line)(struct match *m, void *state);
	/* Text whose first bytes this takes is read by this format's rules alone, each line. */
	bool (*claims)(struct str head);
};

#define RULES(table) .rules = (table), .nrules = sizeof(table) / sizeof((table)[0])

/* The formats, from the wildcard of fmt_NAME.c files; NULL at the end. */
extern const struct format *const formats[];

/* A rule's match, for its emit function. */
struct match {
	const struct format *format;
	const struct rule *rule;
	struct str msg; /* the message, framing off */
	struct pos pos;
	int64_t time_ns;
	struct scanner *scan;
};

/* The text of a named group; empty if it took no part in the match. */
struct str match_group(const struct match *m, const char *name);
/* A group as a number; false when it is empty or out of range. */
bool match_u64(const struct match *m, const char *name, uint64_t *v);
/* What stands behind the whole match in its line. */
struct str match_rest(const struct match *m);
/* The nearest line above that is not blank, unquoted, counted from 1; empty when out of reach. */
struct str match_above(const struct match *m, unsigned int nth);

/* Another number behind each heading and each boot. */
unsigned long match_stretch(const struct match *m);

/* For a format's line(): whether it has been given the line above, too. */
bool match_adjoins(const struct match *m);

/* A record with what the match knows already filled in: kind VALUE, position, time, format, bench.
 */
struct record match_record(const struct match *m);
/* Fills in a metric and its value's text. False after a message if the text is no finite number. */
bool match_value(const struct match *m, struct record *rec, const struct metric *metric,
		 struct str text);
/*
 * Sends a record on. Its source is the section that the text is in; of one that names its source
 * itself, as a column of a table does, the section is a parameter.
 */
void match_put(const struct match *m, const struct record *rec);
/* The section, as a table that comes again in another one is no second table. */
struct str match_section(const struct match *m);
/* The default emit. */
void match_emit(struct match *m, void *state);
/* A fact about the run. */
void match_fact(const struct match *m, const char *key, struct str text);
/* An event: code as in kbenchstat-records(5), text the line. */
void match_event(const struct match *m, const char *code, struct str text);
/* A line that should have given a record and did not: counted, and said with its position. */
void match_skip(const struct match *m, const char *why, struct str text);
/*
 * Until the boot ends, the parameters of results begin with impl=text, in formats that say so.
 * Their other parameters come behind it in the alphabet.
 */
void match_impl(const struct match *m, struct str text);
/* The line is the first of a boot. */
void match_boot(const struct match *m);
/* The line is the first of a run, without a boot's banner. Ends what the formats have begun. */
void match_run(const struct match *m);
/* The line says that repetitions follow, which are no boots of their own. */
void match_one_boot(const struct match *m);

/* What became of a line. */
enum scan_fate {
	SCAN_NOTHING, /* no rule was due */
	SCAN_NEAR,    /* a rule was due and did not match */
	SCAN_TAKEN,
	SCAN_JOINED, /* with the line above that it continues */
	SCAN_HEADING,
	SCAN_COPY,    /* quoted again */
	SCAN_DOUBLED, /* by a console */
};
struct scan_seen {
	struct pos pos;
	struct str line, msg;
	enum scan_fate fate;
	const char *format; /* that took it, or nearly did; else NULL */
	unsigned long records;
	bool skipped; /* a value of it, at least, could not be read */
};

/* What the scanner tells the stage behind it, besides records. */
struct scan_hooks {
	struct sink records;
	/* A new boot begins; banner when its first line was seen. */
	void (*boot)(void *ctx, bool banner);
	/* What comes is of one boot until the next one begins, however often a row repeats. */
	void (*one_boot)(void *ctx);
	bool split_blocks; /* blocks that no heading names are numbered: "block 2" */
	/* Every line and what became of it; unless NULL, no line is passed over. */
	void (*seen)(void *ctx, const struct scan_seen *seen);
	void *ctx;
};

struct scan_counts {
	unsigned long lines;
	unsigned long records; /* values, facts not counted */
	unsigned long skipped; /* lines that looked like a result and gave none */
	unsigned long cut;     /* lines over the length limit */
	unsigned long copies;  /* quoted copies of what stands less quoted elsewhere */
};

/* Of a format: its values, and lines that had a literal of it and gave nothing. */
struct scan_tally {
	const char *format;
	unsigned long records, near;
};
/* Of all texts: one each for each format, in their order. */
const struct scan_tally *scan_tally(const struct scanner *s, size_t *n);
/* Why lines were skipped, and how many. */
struct scan_reason {
	const char *why;
	unsigned long n;
};
const struct scan_reason *scan_reasons(const struct scanner *s, size_t *n);

/* Of longer lines the rest is not looked at. */
#define SCAN_LINE_MAX ((size_t)1 << 20)

/*
 * Of a pattern that a user wrote: why it is none, in words that live in the arena, and where in it;
 * NULL if it is good.
 */
const char *scan_pattern_error(struct arena *a, const char *pattern, size_t *at);
/* The name of the i-th named group of a good pattern, in the arena; NULL behind the last one. */
const char *scan_pattern_group(struct arena *a, const char *pattern, size_t i);

/*
 * A scanner for one text after another. scan_begin() starts a text; scan_block() takes whole lines
 * in order, whole when they are the text's only block: headings, quoted copies and wrapped lines
 * are found only then; scan_end() gives the counts. A format named to scan_begin() is the only one
 * that is tried. origins, unless NULL, tells of each line where it comes from; else they are
 * numbered as they come.
 */
struct scanner;
/*
 * more: formats of the user, NULL at the end; may be NULL. They are tried before the registry's,
 * also on a text that one of those claims.
 */
struct scanner *scan_new(struct scan_hooks hooks, const struct format *const *more);
void scan_begin(struct scanner *s, const char *file, struct str head, struct str format);
void scan_block(struct scanner *s, struct str lines, bool whole, const struct origin *origins);
struct scan_counts scan_end(struct scanner *s);
void scan_free(struct scanner *s);

#endif

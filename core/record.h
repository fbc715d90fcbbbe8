/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef CORE_RECORD_H
#define CORE_RECORD_H

#include <stdio.h>
#include "core/diag.h"

/*
 * The record stream is the contract between the stages: parsers make records, everything else takes
 * them, and they are written out and read back here (kbenchstat-records(5)).
 */
enum record_kind {
	RECORD_VALUE, /* a measurement */
	RECORD_FACT,  /* says something of the run: metric is the key, text the value */
	RECORD_EVENT, /* something a reader must know: metric is the code, text the line */
};
enum better { BETTER_NONE, BETTER_LOWER, BETTER_HIGHER };
/*
 * How several values of one run become its one number. RUNS is of summaries alone: each of the n
 * values behind one was a run of its own, as in the tables that benchmark harnesses print.
 */
enum fold { FOLD_MEAN, FOLD_SUM, FOLD_MAX, FOLD_RUNS };

/*
 * A summary that the text printed in place of values is one record a number, stat saying which:
 *
 *	mean gmean hmean	the arithmetic, geometric, harmonic mean
 *	sd			standard deviation (n - 1); sem: standard error of the mean
 *	ci95			half the width of a 95 % interval, of whatever centre
 *	min max p50 p90 p99.9	extremes; percentiles, of which p50 is the median
 *
 * All are in the unit of the values: what the text gives in percent is converted by its parser. The
 * records of one summary agree in source, run, bench, params, work, item and metric, and each gives
 * n, how many values it stands for: 0 where the text does not say. fold RUNS says that these were
 * runs, so that mean, sd and n can be tested; otherwise they were values inside one run, of which
 * the mean is that run's one number, as a mean of values would be, and their sd says nothing of
 * another run.
 */

struct record {
	enum record_kind kind;
	struct str source; /* group label; empty where nobody named one */
	unsigned int
		run; /* from 1 within a source: a boot, the unit of analysis; 0 not known yet */
	struct pos pos;
	int64_t time_ns;	  /* kernel clock since boot, -1 if the log has none */
	struct str format, bench; /* "slab_test", "kfree_rcu" */
	struct str params; /* part of the row's name: "size=32;test=N*alloc N*free", keys sorted */
	struct str work;   /* "loops=10000": not part of the name, must agree between the sides */
	struct str item;   /* which of several inside a run: "cpu=3"; never part of the name */
	struct str metric, unit; /* "time", "ns" as measured */
	struct str stat;	 /* "value", or the word of a summary */
	unsigned long n; /* how many values a summary stands for, 0 if unknown; 1 for a value */
	enum better better;
	enum fold fold;
	bool context;	 /* stored and shown, not tested, not in default tables */
	struct str text; /* the value as the log spells it, or computed from what it has; the text
			    of a fact or event */
	double value;	 /* RECORD_VALUE: text as a number, finite; else 0 */
};
/* In params, work and item, the characters % ; = and line breaks of a value are %HH. */
void record_pair(struct buf *list, struct str key, struct str value);
/* Such a value as it was, in the arena if it is not the same. */
struct str record_unescape(struct arena *a, struct str value);
/* Appends the pairs of two lists whose keys are sorted, in that order. */
void record_pairs(struct buf *list, struct str a, struct str b);

/* A copy whose texts, and the name of whose file, lie in one piece of the arena. */
struct record record_copy(struct arena *a, const struct record *rec);

/* Where records go. The views of rec are good during the call only. */
struct sink {
	void (*put)(void *ctx, const struct record *rec);
	void *ctx;
};

enum record_format { RECORD_CSV, RECORD_JSONL };

/*
 * Writing. The CSV header goes out first, so that an empty result is still a records file. Texts
 * are spelled as record_text() does. Errors stay in f for the caller's ferror().
 *
 * Columns, in this order: kind source run file line time_ns format bench params work item metric
 * stat n unit better fold context value. kind is value, fact or event; better none, lower or
 * higher; fold mean, sum, max or runs; context 0 or 1; what is missing (run 0, no file, line 0, no
 * time) is empty.
 *
 * JSON Lines have the same keys in the same order, all in each line; what is empty is null, run,
 * line, time_ns and n are numbers, context is false or true. The value of a RECORD_VALUE is a
 * number with the log's own digits where JSON allows that spelling, else ("007", "+5", ".5") a
 * string; that of facts and events is always a string. Spelled whole numbers above 2^53 are exact
 * in the file, though not in every program that reads it.
 */
struct record_writer;
struct record_writer *record_writer_new(FILE *f, enum record_format format);
void record_write(struct record_writer *w, const struct record *rec);
void record_writer_free(struct record_writer *w);

/*
 * The spelling of texts in these files, for others that write such: valid UTF-8, in which bytes
 * that are not and control bytes other than TAB, CR and LF are \xHH, and a backslash is two.
 */
void record_text(struct buf *out, struct str text);
/* A computed number, which is finite, as the shortest decimal that reads back as it. */
void record_number(struct buf *out, double v);
/* Such a text as a cell of CSV, quoted if it must be. */
void record_csv_cell(struct buf *out, struct str cell);

/*
 * Reading, fed with bytes as they come. record_sniff() tells from the first bytes of a text whether
 * it is a records file: true and *format.
 *
 * A CSV header in mid-file (files made by >>) starts a new segment, and may have its own order of
 * columns; pos is the line of the records file where the row began, unless the row names its own
 * file (line 0 if it names no line). pos.file is good until the reader is freed. Columns are found
 * by name; unknown ones are ignored, missing optional ones and empty cells take their defaults (run
 * 0, time_ns -1, stat "value", n 1, better none, fold mean, context 0). A backslash that begins
 * neither of \xHH and \\ stands for itself. Both feed and end return false after an error has been
 * printed (syntax, a missing required column, a bad number, a row of more than 16 MiB), and the
 * reader takes no more.
 */
struct record_reader;
bool record_sniff(struct str head, enum record_format *format);
struct record_reader *record_reader_new(const char *file, enum record_format format,
					struct sink out);
bool record_reader_feed(struct record_reader *r, struct str bytes);
bool record_reader_end(struct record_reader *r);
/* From 0: how many headers after the first have been seen. Good inside the sink. */
unsigned int record_reader_segment(const struct record_reader *r);
void record_reader_free(struct record_reader *r);

/* As the files spell it: "lower". */
const char *record_better_name(enum better better);

#endif

/* SPDX-License-Identifier: GPL-2.0-or-later */
#include <stdio.h>
#include "parsers/emit.h"
#include "parsers/table.h"

/*
 * slab_test: cycles per object, by size. Whole lines, as the source means them and mails show them:
 *
 *   10000 times kmalloc(8) -> 68 cycles kfree -> 107 cycles
 *   10000 times kmalloc(8)/kfree -> 114 cycles
 *   Kmalloc N*alloc N*free(32): 0=250/960 1=246/972 Average=248/966
 *   1 alloc N free(32): 0=310 1=328 Average=319
 *
 * Current kernels print each piece as a record of its own, with other lines between; the oldest
 * form takes four lines a value. Both are put together here: an opener waits for its pieces until
 * the last one has come. Hand-made tables put two kernels side by side.
 *
 * Per-CPU numbers are items, the Average is the row's value.
 */

struct slab_state {
	char section[24]; /* some builds print one name in all sections: the heading tells */
	struct table_heads heads;
	char test[64], loops[24], size[24];
	bool two; /* a concurrent test's numbers come in pairs */
	/* the line that is being put together */
	struct {
		bool is_open;
		struct pos pos;
		int64_t time_ns;
		char line[96];
		const struct metric *want[2]; /* of "-> I cycles", in order; NULL: per CPU */
		bool kfree;		      /* has come between the two */
		char first[24];		      /* the number before it */
		size_t n;		      /* of pieces */
		char pieces[32768];	      /* " 0=86/104 1=90/107 Average=88/105" */
	} open;
};

static const struct metric alloc_metric = { .name = "alloc",
					    .unit = "cycles",
					    .better = BETTER_LOWER };
static const struct metric free_metric = { .name = "free",
					   .unit = "cycles",
					   .better = BETTER_LOWER };
static const struct metric pair_metric = { .name = "alloc_free",
					   .unit = "cycles",
					   .better = BETTER_LOWER };
static const struct str none = { NULL, 0 };

/* One number. cpu empty: the row's own value. */
static void slab_value(const struct match *m, const struct slab_state *st, struct str source,
		       const struct metric *metric, struct str text, struct str cpu)
{
	struct record rec;
	struct emit e = { 0 };

	emit_param(&e, "size", str_of(st->size));
	emit_param(&e, "test", str_of(st->test));
	emit_work(&e, "loops", str_of(st->loops));
	emit_item(&e, "cpu", cpu);
	rec = emit_record(m, &e);
	rec.source = source;
	if (match_value(m, &rec, metric, text))
		match_put(m, &rec);
	emit_free(&e);
}

/* "248/966", or "319" alone. */
static void slab_numbers(const struct match *m, const struct slab_state *st, struct str source,
			 struct str text, struct str cpu)
{
	struct str_cut pair = str_cut(text, '/');

	slab_value(m, st, source, pair.ok ? &alloc_metric : &pair_metric, pair.head, cpu);
	if (pair.ok)
		slab_value(m, st, source, &free_metric, pair.tail, cpu);
}

/* An unfinished line is lost, which is said at its own place. */
static void slab_end(struct match *m, void *state)
{
	struct slab_state *st = state;
	struct match at = *m;

	at.pos = st->open.pos;
	at.msg = str_of(st->open.line);
	if (st->open.is_open)
		match_skip(&at, "result without its last pieces", at.msg);
	st->open.is_open = false;
}

/* Another line begins. */
static void slab_begin(struct match *m, struct slab_state *st)
{
	slab_end(m, st);
	EMIT_COPY(st->loops, match_group(m, "loops"));
	if (match_group(m, "size").n)
		EMIT_COPY(st->size, match_group(m, "size"));
}

/* The name of a concurrent test without "Kmalloc ", corrected by the section it stands in. */
static void slab_name(struct slab_state *st, struct str name)
{
	if (str_starts(name, STR("Kmalloc ")))
		name = str_skip(name, 8);
	if (st->section[0] && str_is(name, "N*alloc N*free"))
		name = str_of(st->section);
	EMIT_COPY(st->test, name);
	st->two = str_find(name, STR("(alloc free)")) == (size_t)-1 &&
		  str_find(name, STR("1 alloc N free")) == (size_t)-1;
}

/* "kmalloc", or "kmalloc/kfree" for a pair. */
static void slab_single_name(const struct match *m, struct slab_state *st)
{
	struct str test = match_group(m, "test"), slash = match_group(m, "slash");

	st->section[0] = '\0'; /* the first sections have none of those names */
	EMIT_COPY(st->test, test.n ? test : STR("kmalloc"));
	if (test.n + slash.n < sizeof(st->test))
		str_copy(st->test + strlen(st->test), slash.n + 1, slash);
}

static void slab_section(struct match *m, void *state)
{
	struct slab_state *st = state;
	struct str name = match_group(m, "name");

	slab_begin(m, st);
	st->section[0] = '\0';
	st->heads.n = 0;
	if (str_starts(name, STR("Remote")))
		strcpy(st->section, "N*remote free");
	else if (str_starts(name, STR("1 alloc")))
		strcpy(st->section, "1 alloc N free");
}

static void slab_single(struct match *m, void *state)
{
	struct slab_state *st = state;

	slab_begin(m, st);
	slab_single_name(m, st);
	if (match_group(m, "pair").n) {
		slab_value(m, st, none, &pair_metric, match_group(m, "pair"), none);
		return;
	}
	slab_value(m, st, none, &alloc_metric, match_group(m, "alloc"), none);
	slab_value(m, st, none, &free_metric, match_group(m, "free"), none);
}

/* Whether every number of a list has its second half, or none: else some of the line is missing. */
static bool slab_list_whole(const struct slab_state *st, struct str list)
{
	size_t n = 0, pairs = 0;
	struct str word;

	for (; (word = str_word(&list)).n; n++)
		pairs += memchr(word.p, '/', word.n) != NULL;
	return pairs == n || (!pairs && !st->two);
}

/* " 0=86/104 1=90/107 Average=88/105": CPUs, and perhaps the Average. */
static void slab_list(const struct match *m, const struct slab_state *st, struct str list)
{
	struct str word;

	if (!slab_list_whole(st, list)) {
		match_skip(m, "numbers without their second half", m->msg);
		return;
	}
	while ((word = str_word(&list)).n) {
		struct str_cut number = str_cut(word, '=');

		slab_numbers(m, st, none, number.tail,
			     str_is(number.head, "Average") ? none : number.head);
	}
}

/* A whole concurrent line, or a part of one that repeats the name. */
static void slab_concurrent(struct match *m, void *state)
{
	struct slab_state *st = state;

	slab_begin(m, st);
	slab_name(st, match_group(m, "test"));
	slab_list(m, st, match_group(m, "list"));
}

static void slab_open(struct match *m, struct slab_state *st, const struct metric *first,
		      const struct metric *second)
{
	slab_begin(m, st);
	st->open.is_open = true;
	st->open.pos = m->pos;
	st->open.time_ns = m->time_ns;
	EMIT_COPY(st->open.line, m->msg);
	st->open.want[0] = first;
	st->open.want[1] = second;
	st->open.kfree = false;
	st->open.first[0] = '\0';
	st->open.n = 0;
}

/* "10000 times kmalloc(8) " waits for two values, "10000 times kmalloc(8)/kfree " for one. */
static void slab_open_single(struct match *m, void *state)
{
	struct slab_state *st = state;

	if (match_group(m, "slash").n)
		slab_open(m, st, &pair_metric, NULL);
	else
		slab_open(m, st, &alloc_metric, &free_metric);
	slab_single_name(m, st);
}

/* "10000 times kmalloc(8) = ", "... kfree = ", "... kmalloc(8)/kfree = " each wait for one. */
static void slab_open_old(struct match *m, void *state)
{
	struct slab_state *st = state;
	struct str test = match_group(m, "test");

	if (str_ends(test, STR("free")) && !match_group(m, "slash").n) {
		slab_open(m, st, &free_metric, NULL);
		return; /* belongs to the row that its alloc opened */
	}
	slab_open(m, st, match_group(m, "slash").n ? &pair_metric : &alloc_metric, NULL);
	slab_single_name(m, st);
}

static void slab_open_concurrent(struct match *m, void *state)
{
	struct slab_state *st = state;

	slab_open(m, st, NULL, NULL);
	slab_name(st, match_group(m, "test"));
}

/* A piece that does not belong where it came: something between was lost, and the line with it. */
static void slab_torn(struct match *m, struct slab_state *st)
{
	match_skip(m, "result whose pieces do not fit", str_of(st->test));
	st->open.is_open = false;
}

/* "-> 34 cycles": the only number, or the first, or behind "kfree" the second. */
static void slab_cycles(struct match *m, struct slab_state *st, struct str number)
{
	if (!st->open.want[1]) {
		slab_value(m, st, none, st->open.want[0], number, none);
		st->open.is_open = false;
	} else if (!st->open.first[0]) {
		EMIT_COPY(st->open.first, number);
	} else if (st->open.kfree) {
		slab_value(m, st, none, st->open.want[0], str_of(st->open.first), none);
		slab_value(m, st, none, st->open.want[1], number, none);
		st->open.is_open = false;
	} else {
		slab_torn(m, st);
	}
}

/* " 0=86" or "/104" of a list, which the second half of its Average ends. */
static void slab_list_piece(struct match *m, struct slab_state *st, struct str piece)
{
	bool half = piece.p[0] == '/';
	struct str list;

	if (st->open.n + piece.n + 1 >= sizeof(st->open.pieces) ||
	    (half && (!st->open.n || !st->two))) {
		slab_torn(m, st);
		return;
	}
	if (!half)
		st->open.pieces[st->open.n++] = ' ';
	memcpy(st->open.pieces + st->open.n, piece.p, piece.n);
	st->open.n += piece.n;
	list = (struct str){ st->open.pieces, st->open.n };
	if (str_find(list, STR("Average=")) == (size_t)-1 || half != st->two)
		return;
	slab_list(m, st, list);
	st->open.is_open = false;
}

/* A piece: its value stands at the opener's place in the log. */
static void slab_piece(struct match *m, void *state)
{
	struct slab_state *st = state;
	struct match at = *m;
	struct str cycles = match_group(m, "cycles"), piece = match_group(m, "piece");

	if (!st->open.is_open)
		return;
	at.pos = st->open.pos;
	at.time_ns = st->open.time_ns;
	if (piece.n && !st->open.want[0])
		slab_list_piece(&at, st, piece);
	else if (cycles.n && st->open.want[0])
		slab_cycles(&at, st, cycles);
	else if (!piece.n && !cycles.n)
		st->open.kfree = true;
}

/* Labels over columns: words, not numbers. */
static bool slab_heads(struct slab_state *st, struct str line, size_t n)
{
	struct table_row row = table_split(line);

	if (row.n != n)
		return false;
	for (size_t i = 0; i < n; i++)
		if (is_digit(row.cell[i].p[0]) || memchr(row.cell[i].p, '=', row.cell[i].n))
			return false;
	table_keep(&st->heads, &row, 0);
	return true;
}

/* Columns that have no labels are told apart by number. */
static void slab_number(const struct match *m, struct slab_state *st, size_t n)
{
	st->heads.n = n;
	for (size_t i = 0; i < n; i++)
		snprintf(st->heads.name[i], sizeof(st->heads.name[i]), "column %zu", i + 1);
	diag_warn(m->pos,
		  "slab_test: columns without a heading: taken as 'column 1' to 'column %zu'", n);
}

/* The next of "3 cycles" or "Average=13/14" without the word around the number. */
static bool slab_column(struct str *columns, struct str *number)
{
	do {
		*number = str_word(columns);
	} while (str_is(*number, "cycles"));
	if (str_starts(*number, STR("Average=")))
		*number = str_skip(*number, 8);
	return number->n != 0;
}

/* Kernels side by side: per kernel one "3 cycles", two of them, or one "Average=13/14". */
static void slab_columns(struct match *m, void *state)
{
	struct slab_state *st = state;
	struct str size = match_group(m, "bare"), columns = match_group(m, "columns"), number;
	size_t each = size.n ? 2 : 1, n = 0;

	slab_begin(m, st);
	while (slab_column(&columns, &number))
		n++;
	if (n <= TABLE_CELLS && n % each == 0 && n / each > 1 &&
	    !slab_heads(st, match_above(m, (unsigned int)each), n / each) &&
	    st->heads.n != n / each)
		slab_number(m, st, n / each);
	if (n > TABLE_CELLS || n % each || st->heads.n != n / each) {
		match_skip(m, "no heading for each column", m->msg);
		return;
	}
	if (size.n)
		EMIT_COPY(st->size, size);
	if (match_group(m, "concurrent").n)
		slab_name(st, match_group(m, "test"));
	else
		slab_single_name(m, st);
	columns = match_group(m, "columns");
	for (size_t i = 0; slab_column(&columns, &number); i++) {
		struct str source = str_of(st->heads.name[i / each]);

		if (each == 1)
			slab_numbers(m, st, source, number, none);
		else
			slab_value(m, st, source, i % 2 ? &free_metric : &alloc_metric, number,
				   none);
	}
}

static void slab_odd(struct match *m, void *state)
{
	slab_begin(m, state);
	match_skip(m, "result line in no known form", m->msg);
}

#define TIMES "^\\s*(?<loops>\\d+) times "
#define CONCURRENT                                                                      \
	"^\\s*(?<test>(?:\\w+ )?(?<concurrent>N\\*alloc N\\*free|N\\*\\(alloc free\\)|" \
	"N\\*remote free|1 alloc N free))\\((?<size>\\d+)\\)"
#define NUMBERS "\\d+(?:/\\d+)?"

#define SECTION(text)                                                                  \
	{                                                                              \
		.literal = text, .pattern = "^\\s*(?:\\d\\. )?(?<name>" text ")\\s*$", \
		.emit = slab_section                                                   \
	}

/* The same forms for each literal that such a line may hold. */
#define CONCURRENT_RULES(text)                                                                \
	{ .literal = text,                                                                    \
	  .pattern = CONCURRENT ":?(?<list>(?:\\s+\\d+=" NUMBERS ")*"                         \
				"\\s+Average=" NUMBERS ")\\s*$",                              \
	  .emit = slab_concurrent },                                                          \
		{ .literal = text,                                                            \
		  .pattern = CONCURRENT ":(?<list>(?:\\s+\\d+=" NUMBERS ")+)\\s*$",           \
		  .emit = slab_concurrent },                                                  \
		{ .literal = text,                                                            \
		  .name = "opener",                                                           \
		  .pattern = CONCURRENT ":\\s*$",                                             \
		  .emit = slab_open_concurrent },                                             \
		{ .literal = text,                                                            \
		  .pattern = CONCURRENT ":?(?<columns>(?:\\s+Average=" NUMBERS "){2,})\\s*$", \
		  .emit = slab_columns },                                                     \
	{                                                                                     \
		.literal = text, .pattern = CONCURRENT ":", .emit = slab_odd                  \
	}

static const struct rule rules[] = {
	{ .literal = " times k",
	  .pattern = TIMES "(?<test>k\\w+)\\((?<size>\\d+)\\) -> (?<alloc>\\d+) cycles "
			   "k\\w*free -> (?<free>\\d+) cycles\\s*$",
	  .emit = slab_single },
	{ .literal = " times k",
	  .pattern = TIMES "(?<test>k\\w+)\\((?<size>\\d+)\\)(?<slash>/k\\w+) -> "
			   "(?<pair>\\d+) cycles\\s*$",
	  .emit = slab_single },
	{ .literal = " times k",
	  .name = "opener",
	  .pattern = TIMES "(?<test>k\\w+)\\((?<size>\\d+)\\)(?<slash>/k\\w+)?\\s*$",
	  .emit = slab_open_single },
	{ .literal = " times k",
	  .name = "opener",
	  .pattern = TIMES "(?<test>k\\w+)(?:\\((?<size>\\d+)\\))?(?<slash>/k\\w+)? =\\s*$",
	  .emit = slab_open_old },
	{ .literal = " times ",
	  .pattern = TIMES "(?:(?<test>k\\w+)\\((?<size>\\d+)\\)(?<slash>/k\\w+)|(?<bare>\\d+))"
			   "(?<columns>(?:\\s+\\d+ cycles){2,})\\s*$",
	  .emit = slab_columns },
	{ .literal = " times kmalloc(", .pattern = TIMES "kmalloc\\(", .emit = slab_odd },
	CONCURRENT_RULES("N*alloc N*free("),
	CONCURRENT_RULES("N*(alloc free)("),
	CONCURRENT_RULES("N*remote free("),
	CONCURRENT_RULES("1 alloc N free("),
	SECTION("Single thread testing"),
	SECTION("Concurrent allocs"),
	SECTION("Remote free test"),
	SECTION("1 alloc N free test"),
	/* Other writers may get between the pieces of a line. */
	{ .after = "opener",
	  .gap = 200,
	  .pattern = "^\\s?(?:-> (?<cycles>\\d+) cycles|k\\w*free|"
		     "(?<piece>(?:\\d+|Average)=\\d+|/\\d+))\\s*$",
	  .emit = slab_piece },
};

const struct format format_slab_test = {
	.name = "slab_test",
	.summary = "slab allocator: cycles per allocation and free, by object size",
	.example = "Kmalloc N*alloc N*free(32): 0=250/960 1=246/972 Average=248/966",
	.impl = true,
	RULES(rules),
	.state_size = sizeof(struct slab_state),
	.end = slab_end,
};

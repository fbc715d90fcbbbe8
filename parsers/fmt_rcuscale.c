/* SPDX-License-Identifier: GPL-2.0-or-later */
#include <stdio.h>
#include "parsers/emit.h"
#include "parsers/params.h"

/*
 * The writers of rcuscale and rcuperf, which wait for grace periods, T being the kind of RCU:
 *
 *   T-scale:--- Start of test: gp_async=0 gp_exp=0 nreaders=1 nwriters=2 verbose=1 shutdown=0
 *   T-scale: writer 0 gps: 101
 *   T-scale: start: 3425925270 end: 14328738320 duration: 10902813050 gps: 204 batches: 201
 *   T-scale:    0 writer-duration:     0 135216150
 *
 * A writer-duration is one wait in ns: by writer and index an item. They are printed when the
 * module is unloaded, all of them at once, and logs lose some. How many there should be is told by
 * their indices, and from below by gps, which is one too few for each writer in kernels before
 * June 2021. Expedited grace periods, and those that are only asked for (gp_async), are other rows.
 */

/* Where something began, of which more is known when its lines have ended. */
struct rcuscale_place {
	struct pos pos;
	int64_t time_ns;
};

struct rcuscale_state {
	bool gp_async, gp_exp;
	/* The test that has begun and given nothing yet. */
	bool begun;
	struct rcuscale_place begun_at;
	/* A block of writer durations. */
	struct rcuscale_place at;
	uint64_t lines, missing; /* durations that are there, and those between them that are not */
	uint64_t writer, next;	 /* whose come now, and the index that is due */
	uint64_t writers_gps, gps; /* the writers' lines together, and the line of the test */
	bool said;
};

static const struct metric duration_metric = { .name = "duration",
					       .unit = "ns",
					       .better = BETTER_LOWER };
static const struct metric writer_metrics[] = {
	{ .group = "gps", .name = "gps", .unit = "count", .context = true },
	{ 0 },
};
static const struct metric test_metrics[] = {
	{ .group = "duration", .name = "test_duration", .unit = "ns", .context = true },
	{ .group = "gps", .name = "gps", .unit = "count", .context = true },
	{ .group = "batches", .name = "batches", .unit = "count", .context = true },
	{ 0 },
};

static struct rcuscale_place rcuscale_here(const struct match *m)
{
	return (struct rcuscale_place){ m->pos, m->time_ns };
}

static void rcuscale_say(const struct match *m, struct rcuscale_place at, const char *code,
			 const char *text)
{
	struct match there = *m;

	there.pos = at.pos;
	there.time_ns = at.time_ns;
	match_event(&there, code, str_of(text));
}

/* The block has ended: are all durations there? */
static void rcuscale_end_block(const struct match *m, struct rcuscale_state *st)
{
	uint64_t least = st->gps ? st->gps : st->writers_gps, whole = st->lines + st->missing;
	char text[120];

	whole = whole > least ? whole : least;
	if (st->lines < whole && (st->lines || st->gps)) {
		snprintf(text, sizeof(text),
			 "%llu of at least %llu writer durations are in the log",
			 (unsigned long long)st->lines, (unsigned long long)whole);
		diag_warn(st->at.pos, "rcuscale: %s", text);
		if (!st->said)
			rcuscale_say(m, st->at, "rcuscale.incomplete", text);
	}
	st->lines = st->missing = st->next = st->writers_gps = st->gps = 0;
	st->said = false;
}

static void rcuscale_end(struct match *m, void *state)
{
	struct rcuscale_state *st = state;

	rcuscale_end_block(m, st);
	if (st->begun) {
		diag_warn(st->begun_at.pos,
			  "rcuscale: the test began, and no writer duration came");
		rcuscale_say(m, st->begun_at, "rcuscale.unfinished",
			     "the test began, and no writer duration came");
	}
	st->begun = false;
}

static bool rcuscale_is_on(struct str value)
{
	return !value.n || !memchr("0nNfF", value.p[0], 5);
}

static void rcuscale_start(struct match *m, void *state)
{
	struct rcuscale_state *st = state;
	struct str words = match_group(m, "words");
	struct str_cut word;

	rcuscale_end(m, st);
	st->begun = true;
	st->begun_at = rcuscale_here(m);
	params_facts(m, words);
	while (params_next(&words, &word)) {
		if (str_is(word.head, "gp_async"))
			st->gp_async = rcuscale_is_on(word.tail);
		else if (str_is(word.head, "gp_exp"))
			st->gp_exp = rcuscale_is_on(word.tail);
	}
}

/* Before 6.8 the command line alone tells what is measured. */
static void rcuscale_cmdline(struct match *m, void *state)
{
	struct rcuscale_state *st = state;
	struct str words = match_group(m, "words"), word;

	while (str_next(&words, ' ', &word)) {
		struct str_cut kv = str_cut(str_rtrim(word), '='), name = str_cut(kv.head, '.');

		if (!str_is(name.head, "rcuscale") && !str_is(name.head, "rcuperf"))
			continue;
		if (str_is(name.tail, "gp_async"))
			st->gp_async = rcuscale_is_on(kv.tail);
		else if (str_is(name.tail, "gp_exp"))
			st->gp_exp = rcuscale_is_on(kv.tail);
	}
}

static void rcuscale_put(const struct match *m, const struct rcuscale_state *st,
			 const struct metric *metric, struct str text, struct str item)
{
	struct record rec;
	struct emit e = { 0 };

	emit_param(&e, "gp_async", st->gp_async ? STR("1") : STR(""));
	emit_param(&e, "gp_exp", st->gp_exp ? STR("1") : STR(""));
	emit_param(&e, "type", match_group(m, "type"));
	rec = emit_record(m, &e);
	rec.item = item;
	if (match_value(m, &rec, metric, text))
		match_put(m, &rec);
	emit_free(&e);
}

/* A writer's line, or that of the test, before the durations. */
static void rcuscale_gps(struct match *m, void *state)
{
	struct rcuscale_state *st = state;
	struct str writer = match_group(m, "writer");
	struct buf item = { 0 };
	uint64_t gps = 0;

	if (st->lines || (st->gps && writer.n))
		rcuscale_end_block(m, st);
	if (!st->writers_gps)
		st->at = rcuscale_here(m);
	match_u64(m, "gps", &gps);
	if (writer.n) {
		record_pair(&item, STR("writer"), writer);
		st->writers_gps += gps;
	} else {
		st->gps = gps;
		st->begun = false;
	}
	for (const struct metric *metric = m->rule->metrics; metric->group; metric++)
		rcuscale_put(m, st, metric, match_group(m, metric->group), buf_str(&item));
	buf_free(&item);
}

/* Which durations should have come before this one. */
static void rcuscale_gap(const struct match *m, struct rcuscale_state *st, uint64_t writer,
			 uint64_t index)
{
	char text[120];

	st->missing += index - st->next;
	if (!st->said) {
		snprintf(text, sizeof(text), "no writer durations %llu to %llu of writer %llu",
			 (unsigned long long)st->next, (unsigned long long)index - 1,
			 (unsigned long long)writer);
		rcuscale_say(m, rcuscale_here(m), "rcuscale.incomplete", text);
	}
	st->said = true;
}

static void rcuscale_duration(struct match *m, void *state)
{
	struct rcuscale_state *st = state;
	struct buf item = { 0 };
	uint64_t writer = 0, index = 0;

	match_u64(m, "writer", &writer);
	match_u64(m, "index", &index);
	/* Writers come in order, and each one's indices; otherwise another test follows. */
	if (st->lines && (writer < st->writer || (writer == st->writer && index < st->next)))
		rcuscale_end_block(m, st);
	if (!st->lines) {
		st->at = rcuscale_here(m);
		st->begun = false;
	}
	if (!st->lines || writer != st->writer)
		st->next = 0;
	st->lines++;
	st->writer = writer;
	record_pair(&item, STR("index"), match_group(m, "index"));
	record_pair(&item, STR("writer"), match_group(m, "writer"));
	rcuscale_put(m, st, &duration_metric, match_group(m, "ns"), buf_str(&item));
	if (index > st->next)
		rcuscale_gap(m, st, writer, index);
	st->next = index + 1;
	buf_free(&item);
}

/* refscale's lines begin with T-ref-scale. */
#define P "^\\s*(?<type>[a-z][\\w-]*)(?<!-ref)-(?:perf|scale):"

static const struct rule rules[] = {
	{ .literal = "writer-duration:",
	  .pattern = P "\\s+(?<writer>\\d{1,9})\\s+writer-duration:\\s+(?<index>\\d{1,9})\\s+"
		       "(?<ns>\\d+)\\s*$",
	  .emit = rcuscale_duration },
	{ .literal = "writer-duration:",
	  .single = true,
	  .pattern = P ".*writer-duration:",
	  .emit = emit_odd },
	{ .literal = " gps: ",
	  .pattern = P "\\s+writer\\s+(?<writer>\\d+)\\s+gps:\\s+(?<gps>\\d+)\\s*$",
	  .metrics = writer_metrics,
	  .emit = rcuscale_gps },
	{ .literal = " gps: ",
	  .pattern = P "\\s+start:\\s+\\d+\\s+end:\\s+\\d+\\s+duration:\\s+(?<duration>\\d+)\\s+"
		       "gps:\\s+(?<gps>\\d+)\\s+batches:\\s+(?<batches>-?\\d+)\\s*$",
	  .metrics = test_metrics,
	  .emit = rcuscale_gps },
	{ .literal = "--- Start of test:",
	  .pattern = P "\\s*--- Start of test:(?<words>(?:\\s+\\w+=-?\\w+)+)\\s*$",
	  .emit = rcuscale_start },
	{ .literal = "-scale:!!!", .pattern = P "!!!\\s", .event = "rcuscale.error" },
	{ .literal = "-perf:!!!", .pattern = P "!!!\\s", .event = "rcuscale.error" },
	{ .literal = " self-report: started ",
	  .pattern = "^\\s*rcu_scale_writer: Writer \\d+ self-report: started ",
	  .event = "rcuscale.slow_writer" },
	{ .literal = "ommand line: ",
	  .single = true,
	  .pattern = "^(?:Command|Kernel command) line: (?<words>.*\\brcu(?:scale|perf)\\.gp_.*)",
	  .emit = rcuscale_cmdline },
};

const struct format format_rcuscale = {
	.name = "rcuscale",
	.summary = "writers of rcuscale and rcuperf: time of each grace period",
	.example = "rcu-scale:    0 writer-duration:     7 44003961",
	RULES(rules),
	.state_size = sizeof(struct rcuscale_state),
	.end = rcuscale_end,
};

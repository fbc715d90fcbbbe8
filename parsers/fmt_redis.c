/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "parsers/emit.h"

/*
 * redis-benchmark, long and with -q, and the table of memtier_benchmark:
 *
 *   ====== PING_INLINE ======
 *     50 parallel clients
 *   40176.78 requests per second
 *
 *   SET: 111482.72 requests per second, p50=0.231 msec
 *
 *   Type         Ops/sec     Hits/sec   Misses/sec    Avg. Latency     p50 Latency  ...
 *   Sets        97691.81          ---          ---         0.51288         0.47900  ...
 *
 * memtier's latencies are milliseconds; of its columns those named so are read, in their order.
 */

#define REDIS_COLUMNS 12

struct redis_state {
	char test[64], clients[16], payload[16];
	char column[REDIS_COLUMNS][24];
	size_t n;
};

static void redis_test(struct match *m, void *state)
{
	struct redis_state *st = state;

	*st = (struct redis_state){ .n = 0 };
	EMIT_COPY(st->test, match_group(m, "test"));
}

static void redis_context(struct match *m, void *state)
{
	struct redis_state *st = state;

	if (match_group(m, "clients").n)
		EMIT_COPY(st->clients, match_group(m, "clients"));
	if (match_group(m, "payload").n)
		EMIT_COPY(st->payload, match_group(m, "payload"));
}

static void redis_rate(struct match *m, void *state)
{
	static const struct metric metrics[] = {
		{ .group = "rate", .name = "rate", .unit = "ops/s", .better = BETTER_HIGHER },
		{ .group = "p50", .name = "latency.p50", .unit = "ms", .better = BETTER_LOWER },
		{ 0 },
	};
	struct redis_state *st = state;
	struct str test = match_group(m, "test");
	struct emit e = { 0 };

	if (!test.n && !st->test[0]) {
		match_skip(m, "no test names it", m->msg);
		return;
	}
	if (!test.n) {
		emit_param(&e, "clients", str_of(st->clients));
		emit_param(&e, "payload", str_of(st->payload));
	}
	emit_param(&e, "test", test.n ? test : str_of(st->test));
	emit_records(m, metrics, &e);
	if (!test.n)
		st->test[0] = '\0';
}

/* "Avg. Latency" has a blank in it. */
static void memtier_head(struct match *m, void *state)
{
	struct redis_state *st = state;
	struct str text = match_group(m, "columns"), word;

	*st = (struct redis_state){ .n = 0 };
	while ((word = str_word(&text)).n) {
		if (str_is(word, "Latency") && st->n) {
			size_t at = strlen(st->column[st->n - 1]);

			str_copy(st->column[st->n - 1] + at, sizeof(st->column[0]) - at,
				 STR(" Latency"));
		} else if (st->n < REDIS_COLUMNS) {
			EMIT_COPY(st->column[st->n], word);
			st->n++;
		}
	}
}

static bool memtier_metric(struct metric *metric, const char *column)
{
	static const struct {
		const char *column, *name, *unit;
		enum better better;
	} known[] = {
		{ "Ops/sec", "rate", "ops/s", BETTER_HIGHER },
		{ "Avg. Latency", "latency", "ms", BETTER_LOWER },
		{ "Latency", "latency", "ms", BETTER_LOWER },
		{ "p50 Latency", "latency.p50", "ms", BETTER_LOWER },
		{ "p99 Latency", "latency.p99", "ms", BETTER_LOWER },
		{ "p99.9 Latency", "latency.p99.9", "ms", BETTER_LOWER },
		{ "KB/sec", "bandwidth", "kB/s", BETTER_HIGHER },
	};

	for (size_t i = 0; i < sizeof(known) / sizeof(known[0]); i++)
		if (strcmp(column, known[i].column) == 0) {
			*metric = (struct metric){ .name = known[i].name,
						   .unit = known[i].unit,
						   .better = known[i].better };
			return true;
		}
	return false;
}

static void memtier_row(struct match *m, void *state)
{
	const struct redis_state *st = state;
	struct str text = match_group(m, "cells"), word, cells[REDIS_COLUMNS];
	struct metric metric;
	struct emit e = { 0 };
	size_t n = 0;

	while ((word = str_word(&text)).n && n <= REDIS_COLUMNS) {
		if (n < REDIS_COLUMNS)
			cells[n] = word;
		n++;
	}
	if (n != st->n) {
		match_skip(m, "not as many values as columns", m->msg);
		return;
	}
	/* Nothing of this kind was done. */
	if (str_is(cells[0], "0.00"))
		return;
	emit_param(&e, "test", match_group(m, "test"));
	for (size_t i = 0; i < n; i++)
		if (is_digit(cells[i].p[0]) && memtier_metric(&metric, st->column[i]))
			emit_value(m, &e, &metric, cells[i]);
	emit_free(&e);
}

static const struct rule rules[] = {
	{ .literal = " ======",
	  .single = true,
	  .name = "test",
	  .pattern = "^\\s*====== (?<test>[A-Z]\\S*(?: \\S+)*) ======\\s*$",
	  .emit = redis_test },
	{ .after = "test",
	  .gap = 24,
	  .pattern = "^\\s*(?:(?<clients>\\d+) parallel clients|(?<payload>\\d+) bytes "
		     "payload)\\s*$",
	  .emit = redis_context },
	{ .after = "test",
	  .gap = 24,
	  .pattern = "^\\s*(?:throughput summary: )?(?<rate>\\d+\\.\\d+) requests per second\\s*$",
	  .emit = redis_rate },
	{ .literal = " requests per second, p50=",
	  .pattern =
		  "^\\s*(?<test>[A-Z][\\w ()-]{0,60}?): (?<rate>\\d+\\.\\d+) requests per second, "
		  "p50=(?<p50>\\d+\\.\\d+) msec\\s*$",
	  .emit = redis_rate },
	{ .literal = " requests per second",
	  .single = true,
	  .pattern =
		  "^\\s*(?<test>[A-Z][A-Z0-9_]+(?: \\([^()]+\\))?): (?<rate>\\d+\\.\\d+) requests "
		  "per second\\s*$",
	  .emit = redis_rate },
	{ .literal = "Misses/sec",
	  .single = true,
	  .name = "memtier",
	  .pattern = "^\\s*Type\\s+(?<columns>Ops/sec\\s+Hits/sec\\s+Misses/sec\\s.*)$",
	  .emit = memtier_head },
	{ .after = "memtier",
	  .gap = 2,
	  .pattern = "^\\s*(?<test>Sets|Gets|Waits|Totals)\\s+(?<cells>\\d[\\d.]*\\s[\\d.\\s-]*)$",
	  .emit = memtier_row },
};

const struct format format_redis = {
	.name = "redis",
	.summary = "redis-benchmark and memtier_benchmark: rate and latency by command",
	.example = "SET: 111482.72 requests per second, p50=0.231 msec",
	RULES(rules),
	.state_size = sizeof(struct redis_state),
};

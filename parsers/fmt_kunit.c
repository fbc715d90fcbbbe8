/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "parsers/emit.h"

/*
 * Benchmarks among KUnit tests, inside KTAP:
 *
 *       # Subtest: sha256
 *       # benchmark_hash: len=16: 119 MB/s
 *       # strlen_bench: len=8: 800 MB/s (10 ns/call)
 *       # benchmark: data_len=64: enc 280 MB/s, dec 387 MB/s
 *   iov_kunit_benchmark_bvec: avg 3184 uS, stddev 16 uS
 *
 * Many suites have a benchmark of the same name, so the suite is part of the row's. MB are millions
 * of bytes. The last form does not say how many times it measured.
 */

struct kunit_state {
	char suite[64];
	char last[64]; /* the test of the last avg, and how often it came in a row */
	unsigned int repeats;
};

static const struct metric metrics[] = {
	{ .group = "rate", .name = "rate", .unit = "MB/s", .better = BETTER_HIGHER },
	{ .group = "enc", .name = "encrypt", .unit = "MB/s", .better = BETTER_HIGHER },
	{ .group = "dec", .name = "decrypt", .unit = "MB/s", .better = BETTER_HIGHER },
	{ .group = "call", .name = "call", .unit = "ns", .context = true },
	{ 0 },
};
static const struct metric average_metrics[] = {
	{ .group = "avg", .name = "time", .unit = "us", .better = BETTER_LOWER, .stat = "mean" },
	{ .group = "sd", .name = "time", .unit = "us", .better = BETTER_LOWER, .stat = "sd" },
	{ 0 },
};

static void kunit_suite(struct match *m, void *state)
{
	struct kunit_state *st = state;

	EMIT_COPY(st->suite, match_group(m, "suite"));
}

static void kunit_rate(struct match *m, void *state)
{
	const struct kunit_state *st = state;
	struct emit e = { 0 };

	emit_param(&e, "data_len", match_group(m, "data_len"));
	emit_param(&e, "len", match_group(m, "len"));
	emit_param(&e, "suite", str_of(st->suite));
	emit_param(&e, "test", match_group(m, "test"));
	emit_records(m, metrics, &e);
}

static void kunit_average(struct match *m, void *state)
{
	struct kunit_state *st = state;
	struct str test = match_group(m, "test");
	struct buf nth = { 0 };
	struct emit e = { 0 };

	st->repeats = str_is(test, st->last) ? st->repeats + 1 : 1;
	EMIT_COPY(st->last, test);
	buf_printf(&nth, "%u", st->repeats);
	emit_param(&e, "suite", str_of(st->suite));
	emit_param(&e, "test", test);
	emit_item(&e, "repeat", buf_str(&nth));
	emit_records(m, average_metrics, &e);
	buf_free(&nth);
}

#define TEST "^\\s*# (?<test>[\\w.-]{1,60}): "

static const struct rule rules[] = {
	/* Those of parameters are further in, and in a suite. */
	{ .literal = "# Subtest: ",
	  .pattern = "^\\s{0,4}# Subtest: (?<suite>[\\w.-]{1,60})\\s*$",
	  .emit = kunit_suite },
	{ .literal = " MB/s",
	  .pattern = TEST "len=(?<len>\\d+):\\s+(?<rate>\\d+)\\s+MB/s"
			  "(?:\\s+\\((?<call>\\d+)\\s+ns/call\\))?\\s*$",
	  .emit = kunit_rate },
	{ .literal = " MB/s",
	  .pattern = TEST "data_len=(?<data_len>\\d+):\\s+enc\\s+(?<enc>\\d+)\\s+MB/s,"
			  "\\s+dec\\s+(?<dec>\\d+)\\s+MB/s\\s*$",
	  .emit = kunit_rate },
	{ .literal = " MB/s", .pattern = TEST "(?:data_)?len=\\d+: ", .emit = emit_odd },
	{ .literal = " uS, stddev ",
	  .pattern =
		  "^\\s*(?:# )?(?<test>\\w{1,60}): avg (?<avg>\\d+) uS, stddev (?<sd>\\d+) uS\\s*$",
	  .emit = kunit_average },
};

const struct format format_kunit = {
	.name = "kunit",
	.summary = "benchmarks of KUnit suites: throughput by length, mean times",
	.example = "    # Subtest: sha256\n"
		   "    # benchmark_hash: len=16: 119 MB/s",
	RULES(rules),
	.state_size = sizeof(struct kunit_state),
};

/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "parsers/emit.h"

/*
 * tcrypt, by cycles or, with sec=N, by operations:
 *
 *   tcrypt: testing speed of async ecb(aes) (ecb-aes-gxl) encryption
 *   tcrypt: test 0 (128 bit key, 16 byte blocks): 558165 operations in 1 seconds (8930640 bytes)
 *   tcrypt: test 0 (128 bit key, 16 byte blocks): 1 operation in 301 cycles (16 bytes)
 *   tcrypt: testing speed of async sha1 (sha1-generic)
 *   tcrypt: test  0 (   16 byte blocks,   16 bytes per update,   1 updates):    782
 *   cycles/operation,   48 cycles/byte
 *
 * Algorithm, driver and direction are in the heading alone. The number comes a second behind its
 * test, so that other lines can get between; then it is on a line of its own. The prefix is not
 * everywhere, and many kernels print it on a line before the heading.
 */

struct tcrypt_state {
	char algorithm[128], driver[128], mode[16], direction[16];
	struct {
		bool is_open;
		struct pos pos;
		int64_t time_ns;
		char key[24], block[24], update[24];
		char line[128];
	} test;
	bool tests;	    /* have come below this heading */
	unsigned int set;   /* of blocks, where the tests are left out */
	uint64_t blocks[8]; /* of this set */
	size_t nblocks;
};

static const struct metric metrics[] = {
	{ .group = "opers", .name = "rate", .unit = "ops/s", .better = BETTER_HIGHER },
	{ .group = "rate", .name = "throughput", .unit = "B/s", .context = true },
	{ .group = "cycles", .name = "cycles", .unit = "cycles", .better = BETTER_LOWER },
	{ .group = "each", .name = "cycles", .unit = "cycles", .better = BETTER_LOWER },
	{ .group = "per_byte", .name = "cycles_per_byte", .unit = "cycles", .context = true },
	{ 0 },
};

static void tcrypt_names(const struct tcrypt_state *st, struct emit *e)
{
	emit_param(e, "algorithm", str_of(st->algorithm));
	emit_param(e, "block", str_of(st->test.block));
	emit_param(e, "direction", str_of(st->direction));
	emit_param(e, "driver", str_of(st->driver));
	emit_param(e, "key", str_of(st->test.key));
	emit_param(e, "mode", str_of(st->mode));
	if (!st->tests && st->set > 1)
		emit_param(e, "set", str_of(st->set == 2 ? "2" : "3"));
	emit_param(e, "update", str_of(st->test.update));
}

/* "1447494 operations in 2 seconds": the number by the seconds. */
static void tcrypt_operations(const struct match *m, const struct tcrypt_state *st)
{
	struct emit e = { 0 };
	struct buf rate = { 0 };
	uint64_t operations, seconds;

	if (!match_u64(m, "operations", &operations) || !match_u64(m, "seconds", &seconds) ||
	    !seconds) {
		match_skip(m, "number out of range", m->msg);
		return;
	}
	record_number(&rate, (double)operations / (double)seconds);
	tcrypt_names(st, &e);
	emit_work(&e, "seconds", match_group(m, "seconds"));
	emit_value(m, &e, &metrics[0], buf_str(&rate));
	emit_free(&e);
	buf_free(&rate);
}

static void tcrypt_put(const struct match *m, const struct tcrypt_state *st)
{
	struct emit e = { 0 };

	if (match_group(m, "operations").n) {
		tcrypt_operations(m, st);
		return;
	}
	tcrypt_names(st, &e);
	emit_records(m, metrics, &e);
}

/* A test without its number is lost, which is said at its own place. */
static void tcrypt_end(struct match *m, void *state)
{
	struct tcrypt_state *st = state;
	struct match at = *m;

	at.pos = st->test.pos;
	at.msg = str_of(st->test.line);
	if (st->test.is_open)
		match_skip(&at, "test without its number", at.msg);
	st->test.is_open = false;
}

static void tcrypt_heading(struct match *m, void *state)
{
	struct tcrypt_state *st = state;

	tcrypt_end(m, st);
	st->tests = false;
	st->set = 1;
	st->nblocks = 0;
	EMIT_COPY(st->algorithm, match_group(m, "algorithm"));
	EMIT_COPY(st->driver, match_group(m, "driver"));
	EMIT_COPY(st->mode, match_group(m, "mode"));
	EMIT_COPY(st->direction, match_group(m, "direction"));
}

static void tcrypt_test(struct match *m, void *state)
{
	struct tcrypt_state *st = state;

	tcrypt_end(m, st);
	st->tests = true;
	EMIT_COPY(st->test.key, match_group(m, "key"));
	EMIT_COPY(st->test.block, match_group(m, "block"));
	EMIT_COPY(st->test.update, match_group(m, "update"));
	if (match_group(m, "value").n) {
		tcrypt_put(m, st);
		return;
	}
	st->test.is_open = true;
	EMIT_COPY(st->test.line, m->msg);
	st->test.pos = m->pos;
	st->test.time_ns = m->time_ns;
}

/*
 * "1 operation in 1504 cycles (1024 bytes)" right below the heading: people cut the tests off. One
 * operation's bytes are the block; a block that comes again is of another key.
 */
static void tcrypt_bare(struct match *m, struct tcrypt_state *st)
{
	uint64_t block;

	if (!st->algorithm[0] || !match_u64(m, "bytes", &block)) {
		match_skip(m, "the test is missing", m->msg);
		return;
	}
	for (size_t i = 0; i < st->nblocks; i++)
		if (st->blocks[i] == block) {
			st->set++;
			st->nblocks = 0;
		}
	if (st->set > 3 || st->nblocks == sizeof(st->blocks) / sizeof(st->blocks[0])) {
		match_skip(m, "the test is missing", m->msg);
		return;
	}
	st->blocks[st->nblocks++] = block;
	st->test.key[0] = st->test.update[0] = '\0';
	EMIT_COPY(st->test.block, match_group(m, "bytes"));
	tcrypt_put(m, st);
}

/* A number on a line of its own: it stands at its test's place in the log. */
static void tcrypt_value(struct match *m, void *state)
{
	struct tcrypt_state *st = state;
	struct match at = *m;

	if (!st->test.is_open) {
		if (!st->tests)
			tcrypt_bare(m, st);
		return;
	}
	at.pos = st->test.pos;
	at.time_ns = st->test.time_ns;
	st->test.is_open = false;
	tcrypt_put(&at, st);
}

static void tcrypt_odd(struct match *m, void *state)
{
	tcrypt_end(m, state);
	emit_odd(m, state);
}

#define PREFIX "^\\s*(?:tcrypt:\\s*)?"
#define TEST                                                                                 \
	PREFIX "test\\s*\\d+\\s+\\((?:(?<key>\\d+) bit key,)?\\s*(?<block>\\d+) byte blocks" \
	       "(?:,\\s*(?<update>\\d+) bytes per update,\\s*\\d+ updates)?\\):"
#define VALUE                                                                                 \
	"(?<value>(?<operations>\\d+)\\s+operations\\s+in\\s+(?<seconds>\\d+)\\s+seconds\\s+" \
	"\\(\\d+\\s+bytes\\)|(?<opers>\\d+)\\s+opers/sec,\\s+(?<rate>\\d+)\\s+bytes/sec|"     \
	"1\\s+operation\\s+in\\s+(?<cycles>\\d+)\\s+cycles\\s+\\((?<bytes>\\d+)\\s+bytes\\)|" \
	"(?<each>\\d+)\\s+cycles/operation,\\s+(?<per_byte>\\d+)\\s+cycles/byte)\\s*$"

static const struct rule rules[] = {
	{ .literal = "testing speed of ",
	  .name = "test",
	  .pattern = PREFIX "testing speed of (?:(?<mode>async|sync|multibuffer) )?"
			    "(?<algorithm>\\S+)(?: \\((?<driver>\\S+)\\))?"
			    "(?: (?<direction>encryption|decryption))?\\s*$",
	  .emit = tcrypt_heading },
	{ .literal = " byte blocks", .pattern = TEST "\\s*" VALUE, .emit = tcrypt_test },
	{ .literal = " byte blocks", .name = "test", .pattern = TEST "\\s*$", .emit = tcrypt_test },
	{ .literal = " byte blocks", .pattern = TEST, .emit = tcrypt_odd },
	{ .after = "test", .gap = 200, .pattern = PREFIX VALUE, .emit = tcrypt_value },
};

const struct format format_tcrypt = {
	.name = "tcrypt",
	.summary = "tcrypt: operations per second or cycles, by algorithm, key and block",
	.example = "tcrypt: testing speed of async ecb(aes) (ecb-aes-gxl) encryption\n"
		   "tcrypt: test 0 (128 bit key, 16 byte blocks): 558165 operations in 1 seconds "
		   "(8930640 bytes)",
	RULES(rules),
	.state_size = sizeof(struct tcrypt_state),
	.end = tcrypt_end,
};

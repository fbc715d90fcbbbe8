/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "parsers/emit.h"

/*
 * dmatest, a line a thread:
 *
 *   dmatest: dma0chan0-copy0: summary 10 tests, 0 failures 6910.84 iops 67035 KB/s (0)
 *
 * Its KB are KiB. Threads are items of one row. A failure waits for a time-out, so the numbers of
 * such a thread mean nothing.
 */

static const struct metric metrics[] = {
	{ .group = "iops", .name = "rate", .unit = "ops/s", .better = BETTER_HIGHER },
	{ .group = "kib", .name = "throughput", .unit = "KiB/s", .better = BETTER_HIGHER },
	{ 0 },
};

static void dmatest_failed(struct match *m, void *state)
{
	(void)state;
	match_event(m, "dmatest.failed", m->msg);
	match_skip(m, "the test failed", m->msg);
}

#define SUMMARY "^\\s*dmatest: (?<i_thread>[\\w.-]+): summary (?<w_tests>\\d+) tests?, "

static const struct rule rules[] = {
	{ .literal = ": summary ",
	  .pattern = SUMMARY "0\\s+failures\\s+(?<iops>\\d+(?:\\.\\d+)?)\\s+iops"
			     "(?:\\s+(?<kib>\\d+)\\s+KB/s(?:\\s+\\(0\\))?)?\\s*$",
	  .metrics = metrics },
	{ .literal = ": summary ",
	  .pattern = SUMMARY "0*[1-9]\\d*\\s+failures",
	  .emit = dmatest_failed },
	{ .literal = ": summary ", .pattern = SUMMARY "\\d+\\s", .emit = emit_odd },
};

const struct format format_dmatest = {
	.name = "dmatest",
	.summary = "dmatest: operations and throughput by thread",
	.example = "dmatest: dma0chan0-copy0: summary 10 tests, 0 failures 6910.84 iops "
		   "67035 KB/s (0)",
	RULES(rules),
};

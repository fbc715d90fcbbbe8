/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "parsers/emit.h"

/*
 * test_bpf, nanoseconds a run by test and sub-test:
 *
 *   test_bpf: #0 TAX jited:1 145 19 19 PASS
 *
 * The number in front of a name moves when tests are added, so the name alone counts. A test that
 * failed has no times.
 */

static const struct metric time_metric = { .name = "time", .unit = "ns", .better = BETTER_LOWER };

static void test_bpf_times(struct match *m, void *state)
{
	struct str times = match_group(m, "times"), time;
	unsigned int sub = 0;

	(void)state;
	times = str_trim(times);
	while (str_next(&times, ' ', &time)) {
		struct buf nth = { 0 };
		struct emit e = { 0 };

		buf_printf(&nth, "%u", sub++);
		emit_param(&e, "jited", match_group(m, "jited"));
		emit_param(&e, "sub", buf_str(&nth));
		emit_param(&e, "test", match_group(m, "test"));
		emit_value(m, &e, &time_metric, time);
		emit_free(&e);
		buf_free(&nth);
	}
}

static const struct rule rules[] = {
	{ .literal = "test_bpf: #",
	  .pattern = "^\\s*test_bpf: #\\d+ (?<test>(?:(?!test_bpf: #).)+?) jited:(?<jited>[01])"
		     "(?<times>(?: \\d+)+) PASS\\s*$",
	  .emit = test_bpf_times },
	{ .literal = "test_bpf: #",
	  .pattern = "^\\s*test_bpf: #\\d+ .*FAIL(?: \\(\\d+ times\\))?\\s*$",
	  .event = "test_bpf.failed" },
};

const struct format format_test_bpf = {
	.name = "test_bpf",
	.summary = "test_bpf: time of BPF programs by test",
	.example = "test_bpf: #0 TAX jited:1 145 19 19 PASS",
	RULES(rules),
};

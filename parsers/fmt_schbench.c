/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "parsers/emit.h"

/*
 * schbench, of old with a single table without runtime and samples:
 *
 *   Wakeup Latencies percentiles (usec) runtime 30 (s) (1195936 total samples)
 *   	  50.0th: 7          (270424 samples)
 *   	* 99.0th: 14         (97404 samples)
 *   	  min=1, max=3500
 *   RPS percentiles (requests) runtime 30 (s) (31 total samples)
 *   	  20.0th: 3620       (7 samples)
 *   average rps: 3626.03
 *
 * It prints its tables again and again, each over all that has been; the runtime tells them apart,
 * and is a part of the row's name.
 */

struct schbench_state {
	char what[32], runtime[24];
};

static void schbench_header(struct match *m, void *state)
{
	static const char *const names[][2] = { { "Wakeup Latencies", "wakeup latency" },
						{ "Request Latencies", "request latency" },
						{ "Latency", "latency" },
						{ "RPS", "rps" } };
	struct schbench_state *st = state;

	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++)
		if (str_is(match_group(m, "what"), names[i][0]))
			EMIT_COPY(st->what, str_of(names[i][1]));
	EMIT_COPY(st->runtime, match_group(m, "runtime"));
}

static void schbench_row(struct match *m, void *state)
{
	const struct schbench_state *st = state;
	struct str at = match_group(m, "at"), max = match_group(m, "max");
	bool rps = str_is(str_of(st->what), "rps");
	struct metric metric = { .unit = rps ? "ops/s" : "us",
				 .better = rps ? BETTER_HIGHER : BETTER_LOWER };
	struct emit e = { 0 };
	struct buf name = { 0 };

	if (max.n && rps)
		metric.context = true;
	else if (max.n)
		metric.fold = FOLD_MAX;
	while (str_find(at, STR(".")) != (size_t)-1 && memchr("0.", at.p[at.n - 1], 2)) {
		at.n--;
		if (at.p[at.n] == '.')
			break;
	}
	if (max.n)
		buf_printf(&name, "%s.max", st->what);
	else
		buf_printf(&name, "%s.p%.*s", st->what, (int)at.n, at.p);
	buf_char(&name, '\0');
	metric.name = name.v;
	emit_param(&e, "runtime", str_of(st->runtime));
	emit_value(m, &e, &metric, max.n ? max : match_group(m, "value"));
	emit_free(&e);
	buf_free(&name);
}

static const struct metric average[] = {
	{ .group = "rps", .name = "rps", .unit = "ops/s", .better = BETTER_HIGHER },
	{ 0 },
};

static const struct rule rules[] = {
	{ .literal = " percentiles (",
	  .name = "header",
	  .pattern = "^\\s*(?<what>Wakeup Latencies|Request Latencies|Latency|RPS) percentiles "
		     "\\((?:usec|requests)\\)(?: runtime (?<runtime>\\d+) \\(s\\))?"
		     "(?: \\(\\d+ (?:total )?samples\\))?\\s*$",
	  .emit = schbench_header },
	{ .after = "header",
	  .pattern = "^\\s*(?:\\*\\s*)?(?<at>\\d{1,2}\\.\\d{1,4})th:\\s+(?<value>\\d+)"
		     "(?:\\s+\\(\\d+ samples\\))?\\s*$|"
		     "^\\s*(?:Over=\\d+, )?min=\\d+, max=(?<max>\\d+)\\s*$",
	  .emit = schbench_row },
	{ .literal = "average rps:",
	  .pattern = "^\\s*average rps: (?<rps>\\d+\\.\\d+)\\s*$",
	  .metrics = average },
};

const struct format format_schbench = {
	.name = "schbench",
	.summary = "schbench: percentiles of latencies, requests per second",
	.example = "Latency percentiles (usec)\n\t50.0000th: 8",
	RULES(rules),
	.state_size = sizeof(struct schbench_state),
};

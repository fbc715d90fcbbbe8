/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "parsers/emit.h"

/*
 * netperf: a title names the test, headings in three or four lines tell the unit, and the numbers
 * stand in one row:
 *
 *   MIGRATED TCP STREAM TEST from 0.0.0.0 (0.0.0.0) port 0 AF_INET to 127.0.0.1 () port 0 AF_INET
 *   Recv   Send    Send
 *   Socket Socket  Message  Elapsed
 *   Size   Size    Size     Time     Throughput
 *   bytes  bytes   bytes    secs.    10^6bits/sec
 *
 *    87380  16384  16384    10.00    9415.32
 *
 * Request/response tests count transactions per second. UDP_STREAM has a second row, of what has
 * arrived.
 */

struct netperf_state {
	char test[48];
	const char *unit; /* of a stream's throughput */
	char size[24];	  /* of a UDP message, for the receiver's row */
};

static void netperf_title(struct match *m, void *state)
{
	struct netperf_state *st = state;

	*st = (struct netperf_state){ .unit = NULL };
	EMIT_COPY(st->test, match_group(m, "test"));
}

static void netperf_unit(struct match *m, void *state)
{
	static const struct {
		const char *spelled, *unit;
	} units[] = { { "10^0", "bit/s" },  { "10^3", "kbit/s" },  { "10^6", "Mbit/s" },
		      { "10^9", "Gbit/s" }, { "KBytes", "KiB/s" }, { "MBytes", "MiB/s" },
		      { "GBytes", "GiB/s" } };
	struct netperf_state *st = state;

	for (size_t i = 0; i < sizeof(units) / sizeof(units[0]); i++)
		if (str_is(match_group(m, "unit"), units[i].spelled))
			st->unit = units[i].unit;
}

static void netperf_put(const struct match *m, const struct netperf_state *st,
			const struct metric *metric, const char *end)
{
	struct emit e = { 0 };

	emit_param(&e, "end", str_of(end));
	emit_param(&e, "request", match_group(m, "request"));
	emit_param(&e, "response", match_group(m, "response"));
	emit_param(&e, "size", str_of(st->size));
	emit_param(&e, "test", str_of(st->test));
	emit_value(m, &e, metric, match_group(m, "value"));
	emit_free(&e);
}

static bool netperf_is(const struct netperf_state *st, const char *word)
{
	return str_find(str_of(st->test), str_of(word)) != (size_t)-1;
}

static void netperf_stream(struct match *m, void *state)
{
	struct netperf_state *st = state;
	bool udp = netperf_is(st, "UDP");
	struct metric metric = { .name = "throughput", .unit = st->unit, .better = BETTER_HIGHER };

	if (!st->unit)
		return;
	if (match_group(m, "size").n)
		EMIT_COPY(st->size, match_group(m, "size"));
	netperf_put(m, st, &metric, !udp ? NULL : match_group(m, "size").n ? "send" : "receive");
	if (!udp || !match_group(m, "size").n)
		*st = (struct netperf_state){ .unit = NULL };
}

static void netperf_rate(struct match *m, void *state)
{
	static const struct metric metric = { .name = "rate",
					      .unit = "ops/s",
					      .better = BETTER_HIGHER };
	struct netperf_state *st = state;

	if (!netperf_is(st, "equest") && !netperf_is(st, "REQUEST"))
		return;
	netperf_put(m, st, &metric, NULL);
	st->test[0] = '\0';
}

/* The rows of one test would match those of another: only its own are tried, by their length. */
#define INT	"\\d+\\s+"
#define DECIMAL "\\d+\\.\\d+"
#define CPU	"(?:\\s+-?\\d+\\.\\d+){0,4}\\s*$"

static const struct rule rules[] = {
	{ .literal = " TEST from ",
	  .single = true,
	  .name = "stream",
	  .pattern = "^\\s*(?:MIGRATED )?(?<test>TCP (?:STREAM|MAERTS|SENDFILE)) TEST from .*$",
	  .emit = netperf_title },
	{ .literal = " TEST from ",
	  .single = true,
	  .name = "udp",
	  .pattern = "^\\s*(?:MIGRATED )?(?<test>UDP STREAM) TEST from .*$",
	  .emit = netperf_title },
	{ .literal = " TEST from ",
	  .single = true,
	  .name = "rr",
	  .pattern = "^\\s*(?:MIGRATED )?(?<test>(?:TCP|UDP|SCTP) (?:REQUEST/RESPONSE|"
		     "Connect/Request/Response)) TEST from .*$",
	  .emit = netperf_title },
	{ .literal = "bits/sec",
	  .pattern = "^\\s*(?i:bytes)\\s+bytes\\s.*secs\\b.*\\s(?<unit>10\\^[0369])bits/sec"
		     "(?:\\s.*)?$",
	  .emit = netperf_unit },
	{ .literal = "ytes  /sec",
	  .pattern = "^\\s*(?i:bytes)\\s+bytes\\s.*secs\\b.*\\s(?<unit>[KMG]Bytes)\\s+/sec"
		     "(?:\\s.*)?$",
	  .emit = netperf_unit },
	{ .after = "stream",
	  .gap = 8,
	  .pattern = "^\\s*" INT INT "(?<size>\\d+)\\s+" DECIMAL "\\s+(?<value>" DECIMAL ")" CPU,
	  .emit = netperf_stream },
	{ .after = "udp",
	  .gap = 8,
	  .pattern = "^\\s*" INT "(?<size>\\d+)\\s+" DECIMAL "\\s+" INT INT "(?<value>" DECIMAL
		     ")" CPU,
	  .emit = netperf_stream },
	{ .after = "udp",
	  .gap = 8,
	  .pattern = "^\\s*" INT DECIMAL "\\s+" INT "(?<value>" DECIMAL ")" CPU,
	  .emit = netperf_stream },
	{ .after = "rr",
	  .gap = 8,
	  .pattern = "^\\s*" INT INT "(?<request>\\d+)\\s+(?<response>\\d+)\\s+" DECIMAL
		     "\\s+(?<value>" DECIMAL ")" CPU,
	  .emit = netperf_rate },
};

const struct format format_netperf = {
	.name = "netperf",
	.summary = "netperf: throughput of streams, transactions per second",
	.example = "MIGRATED TCP REQUEST/RESPONSE TEST from 0.0.0.0 () port 0 AF_INET\n"
		   "16384  87380  1        1       10.00    12345.67",
	RULES(rules),
	.state_size = sizeof(struct netperf_state),
};

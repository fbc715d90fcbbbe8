/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "parsers/emit.h"

/*
 * iperf3: the rows of its end alone, which say whose they are; those of the intervals do not.
 *
 *   [  5]   0.00-10.00  sec   736 MBytes   618 Mbits/sec   71             sender
 *   [SUM]   0.00-10.00  sec   733 MBytes   615 Mbits/sec                  receiver
 *   [  5]   0.00-10.00  sec   128 KBytes  1.05 Mbits/sec  0.003 ms  0/4 (0%)  receiver
 *
 * Streams are items, the SUM is the value of all. Of the bits K is 1000, of the bytes 1024.
 */

static const struct {
	const char *spelled, *unit;
} units[] = {
	{ "bits", "bit/s" }, { "Kbits", "kbit/s" }, { "Mbits", "Mbit/s" }, { "Gbits", "Gbit/s" },
	{ "Bytes", "B/s" },  { "KBytes", "KiB/s" }, { "MBytes", "MiB/s" }, { "GBytes", "GiB/s" },
};

static void iperf_row(struct match *m, void *state)
{
	static const struct metric others[] = {
		{ .group = "retr", .name = "retransmits", .unit = "count", .better = BETTER_LOWER },
		{ .group = "jitter", .name = "jitter", .unit = "ms", .better = BETTER_LOWER },
		{ .group = "lost", .name = "lost", .unit = "%", .better = BETTER_LOWER },
	};
	struct metric rate = { .name = "rate", .better = BETTER_HIGHER };
	struct str at = match_group(m, "end");
	struct emit e = { 0 };

	(void)state;
	for (size_t i = 0; i < sizeof(units) / sizeof(units[0]); i++)
		if (str_is(match_group(m, "unit"), units[i].spelled))
			rate.unit = units[i].unit;
	emit_param(&e, "end", at);
	emit_param(&e, "role", match_group(m, "role"));
	emit_item(&e, "stream", match_group(m, "stream"));
	emit_value(m, &e, &rate, match_group(m, "rate"));
	/* The sender does not know jitter and loss, and prints 0. */
	for (size_t i = 0; i < (str_is(at, "receiver") ? 3 : 1); i++)
		emit_value(m, &e, &others[i], match_group(m, others[i].group));
	emit_free(&e);
}

/* --timestamps */
#define STAMP                                                                 \
	"^\\s*(?:(?:\\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d:\\d\\d )?[A-Z]{3,5} |" \
	"[A-Z][a-z]{2} [A-Z][a-z]{2} [ \\d]\\d \\d\\d:\\d\\d:\\d\\d \\d{4} )?"
#define ROW(units)                                                                        \
	STAMP "\\[(?:\\s*(?<stream>\\d+)|SUM)\\](?:\\[(?<role>[TR]X-[CS])\\])?\\s+"       \
	      "[\\d.]+-\\s*[\\d.]+\\s+sec\\s+[\\d.]+ [KMGT]?Bytes\\s+"                    \
	      "(?<rate>\\d+(?:\\.\\d+)?) (?<unit>" units ")/sec(?:\\s+(?<retr>\\d+))?"    \
	      "(?:\\s+(?<jitter>[\\d.]+) ms\\s+\\d+/\\d+ \\((?<lost>[\\d.e-]+)%\\))?\\s+" \
	      "(?<end>sender|receiver)\\s*$"

static const struct rule rules[] = {
	{ .literal = "bits/sec", .single = true, .pattern = ROW("[KMG]?bits"), .emit = iperf_row },
	{ .literal = "Bytes/sec",
	  .single = true,
	  .pattern = ROW("[KMG]?Bytes"),
	  .emit = iperf_row },
	{ .literal = "bits/sec",
	  .single = true,
	  .pattern = STAMP "\\[\\s*(?:\\d+|SUM)\\].*\\s(?:sender|receiver)\\s*$",
	  .emit = emit_odd },
};

const struct format format_iperf3 = {
	.name = "iperf3",
	.summary = "iperf3: bit rate of sender and receiver, retransmits, jitter",
	.example = "[  5]   0.00-10.00  sec   736 MBytes   618 Mbits/sec   71             sender",
	RULES(rules),
};

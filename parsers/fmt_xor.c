/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "parsers/emit.h"

/*
 * Boot-time speed of the xor functions:
 *
 *   xor: measuring software checksum speed
 *      prefetch64-sse  : 13382 MB/sec
 *      generic_sse     : 13081 MB/sec
 *   xor: using function: prefetch64-sse (13382 MB/sec)
 *
 * The rows have no prefix, so they count only between the first line and the last, which repeats
 * one of them. Where a function is set, older kernels measure it alone:
 *
 *   xor: automatically using best checksumming function   avx
 *      avx       : 35284.000 MB/sec
 *
 * Before 2.6.32 the lines began with "raid5: ". Whole numbers are MB; those with three decimals,
 * before 5.10, are thousands of KiB. Where the clock is too coarse the kernel divides by nothing:
 * negative, or without end.
 */

struct xor_state {
	bool open, one;	   /* rows may come; only that of the one function */
	char function[32]; /* its name, if known */
	bool rows;	   /* have come since the opener */
	bool said;	   /* that of the one function has, and may come again */
};

static const struct metric metrics[] = {
	{ .group = "mb", .name = "speed", .unit = "MB/s", .better = BETTER_HIGHER },
	{ .group = "kkib", .name = "speed", .unit = "1000KiB/s", .better = BETTER_HIGHER },
	{ 0 },
};

static void xor_open(struct match *m, void *state)
{
	struct xor_state *st = state;

	st->open = true;
	st->rows = st->said = false;
	st->one = match_group(m, "auto").n != 0;
	EMIT_COPY(st->function, match_group(m, "function"));
}

static void xor_put(struct match *m)
{
	struct emit e = { 0 };

	emit_param(&e, "function", match_group(m, "function"));
	emit_records(m, metrics, &e);
}

static void xor_row(struct match *m, void *state)
{
	struct xor_state *st = state;
	struct str function = match_group(m, "function");

	if (!st->open || (st->one && st->function[0] && !str_is(function, st->function)))
		return;
	st->open = !st->one;
	st->said = st->one;
	st->rows = true;
	if (match_group(m, "wrong").n)
		match_skip(m, "no speed can be negative", m->msg);
	else
		xor_put(m);
}

/* A row again, unless an excerpt has nothing but this. */
static void xor_using(struct match *m, void *state)
{
	struct xor_state *st = state;

	if (!st->said && (!st->open || !st->rows))
		xor_put(m);
	st->open = st->said = false;
}

/* Web pages and mailers put no-break spaces where blanks were. */
#define SP "(?:[ \\t]|\xc2\xa0)"
#define SPEED                                                           \
	"(?:(?<kkib>\\d+\\.\\d{3})|(?<mb>\\d+)|(?<wrong>-\\d+))" SP "+" \
	"MB/sec"

static const struct rule rules[] = {
	{ .literal = "xor: measuring software checksum speed",
	  .name = "rows",
	  .pattern = "^xor: measuring software checksum speed\\s*$",
	  .emit = xor_open },
	{ .literal = "raid5: measuring checksumming speed",
	  .name = "rows",
	  .pattern = "^raid5: measuring checksumming speed\\s*$",
	  .emit = xor_open },
	{ .literal = ": automatically using best checksumming function",
	  .name = "rows",
	  .pattern = "^(?:xor|raid5): (?<auto>automatically) using best checksumming function:?" SP
		     "*(?<function>[\\w-]*)\\s*$",
	  .emit = xor_open },
	/* The speed of one is measured in 10 to 50 ms, in which others print. */
	{ .after = "rows",
	  .gap = 50,
	  .pattern = "^" SP "*(?<function>[\\w-]+)" SP "*:" SP "*" SPEED "\\s*$",
	  .emit = xor_row },
	{ .literal = ": using function: ",
	  .pattern = "^(?:xor|raid5): using function:" SP "+(?<function>[\\w-]+)" SP "+\\(" SPEED
		     "\\)\\s*$",
	  .emit = xor_using },
};

const struct format format_xor = {
	.name = "xor",
	.summary = "boot-time speed of the xor functions of RAID",
	.example = "xor: measuring software checksum speed\n"
		   "   prefetch64-sse  : 13382 MB/sec",
	RULES(rules),
	.state_size = sizeof(struct xor_state),
};

/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "parsers/emit.h"

/*
 * Boot-time speed of the RAID 6 algorithms:
 *
 *   raid6: avx2x4   gen() 36354 MB/s
 *   raid6: avx2x4   xor()  5159 MB/s
 *   raid6: using algorithm avx2x4 gen() 36354 MB/s
 *   raid6: .... xor() 5159 MB/s, rmw enabled
 *
 * The last two repeat rows, and are none of their own. Kernels after 5.10 measure xor() of the
 * chosen algorithm alone, and print it in the last line alone; the line before names it.
 *
 * What the kernel calls MB were MiB up to 6.1 at least, and are MB in 7.3. The lines are the same,
 * so the unit is one that converts into none.
 */

#define RAID6_ROWS 32

struct raid6_state {
	uint64_t gen[RAID6_ROWS]; /* hashes of the algorithms whose row has come */
	size_t n;
	bool has_xor; /* rows of xor() have come */
	bool chosen;  /* the last lines have come: the next row is of another measurement */
	char algorithm[32];
};

static const struct metric metrics[] = {
	{ .group = "gen", .name = "gen", .unit = "M(i)B/s", .better = BETTER_HIGHER },
	{ .group = "old", .name = "gen", .unit = "M(i)B/s", .better = BETTER_HIGHER },
	{ .group = "xor", .name = "xor", .unit = "M(i)B/s", .better = BETTER_HIGHER },
	{ 0 },
};

static void raid6_put(const struct match *m, struct str algorithm)
{
	struct emit e = { 0 };

	emit_param(&e, "algorithm", algorithm);
	emit_records(m, metrics, &e);
}

static void raid6_row(struct match *m, void *state)
{
	struct raid6_state *st = state;
	struct str algorithm = match_group(m, "algorithm");

	if (st->chosen)
		*st = (struct raid6_state){ 0 };
	if (match_group(m, "xor").n)
		st->has_xor = true;
	else if (st->n < RAID6_ROWS)
		st->gen[st->n++] = str_hash(algorithm, STR_HASH_SEED);
	raid6_put(m, algorithm);
}

/* The chosen gen() is a row again, unless an excerpt has nothing but this. */
static void raid6_gen(struct match *m, void *state)
{
	struct raid6_state *st = state;
	struct str algorithm = match_group(m, "algorithm");
	uint64_t hash = str_hash(algorithm, STR_HASH_SEED);
	size_t i = 0;

	while (i < st->n && st->gen[i] != hash)
		i++;
	if (i == st->n)
		raid6_put(m, algorithm);
	EMIT_COPY(st->algorithm, algorithm);
	st->chosen = true;
}

/* Its xor() is a row again, or the only one; an algorithm that was named before is not meant. */
static void raid6_xor(struct match *m, void *state)
{
	struct raid6_state *st = state;

	if (!st->has_xor && st->algorithm[0])
		raid6_put(m, str_of(st->algorithm));
	else if (!st->has_xor)
		match_skip(m, "the line above that names the algorithm is missing", m->msg);
	*st = (struct raid6_state){ .chosen = true };
}

/* Web pages and mailers put no-break spaces where blanks were. */
#define SP "(?:[ \\t]|\xc2\xa0)"
/* A script of the initramfs may have left its line open. */
#define RAID6 "(?:^" SP "*|\\.\\.\\. \\[ *\\d+\\.\\d+\\] )raid6:" SP "+"
#define GEN   "gen\\(\\)" SP "+(?<gen>\\d+)" SP "+MB/s"
#define XOR   "xor\\(\\)" SP "+(?<xor>\\d+)" SP "+MB/s"

/* Before 4.0, which measured gen() alone. */
#define OLD "(?<old>\\d+)" SP "+MB/s"

static const struct rule rules[] = {
	{ .literal = "raid6: ",
	  .pattern = RAID6 "(?<algorithm>\\w+)" SP "+(?:" GEN "|" XOR "|" OLD ")\\s*$",
	  .emit = raid6_row },
	{ .literal = "raid6: ",
	  .pattern = RAID6 "using" SP "+algorithm" SP "+(?<algorithm>\\w+)" SP "+(?:" GEN "|\\(" OLD
			   "\\))\\s*$",
	  .emit = raid6_gen },
	{ .literal = "raid6: ",
	  .pattern = RAID6 "\\.{4}" SP "+" XOR "(?:,\\s*rmw\\s+\\w+)?\\s*$",
	  .emit = raid6_xor },
	{ .literal = "raid6: ",
	  .pattern = RAID6 "(?:\\w+|\\.{4})" SP "+(?:gen|xor)\\(\\)" SP "+-?\\d",
	  .emit = emit_odd },
};

const struct format format_raid6 = {
	.name = "raid6",
	.summary = "boot-time speed of the RAID 6 algorithms: gen() and xor()",
	.example = "raid6: avx2x4   gen() 36354 MB/s",
	RULES(rules),
	.state_size = sizeof(struct raid6_state),
};

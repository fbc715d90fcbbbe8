/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "parsers/emit.h"

/*
 * rbtree_test and interval_tree_test, cycles by tree and test:
 *
 *   rbtree testing
 *    -> test 1 (latency of nnodes insert+delete): 10636 cycles
 *    -> test 4 (latency to fetch first node)
 *           non-cached: 19 cycles
 *           cached: 0 cycles
 *   augmented rbtree testing
 *   interval tree insert/remove
 *    -> 10398 cycles
 *   interval tree search
 *    -> 40134 cycles (2692 results)
 *
 * Earlier kernels have " -> 20477 cycles" behind the first line, or on the next.
 */

struct rbtree_state {
	char tree[40], test[64];
};

static const struct metric metrics[] = {
	{ .group = "cycles", .name = "cycles", .unit = "cycles", .better = BETTER_LOWER },
	{ 0 },
};

static void rbtree_put(const struct match *m, const struct rbtree_state *st, struct str test)
{
	struct emit e = { 0 };

	emit_param(&e, "cache", match_group(m, "cache"));
	emit_param(&e, "test", test);
	emit_param(&e, "tree", str_of(st->tree));
	emit_records(m, metrics, &e);
}

static void rbtree_open(struct match *m, void *state)
{
	struct rbtree_state *st = state;

	EMIT_COPY(st->tree, match_group(m, "tree"));
	st->test[0] = '\0';
	if (match_group(m, "cycles").n)
		rbtree_put(m, st, str_of(st->test));
}

static void rbtree_row(struct match *m, void *state)
{
	struct rbtree_state *st = state;

	EMIT_COPY(st->test, match_group(m, "test"));
	if (match_group(m, "cycles").n)
		rbtree_put(m, st, str_of(st->test));
}

static void rbtree_cache(struct match *m, void *state)
{
	const struct rbtree_state *st = state;

	rbtree_put(m, st, str_of(st->test));
}

#define CYCLES "(?<cycles>\\d+) cycles"

static const struct rule rules[] = {
	{ .literal = "rbtree testing",
	  .name = "tree",
	  .pattern = "^\\s*(?<tree>(?:augmented )?rbtree) testing(?:\\s*-> " CYCLES ")?\\s*$",
	  .emit = rbtree_open },
	{ .literal = "interval tree ",
	  .name = "tree",
	  .pattern = "^\\s*(?<tree>interval tree (?:insert/remove|search))(?:\\s*-> " CYCLES
		     "(?: \\(\\d+ results\\))?)?\\s*$",
	  .emit = rbtree_open },
	{ .after = "tree",
	  .gap = 50,
	  .pattern = "^\\s*-> (?:test \\d+ \\((?:latency of |latency to )?"
		     "(?<test>[^)]{1,60})\\)(?:: " CYCLES ")?)\\s*$",
	  .emit = rbtree_row },
	{ .after = "tree",
	  .gap = 50,
	  .pattern = "^\\s*-> " CYCLES "(?: \\(\\d+ results\\))?\\s*$",
	  .emit = rbtree_row },
	{ .after = "tree",
	  .gap = 50,
	  .pattern = "^\\s*(?<cache>(?:non-)?cached): " CYCLES "\\s*$",
	  .emit = rbtree_cache },
};

const struct format format_rbtree = {
	.name = "rbtree",
	.summary = "rbtree_test and interval_tree_test: cycles by tree and test",
	.example = "rbtree testing\n"
		   " -> test 1 (latency of nnodes insert+delete): 10636 cycles",
	RULES(rules),
	.state_size = sizeof(struct rbtree_state),
};

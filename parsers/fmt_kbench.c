/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "parsers/params.h"

/*
 * The lines of bench-kmod around its results, which are in the established forms of other formats:
 *
 *   kbench: start workload=slab impl=kbench cpus=2 reps=3 count=10000
 *   kbench: end workload=slab status=0
 *
 * They are facts, and an event where a run did not end well. What is measured is not always what
 * others measure who print the same line, so impl enters the name of the results: the two are never
 * compared unsaid.
 */

static void kbench_start(struct match *m, void *state)
{
	struct str words = match_group(m, "words");
	struct str_cut word;

	(void)state;
	match_one_boot(m);
	while (params_next(&words, &word)) {
		params_fact(m, word.head, word.tail);
		if (str_is(word.head, "impl"))
			match_impl(m, word.tail);
	}
}

static void kbench_end(struct match *m, void *state)
{
	(void)state;
	if (str_is(match_group(m, "status"), "0"))
		return;
	match_event(m, "kbench.failed", m->msg);
	diag_warn(m->pos, "kbench: a run that failed, its results are counted: %s",
		  diag_quote(m->msg));
}

static const struct rule rules[] = {
	{ .literal = "kbench: start workload=",
	  .single = true,
	  .pattern = "^kbench: start (?<words>workload=\\w+(?: "
		     "\\w+=\\S+)*)\\s*$",
	  .emit = kbench_start },
	{ .literal = "kbench: end workload=",
	  .pattern = "^kbench: end workload=\\w+ status=(?<status>-?\\d+)\\s*$",
	  .emit = kbench_end },
};

const struct format format_kbench = {
	.name = "kbench",
	.summary = "start and end of a run of the bundled module, whose results are in the other "
		   "formats",
	.example = "kbench: start workload=slab impl=kbench cpus=2 reps=3 count=10000\n"
		   "Kmalloc N*alloc N*free(32): 0=250/960 1=246/972 Average=248/966",
	RULES(rules),
};

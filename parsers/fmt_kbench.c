/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "parsers/scan.h"

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
	struct str words = match_group(m, "words"), word;
	struct buf key = { 0 };

	(void)state;
	match_one_boot(m);
	while (str_next(&words, ' ', &word)) {
		struct str_cut kv = str_cut(word, '=');

		if (!kv.ok || !kv.head.n || !kv.tail.n)
			continue;
		key.n = 0;
		buf_add(&key, STR("param."));
		buf_add(&key, kv.head);
		buf_char(&key, '\0');
		match_fact(m, key.v, str_trim(kv.tail));
		if (str_is(kv.head, "impl"))
			match_impl(m, str_trim(kv.tail));
	}
	buf_free(&key);
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

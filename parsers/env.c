/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "parsers/env.h"
#include "parsers/params.h"

static void env_release(struct match *m, void *state)
{
	(void)state;
	match_boot(m);
	match_fact(m, "kernel.release", match_group(m, "release"));
}

/* Parameters of benchmarks that are built in; some kernels print them nowhere else. */
static void env_cmdline(struct match *m, void *state)
{
	static const char *const modules[] = { "rcuperf", "rcuscale", "refscale" };
	struct str words = str_trim(match_group(m, "text"));
	struct str_cut word;
	struct buf own = { 0 };

	(void)state;
	match_fact(m, "kernel.cmdline", words);
	while (params_next(&words, &word)) {
		struct str_cut name = str_cut(word.head, '.');

		for (size_t i = 0; i < sizeof(modules) / sizeof(modules[0]); i++) {
			if (!str_is(name.head, modules[i]) || !name.ok)
				continue;
			buf_add(&own, name.tail);
			buf_char(&own, '=');
			buf_add(&own, word.tail);
			buf_char(&own, ' ');
		}
	}
	params_facts(m, buf_str(&own));
	buf_free(&own);
}

static const struct rule rules[] = {
	{ .literal = "Linux version ",
	  .pattern = "^Linux version (?<release>\\S+) \\(",
	  .emit = env_release },
	{ .literal = "ommand line: ",
	  .pattern = "^(?:Command|Kernel command) line: (?<text>.+)",
	  .once = true,
	  .single = true,
	  .emit = env_cmdline },
	{ .literal = "smpboot: CPU0: ",
	  .pattern = "^smpboot: CPU0: (?<text>.+?) \\(family: 0x",
	  .once = true,
	  .fact = "cpu.model" },
	{ .literal = "Brought up ",
	  .pattern = "^(?:x86|smp): Brought up (?:\\d+ nodes?, )?(?<text>\\d+) CPUs?",
	  .once = true,
	  .fact = "cpu.online" },
	{ .literal = "K available (",
	  .pattern = "^Memory: \\d+K/(?<text>\\d+)K available \\(",
	  .once = true,
	  .fact = "mem.total" },
	{ .literal = "Hypervisor detected: ",
	  .pattern = "^Hypervisor detected: (?<text>.+)",
	  .once = true,
	  .fact = "hypervisor" },
};

const struct format format_env = {
	.name = "env",
	.summary = "facts about the machine and the boot",
	.example = "Linux version 6.1.0 (root@host) (gcc 12.2.0) #1 SMP",
	RULES(rules),
};

/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "core/mem.h"
#include "parsers/env.h"

static void env_release(struct match *m, void *state)
{
	(void)state;
	match_boot(m);
	match_fact(m, "kernel.release", match_group(m, "release"));
}

/* Parameters of benchmarks that are built in; some kernels print them nowhere else. */
static void env_param(const struct match *m, struct str word)
{
	static const char *const modules[] = { "rcuperf", "rcuscale", "refscale" };
	struct str_cut kv = str_cut(word, '='), name = str_cut(kv.head, '.');
	struct buf key = { 0 };
	size_t i = 0;

	while (i < sizeof(modules) / sizeof(modules[0]) && !str_is(name.head, modules[i]))
		i++;
	if (i == sizeof(modules) / sizeof(modules[0]) || !name.tail.n || !kv.tail.n)
		return;
	buf_add(&key, STR("param."));
	buf_add(&key, name.tail);
	buf_char(&key, '\0');
	match_fact(m, key.v, kv.tail);
	buf_free(&key);
}

static void env_cmdline(struct match *m, void *state)
{
	struct str words = str_trim(match_group(m, "text")), word;

	(void)state;
	match_fact(m, "kernel.cmdline", words);
	while (str_next(&words, ' ', &word))
		env_param(m, word);
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

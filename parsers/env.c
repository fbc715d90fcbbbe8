/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "parsers/env.h"

static void env_release(struct match *m, void *state)
{
	(void)state;
	match_boot(m);
	match_fact(m, "kernel.release", match_group(m, "release"));
}

static const struct rule rules[] = {
	{ .literal = "Linux version ",
	  .pattern = "^Linux version (?<release>\\S+) \\(",
	  .emit = env_release },
	{ .literal = "ommand line: ",
	  .pattern = "^(?:Command|Kernel command) line: (?<text>.+)",
	  .once = true,
	  .fact = "kernel.cmdline" },
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

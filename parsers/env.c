/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "parsers/env.h"

static void env_release(struct match *m, void *state)
{
	(void)state;
	match_boot(m);
	match_fact(m, "kernel.release", match_group(m, "release"));
}

static void env_cmdline(struct match *m, void *state)
{
	(void)state;
	match_fact(m, "kernel.cmdline", str_trim(match_group(m, "text")));
}

static void env_cpu_model(struct match *m, void *state)
{
	(void)state;
	match_fact(m, "cpu.model", str_trim(match_group(m, "text")));
}

static void env_cpu_online(struct match *m, void *state)
{
	(void)state;
	match_fact(m, "cpu.online", match_group(m, "text"));
}

static void env_mem_total(struct match *m, void *state)
{
	(void)state;
	match_fact(m, "mem.total", match_group(m, "text"));
}

static void env_hypervisor(struct match *m, void *state)
{
	(void)state;
	match_fact(m, "hypervisor", str_trim(match_group(m, "text")));
}

static const struct rule rules[] = {
	{ .literal = "Linux version ",
	  .pattern = "^Linux version (?<release>\\S+) \\(",
	  .emit = env_release },
	{ .literal = "ommand line: ",
	  .pattern = "^(?:Command|Kernel command) line: (?<text>.+)",
	  .once = true,
	  .emit = env_cmdline },
	{ .literal = "smpboot: CPU0: ",
	  .pattern = "^smpboot: CPU0: (?<text>.+?) \\(family: 0x",
	  .once = true,
	  .emit = env_cpu_model },
	{ .literal = "Brought up ",
	  .pattern = "^(?:x86|smp): Brought up (?:\\d+ nodes?, )?(?<text>\\d+) CPUs?",
	  .once = true,
	  .emit = env_cpu_online },
	{ .literal = "K available (",
	  .pattern = "^Memory: \\d+K/(?<text>\\d+)K available \\(",
	  .once = true,
	  .emit = env_mem_total },
	{ .literal = "Hypervisor detected: ",
	  .pattern = "^Hypervisor detected: (?<text>.+)",
	  .once = true,
	  .emit = env_hypervisor },
};

const struct format format_env = {
	.name = "env",
	.summary = "facts about the machine and the boot",
	.example = "Linux version 6.1.0 (root@host) (gcc 12.2.0) #1 SMP",
	RULES(rules),
};

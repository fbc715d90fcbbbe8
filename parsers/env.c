/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "parsers/env.h"
#include "parsers/params.h"

/* A command line that the kernel prints in pieces; what does not fit is left out. */
struct env {
	size_t n;
	char cmdline[8192];
};

/* Switches that make a kernel one for debugging, and by which value they are off. */
static const struct {
	const char *name, *off;
} env_switches[] = {
	{ "slub_debug", "-" },	    { "slab_debug", "-" },  { "debug_pagealloc", "off" },
	{ "page_owner", "off" },    { "page_poison", "0" }, { "kmemleak", "off" },
	{ "debug_objects", "off" },
};

static bool env_is_off(struct str word, const char *off)
{
	struct str_cut cut = str_cut(word, '=');

	return cut.ok &&
	       (str_is(cut.tail, off) || str_is(cut.tail, "0") || str_is(cut.tail, "off"));
}

static void env_switch(struct match *m, struct str word)
{
	struct str name = str_cut(word, '=').head;

	for (size_t i = 0; i < sizeof(env_switches) / sizeof(env_switches[0]); i++)
		if (str_is(name, env_switches[i].name) && !env_is_off(word, env_switches[i].off))
			match_event(m, "debug.cmdline", word);
}

static void env_release(struct match *m, void *state)
{
	(void)state;
	match_boot(m);
	match_fact(m, "kernel.release", match_group(m, "release"));
	if (match_group(m, "compiler").n)
		match_fact(m, "kernel.compiler", match_group(m, "compiler"));
	if (match_group(m, "version").n)
		match_fact(m, "kernel.version", str_trim(match_group(m, "version")));
}

/* Parameters of benchmarks that are built in; some kernels print them nowhere else. */
static void env_params(const struct match *m, struct str words)
{
	static const char *const modules[] = { "rcuperf", "rcuscale", "refscale" };
	struct str_cut word;
	struct buf own = { 0 };

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

static void env_piece(struct env *env, struct str text)
{
	size_t room = sizeof(env->cmdline) - env->n, n = text.n < room ? text.n : room;

	if (n)
		memcpy(env->cmdline + env->n, text.p, n);
	env->n += n;
}

/* All lines but the last of a command line that was too long for one. */
static void env_cmdline_part(struct match *m, void *state)
{
	env_piece(state, match_group(m, "text"));
	env_piece(state, STR(" "));
}

static void env_cmdline(struct match *m, void *state)
{
	struct env *env = state;
	struct str text, word;

	env_piece(env, match_group(m, "text"));
	text = str_trim((struct str){ env->cmdline, env->n });
	match_fact(m, "kernel.cmdline", text);
	env_params(m, text);
	while (str_next(&text, ' ', &word))
		env_switch(m, word);
	env->n = 0;
}

/* "Spectre V2" becomes mitigation.spectre_v2. */
static void env_mitigation(struct match *m, void *state)
{
	struct str name = match_group(m, "name");
	char key[64] = "mitigation.";
	size_t n = strlen(key);

	(void)state;
	for (size_t i = 0; i < name.n && n < sizeof(key) - 1; i++) {
		char c = name.p[i];

		key[n++] = c == ' ' || c == '/' ? '_' : c >= 'A' && c <= 'Z' ? (char)(c + 32) : c;
	}
	match_fact(m, key, match_group(m, "text"));
}

#define FACT(lit, re, key)                                                     \
	{                                                                      \
		.literal = (lit), .pattern = (re), .fact = (key), .once = true \
	}
/* What a kernel says of itself once: it was built, or booted, for debugging. */
#define MARK(lit, re, code)                                                      \
	{                                                                        \
		.literal = (lit), .pattern = (re), .event = (code), .once = true \
	}
#define EVENT(lit, re, code)                                       \
	{                                                          \
		.literal = (lit), .pattern = (re), .event = (code) \
	}
/* Who speaks, in front of some messages. */
#define WATCHDOG "^(?:(?:NMI )?watchdog: )?"
#define RCU	 "^(?:rcu: )?"

static const struct rule rules[] = {
	{ .literal = "Linux version ",
	  .pattern = "^Linux version (?<release>\\S+) \\("
		     "(?:(?:[^()]*\\) \\((?<compiler>.+)|.*)\\) (?<version>#\\d+[ -].*))?",
	  .single = true,
	  .emit = env_release },
	{ .literal = "ommand line: ",
	  .pattern = "^Kernel command line: (?<text>.*) \\\\\\s*$",
	  .single = true,
	  .emit = env_cmdline_part },
	{ .literal = "ommand line: ",
	  .pattern = "^(?:Command|Kernel command) line: (?<text>.+)",
	  .once = true,
	  .single = true,
	  .emit = env_cmdline },
	FACT("smpboot: CPU0: ", "^smpboot: CPU0: (?<text>.+?) \\(family: 0x", "cpu.model"),
	FACT("Brought up ", "^(?:x86|smp): Brought up (?:\\d+ nodes?, )?(?<text>\\d+) CPUs?",
	     "cpu.online"),
	FACT("K available (", "^Memory: \\d+K/(?<text>\\d+)K available \\(", "mem.total"),
	FACT("mem auto-init: stack", "^mem auto-init: (?<text>stack:.+)", "mem.auto_init"),
	FACT("SLUB: HWalign=", "^SLUB: (?<text>HWalign=\\d+,.+)", "mem.slub"),
	FACT("Hypervisor detected: ", "^Hypervisor detected: (?<text>.+)", "hypervisor"),
	FACT(", BIOS ", "^DMI: (?<text>.+?), BIOS ", "machine"),
	FACT("tsc: Detected ", "^tsc: Detected (?<text>\\d+\\.\\d+) MHz processor", "tsc.mhz"),
	FACT("tsc: Refined TSC ",
	     "^tsc: Refined TSC clocksource calibration: (?<text>\\d+\\.\\d+) MHz",
	     "tsc.refined_mhz"),
	/* The first ones are on the way to the one that stays. */
	FACT("Switched to clocksource ",
	     "^(?:clocksource: )?Switched to clocksource (?!tsc-early|(?:refined-)?jiffies)"
	     "(?<text>\\S+)",
	     "clocksource"),
	FACT("setting system clock to ",
	     "^\\S+(?: \\S+)?: setting system clock to \\d+-\\d\\d-\\d\\d[T ][0-9:]+ UTC "
	     "\\((?<text>\\d+)\\)\\s*$",
	     "boot.time"),
	FACT("ierarchical RCU implementation",
	     "^(?:rcu: )?(?<text>(?:Preemptible h|H)ierarchical) RCU implementation\\.",
	     "rcu.flavour"),
	FACT("Offload RCU callbacks from CPUs: ",
	     RCU "\\s*Offload RCU callbacks from CPUs: (?<text>.+?)\\.?\\s*$", "rcu.nocb"),
	FACT("All grace periods are expedited",
	     RCU "\\s*All grace periods are (?<text>expedited) \\(", "rcu.expedited"),
	FACT("No expedited grace period",
	     RCU "\\s*No expedited grace period \\(rcu_(?<text>normal)", "rcu.expedited"),
	FACT("Dynamic Preempt: ", "^Dynamic Preempt: (?<text>\\w+)\\s*$", "kernel.preempt"),
	FACT("Full dynticks CPUs: ", "^NO_HZ: Full dynticks CPUs: (?<text>.+?)\\.?\\s*$",
	     "kernel.nohz_full"),
	FACT(" Tainted: ",
	     "^CPU: \\d+ (?:UID: \\d+ )?PID: \\d+ Comm: .+? Tainted: "
	     "(?<text>[A-Z](?:[A-Z ]*[A-Z])?)\\s",
	     "kernel.tainted"),
	{ .literal = ": Mitigation: ",
	  .pattern = "^(?<name>[A-Z][A-Za-z0-9 /]{1,40}?) ?: (?<text>Mitigation: .+)",
	  .single = true,
	  .emit = env_mitigation },
	{ .literal = ": Vulnerable",
	  .pattern = "^(?<name>[A-Z][A-Za-z0-9 /]{1,40}?) ?: (?<text>Vulnerable\\b.*)",
	  .single = true,
	  .emit = env_mitigation },

	MARK("Lock dependency validator: ", "^Lock dependency validator: ", "debug.lockdep"),
	MARK("RCU lockdep checking is enabled", RCU "\\s*RCU lockdep checking is enabled\\.",
	     "debug.prove_rcu"),
	MARK("use-after-free debug is enabled",
	     RCU "\\s*RCU callback double-/use-after-free debug is enabled\\.", "debug.rcu"),
	MARK("non-scalable) grace periods",
	     RCU "\\s*RCU strict \\(and thus non-scalable\\) grace periods are enabled\\.",
	     "debug.rcu"),
	MARK("RCU debug GP ", RCU "\\s*RCU debug GP (?:pre-init|init|cleanup) slowdown \\d+",
	     "debug.rcu"),
	MARK("RCU debug extended QS", RCU "\\s*RCU debug extended QS entry/exit\\.", "debug.rcu"),
	MARK("KernelAddressSanitizer initialized",
	     "^(?:kasan: )?KernelAddressSanitizer initialized", "debug.kasan"),
	MARK("Starting KernelMemorySanitizer", "^(?:kmsan: )?Starting KernelMemorySanitizer",
	     "debug.kmsan"),
	MARK("kcsan: enabled early", "^kcsan: enabled early", "debug.kcsan"),
	MARK("Kernel memory leak detector",
	     "^(?:kmemleak: )?Kernel memory leak detector initialized", "debug.kmemleak"),
	MARK("kfence: initialized", "^kfence: initialized - using ", "debug.kfence"),
	MARK("CONFIG_PAGE_POISONING is on", "^mem auto-init: CONFIG_PAGE_POISONING is on",
	     "debug.page_poisoning"),
	MARK("trace_printk() being used", "^\\*\\*\\s+trace_printk\\(\\) being used",
	     "debug.trace_printk"),
	MARK("] code: ", "^BUG: using \\S+ in preemptible \\[[0-9a-f]+\\] code: ", "debug.preempt"),
	MARK("CONFIG_DEBUG_PREEMPT is enabled", "^WARN: CONFIG_DEBUG_PREEMPT is enabled",
	     "debug.preempt"),
	MARK("ODEBUG: ", "^ODEBUG: (?!Out of memory)", "debug.objects"),
	MARK("UBSAN: ", "^UBSAN: [a-z-]+ in \\S+:\\d+", "debug.ubsan"),

	EVENT("soft lockup - CPU#", WATCHDOG "BUG: soft lockup - CPU#\\d+ stuck for ",
	      "lockup.soft"),
	EVENT("hard LOCKUP on cpu ",
	      WATCHDOG "(?:CPU\\d+: )?Watchdog detected hard LOCKUP on cpu \\d+", "lockup.hard"),
	EVENT("self-detected stall on CPU", RCU "INFO: \\S+ self-detected stall on CPU",
	      "stall.rcu"),
	EVENT("stalls on CPUs/tasks:",
	      RCU "INFO: \\S+ detected (?:expedited )?stalls on CPUs/tasks:", "stall.rcu"),
	EVENT(" kthread starved for ", RCU "\\S+ kthread starved for \\d+ jiffies", "stall.rcu"),
	EVENT("INFO: task ",
	      "^INFO: task .+:\\d+ blocked(?: in I/O wait)?(?: for)? (?:for )?more than \\d+ "
	      "seconds",
	      "hung.task"),
	EVENT("invoked oom-killer: ", "^\\S.{0,20} invoked oom-killer: gfp_mask=0x", "oom"),
	EVENT("ut of memory: Kill",
	      "^(?:Out of memory|Memory cgroup out of memory): Kill(?:ed)? process \\d+", "oom"),
	EVENT("page allocation failure: order:",
	      "^\\S.{0,40}: page allocation failure: order:\\d+, mode:0x", "alloc.failed"),
	EVENT("kernel BUG at ", "^kernel BUG at \\S+:\\d+!", "splat.bug"),
	EVENT("BUG: ",
	      "^BUG: (?:KASAN: |KFENCE: |KMSAN: |KCSAN: |unable to handle |kernel NULL pointer |"
	      "sleeping function called |scheduling while atomic|workqueue lockup |Bad page |"
	      "Bad rss-counter |spinlock |rwlock |Invalid wait context|non-zero |"
	      "MAX_|stack guard page |looking up invalid |atomic scheduling )",
	      "splat.bug"),
	EVENT("Oops: ", "^(?:Internal error: )?Oops: ", "splat.oops"),
	EVENT("Internal error: ", "^Internal error: (?!Oops: ).+ \\[#\\d+\\]", "splat.oops"),
	EVENT("general protection fault", "^general protection fault\\b.* \\[#\\d+\\]",
	      "splat.oops"),
	EVENT("divide error: ", "^divide error: \\d+ \\[#\\d+\\]", "splat.oops"),
	EVENT("Unable to handle kernel ", "^Unable to handle kernel .+ at virtual address ",
	      "splat.oops"),
	EVENT("Kernel panic - not syncing", "^Kernel panic - not syncing", "panic"),
	EVENT("WARNING: ",
	      "^WARNING: (?:CPU: \\d+ PID: \\d+ at |\\S+:\\d+ at \\S+\\+0x|possible |"
	      "suspicious RCU usage|inconsistent lock state|bad unlock balance|"
	      "Nested lock was not taken|lock held when returning|held lock freed)",
	      "splat.warning"),

	EVENT("taints kernel.", "^\\S+: loading (?:out-of-tree|test) module taints kernel\\.",
	      "taint.module"),
	EVENT("module verification failed: ", "^\\S+: module verification failed: ",
	      "taint.module"),
	EVENT("as unstable because the skew",
	      "^(?:clocksource: )?timekeeping watchdog on CPU\\d+: Marking clocksource '?\\S+?'? "
	      "as "
	      "unstable because the skew",
	      "clock.unstable"),
	EVENT("unstable due to ",
	      "^(?:clocksource|tsc): Marking (?:clocksource )?'?\\S+?'? unstable due to ",
	      "clock.unstable"),
	EVENT("temperature is above threshold",
	      "^CPU\\d+: (?:Core|Package) temperature is above threshold, cpu clock is throttled",
	      "thermal"),
	EVENT("temperature above threshold",
	      "^(?:mce: )?CPU\\d+: (?:Core|Package) temperature above threshold, cpu clock",
	      "thermal"),
	EVENT("interrupt took too long (", "^perf: interrupt took too long \\(", "nmi.slow"),
	EVENT("INFO: NMI handler (",
	      "^INFO: NMI handler \\(.+\\) took too long to run: ", "nmi.slow"),
	EVENT("NMI received for unknown reason", "^Uhhuh\\. NMI received for unknown reason ",
	      "nmi.unknown"),
	EVENT("RT throttling activated", "^sched: (?:DL replenish|RT throttling activated)",
	      "sched.throttled"),
	EVENT(" hogged CPU for >", "^workqueue: \\S+ hogged CPU for >\\d+us ", "wq.hogged"),
	EVENT("printk messages dropped **", "^\\*\\* \\d+ printk messages dropped \\*\\*",
	      "log.dropped"),
	EVENT("replaying previous printk message",
	      "^\\*\\* replaying previous printk message \\*\\*\\s*$", "log.dropped"),
	MARK(" kmsg records are missing before number ",
	     "^\\d+ kmsg records are missing before number \\d+$", "log.dropped"),
	EVENT(" callbacks suppressed", "^\\S.*: \\d+ callbacks suppressed\\s*$", "log.suppressed"),
	EVENT("torture_onoff task: offlined ", "torture_onoff task: offlined \\d+", "cpu.offline"),
	EVENT(" is now offline", "^smpboot: CPU \\d+ is now offline", "cpu.offline"),
	EVENT("PM: suspend entry (", "^PM: suspend entry \\(", "suspend"),
};

const struct format format_env = {
	.name = "env",
	.summary = "facts about the machine and the boot, and what went wrong in it",
	.example = "Linux version 6.1.0 (root@host) (gcc 12.2.0) #1 SMP",
	RULES(rules),
	.state_size = sizeof(struct env),
};

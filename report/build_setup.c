/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "report/build.h"

/* Words of a kernel command line that say nothing of the experiment. */
static bool setup_boring(struct str word)
{
	static const char *const boring[] = { "BOOT_IMAGE", "root",   "rootfstype", "ro",
					      "rw",	    "initrd", "resume",	    "console",
					      "earlycon",   "quiet",  "splash",	    "earlyprintk",
					      "panic",	    "init",   "rootwait",   "selinux" };
	struct str key = str_cut(word, '=').head;

	for (size_t i = 0; i < sizeof(boring) / sizeof(boring[0]); i++)
		if (str_is(key, boring[i]))
			return true;
	return false;
}

static void setup_cmdline(struct buf *b, struct str line)
{
	struct str word;
	size_t n = 0;

	while (str_next(&line, ' ', &word))
		if (word.n && !setup_boring(word)) {
			if (n++)
				buf_char(b, ' ');
			buf_add(b, word);
		}
}

static void setup_memory(struct buf *b, struct str kib)
{
	uint64_t v;

	if (!str_u64(kib, &v))
		return;
	if (v >= 10u << 20)
		buf_printf(b, "%.0f GiB", (double)v / (1u << 20));
	else if (v >= 1u << 20)
		buf_printf(b, "%.1f GiB", (double)v / (1u << 20));
	else
		buf_printf(b, "%.0f MiB", (double)v / (1u << 10));
}

static struct str setup_fact(const struct grid *g, size_t col, const char *key)
{
	bool varies;
	const struct grid_fact *f = grid_find_fact(g, col, str_of(key), &varies);

	return f ? f->text : (struct str){ NULL, 0 };
}

/* Says so if the runs of a source are not all of one kind. */
static void setup_varies(struct buf *b, const struct grid *g, size_t col, const char *key)
{
	bool varies;

	grid_find_fact(g, col, str_of(key), &varies);
	if (varies)
		buf_add(b, STR(" and others"));
}

/* "Linux 6.1.0, 16 CPUs (model), 9.8 GiB, KVM, booted with ..." of one column. */
static void setup_column(struct buf *b, const struct grid *g, size_t col)
{
	struct str release = setup_fact(g, col, "kernel.release"),
		   cpus = setup_fact(g, col, "cpu.online"), model = setup_fact(g, col, "cpu.model"),
		   memory = setup_fact(g, col, "mem.total"),
		   hypervisor = setup_fact(g, col, "hypervisor"),
		   machine = setup_fact(g, col, "machine"),
		   clock = setup_fact(g, col, "clocksource"),
		   cmdline = setup_fact(g, col, "kernel.cmdline");
	struct buf words = { 0 };

	buf_add(b, release.n ? STR("Linux ") : STR("an unknown kernel"));
	buf_add(b, release);
	setup_varies(b, g, col, "kernel.release");
	if (cpus.n) {
		buf_printf(b, ", %.*s CPU%s", (int)cpus.n, cpus.p, str_is(cpus, "1") ? "" : "s");
		setup_varies(b, g, col, "cpu.online");
	}
	if (model.n) {
		buf_printf(b, "%s%.*s%s", cpus.n ? " (" : ", ", (int)model.n, model.p,
			   cpus.n ? ")" : "");
		setup_varies(b, g, col, "cpu.model");
	}
	if (memory.n) {
		buf_add(b, STR(", "));
		setup_memory(b, memory);
		setup_varies(b, g, col, "mem.total");
	}
	if (hypervisor.n)
		buf_printf(b, ", %.*s", (int)hypervisor.n, hypervisor.p);
	else if (machine.n)
		buf_printf(b, ", %.*s", (int)machine.n, machine.p);
	/* Another one is slow to read, or coarse. */
	if (clock.n && !str_is(clock, "tsc"))
		buf_printf(b, ", clocksource %.*s", (int)clock.n, clock.p);
	setup_cmdline(&words, cmdline);
	if (words.n)
		buf_printf(b, ", booted with %.*s", (int)words.n, words.v);
	setup_varies(b, g, col, "kernel.cmdline");
	buf_free(&words);
}

static bool setup_known(const struct grid *g, size_t col)
{
	return setup_fact(g, col, "kernel.release").n || setup_fact(g, col, "cpu.online").n ||
	       setup_fact(g, col, "kernel.cmdline").n;
}

static void setup_boots(struct buf *b, const struct grid *g, const struct str *labels,
			const char *runs)
{
	unsigned int first = grid_runs(g, 0);
	bool same = true;

	for (size_t i = 1; i < g->ncols; i++)
		same &= grid_runs(g, i) == first;
	if (same && !first) {
		buf_printf(b, "%s that the text does not count", runs);
		return;
	}
	if (same) {
		buf_printf(b, "%u %.*s%s", first, (int)strlen(runs) - (first == 1), runs,
			   g->ncols > 1 ? " each" : "");
		return;
	}
	for (size_t i = 0; i < g->ncols; i++) {
		unsigned int n = grid_runs(g, i);

		buf_add(b, i ? STR(", ") : STR(""));
		if (n)
			buf_printf(b, "%u ", n);
		buf_printf(b, "%.*s of '%.*s'", (int)strlen(runs) - (n == 1), runs,
			   (int)labels[i].n, labels[i].p);
	}
}

/* bench-kmod's run-vm --deterministic says so on the command line. */
static bool setup_counts_instructions(const struct grid *g)
{
	const struct str word = STR("kbench_vm.clock=instructions");
	bool counts = false;

	for (size_t i = 0; i < g->ncols; i++) {
		struct str cmdline = setup_fact(g, i, "kernel.cmdline");

		counts |= str_find(cmdline, word) < cmdline.n;
	}
	return counts;
}

struct str build_setup(struct arena *a, const struct grid *g, const char *runs)
{
	struct str *labels = build_labels(a, g);
	struct buf b = { 0 }, first = { 0 }, other = { 0 };
	struct str text;
	bool known = false, same = true;

	setup_column(&first, g, 0);
	for (size_t i = 0; i < g->ncols; i++) {
		other.n = 0;
		setup_column(&other, g, i);
		same &= str_eq(buf_str(&first), buf_str(&other));
		known |= setup_known(g, i);
	}
	if (!known) {
		buf_add(&b, STR("The logs do not say which kernel and machine this was"));
	} else if (same) {
		buf_add(&b, buf_str(&first));
		if (first.n && first.v[0] == 'a')
			b.v[0] = 'A';
	} else {
		for (size_t i = 0; i < g->ncols; i++) {
			other.n = 0;
			setup_column(&other, g, i);
			buf_printf(&b, "%s'%.*s' on %.*s", i ? "; " : "", (int)labels[i].n,
				   labels[i].p, (int)other.n, other.v);
		}
	}
	buf_add(&b, STR("; "));
	setup_boots(&b, g, labels, runs);
	buf_char(&b, '.');
	if (setup_counts_instructions(g))
		buf_add(&b,
			STR(" Times are counts of instructions, 2 ns each, in an emulator without "
			    "caches; boots differ by their seed alone."));
	text = arena_str(a, buf_str(&b));
	buf_free(&b);
	buf_free(&first);
	buf_free(&other);
	return text;
}

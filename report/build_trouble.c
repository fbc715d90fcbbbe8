/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "core/map.h"
#include "report/build.h"

/* How much an event of the kernel says of the results of its boot. */
enum level {
	LEVEL_DEBUG, /* made for debugging: they are no others' */
	LEVEL_COST,  /* as little that only a difference between the sides is said */
	LEVEL_GRAVE, /* said before the first result, too */
	LEVEL_NOISE, /* said of the time of the measurement */
	LEVEL_NOTE,  /* in the report alone */
};

static const struct trouble {
	const char *code, *what;
	enum level level;
} troubles[] = {
	{ "debug.kasan", "KASAN is on", LEVEL_DEBUG },
	{ "debug.kmsan", "KMSAN is on", LEVEL_DEBUG },
	{ "debug.kcsan", "KCSAN is on", LEVEL_DEBUG },
	{ "debug.lockdep", "Lockdep is on", LEVEL_DEBUG },
	{ "debug.prove_rcu", "RCU's lockdep is on", LEVEL_DEBUG },
	{ "debug.rcu", "Debugging of RCU is on", LEVEL_DEBUG },
	{ "debug.kmemleak", "The leak detector is on", LEVEL_DEBUG },
	{ "debug.page_poisoning", "Page poisoning is on", LEVEL_DEBUG },
	{ "debug.trace_printk", "trace_printk() is in use", LEVEL_DEBUG },
	{ "debug.objects", "Debugging of objects is on", LEVEL_DEBUG },
	{ "debug.preempt", "CONFIG_DEBUG_PREEMPT is on", LEVEL_DEBUG },
	{ "debug.ubsan", "UBSAN is on", LEVEL_DEBUG },
	{ "debug.cmdline", "A debugging switch is set", LEVEL_DEBUG },
	{ "debug.kfence", "KFENCE is on", LEVEL_COST },
	{ "panic", "The kernel panicked", LEVEL_GRAVE },
	{ "splat.oops", "The kernel oopsed", LEVEL_GRAVE },
	{ "splat.bug", "The kernel reported a bug", LEVEL_GRAVE },
	{ "splat.warning", "The kernel warned with a trace", LEVEL_GRAVE },
	{ "lockup.soft", "A CPU was stuck", LEVEL_GRAVE },
	{ "lockup.hard", "A CPU was stuck with interrupts off", LEVEL_GRAVE },
	{ "stall.rcu", "RCU stalled", LEVEL_GRAVE },
	{ "hung.task", "A task hung", LEVEL_GRAVE },
	{ "oom", "Memory ran out", LEVEL_GRAVE },
	{ "alloc.failed", "A page allocation failed", LEVEL_NOISE },
	{ "clock.unstable", "A clock source was given up", LEVEL_NOISE },
	{ "thermal", "A CPU was throttled", LEVEL_NOISE },
	{ "nmi.slow", "NMIs took long", LEVEL_NOISE },
	{ "nmi.unknown", "An NMI came for no known reason", LEVEL_NOISE },
	{ "sched.throttled", "Real-time tasks were throttled", LEVEL_NOISE },
	{ "wq.hogged", "Work of a workqueue hogged a CPU", LEVEL_NOISE },
	{ "log.dropped", "Lines of the log were lost", LEVEL_NOISE },
	{ "cpu.offline", "A CPU went offline", LEVEL_NOISE },
	{ "suspend", "The machine was suspended", LEVEL_NOISE },
	{ "log.suppressed", "Messages were suppressed", LEVEL_NOTE },
};

/* The events of one kind, at one place of their runs or at any. */
struct found {
	const struct grid *g;
	const struct grid_fact *first;
	struct buf where; /* "boot 2 of before, all 4 boots of after" */
	unsigned long lines;
	size_t sides; /* columns that have it */
	bool everywhere;
};

/* More runs than this are counted, not named. */
#define TROUBLE_RUNS 4

static bool found_is(const struct grid_fact *fact, const char *code, int when)
{
	return fact->event && str_is(fact->key, code) && (when < 0 || (int)fact->when == when);
}

/* Which boots of a column. */
static void found_column(struct found *f, const char *code, int when, size_t col, struct str label)
{
	unsigned int runs[TROUBLE_RUNS], boots = f->g->boots[col];
	struct map seen = { 0 };
	size_t n = 0;

	for (size_t i = 0; i < f->g->nfacts; i++) {
		const struct grid_fact *fact = &f->g->facts[i];

		if (fact->col != col || !found_is(fact, code, when))
			continue;
		f->first = f->first ? f->first : fact;
		f->lines += fact->count;
		if ((*map_put(&seen, fact->run + 1ull))++)
			continue;
		if (n < TROUBLE_RUNS)
			runs[n] = fact->run;
		n++;
	}
	map_free(&seen);
	f->everywhere &= n >= boots;
	if (!n)
		return;
	f->sides++;
	buf_add(&f->where, f->where.n ? STR(", ") : STR(""));
	if (n >= boots && boots > 1)
		buf_printf(&f->where, "all %u boots", boots);
	else if (n > TROUBLE_RUNS)
		buf_printf(&f->where, "%zu of %u boots", n, boots);
	else if (boots > 1)
		buf_add(&f->where, n > 1 ? STR("boots ") : STR("boot "));
	for (size_t i = 0; i < n && n <= TROUBLE_RUNS && n < boots; i++)
		buf_printf(&f->where, "%s%u", !i ? "" : i + 1 < n ? ", " : " and ", runs[i]);
	buf_printf(&f->where, "%s%.*s", boots > 1 ? " of " : "", (int)label.n, label.p);
}

static struct found found_all(const struct grid *g, const struct str *labels, const char *code,
			      int when)
{
	struct found f = { .g = g, .everywhere = true };

	for (size_t col = 0; col < g->ncols; col++)
		found_column(&f, code, when, col, labels[col]);
	return f;
}

static void trouble_debug(struct doc *doc, const struct trouble *t, const struct found *f)
{
	bool one_side = f->sides < f->g->ncols;
	struct str word = str_is(f->first->key, "debug.cmdline") ? f->first->text : STR("");
	const char *so =
		one_side	? "and not on the other side: the sides are not comparable"
		: f->everywhere ? "which is no production kernel: its numbers stand for no other's"
				: "and not in the other boots, with which these are not comparable";

	if (t->level == LEVEL_COST)
		so = "and not in the others, which costs a little";
	if (one_side && f->g->ncols > 2)
		so = "and not on all sides: these are not comparable with the others";
	doc_prose(doc, BUILD_WARNED, "warning",
		  arena_printf(doc->arena, "%s%s%.*s%s in %.*s, %s.", t->what, word.n ? " (" : "",
			       (int)word.n, word.p ? word.p : "", word.n ? ")" : "",
			       (int)f->where.n, f->where.v, so));
}

/* "(3 lines, the first at console.log:12: "...")" */
static void trouble_lines(struct buf *b, const struct found *f)
{
	struct str text = str_trim(f->first->text);
	struct pos pos = f->first->pos;

	if (f->lines > 1)
		buf_printf(b, "(%lu lines, the first", f->lines);
	else
		buf_add(b, STR("(the line"));
	if (pos.file && pos.line)
		buf_printf(b, " at %s:%lu", pos.file, pos.line);
	buf_printf(b, ": \"%.*s\")", text.n > 120 ? 120 : (int)text.n, text.p);
}

/* Says what happened at a time of the run that matters; else it is left for the report. */
static void trouble_happened(struct doc *doc, const struct trouble *t, const struct found *f,
			     enum grid_when when, struct buf *others)
{
	static const char *const times[] = { "before the first result", "during the measurement",
					     "after the last result" };
	bool grave = t->level == LEVEL_GRAVE;
	struct buf b = { 0 };

	if (when == GRID_AFTER || t->level == LEVEL_NOTE || (when == GRID_BEFORE && !grave)) {
		buf_printf(others, "%s%s %s in %.*s (%lu line%s)", others->n ? "; " : "", t->what,
			   times[when], (int)f->where.n, f->where.v, f->lines,
			   f->lines == 1 ? "" : "s");
		return;
	}
	buf_printf(&b, "%s %s in %.*s ", t->what, times[when], (int)f->where.n, f->where.v);
	trouble_lines(&b, f);
	buf_add(&b, when == GRID_DURING
			    ? STR(": these results are suspect, and counted all the same.")
			    : STR(": the results are counted."));
	doc_prose(doc,
		  when == GRID_DURING ? BUILD_WARNED : BUILD_WARNED & ~(unsigned int)VIEW_CHANGELOG,
		  "warning", arena_str(doc->arena, buf_str(&b)));
	buf_free(&b);
}

static void trouble_debugs(struct doc *doc, const struct grid *g, const struct str *labels,
			   bool one_side)
{
	for (size_t i = 0; i < sizeof(troubles) / sizeof(troubles[0]); i++) {
		const struct trouble *t = &troubles[i];
		struct found f;

		if (t->level > LEVEL_COST)
			continue;
		f = found_all(g, labels, t->code, -1);
		if (f.first && (f.sides < g->ncols) == one_side &&
		    !(t->level == LEVEL_COST && f.everywhere))
			trouble_debug(doc, t, &f);
		buf_free(&f.where);
	}
}

static bool trouble_any(const struct grid *g)
{
	for (size_t i = 0; i < g->nfacts; i++)
		if (g->facts[i].event && g->facts[i].env)
			return true;
	return false;
}

void build_troubles(struct doc *doc, const struct grid *g)
{
	struct str *labels = build_labels(doc->arena, g);
	struct buf others = { 0 };

	if (!trouble_any(g))
		return;
	trouble_debugs(doc, g, labels, true);
	trouble_debugs(doc, g, labels, false);
	for (size_t i = 0; i < sizeof(troubles) / sizeof(troubles[0]); i++)
		for (int when = GRID_DURING; when >= 0; when = when == GRID_DURING   ? GRID_BEFORE
							       : when == GRID_BEFORE ? GRID_AFTER
										     : -1) {
			struct found f;

			if (troubles[i].level <= LEVEL_COST)
				break;
			f = found_all(g, labels, troubles[i].code, when);
			if (f.first)
				trouble_happened(doc, &troubles[i], &f, (enum grid_when)when,
						 &others);
			buf_free(&f.where);
		}
	if (others.n)
		doc_prose(doc, VIEW_REPORT | VIEW_DATA, "trouble",
			  arena_printf(doc->arena, "Also in the logs: %.*s.", (int)others.n,
				       others.v));
	buf_free(&others);
}

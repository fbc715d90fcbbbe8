/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "parsers/emit.h"

/*
 * time_bench, out of the tree and in it, whose lines begin with the name of any module, or none:
 *
 *   time_bench: Type:for_loop Per elem: 55 cycles(tsc) 22.854 ns (step:0) - (measurement period
 *   time:0.457084320 sec time_interval:457084320) - (invoke count:20000000 tsc_interval:1117468887)
 *   time_bench: Type:NAME CPU(0) 1795 cycles(tsc) 782.567 ns (step:2) - (...) - (...)
 *   time_bench: Sum Type:NAME Average: 1558 cycles(tsc) CPUs:3 step:2
 *
 * The numbers before the tail are cut short: cycles to whole ones, of which some clocks have none,
 * and the decimals of ns are wrong where the count is no multiple of 1000. With the tail both are
 * divided anew. The step means what the benchmark likes (bulk size, page order): it names the row.
 */

static const struct metric cycles_metric = { .name = "cycles",
					     .unit = "cycles",
					     .better = BETTER_LOWER };
static const struct metric time_metric = { .name = "time", .unit = "ns", .better = BETTER_LOWER };
static const struct metric cpus_metric = { .name = "cpus", .unit = "count", .context = true };
static const struct metric ipc_metrics[] = {
	{ .group = "ipc", .name = "ipc" },
	{ 0 },
};
/* The cycles of one page are a division of the others. */
static const struct metric page_metrics[] = {
	{ .group = "cycles", .name = "cycles", .unit = "cycles", .better = BETTER_LOWER },
	{ .group = "page", .name = "cycles_per_page", .unit = "cycles", .context = true },
	{ 0 },
};

/* slab_bulk_test03 says before each result how many pages match, and in its name that some do. */
struct time_bench_state {
	char match[24];
};

/* A record that waits for its metric and value; the caller frees its names. */
struct time_bench_row {
	struct record rec;
	struct emit names;
};

static void time_bench_row(const struct match *m, struct time_bench_state *st,
			   struct time_bench_row *row)
{
	struct str type = match_group(m, "type"), bare = match_group(m, "bare");

	row->names = (struct emit){ 0 };
	if (str_starts(type, STR("N-page-match")))
		emit_param(&row->names, "match", str_of(st->match));
	st->match[0] = '\0';
	emit_param(&row->names, "step", match_group(m, "step"));
	emit_param(&row->names, "type", type.n ? type : bare);
	emit_item(&row->names, "cpu", match_group(m, "cpu"));
	/* Of several CPUs each may have gone round as often as it likes. */
	if (!match_group(m, "cpu").n)
		emit_work(&row->names, "invoke_count", match_group(m, "count"));
	row->rec = emit_record(m, &row->names);
	row->rec.source = match_group(m, "label");
}

static void time_bench_put(const struct match *m, struct time_bench_row *row,
			   const struct metric *metric, struct str text)
{
	if (match_value(m, &row->rec, metric, text))
		match_put(m, &row->rec);
}

/* total divided by the count, whose whole part the line must have printed too. */
static bool time_bench_divide(const struct match *m, const char *total, const char *printed,
			      struct buf *text)
{
	uint64_t sum = 0, count = 0, whole = 0;

	if (!match_u64(m, total, &sum) || !match_u64(m, "count", &count) || !sum || !count)
		return false;
	if (!str_u64(str_cut(match_group(m, printed), '.').head, &whole) || whole != sum / count)
		return false;
	record_number(text, (double)sum / (double)count);
	return true;
}

static void time_bench_line(struct match *m, void *state)
{
	struct time_bench_row row;
	struct buf cycles = { 0 }, ns = { 0 };

	time_bench_row(m, state, &row);
	if (!match_group(m, "count").n) {
		buf_add(&cycles, match_group(m, "cycles"));
		buf_add(&ns, match_group(m, "ns"));
	}
	/* The kernel prints noughts where it could not measure. */
	if (!ns.n && (!time_bench_divide(m, "tsc", "cycles", &cycles) ||
		      !time_bench_divide(m, "interval", "ns", &ns))) {
		match_skip(m, "no measurement, or numbers that contradict each other", m->msg);
	} else {
		time_bench_put(m, &row, &cycles_metric, buf_str(&cycles));
		time_bench_put(m, &row, &time_metric, buf_str(&ns));
	}
	buf_free(&cycles);
	buf_free(&ns);
	emit_free(&row.names);
}

/* The row's own value; its CPUs, and their times, are in the lines above. */
static void time_bench_sum(struct match *m, void *state)
{
	struct time_bench_row row;

	time_bench_row(m, state, &row);
	time_bench_put(m, &row, &cycles_metric, match_group(m, "cycles"));
	time_bench_put(m, &row, &cpus_metric, match_group(m, "cpus"));
	emit_free(&row.names);
}

static void time_bench_match(struct match *m, void *state)
{
	struct time_bench_state *st = state;

	EMIT_COPY(st->match, match_group(m, "n"));
}

/* A name with blanks in it, but not the whole of a result above, in lines that were joined. */
#define NAME   "\\S(?:(?!cycles\\(tsc\\)).)*?"
#define MODULE "^\\s*(?:[\\w-]+:\\s+)?"
#define COST   "(?<cycles>\\d+)\\s+cycles\\(tsc\\)\\s+(?<ns>\\d+\\.\\d+)\\s+ns"
#define STEP   "(?:\\s+\\(step:(?<step>-?\\d+)\\))?"
#define TAIL                                                                              \
	"(?:\\s+-\\s+\\(measurement\\s+period\\s+time:[\\d.]+\\s+sec\\s+time_interval:"   \
	"(?<interval>\\d+)\\)\\s+-\\s+\\(invoke\\s+count:(?<count>\\d+)\\s+tsc_interval:" \
	"(?<tsc>\\d+)\\))?\\s*$"
#define SIDE                                                                       \
	"(?i:before|after|base(?:line)?|(?:un)?patch(?:ed|set)?|vanilla|mainline|" \
	"with(?:out)?(?: \\w+){0,3}|control|old|new)"
#define PAGES                                                                                  \
	"order:(?<p_order>\\d+)\\(\\d+B/x\\d+\\)\\s+(?:ave\\s+)?(?<cycles>\\d+)\\s+cycles\\s+" \
	"per-\\d+B\\s+(?<page>\\d+)\\s+cycles\\s*$"

static const struct rule rules[] = {
	{ .literal = "cycles(tsc)",
	  .pattern = MODULE "(?:Type:(?<type>" NAME
			    ")|(?<bare>[\\w.+()-]+))\\s+Per\\s+elem:\\s+" COST STEP TAIL,
	  .emit = time_bench_line },
	{ .literal = "cycles(tsc)",
	  .pattern = MODULE "Type:(?<type>" NAME ")\\s+CPU\\((?<cpu>\\d+)\\)\\s+" COST STEP TAIL,
	  .emit = time_bench_line },
	{ .literal = "cycles(tsc)",
	  .pattern = MODULE "(?:Sum\\s+)?Type:(?<type>" NAME ")\\s+Average:\\s+(?<cycles>\\d+)\\s+"
			    "cycles\\(tsc\\)\\s+CPUs:(?<cpus>\\d+)\\s+step:(?<step>-?\\d+)\\s*$",
	  .emit = time_bench_sum },
	{ .literal = "cycles(tsc)",
	  .pattern = MODULE "(?<type>Cost_Per_Dequeue):\\s+" COST STEP TAIL,
	  .emit = time_bench_line },
	/* As people write down one number a kernel. */
	{ .literal = "cycles(tsc)",
	  .pattern = "^\\s*(?<label>" SIDE "):\\s+" COST "\\s*$",
	  .emit = time_bench_line },
	{ .literal = "cycles(tsc)",
	  .single = true,
	  .pattern = MODULE "(?:Sum\\s+)?Type:.*cycles\\(tsc\\)",
	  .emit = emit_odd },
	{ .literal = "PMU inst/clock",
	  .pattern = MODULE "Type:(?<p_type>" NAME ")\\s+PMU\\s+inst/clock\\s?\\d+/\\d+\\s+=\\s+"
			    "(?<ipc>\\d+\\.\\d+)\\s+IPC\\b",
	  .metrics = ipc_metrics },

	{ .literal = " cycles per-",
	  .pattern = MODULE "(?<p_type>alloc_pages)\\s+" PAGES,
	  .metrics = page_metrics },
	{ .literal = " cycles per-",
	  .pattern = MODULE "N=(?<p_outstanding>\\d+)\\s+(?<p_type>outstanding\\s+pages)\\s+" PAGES,
	  .metrics = page_metrics },
	{ .literal = " cycles per-",
	  .pattern = MODULE "(?<p_type>Parallel)-CPUs:(?<p_cpus>\\d+)\\s+page\\s+" PAGES,
	  .metrics = page_metrics },
	{ .literal = "FAILED N=",
	  .pattern = MODULE "FAILED N=\\d+ outstanding pages ",
	  .event = "time_bench.failed" },

	{ .literal = "CONFIG_DEBUG_PREEMPT is enabled: ",
	  .pattern = MODULE "WARN: CONFIG_DEBUG_PREEMPT is enabled: this affect",
	  .event = "time_bench.debug_preempt" },
	{ .literal = "ERR: need more(>1000) loops(",
	  .pattern = MODULE "ERR: need more",
	  .event = "time_bench.failed" },
	{ .literal = "ERR: Invoke cnt(",
	  .pattern = MODULE "ERR: Invoke cnt\\(\\d+\\) too big",
	  .event = "time_bench.failed" },
	{ .literal = "ABORT: ",
	  .pattern = MODULE "ABORT: (?:function being timed failed|timing took ZERO )",
	  .event = "time_bench.failed" },
	{ .literal = "function being timed failed on CPU:",
	  .pattern = MODULE "ERROR: function being timed failed on CPU:\\d",
	  .event = "time_bench.failed" },
	{ .literal = "WARNING: Invoke count(",
	  .pattern = MODULE "WARNING: Invoke count\\(\\d+\\) smaller than loops\\(",
	  .event = "time_bench.fewer_loops" },
	{ .literal = " page will be a match",
	  .pattern = MODULE "Every N:(?<n>\\d{1,20}) page will be a match\\s*$",
	  .emit = time_bench_match },
	{ .literal = "Bad invarians: ",
	  .pattern = MODULE "Bad invarians: ",
	  .event = "time_bench.failed" },
};

const struct format format_time_bench = {
	.name = "time_bench",
	.summary = "time_bench and its modules, page_pool's among them: cycles and time of a call",
	.example = "time_bench: Type:for_loop Per elem: 2 cycles(tsc) 0.773 ns (step:0) - "
		   "(measurement period time:0.077335091 sec time_interval:77335091) - "
		   "(invoke count:100000000 tsc_interval:231555960)",
	RULES(rules),
	.state_size = sizeof(struct time_bench_state),
};

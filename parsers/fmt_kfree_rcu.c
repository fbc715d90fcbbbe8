/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "parsers/emit.h"
#include "parsers/params.h"

/*
 * rcuscale's and rcuperf's kfree_rcu test, one line:
 *
 *   Total time taken by all kfree'ers: 6564718459 ns, loops: 10000, batches: 1110,
 *   memory footprint: 5057MB
 *
 * The line has no module prefix; parameters stand in a banner before it or on the command line. The
 * kernel's MB are MiB, halved towards the value before the test, and may be negative. Batches are
 * grace periods, which a patch may want to raise or to lower: no direction.
 *
 * bench-kmod prints the same line but measures the footprint otherwise.
 */

static const struct metric metrics[] = {
	{ .group = "time", .name = "time", .unit = "ns", .better = BETTER_LOWER },
	{ .group = "batches", .name = "batches", .unit = "count" },
	{ .group = "footprint", .name = "footprint", .unit = "MiB", .better = BETTER_LOWER },
	{ 0 },
};

/* The changelog's way of writing it, in seconds. */
static const struct metric table_metrics[] = {
	{ .group = "batches", .name = "batches", .unit = "count" },
	{ .group = "time", .name = "time", .unit = "s", .better = BETTER_LOWER },
	{ 0 },
};

/* "100 iterations, checking total time taken by all kfree'ers in ns.:", over a line a side. */
struct kfree_state {
	char iterations[16];
};

static void kfree_iterations(struct match *m, void *state)
{
	struct kfree_state *st = state;

	EMIT_COPY(st->iterations, match_group(m, "iterations"));
}

static void kfree_summary(struct match *m, void *state)
{
	static const char *const stats[] = { "mean", "min", "max" };
	const struct kfree_state *st = state;
	struct record rec = match_record(m);
	uint64_t n = 0;

	str_u64(str_of(st->iterations), &n);
	rec.source = match_group(m, "label");
	rec.metric = STR("time");
	rec.unit = STR("ns");
	rec.better = BETTER_LOWER;
	rec.fold = FOLD_RUNS;
	rec.n = n;
	for (size_t i = 0; i < sizeof(stats) / sizeof(stats[0]); i++)
		emit_stat(m, rec, stats[i], match_group(m, stats[i]));
}

static void kfree_row(struct match *m, void *state)
{
	(void)state;
	for (const struct metric *metric = m->rule->metrics; metric->group; metric++) {
		struct record rec = match_record(m);

		rec.source = match_group(m, "label");
		if (match_value(m, &rec, metric, match_group(m, metric->group)))
			match_put(m, &rec);
	}
}

/* A fact from a word KEY=VALUE; those of the patch text that documents them have no value. */
static void kfree_param(const struct match *m, struct str_cut kv)
{
	struct str_cut name = str_cut(kv.head, '.');

	while (kv.tail.n && strchr("\"'\\,;", kv.tail.p[kv.tail.n - 1]))
		kv.tail.n--;
	if (kv.ok && kv.tail.n && kv.head.n)
		params_fact(m, name.ok ? name.tail : name.head, kv.tail);
}

static void kfree_params(struct match *m, void *state)
{
	struct str words = match_group(m, "words"), word;

	(void)state;
	while (str_next(&words, ' ', &word))
		kfree_param(m, str_cut(word, '='));
}

/* Of a command line, the module's own. */
static void kfree_bootargs(struct match *m, void *state)
{
	struct str words = match_group(m, "words"), word;

	(void)state;
	while (str_next(&words, ' ', &word))
		if (str_starts(word, STR("rcuperf.")) || str_starts(word, STR("rcuscale.")))
			kfree_param(m, str_cut(word, '='));
}

static void kfree_object(struct match *m, void *state)
{
	match_fact(m, "param.kfree_obj_size", match_group(m, "size"));
	kfree_params(m, state);
}

#define TAIL                                                                         \
	"\\s*,\\s*loops:?\\s*(?<w_loops>\\d+)(?:,\\s*batches:\\s*(?<batches>-?\\d+)" \
	"(?:,?\\s*memory footprint:\\s*(?<footprint>-?\\d+)\\s*MB)?)?\\s*$"
#define HEAD "\\s*Total time taken by all kfree(?:'|\xe2\x80\x99|&#39;|&apos;|=27)ers:"

static const struct rule rules[] = {
	{ .literal = "Total time taken by all kfree",
	  .pattern = "^" HEAD "\\s*(?<time>\\d+)(?:\\s*ns)?" TAIL,
	  .metrics = metrics },
	{ .literal = "Total time taken by all kfree", .pattern = "^" HEAD, .emit = emit_odd },

	/* Its head cut off by hand; batches tell it from other numbers. */
	{ .literal = ", batches: ",
	  .pattern = "^\\s*(?<time>\\d+)\\s*ns(?=,\\s*loops:\\s*\\d+,\\s*batches:)" TAIL,
	  .metrics = metrics },

	/* A table of a changelog, found even where all line breaks are lost. */
	{ .literal = "# Grace Periods",
	  .name = "table",
	  .pattern = "\\w\\s+# Grace Periods\\s+Test Duration \\(s\\)" },
	{ .after = "table",
	  .pattern = "^\\s*(?<label>\\w+=\\d+ \\([^)]{1,60}\\))\\s+(?<batches>\\d+)\\s+"
		     "(?<time>\\d+\\.\\d+)(?=\\s|$)",
	  .metrics = table_metrics,
	  .emit = kfree_row },

	{ .literal = "total time taken by all kfree'ers in ns",
	  .single = true,
	  .name = "iterations",
	  .pattern = "^\\s*(?<iterations>\\d+) iterations, checking total time taken by all "
		     "kfree'ers in ns[.:]*\\s*$",
	  .emit = kfree_iterations },
	{ .after = "iterations",
	  .gap = 2,
	  .pattern =
		  "^\\s*(?<label>[A-Za-z][\\w.+-]{0,40})\\s*:\\s*AVG: (?<mean>\\d+(?:\\.\\d+)?)\\s+"
		  "MIN: (?<min>\\d+)\\s+MAX: (?<max>\\d+)\\s*$",
	  .emit = kfree_summary },

	{ .literal = "kfree object size=",
	  .pattern = "^\\s*kfree object size=(?<size>\\d+)(?:, "
		     "(?<words>kfree_by_call_rcu=\\d+))?\\s*$",
	  .emit = kfree_object },
	{ .literal = "scale:--- kfree_rcu_test:",
	  .pattern = "^\\s*[\\w-]+-scale:--- kfree_rcu_test:(?<words>(?: [a-z]\\w*=-?\\w+)+)\\s*$",
	  .emit = kfree_params },
	/* Boot arguments as people write them before their numbers. */
	{ .literal = "rcuperf.",
	  .single = true,
	  .pattern = "^(?:\\s*--bootargs\\s+[\"'])?\\s*(?<words>rcuperf\\.\\w+=\\S.*)$",
	  .emit = kfree_bootargs },
	{ .literal = "rcuscale.",
	  .single = true,
	  .pattern = "^(?:\\s*--bootargs\\s+[\"'])?\\s*(?<words>rcuscale\\.\\w+=\\S.*)$",
	  .emit = kfree_bootargs },
	{ .literal = "kfree_loops=",
	  .pattern = "^\\s*(?<words>kfree_\\w+=-?\\w+(?: kfree_\\w+=-?\\w+)*)\\s*$",
	  .emit = kfree_params },
	{ .literal = "rcu_scale: Grace-period kthread CPU time: ",
	  .pattern = "^rcu_scale: Grace-period kthread CPU time: (?<text>\\d+\\.\\d+) us",
	  .fact = "rcu.gp_kthread_cpu_us" },
	{ .literal = "CONFIG_RCU_LAZY is disabled",
	  .pattern = "^CONFIG_RCU_LAZY is disabled, falling back to kfree_rcu\\(\\)",
	  .event = "kfree_rcu.not_lazy" },
	{ .literal = "ERROR: call_rcu() CBs are ",
	  .pattern = "^ERROR: call_rcu\\(\\) CBs are (?:not being|being too) lazy",
	  .event = "kfree_rcu.aborted" },
};

const struct format format_kfree_rcu = {
	.name = "kfree_rcu",
	.summary = "kfree_rcu flood of rcuscale and rcuperf: time, grace periods, memory footprint",
	.example = "Total time taken by all kfree'ers: 6564718459 ns, loops: 10000, batches: 1110, "
		   "memory footprint: 5057MB",
	.once_per_boot = true,
	.impl = true,
	RULES(rules),
	.state_size = sizeof(struct kfree_state),
};

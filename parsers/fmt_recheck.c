/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "parsers/emit.h"
#include "parsers/params.h"

/*
 * What the kernel's kvm-recheck scripts make of the logs of rcuscale (rcuperf) and refscale:
 *
 *   Average grace-period duration: 7470.02 microseconds
 *   50th percentile grace-period duration: 6002.73
 *   Grace periods: 101 Batches: 1 Ratio: 101
 *
 *   TREE results:
 *   Points: 25.875 26.120 26.999
 *   Average reader duration: 26.331 nanoseconds
 *
 * All of one benchmark is in the unit that stands behind its average. The script for rcuscale has
 * had no batches to print since 5.15, and prints 1. The median of the one for refscale is left out:
 * it is one rank low.
 */

struct recheck_state {
	/* What a line above the summary says of it. */
	char experiment[256];
	bool used;
};

#define SUMMARY(word, metric, of)                                                               \
	{                                                                                       \
		.group = word, .stat = word, .name = metric, .unit = of, .better = BETTER_LOWER \
	}
static const struct metric rcuscale_metrics[] = {
	SUMMARY("mean", "duration", "us"),
	SUMMARY("min", "duration", "us"),
	SUMMARY("p50", "duration", "us"),
	SUMMARY("p90", "duration", "us"),
	SUMMARY("p99", "duration", "us"),
	SUMMARY("max", "duration", "us"),
	{ 0 },
};
static const struct metric ratio_metrics[] = {
	{ .group = "gps", .name = "gps", .unit = "count", .context = true },
	{ .group = "batches", .name = "batches", .unit = "count", .context = true },
	{ .group = "cpu", .name = "gp_kthread_cpu", .unit = "us", .context = true },
	{ 0 },
};
static const struct metric refscale_metrics[] = {
	SUMMARY("mean", "time", "ns"),
	SUMMARY("min", "time", "ns"),
	SUMMARY("max", "time", "ns"),
	{ 0 },
};
static const struct metric point_metric = { .name = "time", .unit = "ns", .better = BETTER_LOWER };

static void recheck_put(const struct match *m, struct str bench, struct str params)
{
	for (const struct metric *metric = m->rule->metrics; metric->group; metric++) {
		struct str text = match_group(m, metric->group);
		struct record rec = match_record(m);

		rec.bench = bench;
		rec.params = params;
		if (text.n && match_value(m, &rec, metric, text))
			match_put(m, &rec);
	}
}

/* "Experiment: nwriters=1 writer_cpu_offset=1", over the summary of it. */
static void recheck_experiment(struct match *m, void *state)
{
	struct recheck_state *st = state;
	struct buf list = { 0 };

	st->experiment[0] = '\0';
	st->used = false;
	if (params_list(&list, match_group(m, "words")) && list.n < sizeof(st->experiment))
		EMIT_COPY(st->experiment, buf_str(&list));
	else
		match_skip(m, "too many parameters", m->msg);
	buf_free(&list);
}

/* The average comes first of a summary: a second one is of something else. */
static void recheck_rcuscale(struct match *m, void *state)
{
	struct recheck_state *st = state;

	if (match_group(m, "mean").n) {
		if (st->used)
			st->experiment[0] = '\0';
		st->used = true;
	}
	recheck_put(m, STR("rcuscale"), str_of(st->experiment));
}

static void recheck_refscale(struct match *m, void *state)
{
	(void)state;
	recheck_put(m, STR("refscale"), (struct str){ NULL, 0 });
}

/* All values, sorted: which was which run is lost. */
static void recheck_points(struct match *m, void *state)
{
	struct str list = match_group(m, "list"), text;
	struct buf item = { 0 };
	unsigned int n = 0;

	(void)state;
	if (!str_ends(match_above(m, 1), STR(" results:")))
		return;
	while (str_next(&list, ' ', &text)) {
		struct record rec = match_record(m);

		if (!text.n)
			continue;
		item.n = 0;
		buf_printf(&item, "point=%u", ++n);
		rec.bench = STR("refscale");
		rec.item = buf_str(&item);
		if (match_value(m, &rec, &point_metric, text))
			match_put(m, &rec);
	}
	buf_free(&item);
}

#define NUMBER "\\d+(?:\\.\\d+)?(?:e[+-]?\\d+)?"
#define GP     " grace-period duration:\\s+"
#define READER " reader duration:\\s+"

static const struct rule rules[] = {
	{ .literal = " grace-period duration: ",
	  .pattern = "^\\s*(?:Average" GP "(?<mean>" NUMBER ")(?=\\smicroseconds)|"
		     "Minimum" GP "(?<min>" NUMBER ")|50th percentile" GP "(?<p50>" NUMBER ")|"
		     "90th percentile" GP "(?<p90>" NUMBER ")|99th percentile" GP "(?<p99>" NUMBER
		     ")|Maximum" GP "(?<max>" NUMBER "))(?:\\smicroseconds)?\\s*$",
	  .metrics = rcuscale_metrics,
	  .emit = recheck_rcuscale },
	{ .literal = " grace-period duration: ",
	  .single = true,
	  .pattern = "^\\s*(?:Average|Minimum|Maximum|\\d+th percentile)" GP,
	  .emit = emit_odd },
	{ .literal = "Grace periods: ",
	  .pattern = "^\\s*Grace periods:\\s+(?<gps>\\d+)\\s+Batches:\\s+(?:1|(?<batches>-?\\d+))"
		     "\\s+Ratio:\\s+\\S+(?:\\s+CPU:\\s+(?<cpu>" NUMBER "))?(?:\\s+Lost:\\s+\\d+)?"
		     "\\s*$",
	  .metrics = ratio_metrics,
	  .emit = recheck_rcuscale },
	{ .literal = "Experiment: ",
	  .pattern = "^\\s*Experiment:(?<words>(?:\\s+\\w+=-?\\w+)+)\\s*$",
	  .emit = recheck_experiment },

	{ .literal = " reader duration: ",
	  .pattern = "^\\s*(?:Average" READER "(?<mean>" NUMBER ") nanoseconds|"
		     "Minimum" READER "(?<min>" NUMBER ")|Maximum" READER "(?<max>" NUMBER ")|"
		     "Median" READER NUMBER ")\\s*$",
	  .metrics = refscale_metrics,
	  .emit = recheck_refscale },
	{ .literal = " reader duration: ",
	  .single = true,
	  .pattern = "^\\s*(?:Average|Minimum|Maximum)" READER,
	  .emit = emit_odd },
	{ .literal = "Points: ",
	  .pattern = "^\\s*Points:(?<list>(?: " NUMBER ")+)\\s*$",
	  .emit = recheck_points },
};

const struct format format_recheck = {
	.name = "recheck",
	.summary = "summaries of the kernel's kvm-recheck scripts for rcuscale and refscale",
	.example = "Average grace-period duration: 7470.02 microseconds",
	RULES(rules),
	.state_size = sizeof(struct recheck_state),
};

/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "parsers/emit.h"

/*
 * fio, the text that it prints for people:
 *
 *   rr: (g=0): rw=randrw, bs=(R) 4096B-4096B, (W) 4096B-4096B, ioengine=psync, iodepth=1
 *   rr: (groupid=0, jobs=1): err= 0: pid=5527: Mon Nov 30 16:06:19 2026
 *     read: IOPS=17.7k, BW=69.2MiB/s (72.6MB/s)(1984KiB/28msec)
 *       clat (nsec): min=621, max=1162.6k, avg=49647.62, stdev=76335.70
 *       clat percentiles (nsec):
 *        |  1.00th=[    900],  5.00th=[   1048], 10.00th=[   1176],
 *   Run status group 0 (all jobs):
 *      READ: bw=137MiB/s (144MB/s), 69.2MiB/s-73.0MiB/s (72.6MB/s-76.6MB/s), ...
 *
 * and of versions before 3, whose KB are KiB:
 *
 *     read : io=1024.0MB, bw=12345KB/s, iops=3086, runt= 84935msec
 *      READ: io=1024.0MB, aggrb=12345KB/s, minb=12345KB/s, ...
 *
 * The unit of latencies changes from line to line. Bandwidth is printed in two units, of which the
 * first is taken. The lines of a group are sums over its jobs: with a single job that is the job
 * again. Of the percentiles p50, p99 and p99.9 are tested, the others are context.
 */

#define FIO_JOBS 16
/* So many lines of a job may be of others, or not known. */
#define FIO_GAP 40

struct fio_state {
	struct {
		char name[64], rw[24], bs[24], depth[16];
	} jobs[FIO_JOBS]; /* as the head of the output lists them */
	size_t njobs;
	bool results; /* have come, so another list is another output's */
	char job[64], count[16], op[8];
	char bare[64]; /* what named the line with IOPS that was no job's, and where that was */
	unsigned long bare_line;
	unsigned long line; /* of the job's head, or its last one with IOPS */
	size_t headers;	    /* of jobs, since the last line of a group */
	bool grouped;
	char unit[8]; /* of the percentiles that come */
	char what[8];
	bool failed;
};

static void fio_job(struct match *m, void *state)
{
	struct fio_state *st = state;

	if (st->results)
		memset(st, 0, sizeof(*st));
	if (st->njobs == FIO_JOBS)
		return;
	EMIT_COPY(st->jobs[st->njobs].name, match_group(m, "job"));
	EMIT_COPY(st->jobs[st->njobs].rw, match_group(m, "rw"));
	EMIT_COPY(st->jobs[st->njobs].bs, match_group(m, "bs"));
	EMIT_COPY(st->jobs[st->njobs++].depth, match_group(m, "depth"));
}

static void fio_header(struct match *m, void *state)
{
	struct fio_state *st = state;

	EMIT_COPY(st->job, match_group(m, "job"));
	EMIT_COPY(st->count, match_group(m, "jobs"));
	st->op[0] = '\0';
	st->line = m->pos.line;
	st->results = true;
	st->headers = st->grouped ? 1 : st->headers + 1;
	st->grouped = false;
	st->failed = !str_is(match_group(m, "err"), "0");
	if (st->failed) {
		match_event(m, "fio.failed", m->msg);
		match_skip(m, "the job failed", m->msg);
	}
}

static void fio_put(const struct match *m, const struct fio_state *st, const struct metric *metric,
		    struct str value)
{
	struct emit e = { 0 };
	struct str job = str_of(st->job);
	size_t i = 0;

	while (i < st->njobs && !str_is(job, st->jobs[i].name))
		i++;
	if (i < st->njobs) {
		emit_param(&e, "bs", str_of(st->jobs[i].bs));
		emit_param(&e, "iodepth", str_of(st->jobs[i].depth));
	}
	emit_param(&e, "job", job);
	emit_param(&e, "op", str_of(st->op));
	if (i < st->njobs)
		emit_param(&e, "rw", str_of(st->jobs[i].rw));
	emit_work(&e, "jobs", str_of(st->count));
	emit_value(m, &e, metric, value);
	emit_free(&e);
}

/* "17.7k" is 17.7e3. */
static void fio_put_human(const struct match *m, const struct fio_state *st,
			  const struct metric *metric, struct str value, struct str suffix)
{
	struct buf text = { 0 };

	buf_add(&text, value);
	if (suffix.n)
		buf_add(&text, suffix.p[0] == 'k'   ? STR("e3")
			       : suffix.p[0] == 'M' ? STR("e6")
						    : STR("e9"));
	fio_put(m, st, metric, buf_str(&text));
	buf_free(&text);
}

/* Before version 3 KB and MB were powers of two, as KiB and MiB are now. */
static const char *fio_unit(struct str spelled, bool old)
{
	static const struct {
		const char *spelled, *unit, *old;
	} units[] = {
		{ "B", "B/s", "B/s" },	   { "kB", "kB/s", NULL },    { "KB", NULL, "KiB/s" },
		{ "MB", "MB/s", "MiB/s" }, { "GB", "GB/s", "GiB/s" }, { "KiB", "KiB/s", NULL },
		{ "MiB", "MiB/s", NULL },  { "GiB", "GiB/s", NULL },
	};

	for (size_t i = 0; i < sizeof(units) / sizeof(units[0]); i++)
		if (str_is(spelled, units[i].spelled))
			return old ? units[i].old : units[i].unit;
	return NULL;
}

static void fio_op(struct match *m, void *state)
{
	static const struct metric iops = { .name = "iops",
					    .unit = "ops/s",
					    .better = BETTER_HIGHER };
	struct metric bw = { .name = "bandwidth", .better = BETTER_HIGHER };
	struct fio_state *st = state;

	EMIT_COPY(st->op, match_group(m, "op"));
	if (st->failed)
		return;
	bw.unit = fio_unit(match_group(m, "unit"), match_group(m, "old").n != 0);
	if (!bw.unit) {
		match_skip(m, "unknown unit", m->msg);
		return;
	}
	fio_put_human(m, st, &iops, match_group(m, "iops"), match_group(m, "k"));
	fio_put(m, st, &bw, match_group(m, "bw"));
}

/* Of a job; or fished out of its output by grep: the line above names it, or nothing does. */
static void fio_iops(struct match *m, void *state)
{
	struct fio_state *st = state, bare = { .job = "" };
	struct str above = str_trim(match_above(m, 1));
	size_t letters = 0;

	for (size_t i = 0; i < above.n; i++)
		letters += is_alpha(above.p[i]);
	if (st->job[0] && m->pos.line - st->line <= FIO_GAP) {
		st->line = m->pos.line;
		fio_op(m, st);
		return;
	}
	/* "write: " right under "read: ". */
	if (st->bare_line && st->bare_line + 1 == m->pos.line && str_starts(above, STR("read")))
		above = str_of(st->bare);
	if (!letters || above.n >= sizeof(bare.job) || memchr("`$>~", above.p[0], 4) ||
	    str_find(above, STR("IOPS=")) != (size_t)-1) {
		match_skip(m, "no job names it", m->msg);
		return;
	}
	EMIT_COPY(bare.job, above);
	memcpy(st->bare, bare.job, sizeof(st->bare));
	st->bare_line = m->pos.line;
	fio_op(m, &bare);
}

static const char *fio_time(struct str unit)
{
	return str_is(unit, "nsec") ? "ns" : str_is(unit, "usec") ? "us" : "ms";
}

static void fio_latency(struct match *m, void *state)
{
	static const char *const stats[][2] = {
		{ "min", "min_k" }, { "max", "max_k" }, { "mean", "mean_k" }, { "sd", "sd_k" }
	};
	const struct fio_state *st = state;
	char name[8];
	struct metric metric = { .name = name,
				 .unit = fio_time(match_group(m, "unit")),
				 .better = BETTER_LOWER };

	if (st->failed || !st->op[0])
		return;
	EMIT_COPY(name, match_group(m, "what"));
	metric.context = str_is(str_of(name), "slat");
	for (size_t i = 0; i < sizeof(stats) / sizeof(stats[0]); i++) {
		metric.stat = stats[i][0];
		fio_put_human(m, st, &metric, match_group(m, stats[i][0]),
			      match_group(m, stats[i][1]));
	}
}

static void fio_percentiles(struct match *m, void *state)
{
	struct fio_state *st = state;

	EMIT_COPY(st->what, match_group(m, "what"));
	EMIT_COPY(st->unit, str_of(fio_time(match_group(m, "unit"))));
}

/* "99.90th=[1155072]": none where the value is beyond the largest bucket, ">=". */
static void fio_percentile(const struct match *m, const struct fio_state *st, struct str cell)
{
	struct str at = { cell.p, str_find(cell, STR("th=[")) }, value;
	struct metric metric = { .unit = st->unit, .better = BETTER_LOWER };
	char name[32];

	if (at.n == (size_t)-1)
		return;
	value = str_trim(str_cut(str_skip(cell, at.n + 4), ']').head);
	at = str_trim(at);
	while (at.n && at.p[at.n - 1] == '0')
		at.n--;
	if (at.n && at.p[at.n - 1] == '.')
		at.n--;
	if (!at.n || at.n > 16 || !value.n || !is_digit(value.p[0]))
		return;
	snprintf(name, sizeof(name), "%s.p%.*s", st->what, (int)at.n, at.p);
	metric.name = name;
	metric.context = !str_is(at, "50") && !str_is(at, "99") && !str_is(at, "99.9");
	fio_put(m, st, &metric, value);
}

static void fio_percentile_row(struct match *m, void *state)
{
	const struct fio_state *st = state;
	struct str cells = match_group(m, "cells"), cell;

	while (!st->failed && st->op[0] && str_next(&cells, ',', &cell))
		fio_percentile(m, st, cell);
}

static void fio_group(struct match *m, void *state)
{
	struct fio_state *st = state;

	st->results = st->grouped = true;
	EMIT_COPY(st->count, match_group(m, "group"));
}

static void fio_sum(struct match *m, void *state)
{
	const struct fio_state *st = state;
	struct metric metric = { .name = "bandwidth", .better = BETTER_HIGHER };
	struct emit e = { 0 };
	struct str op = match_group(m, "op");

	if (st->headers == 1)
		return; /* said by the job */
	metric.unit = fio_unit(match_group(m, "unit"), match_group(m, "old").n != 0);
	if (!metric.unit) {
		match_skip(m, "unknown unit", m->msg);
		return;
	}
	emit_param(&e, "group", str_of(st->count));
	emit_param(&e, "op",
		   str_is(op, "READ")	 ? STR("read")
		   : str_is(op, "WRITE") ? STR("write")
					 : STR("trim"));
	emit_value(m, &e, &metric, match_group(m, "bw"));
	emit_free(&e);
}

#define NUMBER	    "\\d+(?:\\.\\d+)?"
#define HUMAN(name) "\\s*(?<" name ">" NUMBER ")(?<" name "_k>[kMG]?)"

static const struct rule rules[] = {
	{ .literal = "): rw=",
	  .single = true,
	  .pattern = "^\\s*(?<job>\\S.*?): \\(g=\\d+\\): rw=(?<rw>\\w+), bs=(?:\\(R\\) )?"
		     "(?<bs>[\\w.]+).*, iodepth=(?<depth>\\d+)\\s*$",
	  .emit = fio_job },
	{ .literal = ": (groupid=",
	  .single = true,
	  .name = "job",
	  .pattern = "^\\s*(?<job>\\S.*?): \\(groupid=\\d+, jobs=(?<jobs>\\d+)\\): "
		     "err=\\s*(?<err>\\d+).*$",
	  .emit = fio_header },
	{ .literal = ": IOPS=",
	  .single = true,
	  .pattern = "^\\s*(?<op>read|write|trim)\\s*: (?:IOPS=(?<iops>" NUMBER ")(?<k>[kMG]?), "
		     "BW=(?<bw>" NUMBER ")(?<unit>[kKMG]?i?B)/s\\b.*)$",
	  .emit = fio_iops },
	{ .after = "job",
	  .gap = FIO_GAP,
	  .pattern = "^\\s*(?<op>read|write|trim)\\s*: (?<old>io=\\S+, bw=(?<bw>" NUMBER
		     ")(?<unit>[KMG]?B)/s, iops=\\s*(?<iops>" NUMBER ")(?<k>[kM]?), runt=.*)$",
	  .emit = fio_op },
	{ .after = "job",
	  .gap = FIO_GAP,
	  .pattern = "^\\s*(?<what>[sc]?lat) \\((?<unit>[num]sec)\\)\\s*: min=" HUMAN(
		  "min") ", "
			 "max=" HUMAN("max") ", avg=" HUMAN("mean") ", stdev=" HUMAN("sd") "\\s*$",
	  .emit = fio_latency },
	{ .after = "job",
	  .gap = FIO_GAP,
	  .pattern = "^\\s*(?:(?:read|write|trim)\\s*: (?:IOPS|io)=|[sc]?lat \\([num]sec\\)\\s*: "
		     "min=)",
	  .emit = emit_odd },
	{ .after = "job",
	  .gap = FIO_GAP,
	  .name = "percentiles",
	  .pattern = "^\\s*(?<what>[sc]?lat) percentiles \\((?<unit>[num]sec)\\):\\s*$",
	  .emit = fio_percentiles },
	{ .after = "percentiles",
	  .pattern = "^\\s*\\|\\s*(?<cells>\\d[\\d.]*th=\\[[^\\]]*\\].*)$",
	  .emit = fio_percentile_row },
	{ .literal = "Run status group ",
	  .name = "group",
	  .pattern = "^\\s*Run status group (?<group>\\d+) \\(all jobs\\):\\s*$",
	  .emit = fio_group },
	{ .after = "group",
	  .pattern = "^\\s*(?<op>READ|WRITE|TRIM): (?:bw=|(?<old>io=\\S+, aggrb=))(?<bw>" NUMBER
		     ")(?<unit>[kKMG]?i?B)/s\\b.*$",
	  .emit = fio_sum },
};

const struct format format_fio = {
	.name = "fio",
	.summary = "fio: IOPS, bandwidth and latency by job",
	.example =
		"Run status group 0 (all jobs):\n   READ: bw=137MiB/s (144MB/s), 137MiB/s-137MiB/s",
	RULES(rules),
	.state_size = sizeof(struct fio_state),
};

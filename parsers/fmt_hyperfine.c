/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "parsers/emit.h"

/*
 * hyperfine, which prints a summary of runs that follow each other in one boot:
 *
 *   Benchmark 1: ARCH=arm64 defconfig
 *     Time (mean ± σ):     97.159 s ±  0.246 s    [User: 4828.383 s, System: 611.256 s]
 *     Range (min … max):   96.900 s … 97.648 s    10 runs
 *
 * The number of runs comes last, so the first line waits for the second. After a single run:
 *
 *     Time (abs ≡):         1.003 s               [User: 1.3 ms, System: 0.9 ms]
 */

struct hyper_state {
	struct pos pos;
	int64_t time_ns;
	char cmd[256];
	struct {
		char text[32], unit[8];
	} mean, sd, user, sys;
	bool is_open;
};

static void hyper_put(const struct match *m, const struct hyper_state *st, const char *name,
		      const char *stat, struct str text, struct str unit, uint64_t n)
{
	struct record rec;
	struct emit e = { 0 };
	char spelled[8];
	struct metric metric = { .name = name,
				 .unit = spelled,
				 .better = BETTER_LOWER,
				 .fold = strcmp(stat, "value") == 0 ? FOLD_MEAN : FOLD_RUNS };

	if (!text.n)
		return;
	EMIT_COPY(spelled, unit);
	emit_param(&e, "cmd", str_of(st->cmd));
	rec = emit_record(m, &e);
	rec.stat = str_of(stat);
	rec.n = (unsigned long)n;
	if (match_value(m, &rec, &metric, text))
		match_put(m, &rec);
	emit_free(&e);
}

static void hyper_end(struct match *m, void *state)
{
	struct hyper_state *st = state;
	struct match at = *m;

	at.pos = st->pos;
	at.msg = str_of(st->cmd);
	if (st->is_open)
		match_skip(&at, "no line with the number of runs", at.msg);
	st->is_open = false;
}

static void hyper_command(const struct match *m, struct hyper_state *st)
{
	struct str above = str_trim(match_above(m, 1));
	struct str_cut cut = str_cut(above, ':');

	EMIT_COPY(st->cmd,
		  str_starts(above, STR("Benchmark ")) && cut.ok ? str_trim(cut.tail) : STR(""));
}

static void hyper_time(struct match *m, void *state)
{
	struct hyper_state *st = state;

	hyper_end(m, state);
	st->pos = m->pos;
	st->time_ns = m->time_ns;
	hyper_command(m, st);
	EMIT_COPY(st->mean.text, match_group(m, "mean"));
	EMIT_COPY(st->mean.unit, match_group(m, "mean_unit"));
	EMIT_COPY(st->sd.text, match_group(m, "sd"));
	EMIT_COPY(st->sd.unit, match_group(m, "sd_unit"));
	EMIT_COPY(st->user.text, match_group(m, "user"));
	EMIT_COPY(st->user.unit, match_group(m, "user_unit"));
	EMIT_COPY(st->sys.text, match_group(m, "sys"));
	EMIT_COPY(st->sys.unit, match_group(m, "sys_unit"));
	st->is_open = true;
}

static void hyper_range(struct match *m, void *state)
{
	struct hyper_state *st = state;
	struct match at = *m;
	uint64_t n = 0;

	if (!st->is_open)
		return;
	st->is_open = false;
	match_u64(m, "n", &n);
	at.pos = st->pos;
	at.time_ns = st->time_ns;
	hyper_put(&at, st, "time", "mean", str_of(st->mean.text), str_of(st->mean.unit), n);
	hyper_put(&at, st, "time", "sd", str_of(st->sd.text), str_of(st->sd.unit), n);
	hyper_put(&at, st, "user", "mean", str_of(st->user.text), str_of(st->user.unit), n);
	hyper_put(&at, st, "sys", "mean", str_of(st->sys.text), str_of(st->sys.unit), n);
	hyper_put(m, st, "time", "min", match_group(m, "min"), match_group(m, "min_unit"), n);
	hyper_put(m, st, "time", "max", match_group(m, "max"), match_group(m, "max_unit"), n);
}

static void hyper_single(struct match *m, void *state)
{
	struct hyper_state *st = state;

	hyper_end(m, state);
	hyper_command(m, st);
	hyper_put(m, st, "time", "value", match_group(m, "mean"), match_group(m, "mean_unit"), 1);
	hyper_put(m, st, "user", "value", match_group(m, "user"), match_group(m, "user_unit"), 1);
	hyper_put(m, st, "sys", "value", match_group(m, "sys"), match_group(m, "sys_unit"), 1);
}

static void hyper_odd(struct match *m, void *state)
{
	hyper_end(m, state);
	emit_odd(m, state);
}

#define VALUE(name) "(?<" name ">\\d+(?:\\.\\d+)?) (?<" name "_unit>ms|s|\\xc2\\xb5s|us)"
#define CPU	    "(?:\\s+\\[User: " VALUE("user") ", System: " VALUE("sys") "\\])?\\s*$"
/* A sign that was lost in a mail, or became several. */
#define SIGN "\\s+(?:[^\\s\\d]+\\s+)?"

static const struct rule rules[] = {
	{ .literal = "Time (mean ",
	  .name = "time",
	  .pattern = "^\\s*Time \\(mean [^)]*\\):\\s+" VALUE("mean") SIGN VALUE("sd") CPU,
	  .emit = hyper_time },
	{ .after = "time",
	  .pattern = "^\\s*Range \\(min [^)]*max\\):\\s+" VALUE("min")
		  SIGN VALUE("max") "\\s+(?<n>\\d+) runs\\s*$",
	  .emit = hyper_range },
	{ .literal = "Time (abs ",
	  .pattern = "^\\s*Time \\(abs [^)]*\\):\\s+" VALUE("mean") CPU,
	  .emit = hyper_single },
	{ .literal = "Time (mean ",
	  .single = true,
	  .pattern = "^\\s*Time \\(mean [^)]*\\):",
	  .emit = hyper_odd },
	{ .literal = "Time (abs ",
	  .single = true,
	  .pattern = "^\\s*Time \\(abs [^)]*\\):",
	  .emit = hyper_odd },
};

const struct format format_hyperfine = {
	.name = "hyperfine",
	.summary = "hyperfine: mean, spread and range of a command's time",
	.example = "Time (abs =):         1.003 s               [User: 1.3 ms, System: 0.9 ms]",
	RULES(rules),
	.state_size = sizeof(struct hyper_state),
	.end = hyper_end,
};

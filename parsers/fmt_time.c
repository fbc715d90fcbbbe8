/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "parsers/emit.h"
#include "parsers/table.h"

/*
 * time, as shells and GNU time print it:
 *
 *   real	1m28.119s            real 88.11
 *   user	0m0.012s             user 0.01
 *   sys	1m23.270s            sys 83.27
 *
 *   0.01user 83.27system 1:28.11elapsed 94%CPU (0avgtext+0avgdata 1076maxresident)k
 *   make  0.01s user 83.27s system 94% cpu 1:28.11 total
 *   Command being timed: "make"
 *   Elapsed (wall clock) time (h:mm:ss or m:ss): 1:28.11
 *
 * Mails set the first form side by side, under headings that name the sources, and what was timed
 * in a line above these:
 *
 *   10000 200kb allocations:
 *   [Baseline]		[This patch]
 *   real    56.104s	real    43.946s
 *
 * What was timed is the rest of a prompt line with "time" not far above, if there is one.
 */

#define TIME_LOOK 6 /* lines above that may be the prompt's */

struct time_state {
	char cmd[256], test[64];
	char heads[2][64]; /* of a table */
	bool open, table;
};

static const struct metric real_metric = { .name = "real", .unit = "s", .better = BETTER_LOWER };
static const struct metric user_metric = { .name = "user", .unit = "s", .better = BETTER_LOWER };
static const struct metric sys_metric = { .name = "sys", .unit = "s", .better = BETTER_LOWER };
static const struct metric rss_metric = { .name = "maxrss", .unit = "KiB", .better = BETTER_LOWER };

/* "1m28.119s", "1:02:03", "0,053s" in seconds, with the digits of their fraction. */
static bool time_seconds(struct str text, struct buf *out)
{
	uint64_t total = 0, part = 0;

	for (size_t i = 0; i < text.n; i++) {
		char c = text.p[i];

		if (total > UINT64_MAX / 3600 || part > 100000000)
			return false;
		if (is_digit(c)) {
			part = part * 10 + (uint64_t)(c - '0');
		} else if (c == 'h' || c == 'm' || c == ':') {
			total = (total + part) * 60;
			part = 0;
		} else if (c == '.' || c == ',') {
			buf_printf(out, "%llu.", (unsigned long long)(total + part));
			for (i++; i < text.n && is_digit(text.p[i]); i++)
				buf_char(out, text.p[i]);
			return true;
		}
	}
	buf_printf(out, "%llu", (unsigned long long)(total + part));
	return true;
}

static void time_put(const struct match *m, const struct time_state *st,
		     const struct metric *metric, struct str text, const char *source)
{
	struct record rec;
	struct emit e = { 0 };
	struct buf seconds = { 0 };

	emit_param(&e, "cmd", str_of(st->cmd));
	emit_param(&e, "test", str_of(st->test));
	rec = emit_record(m, &e);
	rec.source = str_of(source);
	if (metric == &rss_metric)
		buf_add(&seconds, text);
	else if (!time_seconds(text, &seconds))
		buf_add(&seconds, STR("?"));
	if (match_value(m, &rec, metric, buf_str(&seconds)))
		match_put(m, &rec);
	emit_free(&e);
	buf_free(&seconds);
}

/* "user@host:~# sudo time -p make -j8": what stands behind "time". */
static bool time_prompt(struct str line, struct str *cmd)
{
	size_t at = str_find(line, STR("time "));
	struct str before = { line.p, at };

	if (at == (size_t)-1)
		return false;
	before = str_trim(before);
	if (str_ends(before, STR(" sudo")))
		before = str_rtrim((struct str){ before.p, before.n - 5 });
	if (!before.n || !memchr("$#%>", before.p[before.n - 1], 4))
		return false;
	*cmd = str_trim(str_skip(line, at + 5));
	while (str_starts(*cmd, STR("-p ")) || str_starts(*cmd, STR("-v ")))
		*cmd = str_trim(str_skip(*cmd, 3));
	return cmd->n != 0;
}

static void time_command(const struct match *m, struct time_state *st)
{
	struct str cmd;

	for (unsigned int i = 1; i <= TIME_LOOK; i++) {
		struct str line = str_trim(match_above(m, i));

		if (str_starts(line, STR("real")) || str_starts(line, STR("sys")))
			return;
		if (time_prompt(line, &cmd)) {
			EMIT_COPY(st->cmd, cmd);
			return;
		}
	}
}

/* The label of a column; empty if the cell is none. */
static struct str time_head(struct str cell)
{
	cell = str_trim(cell);
	if (cell.n && cell.p[cell.n - 1] == ':')
		cell.n--;
	if (cell.n > 2 && cell.p[0] == '[' && cell.p[cell.n - 1] == ']')
		cell = (struct str){ cell.p + 1, cell.n - 2 };
	return cell.n && !is_digit(cell.p[0]) ? cell : (struct str){ NULL, 0 };
}

/* Two columns: their labels stand above them, and above those perhaps what was timed. */
static bool time_table(const struct match *m, struct time_state *st)
{
	struct table_row row = table_split(match_above(m, 1));
	struct str title = str_trim(match_above(m, 2));
	size_t words = 1;

	if (row.n && !str_trim(row.cell[0]).n) {
		row.n--;
		memmove(row.cell, row.cell + 1, row.n * sizeof(row.cell[0]));
	}
	if (row.n != 2 || !time_head(row.cell[0]).n || !time_head(row.cell[1]).n)
		return false;
	EMIT_COPY(st->heads[0], time_head(row.cell[0]));
	EMIT_COPY(st->heads[1], time_head(row.cell[1]));
	for (size_t i = 0; i < title.n; i++)
		words += title.p[i] == ' ';
	if (title.n && title.n <= 40 && words <= 5 && title.p[title.n - 1] == ':')
		EMIT_COPY(st->test, ((struct str){ title.p, title.n - 1 }));
	st->table = true;
	return true;
}

static void time_real(struct match *m, void *state)
{
	struct time_state *st = state;
	struct str second = match_group(m, "second");

	*st = (struct time_state){ .open = true };
	if (second.n && !time_table(m, st)) {
		match_skip(m, "two times, and no headings over them", m->msg);
		st->open = false;
		return;
	}
	if (!second.n)
		time_command(m, st);
	time_put(m, st, &real_metric, match_group(m, "first"), st->heads[0]);
	if (second.n)
		time_put(m, st, &real_metric, second, st->heads[1]);
}

static void time_cpu(struct match *m, void *state)
{
	const struct time_state *st = state;
	const struct metric *metric = str_is(match_group(m, "what"), "user") ? &user_metric
									     : &sys_metric;
	struct str second = match_group(m, "second");

	if (!st->open)
		return;
	if (st->table != (second.n != 0)) {
		match_skip(m, "not as many times as in the line of real", m->msg);
		return;
	}
	time_put(m, st, metric, match_group(m, "first"), st->heads[0]);
	if (second.n)
		time_put(m, st, metric, second, st->heads[1]);
}

/* The forms that have all in one line, or name each value. */
static void time_line(struct match *m, void *state)
{
	static const struct {
		const char *group;
		const struct metric *metric;
	} values[] = { { "real", &real_metric },
		       { "user", &user_metric },
		       { "sys", &sys_metric },
		       { "rss", &rss_metric } };
	struct time_state *st = state;

	if (match_group(m, "oneline").n) {
		*st = (struct time_state){ .open = false };
		EMIT_COPY(st->cmd, match_group(m, "cmd"));
		if (!st->cmd[0])
			time_command(m, st);
	}
	for (size_t i = 0; i < sizeof(values) / sizeof(values[0]); i++) {
		struct str text = match_group(m, values[i].group);

		/* Where the kernel did not tell the memory, it is 0. */
		if (text.n && (values[i].metric != &rss_metric || !str_is(text, "0")))
			time_put(m, st, values[i].metric, text, "");
	}
}

static void time_timed(struct match *m, void *state)
{
	struct time_state *st = state;

	*st = (struct time_state){ .open = false };
	EMIT_COPY(st->cmd, match_group(m, "cmd"));
}

static void time_odd(struct match *m, void *state)
{
	(void)state;
	match_skip(m, "more than its time", m->msg);
}

#define SECONDS "(?:(?:\\d+h ?)?(?:\\d+m ?)?\\d+[.,]\\d{2,3}s|\\d+[.,]\\d{2})"
#define CLOCK	"(?:\\d+:){1,2}\\d\\d(?:[.,]\\d\\d)?"
#define CENTIS	"\\d+[.,]\\d\\d"
#define REAL                                                                                \
	"^\\s*real\\s+(?<first>" SECONDS ")(?:(?:\\t|\\s{2})\\s*real\\s+(?<second>" SECONDS \
	"))?\\s*$"
/* Further columns of times alone are a table's. */
#define REAL_ODD                                                          \
	"^\\s*real\\s+(?:\\d+m ?\\d+[.,]\\d{2,3}s|\\d+\\.\\d{3}s)(?!\\S)" \
	"(?!(?:\\s+" SECONDS ")+\\s*$)"

static const struct rule rules[] = {
	{ .literal = "real\t", .name = "real", .pattern = REAL, .emit = time_real },
	{ .literal = "real ", .name = "real", .pattern = REAL, .emit = time_real },
	{ .literal = "real\t", .single = true, .pattern = REAL_ODD, .emit = time_odd },
	{ .literal = "real ", .single = true, .pattern = REAL_ODD, .emit = time_odd },
	{ .after = "real",
	  .gap = 1,
	  .pattern = "^\\s*(?<what>user|sys)\\s+(?<first>" SECONDS
		     ")(?:(?:\\t|\\s{2})\\s*(?P=what)\\s+(?<second>" SECONDS "))?\\s*$",
	  .emit = time_cpu },
	{ .literal = "%CPU (",
	  .pattern = "^\\s*(?<oneline>(?<user>" CENTIS ")user (?<sys>" CENTIS ")system "
		     "(?<real>" CLOCK ")elapsed (?:\\d+|\\?)%CPU "
		     "\\(\\d+avgtext\\+\\d+avgdata (?<rss>\\d+)maxresident\\)k)\\s*$",
	  .emit = time_line },
	{ .literal = "s system ",
	  .single = true,
	  .pattern = "^(?<oneline>\\s*+(?:(?<cmd>\\S.{0,250}?)\\s{1,20})?(?<user>" CENTIS
		     ")s user (?<sys>" CENTIS
		     ")s system \\d+% cpu (?<real>(?:\\d+:){0,2}\\d+[.,]\\d+) total)\\s*$",
	  .emit = time_line },
	{ .literal = "Command being timed",
	  .single = true,
	  .name = "timed",
	  .pattern = "^\\s*Command being timed: \"(?<cmd>.*)\"\\s*$",
	  .emit = time_timed },
	{ .after = "timed",
	  .gap = 8,
	  .pattern = "^\\s*(?:User time \\(seconds\\): (?<user>" CENTIS ")|"
		     "System time \\(seconds\\): (?<sys>" CENTIS ")|"
		     "Elapsed \\(wall clock\\) time \\(h:mm:ss or m:ss\\): (?<real>" CLOCK ")|"
		     "Maximum resident set size \\(kbytes\\): (?<rss>\\d+))\\s*$",
	  .emit = time_line },
};

const struct format format_time = {
	.name = "time",
	.summary = "time of shells and GNU time: real, user and system time",
	.example = "real	0m5.179s",
	RULES(rules),
	.state_size = sizeof(struct time_state),
};

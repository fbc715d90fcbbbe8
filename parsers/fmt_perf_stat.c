/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "parsers/emit.h"

/*
 * perf stat:
 *
 *    Performance counter stats for 'CMD' (3 runs):
 *
 *              0.66 msec task-clock        #    0.033 CPUs utilized            ( +- 16.80% )
 *       309,876,469      cycles                                                  (72.86%)
 *     <not counted>      branches
 *
 *            0.0202 +- 0.0191 seconds time elapsed  ( +- 94.44% )
 *
 * With runs the numbers are means, and the percentage is the standard error of the mean in percent
 * of it. The locale chooses the point and groups the digits: which is which is told by numbers of
 * the same block, and a number that none of them decides is refused. Times are never grouped,
 * and counts have no fraction.
 */

#define PERF_HELD 8

struct perf_row {
	struct pos pos;
	int64_t time_ns;
	char value[48], error[16], unit[16], event[128], item[32];
};

struct perf_state {
	char cmd[512];
	char runs[24]; /* empty: one, and the numbers are values; 0: several, not said how many */
	bool is_cmd;   /* a command was measured, not whatever ran in the meantime */
	bool is_open;  /* the header has come and the elapsed time has not */
	char point;    /* of this block: '.' or ',', 0 not known yet */
	struct perf_row held[PERF_HELD]; /* whose numbers could be read in two ways */
	size_t nheld;
};

enum perf_spelling { PERF_CLEAR, PERF_UNCLEAR, PERF_NONE };

/* A number taken apart: its digits, and where its points, commas and other separators stand. */
struct perf_digits {
	char digits[48];
	size_t n;
	char sep[16]; /* '.', ',' or ' ' for all else */
	size_t at[16], nseps;
};

static bool perf_split(struct str text, struct perf_digits *d)
{
	d->n = d->nseps = 0;
	for (size_t i = 0; i < text.n; i++) {
		char c = text.p[i];

		if (is_digit(c)) {
			if (d->n + 2 >= sizeof(d->digits))
				return false;
			d->digits[d->n++] = c;
			continue;
		}
		if (d->nseps && d->at[d->nseps - 1] == d->n && (unsigned char)c >= 0x80)
			continue; /* the rest of one character */
		if (d->nseps == sizeof(d->sep))
			return false;
		d->sep[d->nseps] = c == '.' || c == ',' ? c : ' ';
		d->at[d->nseps++] = d->n;
	}
	return d->n != 0;
}

/* Whether the first n separators cut the digits in front of end as people group them. */
static bool perf_grouped(const struct perf_digits *d, size_t n, size_t end)
{
	for (size_t i = 0; i < n; i++) {
		size_t next = i + 1 < n ? d->at[i + 1] : end, size = next - d->at[i];

		if (d->sep[i] != d->sep[0] || (i == 0 && (d->at[0] < 1 || d->at[0] > 3)) ||
		    (size != 3 && (size != 2 || i + 1 == n)))
			return false;
	}
	return true;
}

/* What the only point or comma of a number is; unit_less is a count, is_time never grouped. */
static enum perf_spelling perf_single(const struct perf_digits *d, bool unit_less, bool is_time,
				      char point, bool *is_point)
{
	char sep = d->sep[d->nseps - 1];
	size_t before = d->at[d->nseps - 1], behind = d->n - before;

	*is_point = true;
	if (d->nseps > 1 || is_time || behind != 3 || before > 3 || before < 1 ||
	    d->digits[0] == '0')
		return PERF_CLEAR;
	if (unit_less && (sep == ',' || point)) {
		*is_point = false;
		return PERF_CLEAR;
	}
	*is_point = sep == point;
	return point ? PERF_CLEAR : PERF_UNCLEAR;
}

/*
 * Writes a number as 1234.5. What it says of the block's point is kept there; a number that
 * contradicts it is none.
 */
static enum perf_spelling perf_number(struct str text, bool unit_less, bool is_time, char *point,
				      char out[48])
{
	struct perf_digits d;
	enum perf_spelling spelling = PERF_CLEAR;
	size_t last, whole, groups;
	bool has_point = false;
	char says = 0;

	if (!perf_split(text, &d))
		return PERF_NONE;
	last = d.nseps ? d.nseps - 1 : 0;
	if (d.nseps && d.sep[last] != ' ' && (last == 0 || d.sep[last] != d.sep[0]))
		spelling = perf_single(&d, unit_less, is_time, *point, &has_point);
	whole = has_point ? d.at[last] : d.n;
	groups = has_point ? d.nseps - 1 : d.nseps;
	if (!perf_grouped(&d, groups, whole) || (is_time && groups))
		return PERF_NONE;
	if (spelling == PERF_UNCLEAR)
		return spelling;
	if (has_point)
		says = d.sep[last];
	else if (groups && d.sep[0] != ' ')
		says = d.sep[0] == ',' ? '.' : ',';
	if (says && *point && says != *point)
		return PERF_NONE;
	*point = says ? says : *point;
	memcpy(out, d.digits, whole);
	out[whole] = '.';
	memcpy(out + whole + has_point, d.digits + whole, d.n - whole);
	out[d.n + has_point] = '\0';
	return PERF_CLEAR;
}

/* A number with its standard error, which is empty for a single run. */
static void perf_put(const struct match *m, const struct perf_state *st, struct metric metric,
		     struct str item, const char *value, const char *error)
{
	struct record rec;
	struct emit e = { 0 };
	uint64_t runs = 0;

	emit_param(&e, "cmd", str_of(st->cmd));
	rec = emit_record(m, &e);
	rec.item = item;
	str_u64(str_of(st->runs), &runs);
	metric.fold = runs ? FOLD_RUNS : metric.fold;
	for (int i = 0; i < (error[0] ? 2 : 1); i++) {
		rec.stat = i ? STR("sem") : st->runs[0] ? STR("mean") : STR("value");
		rec.n = st->runs[0] ? (unsigned long)runs : 1;
		if (match_value(m, &rec, &metric, str_of(i ? error : value)))
			match_put(m, &rec);
	}
	emit_free(&e);
}

static bool perf_one_of(const char *event, const char *const *names, size_t n)
{
	struct str name = str_of(event);

	if (str_ends(name, STR(" (msec)")))
		name.n -= 7;
	name = str_cut(name, ':').head;
	for (size_t i = 0; i < n; i++)
		if (str_is(name, names[i]))
			return true;
	return false;
}

/* Less of these is better where a command was measured. What others count may go either way. */
static enum better perf_better(const struct perf_state *st, const char *event)
{
	static const char *const costs[] = { "task-clock", "cpu-clock",	 "task-clock-msecs",
					     "cycles",	   "cpu-cycles", "duration_time",
					     "user_time",  "system_time" };

	return st->is_cmd && perf_one_of(event, costs, sizeof(costs) / sizeof(costs[0]))
		       ? BETTER_LOWER
		       : BETTER_NONE;
}

/* The error in percent as one in the unit of the value. */
static void perf_error(const struct perf_state *st, const char *value, const char *percent,
		       char out[48])
{
	char point = 0, number[48];
	double v, p;

	out[0] = '\0';
	if (!st->runs[0] || !percent[0] ||
	    perf_number(str_of(percent), false, true, &point, number) != PERF_CLEAR ||
	    !str_double(str_of(number), &p) || !str_double(str_of(value), &v))
		return;
	snprintf(out, 48, "%.6g", v * p / 100);
}

/* A row whose number can be read. */
static void perf_row_put(const struct match *m, const struct perf_state *st,
			 const struct perf_row *row, const char *value)
{
	struct metric metric = { .name = row->event,
				 .unit = row->unit[0] ? row->unit : "count",
				 .better = perf_better(st, row->event) };
	char error[48];

	perf_error(st, value, row->error, error);
	perf_put(m, st, metric, str_of(row->item), value, error);
}

/* Held rows are read if the point is known now, else, when the block ends, refused. */
static void perf_release(const struct match *m, struct perf_state *st, bool ends)
{
	size_t n = st->nheld;

	if (!st->point && !ends)
		return;
	st->nheld = 0;
	for (size_t i = 0; i < n; i++) {
		const struct perf_row *row = &st->held[i];
		struct match at = *m;
		char value[48];

		at.pos = row->pos;
		at.time_ns = row->time_ns;
		at.msg = str_of(row->value);
		if (st->point &&
		    perf_number(at.msg, !row->unit[0], false, &st->point, value) == PERF_CLEAR)
			perf_row_put(&at, st, row, value);
		else
			match_skip(&at, "is its comma or point one of thousands?", at.msg);
	}
}

static void perf_end(struct match *m, void *state)
{
	perf_release(m, state, true);
}

static void perf_header(struct match *m, void *state)
{
	struct perf_state *st = state;
	struct str cmd = match_group(m, "cmd");

	perf_release(m, st, true);
	st->is_open = true;
	st->is_cmd = !match_group(m, "id").n && !str_is(cmd, "system wide") &&
		     !str_starts(cmd, STR("CPU(s)"));
	EMIT_COPY(st->cmd, match_group(m, "id").n ? STR("") : cmd);
	EMIT_COPY(st->runs, match_group(m, "runs"));
	st->point = 0;
}

/* "#    0.58  insn per cycle", "#    3.254 GHz": shown, as what they are of stands beside them. */
static void perf_note(const struct match *m, struct perf_state *st)
{
	struct str name = match_group(m, "note");
	struct metric metric = { .context = true };
	char value[48], share[32];

	if (!name.n ||
	    perf_number(match_group(m, "number"), false, true, &st->point, value) != PERF_CLEAR)
		return;
	metric.name = str_is(name, "GHz") ? "frequency" : "insn per cycle";
	metric.unit = str_is(name, "GHz") ? "GHz" : "";
	/* "25.5 %  tma_retiring" */
	if (name.p[0] == '%') {
		EMIT_COPY(share, str_trim(str_skip(name, 1)));
		metric.name = share;
		metric.unit = "%";
	}
	perf_put(m, st, metric, STR(""), value, "");
}

static void perf_share(struct match *m, void *state)
{
	struct perf_state *st = state;

	if (st->is_open)
		perf_note(m, st);
}

static void perf_event(struct match *m, void *state)
{
	struct perf_state *st = state;
	struct perf_row row = { .pos = m->pos, .time_ns = m->time_ns };
	struct str unit = match_group(m, "unit"), text = match_group(m, "value");
	struct str event = match_group(m, "event");
	bool msec = str_is(unit, "msec") || str_ends(event, STR("-msecs")) ||
		    str_ends(event, STR(" (msec)"));
	struct buf item = { 0 };
	char value[48];

	if (!st->is_open)
		return;
	if (!text.n) {
		if (str_is(match_group(m, "none"), "counted"))
			match_event(m, "perf_stat.not_counted", m->msg);
		return;
	}
	if (match_group(m, "of").n)
		record_pair(&item, STR("of"), match_group(m, "of"));
	EMIT_COPY(row.value, text);
	EMIT_COPY(row.error, match_group(m, "error"));
	EMIT_COPY(row.unit, msec ? STR("ms") : unit);
	EMIT_COPY(row.event, event);
	EMIT_COPY(row.item, buf_str(&item));
	buf_free(&item);
	perf_note(m, st);
	switch (perf_number(text, !row.unit[0], false, &st->point, value)) {
	case PERF_CLEAR:
		perf_row_put(m, st, &row, value);
		break;
	case PERF_UNCLEAR:
		if (st->nheld < PERF_HELD)
			st->held[st->nheld++] = row;
		else
			match_skip(m, "is its comma or point one of thousands?", text);
		break;
	case PERF_NONE:
		match_skip(m, "its comma or point is not that of the other numbers", text);
		break;
	}
	perf_release(m, st, false);
}

static void perf_elapsed(struct match *m, void *state)
{
	struct perf_state *st = state;
	struct str error = match_group(m, "error");
	char value[48], percent[16], sem[48] = "";

	if (!st->is_open)
		*st = (struct perf_state){ .is_cmd = true };
	st->is_open = false;
	if (perf_number(match_group(m, "value"), false, true, &st->point, value) != PERF_CLEAR ||
	    (error.n && perf_number(error, false, true, &st->point, sem) != PERF_CLEAR)) {
		match_skip(m, "its comma or point is not that of the other numbers", m->msg);
		return;
	}
	perf_release(m, st, true);
	EMIT_COPY(percent, match_group(m, "percent"));
	if (percent[0] && !st->runs[0])
		strcpy(st->runs, "0");
	if (!sem[0])
		perf_error(st, value, percent, sem);
	perf_put(m, st,
		 (struct metric){ .name = "elapsed",
				  .unit = "s",
				  .better = st->is_cmd ? BETTER_LOWER : BETTER_NONE },
		 STR(""), value, sem);
}

static void perf_times(struct match *m, void *state)
{
	struct perf_state *st = state;
	bool user = str_is(match_group(m, "what"), "user");
	struct metric metric = { .name = user ? "user" : "sys",
				 .unit = "s",
				 .better = st->is_cmd ? BETTER_LOWER : BETTER_NONE };
	char value[48];

	if (perf_number(match_group(m, "value"), false, true, &st->point, value) == PERF_CLEAR)
		perf_put(m, st, metric, STR(""), value, "");
	else
		match_skip(m, "its comma or point is not that of the other numbers", m->msg);
}

/* Digits with what locales put between them: blanks, no-break blanks, apostrophes. */
#define NUMBER "\\d+(?:(?:[.,' ]|\\xc2\\xa0|\\xe2\\x80[\\xaf\\x99])\\d+)*"
#define ERROR  "(?:\\s+\\(\\s*\\+-\\s*(?<error>[\\d.,]+)\\s*%\\s*\\))?"

static const struct rule rules[] = {
	{ .literal = "counter stats for ",
	  .name = "header",
	  .pattern = "^\\s*Performance counter stats for (?:(?<id>process|thread) id )?"
		     "'(?<cmd>(?:(?!counter stats for).)*)'(?: \\((?<runs>\\d+) runs\\))?:\\s*$",
	  .emit = perf_header },
	{ .literal = "seconds time elapsed",
	  .name = "elapsed",
	  .pattern = "^\\s*(?<value>[\\d.,]+)(?:\\s+\\+-\\s+(?<error>[\\d.,]+))?\\s+"
		     "seconds\\s+time\\s+elapsed(?:\\s+\\(\\s*\\+-\\s*(?<percent>[\\d.,]+)\\s*%"
		     "\\s*\\))?\\s*$",
	  .emit = perf_elapsed },
	{ .literal = "seconds time elapsed",
	  .single = true,
	  .pattern = "^\\s*[\\d.,]+\\s.*seconds time elapsed",
	  .emit = emit_odd },
	{ .after = "elapsed",
	  .gap = 2,
	  .pattern = "^\\s*(?<value>[\\d.,]+)\\s+seconds\\s+(?<what>user|sys)\\s*$",
	  .emit = perf_times },
	{ .after = "header",
	  .gap = 6,
	  .pattern =
		  "^(?=\\s{2}|\\S+\\s{2})\\s*(?:(?<of>CPU\\d+|[SDCN]\\d+(?:-[DCL]\\d+)*)"
		  "\\s+(?:\\d+\\s{2,})?)?"
		  "(?:(?<value>" NUMBER ")|<not (?<none>counted|supported)>)\\s+"
		  "(?:(?<unit>msec|ns|us|Joules|Watts|[KMG]i?B|Bytes|C)\\s+)?"
		  "(?<event>[^\\s#<(\\[\\d][^\\s#<]*(?: \\(msec\\))?)"
		  "(?:\\s+#\\s+(?<number>[\\d.,]+)\\s*(?<note>GHz|insns? per "
		  "cycle|%\\s+tma_\\w{1,24}|%\\s+(?:Retiring|(?:Bad Speculation|(?:Front|Back)end "
		  "Bound))(?=\\s|$))?[^()\\[#]*)?" ERROR "(?:\\s+[(\\[]\\s*[\\d.,]+%[)\\]])?\\s*$",
	  .emit = perf_event },
	{ .after = "header",
	  .gap = 6,
	  .pattern = "^\\s{2,}#\\s+(?<number>[\\d.,]+)\\s*(?<note>%\\s+tma_\\w{1,24})\\s*(?:\\(\\s*"
		     "[\\d.,]+%\\))?\\s*$",
	  .emit = perf_share },
	{ .after = "header",
	  .gap = 6,
	  .pattern = "^\\s{2,}[\\d.,]+\\s+\\S.*\\s#\\s+[\\d.,]+%?\\s",
	  .emit = emit_odd },
};

const struct format format_perf_stat = {
	.name = "perf_stat",
	.summary = "perf stat: counters of events, elapsed, user and system time",
	.example = "       1.002202582 seconds time elapsed",
	RULES(rules),
	.state_size = sizeof(struct perf_state),
	.end = perf_end,
};

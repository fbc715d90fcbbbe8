/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "parsers/emit.h"
#include "parsers/table.h"

/*
 * readproc, which times N tasks reading one /proc file:
 *
 *   tasks          fork-sec         ready-sec          read-sec   read/repeat sec             texit
 *      16          0.001234          0.002000          0.055300          0.000553          0.000100
 *
 * The header (option -h) has seven words for six columns; without it only the row is printed.
 * Set-up costs, and read/repeat which is read once more, are context. Mails carry its read-sec
 * column as a table of their own, one column a kernel:
 *
 *   cpuinfo	baseline	moved kfree
 *   tasks	read-sec	read-sec
 *   1		0.0141		0.0141
 */

struct readproc_state {
	char file[128];
	char repeats[16];
	struct table_heads heads; /* the kernels of a mail's table */
	char mail_file[64];
};

static const struct metric metrics[] = {
	{ .group = "fork", .name = "fork", .unit = "s", .better = BETTER_LOWER, .context = true },
	{ .group = "ready", .name = "ready", .unit = "s", .better = BETTER_LOWER, .context = true },
	{ .group = "read", .name = "read", .unit = "s", .better = BETTER_LOWER },
	{ .group = "repeat",
	  .name = "read/repeat",
	  .unit = "s",
	  .better = BETTER_LOWER,
	  .context = true },
	{ .group = "exit", .name = "exit", .unit = "s", .better = BETTER_LOWER, .context = true },
	{ 0 },
};

static void readproc_file(struct match *m, void *state)
{
	struct readproc_state *st = state;

	EMIT_COPY(st->file, match_group(m, "file"));
	st->repeats[0] = '\0';
}

static void readproc_repeats(struct match *m, void *state)
{
	struct readproc_state *st = state;

	if (st->file[0])
		EMIT_COPY(st->repeats, match_group(m, "n"));
}

static void readproc_row(struct match *m, void *state)
{
	const struct readproc_state *st = state;
	struct emit e = { 0 };

	emit_param(&e, "file", str_of(st->file));
	emit_param(&e, "tasks", match_group(m, "tasks"));
	emit_work(&e, "repeats", str_of(st->repeats));
	emit_records(m, metrics, &e);
}

/* Columns of other things than read-sec, such as a change in percent, are passed over. */
static void readproc_mail_header(struct match *m, void *state)
{
	struct readproc_state *st = state;
	struct table_row kernels = table_split(match_above(m, 1)), metric = table_split(m->msg);

	st->heads.n = 0;
	if (kernels.n != metric.n || metric.n > TABLE_CELLS) {
		match_skip(m, "not as many kernels above as columns", m->msg);
		return;
	}
	table_keep(&st->heads, &kernels, 0);
	for (size_t i = 0; i < metric.n; i++)
		if (!str_is(metric.cell[i], "read-sec"))
			st->heads.name[i][0] = '\0';
	EMIT_COPY(st->mail_file, kernels.cell[0]);
}

static void readproc_mail_cell(const struct match *m, const struct readproc_state *st,
			       const struct table_row *row, size_t i)
{
	struct record rec;
	struct emit e = { 0 };

	emit_param(&e, "file", str_of(st->mail_file));
	emit_param(&e, "tasks", row->cell[0]);
	rec = emit_record(m, &e);
	rec.source = str_of(st->heads.name[i]);
	if (match_value(m, &rec, &metrics[2], row->cell[i]))
		match_put(m, &rec);
	emit_free(&e);
}

/* A cell of - is a measurement that was not made. */
static void readproc_mail_row(struct match *m, void *state)
{
	const struct readproc_state *st = state;
	struct table_row row = table_split(m->msg);

	if (!st->heads.n)
		return;
	if (row.n != st->heads.n) {
		match_skip(m, "not as many values as columns", m->msg);
		return;
	}
	for (size_t i = 1; i < row.n; i++)
		if (st->heads.name[i][0] && !str_is(row.cell[i], "-"))
			readproc_mail_cell(m, st, &row, i);
}

#define CELL(name) "\\s+(?<" name ">\\d+\\.\\d{6})"

static const struct rule rules[] = {
	{ .literal = "File: ",
	  .name = "file",
	  .pattern = "^File: (?<file>\\S.*?)\\s*$",
	  .emit = readproc_file },
	{ .literal = "Repeats: ",
	  .pattern = "^Repeats: (?<n>\\d+)\\s*$",
	  .emit = readproc_repeats },
	{ .literal = "read/repeat sec",
	  .pattern = "^\\s*tasks\\s+fork-sec\\s+ready-sec\\s+read-sec\\s+read/repeat "
		     "sec\\s+texit\\s*$" },
	{ .literal = "read-sec",
	  .name = "mail",
	  .pattern = "^\\s*tasks(?=.*(?:\\t| {2})read-sec)(?!.*fork-sec)(?:(?:\\t+| "
		     "{2,})\\S.*?)+\\s*$",
	  .emit = readproc_mail_header },
	{ .after = "mail", .pattern = "^\\s*\\d+(?:\\t+| {2,})\\S.*$", .emit = readproc_mail_row },
	{ .literal = "       ",
	  .pattern = "^\\s*(?<tasks>\\d+)" CELL("fork") CELL("ready") CELL("read") CELL("repeat")
		  CELL("exit") "\\s*$",
	  .emit = readproc_row },
};

const struct format format_readproc = {
	.name = "readproc",
	.summary = "N tasks reading one /proc file: read time by tasks",
	.example = "    16          0.001234          0.002000          0.055300          0.000553"
		   "          0.000100",
	RULES(rules),
	.state_size = sizeof(struct readproc_state),
};

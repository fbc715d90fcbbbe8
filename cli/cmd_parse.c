/* SPDX-License-Identifier: GPL-2.0-or-later */
#include <stdio.h>
#include <unistd.h>
#include "cli/cli.h"
#include "core/out.h"

/* A table for eyes: what a person wants to see of the records. */
static void parse_table(void *ctx, const struct record *rec)
{
	FILE *f = ctx;
	struct buf b = { 0 };
	const struct str fields[] = { rec->source, rec->bench, rec->params, rec->item,
				      rec->metric };

	if (rec->kind != RECORD_VALUE)
		return;
	buf_printf(&b, "run %u", rec->run);
	for (size_t i = 0; i < sizeof(fields) / sizeof(fields[0]); i++)
		if (fields[i].n) {
			buf_add(&b, STR("  "));
			buf_escaped(&b, fields[i]);
		}
	buf_add(&b, STR("  "));
	buf_escaped(&b, rec->text);
	buf_char(&b, ' ');
	buf_escaped(&b, rec->unit);
	fprintf(f, "%.*s\n", (int)b.n, b.v);
	buf_free(&b);
}

static void parse_write(void *ctx, const struct record *rec)
{
	record_write(ctx, rec);
}

static void parse_nothing(void *ctx, const struct record *rec)
{
	(void)ctx;
	(void)rec;
}

static enum status cmd_parse(const struct options *opts)
{
	bool terminal = !opts->output && isatty(STDOUT_FILENO);
	const char *format = opts->format ? opts->format : terminal ? "table" : "csv";
	bool table = strcmp(format, "table") == 0, jsonl = strcmp(format, "jsonl") == 0;
	struct record_writer *w = NULL;
	struct sink to;
	enum status status;
	struct out out;

	if (!table && !jsonl && strcmp(format, "csv") != 0) {
		diag_error(POS_NONE, "--format: none of csv, jsonl, table: %s",
			   diag_quote(str_of(format)));
		return STATUS_ERROR;
	}
	if (!out_open(&out, opts->output))
		return STATUS_ERROR;
	if (!table && !opts->explain)
		w = record_writer_new(out.f, jsonl ? RECORD_JSONL : RECORD_CSV);
	if (opts->explain)
		to = (struct sink){ parse_nothing, NULL };
	else
		to = table ? (struct sink){ parse_table, out.f } : (struct sink){ parse_write, w };
	status = sources_records(opts, to, opts->explain ? out.f : NULL);
	if (w)
		record_writer_free(w);
	if (!out_close(&out, status == STATUS_OK))
		return STATUS_ERROR;
	return status;
}

const struct command command_parse = {
	.name = "parse",
	.args = "[PATH...]",
	.summary = "records of the results, as CSV, JSON Lines or a table",
	.options = "explain format input output pattern quiet rules split-blocks verbose",
	.formats = "csv|jsonl|table",
	.run = cmd_parse,
};

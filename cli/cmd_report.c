/* SPDX-License-Identifier: GPL-2.0-or-later */
#include <unistd.h>
#include "cli/cli.h"
#include "core/out.h"
#include "report/build.h"
#include "report/plot.h"

/* One file of the report in its directory. */
static bool report_file(const struct options *opts, const char *name, const struct doc *doc,
			const char *format, unsigned int view)
{
	struct arena *a = arena_new();
	struct options file = *opts;
	enum status status;

	file.format = NULL;
	file.output = arena_printf(a, "%s/%s", opts->output, name).p;
	status = render_doc(&file, format, view, doc);
	arena_free(a);
	return status == STATUS_OK;
}

static void report_record(void *ctx, const struct record *rec)
{
	record_write(ctx, rec);
}

static enum status report_write(const struct options *opts, struct doc *doc)
{
	struct arena *a = arena_new();
	struct str plots = arena_printf(a, "%s/plots", opts->output);
	enum plot_status drawn;
	bool ok;

	drawn = out_mkdir(plots.p) ? plot_render(doc, plots.p, STR("plots/")) : PLOT_FAILED;
	if (drawn == PLOT_NO_GNUPLOT) {
		diag_warn(POS_NONE, "gnuplot is not installed: the report has no plots");
		doc_drop_plots(doc, "There are no plots: gnuplot was not installed.");
		rmdir(plots.p);
	}
	ok = drawn != PLOT_FAILED && report_file(opts, "report.md", doc, "markdown", VIEW_REPORT) &&
	     report_file(opts, "changelog.txt", doc, "changelog", 0);
	arena_free(a);
	return ok ? STATUS_OK : STATUS_ERROR;
}

/* Reads the input, keeps its records in the directory, and writes the rest beside them. */
static enum status report_into(const struct options *opts, struct arena *a)
{
	struct record_writer *w;
	struct grid_builder *b;
	struct contrast c;
	enum status status;
	struct out out;

	if (!out_mkdir(opts->output) ||
	    !out_open(&out, arena_printf(a, "%s/records.csv", opts->output).p))
		return STATUS_ERROR;
	w = record_writer_new(out.f, RECORD_CSV);
	status = sources_contrast(opts, (struct sink){ report_record, w }, a, &b, &c);
	record_writer_free(w);
	if (!out_close(&out, status == STATUS_OK))
		status = STATUS_ERROR;
	if (status == STATUS_OK) {
		struct doc *doc = doc_new();

		build_report(doc, &c, opts->line);
		status = report_write(opts, doc);
		doc_free(doc);
	}
	grid_free(b);
	return status;
}

static enum status cmd_report(const struct options *opts)
{
	struct arena *a;
	enum status status;

	if (!opts->output) {
		diag_error(POS_NONE, "report: name a directory with -o");
		return STATUS_ERROR;
	}
	a = arena_new();
	status = report_into(opts, a);
	arena_free(a);
	return status;
}

const struct command command_report = {
	.name = "report",
	.args = "-o DIR [LABEL=]BASE [[LABEL=]NEW...]",
	.summary = "a directory with report.md, plots and the records",
	.options = "adjust alpha base bootstrap by conf filter input margin output paired "
		   "pattern per quiet rows rules seed split-blocks stat verbose",
	.run = cmd_report,
};

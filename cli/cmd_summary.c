/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "cli/cli.h"
#include "report/build.h"

static enum status cmd_summary(const struct options *opts)
{
	struct grid_builder *b;
	const struct grid *g;
	size_t base;
	enum status status = sources_grid(opts, (struct sink){ 0 }, &b, &g, &base);

	if (status == STATUS_OK) {
		struct doc *doc = doc_new();

		build_summary(doc, g, opts->method.conf);
		build_relations(doc, g, opts->detailed);
		if (opts->detailed)
			build_long(doc, g, NULL);
		status = render_doc(opts, "terminal", 0, doc);
		doc_free(doc);
	}
	grid_free(b);
	return status;
}

const struct command command_summary = {
	.name = "summary",
	.args = "[[LABEL=]PATH...]",
	.summary = "per metric: runs, mean and its interval, median, spread",
	.options = "by color conf filter format input long output pattern per quiet rows rules "
		   "split-blocks verbose width",
	.run = cmd_summary,
};

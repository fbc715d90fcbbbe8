/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "cli/cli.h"
#include "report/build.h"

static enum status cmd_compare(const struct options *opts)
{
	struct arena *a = arena_new();
	struct grid_builder *b;
	struct contrast c;
	enum status status = sources_contrast(opts, (struct sink){ 0 }, a, &b, &c);

	if (status == STATUS_OK) {
		struct doc *doc = doc_new();

		build_compare(doc, &c);
		status = render_doc(opts, "terminal", 0, doc);
		doc_free(doc);
		if (status == STATUS_OK)
			status = fail_status(opts, &c);
	}
	grid_free(b);
	arena_free(a);
	return status;
}

const struct command command_compare = {
	.name = "compare",
	.args = "[LABEL=]BASE [[LABEL=]NEW...]",
	.summary = "what changed between sources, and what cannot be said",
	.options = "adjust alpha base color conf fail-on format input output quiet width",
	.run = cmd_compare,
};

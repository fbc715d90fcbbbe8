/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "cli/cli.h"
#include "report/build.h"

static enum status cmd_changelog(const struct options *opts)
{
	struct arena *a = arena_new();
	struct grid_builder *b;
	struct contrast c;
	enum status status = sources_contrast(opts, (struct sink){ 0 }, a, &b, &c);

	if (status == STATUS_OK) {
		struct doc *doc = doc_new();

		build_compare(doc, &c);
		status = render_doc(opts, "changelog", 0, doc);
		doc_free(doc);
	}
	grid_free(b);
	arena_free(a);
	return status;
}

const struct command command_changelog = {
	.name = "changelog",
	.args = "[LABEL=]BASE [[LABEL=]NEW...]",
	.summary = "the block to paste into a commit message",
	.options = "adjust alpha base conf format input output quiet width",
	.run = cmd_changelog,
};

/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "cli/cli.h"
#include "report/build.h"

/* Each source against itself. */
static enum status compare_aa(const struct options *opts)
{
	struct arena *a = arena_new();
	struct grid_builder *b;
	const struct grid *g;
	size_t base;
	enum status status = sources_grid(opts, (struct sink){ 0 }, &b, &g, &base);

	if (status == STATUS_OK) {
		struct aa aa = aa_make(a, g, &opts->method);
		struct doc *doc = doc_new();

		if (build_aa(doc, &aa)) {
			status = render_doc(opts, "terminal", 0, doc);
		} else {
			diag_error(POS_NONE,
				   "--aa: no result of %zu runs, which two halves with a verdict "
				   "take",
				   AA_MIN_RUNS);
			status = STATUS_ERROR;
		}
		doc_free(doc);
	}
	grid_free(b);
	arena_free(a);
	return status;
}

static enum status cmd_compare(const struct options *opts)
{
	const char *bad;

	if (!opts->aa)
		return render_compare(opts, "terminal");
	bad = opts->fail_on			      ? "fail-on"
	      : opts->method.paired		      ? "paired"
	      : opts->method.bootstrap		      ? "bootstrap"
	      : opts->method.adjust == ADJUST_DUNNETT ? "adjust=dunnett"
						      : NULL;
	if (bad) {
		diag_error(POS_NONE, "--aa does not go together with --%s", bad);
		return STATUS_ERROR;
	}
	return compare_aa(opts);
}

const struct command command_compare = {
	.name = "compare",
	.args = "[LABEL=]BASE [[LABEL=]NEW...]",
	.summary = "what changed between sources, and what cannot be said",
	.options = "aa adjust alpha base bootstrap by color conf fail-on filter format input "
		   "long margin output paired pattern per quiet rows rules seed split-blocks "
		   "stat verbose width",
	.run = cmd_compare,
};

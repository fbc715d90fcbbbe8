/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "cli/cli.h"

static enum status cmd_compare(const struct options *opts)
{
	return render_compare(opts, "terminal");
}

const struct command command_compare = {
	.name = "compare",
	.args = "[LABEL=]BASE [[LABEL=]NEW...]",
	.summary = "what changed between sources, and what cannot be said",
	.options = "adjust alpha base bootstrap by color conf fail-on filter format input long "
		   "margin output paired pattern per quiet rows rules seed split-blocks stat "
		   "verbose width",
	.run = cmd_compare,
};

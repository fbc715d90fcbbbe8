/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "cli/cli.h"

static enum status cmd_changelog(const struct options *opts)
{
	return render_compare(opts, "changelog");
}

const struct command command_changelog = {
	.name = "changelog",
	.args = "[LABEL=]BASE [[LABEL=]NEW...]",
	.summary = "the block to paste into a commit message",
	.options = "adjust alpha base bootstrap by conf filter format input margin output "
		   "paired pattern per quiet rows rules seed split-blocks stat verbose width",
	.run = cmd_changelog,
};

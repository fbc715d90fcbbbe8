/* SPDX-License-Identifier: GPL-2.0-or-later */
#include <stdio.h>
#include "cli/cli.h"
#include "parsers/scan.h"

static enum status cmd_formats(const struct options *opts)
{
	bool found = false;

	for (size_t i = 0; formats[i]; i++) {
		const struct format *f = formats[i];
		bool named = !opts->npaths;

		for (int j = 0; j < opts->npaths; j++)
			named |= strcmp(opts->paths[j], f->name) == 0;
		found |= named;
		if (named)
			printf("%s: %s\n    %s\n", f->name, f->summary, f->example);
	}
	if (found)
		return STATUS_OK;
	diag_error(POS_NONE, "no such log format: %s", diag_quote(str_of(opts->paths[0])));
	return STATUS_ERROR;
}

const struct command command_formats = {
	.name = "formats",
	.args = "[NAME...]",
	.summary = "the log formats that are known, each with an example line",
	.options = "",
	.run = cmd_formats,
};

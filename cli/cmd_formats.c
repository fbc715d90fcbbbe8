/* SPDX-License-Identifier: GPL-2.0-or-later */
#include <stdio.h>
#include "cli/cli.h"
#include "parsers/scan.h"

static void formats_show(const struct format *f)
{
	struct str lines = str_of(f->example), line;

	printf("%s: %s\n", f->name, f->summary);
	while (str_next(&lines, '\n', &line))
		printf("    %.*s\n", (int)line.n, line.p);
}

static enum status cmd_formats(const struct options *opts)
{
	for (size_t i = 0; formats[i] && !opts->npaths; i++)
		formats_show(formats[i]);
	for (int j = 0; j < opts->npaths; j++) {
		size_t i = 0;

		while (formats[i] && strcmp(opts->paths[j], formats[i]->name) != 0)
			i++;
		if (!formats[i]) {
			diag_error(POS_NONE, "no such log format: %s",
				   diag_quote(str_of(opts->paths[j])));
			return STATUS_ERROR;
		}
		formats_show(formats[i]);
	}
	return STATUS_OK;
}

const struct command command_formats = {
	.name = "formats",
	.args = "[NAME...]",
	.summary = "the log formats that are known, each with an example line",
	.options = "",
	.run = cmd_formats,
};

/* SPDX-License-Identifier: GPL-2.0-or-later */
#include <stdio.h>
#include "cli/cli.h"
#include "parsers/custom.h"

static void formats_show(const struct format *f)
{
	struct str lines = str_of(f->example), line;

	printf("%s: %s\n", f->name, f->summary);
	while (str_next(&lines, '\n', &line))
		printf("    %.*s\n", (int)line.n, line.p);
}

static const struct format *formats_find(const struct format *const *list, const char *name)
{
	while (*list && strcmp(name, (*list)->name) != 0)
		list++;
	return *list;
}

static enum status cmd_formats(const struct options *opts)
{
	const struct format *const *own = opts->custom ? custom_formats(opts->custom) : NULL;

	for (size_t i = 0; formats[i] && !opts->npaths; i++)
		formats_show(formats[i]);
	for (size_t i = 0; own && own[i] && !opts->npaths; i++)
		formats_show(own[i]);
	for (int j = 0; j < opts->npaths; j++) {
		const struct format *found = formats_find(formats, opts->paths[j]);

		if (!found && own)
			found = formats_find(own, opts->paths[j]);
		if (!found) {
			diag_error(POS_NONE,
				   "no such log format: %s: " KB_NAME " formats lists them",
				   diag_quote(str_of(opts->paths[j])));
			return STATUS_ERROR;
		}
		formats_show(found);
	}
	return STATUS_OK;
}

const struct command command_formats = {
	.name = "formats",
	.args = "[NAME...]",
	.summary = "the log formats that are known, each with an example line",
	.options = "rules",
	.run = cmd_formats,
};

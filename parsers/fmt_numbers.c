/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "parsers/scan.h"

/* A file of one number a line, as for ministat(1): each is a run. */

static const struct metric metrics[] = {
	{ .group = "value", .name = "value", .unit = "" },
	{ 0 },
};

static void numbers_odd(struct match *m, void *state)
{
	(void)state;
	match_skip(m, "not a number", m->msg);
}

static const struct rule rules[] = {
	{ .pattern = "^\\s*(?<value>[-+]?(?:\\d+\\.?\\d*|\\.\\d+)(?:[eE][-+]?\\d+)?)\\s*$",
	  .metrics = metrics },
	{ .pattern = "^\\s*(?:#|$)" },
	{ .pattern = "", .emit = numbers_odd },
};

/* Of the first lines that are neither blank nor comments, most are numbers and nothing else. */
static bool numbers_claims(struct str head)
{
	size_t n = 0, numbers = 0;
	struct str line;
	double v;

	while (n < 20 && str_next(&head, '\n', &line)) {
		line = str_trim(line);
		if (!line.n || line.p[0] == '#')
			continue;
		n++;
		numbers += str_double(line, &v);
	}
	return numbers && 3 * numbers >= 2 * n;
}

const struct format format_numbers = {
	.name = "numbers",
	.summary = "one number a line, each a run, as for ministat",
	.example = "1234.5",
	.once_per_boot = true,
	RULES(rules),
	.claims = numbers_claims,
};

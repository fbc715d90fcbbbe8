/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef PARSERS_CUSTOM_H
#define PARSERS_CUSTOM_H

#include "parsers/scan.h"

/*
 * Log formats that the user gives, as the same struct that the built-in ones are.
 *
 * A pattern is PCRE2 with named groups as in scan.h: p_KEY, w_KEY, i_KEY, bench; every other named
 * group is a metric, whose name may end in its unit: time_ns, rate_ops_per_s ("_per_" is "/").
 * Times are better lower, rates higher. A rules file says more:
 *
 *   [fork]                                       the format's name
 *   summary = fork(): time by threads
 *   example = fork test: 1234 ns, threads=4
 *   once_per_boot = yes                          each line is a run, where no boot is seen
 *   pattern = ^fork test: (?<t>\d+) ns, threads=(?<p_threads>\d+)$
 *   metric = t time ns lower                     GROUP NAME UNIT|- [lower|higher] [sum|max]
 * [context]
 *
 * Metrics are of the pattern above them; a pattern without any takes them from its groups. Blank
 * lines and those that begin with '#' are left out.
 */
struct custom;
struct custom *custom_new(void);
void custom_free(struct custom *c);

/* Adds a format "pattern" of one pattern, another rule of it if it is there. False after a message.
 */
bool custom_pattern(struct custom *c, const char *pattern);
/* Adds the formats of a file. False after a message with the line. */
bool custom_file(struct custom *c, const char *path);

/* The formats, NULL at the end; good until custom_free(). */
const struct format *const *custom_formats(struct custom *c);

#endif

/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "parsers/emit.h"

/*
 * stress-ng --metrics and --metrics-brief, behind "stress-ng: metrc: [PID] ", of old "info: ":
 *
 *   stressor  bogo ops real time  usr time  sys time   bogo ops/s     bogo ops/s
 *                       (secs)    (secs)    (secs)   (real time) (usr+sys time)
 *   switch      176743      1.00      0.08      0.80    176236.77      201670.71
 *
 * with one or two columns more: CPU used per instance (%), RSS Max (KB). The two rates are two
 * things: bogo operations by the clock, and by the CPU time that they took.
 */

static const struct metric metrics[] = {
	{ .group = "real",
	  .name = "bogo ops/s (real time)",
	  .unit = "ops/s",
	  .better = BETTER_HIGHER },
	{ .group = "cpu",
	  .name = "bogo ops/s (usr+sys time)",
	  .unit = "ops/s",
	  .better = BETTER_HIGHER },
	{ .group = "ops", .name = "bogo ops", .unit = "count", .context = true },
	{ 0 },
};

#define DECIMAL "\\d+\\.\\d{2}"

static const struct rule rules[] = {
	{ .literal = "stress-ng: ",
	  .pattern = "^\\s*stress-ng: (?:info|metrc):\\s+\\[\\d+\\]\\s+(?<p_stressor>[a-z][\\w-]*)"
		     "\\s+(?<ops>\\d+)(?:\\s+" DECIMAL "){3}\\s+(?<real>" DECIMAL
		     ")\\s+(?<cpu>" DECIMAL ")(?:\\s+" DECIMAL "(?:\\s+\\d+)?)?\\s*$",
	  .metrics = metrics },
	{ .literal = "stress-ng: ",
	  .single = true,
	  .pattern = "^\\s*stress-ng: (?:info|metrc):\\s+\\[\\d+\\]\\s+[a-z][\\w-]*\\s+\\d+"
		     "(?:\\s+" DECIMAL "){2}",
	  .emit = emit_odd },
};

const struct format format_stress_ng = {
	.name = "stress_ng",
	.summary = "stress-ng: bogo operations per second by stressor",
	.example = "stress-ng: info:  [5313] cpu                1706      1.00      0.99      0.00"
		   "      1704.97        1715.77",
	RULES(rules),
};

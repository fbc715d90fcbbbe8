/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "parsers/emit.h"

/*
 * The kernel's dhrystone test:
 *
 *   CPU0: Dhrystones per Second: 31976326 (18199 DMIPS)
 *
 * DMIPS are the same number by 1757, rounded down.
 */

static const struct metric metrics[] = {
	{ .group = "rate", .name = "dhrystones", .unit = "ops/s", .better = BETTER_HIGHER },
	{ .group = "dmips", .name = "dmips", .unit = "", .context = true },
	{ 0 },
};

static const struct rule rules[] = {
	{ .literal = "Dhrystones per Second: ",
	  .pattern = "^\\s*CPU(?<i_cpu>\\d+): Dhrystones per Second:\\s+(?<rate>\\d+)"
		     "\\s+\\((?<dmips>\\d+)\\s+DMIPS\\)\\s*$",
	  .metrics = metrics },
	{ .literal = "Dhrystones per Second: ",
	  .pattern = "^\\s*CPU\\d+: Dhrystones per Second: ",
	  .emit = emit_odd },
};

const struct format format_dhrystone = {
	.name = "dhrystone",
	.summary = "dhrystone test of the kernel: Dhrystones per second by CPU",
	.example = "CPU0: Dhrystones per Second: 31976326 (18199 DMIPS)",
	RULES(rules),
};

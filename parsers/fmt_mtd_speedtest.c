/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "parsers/scan.h"

/*
 * mtd_speedtest, and flash_speed, which has no prefix:
 *
 *   mtd_speedtest: eraseblock write speed is 2255 KiB/s
 *   mtd_speedtest: 2 page read speed is 3739 KiB/s
 *   mtd_speedtest: 64x multi-block erase speed is 354248 KiB/s
 */

static const struct metric metrics[] = {
	{ .group = "speed", .name = "speed", .unit = "KiB/s", .better = BETTER_HIGHER },
	{ 0 },
};

static const struct rule rules[] = {
	{ .literal = " KiB/s",
	  .pattern = "^[\\s*-]*(?:mtd_speedtest: )?"
		     "(?<p_test>(?:(?:eraseblock |(?:2 )?page )(?:write|read)|"
		     "(?:\\d+x multi-block )?erase))"
		     " speed is (?<speed>\\d+) KiB/s\\s*$",
	  .metrics = metrics },
};

const struct format format_mtd_speedtest = {
	.name = "mtd_speedtest",
	.summary = "mtd_speedtest and flash_speed: read, write and erase speed of flash",
	.example = "mtd_speedtest: eraseblock write speed is 2255 KiB/s",
	RULES(rules),
};

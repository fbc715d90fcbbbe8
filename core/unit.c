/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "core/unit.h"

/* Whether unit_scale() chooses a unit; decimal ones only for values that came in decimal ones. */
enum printed { NEVER, USUALLY, DECIMAL };

#define KI 1024.0
#define MI (1024.0 * KI)
#define GI (1024.0 * MI)

/* The units of a quantity in ascending order. */
static const struct row {
	struct unit unit;
	enum printed printed;
} rows[] = {
	{ { "ns", "time", 1 }, USUALLY },
	{ { "us", "time", 1e3 }, USUALLY },
	{ { "ms", "time", 1e6 }, USUALLY },
	{ { "s", "time", 1e9 }, USUALLY },
	{ { "B", "memory", 1 }, USUALLY },
	{ { "kB", "memory", 1e3 }, NEVER },
	{ { "KiB", "memory", KI }, USUALLY },
	{ { "MB", "memory", 1e6 }, NEVER },
	{ { "MiB", "memory", MI }, USUALLY },
	{ { "GB", "memory", 1e9 }, NEVER },
	{ { "GiB", "memory", GI }, USUALLY },
	{ { "TiB", "memory", 1024 * GI }, NEVER },
	{ { "B/s", "bandwidth", 1 }, USUALLY },
	{ { "kB/s", "bandwidth", 1e3 }, DECIMAL },
	{ { "KiB/s", "bandwidth", KI }, USUALLY },
	{ { "MB/s", "bandwidth", 1e6 }, DECIMAL },
	{ { "1000KiB/s", "bandwidth", 1000 * KI }, NEVER },
	{ { "MiB/s", "bandwidth", MI }, USUALLY },
	{ { "GB/s", "bandwidth", 1e9 }, DECIMAL },
	{ { "GiB/s", "bandwidth", GI }, USUALLY },
	{ { "bit/s", "bit rate", 1 }, USUALLY },
	{ { "kbit/s", "bit rate", 1e3 }, USUALLY },
	{ { "Mbit/s", "bit rate", 1e6 }, USUALLY },
	{ { "Gbit/s", "bit rate", 1e9 }, USUALLY },
	{ { "ops/s", "ops/s", 1 }, USUALLY },
	{ { "uW", "power", 1e-6 }, USUALLY },
	{ { "mW", "power", 1e-3 }, USUALLY },
	{ { "W", "power", 1 }, USUALLY },
	{ { "uJ", "energy", 1e-6 }, USUALLY },
	{ { "mJ", "energy", 1e-3 }, USUALLY },
	{ { "J", "energy", 1 }, USUALLY },
	{ { "Hz", "frequency", 1 }, USUALLY },
	{ { "kHz", "frequency", 1e3 }, USUALLY },
	{ { "MHz", "frequency", 1e6 }, USUALLY },
	{ { "GHz", "frequency", 1e9 }, USUALLY },
	{ { "cycles", "cycles", 1 }, USUALLY },
	{ { "count", "count", 1 }, USUALLY },
	{ { "", "", 1 }, USUALLY },
};
#define N_ROWS (sizeof(rows) / sizeof(rows[0]))

/* Other spellings seen in logs. The mu has two code points, U+00B5 and U+03BC. */
static const char *const spellings[][2] = {
	{ "nsec", "ns" },	{ "nsecs", "ns" },	{ "usec", "us" },
	{ "usecs", "us" },	{ "uS", "us" },		{ "\xc2\xb5s", "us" },
	{ "\xce\xbcs", "us" },	{ "msec", "ms" },	{ "msecs", "ms" },
	{ "sec", "s" },		{ "secs", "s" },	{ "second", "s" },
	{ "seconds", "s" },	{ "byte", "B" },	{ "bytes", "B" },
	{ "B/sec", "B/s" },	{ "kB/sec", "kB/s" },	{ "KiB/sec", "KiB/s" },
	{ "MB/sec", "MB/s" },	{ "MiB/sec", "MiB/s" }, { "GB/sec", "GB/s" },
	{ "GiB/sec", "GiB/s" }, { "ops/sec", "ops/s" }, { "cycle", "cycles" },
};
#define N_SPELLINGS (sizeof(spellings) / sizeof(spellings[0]))

static const struct row *row_find(struct str name)
{
	for (size_t i = 0; i < N_ROWS; i++)
		if (str_is(name, rows[i].unit.name))
			return &rows[i];
	return NULL;
}

const struct unit *unit_find(struct str name)
{
	const struct row *row = row_find(name);

	for (size_t i = 0; !row && i < N_SPELLINGS; i++)
		if (str_is(name, spellings[i][0]))
			row = row_find(str_of(spellings[i][1]));
	return row ? &row->unit : NULL;
}

static bool same_quantity(const struct unit *a, const struct unit *b)
{
	return strcmp(a->quantity, b->quantity) == 0;
}

const struct unit *unit_base(const struct unit *u)
{
	for (size_t i = 0; i < N_ROWS; i++)
		if (rows[i].unit.factor == 1 && same_quantity(&rows[i].unit, u))
			return &rows[i].unit;
	return u;
}

/* The largest unit to print that v holds at least once, or NULL. */
static const struct unit *largest(const struct unit *u, enum printed printed, double v)
{
	const struct unit *best = NULL;

	for (size_t i = 0; i < N_ROWS; i++)
		if (rows[i].printed == printed && same_quantity(&rows[i].unit, u) &&
		    v >= rows[i].unit.factor)
			best = &rows[i].unit;
	return best;
}

const struct unit *unit_scale(const struct unit *u, double lo, double hi)
{
	const struct row *row = row_find(str_of(u->name));
	enum printed printed = row && row->printed == DECIMAL ? DECIMAL : USUALLY;
	const struct unit *best = largest(u, printed, lo);

	if (!best)
		best = largest(u, printed, hi);
	return best ? best : unit_base(u);
}

/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef CORE_UNIT_H
#define CORE_UNIT_H

#include "core/str.h"

/*
 * The one table of units. Each unit belongs to a quantity, whose base unit has factor 1; values of
 * one quantity convert into each other, values of different ones never do. Kernel "MB" is MiB: the
 * formats that know this give the unit as MiB.
 */
struct unit {
	const char *name;     /* as printed: "ns", "MiB", "cycles" */
	const char *quantity; /* "time", "memory", "cycles"; units without a family are their own */
	double factor;	      /* base units in one of these */
};

/*
 * The unit of a name or of one of its accepted spellings ("usec", "us"), or NULL if unknown. The
 * empty name is that of plain numbers.
 */
const struct unit *unit_find(struct str name);

/* The base unit of u's quantity (ns for time, B for memory). */
const struct unit *unit_base(const struct unit *u);

/*
 * The unit of u's quantity in which people would print a row whose smallest and largest magnitudes
 * are lo and hi, given in the base unit: the largest unit in which lo is at least 1, else in which
 * hi is, else the base. Memory is printed in B, KiB, MiB and GiB; bandwidth too, unless u is
 * decimal ("MB/s").
 */
const struct unit *unit_scale(const struct unit *u, double lo, double hi);

#endif

/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef PARSERS_CELL_H
#define PARSERS_CELL_H

#include "core/str.h"

/*
 * What people write into the cells of a table:
 *
 *   7.88    12.3 ms    1m28.119s    427.19 +- 0.16%    13.895 +- 0.024 M ops/s
 *   10.56 (-34.01 pct)    16327.844 (581.744) / 0.948    2300(5.26)
 *   +12.2%    (R) -10.73%    (noise)    -    ~    n/a
 */
enum cell_kind {
	CELL_VALUE,
	CELL_PERCENT, /* without a sign: a share, or a change that is all growth */
	CELL_DERIVED, /* said of other cells: a change, a verdict */
	CELL_TILDE,   /* "~", no value: as in the cell before, or no change */
	CELL_MISSING,
};

#define CELL_DIGITS 40

struct cell {
	enum cell_kind kind;
	/* As printed, but for grouping commas; minutes are added to seconds, "M ops/s" is e6. */
	char number[CELL_DIGITS];
	struct str unit;   /* empty if none is there */
	char prefix;	   /* of "1.2M": K, M, G, T; or '\0'. By cell_next_prefix() alone */
	struct str spread; /* the number behind +-; empty without */
	bool spread_percent;
	struct str paren; /* the number in parentheses; empty without */
	bool paren_percent;
};

/*
 * Takes one cell off the front of *text, with marks like * behind it and the blanks around. False
 * if it does not begin with one; *text is then as it was.
 */
bool cell_next(struct str *text, struct cell *cell);

/*
 * The same of a cell that may be "1.5G", its unit being said elsewhere: the number then has no
 * unit, and what it is to be multiplied with depends on that.
 */
bool cell_next_prefix(struct str *text, struct cell *cell);

/* The exponent of ten of a prefix: "e6". */
struct str cell_exponent(char prefix);

/*
 * The number behind +- in the value's own unit, a percentage of it computed. False if that is out
 * of range, or a percentage that was rounded to 0.
 */
bool cell_spread(const struct cell *cell, char text[CELL_DIGITS]);

/* The unit at the front of *text that unit_find() knows, or X/s and X/op; empty if there is none.
 */
struct str cell_unit(struct str *text);

/* The unit in the parentheses of a name: "latency (ms)"; empty if there is none. */
struct str cell_said_unit(struct str name);

/* In words, without regard to case: whether one of the words of text is word. */
bool cell_has_word(struct str text, const char *word);

#endif

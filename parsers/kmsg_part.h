/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef PARSERS_KMSG_PART_H
#define PARSERS_KMSG_PART_H

#include "core/str.h"

/*
 * For kmsg*.c alone. A field parser takes the text from here on and returns the text behind its
 * field, or NO_MATCH. Given NO_MATCH it returns NO_MATCH, so fields are strung together and one
 * look at the end tells. None looks at a byte more than a fixed number of times: a line costs its
 * length.
 */
#define NO_MATCH ((struct str){ NULL, 0 })

/* The first of two that matched. */
static inline struct str part_alt(struct str a, struct str b)
{
	return a.p ? a : b;
}

static inline struct str part_lit(struct str s, char c)
{
	return s.n && *s.p == c ? str_skip(s, 1) : NO_MATCH;
}

static inline struct str part_text(struct str s, struct str t)
{
	return str_starts(s, t) ? str_skip(s, t.n) : NO_MATCH;
}

/* Length of the blank at s: mailers and web pages make no-break spaces of some. */
static inline size_t part_blank_len(struct str s)
{
	if (s.n && is_blank(*s.p))
		return 1;
	return s.n > 1 && s.p[0] == '\xc2' && s.p[1] == '\xa0' ? 2 : 0;
}

/* Any number of blanks, none too. */
static inline struct str part_blanks(struct str s)
{
	for (size_t n = part_blank_len(s); n; n = part_blank_len(s))
		s = str_skip(s, n);
	return s;
}

static inline struct str part_blanks1(struct str s)
{
	return part_blank_len(s) ? part_blanks(s) : NO_MATCH;
}

/* The one blank between framing and message; with an empty message it is often cut off. */
static inline struct str part_gap(struct str s)
{
	return s.n && !part_blank_len(s) ? NO_MATCH : str_skip(s, part_blank_len(s));
}

static inline struct str part_digits(struct str s, size_t min, size_t max)
{
	size_t n = 0;

	while (n < s.n && n < max && is_digit(s.p[n]))
		n++;
	return n && n >= min ? str_skip(s, n) : NO_MATCH;
}

#endif

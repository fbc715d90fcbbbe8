/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "parsers/kmsg_clean.h"
#include "parsers/kmsg_part.h"

#define ESC '\x1b'

/* s as bytes that may be changed: at the start of scratch, where an earlier step may have put it.
 */
static char *own(struct str s, struct buf *scratch)
{
	if (scratch->v && s.p >= scratch->v && s.p < scratch->v + scratch->cap) {
		memmove(scratch->v, s.p, s.n);
		scratch->n = s.n;
	} else {
		scratch->n = 0;
		buf_add(scratch, s);
	}
	return scratch->v;
}

static size_t skip_range(struct str s, size_t n, int first, int last)
{
	while (n < s.n && s.p[n] >= first && s.p[n] <= last)
		n++;
	return n;
}

/*
 * Length of the terminal sequence at s, which starts with ESC (ECMA-48). Of a broken one only the
 * ESC goes: "ESC[   15.574402]" is a time.
 */
static size_t escape_len(struct str s)
{
	char kind = s.n > 1 ? s.p[1] : '\0', first = kind == '[' ? '@' : '0';
	size_t n;

	if (kind == ']' || kind == 'P') { /* a string, up to BEL or ESC \ */
		for (n = 2; n < s.n && s.p[n] != ESC && s.p[n] != '\a';)
			n++;
		if (n < s.n && s.p[n] == '\a')
			return n + 1;
		return s.n - n > 1 && s.p[n + 1] == '\\' ? n + 2 : 1;
	}
	n = kind == '[' ? skip_range(s, 2, '0', '?') : 1;
	n = skip_range(s, n, ' ', '/');
	return n < s.n && s.p[n] >= first && s.p[n] <= '~' ? n + 1 : 1;
}

struct str clean_escapes(struct str s, struct buf *scratch)
{
	size_t in = 0, out = 0;
	char *v;

	if (!s.n || !memchr(s.p, ESC, s.n))
		return s;
	for (v = own(s, scratch); in < s.n;) {
		if (v[in] == ESC)
			in += escape_len((struct str){ v + in, s.n - in });
		else
			v[out++] = v[in++];
	}
	return (struct str){ v, out };
}

/* "c[?7l[2J[0m", a firmware's reset whose ESC bytes got lost. */
struct str clean_lost_escapes(struct str s)
{
	struct str at = part_alt(part_lit(s, 'c'), s), behind = s;

	for (;;) {
		size_t n;

		at = part_lit(at, '[');
		at = part_alt(part_lit(at, '?'), at);
		n = skip_range(at, 0, '0', ';');
		if (!n || n == at.n || !memchr("hlmJH", at.p[n], 5))
			return behind;
		at = str_skip(at, n + 1);
		if (at.n && *at.p != ']' && !part_blank_len(at))
			behind = at;
	}
}

struct str clean_ending(struct str s)
{
	while (s.n && (s.p[s.n - 1] == '\r' || s.p[s.n - 1] == '\n'))
		s.n--;
	return s;
}

/*
 * A carriage return inside sends the writer back to column 0: what it wrote last is what stands
 * there. Blanks alone do not count, so that a cleared line still tells what it held.
 */
struct str clean_overwritten(struct str s)
{
	size_t start, end;

	if (!s.n || !memchr(s.p, '\r', s.n))
		return s;
	for (end = s.n; end && (is_blank(s.p[end - 1]) || s.p[end - 1] == '\r');)
		end--;
	for (start = end; start && s.p[start - 1] != '\r';)
		start--;
	while (end < s.n && s.p[end] != '\r')
		end++;
	return (struct str){ s.p + start, end - start };
}

struct str clean_blanks(struct str s, struct buf *scratch)
{
	size_t in = 0, out = 0;
	char *v;

	if (!s.n || str_find(s, STR("\xc2\xa0")) == (size_t)-1)
		return s;
	for (v = own(s, scratch); in < s.n; out++) {
		size_t n = part_blank_len((struct str){ v + in, s.n - in });

		v[out] = n == 2 ? ' ' : v[in];
		in += n ? n : 1;
	}
	return (struct str){ v, out };
}

/* "#011" is a TAB and "#012" a line feed; what could be printed is never written so. */
struct str clean_syslog(struct str s, struct buf *scratch)
{
	size_t in = 0, out = 0;
	char *v;

	if (!s.n || str_find(s, STR("#0")) == (size_t)-1)
		return s;
	for (v = own(s, scratch); in < s.n; out++) {
		if (s.n - in > 3 && v[in] == '#' && v[in + 1] == '0' && v[in + 2] >= '0' &&
		    v[in + 2] <= '3' && v[in + 3] >= '0' && v[in + 3] <= '7') {
			v[out] = (char)((v[in + 2] - '0') << 3 | (v[in + 3] - '0'));
			in += 4;
		} else {
			v[out] = v[in++];
		}
	}
	return (struct str){ v, out };
}

/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef CORE_STR_H
#define CORE_STR_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

/*
 * A bounded view of bytes that somebody else owns. It may hold NUL and invalid UTF-8 and is never
 * NUL-terminated by promise. Functions below only look; those that return a struct str return a
 * part of their argument.
 */
struct str {
	const char *p;
	size_t n;
};

/* For tables and initialisers: a view of a string literal. */
#define STR_INIT(lit)                  \
	{                              \
		(lit), sizeof(lit) - 1 \
	}
#define STR(lit) ((struct str)STR_INIT(lit))

static inline struct str str_of(const char *cstr)
{
	return (struct str){ cstr, cstr ? strlen(cstr) : 0 };
}

static inline bool str_eq(struct str a, struct str b)
{
	return a.n == b.n && (a.n == 0 || memcmp(a.p, b.p, a.n) == 0);
}

static inline bool str_is(struct str s, const char *cstr)
{
	return str_eq(s, str_of(cstr));
}

static inline bool str_ends(struct str s, struct str suffix)
{
	return s.n >= suffix.n &&
	       (suffix.n == 0 || memcmp(s.p + s.n - suffix.n, suffix.p, suffix.n) == 0);
}

static inline bool str_starts(struct str s, struct str prefix)
{
	return s.n >= prefix.n && (prefix.n == 0 || memcmp(s.p, prefix.p, prefix.n) == 0);
}

/* s without its first n bytes; empty when it has fewer. */
static inline struct str str_skip(struct str s, size_t n)
{
	n = n < s.n ? n : s.n;
	return (struct str){ s.p ? s.p + n : s.p, s.n - n };
}

/* ASCII only, whatever the locale says. */
static inline bool is_digit(char c)
{
	return c >= '0' && c <= '9';
}

static inline bool is_alpha(char c)
{
	return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

static inline bool is_blank(char c)
{
	return c == ' ' || c == '\t';
}

/* s without blanks, TABs, CRs and LFs at its end, or at both ends. */
struct str str_rtrim(struct str s);
struct str str_trim(struct str s);

/* Bytewise order, a prefix first: <0, 0 or >0. */
int str_cmp(struct str a, struct str b);

/* Natural order: runs of digits compare as numbers, so boot-2 comes before boot-10. */
int str_natcmp(struct str a, struct str b);

/* Offset of needle in s, or (size_t)-1. An empty needle is found at 0. */
size_t str_find(struct str s, struct str needle);

/* Cuts at the first sep: head is before it, tail after it. Without one, head is s and ok false. */
struct str_cut {
	struct str head, tail;
	bool ok;
};
struct str_cut str_cut(struct str s, char sep);

/* The next piece of *list up to sep, which is removed from *list with it; false at the end. */
bool str_next(struct str *list, char sep, struct str *piece);

/* The next word of *text, up to a blank or TAB, which is removed from *text; empty at the end. */
struct str str_word(struct str *text);

/* Copies as much of s as fits into to[size], with a NUL behind it. */
void str_copy(char *to, size_t size, struct str s);

/* The value of key in a list "key=value;key=value" as records carry it; false when it is not there.
 */
bool str_pair(struct str list, struct str key, struct str *value);

/*
 * The whole of s as a number, or false and *v untouched. str_u64: digits only, no overflow.
 * str_double: decimal, with sign and exponent allowed, finite; no hex, inf, nan or blanks, and '.'
 * is the point whatever the locale.
 */
bool str_u64(struct str s, uint64_t *v);
bool str_double(struct str s, double *v);

/* Length of the valid UTF-8 sequence at s.p (1 to 4), or 0 if there is none. */
size_t str_utf8(struct str s);

/* FNV-1a, 64 bits, continued from seed (start with STR_HASH_SEED). */
#define STR_HASH_SEED 0xcbf29ce484222325u
uint64_t str_hash(struct str s, uint64_t seed);

#endif

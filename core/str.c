/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "core/str.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static bool is_space(char c)
{
	return is_blank(c) || c == '\r' || c == '\n';
}

struct str str_rtrim(struct str s)
{
	while (s.n > 0 && is_space(s.p[s.n - 1]))
		s.n--;
	return s;
}

struct str str_trim(struct str s)
{
	s = str_rtrim(s);
	while (s.n > 0 && is_space(s.p[0]))
		s = str_skip(s, 1);
	return s;
}

int str_cmp(struct str a, struct str b)
{
	size_t n = a.n < b.n ? a.n : b.n;
	int order = n > 0 ? memcmp(a.p, b.p, n) : 0;

	return order != 0 ? order : (a.n > b.n) - (a.n < b.n);
}

/* Cuts the digits at the start of *s off, and returns them without leading zeros. */
static struct str cut_digits(struct str *s)
{
	struct str digits = *s;

	while (s->n > 0 && is_digit(s->p[0]))
		*s = str_skip(*s, 1);
	digits.n -= s->n;
	while (digits.n > 0 && digits.p[0] == '0')
		digits = str_skip(digits, 1);
	return digits;
}

int str_natcmp(struct str a, struct str b)
{
	struct str x = a, y = b;

	while (x.n > 0 && y.n > 0) {
		if (is_digit(x.p[0]) && is_digit(y.p[0])) {
			struct str i = cut_digits(&x), j = cut_digits(&y);
			int order = i.n != j.n ? (i.n < j.n ? -1 : 1) : str_cmp(i, j);

			if (order != 0)
				return order;
			continue;
		}
		if (x.p[0] != y.p[0])
			return (unsigned char)x.p[0] < (unsigned char)y.p[0] ? -1 : 1;
		x = str_skip(x, 1);
		y = str_skip(y, 1);
	}
	if (x.n != y.n)
		return x.n < y.n ? -1 : 1;
	/* 01 and 1 are the same number, yet not the same name. */
	return str_cmp(a, b);
}

size_t str_find(struct str s, struct str needle)
{
	struct str rest = s;

	if (needle.n == 0)
		return 0;
	while (rest.n >= needle.n) {
		const char *p = memchr(rest.p, needle.p[0], rest.n - needle.n + 1);

		if (!p)
			break;
		if (memcmp(p, needle.p, needle.n) == 0)
			return (size_t)(p - s.p);
		rest = str_skip(rest, (size_t)(p - rest.p) + 1);
	}
	return (size_t)-1;
}

struct str_cut str_cut(struct str s, char sep)
{
	const char *p = s.n > 0 ? memchr(s.p, sep, s.n) : NULL;
	struct str_cut cut = { s, { NULL, 0 }, p != NULL };

	if (p) {
		cut.head.n = (size_t)(p - s.p);
		cut.tail = str_skip(s, cut.head.n + 1);
	}
	return cut;
}

bool str_next(struct str *list, char sep, struct str *piece)
{
	struct str_cut cut;

	if (list->n == 0)
		return false;
	cut = str_cut(*list, sep);
	*piece = cut.head;
	*list = cut.tail;
	return true;
}

struct str str_word(struct str *text)
{
	struct str word;

	*text = str_trim(*text);
	word = (struct str){ text->p, 0 };
	while (word.n < text->n && !is_blank(text->p[word.n]))
		word.n++;
	*text = str_skip(*text, word.n);
	return word;
}

void str_copy(char *to, size_t size, struct str s)
{
	size_t n = s.n < size ? s.n : size - 1;

	if (n)
		memcpy(to, s.p, n);
	to[n] = '\0';
}

bool str_pair(struct str list, struct str key, struct str *value)
{
	struct str pair;

	while (str_next(&list, ';', &pair)) {
		struct str_cut cut = str_cut(pair, '=');

		if (cut.ok && str_eq(cut.head, key)) {
			*value = cut.tail;
			return true;
		}
	}
	return false;
}

bool str_u64(struct str s, uint64_t *v)
{
	uint64_t sum = 0;

	if (s.n == 0)
		return false;
	for (size_t i = 0; i < s.n; i++) {
		unsigned int digit = (unsigned int)(s.p[i] - '0');

		if (!is_digit(s.p[i]) || sum > (UINT64_MAX - digit) / 10)
			return false;
		sum = sum * 10 + digit;
	}
	*v = sum;
	return true;
}

/* No double needs more digits than these to be rounded; of the rest only "not all 0" matters. */
#define DIGITS_MAX 780
/* Beyond any finite or non-zero double, even with DIGITS_MAX digits, and far from overflow. */
#define EXPONENT_MAX 1000000000

/* A number taken apart: 0.<digits> without leading zeros times 10 to the point. */
struct decimal {
	bool negative;
	char digits[DIGITS_MAX + 1];
	size_t n;
	int64_t point;
};

/* A sign, if there is one, is cut off. */
static bool cut_sign(struct str *s)
{
	bool negative = s->n > 0 && s->p[0] == '-';

	if (negative || (s->n > 0 && s->p[0] == '+'))
		*s = str_skip(*s, 1);
	return negative;
}

static bool parse_exponent(struct str s, int64_t *exponent)
{
	bool negative = cut_sign(&s);
	int64_t sum = 0;

	if (s.n == 0)
		return false;
	for (size_t i = 0; i < s.n; i++) {
		if (!is_digit(s.p[i]))
			return false;
		if (sum < EXPONENT_MAX)
			sum = sum * 10 + (s.p[i] - '0');
	}
	*exponent = negative ? -sum : sum;
	return true;
}

static bool parse_decimal(struct str s, struct decimal *d)
{
	bool any = false, point = false;
	int64_t exponent = 0;
	size_t i;

	d->negative = cut_sign(&s);
	d->n = 0;
	d->point = 0;
	for (i = 0; i < s.n; i++) {
		if (s.p[i] == '.' && !point) {
			point = true;
			continue;
		}
		if (!is_digit(s.p[i]))
			break;
		any = true;
		if (d->n == 0 && s.p[i] == '0') {
			d->point -= point;
			continue;
		}
		d->point += !point;
		if (d->n < DIGITS_MAX)
			d->digits[d->n++] = s.p[i];
		else if (s.p[i] != '0')
			d->digits[DIGITS_MAX - 1] = '1';
	}
	if (i < s.n) {
		if ((s.p[i] != 'e' && s.p[i] != 'E') ||
		    !parse_exponent(str_skip(s, i + 1), &exponent))
			return false;
	}
	d->point += exponent;
	return any;
}

/*
 * Up to 15 digits and a power of ten up to 22 are exact in a double, so one operation rounds right
 * (Clinger, "How to read floating point numbers accurately", 1990).
 */
static bool decimal_exact(const struct decimal *d, double *v)
{
	static const double power[] = { 1e0,  1e1,  1e2,  1e3,	1e4,  1e5,  1e6,  1e7,
					1e8,  1e9,  1e10, 1e11, 1e12, 1e13, 1e14, 1e15,
					1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22 };
	int64_t exponent = d->point - (int64_t)d->n;
	uint64_t digits = 0;

	if (d->n > 15 || exponent < -22 || exponent > 22)
		return false;
	for (size_t i = 0; i < d->n; i++)
		digits = digits * 10 + (uint64_t)(d->digits[i] - '0');
	*v = exponent < 0 ? (double)digits / power[-exponent] : (double)digits * power[exponent];
	return true;
}

bool str_double(struct str s, double *v)
{
	char text[DIGITS_MAX + 32];
	struct decimal d;
	double sum = 0;

	if (!parse_decimal(s, &d))
		return false;
	if (d.n > 0 && !decimal_exact(&d, &sum)) {
		int64_t exponent = d.point - (int64_t)d.n;

		/* Without a point strtod() has no locale to ask. */
		memcpy(text, d.digits, d.n);
		snprintf(text + d.n, sizeof(text) - d.n, "e%lld", (long long)exponent);
		sum = strtod(text, NULL);
	}
	if (!isfinite(sum))
		return false;
	*v = d.negative ? -sum : sum;
	return true;
}

size_t str_utf8(struct str s)
{
	const unsigned char *p = (const unsigned char *)s.p;
	/* What the second byte may be: no overlong forms, no surrogates, nothing above U+10FFFF. */
	unsigned char lo = 0x80, hi = 0xbf;
	size_t n;

	if (s.n == 0)
		return 0;
	if (p[0] < 0x80)
		return 1;
	if (p[0] < 0xc2 || p[0] > 0xf4)
		return 0;
	n = p[0] < 0xe0 ? 2 : p[0] < 0xf0 ? 3 : 4;
	if (p[0] == 0xe0)
		lo = 0xa0;
	else if (p[0] == 0xed)
		hi = 0x9f;
	else if (p[0] == 0xf0)
		lo = 0x90;
	else if (p[0] == 0xf4)
		hi = 0x8f;
	if (s.n < n || p[1] < lo || p[1] > hi)
		return 0;
	for (size_t i = 2; i < n; i++)
		if (p[i] < 0x80 || p[i] > 0xbf)
			return 0;
	return n;
}

uint64_t str_hash(struct str s, uint64_t seed)
{
	for (size_t i = 0; i < s.n; i++)
		seed = (seed ^ (unsigned char)s.p[i]) * 0x100000001b3u;
	return seed;
}

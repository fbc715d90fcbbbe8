/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "parsers/kmsg_record.h"

/* The digits at *s, which is moved on behind them and end. */
static bool record_number(struct str *s, char end, uint64_t *v)
{
	size_t n = 0;

	while (n < s->n && is_digit(s->p[n]))
		n++;
	if (n == s->n || s->p[n] != end || !str_u64((struct str){ s->p, n }, v))
		return false;
	*s = str_skip(*s, n + 1);
	return true;
}

/* "6.4.0-rc1,": nothing of a message's prose, and no number alone. */
static struct str record_release(struct str *s)
{
	size_t n = 0;

	while (n < s->n && n < 128 && s->p[n] > ' ' && s->p[n] != ',' && s->p[n] != ';')
		n++;
	if (!n || n == s->n || s->p[n] != ',' || !is_digit(*s->p) || !memchr(s->p, '.', n))
		return (struct str){ s->p, 0 };
	*s = str_skip(*s, n + 1);
	return (struct str){ s->p - n - 1, n };
}

static bool record_key(struct str key, struct kmsg_record *r)
{
	struct str_cut cut = str_cut(key, '=');

	if (cut.ok && str_is(cut.head, "caller"))
		r->caller = cut.tail;
	if (!cut.ok || !str_is(cut.head, "ncfrag"))
		return true;
	cut = str_cut(cut.tail, '/');
	r->piece = true;
	return str_u64(cut.head, &r->offset) && str_u64(cut.tail, &r->total) &&
	       r->offset < r->total;
}

bool kmsg_record(struct str line, struct kmsg_record *r)
{
	struct str s = line, keys, key;
	const char *end;
	bool ok;

	*r = (struct kmsg_record){ 0 };
	if (!s.n || !is_digit(*s.p))
		return false;
	r->release = record_release(&s);
	if (!record_number(&s, ',', &r->pri) || !record_number(&s, ',', &r->seq) ||
	    !record_number(&s, ',', &r->usec) || r->usec > INT64_MAX / 1000)
		return false;
	if (s.n < 2 || !memchr("-c+", *s.p, 3) || !memchr(",;", s.p[1], 2))
		return false;
	end = memchr(s.p, ';', s.n);
	if (!end)
		return false;
	keys = (struct str){ s.p + 1, (size_t)(end - s.p) - 1 };
	r->text = str_skip(s, (size_t)(end - s.p) + 1);
	keys = str_skip(keys, 1);
	for (ok = true; ok && str_next(&keys, ',', &key);)
		ok = record_key(key, r);
	return ok;
}

static int hex(char c)
{
	if (is_digit(c))
		return c - '0';
	c |= 0x20;
	return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

struct str kmsg_unescape(struct str s, struct buf *scratch)
{
	size_t in = 0, out = 0;
	char *v;

	if (!s.n || !memchr(s.p, '\\', s.n))
		return s;
	if (s.p != scratch->v) {
		scratch->n = 0;
		buf_add(scratch, s);
	}
	for (v = scratch->v; in < s.n; out++) {
		if (s.n - in > 3 && v[in] == '\\' && v[in + 1] == 'x' && hex(v[in + 2]) >= 0 &&
		    hex(v[in + 3]) >= 0) {
			v[out] = (char)(hex(v[in + 2]) << 4 | hex(v[in + 3]));
			in += 4;
		} else {
			v[out] = v[in++];
		}
	}
	return (struct str){ v, out };
}

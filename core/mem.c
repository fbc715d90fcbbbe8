/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "core/mem.h"

#include <stdalign.h>
#include <stdio.h>
#include <stdlib.h>
#include "core/diag.h"

static int exit_status = 2;

void mem_set_exit_status(int status)
{
	exit_status = status;
}

_Noreturn static void die(void)
{
	diag_error(POS_NONE, "out of memory");
	exit(exit_status);
}

static void *checked(void *p)
{
	if (!p)
		die();
	return p;
}

/* count * size, or the end of the program. */
static size_t product(size_t count, size_t size)
{
	if (size != 0 && count > SIZE_MAX / size)
		die();
	return count * size;
}

void *mem_grow(void *p, size_t *cap, size_t need, size_t size)
{
	size_t old = *cap, new = old < 8 ? 8 : old;

	if (need <= old)
		return p;
	while (new < need)
		new = new > SIZE_MAX / 2 ? SIZE_MAX : new * 2;
	p = checked(realloc(p, product(new, size)));
	memset((char *)p + old * size, 0, (new - old) * size);
	*cap = new;
	return p;
}

void mem_free(void *p)
{
	free(p);
}

/* Chunks are a list; only the first is filled further. */
struct chunk {
	struct chunk *next;
	size_t used, size;
	alignas(max_align_t) char bytes[];
};

struct arena {
	struct chunk *first;
};

#define CHUNK_SIZE ((size_t)64 * 1024)

struct arena *arena_new(void)
{
	struct arena *a = checked(malloc(sizeof(*a)));

	a->first = NULL;
	return a;
}

void arena_reset(struct arena *a)
{
	while (a->first) {
		struct chunk *c = a->first;

		a->first = c->next;
		free(c);
	}
}

void arena_free(struct arena *a)
{
	if (!a)
		return;
	arena_reset(a);
	free(a);
}

static struct chunk *chunk_new(size_t size)
{
	struct chunk *c;

	if (size > SIZE_MAX - sizeof(*c))
		die();
	c = checked(malloc(sizeof(*c) + size));
	c->next = NULL;
	c->used = 0;
	c->size = size;
	return c;
}

/* Not zeroed. align is a power of two, at most that of max_align_t. */
static void *take(struct arena *a, size_t bytes, size_t align)
{
	struct chunk *c = a->first;
	size_t pad = c ? -c->used & (align - 1) : 0;

	if (c && pad <= c->size - c->used && bytes <= c->size - c->used - pad) {
		c->used += pad + bytes;
		return c->bytes + c->used - bytes;
	}
	c = chunk_new(bytes > CHUNK_SIZE / 4 ? bytes : CHUNK_SIZE);
	c->used = bytes;
	if (a->first && bytes > CHUNK_SIZE / 4) {
		/* What is large gets a chunk of its own, and the room left in the first stays in
		 * use. */
		c->next = a->first->next;
		a->first->next = c;
	} else {
		c->next = a->first;
		a->first = c;
	}
	return c->bytes;
}

void *arena_alloc(struct arena *a, size_t count, size_t size)
{
	size_t bytes = product(count, size);

	return memset(take(a, bytes, alignof(max_align_t)), 0, bytes);
}

struct str arena_str(struct arena *a, struct str s)
{
	char *p = take(a, s.n + 1, 1);

	if (s.n > 0)
		memcpy(p, s.p, s.n);
	p[s.n] = '\0';
	return (struct str){ p, s.n };
}

struct str arena_printf(struct arena *a, const char *fmt, ...)
{
	struct buf b = { 0 };
	struct str s;
	va_list ap;

	va_start(ap, fmt);
	buf_vprintf(&b, fmt, ap);
	va_end(ap);
	s = arena_str(a, buf_str(&b));
	buf_free(&b);
	return s;
}

/* Room for n more bytes; returns where they go. */
static char *reserve(struct buf *b, size_t n)
{
	if (n > SIZE_MAX - b->n)
		die();
	b->v = mem_grow(b->v, &b->cap, b->n + n, 1);
	return b->v + b->n;
}

void buf_add(struct buf *b, struct str s)
{
	if (s.n == 0)
		return;
	memcpy(reserve(b, s.n), s.p, s.n);
	b->n += s.n;
}

void buf_char(struct buf *b, char c)
{
	*reserve(b, 1) = c;
	b->n++;
}

void buf_pad(struct buf *b, char c, size_t count)
{
	if (count == 0)
		return;
	memset(reserve(b, count), c, count);
	b->n += count;
}

void buf_vprintf(struct buf *b, const char *fmt, va_list ap)
{
	va_list again;
	int n;

	va_copy(again, ap);
	n = vsnprintf(NULL, 0, fmt, again);
	va_end(again);
	if (n <= 0)
		return;
	/* vsnprintf() writes a NUL behind. */
	vsnprintf(reserve(b, (size_t)n + 1), (size_t)n + 1, fmt, ap);
	b->n += (size_t)n;
}

void buf_printf(struct buf *b, const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	buf_vprintf(b, fmt, ap);
	va_end(ap);
}

/* The C1 controls are two bytes in UTF-8, and terminals obey some of them. */
static bool is_control(struct str s)
{
	unsigned char c = (unsigned char)s.p[0];

	return c < 0x20 || c == 0x7f || (c == 0xc2 && (unsigned char)s.p[1] < 0xa0);
}

/*
 * What turns the direction of writing (U+061C, 200E, 200F, 202A to 202E, 2066 to 2069) or ends a
 * line (U+2028, 2029) shows other words than are there.
 */
static bool is_turn(struct str s)
{
	unsigned char last = s.n > 2 ? (unsigned char)s.p[2] : 0;

	return str_starts(s, STR("\xd8\x9c")) ||
	       (str_starts(s, STR("\xe2\x80")) &&
		(last == 0x8e || last == 0x8f || (last >= 0xa8 && last <= 0xae))) ||
	       (str_starts(s, STR("\xe2\x81")) && last >= 0xa6 && last <= 0xa9);
}

void buf_escaped(struct buf *b, struct str s)
{
	while (s.n > 0) {
		size_t n = str_utf8(s);
		bool escape = n == 0 || is_control(s) || is_turn(s);

		n = n > 0 ? n : 1;
		if (!escape)
			buf_add(b, (struct str){ s.p, n });
		for (size_t i = 0; escape && i < n; i++)
			buf_printf(b, "\\x%02x", (unsigned char)s.p[i]);
		s = str_skip(s, n);
	}
}

void buf_free(struct buf *b)
{
	free(b->v);
	*b = (struct buf){ 0 };
}

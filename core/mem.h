/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef CORE_MEM_H
#define CORE_MEM_H

#include <stdarg.h>
#include "core/str.h"

/*
 * All memory comes from here. Out of memory ends the program with a message and a status, 2 unless
 * set otherwise: there is nothing useful to do, and no caller checks.
 */
void mem_set_exit_status(int status);

/* An arena: everything in it is freed together. */
struct arena;
struct arena *arena_new(void);
void arena_free(struct arena *a);
/* Frees what is in it and keeps it usable. */
void arena_reset(struct arena *a);
/* Zeroed, aligned for any type. */
void *arena_alloc(struct arena *a, size_t count, size_t size);
/* A copy of s that lives as long as the arena, with a NUL behind it. */
struct str arena_str(struct arena *a, struct str s);
struct str arena_printf(struct arena *a, const char *fmt, ...)
	__attribute__((format(printf, 2, 3)));
#define arena_new_of(a, T, count) ((T *)arena_alloc((a), (count), sizeof(T)))

/* Growing arrays: VEC(int) v = { 0 }; *vec_add(&v) = 3; ... vec_free(&v). New elements are zeroed.
 */
#define VEC(T)                 \
	struct {               \
		T *v;          \
		size_t n, cap; \
	}
#define vec_add(vec)                                                                  \
	((vec)->v = mem_grow((vec)->v, &(vec)->cap, (vec)->n + 1, sizeof(*(vec)->v)), \
	 &(vec)->v[(vec)->n++])
#define vec_each(item, vec) for (item = (vec)->v; (vec)->v && item < (vec)->v + (vec)->n; item++)
#define vec_free(vec)                      \
	do {                               \
		mem_free((vec)->v);        \
		(vec)->v = NULL;           \
		(vec)->n = (vec)->cap = 0; \
	} while (0)

/* At least need elements of size, the old contents kept, the new ones zeroed; *cap is updated. */
void *mem_grow(void *p, size_t *cap, size_t need, size_t size);
void mem_free(void *p);

/* Text under construction. { 0 } is an empty one; the text is s.p[0..n), not NUL-terminated. */
struct buf {
	char *v;
	size_t n, cap;
};
static inline struct str buf_str(const struct buf *b)
{
	return (struct str){ b->v, b->n };
}
void buf_add(struct buf *b, struct str s);
void buf_char(struct buf *b, char c);
void buf_pad(struct buf *b, char c, size_t count);
void buf_printf(struct buf *b, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
void buf_vprintf(struct buf *b, const char *fmt, va_list ap) __attribute__((format(printf, 2, 0)));
/*
 * Text that is safe on a terminal: control bytes, bytes that are not UTF-8, and characters that
 * turn the direction of writing or end a line, become \xHH.
 */
void buf_escaped(struct buf *b, struct str s);
void buf_free(struct buf *b);

#endif

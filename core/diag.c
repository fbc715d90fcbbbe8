/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "core/diag.h"

#include <stdio.h>

/* Longer texts say no more. */
#define QUOTE_MAX 60

static bool quiet, holding;
static struct buf held;

/* In one call, so that lines of programs in a pipe do not mix. No memory is taken without a file.
 */
__attribute__((format(printf, 3, 0))) static void print(const char *level, struct pos pos,
							const char *fmt, va_list ap)
{
	struct buf where = { 0 };
	char text[4096];

	vsnprintf(text, sizeof(text), fmt, ap);
	if (pos.file) {
		buf_escaped(&where, str_of(*pos.file ? pos.file : "''"));
		if (pos.line > 0)
			buf_printf(&where, ":%lu", pos.line);
		buf_add(&where, STR(": "));
	}
	if (holding)
		buf_printf(&held, KB_NAME ": %.*s%s%s\n", (int)where.n, where.v ? where.v : "",
			   level, text);
	else
		fprintf(stderr, KB_NAME ": %.*s%s%s\n", (int)where.n, where.v ? where.v : "", level,
			text);
	buf_free(&where);
}

void diag_hold(void)
{
	holding = true;
}

void diag_release(bool print)
{
	holding = false;
	if (print && held.n)
		fwrite(held.v, 1, held.n, stderr);
	buf_free(&held);
}

void diag_error(struct pos pos, const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	print("", pos, fmt, ap);
	va_end(ap);
}

void diag_warn(struct pos pos, const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	print("warning: ", pos, fmt, ap);
	va_end(ap);
}

void diag_note(struct pos pos, const char *fmt, ...)
{
	va_list ap;

	if (quiet)
		return;
	va_start(ap, fmt);
	print("note: ", pos, fmt, ap);
	va_end(ap);
}

void diag_set_quiet(bool on)
{
	quiet = on;
}

const char *diag_quote(struct str s)
{
	static struct buf ring[4];
	static unsigned int next;
	struct buf *b = &ring[next++ % 4];
	size_t cut = 0;

	b->n = 0;
	while (cut < s.n && cut < QUOTE_MAX) {
		size_t n = str_utf8(str_skip(s, cut));

		cut += n > 0 ? n : 1;
	}
	buf_char(b, '\'');
	buf_escaped(b, (struct str){ s.p, cut });
	buf_add(b, cut < s.n ? STR("...'") : STR("'"));
	buf_char(b, '\0');
	return b->v;
}

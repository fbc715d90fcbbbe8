/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "parsers/unwrapper.h"

/* journalctl -o verbose indents fields by so much, and later rows of a message by MESSAGE=, too. */
#define VERBOSE_INDENT STR("    ")
#define VERBOSE_ROW    STR("            ")

static void unwrap_keep(struct buf *to, struct str value)
{
	if (to->n)
		return;
	buf_add(to, (struct str){ value.p, value.n < UNWRAP_TEXT_MAX ? value.n : UNWRAP_TEXT_MAX });
}

void unwrap_field(struct unwrap *u, struct str key, struct str value)
{
	struct unwrap_fields *f = &u->fields;
	uint64_t number;

	if (str_is(key, "MESSAGE")) {
		unwrap_keep(&f->message, value);
		f->has_message = true;
		f->line = u->line;
	} else if (str_is(key, "_TRANSPORT")) {
		unwrap_keep(&f->transport, value);
	} else if (str_is(key, "SYSLOG_IDENTIFIER")) {
		unwrap_keep(&f->identifier, value);
	} else if (str_is(key, "PRIORITY") && str_u64(value, &number) && number < 8) {
		f->pri = (unsigned int)number;
	} else if (str_is(key, "_SOURCE_MONOTONIC_TIMESTAMP") && str_u64(value, &number) &&
		   number <= INT64_MAX / 1000) {
		f->usec = number;
		f->timed = true;
	}
}

void unwrap_entry(struct unwrap *u)
{
	struct unwrap_fields *f = &u->fields;
	struct str transport = buf_str(&f->transport), identifier = buf_str(&f->identifier);

	if (f->has_message && ((!transport.n && !identifier.n) || str_is(transport, "kernel") ||
			       str_is(identifier, "kernel")))
		unwrap_put(u, &(struct unwrapped){ .line = f->line,
						   .text = buf_str(&f->message),
						   .usec = f->usec,
						   .timed = f->timed,
						   .pri = f->pri });
	f->message.n = f->transport.n = f->identifier.n = 0;
	f->has_message = f->timed = false;
	f->pri = 6;
}

static void export_line(struct unwrap *u, struct str line)
{
	struct unwrap_export *e = &u->export;
	struct str_cut cut = str_cut(line, '=');

	if (!line.n) {
		unwrap_entry(u);
		return;
	}
	if (cut.ok) {
		unwrap_field(u, cut.head, cut.tail);
		return;
	}
	e->key.n = e->data.n = 0;
	buf_add(&e->key, line.n < 64 ? line : STR("?"));
	e->state = EXPORT_SIZE;
	e->nsize = 0;
	e->size = 0;
	e->line = u->line + 1;
}

/* The bytes of a field whose size stands before it; their line feeds are lines of the file. */
static void export_data(struct unwrap *u, struct str *bytes)
{
	struct unwrap_export *e = &u->export;
	size_t n = e->size < bytes->n ? (size_t)e->size : bytes->n;
	size_t room = UNWRAP_TEXT_MAX - e->data.n;
	const char *p = bytes->p, *end = bytes->p + n;

	buf_add(&e->data, (struct str){ p, n < room ? n : room });
	e->size -= n;
	if (!e->size) {
		unwrap_field(u, buf_str(&e->key), buf_str(&e->data));
		if (str_is(buf_str(&e->key), "MESSAGE"))
			u->fields.line = e->line;
		e->state = EXPORT_AFTER;
	}
	while (p < end && (p = memchr(p, '\n', (size_t)(end - p)))) {
		u->line++;
		p++;
	}
	*bytes = str_skip(*bytes, n);
}

void unwrap_export_feed(struct unwrap *u, struct str bytes)
{
	struct unwrap_export *e = &u->export;
	struct str line;

	while (bytes.n) {
		switch (e->state) {
		case EXPORT_LINE:
			if (!unwrap_line(u, &bytes, false, &line))
				return;
			export_line(u, line);
			u->partial.n = 0;
			u->cut = false;
			u->line++;
			break;
		case EXPORT_SIZE:
			e->size |= (uint64_t)(unsigned char)*bytes.p << 8 * e->nsize;
			u->line += *bytes.p == '\n';
			bytes = str_skip(bytes, 1);
			if (++e->nsize == 8)
				e->state = EXPORT_DATA;
			break;
		case EXPORT_DATA:
			export_data(u, &bytes);
			break;
		case EXPORT_AFTER:
			if (*bytes.p == '\n') {
				u->line++;
				bytes = str_skip(bytes, 1);
			}
			e->state = EXPORT_LINE;
			break;
		}
	}
}

void unwrap_export_end(struct unwrap *u)
{
	struct unwrap_export *e = &u->export;

	if (e->state == EXPORT_SIZE || e->state == EXPORT_DATA || u->partial.n) {
		unwrap_skip(u, u->line, "journal export ends in mid-field",
			    e->state == EXPORT_LINE ? buf_str(&u->partial) : buf_str(&e->key));
		return;
	}
	unwrap_entry(u);
}

/* "Mon 2026-11-30 10:47:41.123456 UTC [s=0a1b;i=1;b=2c3d;m=f42400;t=4;x=5]" */
bool unwrap_verbose_is(struct str line)
{
	size_t cursor = str_find(line, STR(" [s="));

	line = str_rtrim(line);
	return line.n && is_alpha(*line.p) && cursor != (size_t)-1 &&
	       str_find(str_skip(line, cursor), STR(";b=")) != (size_t)-1 &&
	       line.p[line.n - 1] == ']';
}

void unwrap_verbose_line(struct unwrap *u, struct str line)
{
	struct unwrap_fields *f = &u->fields;
	struct str_cut cut;

	if (line.n && line.p[line.n - 1] == '\r')
		line.n--;
	if (u->in_message && str_starts(line, VERBOSE_ROW)) {
		line = str_skip(line, VERBOSE_ROW.n);
		if (f->message.n + line.n < UNWRAP_TEXT_MAX) {
			buf_char(&f->message, '\n');
			buf_add(&f->message, line);
		}
		return;
	}
	u->in_message = false;
	if (!str_starts(line, VERBOSE_INDENT)) {
		unwrap_entry(u);
		return;
	}
	cut = str_cut(str_skip(line, VERBOSE_INDENT.n), '=');
	if (!cut.ok)
		return;
	u->in_message = str_is(cut.head, "MESSAGE");
	unwrap_field(u, cut.head, cut.tail);
}

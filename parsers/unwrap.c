/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "core/diag.h"
#include "parsers/kmsg_clean.h"
#include "parsers/kmsg_record.h"
#include "parsers/unwrapper.h"

/* Entries that could not be read are said so often in a text; the rest is counted. */
#define UNWRAP_WARNINGS 5
/* So much of a text's beginning shows what it is. */
#define UNWRAP_HEAD ((size_t)16 << 10)

static bool head_has(struct str head, const char *what)
{
	return str_find(head, str_of(what)) != (size_t)-1;
}

static struct str head_trim(struct str s)
{
	while (s.n && (is_blank(*s.p) || memchr("\n\r\x1e", *s.p, 3)))
		s = str_skip(s, 1);
	return s;
}

/* A journal's entries hold fields of the journal's own, in any order. */
static enum unwrap_kind unwrap_is_json(struct str head)
{
	struct str s = head_trim(head);

	if (str_starts(s, STR("data: ")))
		s = str_skip(s, 6);
	if (!s.n || *s.p != '{')
		return UNWRAP_NONE;
	s = str_skip(s, 1);
	if (head_has(s, "\"__CURSOR\"") || head_has(s, "\"__REALTIME_TIMESTAMP\"") ||
	    head_has(s, "\"_TRANSPORT\""))
		return s.n && memchr("\r\n", *s.p, 2) ? UNWRAP_JOURNAL_TALL : UNWRAP_JOURNAL;
	s = head_trim(s);
	if (!str_starts(s, STR("\"dmesg\"")))
		return UNWRAP_NONE;
	s = head_trim(str_skip(s, 7));
	return str_starts(s, STR(":")) ? UNWRAP_DMESG : UNWRAP_NONE;
}

/* "ESC[33m" */
static bool unwrap_is_color(struct str head)
{
	const char *p = head.p, *end = head.p + head.n;

	while (head.n && (p = memchr(p, '\x1b', (size_t)(end - p)))) {
		if (++p == end || *p != '[')
			continue;
		while (++p < end && (is_digit(*p) || *p == ';'))
			;
		if (p < end && *p == 'm')
			return true;
	}
	return false;
}

enum unwrap_kind unwrap_is(struct str head)
{
	struct str all;
	struct kmsg_record record;
	struct str line = { NULL, 0 }, dump;
	uint64_t part;
	enum unwrap_kind kind;

	if (head.n > UNWRAP_HEAD)
		head.n = UNWRAP_HEAD;
	all = head;
	kind = unwrap_is_json(head);
	if (kind)
		return kind;
	/* "-- Journal begins at ... --" may stand before the first entry. */
	while (!line.n && str_next(&head, '\n', &line))
		if (str_starts(line, STR("-- ")))
			line.n = 0;
		else
			line = str_trim(line);
	if (str_starts(line, STR("====")) && str_next(&head, '\n', &line))
		line = str_trim(line);
	if (str_starts(line, STR("__CURSOR=")) || str_starts(line, STR("__REALTIME_TIMESTAMP=")))
		return UNWRAP_EXPORT;
	if (unwrap_verbose_is(line))
		return UNWRAP_VERBOSE;
	if (unwrap_pstore_is(line, &dump, &part))
		return UNWRAP_PSTORE;
	if (kmsg_record(line, &record))
		return UNWRAP_KMSG;
	return unwrap_is_color(all) ? UNWRAP_COLOR : UNWRAP_NONE;
}

struct unwrap *unwrap_new(enum unwrap_kind kind, const char *file)
{
	size_t cap = 0;
	struct unwrap *u = mem_grow(NULL, &cap, 1, sizeof(*u));

	u->kind = kind;
	u->file = file;
	u->json.entry_depth = kind == UNWRAP_DMESG ? 3 : 1;
	u->json.by_line = kind == UNWRAP_JOURNAL;
	u->fields.pri = 6;
	return u;
}

void unwrap_skip(struct unwrap *u, unsigned long line, const char *why, struct str text)
{
	if (u->skipped++ < UNWRAP_WARNINGS)
		diag_warn((struct pos){ u->file, line }, "%s: entry skipped: %s", why,
			  diag_quote(text));
}

/* The caller leaves nothing behind it to be taken for framing. */
static void unwrap_prefix(struct unwrap *u, const struct unwrapped *m)
{
	struct str caller = m->caller;
	uint64_t id;

	if (!caller.n || caller.n > 11 || !memchr("TC", *caller.p, 2) ||
	    !str_u64(str_skip(caller, 1), &id))
		caller = STR("T0");
	u->row.n = 0;
	if (m->timed)
		buf_printf(&u->row, "[%5llu.%06llu][%6.*s] ",
			   (unsigned long long)(m->usec / 1000000),
			   (unsigned long long)(m->usec % 1000000), (int)caller.n, caller.p);
	else
		buf_printf(&u->row, "<%u>", m->pri & 7);
}

void unwrap_put(struct unwrap *u, const struct unwrapped *m)
{
	struct str text = m->text, row;
	size_t prefix;

	unwrap_prefix(u, m);
	prefix = u->row.n;
	while (text.n && text.p[text.n - 1] == '\n')
		text.n--;
	do {
		if (!str_next(&text, '\n', &row))
			row.n = 0;
		u->row.n = prefix;
		buf_add(&u->row, row);
		lines_add(u->out, buf_str(&u->row), (struct origin){ m->line, false });
	} while (text.n);
}

bool unwrap_line(struct unwrap *u, struct str *bytes, bool zero, struct str *line)
{
	const char *end, *nul;

	if (!bytes->n)
		return false;
	end = memchr(bytes->p, '\n', bytes->n);
	nul = zero ? memchr(bytes->p, '\0', end ? (size_t)(end - bytes->p) : bytes->n) : NULL;
	end = nul ? nul : end;
	*line = (struct str){ bytes->p, end ? (size_t)(end - bytes->p) : bytes->n };
	if (!end || u->partial.n || u->cut) {
		size_t room = UNWRAP_LINE_MAX - u->partial.n;

		u->cut |= line->n > room;
		buf_add(&u->partial, (struct str){ line->p, line->n < room ? line->n : room });
		*line = buf_str(&u->partial);
	}
	*bytes = str_skip(*bytes, end ? (size_t)(end - bytes->p) + 1 : bytes->n);
	return end != NULL;
}

/* The line is done with. */
static void unwrap_next(struct unwrap *u, bool counts)
{
	u->partial.n = 0;
	u->cut = false;
	u->line += counts;
}

static void unwrap_take(struct unwrap *u, struct str line)
{
	if (u->kind == UNWRAP_VERBOSE)
		unwrap_verbose_line(u, line);
	else if (u->kind == UNWRAP_KMSG)
		unwrap_kmsg_line(u, line);
	else if (u->kind == UNWRAP_COLOR)
		lines_add(u->out, clean_escapes(line, &u->scratch),
			  (struct origin){ u->line, false });
	else
		unwrap_pstore_line(u, line);
}

void unwrap_feed(struct unwrap *u, struct str bytes, struct lines *out)
{
	struct str line;

	u->out = out;
	if (!u->line)
		u->line = 1;
	if (u->kind == UNWRAP_EXPORT) {
		unwrap_export_feed(u, bytes);
		return;
	}
	if (u->kind <= UNWRAP_JOURNAL_TALL && u->kind) {
		unwrap_json_feed(u, bytes);
		return;
	}
	while (unwrap_line(u, &bytes, u->kind == UNWRAP_KMSG, &line)) {
		bool counts = bytes.p[-1] == '\n';

		unwrap_take(u, line);
		unwrap_next(u, counts);
	}
}

unsigned long unwrap_end(struct unwrap *u, struct lines *out)
{
	u->out = out;
	if (u->kind == UNWRAP_EXPORT) {
		unwrap_export_end(u);
	} else if (u->kind <= UNWRAP_JOURNAL_TALL) {
		unwrap_json_end(u);
	} else {
		if (u->partial.n)
			unwrap_take(u, buf_str(&u->partial));
		unwrap_next(u, true);
		if (u->kind == UNWRAP_VERBOSE)
			unwrap_entry(u);
		else if (u->kind == UNWRAP_KMSG)
			unwrap_kmsg_end(u);
		else if (u->kind == UNWRAP_PSTORE)
			unwrap_pstore_end(u);
	}
	if (u->skipped > UNWRAP_WARNINGS)
		diag_warn((struct pos){ u->file, 0 }, "%lu more entries skipped in the same way",
			  u->skipped - UNWRAP_WARNINGS);
	return u->skipped;
}

void unwrap_free(struct unwrap *u)
{
	if (!u)
		return;
	buf_free(&u->partial);
	buf_free(&u->scratch);
	buf_free(&u->row);
	buf_free(&u->fields.message);
	buf_free(&u->fields.transport);
	buf_free(&u->fields.identifier);
	buf_free(&u->json.entry);
	buf_free(&u->export.key);
	buf_free(&u->export.data);
	buf_free(&u->joined.text);
	lines_free(&u->pstore.held);
	vec_free(&u->pstore.parts);
	buf_free(&u->pstore.dump);
	mem_free(u);
}

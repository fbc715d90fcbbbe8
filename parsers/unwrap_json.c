/* SPDX-License-Identifier: GPL-2.0-or-later */
#include <jansson.h>
#include <math.h>
#include "parsers/unwrapper.h"

/*
 * The JSON of dmesg and journalctl comes in gigabytes, so entries are cut out of the stream and
 * parsed one by one: an entry is the object that stands entry_depth brackets deep. A string never
 * goes over a line's end, and in some of these forms no entry does, so damage ends there.
 */

static struct str entry_text(const json_t *v)
{
	return json_is_string(v) ? (struct str){ json_string_value(v), json_string_length(v) }
				 : (struct str){ NULL, 0 };
}

/*
 * util-linux 2.38 reads a file so that each message goes on with all of the file behind it, which
 * begins with the next record's level and time.
 */
static struct str entry_own_text(struct str text)
{
	struct str rest = text, line;

	while (str_next(&rest, '\n', &line)) {
		size_t n = 1;

		while (n < rest.n && n < 4 && is_digit(rest.p[n]))
			n++;
		if (n > 1 && rest.n - n > 1 && *rest.p == '<' && rest.p[n] == '>' &&
		    rest.p[n + 1] == '[')
			return (struct str){ text.p, (size_t)(line.p + line.n - text.p) };
	}
	return text;
}

static void entry_dmesg(struct unwrap *u, const json_t *entry)
{
	const json_t *time = json_object_get(entry, "time");
	double sec = json_is_number(time) ? json_number_value(time) : -1;
	json_int_t pri = json_integer_value(json_object_get(entry, "pri"));
	bool timed = sec >= 0 && sec < 9e9;

	unwrap_put(u, &(struct unwrapped){
			      .line = u->json.text_line,
			      .text = entry_own_text(entry_text(json_object_get(entry, "msg"))),
			      .caller = entry_text(json_object_get(entry, "caller")),
			      .usec = timed ? (uint64_t)llround(sec * 1e6) : 0,
			      .timed = timed,
			      .pri = (unsigned int)pri & 7 });
}

/* A field with bytes that are no text is an array of their values; one that came twice, of texts.
 */
static bool entry_field(struct unwrap *u, const char *key, const json_t *v)
{
	size_t n = json_array_size(v);

	if (json_is_string(json_array_get(v, 0)))
		v = json_array_get(v, 0);
	u->scratch.n = 0;
	for (size_t i = 0; json_is_array(v) && i < n; i++) {
		json_t *byte = json_array_get(v, i);

		if (!json_is_integer(byte) || json_integer_value(byte) < 0 ||
		    json_integer_value(byte) > 255)
			return false;
		buf_char(&u->scratch, (char)json_integer_value(byte));
	}
	if (json_is_array(v))
		unwrap_field(u, str_of(key), buf_str(&u->scratch));
	else if (json_is_string(v))
		unwrap_field(u, str_of(key), entry_text(v));
	return !json_is_null(v);
}

static void entry_journal(struct unwrap *u, const json_t *entry)
{
	static const char *const keys[] = { "_TRANSPORT", "SYSLOG_IDENTIFIER", "PRIORITY",
					    "_SOURCE_MONOTONIC_TIMESTAMP", "MESSAGE" };

	for (size_t i = 0; i < sizeof(keys) / sizeof(keys[0]); i++) {
		const json_t *v = json_object_get(entry, keys[i]);

		if (v && !entry_field(u, keys[i], v))
			unwrap_skip(u, u->json.entry_line, "journal: no text, see --all",
				    str_of(keys[i]));
	}
	u->fields.line = u->json.text_line;
	unwrap_entry(u);
}

/* JSON is UTF-8, and log messages need not be. */
static void entry_clean(struct buf *b)
{
	for (size_t i = 0; i < b->n;) {
		size_t n = str_utf8((struct str){ b->v + i, b->n - i });

		if (!n)
			b->v[i] = '?';
		i += n ? n : 1;
	}
}

static void entry_take(struct unwrap *u)
{
	struct unwrap_json *j = &u->json;
	json_error_t error;
	json_t *entry;

	j->taking = false;
	/* Most of a journal is not the kernel's. */
	if (u->kind != UNWRAP_DMESG &&
	    str_find(buf_str(&j->entry), STR("\"kernel\"")) == (size_t)-1 &&
	    (str_find(buf_str(&j->entry), STR("\"_TRANSPORT\"")) != (size_t)-1 ||
	     str_find(buf_str(&j->entry), STR("\"SYSLOG_IDENTIFIER\"")) != (size_t)-1))
		return;
	if (j->bad) {
		unwrap_skip(u, j->entry_line, "bad JSON", buf_str(&j->entry));
		return;
	}
	entry_clean(&j->entry);
	entry = json_loadb(j->entry.v, j->entry.n, JSON_REJECT_DUPLICATES | JSON_ALLOW_NUL, &error);
	if (!entry)
		unwrap_skip(u, j->entry_line, error.text, buf_str(&j->entry));
	else if (u->kind == UNWRAP_DMESG)
		entry_dmesg(u, entry);
	else
		entry_journal(u, entry);
	json_decref(entry);
}

/* The entry in hand ends before it is whole. */
static void entry_broken(struct unwrap *u)
{
	if (u->json.taking) {
		u->json.bad = true;
		entry_take(u);
	}
	u->json.depth = 0;
}

static void entry_keep(struct unwrap_json *j, char c)
{
	if (!j->taking || j->full)
		return;
	if (j->entry.n < UNWRAP_ENTRY_MAX)
		buf_char(&j->entry, c);
	else
		j->bad = true;
}

/* Of a long string the beginning is kept, up to the end of a character. */
static void entry_in_string(struct unwrap_json *j, char c, unsigned long line)
{
	struct str key;
	bool between = !j->escaped && !j->hex;

	if (between && (unsigned char)c < 0x80 && j->taking &&
	    j->entry.n - j->string_at > UNWRAP_TEXT_MAX)
		j->full = true;
	if (between && c == '"') {
		j->in_string = j->full = false;
		key = str_skip(buf_str(&j->entry), j->string_at);
		if (j->depth == j->entry_depth && (str_is(key, "msg") || str_is(key, "MESSAGE")))
			j->text_line = line;
	} else if (j->hex) {
		j->hex--;
	} else if (j->escaped) {
		j->escaped = false;
		j->hex = c == 'u' ? 4 : 0;
	} else {
		j->escaped = c == '\\';
	}
	entry_keep(j, c);
}

static void entry_line_end(struct unwrap *u)
{
	struct unwrap_json *j = &u->json;

	if (j->in_string) {
		j->bad = true;
		j->in_string = j->escaped = j->full = false;
		j->hex = 0;
	}
	if (j->by_line)
		entry_broken(u);
	entry_keep(j, '\n');
	u->line++;
}

static void entry_structure(struct unwrap *u, char c, bool first)
{
	struct unwrap_json *j = &u->json;

	if (c == '{' && first && j->depth) /* where a document begins, and nothing else */
		entry_broken(u);
	if (c == '{' || c == '[')
		j->depth++;
	if (c == '{' && j->depth == j->entry_depth) {
		j->taking = true;
		j->bad = j->full = false;
		j->entry.n = 0;
		j->entry_line = j->text_line = u->line;
	}
	entry_keep(j, c);
	if (c == '"' && j->depth) {
		j->in_string = true;
		j->string_at = j->entry.n;
	}
	if ((c == '}' || c == ']') && j->depth) {
		if (j->depth == j->entry_depth && j->taking)
			entry_take(u);
		j->depth--;
	}
}

void unwrap_json_feed(struct unwrap *u, struct str bytes)
{
	struct unwrap_json *j = &u->json;

	for (size_t i = 0; i < bytes.n; i++) {
		char c = bytes.p[i];

		if (c == '\n')
			entry_line_end(u);
		else if (j->in_string)
			entry_in_string(j, c, u->line);
		else
			entry_structure(u, c, j->at_start);
		j->at_start = c == '\n';
	}
}

void unwrap_json_end(struct unwrap *u)
{
	entry_broken(u);
}

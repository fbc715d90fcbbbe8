/* SPDX-License-Identifier: GPL-2.0-or-later */
#include <gmime/gmime.h>
#include <strings.h>
#include "core/diag.h"
#include "core/map.h"
#include "parsers/mail.h"
#include "parsers/mail_inside.h"
#include "parsers/unpack.h"

/* A message: GMime finds its parts, which are read where they lie, so that lines keep their number.
 */
struct mail {
	const char *file;
	struct lines *out;
	struct str bytes;   /* the message */
	const char *at;	    /* in the file */
	unsigned long line; /* where at is */
	bool mbox;
	bool full, lost;
	struct map seen; /* messages */
	unsigned int again;
	/* of the message */
	unsigned int parts, leaves;
	bool said;
	bool attached_only; /* the text has been read already */
	const char *end;    /* of the last part that was found */
};

/* The line where p stands. Parts mostly come in order. */
static unsigned long mail_line(struct mail *m, const char *p)
{
	const char *q = m->at;

	for (; q < p && (q = memchr(q, '\n', (size_t)(p - q))); q++)
		m->line++;
	for (q = p; q < m->at && (q = memchr(q, '\n', (size_t)(m->at - q))); q++)
		m->line--;
	m->at = p;
	return m->line;
}

/* Lines of a part to the end of the whole text, where a blank one keeps them from what was before.
 */
static void mail_put(struct mail *m, const struct lines *part)
{
	struct str rest = buf_str(&part->text), line;

	if (part->n && m->out->n)
		lines_add(m->out, STR(""), (struct origin){ m->out->v[m->out->n - 1].line, false });
	for (size_t i = 0; i < part->n && str_next(&rest, '\n', &line); i++) {
		if (i == 0 && str_starts(line, STR("\xef\xbb\xbf")))
			line = str_skip(line, 3);
		lines_add(m->out, line, (struct origin){ part->v[i].line, i == 0 });
	}
}

struct mail_part {
	struct str content;
	enum mail_encoding encoding;
	const char *charset, *name;
	bool html, flowed, delsp;
};

/* The part's lines as it has them, in UTF-8. */
static void mail_lines(struct mail *m, const struct mail_part *p, const char *charset,
		       struct lines *out, size_t *exact)
{
	const struct mail_raw raw = {
		.file = m->file,
		.line = mail_line(m, p->content.p),
		.bytes = p->content,
		.encoding = p->encoding == MAIL_PLAIN && mail_is_qp(p->content) ? MAIL_QUOTED
										: p->encoding,
		.charset = charset,
		.mbox = m->mbox,
		.room = m->out->text.n < MAIL_TEXT_MAX ? MAIL_TEXT_MAX - m->out->text.n : 0,
		.room_lines = m->out->n < MAIL_LINES_MAX ? MAIL_LINES_MAX - m->out->n : 0,
	};

	if (!mail_decode(&raw, out, exact))
		m->full = m->lost = true;
}

static bool mail_is_utf16(struct str text)
{
	return str_starts(text, STR("\xff\xfe")) || str_starts(text, STR("\xfe\xff"));
}

static void mail_text(struct mail *m, const struct mail_part *p)
{
	struct lines raw = { 0 }, made = { 0 };
	unsigned long line = 0;

	mail_lines(m, p, p->charset, &raw, NULL);
	if (mail_is_utf16(buf_str(&raw.text))) {
		lines_free(&raw);
		mail_lines(m, p, "UTF-16", &raw, NULL);
	}
	if (p->html && !mail_html(&raw, true, &made, &line))
		diag_warn((struct pos){ m->file, line },
			  "HTML that does not end: what follows in this part is not read");
	if (p->flowed && !p->html)
		mail_flow(&raw, p->delsp, &made);
	mail_put(m, p->html || p->flowed ? &made : &raw);
	lines_free(&raw);
	lines_free(&made);
}

/* So much of an attachment shows whether it is text. */
#define MAIL_LOOK 4096

static bool mail_looks_text(struct str bytes)
{
	size_t odd = 0;

	bytes.n = bytes.n < MAIL_LOOK ? bytes.n : MAIL_LOOK;
	for (size_t i = 0; i < bytes.n; i++) {
		if (!bytes.p[i])
			return false;
		odd += (unsigned char)bytes.p[i] < ' ' && !strchr("\t\r\n\f\033", bytes.p[i]);
	}
	return odd * 20 <= bytes.n;
}

static void mail_unpack(struct mail *m, struct str bytes, unsigned long line, const char *name)
{
	struct buf text = { 0 };
	struct str rest, one;
	struct lines lines = { 0 };

	m->lost |= !unpack_all(bytes, m->file, MAIL_TEXT_MAX - m->out->text.n, &text);
	rest = buf_str(&text);
	if (unpack_is_tar(rest) || !mail_looks_text(rest)) {
		diag_warn((struct pos){ m->file, line },
			  "attachment %s is not read: unpack it, and name its files",
			  diag_quote(str_of(name)));
	} else {
		while (m->out->n + lines.n < MAIL_LINES_MAX && str_next(&rest, '\n', &one))
			lines_add(&lines, one, (struct origin){ line, false });
		mail_put(m, &lines);
	}
	lines_free(&lines);
	buf_free(&text);
}

/* An attachment of no type that says what it is. */
static void mail_unknown(struct mail *m, const struct mail_part *p)
{
	struct lines raw = { 0 };
	size_t exact = 0;
	struct str bytes;

	mail_lines(m, p, NULL, &raw, &exact);
	bytes = (struct str){ raw.text.v, exact };
	if (m->full)
		;
	else if (unpack_knows(bytes))
		mail_unpack(m, bytes, mail_line(m, p->content.p), p->name);
	else if (mail_is_utf16(bytes) || mail_looks_text(bytes))
		mail_text(m, p);
	else
		diag_note((struct pos){ m->file, mail_line(m, p->content.p) },
			  "attachment %s is no text: not read", diag_quote(str_of(p->name)));
	lines_free(&raw);
}

static bool mail_suffix(const char *name, const char *const *suffixes)
{
	for (; name && *suffixes; suffixes++) {
		size_t n = strlen(name), k = strlen(*suffixes);

		if (n > k && strcasecmp(name + n - k, *suffixes) == 0)
			return true;
	}
	return false;
}

static bool mail_is_one_of(const char *name, const char *const *names)
{
	for (; name && *names; names++)
		if (strcasecmp(name, *names) == 0)
			return true;
	return false;
}

/* In the order in which the alternatives of a text are tried, the last one first. */
enum mail_kind { KIND_OTHER, KIND_UNKNOWN, KIND_SEVERAL, KIND_HTML, KIND_TEXT };

static enum mail_kind mail_kind(GMimeObject *part)
{
	static const char *const source[] = { ".patch", ".diff", ".c",	".h",  ".S",
					      ".py",	".pl",	 ".sh", ".rs", ".asc",
					      ".sig",	".ics",	 NULL };
	static const char *const no_text[] = { "x-patch",    "x-diff",	 "x-c",	       "x-csrc",
					       "x-c++src",   "x-chdr",	 "x-c++hdr",   "x-python",
					       "x-perl",     "x-sh",	 "x-makefile", "x-java",
					       "x-vcard",    "vcard",	 "calendar",   "css",
					       "javascript", "enriched", "rtf",	       "richtext",
					       "xml",	     NULL };
	static const char *const no_log[] = { "pgp-signature",	 "pgp-encrypted",
					      "pkcs7-signature", "x-pkcs7-signature",
					      "pkcs7-mime",	 "x-patch",
					      "x-diff",		 "ics",
					      "javascript",	 NULL };
	static const char *const logs[] = { ".log", ".txt", ".dmesg", NULL };
	GMimeContentType *type = g_mime_object_get_content_type(part);

	if (GMIME_IS_MULTIPART(part) || GMIME_IS_MESSAGE_PART(part))
		return KIND_SEVERAL;
	if (!GMIME_IS_PART(part) || mail_suffix(g_mime_part_get_filename(GMIME_PART(part)), source))
		return KIND_OTHER;
	if (g_mime_content_type_is_type(type, "text", "html"))
		return KIND_HTML;
	if (g_mime_content_type_is_type(type, "text", "*"))
		return mail_is_one_of(g_mime_content_type_get_media_subtype(type), no_text)
			       ? KIND_OTHER
			       : KIND_TEXT;
	if (g_mime_content_type_is_type(type, "message", "*"))
		return KIND_TEXT;
	if (g_mime_content_type_is_type(type, "application", "*"))
		return mail_is_one_of(g_mime_content_type_get_media_subtype(type), no_log)
			       ? KIND_OTHER
			       : KIND_UNKNOWN;
	if (mail_suffix(g_mime_part_get_filename(GMIME_PART(part)), logs))
		return KIND_UNKNOWN;
	return KIND_OTHER;
}

static struct str mail_content(struct mail *m, GMimePart *part)
{
	GMimeDataWrapper *content = g_mime_part_get_content(part);
	GMimeStream *stream = content ? g_mime_data_wrapper_get_stream(content) : NULL;
	gint64 all = (gint64)m->bytes.n, begin, end;

	if (!stream)
		return (struct str){ m->bytes.p, 0 };
	begin = stream->bound_start;
	end = stream->bound_end < 0 || stream->bound_end > all ? all : stream->bound_end;
	if (begin < 0 || begin > end)
		return (struct str){ m->bytes.p, 0 };
	m->end = m->bytes.p + end > m->end ? m->bytes.p + end : m->end;
	return (struct str){ m->bytes.p + begin, (size_t)(end - begin) };
}

static bool mail_is_param(GMimeContentType *type, const char *name, const char *value)
{
	const char *is = g_mime_content_type_get_parameter(type, name);

	return is && strcasecmp(is, value) == 0;
}

static enum mail_encoding mail_encoding(GMimePart *part)
{
	GMimeContentEncoding how = g_mime_part_get_content_encoding(part);

	return how == GMIME_CONTENT_ENCODING_QUOTEDPRINTABLE ? MAIL_QUOTED
	       : how == GMIME_CONTENT_ENCODING_BASE64	     ? MAIL_BASE64
	       : how == GMIME_CONTENT_ENCODING_UUENCODE	     ? MAIL_UU
							     : MAIL_PLAIN;
}

static void mail_leaf(struct mail *m, GMimePart *part)
{
	GMimeContentType *type = g_mime_object_get_content_type(GMIME_OBJECT(part));
	enum mail_kind kind = mail_kind(GMIME_OBJECT(part));
	const struct mail_part p = {
		.content = mail_content(m, part),
		.encoding = mail_encoding(part),
		.charset = g_mime_content_type_get_parameter(type, "charset"),
		.name = g_mime_part_get_filename(part),
		.html = kind == KIND_HTML,
		.flowed = mail_is_param(type, "format", "flowed"),
		.delsp = mail_is_param(type, "delsp", "yes"),
	};

	m->leaves++;
	if (!p.content.n || (m->attached_only && !p.name))
		return;
	if (kind == KIND_TEXT || kind == KIND_HTML)
		mail_text(m, &p);
	else if (kind == KIND_UNKNOWN)
		mail_unknown(m, &p);
}

static void mail_part(struct mail *m, GMimeObject *part, unsigned int depth);

/* One text in several forms; the attachments may be in but one of them. */
static void mail_alternatives(struct mail *m, GMimeMultipart *multi, unsigned int depth)
{
	bool only = m->attached_only;

	for (enum mail_kind kind = KIND_TEXT; kind >= KIND_SEVERAL; kind--)
		for (int i = 0; i < g_mime_multipart_get_count(multi); i++) {
			GMimeObject *part = g_mime_multipart_get_part(multi, i);
			size_t before = m->out->text.n;

			if (mail_kind(part) != kind)
				continue;
			mail_part(m, part, depth + 1);
			if (str_trim(str_skip(buf_str(&m->out->text), before)).n)
				m->attached_only = true;
		}
	m->attached_only = only;
}

static bool mail_may(struct mail *m, unsigned int depth)
{
	if (depth <= MAIL_DEPTH_MAX && m->parts++ < MAIL_PARTS_MAX)
		return !m->full;
	if (!m->said)
		diag_error(
			(struct pos){ m->file, m->line },
			"message of too many parts, or of parts in parts: not all of it is read");
	m->said = m->lost = true;
	return false;
}

static void mail_part(struct mail *m, GMimeObject *part, unsigned int depth)
{
	GMimeContentType *type;

	if (!part || !mail_may(m, depth))
		return;
	if (GMIME_IS_MESSAGE_PART(part)) {
		GMimeMessage *inner = g_mime_message_part_get_message(GMIME_MESSAGE_PART(part));

		if (inner)
			mail_part(m, g_mime_message_get_mime_part(inner), depth + 1);
	} else if (GMIME_IS_MULTIPART(part)) {
		type = g_mime_object_get_content_type(part);
		if (g_mime_content_type_is_type(type, "multipart", "alternative")) {
			mail_alternatives(m, GMIME_MULTIPART(part), depth);
			return;
		}
		for (int i = 0; i < g_mime_multipart_get_count(GMIME_MULTIPART(part)); i++)
			mail_part(m, g_mime_multipart_get_part(GMIME_MULTIPART(part), i),
				  depth + 1);
	} else if (GMIME_IS_PART(part)) {
		mail_leaf(m, GMIME_PART(part));
	}
}

/* What stands behind the last part is text, too: a broken boundary, a list's footer. */
static void mail_rest(struct mail *m)
{
	struct str rest = { m->end, (size_t)(m->bytes.p + m->bytes.n - m->end) };

	while (rest.n) {
		struct str after = rest, line;

		str_next(&after, '\n', &line);
		if (str_trim(line).n && !str_starts(line, STR("--")))
			break;
		rest = after;
	}
	if (rest.n && !m->full)
		mail_text(m, &(struct mail_part){ .content = rest });
}

/* A mail that came by two lists is in a box twice. */
static bool mail_again(struct mail *m, GMimeMessage *message)
{
	static const char *const names[] = { "Message-ID", "Date", "From" };
	uint64_t hash = STR_HASH_SEED;
	int64_t *seen;

	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
		const char *text = g_mime_object_get_header(GMIME_OBJECT(message), names[i]);

		if (!text)
			return false;
		hash = str_hash(str_of(text), hash);
	}
	seen = map_put(&m->seen, hash);
	m->again += *seen > 0;
	return (*seen)++ > 0;
}

static void mail_contents(struct mail *m, GMimeMessage *message)
{
	if (message)
		mail_part(m, g_mime_message_get_mime_part(message), 0);
	if (!m->leaves && !m->said)
		diag_warn((struct pos){ m->file, mail_line(m, m->bytes.p) },
			  "message without the parts that it says it has: read as text");
	mail_rest(m);
}

static void mail_message(struct mail *m)
{
	GMimeStream *stream = g_mime_stream_mem_new_with_buffer(m->bytes.p, m->bytes.n);
	GMimeParser *parser = g_mime_parser_new_with_stream(stream);
	GMimeMessage *message;
	gint64 body;

	g_mime_parser_set_format(parser, GMIME_FORMAT_MESSAGE);
	message = g_mime_parser_construct_message(parser, NULL);
	body = g_mime_parser_get_headers_end(parser);
	m->parts = m->leaves = 0;
	m->said = false;
	m->end = m->bytes.p + (body > 0 && body <= (gint64)m->bytes.n ? body : 0);
	if (!message || !mail_again(m, message))
		mail_contents(m, message);
	if (message)
		g_object_unref(message);
	g_object_unref(parser);
	g_object_unref(stream);
}

/* The date that git format-patch gives each patch; such a line may stand in an attachment. */
#define MAIL_PATCH "Mon Sep 17 00:00:00 2001"

/* Whether the next message of an mbox begins at text; blank: behind a blank line. */
static bool mail_separates(struct str text, bool blank, bool patches)
{
	struct str line;

	if (!mail_from_line(text, !blank))
		return false;
	str_next(&text, '\n', &line);
	return patches || str_find(line, STR(MAIL_PATCH)) == (size_t)-1;
}

static struct str mail_next_message(struct str *rest)
{
	struct str all = *rest, line;
	bool blank = false, patches;

	str_next(rest, '\n', &line);
	patches = str_find(line, STR(MAIL_PATCH)) != (size_t)-1;
	while (rest->n) {
		if (rest->p[0] == 'F' && mail_separates(*rest, blank, patches))
			return (struct str){ all.p, all.n - rest->n };
		str_next(rest, '\n', &line);
		blank = !str_trim(line).n;
	}
	return all;
}

static void mail_messages(struct mail *m, struct str rest)
{
	while (rest.n && !m->full) {
		struct str from;

		m->bytes = rest;
		if (m->mbox) {
			m->bytes = mail_next_message(&rest);
			str_next(&m->bytes, '\n', &from);
		} else {
			rest.n = 0;
		}
		mail_message(m);
	}
	if (m->again)
		diag_note((struct pos){ m->file, 0 }, "%u message%s here again: read once",
			  m->again, m->again == 1 ? "" : "s");
	map_free(&m->seen);
}

static void mail_entities(struct mail *m, struct str text)
{
	struct lines raw = { 0 }, made = { 0 };
	unsigned long line;

	mail_lines(m, &(struct mail_part){ .content = text }, NULL, &raw, NULL);
	mail_html(&raw, false, &made, &line);
	mail_put(m, &made);
	lines_free(&raw);
	lines_free(&made);
}

bool mail_read(const char *file, struct str bytes, struct lines *out)
{
	struct mail m = { .file = file, .out = out, .line = 1, .bytes = bytes, .at = bytes.p };
	struct str text;
	enum mail_form form = mail_form(bytes, &text);

	g_mime_init(); /* for good: it does not come up again after a shutdown */
	m.mbox = form == MAIL_MBOX;
	if (form == MAIL_MBOX || form == MAIL_MESSAGE)
		mail_messages(&m, text);
	else if (form == MAIL_ENTITIES)
		mail_entities(&m, text);
	else
		mail_text(&m, &(struct mail_part){ .content = text, .html = form == MAIL_PAGE });
	return !m.lost;
}

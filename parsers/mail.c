/* SPDX-License-Identifier: GPL-2.0-or-later */
#include <gmime/gmime.h>
#include <iconv.h>
#include <strings.h>
#include "core/diag.h"
#include "parsers/mail.h"
#include "parsers/mail_inside.h"

/* A message; GMime finds its parts, and this file reads them, so that lines keep their numbers. */
struct mail {
	const char *file;
	struct lines *out;
	struct str bytes;   /* the message */
	unsigned long line; /* the line of the file where at stands */
	const char *at;
	bool mbox; /* ">From " is "From " */
	bool fresh, full, lost;
	unsigned int parts;
};

/* The line where p stands, which lies in the message. Parts come in order. */
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

static struct pos mail_pos(const struct mail *m, unsigned long line)
{
	return (struct pos){ m->file, line };
}

/* One part's way from encoded lines to lines of UTF-8. */
struct decoder {
	struct mail *mail;
	GMimeEncoding encoding;
	GMimeContentEncoding how;
	iconv_t charset;
	bool converts;
	bool ended;    /* base64's padding was seen: what comes is no part of it */
	bool bad;      /* bytes that the character set does not have */
	char rest[16]; /* of a character of several bytes */
	size_t nrest;
	struct buf bytes, line;	 /* bytes: decoded, of one encoded line */
	unsigned long line_from; /* the encoded line that line begins in */
	struct lines *out;
};

static bool mail_room(struct mail *m, const struct lines *more, size_t n, unsigned long line)
{
	if (!m->full && m->out->text.n + more->text.n + n <= MAIL_TEXT_MAX &&
	    m->out->n + more->n < MAIL_LINES_MAX)
		return true;
	if (!m->full)
		diag_error(mail_pos(m, line),
			   "more than %zu MiB or %zu lines of mail text: the rest is not read; "
			   "split the mailbox",
			   MAIL_TEXT_MAX >> 20, MAIL_LINES_MAX);
	m->full = m->lost = true;
	return false;
}

static void decoder_line_end(struct decoder *d)
{
	lines_add(d->out, buf_str(&d->line), (struct origin){ d->line_from, false });
	d->line.n = 0;
}

/* Text in UTF-8, or in whatever it was. */
static void decoder_text(struct decoder *d, struct str text, unsigned long from)
{
	while (text.n) {
		struct str_cut cut = str_cut(text, '\n');

		if (!mail_room(d->mail, d->out, d->line.n + cut.head.n, from))
			return;
		if (!d->line.n)
			d->line_from = from;
		if (!d->line.n && !d->out->n && str_starts(cut.head, STR("\xef\xbb\xbf")))
			cut.head = str_skip(cut.head, 3);
		buf_add(&d->line, cut.head);
		if (cut.ok)
			decoder_line_end(d);
		text = cut.tail;
	}
}

static void decoder_convert(struct decoder *d, struct str in, unsigned long from)
{
	char text[1024];
	struct buf both = { 0 };
	char *p;
	size_t n;

	if (!d->converts) {
		decoder_text(d, in, from);
		return;
	}
	buf_add(&both, (struct str){ d->rest, d->nrest });
	buf_add(&both, in);
	d->nrest = 0;
	for (p = both.v, n = both.n; n;) {
		char *to = text;
		size_t room = sizeof(text);
		int err = iconv(d->charset, &p, &n, &to, &room) == (size_t)-1 ? errno : 0;

		decoder_text(d, (struct str){ text, sizeof(text) - room }, from);
		if (err == EINVAL && n <= sizeof(d->rest)) {
			memcpy(d->rest, p, n);
			d->nrest = n;
			break;
		}
		if (err == EILSEQ || err == EINVAL) {
			decoder_text(d, STR("\xef\xbf\xbd"), from);
			d->bad = true;
			p++;
			n--;
		}
	}
	buf_free(&both);
}

/* A list's footer under base64 is plain text, and would give a few bytes of anything. */
static bool decoder_is_base64(struct str line)
{
	for (size_t i = 0; i < line.n; i++)
		if (!is_alpha(line.p[i]) && !is_digit(line.p[i]) && !strchr("+/=", line.p[i]))
			return false;
	return true;
}

static void decoder_step(struct decoder *d, struct str raw)
{
	size_t room = g_mime_encoding_outlen(&d->encoding, raw.n);

	d->bytes.n = 0;
	buf_pad(&d->bytes, 0, room + 1);
	d->bytes.n = g_mime_encoding_step(&d->encoding, raw.p, raw.n, d->bytes.v);
}

/* One line as it stands in the file, with its line feed if it has one. */
static void decoder_raw(struct decoder *d, struct str raw, unsigned long from)
{
	struct str bare = str_rtrim(raw);

	if (d->mail->mbox && raw.n && raw.p[0] == '>') {
		struct str text = raw;

		while (text.n && text.p[0] == '>')
			text = str_skip(text, 1);
		if (str_starts(text, STR("From ")))
			raw = str_skip(raw, 1);
	}
	switch (d->how) {
	case GMIME_CONTENT_ENCODING_BASE64:
		d->ended |= !decoder_is_base64(bare);
		if (d->ended) {
			decoder_convert(d, raw, from);
			return;
		}
		d->ended = str_ends(bare, STR("="));
		decoder_step(d, raw);
		break;
	case GMIME_CONTENT_ENCODING_QUOTEDPRINTABLE:
		/* Blanks behind the '=' of a soft break were added on the way. */
		if (str_ends(bare, STR("=")) && bare.n < raw.n) {
			decoder_step(d, bare);
			decoder_convert(d, buf_str(&d->bytes), from);
			raw = STR("\n");
		}
		decoder_step(d, raw);
		break;
	case GMIME_CONTENT_ENCODING_UUENCODE:
		decoder_step(d, raw);
		break;
	default:
		decoder_convert(d, raw, from);
		return;
	}
	decoder_convert(d, buf_str(&d->bytes), from);
}

/* Names come from a mail and go to iconv_open(), which finds files by them. */
static bool charset_is_name(const char *name)
{
	size_t n = 0;

	for (; name[n]; n++)
		if (!is_alpha(name[n]) && !is_digit(name[n]) && !strchr("-_", name[n]))
			return false;
	return n && n < 32;
}

static void decoder_charset(struct decoder *d, const char *name, unsigned long line)
{
	static const char *const as_is[] = { "utf-8",	     "utf8",	  "us-ascii", "ascii",
					     "unknown-8bit", "x-unknown", "binary",   "default" };

	for (size_t i = 0; name && i < sizeof(as_is) / sizeof(as_is[0]); i++)
		if (strcasecmp(name, as_is[i]) == 0)
			name = NULL;
	if (!name)
		return;
	d->charset = charset_is_name(name) ? iconv_open("UTF-8", name) : (iconv_t)-1;
	d->converts = d->charset != (iconv_t)-1;
	if (!d->converts)
		diag_note(mail_pos(d->mail, line), "character set %s is not known: read as it is",
			  diag_quote(str_of(name)));
}

/* The lines of content, decoded. */
static void mail_decode(struct mail *m, struct str content, GMimeContentEncoding how,
			const char *charset, struct lines *out)
{
	struct decoder d = { .mail = m, .how = how, .out = out };
	unsigned long line = mail_line(m, content.p);
	struct str at = content;

	g_mime_encoding_init_decode(&d.encoding, how);
	decoder_charset(&d, charset, line);
	for (; at.n && !m->full; line++) {
		const char *lf = memchr(at.p, '\n', at.n);
		struct str raw = { at.p, lf ? (size_t)(lf - at.p) + 1 : at.n };

		decoder_raw(&d, raw, line);
		at = str_skip(at, raw.n);
	}
	if (d.nrest || d.bad)
		diag_note(mail_pos(m, mail_line(m, content.p)),
			  "bytes that are not of character set %s", diag_quote(str_of(charset)));
	if (d.line.n)
		decoder_line_end(&d);
	if (d.converts)
		iconv_close(d.charset);
	buf_free(&d.bytes);
	buf_free(&d.line);
}

/* Lines of a part to the end of the whole text. */
static void mail_put(struct mail *m, const struct lines *part)
{
	struct str rest = buf_str(&part->text), line;

	for (size_t i = 0; i < part->n && str_next(&rest, '\n', &line); i++) {
		lines_add(m->out, line, (struct origin){ part->v[i].line, m->fresh });
		m->fresh = false;
	}
}

struct mail_part {
	struct str content;
	GMimeContentEncoding how;
	const char *charset;
	bool html, flowed, delsp;
};

static void mail_text(struct mail *m, const struct mail_part *part)
{
	struct lines raw = { 0 }, made = { 0 };
	unsigned long line = 0;
	bool plain = part->how != GMIME_CONTENT_ENCODING_BASE64 &&
		     part->how != GMIME_CONTENT_ENCODING_UUENCODE &&
		     part->how != GMIME_CONTENT_ENCODING_QUOTEDPRINTABLE;

	mail_decode(m, part->content,
		    plain && mail_is_qp(part->content) ? GMIME_CONTENT_ENCODING_QUOTEDPRINTABLE
						       : part->how,
		    part->charset, &raw);
	if (str_starts(buf_str(&raw.text), STR("\xff\xfe")) ||
	    str_starts(buf_str(&raw.text), STR("\xfe\xff"))) {
		lines_free(&raw);
		mail_decode(m, part->content, part->how, "UTF-16", &raw);
	}
	m->fresh = true;
	if (part->html && !mail_html(&raw, &made, &line))
		diag_warn(mail_pos(m, line),
			  "HTML that does not end: what follows in this part is not read");
	if (part->flowed && !part->html)
		mail_flow(&raw, part->delsp, &made);
	mail_put(m, part->html || part->flowed ? &made : &raw);
	lines_free(&raw);
	lines_free(&made);
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

enum mail_kind { MAIL_SKIP, MAIL_UNREAD, MAIL_HTML, MAIL_PLAIN };

/* What a part's type and name say of it. */
static enum mail_kind mail_kind(GMimePart *part)
{
	static const char *const source[] = { ".patch", ".diff", ".c",	 ".h",	 ".py", ".pl",
					      ".S",	".asc",	 ".sig", ".ics", NULL };
	static const char *const text[] = { ".log", ".txt", ".dmesg", ".csv", NULL };
	GMimeContentType *type = g_mime_object_get_content_type(GMIME_OBJECT(part));
	const char *name = g_mime_part_get_filename(part);
	const char *sub = g_mime_content_type_get_media_subtype(type);

	if (mail_suffix(name, source))
		return MAIL_SKIP;
	if (g_mime_content_type_is_type(type, "text", "html"))
		return MAIL_HTML;
	if (g_mime_content_type_is_type(type, "text", "plain") || mail_suffix(name, text))
		return MAIL_PLAIN;
	if (g_mime_content_type_is_type(type, "text", "*"))
		return sub && (strcasecmp(sub, "x-log") == 0 || strcasecmp(sub, "csv") == 0)
			       ? MAIL_PLAIN
			       : MAIL_SKIP;
	if (g_mime_content_type_is_type(type, "application", "octet-stream"))
		return MAIL_UNREAD;
	return MAIL_SKIP;
}

static struct str mail_content(const struct mail *m, GMimePart *part)
{
	GMimeDataWrapper *content = g_mime_part_get_content(part);
	GMimeStream *stream = content ? g_mime_data_wrapper_get_stream(content) : NULL;
	gint64 begin, end;

	if (!stream || stream->bound_start < 0)
		return (struct str){ m->bytes.p, 0 };
	begin = stream->bound_start;
	end = stream->bound_end < 0 ? (gint64)m->bytes.n : stream->bound_end;
	if (begin > end || end > (gint64)m->bytes.n)
		return (struct str){ m->bytes.p, 0 };
	return (struct str){ m->bytes.p + begin, (size_t)(end - begin) };
}

static bool mail_is_param(GMimeContentType *type, const char *name, const char *value)
{
	const char *is = g_mime_content_type_get_parameter(type, name);

	return is && strcasecmp(is, value) == 0;
}

static void mail_leaf(struct mail *m, GMimePart *part)
{
	GMimeContentType *type = g_mime_object_get_content_type(GMIME_OBJECT(part));
	enum mail_kind kind = mail_kind(part);
	struct mail_part p = {
		.content = mail_content(m, part),
		.how = g_mime_part_get_content_encoding(part),
		.charset = g_mime_content_type_get_parameter(type, "charset"),
		.html = kind == MAIL_HTML,
		.flowed = mail_is_param(type, "format", "flowed"),
		.delsp = mail_is_param(type, "delsp", "yes"),
	};

	if (kind == MAIL_PLAIN || kind == MAIL_HTML)
		mail_text(m, &p);
}

/* Of alternatives the one that is nearest to what was typed. */
static int mail_rank(GMimeObject *part)
{
	int best = 0;

	if (GMIME_IS_PART(part))
		return mail_kind(GMIME_PART(part)) == MAIL_PLAIN  ? 3
		       : mail_kind(GMIME_PART(part)) == MAIL_HTML ? 2
								  : 0;
	if (GMIME_IS_MULTIPART(part))
		best = 1;
	return best;
}

static void mail_part(struct mail *m, GMimeObject *part, unsigned int depth);

static void mail_alternatives(struct mail *m, GMimeMultipart *multi, unsigned int depth)
{
	int n = g_mime_multipart_get_count(multi);

	for (int rank = 3; rank > 0; rank--)
		for (int i = 0; i < n; i++) {
			size_t before = m->out->text.n;
			GMimeObject *part = g_mime_multipart_get_part(multi, i);

			if (mail_rank(part) != rank)
				continue;
			mail_part(m, part, depth + 1);
			if (str_trim(str_skip(buf_str(&m->out->text), before)).n)
				return;
		}
}

static void mail_part(struct mail *m, GMimeObject *part, unsigned int depth)
{
	if (m->full)
		return;
	if (depth > MAIL_DEPTH_MAX || ++m->parts > MAIL_PARTS_MAX) {
		if (!m->lost)
			diag_error(mail_pos(m, m->line),
				   "message with too many parts, or parts in parts: not all of it "
				   "is read");
		m->lost = true;
		return;
	}
	if (GMIME_IS_MESSAGE_PART(part)) {
		GMimeMessage *inner = g_mime_message_part_get_message(GMIME_MESSAGE_PART(part));

		if (inner && g_mime_message_get_mime_part(inner))
			mail_part(m, g_mime_message_get_mime_part(inner), depth + 1);
	} else if (GMIME_IS_MULTIPART(part)) {
		GMimeMultipart *multi = GMIME_MULTIPART(part);
		GMimeContentType *type = g_mime_object_get_content_type(part);

		if (g_mime_content_type_is_type(type, "multipart", "alternative")) {
			mail_alternatives(m, multi, depth);
			return;
		}
		for (int i = 0; i < g_mime_multipart_get_count(multi); i++)
			mail_part(m, g_mime_multipart_get_part(multi, i), depth + 1);
	} else if (GMIME_IS_PART(part)) {
		mail_leaf(m, GMIME_PART(part));
	}
}

/* What is no MIME as it says is text. */
static void mail_plain(struct mail *m, struct str text)
{
	mail_text(m, &(struct mail_part){ .content = text, .how = GMIME_CONTENT_ENCODING_8BIT });
}

static void mail_message(struct mail *m)
{
	GMimeStream *stream = g_mime_stream_mem_new_with_buffer(m->bytes.p, m->bytes.n);
	GMimeParser *parser = g_mime_parser_new_with_stream(stream);
	GMimeMessage *message;
	size_t before = m->out->n;

	g_mime_parser_set_format(parser, GMIME_FORMAT_MESSAGE);
	message = g_mime_parser_construct_message(parser, NULL);
	m->parts = 0;
	if (message && g_mime_message_get_mime_part(message))
		mail_part(m, g_mime_message_get_mime_part(message), 0);
	if (!m->parts || (m->parts == 1 && m->out->n == before)) {
		gint64 body = g_mime_parser_get_headers_end(parser);

		mail_plain(m, str_skip(m->bytes, body > 0 ? (size_t)body : 0));
	}
	if (message)
		g_object_unref(message);
	g_object_unref(parser);
	g_object_unref(stream);
}

/* The messages of an mbox begin with a line that looks like it, behind a blank one. */
static struct str mail_next_message(struct str *rest)
{
	struct str all = *rest;
	const char *p = all.p, *end = all.p + all.n;

	while ((p = memchr(p, '\n', (size_t)(end - p)))) {
		const char *next = ++p;

		if (next < end && *next == '\r')
			next++;
		if (next == end || *next != '\n')
			continue;
		next++;
		if (mail_from_line((struct str){ next, (size_t)(end - next) })) {
			*rest = (struct str){ next, (size_t)(end - next) };
			return (struct str){ all.p, (size_t)(next - all.p) };
		}
	}
	*rest = str_skip(all, all.n);
	return all;
}

bool mail_read(const char *file, struct str bytes, struct lines *out)
{
	struct mail m = { .file = file, .out = out, .line = 1 };
	struct str rest = str_starts(bytes, STR("\xef\xbb\xbf")) ? str_skip(bytes, 3) : bytes;

	m.at = m.bytes.p = rest.p;
	m.bytes = rest;
	g_mime_init(); /* for good: it does not come up again after a shutdown */
	if (!mail_is(rest)) {
		mail_plain(&m, rest);
		rest.n = 0;
	}
	m.mbox = rest.n && mail_from_line(rest);
	while (rest.n && !m.full) {
		struct str from;

		m.bytes = rest;
		if (m.mbox) {
			m.bytes = mail_next_message(&rest);
			str_next(&m.bytes, '\n', &from);
		} else {
			rest.n = 0;
		}
		mail_message(&m);
	}
	return !m.lost;
}

/* SPDX-License-Identifier: GPL-2.0-or-later */
#include <gmime/gmime.h>
#include <iconv.h>
#include <strings.h>
#include "core/diag.h"
#include "parsers/mail.h"
#include "parsers/mail_inside.h"

/* Encoded lines go in one by one, so that each line that comes out knows where it began. */
struct decoder {
	const struct mail_raw *raw;
	struct lines *out;
	GMimeEncoding encoding;
	iconv_t charset;
	bool converts;
	size_t unit; /* bytes */
	bool ended;  /* base64's padding was seen: what comes is no part of it */
	bool bad;    /* bytes that the character set does not have */
	bool full;
	char rest[16]; /* of a character of several bytes */
	size_t nrest;
	struct buf bytes, both, line; /* bytes: decoded, of one encoded line */
	unsigned long from;	      /* the encoded line at work */
	unsigned long line_from;      /* that in which line began */
};

static void decoder_line_end(struct decoder *d)
{
	lines_add(d->out, buf_str(&d->line), (struct origin){ d->line_from, false });
	d->line.n = 0;
}

static bool decoder_room(struct decoder *d, size_t n)
{
	if (!d->full && d->out->text.n + d->line.n + n <= d->raw->room &&
	    d->out->n < d->raw->room_lines)
		return true;
	if (!d->full)
		diag_error((struct pos){ d->raw->file, d->from },
			   "more than %zu MiB or %zu lines of mail: the rest is not read; split it",
			   MAIL_TEXT_MAX >> 20, MAIL_LINES_MAX);
	d->full = true;
	return false;
}

/* Text in UTF-8, or in whatever it was. */
static void decoder_text(struct decoder *d, struct str text)
{
	while (text.n) {
		struct str_cut cut = str_cut(text, '\n');

		if (!decoder_room(d, cut.head.n))
			return;
		if (!d->line.n)
			d->line_from = d->from;
		buf_add(&d->line, cut.head);
		if (cut.ok)
			decoder_line_end(d);
		text = cut.tail;
	}
}

static void decoder_convert(struct decoder *d, struct str in)
{
	char text[1024], *p;
	size_t n;

	if (!d->converts) {
		decoder_text(d, in);
		return;
	}
	d->both.n = 0;
	buf_add(&d->both, (struct str){ d->rest, d->nrest });
	buf_add(&d->both, in);
	d->nrest = 0;
	for (p = d->both.v, n = d->both.n; n && !d->full;) {
		char *to = text;
		size_t room = sizeof(text);
		int err = iconv(d->charset, &p, &n, &to, &room) == (size_t)-1 ? errno : 0;

		decoder_text(d, (struct str){ text, sizeof(text) - room });
		if (err == EINVAL && n <= sizeof(d->rest)) {
			memcpy(d->rest, p, n);
			d->nrest = n;
			break;
		}
		if (err == EILSEQ || err == EINVAL) {
			decoder_text(d, STR("\xef\xbf\xbd"));
			d->bad = true;
			p += n < d->unit ? n : d->unit;
			n -= n < d->unit ? n : d->unit;
		}
	}
}

static void decoder_step(struct decoder *d, struct str raw)
{
	d->bytes.n = 0;
	buf_pad(&d->bytes, 0, g_mime_encoding_outlen(&d->encoding, raw.n) + 1);
	d->bytes.n = g_mime_encoding_step(&d->encoding, raw.p, raw.n, d->bytes.v);
	decoder_convert(d, buf_str(&d->bytes));
}

/* A list's footer under base64 is plain text, and would give a few bytes of anything. */
static bool decoder_is_base64(struct str line)
{
	for (size_t i = 0; i < line.n; i++)
		if (!is_alpha(line.p[i]) && !is_digit(line.p[i]) && !strchr("+/=", line.p[i]))
			return false;
	return true;
}

static void decoder_base64(struct decoder *d, struct str raw)
{
	struct str bare = str_trim(raw);

	if (d->ended && !bare.n)
		return;
	d->ended |= !decoder_is_base64(bare);
	if (d->ended) {
		decoder_convert(d, raw);
		return;
	}
	d->ended = str_ends(bare, STR("="));
	decoder_step(d, bare);
}

/* A line as it stands in the file, with its line feed if it has one. */
static void decoder_raw(struct decoder *d, struct str raw)
{
	struct str bare = str_rtrim(raw), text = raw;

	while (d->raw->mbox && text.n && text.p[0] == '>')
		text = str_skip(text, 1);
	if (text.n < raw.n && str_starts(text, STR("From ")))
		raw = str_skip(raw, 1);
	if (d->raw->encoding == MAIL_PLAIN) {
		decoder_convert(d, raw);
	} else if (d->raw->encoding == MAIL_BASE64) {
		decoder_base64(d, raw);
	} else if (d->raw->encoding == MAIL_QUOTED && str_ends(bare, STR("="))) {
		/* Blanks behind the '=' of a soft break were added on the way. */
		decoder_step(d, bare);
		decoder_step(d, STR("\n"));
	} else {
		decoder_step(d, raw);
	}
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

static void decoder_charset(struct decoder *d, const char *name)
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
	d->unit = !strncasecmp(name, "utf-16", 6) ? 2 : !strncasecmp(name, "utf-32", 6) ? 4 : 1;
	if (!d->converts)
		diag_note((struct pos){ d->raw->file, d->raw->line },
			  "character set %s is not known: read as it is", diag_quote(str_of(name)));
}

static GMimeContentEncoding decoder_how(enum mail_encoding encoding)
{
	return encoding == MAIL_QUOTED	 ? GMIME_CONTENT_ENCODING_QUOTEDPRINTABLE
	       : encoding == MAIL_BASE64 ? GMIME_CONTENT_ENCODING_BASE64
	       : encoding == MAIL_UU	 ? GMIME_CONTENT_ENCODING_UUENCODE
					 : GMIME_CONTENT_ENCODING_8BIT;
}

bool mail_decode(const struct mail_raw *raw, struct lines *out, size_t *exact)
{
	struct decoder d = { .raw = raw, .out = out, .from = raw->line };
	struct str at = raw->bytes;

	g_mime_encoding_init_decode(&d.encoding, decoder_how(raw->encoding));
	decoder_charset(&d, raw->charset);
	for (; at.n && !d.full; d.from++) {
		const char *lf = memchr(at.p, '\n', at.n);
		struct str line = { at.p, lf ? (size_t)(lf - at.p) + 1 : at.n };

		decoder_raw(&d, line);
		at = str_skip(at, line.n);
	}
	if (d.nrest || d.bad)
		diag_note((struct pos){ raw->file, raw->line },
			  "bytes that character set %s does not have",
			  diag_quote(str_of(raw->charset)));
	if (exact)
		*exact = out->text.n + d.line.n;
	if (d.line.n)
		decoder_line_end(&d);
	if (d.converts)
		iconv_close(d.charset);
	buf_free(&d.bytes);
	buf_free(&d.both);
	buf_free(&d.line);
	return !d.full;
}

/* SPDX-License-Identifier: GPL-2.0-or-later */
#include <strings.h>
#include "parsers/mail_inside.h"

/* The next line of l, its line ending off, and where it is from; i counts. */
static bool lines_next(const struct lines *l, struct str *rest, size_t *i, struct str *line,
		       struct origin *from)
{
	if (*i == 0)
		*rest = buf_str(&l->text);
	if (*i >= l->n || !str_next(rest, '\n', line))
		return false;
	if (line->n && line->p[line->n - 1] == '\r')
		line->n--;
	*from = l->v[(*i)++];
	return true;
}

/*
 * A blank at the end is a soft break only where a mailer would have wrapped: not where the next
 * word had room before this column, nor in a line this long. Log lines and tables end in blanks,
 * too.
 */
#define FLOW_ROOM 60
#define FLOW_MAX  79

struct flow {
	struct buf para; /* what is to be continued */
	struct origin from;
	size_t depth;
	size_t width; /* of the last line in it */
	bool open;
};

static void mail_flow_end(struct flow *f, struct lines *out)
{
	if (f->open)
		lines_add(out, buf_str(&f->para), f->from);
	f->open = false;
	f->para.n = 0;
}

void mail_flow(const struct lines *in, bool delsp, struct lines *out)
{
	struct flow f = { 0 };
	struct origin from;
	struct str rest, line;
	size_t i = 0;

	while (lines_next(in, &rest, &i, &line, &from)) {
		struct str word, text = line;
		size_t depth, width = line.n;
		bool soft;

		while (text.n && text.p[0] == '>')
			text = str_skip(text, 1);
		depth = line.n - text.n;
		if (text.n && text.p[0] == ' ')
			text = str_skip(text, 1);
		soft = text.n && text.p[text.n - 1] == ' ' && !str_is(text, "-- ") &&
		       text.n <= FLOW_MAX;
		word = str_cut(text, ' ').head;
		if (f.open && (depth != f.depth || str_is(text, "-- ") || !word.n ||
			       f.width + word.n < FLOW_ROOM))
			mail_flow_end(&f, out);
		if (!f.open) {
			f.from = from;
			f.depth = depth;
			buf_pad(&f.para, '>', depth);
			buf_pad(&f.para, ' ', depth > 0);
		}
		text.n -= soft && delsp;
		buf_add(&f.para, text);
		f.open = true;
		f.width = width;
		if (!soft)
			mail_flow_end(&f, out);
	}
	mail_flow_end(&f, out);
	buf_free(&f.para);
}

#define HTML_QUOTES_MAX 20
#define HTML_ENTITY_MAX 10 /* "&thinsp;" */

struct html {
	const struct lines *in;
	struct lines *out;
	size_t i; /* the line of in */
	struct buf line;
	struct origin from;
	bool started; /* something of the line is there */
	bool blank;   /* a blank is due before the next text */
	unsigned int pre, quotes;
};

static void html_break(struct html *h)
{
	if (!h->started)
		h->from = h->in->v[h->i];
	lines_add(h->out, buf_str(&h->line), h->from);
	h->line.n = 0;
	h->started = h->blank = false;
}

static void html_start(struct html *h)
{
	if (!h->started) {
		h->from = h->in->v[h->i];
		for (unsigned int q = 0; q < h->quotes && q < HTML_QUOTES_MAX; q++)
			buf_add(&h->line, STR("> "));
	} else if (h->blank) {
		buf_char(&h->line, ' ');
	}
	h->started = true;
	h->blank = false;
}

static void html_text(struct html *h, struct str text)
{
	html_start(h);
	buf_add(&h->line, text);
}

static void html_utf8(struct html *h, unsigned long c)
{
	char b[4] = { 0 };
	size_t n = c < 0x80 ? 1 : c < 0x800 ? 2 : c < 0x10000 ? 3 : 4;
	static const unsigned char lead[] = { 0, 0, 0xc0, 0xe0, 0xf0 };

	for (size_t k = n; k-- > 1; c >>= 6)
		b[k] = (char)(0x80 | (c & 0x3f));
	b[0] = (char)(lead[n] | c);
	html_text(h, (struct str){ b, n });
}

/* A numbered character: "39", "x27". False for what is none. */
static bool html_number(struct html *h, struct str name)
{
	bool hex = name.n && (name.p[0] == 'x' || name.p[0] == 'X');
	struct str digits = str_skip(name, hex);
	unsigned long c = 0;

	for (size_t k = 0; k < digits.n && c < 0x110000; k++) {
		char d = digits.p[k];
		unsigned long v = is_digit(d)		 ? (unsigned long)(d - '0')
				  : d >= 'a' && d <= 'f' ? (unsigned long)(d - 'a' + 10)
				  : d >= 'A' && d <= 'F' ? (unsigned long)(d - 'A' + 10)
							 : 16;
		if (v >= (hex ? 16 : 10))
			return false;
		c = c * (hex ? 16 : 10) + v;
	}
	if (!digits.n || c < ' ' || c == 0x7f || c >= 0x110000 || (c >= 0xd800 && c < 0xe000))
		return false;
	html_utf8(h, c == 0xa0 ? ' ' : c);
	return true;
}

/* The length of the entity that at begins with, its text added; 0 if it is none. */
static size_t html_entity(struct html *h, struct str at)
{
	static const struct {
		const char *name, *text;
	} names[] = {
		{ "lt", "<" },	 { "gt", ">" },	  { "amp", "&" },	    { "quot", "\"" },
		{ "apos", "'" }, { "nbsp", " " }, { "plusmn", "\xc2\xb1" }, { "micro", "\xc2\xb5" },
	};
	struct str name = str_skip(at, 1);

	name.n = name.n < HTML_ENTITY_MAX ? name.n : HTML_ENTITY_MAX;
	name.n = str_find(name, STR(";"));
	if (name.n == (size_t)-1 || !name.n)
		return 0;
	if (name.p[0] == '#')
		return html_number(h, str_skip(name, 1)) ? name.n + 2 : 0;
	for (size_t k = 0; k < sizeof(names) / sizeof(names[0]); k++)
		if (str_is(name, names[k].name)) {
			html_text(h, str_of(names[k].text));
			return name.n + 2;
		}
	return 0;
}

static bool html_is(struct str tag, const char *name)
{
	size_t n = strlen(name);

	return tag.n >= n && strncasecmp(tag.p, name, n) == 0 &&
	       (tag.n == n || (!is_alpha(tag.p[n]) && !is_digit(tag.p[n])));
}

static bool html_is_any(struct str tag, const char *const *names)
{
	for (; *names; names++)
		if (html_is(tag, *names))
			return true;
	return false;
}

/* What a tag, given without its brackets, does to the text. */
static void html_tag(struct html *h, struct str tag)
{
	static const char *const breaks[] = { "p",  "div", "tr", "li", "ul", "ol", "table",
					      "h1", "h2",  "h3", "h4", "hr", NULL };
	static const char *const cells[] = { "td", "th", NULL };
	bool end = tag.n && tag.p[0] == '/';
	struct str name = str_skip(tag, end);

	if (html_is(name, "br")) {
		html_break(h);
	} else if (html_is(name, "pre") || html_is(name, "blockquote")) {
		unsigned int *count = html_is(name, "pre") ? &h->pre : &h->quotes;

		if (h->started)
			html_break(h);
		*count = end ? *count - (*count > 0) : *count + 1;
	} else if (html_is_any(name, breaks)) {
		if (h->started)
			html_break(h);
	} else if (html_is_any(name, cells) && !end && h->started) {
		h->blank = false;
		buf_char(&h->line, '\t');
	}
}

static void html_char(struct html *h, char c)
{
	if (c == '\n' && h->pre)
		html_break(h);
	else if (!h->pre && (is_blank(c) || c == '\n' || c == '\r'))
		h->blank = h->started;
	else if (c != '\r')
		html_text(h, (struct str){ &c, 1 });
}

/* What stands between its tags is no text. Returns what ends it, or NULL. */
static const char *html_hides(struct str tag)
{
	return html_is(tag, "script")  ? "</script"
	       : html_is(tag, "style") ? "</style"
	       : html_is(tag, "title") ? "</title"
				       : NULL;
}

/* Where needle, which begins with no letter, stands in s in any case; s.n if nowhere. */
static size_t html_find(struct str s, const char *needle)
{
	size_t n = strlen(needle);

	for (const char *p = s.p; n <= s.n && (p = memchr(p, needle[0], (size_t)(s.p + s.n - p)));
	     p++)
		if ((size_t)(s.p + s.n - p) >= n && strncasecmp(p, needle, n) == 0)
			return (size_t)(p - s.p);
	return s.n;
}

/* How long the markup is that at begins with; at.n + 1 when it does not end. 0: it is none. */
static size_t html_markup(struct html *h, struct str at)
{
	struct str tag = str_skip(at, 1);
	const char *hides;
	size_t n;

	if (str_starts(at, STR("<!--"))) {
		n = html_find(at, "-->") + 3;
		return n > at.n ? at.n + 1 : n;
	}
	if (!tag.n || !(is_alpha(tag.p[0]) || tag.p[0] == '/' || tag.p[0] == '!'))
		return 0;
	n = html_find(at, ">");
	if (n == at.n)
		return at.n + 1;
	tag.n = n - 1;
	hides = html_hides(tag);
	if (hides) {
		n += html_find(str_skip(at, n), hides);
		return n == at.n ? at.n + 1 : n;
	}
	html_tag(h, tag);
	return n + 1;
}

bool mail_html(const struct lines *in, bool tags, struct lines *out, unsigned long *line)
{
	struct html h = { .in = in, .out = out, .pre = !tags };
	struct str at = buf_str(&in->text);
	bool open = false;

	while (at.n && !open) {
		size_t n = at.p[0] == '<'   ? html_markup(&h, at)
			   : at.p[0] == '&' ? html_entity(&h, at)
					    : 0;

		open = n > at.n;
		if (open)
			*line = in->v[h.i].line;
		if (!n)
			html_char(&h, at.p[0]);
		n = !n ? 1 : open ? at.n : n;
		for (const char *p = at.p; (p = memchr(p, '\n', (size_t)(at.p + n - p))); p++)
			h.i += h.i + 1 < in->n;
		at = str_skip(at, n);
	}
	if (h.started && in->n)
		html_break(&h);
	buf_free(&h.line);
	return !open;
}

/* SPDX-License-Identifier: GPL-2.0-or-later */
#include <strings.h>
#include "parsers/mail.h"
#include "parsers/mail_inside.h"

/* The line's text, its line ending off; false at the end. */
static bool mail_next(struct str *text, struct str *line)
{
	if (!str_next(text, '\n', line))
		return false;
	if (line->n && line->p[line->n - 1] == '\r')
		line->n--;
	return true;
}

/* The length of a header's name, or 0 if the line is none. */
static size_t mail_header(struct str line)
{
	size_t n = 0;

	while (n < line.n && (is_alpha(line.p[n]) || is_digit(line.p[n]) || line.p[n] == '-'))
		n++;
	return n < line.n && line.p[n] == ':' ? n : 0;
}

static bool mail_named(struct str name, const char *const *names)
{
	for (; *names; names++)
		if (name.n == strlen(*names) && strncasecmp(name.p, *names, name.n) == 0)
			return true;
	return false;
}

/* Only a program writes these. */
static const char *const mail_program[] = { "Message-ID",
					    "Received",
					    "Return-Path",
					    "MIME-Version",
					    "Content-Type",
					    "Content-Transfer-Encoding",
					    "DKIM-Signature",
					    "Delivered-To",
					    "X-Mailer",
					    "User-Agent",
					    "In-Reply-To",
					    "Received-SPF",
					    "X-Spam-Status",
					    "X-Mailing-List",
					    "X-Received",
					    "List-Id",
					    "ARC-Seal",
					    "X-Original-To",
					    "X-Google-Smtp-Source",
					    NULL };
static const char *const mail_people[] = { "From", "To", "Cc", "Date", "Subject", NULL };

/*
 * Headers up to a blank line or the end of what is seen; of those that people know (a pasted text
 * may begin with them) and those of programs there are enough.
 */
static bool mail_headers(struct str text, unsigned int program, unsigned int people)
{
	struct str line;
	size_t n = 0;

	while (mail_next(&text, &line) && line.n) {
		struct str name = { line.p, mail_header(line) };

		if (is_blank(line.p[0]) ? !n : !name.n)
			return false;
		n++;
		if (is_blank(line.p[0]))
			continue;
		program -= program && mail_named(name, mail_program);
		people -= people && mail_named(name, mail_people);
	}
	return !program && !people;
}

bool mail_from_line(struct str text, bool sure)
{
	struct str line, year, clock = { 0 };

	if (!str_starts(text, STR("From ")) || !mail_next(&text, &line))
		return false;
	/* "From user@host Thu Jan  1 00:00:00 1970", a zone may stand on either side of the year */
	for (size_t i = 5; i + 8 < line.n && !clock.p; i++)
		if (line.p[i] == ':' && line.p[i + 3] == ':' && is_digit(line.p[i - 1]) &&
		    is_digit(line.p[i + 1]) && is_digit(line.p[i + 2]) && is_digit(line.p[i + 4]))
			clock = str_skip(line, i + 6);
	if (!clock.p || clock.n > 20)
		return false;
	while (str_next(&clock, ' ', &year))
		if (year.n == 4 && is_digit(year.p[0]) && is_digit(year.p[3]))
			return sure ? mail_headers(text, 1, 1)
				    : mail_next(&text, &line) && mail_header(line);
	return false;
}

/* What an '=' in the middle of a line says of the text. */
enum mail_escape { MAIL_NOT_QP, MAIL_ESCAPE, MAIL_DECISIVE };

static int mail_hex(char c)
{
	return is_digit(c) ? c - '0' : c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
}

static enum mail_escape mail_escape(struct str at)
{
	int hi = at.n > 2 ? mail_hex(at.p[1]) : -1, lo = at.n > 2 ? mail_hex(at.p[2]) : -1, c;

	if (hi < 0 || lo < 0)
		return MAIL_NOT_QP;
	c = hi * 16 + lo;
	/* Blanks are escaped at line ends alone. */
	if (c == ' ' || c == '\t' || c == '\r')
		return at.n == 3 ? MAIL_ESCAPE : MAIL_NOT_QP;
	if (c == '=')
		return MAIL_DECISIVE;
	/* No encoder escapes digits, nor do control bytes stand in a mail. */
	return c < ' ' || c == 0x7f || is_digit((char)c) ? MAIL_NOT_QP : MAIL_ESCAPE;
}

/* Encoders cut lines at 76 columns at most, some at 77, and some a bit early. */
#define MAIL_CUT_MIN 70
#define MAIL_CUT_MAX 77

bool mail_is_qp(struct str text)
{
	unsigned int cut = 0, decisive = 0, escapes = 0;
	struct str line;

	while (mail_next(&text, &line)) {
		bool soft;

		line = str_rtrim(line);
		soft = line.n && line.p[line.n - 1] == '=';
		if (soft && (line.n < MAIL_CUT_MIN || line.n > MAIL_CUT_MAX || !text.n ||
			     text.p[0] == '\n' || text.p[0] == '\r'))
			return false;
		cut += soft;
		line.n -= soft;
		for (size_t i = 0; i < line.n; i++) {
			enum mail_escape escape;

			if (line.p[i] != '=')
				continue;
			escape = mail_escape(str_skip(line, i));
			if (escape == MAIL_NOT_QP)
				return false;
			decisive += escape == MAIL_DECISIVE;
			escapes++;
			i += 2;
		}
	}
	return cut ? cut + escapes > 1 : decisive > 1;
}

/* A page, and nothing before it. */
static bool mail_is_page(struct str text)
{
	static const char *const begins[] = { "<!doctype html", "<html", NULL };

	text = str_trim(text);
	for (size_t i = 0; begins[i]; i++)
		if (text.n > strlen(begins[i]) &&
		    strncasecmp(text.p, begins[i], strlen(begins[i])) == 0)
			return true;
	return false;
}

/* The length of the entity that text begins with, of those that every archive makes. */
static size_t mail_entity(struct str text)
{
	static const char *const names[] = { "&gt;",   "&lt;",	"&amp;",  "&#39;",  "&#x27;",
					     "&quot;", "&#34;", "&nbsp;", "&apos;", NULL };

	for (size_t i = 0; names[i]; i++)
		if (str_starts(text, str_of(names[i])))
			return strlen(names[i]);
	return 0;
}

/* Escaped as for HTML: then nothing stands in it that would have been escaped. */
static bool mail_is_entities(struct str text)
{
	size_t found = 0;

	for (size_t i = 0; i < text.n; i++) {
		size_t n = text.p[i] == '&' ? mail_entity(str_skip(text, i)) : 0;

		if (text.p[i] == '<' || text.p[i] == '>' || (text.p[i] == '&' && !n))
			return false;
		found += n > 0;
		i += n ? n - 1 : 0;
	}
	return found > 1;
}

enum mail_form mail_form(struct str text, struct str *begin)
{
	struct str rest, line;

	if (str_starts(text, STR("\xef\xbb\xbf")))
		text = str_skip(text, 3);
	*begin = text;
	for (rest = text; mail_next(&rest, &line) && !line.n;)
		text = rest;
	rest = text;
	if (mail_from_line(text, false) && mail_next(&rest, &line) && mail_headers(rest, 0, 1)) {
		*begin = text;
		return MAIL_MBOX;
	}
	if (mail_headers(text, 1, 2)) {
		*begin = text;
		return MAIL_MESSAGE;
	}
	return mail_is_qp(text)		? MAIL_QP
	       : mail_is_page(text)	? MAIL_PAGE
	       : mail_is_entities(text) ? MAIL_ENTITIES
					: MAIL_NONE;
}

bool mail_is(struct str head)
{
	struct str begin;

	return mail_form(head, &begin) != MAIL_NONE;
}

/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "report/doc.h"

size_t wrap_width(struct str s)
{
	size_t width = 0;

	while (s.n > 0) {
		size_t n = str_utf8(s);

		s = str_skip(s, n > 0 ? n : 1);
		width++;
	}
	return width;
}

static bool is_space(char c)
{
	return is_blank(c) || c == '\n' || c == '\r';
}

static bool next_word(struct str *text, struct str *word)
{
	size_t n = 0;

	while (text->n > 0 && is_space(text->p[0]))
		*text = str_skip(*text, 1);
	while (n < text->n && !is_space(text->p[n]))
		n++;
	*word = (struct str){ text->p, n };
	*text = str_skip(*text, n);
	return n > 0;
}

/* Bytes of the first width columns of s. */
static size_t bytes_of(struct str s, size_t width)
{
	struct str rest = s;

	for (; width > 0 && rest.n > 0; width--) {
		size_t n = str_utf8(rest);

		rest = str_skip(rest, n > 0 ? n : 1);
	}
	return s.n - rest.n;
}

void wrap_hanging(struct buf *out, struct str text, int width, int first, int rest)
{
	size_t least = (size_t)(first > rest ? first : rest) + 1;
	size_t limit = width > 0 ? (size_t)width : SIZE_MAX;
	size_t indent = (size_t)first, used = 0; /* used 0: the line has no word */
	struct str word;

	limit = limit < least ? least : limit;
	while (next_word(&text, &word)) {
		size_t n = wrap_width(word);

		if (used > 0 && n >= limit - used) {
			buf_char(out, '\n');
			used = 0;
		}
		if (used > 0) {
			buf_char(out, ' ');
			used++;
		} else {
			buf_pad(out, ' ', indent);
			used = indent;
			indent = (size_t)rest;
		}
		while (n > limit - used) {
			size_t cut = bytes_of(word, limit - used);

			buf_add(out, (struct str){ word.p, cut });
			buf_char(out, '\n');
			buf_pad(out, ' ', indent);
			word = str_skip(word, cut);
			n -= limit - used;
			used = indent;
		}
		buf_add(out, word);
		used += n;
	}
	if (used > 0)
		buf_char(out, '\n');
}

void wrap_text(struct buf *out, struct str text, int width, int indent)
{
	wrap_hanging(out, text, width, indent, indent);
}

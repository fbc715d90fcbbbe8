/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "parsers/utf16.h"

#define UTF16_MARK 0xfeff
#define UTF16_BAD  0xfffd

bool utf16_knows(struct str head, struct utf16 *u)
{
	size_t nul[2] = { 0, 0 }, half = head.n / 2;
	bool little = str_starts(head, STR("\xff\xfe")), big = str_starts(head, STR("\xfe\xff"));

	*u = (struct utf16){ .big = big };
	if (little || big)
		return true;
	for (size_t i = 0; i < 2 * half; i++)
		nul[i % 2] += head.p[i] == '\0';
	u->big = nul[0] > nul[1];
	/* Some characters have a low byte of 0. */
	return half >= 2 && 4 * nul[!u->big] >= 3 * half && 4 * nul[u->big] <= half;
}

static void utf16_char(struct buf *out, unsigned int c)
{
	if (c < 0x80) {
		buf_char(out, (char)c);
		return;
	}
	if (c < 0x800) {
		buf_char(out, (char)(0xc0 | c >> 6));
	} else {
		if (c < 0x10000) {
			buf_char(out, (char)(0xe0 | c >> 12));
		} else {
			buf_char(out, (char)(0xf0 | c >> 18));
			buf_char(out, (char)(0x80 | (c >> 12 & 0x3f)));
		}
		buf_char(out, (char)(0x80 | (c >> 6 & 0x3f)));
	}
	buf_char(out, (char)(0x80 | (c & 0x3f)));
}

static void utf16_unit(struct utf16 *u, unsigned int unit, struct buf *out)
{
	bool low = unit >= 0xdc00 && unit < 0xe000, first = !u->started;
	unsigned int high = u->high;

	u->started = true;
	u->high = 0;
	if (high && low) {
		utf16_char(out, 0x10000 + ((high - 0xd800) << 10) + (unit - 0xdc00));
		return;
	}
	if (high)
		utf16_char(out, UTF16_BAD);
	if (unit >= 0xd800 && unit < 0xdc00)
		u->high = unit;
	else if (!first || unit != UTF16_MARK)
		utf16_char(out, low ? UTF16_BAD : unit);
}

void utf16_put(struct utf16 *u, struct str bytes, struct buf *out)
{
	for (size_t i = 0; i < bytes.n; i++) {
		unsigned int byte = (unsigned char)bytes.p[i], other = u->odd - 1;

		if (!u->odd) {
			u->odd = byte + 1;
			continue;
		}
		u->odd = 0;
		utf16_unit(u, u->big ? other << 8 | byte : byte << 8 | other, out);
	}
}

void utf16_end(struct utf16 *u, struct buf *out)
{
	if (u->high || u->odd)
		utf16_char(out, UTF16_BAD);
	u->high = u->odd = 0;
}

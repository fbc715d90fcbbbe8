/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef PARSERS_UTF16_H
#define PARSERS_UTF16_H

#include "core/mem.h"

/* UTF-16 to UTF-8, in pieces of any size. */
struct utf16 {
	bool big;	   /* the high byte comes first */
	bool started;	   /* the first unit, which may be a byte order mark, has been seen */
	unsigned int odd;  /* a byte whose other half has not come, plus 1 */
	unsigned int high; /* a high surrogate whose low one has not come */
};

/*
 * Whether a text that begins like this is UTF-16, by its byte order mark or because nearly every
 * second byte is NUL, and nearly no other; u is ready for it then.
 */
bool utf16_knows(struct str head, struct utf16 *u);

/* Appends what bytes mean, without the mark; what is no character is U+FFFD. */
void utf16_put(struct utf16 *u, struct str bytes, struct buf *out);
/* The text ends: half a character is U+FFFD. */
void utf16_end(struct utf16 *u, struct buf *out);

#endif

/* SPDX-License-Identifier: GPL-2.0-or-later */
#define ZLIB_CONST
#include <limits.h>
#include <zlib.h>
#include "parsers/gunzip.h"

/* The largest window, and gzip's own header. */
#define GUNZIP_BITS (15 + 16)

struct gunzip {
	z_stream z;
	bool ready; /* z is to be ended */
	bool ended; /* a member is complete */
	bool more;  /* there was no room for all that it has */
};

struct gunzip *gunzip_new(void)
{
	size_t cap = 0;
	struct gunzip *g = mem_grow(NULL, &cap, 1, sizeof(*g));

	g->ready = inflateInit2(&g->z, GUNZIP_BITS) == Z_OK;
	return g;
}

void gunzip_free(struct gunzip *g)
{
	if (g->ready)
		inflateEnd(&g->z);
	mem_free(g);
}

static uInt gunzip_some(size_t n)
{
	return n < INT_MAX ? (uInt)n : INT_MAX;
}

ptrdiff_t gunzip_read(struct gunzip *g, struct str *packed, char *to, size_t n, const char **why)
{
	size_t put = 0;

	*why = "out of memory";
	while (g->ready && !put && (packed->n || g->more)) {
		uInt in = gunzip_some(packed->n), room = gunzip_some(n);
		int status;

		if (g->ended)
			inflateReset(&g->z);
		g->z.next_in = (const Bytef *)packed->p;
		g->z.avail_in = in;
		g->z.next_out = (Bytef *)to;
		g->z.avail_out = room;
		status = inflate(&g->z, Z_NO_FLUSH);
		*packed = str_skip(*packed, in - g->z.avail_in);
		put = room - g->z.avail_out;
		g->ended = status == Z_STREAM_END;
		g->more = !g->ended && !g->z.avail_out;
		if (status == Z_BUF_ERROR && !put)
			break;
		if (status != Z_OK && status != Z_STREAM_END && status != Z_BUF_ERROR) {
			*why = g->z.msg ? g->z.msg : "corrupt";
			return -1;
		}
	}
	return g->ready ? (ptrdiff_t)put : -1;
}

bool gunzip_at_end(const struct gunzip *g)
{
	return g->ended;
}

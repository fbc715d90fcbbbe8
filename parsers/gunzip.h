/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef PARSERS_GUNZIP_H
#define PARSERS_GUNZIP_H

#include "core/mem.h"

/*
 * gzip, one member behind the other, each held against its checksum and length: libarchive looks at
 * neither, and a bit that fell over would be read as another number.
 */
struct gunzip;
struct gunzip *gunzip_new(void);
void gunzip_free(struct gunzip *g);

/*
 * Takes bytes from the front of *packed and puts at most n into to. The number put; 0 when it needs
 * more, or has got them all; -1 when what comes is not gzip, with *why.
 */
ptrdiff_t gunzip_read(struct gunzip *g, struct str *packed, char *to, size_t n, const char **why);

/* Whether the input may end here: no member is half read. */
bool gunzip_at_end(const struct gunzip *g);

#endif

/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef PARSERS_UNPACK_H
#define PARSERS_UNPACK_H

#include "core/mem.h"

/* Compressed bytes and archives: gzip, xz, zstd, bzip2, lz4, and tar. */

/* Where bytes come from: how many were put into to, 0 at the end, -1 after a message. */
struct unpack_from {
	ptrdiff_t (*read)(void *ctx, char *to, size_t n);
	void *ctx;
};

/* So many bytes of a text tell what it is. */
#define UNPACK_HEAD 512

/* Whether a text that begins like this is compressed in one of these ways. */
bool unpack_knows(struct str head);
/* Whether it is a tar archive, which must not be compressed: that is a layer of its own. */
bool unpack_is_tar(struct str head);

/*
 * Decompresses what from gives, which begins with head. name is for the messages, and must last.
 * unpack_read() gives as from does; what is truncated, corrupt or followed by other bytes is an
 * error at its end, and so is what grows beyond reason, UNPACK_RATIO times.
 */
#define UNPACK_RATIO 1000
struct unpack;
struct unpack *unpack_new(struct unpack_from from, struct str head, const char *name);
ptrdiff_t unpack_read(struct unpack *u, char *to, size_t n);
void unpack_free(struct unpack *u);

/*
 * All of it at once: appends to out what bytes hold, compressed (unpack_knows()). More than most is
 * an error. False after a message; out then has what came before the fault.
 */
bool unpack_all(struct str bytes, const char *name, size_t most, struct buf *out);

#endif

/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef PARSERS_STREAM_H
#define PARSERS_STREAM_H

#include "core/mem.h"

/*
 * The bytes of a text, wherever they come from: a file, standard input or memory. Compressed ones
 * are unpacked, and UTF-16 is made UTF-8, on the way; plain ones go straight through.
 */
struct stream;

/* Opens a path, "-" for standard input. NULL after a message. */
struct stream *stream_open(const char *path);
/* Of bytes, which must last, as must the name, which is for messages. Never NULL. */
struct stream *stream_of(struct str bytes, const char *name);
void stream_close(struct stream *s);

const char *stream_name(const struct stream *s);

/* Whether it begins as an archive of files: tar, compressed or not. */
bool stream_is_tar(struct stream *s);

/*
 * Puts up to n bytes into to: how many, 0 at the end, -1 after a message. After that the stream is
 * at its end.
 */
ptrdiff_t stream_read(struct stream *s, char *to, size_t n);

#endif

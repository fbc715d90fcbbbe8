/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef PARSERS_UNTAR_H
#define PARSERS_UNTAR_H

#include "parsers/unpack.h"

/* The members of a tar archive, in its order. What from gives is not compressed any more. */
struct untar;
struct untar *untar_new(struct unpack_from from, const char *name);
void untar_free(struct untar *t);

struct untar_member {
	struct str path; /* as the archive spells it; good until the next member */
	bool regular;	 /* a file, neither directory nor link nor device */
	bool link;	 /* of either kind: its bytes are elsewhere */
};
/* 1, 0 behind the last one, -1 after a message. */
int untar_next(struct untar *t, struct untar_member *m);
/* The bytes of the member: how many, 0 at its end, -1 after a message. */
ptrdiff_t untar_read(struct untar *t, char *to, size_t n);

#endif

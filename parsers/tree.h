/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef PARSERS_TREE_H
#define PARSERS_TREE_H

#include "core/mem.h"

struct stream;

/*
 * What a path holds: files and directories in natural name order, on disk or in an archive. Hidden
 * names, and what is no regular file, are left out.
 */
struct tree {
	struct str name, path; /* of the path itself, name is its last part */
	const char *cpath;     /* path, NUL-terminated */
	bool dir;
	struct tree *kids; /* of a directory */
	size_t nkids;
	struct str bytes;    /* of an archive's file */
	const char *archive; /* the file that holds it, NULL on disk */
};

/* All below a path. False after messages about what could not be read; the rest is in t. */
bool tree_scan(struct arena *a, const char *path, struct tree *t);

/*
 * All that a tar archive holds, unpacked to memory; paths begin with the archive's. What is
 * too large or has too many members is an error.
 */
bool tree_untar(struct arena *a, struct stream *from, struct tree *t);

/* The kid of that name; NULL if there is none. */
const struct tree *tree_kid(const struct tree *t, const char *name);

/* Order of kids, for qsort(). */
int tree_order(const void *a, const void *b);

#endif

/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef CORE_OUT_H
#define CORE_OUT_H

#include <stdio.h>
#include "core/diag.h"

/*
 * Output that counts only when all of it is written: a file is written beside its target and
 * renamed over it when all went well, so a full disk leaves the old file whole. "-" or NULL is
 * stdout. What is no regular file (/dev/full, a fifo) is written directly.
 */
struct out {
	FILE *f;
	char *path, *temp; /* NULL for stdout */
};

/* False after an error message. */
bool out_open(struct out *o, const char *path);

/*
 * Flushes, checks and, if keep, puts the file in place; otherwise the temporary file is removed.
 * False after an error message. A closed pipe on stdout is an error like any other, but silent, as
 * head(1) is used on purpose.
 */
bool out_close(struct out *o, bool keep);

/* Creates dir if it does not exist (its parent must). False after an error message. */
bool out_mkdir(const char *dir);

#endif

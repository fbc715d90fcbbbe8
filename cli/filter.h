/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef CLI_FILTER_H
#define CLI_FILTER_H

#include "core/record.h"

/*
 * --filter: terms KEY OP VALUE, all of which must hold. OP is one of = != < <= > >= and ~, which is
 * a regular expression found in the text. A VALUE with blanks is quoted, by ' or ". Two numbers
 * compare as numbers, other texts in natural order ("v9" before "v10").
 */
struct filter;

/* What a key is, for what is asked about. */
enum filter_found {
	FILTER_NONE, /* nothing: != holds, nothing else does */
	FILTER_TEXT,
	FILTER_ANY, /* not known here: every term holds */
};
struct filter_keys {
	enum filter_found (*find)(void *ctx, struct str key, struct str *text);
	void *ctx;
};

/* NULL after a message that points into the expression. To be freed with filter_free(). */
struct filter *filter_new(const char *expression);
/* False and *failed if a regular expression took too long, after a message. */
bool filter_holds(const struct filter *f, struct filter_keys keys, bool *failed);
/* The key of term i, empty behind the last one. */
struct str filter_key(const struct filter *f, size_t i);
/* Says what is wrong with the key of term i, pointing at it. */
void filter_blame(const struct filter *f, size_t i, const char *what);
void filter_free(struct filter *f);

/*
 * Order of two values of a key: as numbers if both are, else natural. Kernel releases are no
 * numbers: 6.9 comes before 6.10.
 */
int filter_compare(struct str key, struct str a, struct str b);

#endif

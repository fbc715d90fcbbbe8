/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef PARSERS_RUNS_H
#define PARSERS_RUNS_H

#include "core/record.h"

struct format;

/*
 * Tells runs apart, numbers them within their source, and counts a result once. A run is a boot,
 * and a boot is not a file:
 *
 * - Texts that share a place (the files of one result directory) are one run, boot by boot.
 * - Without a boot banner, each line of a format that prints one line a boot is a run, and so are
 *   two results of one row that stand closer on the clock than the later one's own measured time.
 * - The same result twice is one measurement: a text that shares lines of equal time and values
 *   with an earlier one is of the same boot, and they count once. At least four in five of the
 *   results that stand between the first and last one of the earlier text must be in both.
 */
struct runs;

/* Numbered records go to out. more: formats besides the registry's, NULL at the end, or NULL. */
struct runs *runs_new(struct sink out, const struct format *const *more);
void runs_free(struct runs *r);

/* How the sources of what comes are named: label alone, or label/section; both empty: no name. */
void runs_label(struct runs *r, struct str label);

/*
 * A text begins. place names the run directory it lies in, empty for a text by itself. hash stands
 * for the whole content, 0 where unknown. False, after a warning, if this very text has been
 * counted.
 */
bool runs_begin(struct runs *r, const char *file, struct str place, uint64_t hash);

/* The text that has begun has no boots of its own: it is of the last run that its place has. */
void runs_join(struct runs *r);

/* A boot begins; banner when its first line was seen. */
void runs_boot(struct runs *r, bool banner);

/* Until the next boot, nothing but that tells runs apart. */
void runs_one_boot(struct runs *r);

/* Records of a records file: their runs are told apart already, by segment and number. */
void runs_known(struct runs *r, unsigned int segment, unsigned int run);

/* Where the text's records go, run 0. once_per_boot is asked by the format's name. */
struct sink runs_sink(struct runs *r);

/* The text ends; duplicates are said. */
void runs_end(struct runs *r);

#endif

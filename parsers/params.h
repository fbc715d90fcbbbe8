/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef PARSERS_PARAMS_H
#define PARSERS_PARAMS_H

#include "parsers/scan.h"

/* Parameters that a log prints as words KEY=VALUE with blanks between, in any order. */

/* The next word that has a key and a value; false at the end. */
bool params_next(struct str *words, struct str_cut *word);

/* A fact param.KEY for each. */
void params_facts(const struct match *m, struct str words);

/*
 * Adds them to a list as records carry it, sorted by key. False, and nothing added, if they are
 * more than PARAMS_MAX.
 */
#define PARAMS_MAX 16
bool params_list(struct buf *list, struct str words);

#endif

/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef PARSERS_PARAMS_H
#define PARSERS_PARAMS_H

#include "parsers/scan.h"

/* Names of results from pairs in any order, and parameters that a log prints as words KEY=VALUE. */

struct param {
	struct str key, value;
};
/* Appends n pairs to a list as records carry it, in order of their keys, in which it sorts v. */
void params_sorted(struct buf *list, struct param *v, size_t n);

/* The next word that has a key and a value; false at the end. */
bool params_next(struct str *words, struct str_cut *word);

/* A fact param.KEY. */
void params_fact(const struct match *m, struct str key, struct str value);
/* One for each word. */
void params_facts(const struct match *m, struct str words);

/* Appends all of them to a list, sorted. False, and nothing added, if more than PARAMS_MAX. */
#define PARAMS_MAX 16
bool params_list(struct buf *list, struct str words);

#endif

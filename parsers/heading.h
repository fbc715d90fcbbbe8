/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef PARSERS_HEADING_H
#define PARSERS_HEADING_H

#include "core/mem.h"
#include "core/str.h"

/* The shapes of headings, each compiled when it is first needed. */
struct headings;
struct headings *headings_new(void);
void headings_free(struct headings *h);

/* Longer lines are prose. */
#define HEADING_MAX 80

/*
 * Whether a line, blanks at its end aside, is a heading by its shape, which names the source of
 * what follows: "* Before", "with a patch:", "(1) Batching". blank: the line above is blank, or a
 * heading, or there is none.
 */
bool heading_is(struct headings *h, struct str line, bool blank, struct str *label);

/*
 * The label that a short line would be, if what is around it shows that it is meant as a heading;
 * empty if it can be none. marked: it has the mark of a list or a comment.
 */
struct str heading_maybe(struct str line, bool blank, bool *marked);

/*
 * The label that "name (a remark, and more of it):" would be, too long for heading_maybe() or
 * wrapped: "name (a remark)", in label. False if the line is none such.
 */
bool heading_remark(struct str line, struct buf *label);

/* Whether a line is a shell's prompt with the name of its host, and that: "user@host:~# ls". */
bool heading_host(struct str line, struct str *host);

/* Whether a label names a benchmark and a side of it: "Kernbench, before". */
bool heading_parts(struct headings *h, struct str label, struct str *outer);

/* Whether a label tells repetitions apart, not sides: "Run 2", "3rd try". */
bool heading_repeats(struct headings *h, struct str label);

#endif

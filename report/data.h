/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef REPORT_DATA_H
#define REPORT_DATA_H

#include "core/mem.h"

/* What the renderers for programs have in common. */

/*
 * text as valid UTF-8, spelled as in records files: bytes that are not UTF-8 and control bytes
 * other than TAB, CR and LF are \xHH, and a backslash is two.
 */
void data_text(struct buf *out, struct str text);

/* The shortest decimal that reads back as v, which is finite. */
void data_number(struct buf *out, double v);

#endif

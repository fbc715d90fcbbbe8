/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef PARSERS_KMSG_CLEAN_H
#define PARSERS_KMSG_CLEAN_H

#include "core/mem.h"

/*
 * What is no framing but dirt on a line, for kmsg.c and unwrap.c. Each returns a part of s, or text
 * in scratch where bytes had to change; s may stand in scratch already.
 */

/* Without CR and LF at its end. */
struct str clean_ending(struct str s);
/* Without terminal sequences. */
struct str clean_escapes(struct str s, struct buf *scratch);
/* Without a firmware's reset whose ESC bytes got lost. */
struct str clean_lost_escapes(struct str s);
/* What a carriage return inside has left of it. */
struct str clean_overwritten(struct str s);
/* No-break spaces, which mailers and web pages make, as the blanks that they were. */
struct str clean_blanks(struct str s, struct buf *scratch);
/* Control characters that rsyslog has written as #OOO. */
struct str clean_syslog(struct str s, struct buf *scratch);

#endif

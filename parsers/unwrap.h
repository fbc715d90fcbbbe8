/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef PARSERS_UNWRAP_H
#define PARSERS_UNWRAP_H

#include "parsers/lines.h"

/*
 * Containers of kernel messages that are not plain text line by line. What comes out are lines that
 * kmsg_strip() understands, in the form of a console with callers, which leaves nothing of the
 * message to be taken for framing:
 *
 *   "[%5lu.%06lu][%6s] row"  a message whose time is known; T0 where the caller is not
 *   "<%u>row"                one without a time
 *
 * A message of several rows gives a line for each. Lines that are no part of the container come
 * out as they are.
 */
enum unwrap_kind {
	UNWRAP_NONE,	     /* plain text */
	UNWRAP_DMESG,	     /* dmesg -J; what util-linux 2.38 makes of a file, too */
	UNWRAP_JOURNAL,	     /* journalctl -o json, json-sse, json-seq */
	UNWRAP_JOURNAL_TALL, /* journalctl -o json-pretty */
	UNWRAP_EXPORT,	     /* journalctl -o export */
	UNWRAP_VERBOSE,	     /* journalctl -o verbose */
	UNWRAP_KMSG,	     /* /dev/kmsg, NUL between records or not; extended netconsole */
	UNWRAP_PSTORE,	     /* "Panic#1 Part1": the newest piece first */
	UNWRAP_COLOR,	     /* text with terminal colours between its words, as dmesg -L has it */
};

/* What a text is, by its first bytes. More than a few KiB of them are not needed. */
enum unwrap_kind unwrap_is(struct str head);

/*
 * Feed the text from its start, cut anywhere; lines that are finished are added to out. Of a
 * journal the kernel's entries count, and those that do not say whose they are. Memory stays
 * bounded, whatever comes.
 */
struct unwrap;
struct unwrap *unwrap_new(enum unwrap_kind kind, const char *file);
void unwrap_feed(struct unwrap *u, struct str bytes, struct lines *out);
/* The text ends. Returns how many entries could not be read; the first of them have been said. */
unsigned long unwrap_end(struct unwrap *u, struct lines *out);
void unwrap_free(struct unwrap *u);

#endif

/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef PARSERS_KMSG_H
#define PARSERS_KMSG_H

#include "core/str.h"

struct buf;

/*
 * What wraps a kernel message on its way to a person: taken off from the outside in, each layer
 * only if it matches completely. msg is what the kernel printed, without a line ending; a /dev/kmsg
 * record of several lines holds its line feeds.
 */
struct kmsg {
	struct str msg;
	int64_t time_ns;    /* kernel clock since boot; -1 where the framing has none */
	unsigned int depth; /* of mail quoting */
	bool framed;	    /* something of a log's framing was there (not quoting, not escapes) */
	bool barred;	    /* "| text", as people set off output in a mail */
};

/*
 * Takes the framing off one line. scratch is used where the text itself must change (escape
 * sequences, \xHH); msg then points into it and is good until its next use, else msg is a part of
 * line. line itself must not be in scratch.
 *
 * Layers, in this order: line ending and "> " quoting of any depth; a bar "| " before text without
 * another; a /dev/kmsg header, behind which all is message (netconsole's release before it is
 * taken, too; a piece of a record has no message); ANSI and firmware escape sequences; a lone
 * carriage return, which overwrites what stands before it; syslog (RFC 3164, RFC 5424, BusyBox,
 * OpenWrt) and journalctl short forms (ISO, unix time, short-monotonic, short-full); dmesg -x; <N>;
 * the stamps of CI servers and terminal programs; dmesg -T, iso, reltime and delta forms; [time];
 * [caller]. A line that starts with something else and holds "[   15.574402] " in its first 4 KiB
 * (a prompt, a second writer) is cut there.
 *
 * time_ns is printk's time alone: a wall clock or the journal's own clock give -1, and so does a
 * number too large for it. Exactly one blank behind the framing belongs to it. Text without framing
 * comes back as it is, leading blanks included, but for no-break spaces, which become blanks.
 */
struct kmsg kmsg_strip(struct str line, struct buf *scratch);

/*
 * Where in a line a second writer's line begins, behind a whole one: at the inner time of
 * "[   15.574402] text[   15.574403] text". 0 where there is none. A time that is earlier than the
 * first, or in quotation marks, or in a logger's line, is text.
 */
size_t kmsg_second(struct str line, struct buf *scratch);

/* Quoting alone: the text behind "> > ", and how deep it was. */
struct str kmsg_unquote(struct str line, unsigned int *depth);

#endif

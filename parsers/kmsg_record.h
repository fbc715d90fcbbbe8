/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef PARSERS_KMSG_RECORD_H
#define PARSERS_KMSG_RECORD_H

#include "core/mem.h"

/*
 * A record as /dev/kmsg has it, and the extended netconsole with the kernel's release before it
 * and records in pieces:
 *
 *   [ RELEASE "," ] PRI "," SEQ "," USEC "," FLAG { "," KEY [ "=" VALUE ] } ";" text
 */
struct kmsg_record {
	struct str release; /* empty without one */
	uint64_t pri, seq, usec;
	struct str caller;	/* "T123", or empty */
	bool piece;		/* ncfrag=OFFSET/TOTAL: text is a part of the record's bytes */
	uint64_t offset, total; /* 0, but for a piece */
	struct str text;	/* \xHH where it is no printable ASCII */
};

/* False where line is none. usec times 1000 fits into an int64_t. */
bool kmsg_record(struct str line, struct kmsg_record *r);

/* s without its \xHH: s itself if there are none, else scratch, where s may stand already. */
struct str kmsg_unescape(struct str s, struct buf *scratch);

#endif

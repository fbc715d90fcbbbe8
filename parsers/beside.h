/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef PARSERS_BESIDE_H
#define PARSERS_BESIDE_H

#include "core/record.h"
#include "parsers/input.h"

/*
 * What stands beside the logs in the directories of known test suites: facts and events from a few
 * small files, and lkp's numbers.
 */
struct beside_hooks {
	struct sink records;
	/* The records that follow are of the nth run, from 0, of a file that holds several. */
	void (*run)(void *ctx, size_t nth);
	void *ctx;
};

/* name is for positions and messages. False after a message. */
bool beside_read(const struct input_file *file, const char *name, struct stream *from,
		 struct beside_hooks to);

/* Whether a run of lkp, by its last_state, counts; false, after a message, if not. */
bool beside_counts(const char *name, struct stream *from);

/* lkp's stats.json or, with a list of values for each metric, matrix.json. */
bool lkp_read(struct str text, const char *name, bool matrix, struct beside_hooks to);

#endif

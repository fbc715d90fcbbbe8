/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef PARSERS_INPUT_H
#define PARSERS_INPUT_H

#include "core/mem.h"

struct stream;

/* What a file is read as. */
enum input_kind {
	INPUT_LOG,    /* told by content */
	INPUT_BESIDE, /* the same, and of the run that others of its place have begun */
	/* What a layout has beside logs: */
	INPUT_KVM_TESTID,
	INPUT_KVM_SUITE,
	INPUT_KVM_QEMU,
	INPUT_KVM_STATUS,
	INPUT_MMTESTS_TIMES,
	INPUT_LKP_STATE,
	INPUT_LKP_STATS,
	INPUT_LKP_MATRIX,
};

/* A file of an input path. The views are good during the call that gets it. */
struct input_file {
	const char *path;  /* "-" for standard input */
	struct str place;  /* the result directory whose files are one run, or empty */
	struct str source; /* what the layout of the directories calls the source, or empty */
	struct str params; /* what it adds to the name of each result: "scenario=TREE" */
	enum input_kind kind;
	bool found;	     /* below a path, not named itself */
	struct str bytes;    /* of an archive's file */
	const char *archive; /* the file that holds it, NULL on disk */
};

/*
 * Calls each with every file below path, which may be a file, a directory or "-": directories in
 * natural name order, files and directories mixed, hidden names and what is no regular file left
 * out. A directory that directly holds a console log or dmesg is a place; the layouts of known test
 * suites have their own places, sources and parameters (parsers/layout.c). False, after messages,
 * if something could not be read or each returned false; the rest is still visited.
 */
typedef bool input_each(void *ctx, const struct input_file *file);
bool input_walk(const char *path, input_each *each, void *ctx);
/*
 * The same for what a tar archive holds. With split, directories that are sides, as in
 * input_sides(), name the sources of their files.
 */
bool input_untar(struct stream *from, bool split, input_each *each, void *ctx);

/*
 * The directories that path holds, in natural name order, if it is a directory that holds nothing
 * but two or more directories of which none is a place, and a README: the sides of an experiment.
 * Otherwise 0. Their names are in the arena. Silent about what it cannot read.
 */
size_t input_sides(const char *path, struct arena *a, struct str **names);

/* Texts smaller than this are handed over whole. */
#define INPUT_WHOLE ((size_t)4 << 20)

/*
 * Reads a text in blocks. first gets the beginning, or all of it if it is smaller than
 * INPUT_WHOLE (whole), and says how the bytes, those of first among them, are to go to block, one
 * block after the other. Memory stays bounded. False after a message, or when first stops or block
 * returns false. Where the text breaks off by a fault, the whole lines before it have gone to
 * block.
 */
enum input_how {
	INPUT_STOP,
	INPUT_LINES, /* whole lines; one longer than line_max is cut to a little more than that */
	INPUT_BYTES, /* as they come */
	INPUT_ALL,   /* one block, whole; more than INPUT_MOST is an error */
};
#define INPUT_MOST ((size_t)64 << 20)
struct input_reader {
	enum input_how (*first)(void *ctx, struct str head, bool whole);
	bool (*block)(void *ctx, struct str lines, bool whole);
	void *ctx;
	size_t line_max;
};
bool input_read(struct stream *from, const struct input_reader *reader);

#endif

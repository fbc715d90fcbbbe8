/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef PARSERS_SECTION_H
#define PARSERS_SECTION_H

#include "core/map.h"

/*
 * Headings in a text that name the source of what follows: "* Before", "with a patch:",
 * "(1) Batching", "- default -", "<5.2.0-rc6+>". A heading with no result between it and the next
 * one is the outer of the two, and stays while inner ones come and go: "SLAB, with patch".
 *
 * A heading names what is quoted as deeply as it is, or more deeply: it ends with its author's
 * text. A heading that comes again over rows that it has had is somebody else's: "Before #2".
 *
 * A short line by itself ("Test:", "# X-array") is a heading only if the text shows it: results
 * under it repeat rows that stand above it. Whether they do is known at the end of the text, so it
 * is read a second time: section_learned(). So is one with a colon right over a known heading
 * ("SLUB:" over "Patched:") where that heading comes again over rows it has had, under another one.
 *
 * In a text without headings whose results repeat rows, the prompts of several hosts are such:
 * "root@one:~# hackbench".
 */
#define SECTION_DEPTHS 8 /* of quoting; deeper ones are one */

/* The headings of one depth of quoting. */
struct section_level {
	struct buf outer, inner, label;
	size_t unnumbered;   /* length of the label without " #2" */
	unsigned long since; /* the heading's number, in the text */
	struct buf first;    /* the side that came with outer, as in "Kernbench, before" */
	uint64_t over;	     /* a hash of the line that may be a heading over these, 0 for none */
	bool results;	     /* since the last heading */
	bool closing;	     /* the heading is that of the results above: it ends them */
	bool placed;	     /* the label is final: a result has come under it */
};

/* A block of results: the line above it that may be meant as a heading. */
struct section_block {
	uint64_t lone;		   /* a hash, 0 for none */
	uint64_t over;		   /* the same of the line over its heading */
	bool sure;		   /* it has a mark, or a colon behind it */
	bool repeats;		   /* it tells repetitions apart */
	unsigned long headings;	   /* so many stand above it */
	unsigned int boot, banner; /* the boot that it is of, and the last one with a banner */
};

struct headings;

/* { 0 } before section_reset(). */
struct section {
	struct headings *shapes;
	struct section_level levels[SECTION_DEPTHS];
	struct section_level *now; /* whose headings name what comes, NULL for none */
	unsigned int depth;
	unsigned long headings;
	struct buf plain;  /* what names results without a heading */
	struct buf above;  /* the text line before, for headings with a line under them */
	struct buf lone;   /* the last line that may be a heading */
	struct buf whole;  /* the line before and this one, if a mailer may have parted them */
	struct buf remark; /* the label that these would be */
	bool begins;	   /* the text line before has a blank one before it */
	uint64_t lone_hash;
	unsigned int lone_age; /* text lines since */
	bool lone_used;	       /* results since */
	bool lone_marked, lone_sure;
	bool intro;	     /* the last text line ends in a colon */
	bool blank;	     /* the line before was blank, a heading or none */
	bool in_block;	     /* a result, and no line of text since */
	bool split;	     /* blocks without a heading that repeat rows are numbered */
	bool by_depth;	     /* results without a heading are apart by their depth of quoting */
	bool mixed;	     /* such results of one format stand at several depths */
	unsigned int number; /* of blocks without a heading */
	unsigned int boot, banner;
	VEC(struct section_block) blocks;
	unsigned int pooled,
		last_pooled;  /* blocks that repeat rows of others under their heading */
	struct map rows;      /* label and row: the block that had it last */
	struct map blocks_of; /* the same by row alone */
	struct map numbers;   /* label without its number and row: the last number */
	struct map depths;    /* format without a heading: its depth, from 1 */
	struct buf host;      /* whose prompt came last */
	bool hosts, by_hosts; /* prompts of several have come; they are headings */
	struct map wanted; /* hashes of lines that are headings, and how often they were found so */
};

void section_reset(struct section *s);
void section_free(struct section *s);

/* Another part of the text begins: its headings are its own. */
void section_part(struct section *s);

/* A boot begins: rows that repeat in it say nothing of headings. banner: surely. */
void section_boot(struct section *s, bool banner);

/* The line that comes is quoted so deeply. */
void section_depth(struct section *s, unsigned int depth);

/* A line of text that is no result, without its quoting. Whether it is a heading. */
bool section_line(struct section *s, struct str line);

/* A line that a log format has taken: it is no heading, nor the text over an underline. */
void section_taken(struct section *s);

enum section_said {
	SECTION_NOTHING,
	SECTION_AGAIN,	/* its heading had this row before: the label has got a number */
	SECTION_PARTED, /* the same, behind a line of text that introduces it */
	SECTION_LONE,	/* it repeats a row of the block before, behind a line that may be a heading
			 */
};

/* A result of this row and format (hashes) has come; the label of it is good from then on. */
enum section_said section_result(struct section *s, uint64_t row, uint64_t format);

/*
 * The text has ended: whether it has shown headings that were not known as such. If so, and the
 * text is read again from section_reset() on, they are.
 */
bool section_learned(const struct section *s);
/* Forgets what was learned: another text comes. */
void section_forget(struct section *s);

/* How many blocks repeat each other's rows under one heading or none; 0 if none do. */
unsigned int section_blocks(const struct section *s);

/* The line of SECTION_LONE. */
struct str section_lone_line(const struct section *s);

/* The label of what comes now; empty without a heading. Good until the next line. */
struct str section_label(const struct section *s);

#endif

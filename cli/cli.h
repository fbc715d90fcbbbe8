/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef CLI_CLI_H
#define CLI_CLI_H

#include <stdio.h>
#include "core/mem.h"
#include "report/doc.h"
#include "stats/contrast.h"

/* What a command returns; main() makes the exit status of it (kbenchstat(1), EXIT STATUS). */
enum status {
	STATUS_OK,
	STATUS_REGRESSION, /* --fail-on: some metric lies wholly beyond the limit */
	STATUS_UNSURE,	   /* --fail-on: cannot tell */
	STATUS_ERROR,	   /* usage, unreadable input, failed output */
	STATUS_NO_RESULT,  /* nothing in the input that could be used */
};

struct custom;
struct scan_seen;

struct options {
	const char *base, *by, *color, *fail_on, *filter, *format, *input, *output, *rows;
	int width; /* -1: the output format's own */
	struct method method;
	bool aa, detailed, explain, per_object, quiet, split_blocks, verbose, help;
	struct custom *custom; /* the formats of --pattern and --rules; NULL without */
	double fail_limit;     /* a ratio, set with fail_on */
	double detect;	       /* the change that plan is for, a ratio */
	int npaths;
	char **paths;
	const char *line; /* the command line, quoted, for the record */
};

struct command {
	const char *name, *args, *summary;
	const char *options; /* names of the options it takes, apart by blanks */
	const char *formats; /* those of --format, if they are its own and no renderers */
	enum status (*run)(const struct options *opts);
};

/* The commands, from the wildcard of cmd_NAME.c files; NULL at the end. */
extern const struct command *const commands[];

/* options.c: fills *opts from argv[1..]; false after a message. */
bool options_read(const struct command *cmd, int argc, char **argv, struct options *opts);
void options_free(struct options *opts);
/* The help of a command's options, from the same table. */
void options_help(const struct command *cmd, FILE *f);

/*
 * sources.c: reads all paths of the command line. Each path is a source, a column; standard input
 * is read when there is none and it is no terminal. explain, if not NULL, is told of each line.
 */
enum status sources_records(const struct options *opts, struct sink out, FILE *explain);
/*
 * The same as a grid, to be freed with grid_free(). *base is the column that --base names, or the
 * first. also, if its put is set, gets every record too.
 */
enum status sources_grid(const struct options *opts, struct sink also, struct grid_builder **b,
			 const struct grid **g, size_t *base);
/* sources_grid() and its contrasts: at least two sources, or a message that says what there was. */
enum status sources_contrast(const struct options *opts, struct sink also, struct arena *a,
			     struct grid_builder **b, struct contrast *c);

/*
 * render.c: writes doc as the options say, in format unless they name another. view says which
 * blocks to show, 0 leaves that to the format.
 */
enum status render_doc(const struct options *opts, const char *format, unsigned int view,
		       const struct doc *doc);
/* All of a comparison: read, rendered in format unless the options name another, --fail-on. */
enum status render_compare(const struct options *opts, const char *format);

/* explain.c: says of a line what became of it, in the FILE that ctx is; see scan.h. */
void explain_line(void *ctx, const struct scan_seen *seen);

/* fail.c: what --fail-on makes of a contrast; STATUS_OK without it. */
enum status fail_status(const struct options *opts, const struct contrast *c);

#endif

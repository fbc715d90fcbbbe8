/* SPDX-License-Identifier: GPL-2.0-or-later */
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
#include "cli/cli.h"

#define ROW(name) extern const struct command command_##name;
#include "commands.inc"
#undef ROW
const struct command *const commands[] = {
#define ROW(name) &command_##name,
#include "commands.inc"
#undef ROW
	NULL
};

static const struct command *command_find(const char *name)
{
	for (size_t i = 0; commands[i]; i++)
		if (strcmp(commands[i]->name, name) == 0)
			return commands[i];
	return NULL;
}

static void help(FILE *f)
{
	fprintf(f, "usage: " KB_NAME " COMMAND [OPTION...] [PATH...]\n"
		   "       dmesg | " KB_NAME "\n\n"
		   "Kernel benchmark logs in, an honest comparison out. A PATH is a log, a mail, a "
		   "records\n"
		   "file or a directory of them; LABEL=PATH names it, - is standard input.\n\n");
	for (size_t i = 0; commands[i]; i++)
		fprintf(f, "  %-10s %s\n", commands[i]->name, commands[i]->summary);
	fprintf(f, "\n" KB_NAME " COMMAND --help tells a command's options, man " KB_NAME
		   " all the rest.\n");
}

static void command_help(const struct command *cmd)
{
	printf("usage: " KB_NAME " %s %s\n\n%s\n\n", cmd->name, cmd->args, cmd->summary);
	options_help(cmd, stdout);
}

/* git bisect run stops at 128 and above, and skips the commit at 125. */
static int exit_status(enum status status, bool gate)
{
	switch (status) {
	case STATUS_OK:
		return 0;
	case STATUS_REGRESSION:
		return 1;
	case STATUS_UNSURE:
		return 125;
	case STATUS_NO_RESULT:
		return gate ? 125 : 2;
	case STATUS_ERROR:
		break;
	}
	return gate ? 129 : 2;
}

/* --fail-on, or as much of it as getopt_long() takes for it, or would if nothing else began so. */
static bool is_gate(int argc, char **argv)
{
	for (int i = 1; i < argc && strcmp(argv[i], "--") != 0; i++)
		if (strncmp(argv[i], "--fa", 4) == 0 ||
		    strncmp(argv[i], "--f=regression:", 15) == 0)
			return true;
	return false;
}

/* The command line as a shell would take it, for the record. */
static const char *command_line(struct arena *a, int argc, char **argv)
{
	struct buf b = { 0 };
	const char *line;

	buf_add(&b, STR(KB_NAME));
	for (int i = 1; i < argc; i++) {
		const char *plain = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
				    "-_=./,:%+@";

		buf_char(&b, ' ');
		if (*argv[i] && strspn(argv[i], plain) == strlen(argv[i])) {
			buf_add(&b, str_of(argv[i]));
			continue;
		}
		buf_char(&b, '\'');
		for (const char *p = argv[i]; *p; p++)
			buf_add(&b, *p == '\'' ? STR("'\\''") : (struct str){ p, 1 });
		buf_char(&b, '\'');
	}
	line = arena_str(a, buf_str(&b)).p;
	buf_free(&b);
	return line;
}

static enum status run(struct arena *a, int argc, char **argv)
{
	const struct command *cmd;
	struct options opts = { .line = command_line(a, argc, argv) };
	enum status status = STATUS_ERROR;

	/* dmesg | kbenchstat */
	if (argc < 2 && !isatty(STDIN_FILENO))
		cmd = command_find("summary");
	else if (argc < 2) {
		help(stderr);
		return STATUS_ERROR;
	} else if (strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "-h") == 0 ||
		   (strcmp(argv[1], "help") == 0 && argc == 2)) {
		help(stdout);
		return STATUS_OK;
	} else if (strcmp(argv[1], "help") == 0 && command_find(argv[2])) {
		command_help(command_find(argv[2]));
		return STATUS_OK;
	} else if (strcmp(argv[1], "--version") == 0) {
		printf(KB_NAME " " KB_VERSION "\n");
		return STATUS_OK;
	} else {
		cmd = command_find(argv[1]);
	}
	if (!cmd) {
		diag_error(POS_NONE, "no command %s: " KB_NAME " --help lists them%s",
			   diag_quote(str_of(argv[1])),
			   access(argv[1], F_OK) == 0 ? ", summary reads such a path" : "");
		return STATUS_ERROR;
	}
	argc -= argc > 1;
	argv += argc > 0 && argv[1] != NULL;
	if (options_read(cmd, argc, argv, &opts)) {
		diag_set_quiet(opts.quiet);
		status = opts.help ? STATUS_OK : cmd->run(&opts);
		if (opts.help)
			command_help(cmd);
	}
	options_free(&opts);
	return status;
}

int main(int argc, char **argv)
{
	const bool gate = is_gate(argc, argv);
	struct arena *a;
	enum status status;

	mem_set_exit_status(exit_status(STATUS_ERROR, gate));
	a = arena_new();
	/* A reader that goes away is an error of the write, not the end. */
	signal(SIGPIPE, SIG_IGN);
	status = run(a, argc, argv);
	errno = 0;
	if ((fflush(stdout) != 0 || ferror(stdout)) && status != STATUS_ERROR) {
		/* A reader that has seen enough needs no message. */
		if (errno != EPIPE)
			diag_error(POS_NONE, "cannot write to standard output");
		status = STATUS_ERROR;
	}
	arena_free(a);
	return exit_status(status, gate);
}

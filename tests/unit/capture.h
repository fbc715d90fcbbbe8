/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef TESTS_UNIT_CAPTURE_H
#define TESTS_UNIT_CAPTURE_H

#include <stdio.h>
#include <unistd.h>

/* What goes to stderr between capture_start() and capture_end(), which returns it. */
static FILE *capture_file;
static int capture_saved;

static inline void capture_start(void)
{
	capture_file = tmpfile();
	fflush(stderr);
	capture_saved = dup(STDERR_FILENO);
	dup2(fileno(capture_file), STDERR_FILENO);
}

static inline const char *capture_end(void)
{
	static char text[16384];
	size_t n;

	fflush(stderr);
	dup2(capture_saved, STDERR_FILENO);
	close(capture_saved);
	rewind(capture_file);
	n = fread(text, 1, sizeof(text) - 1, capture_file);
	text[n] = '\0';
	fclose(capture_file);
	return text;
}

#endif

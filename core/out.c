/* SPDX-License-Identifier: GPL-2.0-or-later */
/* For realpath(). */
#define _XOPEN_SOURCE 700
#include "core/out.h"

#include <errno.h>
#include <poll.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#define STDOUT_POS ((struct pos){ "stdout", 0 })

/* errno 0: the reason is not known. */
static bool fail(struct pos pos, const char *what)
{
	if (errno != 0)
		diag_error(pos, "%s: %s", what, strerror(errno));
	else
		diag_error(pos, "%s", what);
	return false;
}

static char *copy(const char *s)
{
	struct buf b = { 0 };

	buf_add(&b, (struct str){ s, strlen(s) + 1 });
	return b.v;
}

/* A template for mkstemp() beside path: short, so that a long name stays possible. */
static char *temp_beside(const char *path)
{
	const char *slash = strrchr(path, '/');
	struct buf b = { 0 };

	if (slash)
		buf_add(&b, (struct str){ path, (size_t)(slash - path) + 1 });
	buf_printf(&b, ".%s-XXXXXX", KB_NAME);
	buf_char(&b, '\0');
	return b.v;
}

static mode_t new_file_mode(void)
{
	mode_t mask = umask(0);

	umask(mask);
	return 0666 & ~mask;
}

/* mkstemp() gives a file for its owner alone; this one gets the mode that its target would have. */
static FILE *open_temp(char *temp, mode_t mode)
{
	int fd = mkstemp(temp), error;
	FILE *f = NULL;

	if (fd < 0)
		return NULL;
	if (fchmod(fd, mode) == 0)
		f = fdopen(fd, "w");
	if (!f) {
		error = errno;
		close(fd);
		unlink(temp);
		errno = error;
	}
	return f;
}

static bool is_link(const char *path)
{
	struct stat st;

	return lstat(path, &st) == 0 && S_ISLNK(st.st_mode);
}

bool out_open(struct out *o, const char *path)
{
	struct stat st;
	bool exists;

	*o = (struct out){ stdout, NULL, NULL };
	if (!path || strcmp(path, "-") == 0)
		return true;
	exists = stat(path, &st) == 0;
	if (exists && !S_ISREG(st.st_mode)) {
		/* A device or a pipe is not to be replaced. */
		o->path = copy(path);
		o->f = fopen(path, "w");
	} else {
		/* Nor is a link to a file. */
		o->path = exists && is_link(path) ? realpath(path, NULL) : NULL;
		if (!o->path)
			o->path = copy(path);
		o->temp = temp_beside(o->path);
		o->f = open_temp(o->temp, exists ? st.st_mode & 0777 : new_file_mode());
	}
	if (o->f)
		return true;
	fail((struct pos){ path, 0 }, "cannot write");
	mem_free(o->path);
	mem_free(o->temp);
	*o = (struct out){ NULL, NULL, NULL };
	return false;
}

static bool reader_is_gone(FILE *f)
{
	struct pollfd p = { .fd = fileno(f), .events = 0 };

	return poll(&p, 1, 0) > 0 && (p.revents & POLLERR);
}

static bool close_stdout(void)
{
	bool failed = ferror(stdout) != 0;
	int fd;

	errno = 0;
	failed = fflush(stdout) != 0 || failed;
	/* Some file systems tell at close only; stdout itself stays open. */
	fd = failed ? -1 : dup(fileno(stdout));
	failed = (fd >= 0 && close(fd) != 0) || failed;
	if (failed && !reader_is_gone(stdout))
		fail(STDOUT_POS, "cannot write");
	return !failed;
}

bool out_close(struct out *o, bool keep)
{
	struct pos pos = { o->path, 0 };
	bool failed;

	if (!o->path)
		return close_stdout();
	failed = ferror(o->f) != 0;
	errno = 0;
	failed = fclose(o->f) != 0 || failed;
	if (failed)
		fail(pos, "cannot write");
	else if (keep && o->temp && rename(o->temp, o->path) != 0)
		failed = !fail(pos, "cannot replace");
	if (o->temp && (failed || !keep))
		unlink(o->temp);
	mem_free(o->path);
	mem_free(o->temp);
	*o = (struct out){ NULL, NULL, NULL };
	return !failed;
}

bool out_mkdir(const char *dir)
{
	struct stat st;

	if (mkdir(dir, 0777) == 0)
		return true;
	if (errno == EEXIST && stat(dir, &st) == 0) {
		if (S_ISDIR(st.st_mode))
			return true;
		errno = ENOTDIR;
	}
	return fail((struct pos){ dir, 0 }, "cannot create");
}

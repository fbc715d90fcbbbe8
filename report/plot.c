/* SPDX-License-Identifier: GPL-2.0-or-later */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>
#include "core/diag.h"
#include "report/plot.h"

/*
 * gnuplot works inside a directory of its own in the target directory, so that no path reaches its
 * parser, nothing follows a link that lies in wait, and a rename puts a finished file in its place.
 * The script is a file by the time gnuplot runs: with nothing to write to it, reading its messages
 * cannot deadlock.
 */

extern char **environ;

#define MESSAGES_MAX 4096 /* bytes of what gnuplot says */
/* What the child says when there is nothing to execute, as a shell would. */
#define NOT_FOUND 127

/* The next plot of doc from block *i on that is drawn, or NULL. */
static struct plot *next_plot(const struct doc *doc, size_t *i)
{
	while (*i < doc->blocks.n) {
		struct block *b = &doc->blocks.v[(*i)++];

		if (b->kind == BLOCK_PLOT && plot_drawable(b->plot))
			return b->plot;
	}
	return NULL;
}

/* Nothing from outside may change how gnuplot draws, or where it looks for its parts. */
static char **clean_environment(struct arena *a)
{
	static const char *const unwanted[] = { "GNUPLOT", "GNUTERM=", "GDFONTPATH=", "LC_ALL=" };
	size_t n = 0, kept = 0;
	char **env;

	while (environ[n])
		n++;
	env = arena_new_of(a, char *, n + 2);
	for (size_t i = 0; i < n; i++) {
		bool keep = true;

		for (size_t j = 0; j < sizeof(unwanted) / sizeof(*unwanted); j++)
			keep = keep && !str_starts(str_of(environ[i]), str_of(unwanted[j]));
		if (keep)
			env[kept++] = environ[i];
	}
	env[kept] = (char *)arena_str(a, STR("LC_ALL=C.UTF-8")).p;
	return env;
}

/* The script as a file without a name, or -1 with errno. */
static int script_open(const struct doc *doc)
{
	struct buf script = { 0 };
	FILE *f;
	int fd = -1;

	plot_script(&script, doc);
	f = tmpfile();
	if (f && fwrite(script.v, 1, script.n, f) == script.n && fflush(f) == 0 &&
	    fseek(f, 0, SEEK_SET) == 0)
		fd = fcntl(fileno(f), F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
	if (f)
		fclose(f);
	buf_free(&script);
	return fd;
}

/* In the child: only calls that are safe between fork() and exec. */
__attribute__((noreturn)) static void run_gnuplot(const char *dir, char **env, int script,
						  int messages)
{
	static char *const argv[] = { (char *)"gnuplot", (char *)"-d", (char *)"/dev/stdin", NULL };
	int null = open("/dev/null", O_WRONLY);

	/* null goes first: it may be one of the three if the caller had closed it. */
	if (chdir(dir) != 0 || null < 0 || dup2(null, STDOUT_FILENO) < 0 ||
	    dup2(script, STDIN_FILENO) < 0 || dup2(messages, STDERR_FILENO) < 0)
		_exit(EXIT_FAILURE);
	environ = env;
	execvp(argv[0], argv);
	_exit(NOT_FOUND);
}

/* All that comes from fd, of which the end is kept: gnuplot stops where it says what is wrong. */
static void read_messages(struct buf *messages, int fd)
{
	char chunk[1024];
	ssize_t n;

	while ((n = read(fd, chunk, sizeof(chunk))) > 0 || (n < 0 && errno == EINTR)) {
		if (n < 0)
			continue;
		buf_add(messages, (struct str){ chunk, (size_t)n });
		if (messages->n > 2 * MESSAGES_MAX) {
			memmove(messages->v, messages->v + messages->n - MESSAGES_MAX,
				MESSAGES_MAX);
			messages->n = MESSAGES_MAX;
		}
	}
}

/* A pipe out of the way of the standard descriptors and of exec; false with errno. */
static bool pipe_open(int ends[2])
{
	int raw[2];

	if (pipe(raw) != 0)
		return false;
	for (int i = 0; i < 2; i++) {
		ends[i] = fcntl(raw[i], F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
		close(raw[i]);
	}
	return ends[0] >= 0 && ends[1] >= 0;
}

/* Runs gnuplot in dir. Its exit status, NOT_FOUND, or -1 after an error message. */
static int gnuplot(const struct doc *doc, const char *dir, struct buf *messages)
{
	char **env = clean_environment(doc->arena);
	int ends[2] = { -1, -1 }, script = script_open(doc), status = 0;
	pid_t pid = script >= 0 && pipe_open(ends) ? fork() : -1;

	if (pid == 0)
		run_gnuplot(dir, env, script, ends[1]);
	if (pid < 0)
		diag_error(POS_NONE, "cannot run gnuplot: %s", strerror(errno));
	close(script);
	close(ends[1]);
	if (pid > 0) {
		read_messages(messages, ends[0]);
		while (waitpid(pid, &status, 0) < 0 && errno == EINTR)
			;
		status = WIFEXITED(status) ? WEXITSTATUS(status) : EXIT_FAILURE;
	}
	close(ends[0]);
	return pid < 0 ? -1 : status;
}

/* gnuplot says nothing of a full disk. */
static bool whole_svg(const char *path)
{
	char tail[16];
	struct str text = { tail, 0 };
	FILE *f = fopen(path, "rb");

	if (!f)
		return false;
	if (fseek(f, -(long)sizeof(tail), SEEK_END) == 0)
		text = str_rtrim((struct str){ tail, fread(tail, 1, sizeof(tail), f) });
	fclose(f);
	return text.n >= 6 && str_is(str_skip(text, text.n - 6), "</svg>");
}

static struct str svg_path(struct arena *a, const char *dir, const struct plot *p)
{
	return arena_printf(a, "%s/%.*s.svg", dir, (int)p->id.n, p->id.p);
}

/* gnuplot shows the command before it says what is wrong with it, and stops there. */
static struct str last_line(struct str text)
{
	struct str line, last = { 0 };

	while (str_next(&text, '\n', &line)) {
		line = str_trim(line);
		if (line.n)
			last = line;
	}
	return last;
}

/* Every plot is there and whole; else a message says so, in gnuplot's words if it has any. */
static bool check_files(const struct doc *doc, const char *temp, int rc, struct str messages)
{
	const struct plot *p;
	struct str said = last_line(messages);
	size_t i = 0;

	while (rc == 0 && (p = next_plot(doc, &i)) != NULL) {
		if (!whole_svg(svg_path(doc->arena, temp, p).p))
			rc = EXIT_FAILURE;
	}
	if (rc != 0 && said.n)
		diag_error(POS_NONE, "gnuplot failed: %s", diag_quote(said));
	else if (rc != 0)
		diag_error(POS_NONE, "gnuplot did not finish its plots (is the disk full?)");
	return rc == 0;
}

static bool move_files(const struct doc *doc, const char *temp, const char *dir)
{
	const struct plot *p;
	size_t i = 0;

	while ((p = next_plot(doc, &i)) != NULL) {
		struct str to = svg_path(doc->arena, dir, p);

		if (rename(svg_path(doc->arena, temp, p).p, to.p) != 0) {
			diag_error((struct pos){ to.p, 0 }, "cannot put the plot in place: %s",
				   strerror(errno));
			return false;
		}
	}
	return true;
}

/* "strip-12.svg": a plot of ours, by its name. */
static bool is_ours(struct str name)
{
	static const struct str kinds[] = { STR_INIT("strip-"), STR_INIT("curve-") };

	if (!str_ends(name, STR(".svg")))
		return false;
	name.n -= strlen(".svg");
	for (size_t i = 0; i < sizeof(kinds) / sizeof(kinds[0]); i++) {
		struct str number = str_skip(name, kinds[i].n);
		uint64_t v;

		if (str_starts(name, kinds[i]) && str_u64(number, &v))
			return true;
	}
	return str_is(name, "changes");
}

/* Plots of an earlier report would lie beside those of this one as if they were of it. */
static void remove_old(struct doc *doc, const char *dir)
{
	DIR *d = opendir(dir);

	for (const struct dirent *e; d && (e = readdir(d));) {
		struct str name = str_of(e->d_name);
		const struct plot *p;
		bool old = is_ours(name);
		size_t i = 0;

		while ((p = next_plot(doc, &i)) != NULL)
			old &= !p->file.n || !str_ends(p->file, name);
		if (old)
			unlink(arena_printf(doc->arena, "%s/%s", dir, e->d_name).p);
	}
	if (d)
		closedir(d);
}

static enum plot_status render_in(const struct doc *doc, const char *temp, const char *dir)
{
	struct buf messages = { 0 };
	int rc = gnuplot(doc, temp, &messages);
	enum plot_status status = PLOT_FAILED;

	if (rc == NOT_FOUND)
		status = PLOT_NO_GNUPLOT;
	else if (rc >= 0 && check_files(doc, temp, rc, buf_str(&messages)) &&
		 move_files(doc, temp, dir))
		status = PLOT_OK;
	buf_free(&messages);
	return status;
}

enum plot_status plot_render(struct doc *doc, const char *dir, struct str prefix)
{
	/* arena_printf() gives memory of our own, which mkdtemp() may fill in. */
	char *temp = (char *)arena_printf(doc->arena, "%s/.plots-XXXXXX", dir).p;
	enum plot_status status;
	struct plot *p;
	size_t i = 0;

	if (!next_plot(doc, &i)) {
		remove_old(doc, dir);
		return PLOT_OK;
	}
	if (!mkdtemp(temp)) {
		diag_error((struct pos){ dir, 0 }, "cannot write plots: %s", strerror(errno));
		return PLOT_FAILED;
	}
	status = render_in(doc, temp, dir);
	for (i = 0; (p = next_plot(doc, &i)) != NULL;) {
		unlink(svg_path(doc->arena, temp, p).p);
		if (status == PLOT_OK)
			p->file = arena_printf(doc->arena, "%.*s%.*s.svg", (int)prefix.n, prefix.p,
					       (int)p->id.n, p->id.p);
	}
	rmdir(temp);
	if (status != PLOT_FAILED)
		remove_old(doc, dir);
	return status;
}

/* SPDX-License-Identifier: GPL-2.0-or-later */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>
#include "core/diag.h"
#include "parsers/input.h"

#define INPUT_DEPTH 64
/* Reads go to a page-aligned address, the partial line before it: twice as fast as behind it. */
#define INPUT_CHUNK ((size_t)256 << 10)
#define INPUT_PAGE  ((size_t)4096)

struct input_dir {
	dev_t dev;
	ino_t ino;
	const struct input_dir *up;
	unsigned int depth;
};

struct input_walk {
	bool (*each)(void *ctx, const struct input_file *file);
	void *ctx;
};

static bool input_failed(const char *path)
{
	diag_error((struct pos){ path, 0 }, "%s", strerror(errno));
	return false;
}

/* console.log, dmesg, kmsg.txt ...: what a result directory calls the log of its one boot. */
static bool input_is_console(struct str name)
{
	static const char *const stems[] = { "console", "dmesg", "kmsg", "serial" };
	static const char *const suffixes[] = { "", "log", "txt" };
	struct str_cut cut = str_cut(name, '.');
	bool stem = false, suffix = false;

	for (size_t i = 0; i < sizeof(stems) / sizeof(stems[0]); i++)
		stem |= str_is(cut.head, stems[i]);
	for (size_t i = 0; i < sizeof(suffixes) / sizeof(suffixes[0]); i++)
		suffix |= str_is(cut.tail, suffixes[i]);
	return stem && suffix;
}

static int input_order(const void *a, const void *b)
{
	const struct str *x = a, *y = b;

	return str_natcmp(*x, *y);
}

static bool input_visit(const struct input_walk *w, struct arena *a, struct str path,
			struct str place, const struct input_dir *up);

/* The next entry; NULL with errno 0 behind the last one. */
static const struct dirent *input_entry(DIR *dir)
{
	errno = 0;
	return readdir(dir);
}

static bool input_directory(const struct input_walk *w, struct arena *a, struct str path,
			    const struct input_dir *here)
{
	VEC(struct str) names = { 0 };
	DIR *dir = opendir(path.p);
	struct str place = { NULL, 0 };
	bool ok = true;

	if (!dir)
		return input_failed(path.p);
	for (const struct dirent *e; (e = input_entry(dir));) {
		if (e->d_name[0] == '.')
			continue;
		*vec_add(&names) = arena_str(a, str_of(e->d_name));
		if (input_is_console(str_of(e->d_name)))
			place = path;
	}
	ok = errno == 0 || input_failed(path.p);
	closedir(dir);
	if (names.n)
		qsort(names.v, names.n, sizeof(names.v[0]), input_order);
	while (path.n > 1 && path.p[path.n - 1] == '/')
		path.n--;
	for (size_t i = 0; i < names.n; i++)
		ok &= input_visit(w, a,
				  arena_printf(a, "%.*s/%s", (int)path.n, path.p, names.v[i].p),
				  place, here);
	vec_free(&names);
	return ok;
}

static bool input_visit(const struct input_walk *w, struct arena *a, struct str path,
			struct str place, const struct input_dir *up)
{
	struct input_dir here = { .up = up, .depth = up ? up->depth + 1 : 0 };
	struct stat st;

	if (stat(path.p, &st) != 0)
		return input_failed(path.p);
	if (!S_ISDIR(st.st_mode)) {
		if (up && !S_ISREG(st.st_mode)) {
			diag_note((struct pos){ path.p, 0 }, "not a regular file: left out");
			return true;
		}
		return w->each(w->ctx, &(struct input_file){ path.p, place });
	}
	here.dev = st.st_dev;
	here.ino = st.st_ino;
	for (const struct input_dir *d = up; d; d = d->up)
		if (d->dev == here.dev && d->ino == here.ino) {
			diag_warn((struct pos){ path.p, 0 }, "directory within itself: left out");
			return true;
		}
	if (here.depth > INPUT_DEPTH) {
		diag_error((struct pos){ path.p, 0 }, "directories nested too deeply");
		return false;
	}
	return input_directory(w, a, path, &here);
}

static bool input_is_place(const char *path)
{
	DIR *dir = opendir(path);
	bool place = false;

	for (const struct dirent *e; dir && (e = readdir(dir));)
		place |= input_is_console(str_of(e->d_name));
	if (dir)
		closedir(dir);
	return place;
}

/* What explains a directory of sides makes it no other. */
static bool input_is_readme(struct str name)
{
	return str_is(name, "README") || str_starts(name, STR("README."));
}

size_t input_sides(const char *path, struct arena *a, struct str **names)
{
	VEC(struct str) found = { 0 };
	DIR *dir = opendir(path);
	bool sides = dir != NULL;
	size_t n;

	for (const struct dirent *e; sides && (e = readdir(dir));) {
		struct str below = arena_printf(a, "%s/%s", path, e->d_name);
		struct stat st;

		if (e->d_name[0] == '.' || input_is_readme(str_of(e->d_name)))
			continue;
		sides = stat(below.p, &st) == 0 && S_ISDIR(st.st_mode) && !input_is_place(below.p);
		*vec_add(&found) = arena_str(a, str_of(e->d_name));
	}
	if (dir)
		closedir(dir);
	n = sides && found.n > 1 ? found.n : 0;
	*names = arena_new_of(a, struct str, n);
	if (n) {
		qsort(found.v, n, sizeof(found.v[0]), input_order);
		memcpy(*names, found.v, n * sizeof(found.v[0]));
	}
	vec_free(&found);
	return n;
}

bool input_walk(const char *path, bool (*each)(void *ctx, const struct input_file *file), void *ctx)
{
	const struct input_walk w = { each, ctx };
	struct arena *a = arena_new();
	bool ok;

	if (strcmp(path, "-") == 0)
		ok = each(ctx, &(struct input_file){ path, { NULL, 0 } });
	else
		ok = input_visit(&w, a, arena_str(a, str_of(path)), (struct str){ NULL, 0 }, NULL);
	arena_free(a);
	return ok;
}

/* Reads until the buffer is full or the input ends. False after an error. */
static bool input_fill(int fd, char *to, size_t room, size_t *n)
{
	*n = 0;
	while (*n < room) {
		ssize_t got = read(fd, to + *n, room - *n);

		if (got < 0 && errno == EINTR)
			continue;
		if (got < 0)
			return false;
		if (got == 0)
			break;
		*n += (size_t)got;
	}
	return true;
}

struct input_stream {
	const struct input_reader *reader;
	enum input_how how;
	char *aligned;	/* where a read goes; room for a partial line is before it */
	size_t partial; /* bytes of it */
	bool skipping;	/* the rest of a line that was cut */
};

/* Hands over the lines that end in data, and keeps what is behind them. */
static bool input_put(struct input_stream *s, const char *data, size_t n)
{
	const size_t most = s->reader->line_max + 1;
	const char *end = data + n, *start = data - s->partial, *last = end;

	if (s->how == INPUT_BYTES)
		return s->reader->block(s->reader->ctx, (struct str){ data, n }, false);
	if (s->skipping) {
		const char *eol = memchr(data, '\n', n);

		if (!eol)
			return true;
		s->skipping = false;
		start = eol + 1;
	}
	while (last > start && last > data && last[-1] != '\n')
		last--;
	if (last <= data && (size_t)(end - start) <= most)
		last = start; /* no line has ended yet */
	else if (last <= data)
		last = end;
	if (last > start &&
	    !s->reader->block(s->reader->ctx, (struct str){ start, (size_t)(last - start) }, false))
		return false;
	s->skipping |= last == end && last > start && last[-1] != '\n';
	s->partial = (size_t)(end - last);
	if (s->partial > most) {
		if (!s->reader->block(s->reader->ctx, (struct str){ last, most }, false))
			return false;
		s->skipping = true;
		s->partial = 0;
	}
	if (s->partial)
		memmove(s->aligned - s->partial, last, s->partial);
	return true;
}

static bool input_stream(int fd, const struct input_file *file, struct input_stream *s)
{
	for (;;) {
		ssize_t got = read(fd, s->aligned, INPUT_CHUNK);

		if (got < 0 && errno == EINTR)
			continue;
		if (got < 0)
			return input_failed(file->path);
		if (got == 0)
			break;
		if (!input_put(s, s->aligned, (size_t)got))
			return false;
	}
	return !s->partial ||
	       s->reader->block(s->reader->ctx, (struct str){ s->aligned - s->partial, s->partial },
				false);
}

/* Gathers what fd gives until there are most bytes of it, or the end has come. */
static bool input_gather(int fd, const struct input_file *file, struct buf *text, size_t most,
			 bool *eof)
{
	size_t room = text->n ? text->n : INPUT_CHUNK;

	while (!*eof && text->n < most) {
		size_t got;

		text->v = mem_grow(text->v, &text->cap, text->n + room, 1);
		if (!input_fill(fd, text->v + text->n, room, &got))
			return input_failed(file->path);
		*eof = got < room;
		text->n += got;
		room = text->n;
	}
	return true;
}

static bool input_too_large(const struct input_file *file)
{
	diag_error((struct pos){ file->path, 0 },
		   "larger than %zu MiB: too much to be read as a whole", INPUT_MOST >> 20);
	return false;
}

/* What stays of a text when its beginning has been seen. */
static bool input_rest(int fd, const struct input_file *file, struct input_stream *s,
		       struct str head)
{
	char *memory;
	size_t cap = 0;
	bool ok;

	memory = mem_grow(NULL, &cap, s->reader->line_max + 3 * INPUT_PAGE + INPUT_CHUNK, 1);
	s->aligned = memory + s->reader->line_max + INPUT_PAGE;
	s->aligned += INPUT_PAGE - ((uintptr_t)s->aligned & (INPUT_PAGE - 1));
	ok = input_put(s, head.p, head.n) && input_stream(fd, file, s);
	mem_free(memory);
	return ok;
}

static bool input_read_fd(int fd, const struct input_file *file, const struct input_reader *reader)
{
	struct input_stream s = { .reader = reader };
	struct buf text = { 0 };
	bool eof = false, ok;

	/* The beginning, up to the size below which a text is seen whole. */
	ok = input_gather(fd, file, &text, INPUT_WHOLE, &eof);
	if (ok)
		s.how = reader->first(reader->ctx, buf_str(&text), eof);
	if (ok && s.how == INPUT_ALL)
		ok = input_gather(fd, file, &text, INPUT_MOST + 1, &eof) &&
		     (eof && text.n <= INPUT_MOST ? ok : input_too_large(file));
	if (!ok || s.how == INPUT_STOP)
		ok = false;
	else if (eof)
		ok = !text.n || reader->block(reader->ctx, buf_str(&text), true);
	else
		ok = input_rest(fd, file, &s, buf_str(&text));
	buf_free(&text);
	return ok;
}
bool input_read(const struct input_file *file, const struct input_reader *reader)
{
	bool standard = strcmp(file->path, "-") == 0;
	int fd = standard ? STDIN_FILENO : open(file->path, O_RDONLY | O_CLOEXEC | O_NOCTTY);
	bool ok;

	if (fd < 0)
		return input_failed(file->path);
	ok = input_read_fd(fd, file, reader);
	if (!standard)
		close(fd);
	return ok;
}

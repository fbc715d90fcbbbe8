/* SPDX-License-Identifier: GPL-2.0-or-later */
#include <dirent.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>
#include "core/diag.h"
#include "parsers/layout.h"
#include "parsers/stream.h"
#include "parsers/tree.h"

/* Reads go to a page-aligned address, the partial line before it: twice as fast as behind it. */
#define INPUT_CHUNK ((size_t)256 << 10)
#define INPUT_PAGE  ((size_t)4096)

/* Whether a directory of this name is that of one boot, without a look at all below it. */
static bool input_is_place(const char *path)
{
	DIR *dir = opendir(path);
	bool place = false;

	for (const struct dirent *e; dir && (e = readdir(dir));)
		place |= layout_is_run(str_of(e->d_name));
	if (dir)
		closedir(dir);
	return place;
}

static int input_order(const void *a, const void *b)
{
	const struct str *x = a, *y = b;

	return str_natcmp(*x, *y);
}

/* Whether it is that of kvm-series.sh: the results are two directories down. */
static bool input_is_series(const char *path, struct arena *a)
{
	DIR *dir = opendir(path);
	bool series = false;

	for (const struct dirent *e; dir && !series && (e = readdir(dir));) {
		struct str config = arena_printf(a, "%s/%s", path, e->d_name);
		DIR *below = e->d_name[0] == '.' ? NULL : opendir(config.p);

		for (const struct dirent *f; below && !series && (f = readdir(below));)
			series = layout_is_commit(str_of(f->d_name)) &&
				 access(arena_printf(a, "%s/%s/testid.txt", config.p, f->d_name).p,
					F_OK) == 0;
		if (below)
			closedir(below);
	}
	if (dir)
		closedir(dir);
	return series;
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

		if (e->d_name[0] == '.' || layout_is_readme(str_of(e->d_name)))
			continue;
		sides = stat(below.p, &st) == 0 && S_ISDIR(st.st_mode) &&
			!input_is_place(below.p) && !layout_is_part(str_of(e->d_name));
		*vec_add(&found) = arena_str(a, str_of(e->d_name));
	}
	if (dir)
		closedir(dir);
	n = sides && found.n > 1 && !input_is_series(path, a) ? found.n : 0;
	*names = arena_new_of(a, struct str, n);
	if (n) {
		qsort(found.v, n, sizeof(found.v[0]), input_order);
		memcpy(*names, found.v, n * sizeof(found.v[0]));
	}
	vec_free(&found);
	return n;
}

bool input_walk(const char *path, input_each *each, void *ctx)
{
	struct arena *a = arena_new();
	struct tree t;
	bool ok;

	if (strcmp(path, "-") == 0) {
		ok = each(ctx, &(struct input_file){ .path = path });
	} else {
		ok = tree_scan(a, path, &t);
		ok &= layout_walk(&t, false, each, ctx);
	}
	arena_free(a);
	return ok;
}

bool input_untar(struct stream *from, bool split, input_each *each, void *ctx)
{
	struct arena *a = arena_new();
	struct tree t;
	bool ok = tree_untar(a, from, &t);

	ok &= layout_walk(&t, split, each, ctx);
	arena_free(a);
	return ok;
}

struct input_stream {
	struct stream *from;
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

static bool input_stream(struct input_stream *s)
{
	ptrdiff_t got;

	while ((got = stream_read(s->from, s->aligned, INPUT_CHUNK)) > 0)
		if (!input_put(s, s->aligned, (size_t)got))
			return false;
	/* Half a line may hold half a number. */
	if (got < 0)
		return false;
	return !s->partial ||
	       s->reader->block(s->reader->ctx, (struct str){ s->aligned - s->partial, s->partial },
				false);
}

/* A text's beginning, or all of it. */
struct input_head {
	struct buf text;
	bool eof, failed; /* it has ended; by a fault */
};

static bool input_gather(struct stream *from, struct input_head *h, size_t most)
{
	while (!h->eof && h->text.n < most) {
		size_t room = h->text.n < INPUT_CHUNK ? INPUT_CHUNK : h->text.n;
		ptrdiff_t got;

		h->text.v = mem_grow(h->text.v, &h->text.cap, h->text.n + room, 1);
		got = stream_read(from, h->text.v + h->text.n, h->text.cap - h->text.n);
		h->eof = got <= 0;
		h->failed = got < 0;
		h->text.n += got > 0 ? (size_t)got : 0;
	}
	while (h->failed && h->text.n && h->text.v[h->text.n - 1] != '\n')
		h->text.n--;
	return !h->failed || h->text.n;
}

static bool input_too_large(const struct stream *from)
{
	diag_error((struct pos){ stream_name(from), 0 },
		   "larger than %zu MiB: too much to be read as a whole", INPUT_MOST >> 20);
	return false;
}

/* What stays of a text when its beginning has been seen. */
static bool input_rest(struct input_stream *s, struct str head)
{
	char *memory;
	size_t cap = 0;
	bool ok;

	memory = mem_grow(NULL, &cap, s->reader->line_max + 3 * INPUT_PAGE + INPUT_CHUNK, 1);
	s->aligned = memory + s->reader->line_max + INPUT_PAGE;
	s->aligned += INPUT_PAGE - ((uintptr_t)s->aligned & (INPUT_PAGE - 1));
	ok = input_put(s, head.p, head.n) && input_stream(s);
	mem_free(memory);
	return ok;
}

bool input_read(struct stream *from, const struct input_reader *reader)
{
	struct input_stream s = { .from = from, .reader = reader };
	struct input_head h = { 0 };
	bool ok;

	/* The beginning, up to the size below which a text is seen whole. */
	ok = input_gather(from, &h, INPUT_WHOLE);
	if (ok)
		s.how = reader->first(reader->ctx, buf_str(&h.text), h.eof);
	if (ok && s.how == INPUT_ALL)
		ok = input_gather(from, &h, INPUT_MOST + 1) &&
		     (h.text.n <= INPUT_MOST || input_too_large(from));
	if (!ok || s.how == INPUT_STOP)
		ok = false;
	else if (h.eof)
		ok = !h.text.n || reader->block(reader->ctx, buf_str(&h.text), true);
	else
		ok = input_rest(&s, buf_str(&h.text));
	buf_free(&h.text);
	return ok && !h.failed;
}

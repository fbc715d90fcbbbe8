/* SPDX-License-Identifier: GPL-2.0-or-later */
#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <sys/stat.h>
#include "core/diag.h"
#include "parsers/tree.h"

#define TREE_DEPTH 64

/* The directories above one, to see circles. */
struct tree_up {
	dev_t dev;
	ino_t ino;
	const struct tree_up *up;
	unsigned int depth;
};

int tree_order(const void *a, const void *b)
{
	const struct tree *x = a, *y = b;

	return str_natcmp(x->name, y->name);
}

const struct tree *tree_kid(const struct tree *t, const char *name)
{
	for (size_t i = 0; i < t->nkids; i++)
		if (str_is(t->kids[i].name, name))
			return &t->kids[i];
	return NULL;
}

static bool tree_failed(const char *path)
{
	diag_error((struct pos){ path, 0 }, "%s", strerror(errno));
	return false;
}

/* A name that a directory has, and no file: of a log that was to be there. */
static bool tree_missing(const char *path)
{
	struct stat st;
	int why = errno;

	if (why == ENOENT && lstat(path, &st) == 0 && S_ISLNK(st.st_mode)) {
		diag_error((struct pos){ path, 0 }, "a link to a file that is not there");
		return false;
	}
	errno = why;
	return tree_failed(path);
}

/* The next entry; NULL with errno 0 behind the last one. */
static const struct dirent *tree_entry(DIR *dir)
{
	errno = 0;
	return readdir(dir);
}

static bool tree_visit(struct arena *a, struct tree *t, const struct tree_up *up, bool *out);

static bool tree_directory(struct arena *a, struct tree *t, const struct tree_up *here)
{
	VEC(struct tree) kids = { 0 };
	struct str path = t->path;
	DIR *dir = opendir(t->cpath);
	size_t n = 0;
	bool ok;

	if (!dir)
		return tree_failed(t->cpath);
	while (path.n > 1 && path.p[path.n - 1] == '/')
		path.n--;
	for (const struct dirent *e; (e = tree_entry(dir));)
		if (e->d_name[0] != '.')
			vec_add(&kids)->name = arena_str(a, str_of(e->d_name));
	ok = errno == 0 || tree_failed(t->cpath);
	closedir(dir);
	if (kids.n)
		qsort(kids.v, kids.n, sizeof(kids.v[0]), tree_order);
	for (size_t i = 0; i < kids.n; i++) {
		struct tree *kid = &kids.v[i];
		bool out = false;

		kid->path = arena_printf(a, "%.*s/%s", (int)path.n, path.p, kid->name.p);
		ok &= tree_visit(a, kid, here, &out);
		if (!out)
			kids.v[n++] = *kid;
	}
	t->kids = arena_new_of(a, struct tree, n);
	t->nkids = n;
	if (n)
		memcpy(t->kids, kids.v, n * sizeof(kids.v[0]));
	vec_free(&kids);
	return ok;
}

/* out: it is no part of the tree. */
static bool tree_visit(struct arena *a, struct tree *t, const struct tree_up *up, bool *out)
{
	struct tree_up here = { .up = up, .depth = up ? up->depth + 1 : 0 };
	struct stat st;

	t->cpath = t->path.p;
	*out = true;
	if (stat(t->cpath, &st) != 0)
		return tree_missing(t->cpath);
	if (!S_ISDIR(st.st_mode)) {
		*out = up && !S_ISREG(st.st_mode);
		if (*out)
			diag_note((struct pos){ t->cpath, 0 }, "not a regular file: left out");
		return true;
	}
	here.dev = st.st_dev;
	here.ino = st.st_ino;
	for (const struct tree_up *d = up; d; d = d->up)
		if (d->dev == here.dev && d->ino == here.ino) {
			diag_warn((struct pos){ t->cpath, 0 }, "directory within itself: left out");
			return true;
		}
	if (here.depth > TREE_DEPTH) {
		diag_error((struct pos){ t->cpath, 0 }, "directories nested too deeply");
		return false;
	}
	*out = false;
	t->dir = true;
	return tree_directory(a, t, &here);
}

/* "before" for "a/b/before/". */
static struct str tree_name(struct str path)
{
	while (path.n > 1 && path.p[path.n - 1] == '/')
		path.n--;
	for (size_t i = path.n; i-- > 0;)
		if (path.p[i] == '/' && i + 1 < path.n)
			return str_skip(path, i + 1);
	return path;
}

bool tree_scan(struct arena *a, const char *path, struct tree *t)
{
	bool out, ok;

	*t = (struct tree){ .path = arena_str(a, str_of(path)) };
	t->name = tree_name(t->path);
	ok = tree_visit(a, t, NULL, &out);
	if (out)
		*t = (struct tree){ .dir = true };
	return ok;
}

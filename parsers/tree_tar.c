/* SPDX-License-Identifier: GPL-2.0-or-later */
#include <stdlib.h>
#include "core/diag.h"
#include "parsers/stream.h"
#include "parsers/tree.h"
#include "parsers/untar.h"

#define TREE_TAR_CHUNK	 ((size_t)64 << 10)
#define TREE_TAR_MEMBERS 65536
#define TREE_TAR_SIZE	 ((size_t)256 << 20)
#define TREE_TAR_DEPTH	 64
/* So many members that are left out are named. */
#define TREE_TAR_NAMED 5

/* A file of the archive: its path in parts that are clean, joined by '/'. */
struct tree_member {
	struct str path, bytes;
	size_t at; /* in the archive */
};

struct tree_tar {
	struct arena *arena;
	const char *name;
	VEC(struct tree_member) members;
	size_t seen, size, left_out;
};

static ptrdiff_t tree_tar_from(void *ctx, char *to, size_t n)
{
	return stream_read(ctx, to, n);
}

/* A member that may have been a log. */
static bool tree_tar_left_out(struct tree_tar *t, struct str path, const char *why)
{
	if (t->left_out++ < TREE_TAR_NAMED)
		diag_note((struct pos){ t->name, 0 }, "tar: %s: left out: %s", why,
			  diag_quote(path));
	return false;
}

/* "a/b" for "./a//b"; false for what has hidden parts, or after a message. */
static bool tree_tar_path(struct tree_tar *t, struct str whole, struct buf *clean)
{
	struct str part, path = whole;
	unsigned int depth = 0;

	clean->n = 0;
	while (str_next(&path, '/', &part)) {
		if (!part.n || str_is(part, "."))
			continue;
		if (str_is(part, ".."))
			return tree_tar_left_out(t, whole, "a path with '..'");
		if (part.p[0] == '.')
			return false;
		if (++depth > TREE_TAR_DEPTH)
			return tree_tar_left_out(t, whole, "directories nested too deeply");
		if (clean->n)
			buf_char(clean, '/');
		buf_add(clean, part);
	}
	return clean->n > 0;
}

static bool tree_tar_error(const struct tree_tar *t, const char *what)
{
	diag_error((struct pos){ t->name, 0 }, "tar: %s: unpack it into a directory", what);
	return false;
}

/* Of a kernel or a program, which may be large, the beginning says enough. */
static bool tree_tar_is_program(struct str head)
{
	return str_starts(head, STR("\x7f"
				    "ELF"));
}

static bool tree_tar_member(struct tree_tar *t, struct untar *u, struct str path)
{
	struct buf bytes = { 0 };
	ptrdiff_t got;
	bool ok = true;

	do {
		bytes.v = mem_grow(bytes.v, &bytes.cap, bytes.n + TREE_TAR_CHUNK, 1);
		got = untar_read(u, bytes.v + bytes.n, TREE_TAR_CHUNK);
		bytes.n += got > 0 ? (size_t)got : 0;
		if (tree_tar_is_program(buf_str(&bytes)))
			got = 0;
		if (bytes.n > TREE_TAR_SIZE - t->size)
			got = ok = tree_tar_error(t, "more than 256 MiB of files");
	} while (got > 0);
	if (got == 0 && ok) {
		struct tree_member *m = vec_add(&t->members);

		m->path = arena_str(t->arena, path);
		m->bytes = arena_str(t->arena, buf_str(&bytes));
		m->at = t->members.n;
		t->size += bytes.n;
	}
	buf_free(&bytes);
	return ok && got >= 0;
}

static bool tree_tar_read(struct tree_tar *t, struct untar *u)
{
	struct untar_member m;
	struct buf path = { 0 };
	int more = 1;
	bool ok = true;

	while (ok && (more = untar_next(u, &m)) > 0) {
		if (++t->seen > TREE_TAR_MEMBERS)
			ok = tree_tar_error(t, "more than 65536 members");
		else if (m.link && tree_tar_path(t, m.path, &path))
			tree_tar_left_out(t, m.path, "a link");
		else if (m.regular && tree_tar_path(t, m.path, &path))
			ok = tree_tar_member(t, u, buf_str(&path));
	}
	if (t->left_out > TREE_TAR_NAMED)
		diag_note((struct pos){ t->name, 0 }, "tar: %zu more members left out",
			  t->left_out - TREE_TAR_NAMED);
	buf_free(&path);
	return ok && more == 0;
}

/* By natural order of the parts; what comes later in the archive stands for what came before. */
static int tree_tar_order(const void *a, const void *b)
{
	const struct tree_member *x = a, *y = b;
	struct str p = x->path, q = y->path, i, j;

	for (;;) {
		bool more = str_next(&p, '/', &i), other = str_next(&q, '/', &j);
		int order;

		if (!more || !other)
			return more != other ? more - other : (x->at > y->at) - (x->at < y->at);
		order = str_natcmp(i, j);
		if (order)
			return order;
	}
}

/* The n members lie below a directory, whose path is the first dir bytes of theirs. */
static void tree_tar_build(struct tree_tar *tar, struct tree *t, const struct tree_member *v,
			   size_t n, size_t dir)
{
	VEC(struct tree) kids = { 0 };

	for (size_t i = 0, end; i < n; i = end) {
		struct str_cut cut = str_cut(str_skip(v[i].path, dir), '/');
		struct str prefix = { v[i].path.p, dir + cut.head.n + cut.ok };
		struct tree *kid = vec_add(&kids);

		kid->name = cut.head;
		kid->path = arena_printf(tar->arena, "%s/%.*s", tar->name, (int)(dir + cut.head.n),
					 v[i].path.p);
		kid->cpath = kid->path.p;
		kid->archive = tar->name;
		kid->dir = cut.ok;
		for (end = i + 1; end < n && str_starts(v[end].path, prefix) &&
				  (cut.ok || v[end].path.n == prefix.n);
		     end++)
			;
		if (cut.ok)
			tree_tar_build(tar, kid, v + i, end - i, prefix.n);
		else
			kid->bytes = v[end - 1].bytes;
	}
	t->kids = arena_new_of(tar->arena, struct tree, kids.n);
	t->nkids = kids.n;
	if (kids.n)
		memcpy(t->kids, kids.v, kids.n * sizeof(kids.v[0]));
	vec_free(&kids);
}

bool tree_untar(struct arena *a, struct stream *from, struct tree *t)
{
	struct tree_tar tar = { .arena = a, .name = stream_name(from) };
	struct untar *u = untar_new((struct unpack_from){ tree_tar_from, from }, stream_name(from));
	bool ok = tree_tar_read(&tar, u);

	untar_free(u);
	if (tar.members.n)
		qsort(tar.members.v, tar.members.n, sizeof(tar.members.v[0]), tree_tar_order);
	*t = (struct tree){ .name = str_of(tar.name),
			    .path = str_of(tar.name),
			    .cpath = tar.name,
			    .dir = true,
			    .archive = tar.name };
	tree_tar_build(&tar, t, tar.members.v, tar.members.n, 0);
	vec_free(&tar.members);
	return ok;
}

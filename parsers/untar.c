/* SPDX-License-Identifier: GPL-2.0-or-later */
#include <archive.h>
#include <archive_entry.h>
#include <errno.h>
#include "core/diag.h"
#include "parsers/untar.h"

#define UNTAR_CHUNK ((size_t)64 << 10)

struct untar {
	struct unpack_from from;
	const char *name;
	struct archive *archive;
	bool open, failed;
	char chunk[UNTAR_CHUNK];
};

static la_ssize_t untar_callback(struct archive *a, void *ctx, const void **bytes)
{
	struct untar *t = ctx;
	ptrdiff_t got = t->from.read(t->from.ctx, t->chunk, sizeof(t->chunk));

	if (got < 0) {
		t->failed = true;
		archive_set_error(a, EIO, "cannot be read");
	}
	*bytes = t->chunk;
	return got;
}

struct untar *untar_new(struct unpack_from from, const char *name)
{
	size_t cap = 0;
	struct untar *t = mem_grow(NULL, &cap, 1, sizeof(*t));

	t->from = from;
	t->name = name;
	t->archive = archive_read_new();
	return t;
}

void untar_free(struct untar *t)
{
	if (t->archive)
		archive_read_free(t->archive);
	mem_free(t);
}

static int untar_failed(struct untar *t)
{
	const char *why = t->archive ? archive_error_string(t->archive) : NULL;

	if (!t->failed)
		diag_error((struct pos){ t->name, 0 }, "tar: %s",
			   why ? why : "truncated or corrupt");
	t->failed = true;
	return -1;
}

int untar_next(struct untar *t, struct untar_member *m)
{
	struct archive_entry *entry;
	int status;

	if (t->failed || !t->archive)
		return untar_failed(t);
	if (!t->open) {
		t->open = true;
		if (archive_read_support_format_tar(t->archive) != ARCHIVE_OK ||
		    archive_read_open(t->archive, t, NULL, untar_callback, NULL) != ARCHIVE_OK)
			return untar_failed(t);
	}
	do {
		status = archive_read_next_header(t->archive, &entry);
	} while (status == ARCHIVE_RETRY);
	if (status == ARCHIVE_EOF)
		return 0;
	/* A warning is about what is not looked at here: owners, times, the charset of names. */
	if (status != ARCHIVE_OK && status != ARCHIVE_WARN)
		return untar_failed(t);
	m->path = str_of(archive_entry_pathname(entry));
	m->link = m->path.n &&
		  (archive_entry_filetype(entry) == AE_IFLNK || archive_entry_hardlink(entry));
	m->regular = m->path.n && archive_entry_filetype(entry) == AE_IFREG && !m->link;
	return 1;
}

ptrdiff_t untar_read(struct untar *t, char *to, size_t n)
{
	la_ssize_t got;

	do {
		got = archive_read_data(t->archive, to, n);
	} while (got == ARCHIVE_RETRY);
	return got < 0 ? untar_failed(t) : got;
}

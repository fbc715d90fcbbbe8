/* SPDX-License-Identifier: GPL-2.0-or-later */
#include <archive.h>
#include <archive_entry.h>
#include <errno.h>
#include "core/diag.h"
#include "parsers/gunzip.h"
#include "parsers/unpack.h"

#define UNPACK_CHUNK ((size_t)64 << 10)
/* A text may repeat itself so much without a word. */
#define UNPACK_FREE ((uint64_t)64 << 20)

/* gzip has no function here: libarchive reads it, but not its checksum. */
struct unpack_kind {
	struct str magic;
	const char *name;
	int (*support)(struct archive *);
};
static const struct unpack_kind kinds[] = {
	{ STR_INIT("\x1f\x8b\x08"), "gzip", NULL },
	{ STR_INIT("\xfd"
		   "7zXZ\0"),
	  "xz", archive_read_support_filter_xz },
	{ STR_INIT("\x28\xb5\x2f\xfd"), "zstd", archive_read_support_filter_zstd },
	{ STR_INIT("BZh"), "bzip2", archive_read_support_filter_bzip2 },
	{ STR_INIT("\x04\x22\x4d\x18"), "lz4", archive_read_support_filter_lz4 },
};

struct unpack {
	struct unpack_from from;
	const struct unpack_kind *kind;
	const char *name;
	struct gunzip *gunzip;	 /* or */
	struct archive *archive; /* ... NULL: at the end, or broken */
	bool open;		 /* the archive */
	bool failed;		 /* a message has been left */
	bool ended;		 /* there is no more to unpack */
	uint64_t in, out;
	struct str packed; /* of chunk, what gunzip has not taken */
	char chunk[UNPACK_CHUNK];
};

static const struct unpack_kind *unpack_kind(struct str head)
{
	for (size_t i = 0; i < sizeof(kinds) / sizeof(kinds[0]); i++)
		if (str_starts(head, kinds[i].magic))
			return &kinds[i];
	return NULL;
}

bool unpack_knows(struct str head)
{
	const struct unpack_kind *kind = unpack_kind(head);

	/* "BZh" may be a word: a digit and the magic of a block or of the end are behind it. */
	if (kind && strcmp(kind->name, "bzip2") == 0)
		return head.n >= 10 && is_digit(head.p[3]) &&
		       (memcmp(head.p + 4, "1AY&SY", 6) == 0 ||
			memcmp(head.p + 4, "\x17\x72\x45\x38\x50\x90", 6) == 0);
	return kind != NULL;
}

static ptrdiff_t unpack_failed(struct unpack *u, const char *why)
{
	if (!u->failed)
		diag_error((struct pos){ u->name, 0 }, "%s: %s", u->kind->name, why);
	u->failed = true;
	return -1;
}

static ptrdiff_t unpack_fill(struct unpack *u)
{
	ptrdiff_t got = u->from.read(u->from.ctx, u->chunk, sizeof(u->chunk));

	u->failed |= got < 0;
	u->ended |= got == 0;
	u->in += got > 0 ? (uint64_t)got : 0;
	return got;
}

static la_ssize_t unpack_callback(struct archive *a, void *ctx, const void **bytes)
{
	struct unpack *u = ctx;
	ptrdiff_t got = unpack_fill(u);

	if (got < 0)
		archive_set_error(a, EIO, "cannot be read");
	*bytes = u->chunk;
	return got;
}

/* libarchive runs a program for what it was not built with: that is none of its own support. */
static bool unpack_support(struct unpack *u)
{
	return u->kind->support(u->archive) == ARCHIVE_OK &&
	       archive_read_support_format_raw(u->archive) == ARCHIVE_OK &&
	       archive_read_support_format_empty(u->archive) == ARCHIVE_OK;
}

struct unpack *unpack_new(struct unpack_from from, struct str head, const char *name)
{
	size_t cap = 0;
	struct unpack *u = mem_grow(NULL, &cap, 1, sizeof(*u));

	u->from = from;
	u->kind = unpack_kind(head);
	u->name = name;
	if (u->kind->support)
		u->archive = archive_read_new();
	else
		u->gunzip = gunzip_new();
	return u;
}

void unpack_free(struct unpack *u)
{
	if (u->gunzip)
		gunzip_free(u->gunzip);
	if (u->archive)
		archive_read_free(u->archive);
	mem_free(u);
}

static ptrdiff_t unpack_gzip(struct unpack *u, char *to, size_t n)
{
	for (;;) {
		const char *why;
		ptrdiff_t got = gunzip_read(u->gunzip, &u->packed, to, n, &why);

		if (got < 0)
			return unpack_failed(u, why);
		if (got > 0)
			return got;
		got = unpack_fill(u);
		if (got == 0 && !gunzip_at_end(u->gunzip))
			return unpack_failed(u, "truncated");
		if (got <= 0)
			return got;
		u->packed = (struct str){ u->chunk, (size_t)got };
	}
}

static ptrdiff_t unpack_broken(struct unpack *u)
{
	const char *why = archive_error_string(u->archive);

	/* Each library has words of its own for this. */
	if (u->ended && !u->failed)
		return unpack_failed(u, "truncated or corrupt");
	return unpack_failed(u, why ? why : "corrupt");
}

/* The end: nothing may stand behind it. */
static ptrdiff_t unpack_end(struct unpack *u)
{
	la_int64_t taken = archive_filter_bytes(u->archive, -1);
	ptrdiff_t more;

	while ((more = unpack_fill(u)) > 0)
		;
	if (more == 0 && taken >= 0 && (uint64_t)taken < u->in)
		return unpack_failed(u, "other bytes behind the end of the compressed ones");
	return more;
}

static ptrdiff_t unpack_archive(struct unpack *u, char *to, size_t n)
{
	struct archive_entry *entry;
	la_ssize_t got;
	int status;

	if (!u->open) {
		if (!u->archive || !unpack_support(u))
			return unpack_failed(u, "not known to the libarchive installed");
		u->open = true;
		if (archive_read_open(u->archive, u, NULL, unpack_callback, NULL) != ARCHIVE_OK)
			return unpack_broken(u);
		status = archive_read_next_header(u->archive, &entry);
		if (status == ARCHIVE_EOF)
			return unpack_end(u);
		if (status != ARCHIVE_OK)
			return unpack_broken(u);
	}
	do {
		got = archive_read_data(u->archive, to, n);
	} while (got == ARCHIVE_RETRY);
	if (got < 0)
		return unpack_broken(u);
	return got ? got : unpack_end(u);
}

ptrdiff_t unpack_read(struct unpack *u, char *to, size_t n)
{
	ptrdiff_t got;

	if (u->failed)
		return -1;
	got = u->gunzip ? unpack_gzip(u, to, n) : unpack_archive(u, to, n);
	u->out += got > 0 ? (uint64_t)got : 0;
	if (got > 0 && u->out > UNPACK_FREE && u->out / UNPACK_RATIO > u->in)
		return unpack_failed(
			u, "more than 1000 times its size when unpacked: unpack it by hand");
	return got;
}

static ptrdiff_t unpack_from_bytes(void *ctx, char *to, size_t n)
{
	struct str *rest = ctx;

	n = n < rest->n ? n : rest->n;
	if (n)
		memcpy(to, rest->p, n);
	*rest = str_skip(*rest, n);
	return (ptrdiff_t)n;
}

bool unpack_all(struct str bytes, const char *name, size_t most, struct buf *out)
{
	struct str rest = bytes;
	struct unpack *u = unpack_new((struct unpack_from){ unpack_from_bytes, &rest }, bytes,
				      name);
	size_t before = out->n;
	ptrdiff_t got;

	do {
		out->v = mem_grow(out->v, &out->cap, out->n + UNPACK_CHUNK, 1);
		got = unpack_read(u, out->v + out->n, UNPACK_CHUNK);
		out->n += got > 0 ? (size_t)got : 0;
		if (out->n - before > most)
			got = unpack_failed(u, "too large when unpacked");
	} while (got > 0);
	unpack_free(u);
	return got == 0;
}

/* Its header has a checksum of its own, over the bytes of which those of the sum count as blanks.
 */
bool unpack_is_tar(struct str head)
{
	const size_t at = 148, digits = 8;
	uint64_t sum = 0, want = 0;
	size_t i = at;

	if (head.n < UNPACK_HEAD || !head.p[0])
		return false;
	for (size_t k = 0; k < UNPACK_HEAD; k++)
		sum += k >= at && k < at + digits ? ' ' : (unsigned char)head.p[k];
	while (i < at + digits && head.p[i] == ' ')
		i++;
	if (i == at + digits || head.p[i] < '0' || head.p[i] > '7')
		return false;
	for (; i < at + digits && head.p[i] >= '0' && head.p[i] <= '7'; i++)
		want = want * 8 + (uint64_t)(head.p[i] - '0');
	return sum == want;
}

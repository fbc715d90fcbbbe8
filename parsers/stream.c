/* SPDX-License-Identifier: GPL-2.0-or-later */
#include <errno.h>
#include <fcntl.h>
#include <unistd.h>
#include "core/diag.h"
#include "parsers/stream.h"
#include "parsers/unpack.h"
#include "parsers/utf16.h"

/* A page, so that what is read behind the head lies on pages, too. */
#define STREAM_HEAD  ((size_t)4096)
#define STREAM_CHUNK ((size_t)32 << 10)

/* Bytes that have been read to see what they are, and what gives those behind them. */
struct stream_layer {
	struct unpack_from from;
	char head[STREAM_HEAD];
	size_t at, n;
};

struct stream {
	const char *name;
	int fd;		  /* or */
	struct str bytes; /* ... from memory */
	bool failed;
	struct stream_layer raw, text;
	struct unpack *unpack;
	struct utf16 utf16;
	bool is_utf16;
	struct buf decoded; /* of UTF-16, from decoded_at on not handed out yet */
	size_t decoded_at;
	bool decoded_all;
};

static ptrdiff_t stream_fd(void *ctx, char *to, size_t n)
{
	struct stream *s = ctx;
	ssize_t got;

	do {
		got = read(s->fd, to, n);
	} while (got < 0 && errno == EINTR);
	if (got < 0)
		diag_error((struct pos){ s->name, 0 }, "%s", strerror(errno));
	return got;
}

static ptrdiff_t stream_bytes(void *ctx, char *to, size_t n)
{
	struct stream *s = ctx;

	n = n < s->bytes.n ? n : s->bytes.n;
	if (n)
		memcpy(to, s->bytes.p, n);
	s->bytes = str_skip(s->bytes, n);
	return (ptrdiff_t)n;
}

static ptrdiff_t stream_layer(void *ctx, char *to, size_t n)
{
	struct stream_layer *l = ctx;
	size_t have = l->n - l->at;

	if (!have)
		return l->from.read(l->from.ctx, to, n);
	n = n < have ? n : have;
	memcpy(to, l->head + l->at, n);
	l->at += n;
	return (ptrdiff_t)n;
}

/* Fills the head, until it is full or the end has come. */
static struct str stream_peek(struct stream *s, struct stream_layer *l)
{
	while (!s->failed && l->n < STREAM_HEAD) {
		ptrdiff_t got = l->from.read(l->from.ctx, l->head + l->n, STREAM_HEAD - l->n);

		s->failed = got < 0;
		if (got <= 0)
			break;
		l->n += (size_t)got;
	}
	return (struct str){ l->head, l->n };
}

static ptrdiff_t stream_unpack(void *ctx, char *to, size_t n)
{
	struct stream *s = ctx;

	return unpack_read(s->unpack, to, n);
}

static struct stream *stream_begin(struct stream *s)
{
	struct str head = stream_peek(s, &s->raw);

	s->text.from = (struct unpack_from){ stream_layer, &s->raw };
	if (unpack_knows(head)) {
		s->unpack = unpack_new(s->text.from, head, s->name);
		s->text.from = (struct unpack_from){ stream_unpack, s };
		head = stream_peek(s, &s->text);
	}
	s->is_utf16 = utf16_knows(head, &s->utf16);
	return s;
}

static struct stream *stream_new(const char *name)
{
	size_t cap = 0;
	struct stream *s = mem_grow(NULL, &cap, 1, sizeof(*s));

	s->name = name;
	s->fd = -1;
	return s;
}

struct stream *stream_open(const char *path)
{
	bool standard = strcmp(path, "-") == 0;
	int fd = standard ? STDIN_FILENO : open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY);
	struct stream *s;

	if (fd < 0) {
		diag_error((struct pos){ path, 0 }, "%s", strerror(errno));
		return NULL;
	}
	s = stream_new(standard ? "stdin" : path);
	s->fd = fd;
	s->raw.from = (struct unpack_from){ stream_fd, s };
	return stream_begin(s);
}

struct stream *stream_of(struct str bytes, const char *name)
{
	struct stream *s = stream_new(name);

	s->bytes = bytes;
	s->raw.from = (struct unpack_from){ stream_bytes, s };
	return stream_begin(s);
}

void stream_close(struct stream *s)
{
	if (s->unpack)
		unpack_free(s->unpack);
	if (s->fd >= 0 && s->fd != STDIN_FILENO)
		close(s->fd);
	buf_free(&s->decoded);
	mem_free(s);
}

const char *stream_name(const struct stream *s)
{
	return s->name;
}

bool stream_is_tar(struct stream *s)
{
	const struct stream_layer *l = s->unpack ? &s->text : &s->raw;

	return unpack_is_tar((struct str){ l->head, l->n });
}

/* What the head holds comes before the fault that ended it. */
static ptrdiff_t stream_plain(struct stream *s, char *to, size_t n)
{
	ptrdiff_t got = -1;

	if (!s->failed || s->text.at < s->text.n || s->raw.at < s->raw.n)
		got = stream_layer(&s->text, to, n);
	s->failed |= got < 0;
	return got;
}

/* Decodes the next piece; false after a message. */
static bool stream_decode(struct stream *s)
{
	char chunk[STREAM_CHUNK];
	ptrdiff_t got = stream_plain(s, chunk, sizeof(chunk));

	s->decoded.n = s->decoded_at = 0;
	if (got > 0)
		utf16_put(&s->utf16, (struct str){ chunk, (size_t)got }, &s->decoded);
	else if (got == 0)
		utf16_end(&s->utf16, &s->decoded);
	s->decoded_all = got == 0;
	return got >= 0;
}

static ptrdiff_t stream_utf16(struct stream *s, char *to, size_t n)
{
	size_t have;

	while (s->decoded_at == s->decoded.n && !s->decoded_all)
		if (!stream_decode(s))
			return -1;
	have = s->decoded.n - s->decoded_at;
	n = n < have ? n : have;
	if (n)
		memcpy(to, s->decoded.v + s->decoded_at, n);
	s->decoded_at += n;
	return (ptrdiff_t)n;
}

ptrdiff_t stream_read(struct stream *s, char *to, size_t n)
{
	return s->is_utf16 ? stream_utf16(s, to, n) : stream_plain(s, to, n);
}

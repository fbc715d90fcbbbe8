/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "parsers/beside.h"
#include "parsers/stream.h"

/* So much of a small file is looked at; testid.txt has all of git diff behind it. */
#define BESIDE_HEAD ((size_t)64 << 10)

struct beside {
	const char *name;
	struct beside_hooks to;
	unsigned long line;
};

static void beside_put(const struct beside *b, enum record_kind kind, const char *key,
		       struct str text)
{
	const struct record rec = { .kind = kind,
				    .pos = { b->name, b->line },
				    .time_ns = -1,
				    .metric = str_of(key),
				    .text = str_trim(text) };

	if (rec.text.n)
		b->to.records.put(b->to.records.ctx, &rec);
}

static void beside_event(const struct beside *b, const char *code, struct str text)
{
	diag_warn((struct pos){ b->name, b->line }, "%s: %s", code, diag_quote(text));
	beside_put(b, RECORD_EVENT, code, text);
}

/* "Current commit: HASH subject", above what git status and git diff say. */
static void beside_testid(struct beside *b, struct str text)
{
	const struct str key = STR("Current commit: ");
	struct str line;

	while (str_next(&text, '\n', &line)) {
		b->line++;
		if (str_starts(line, STR("diff --git ")))
			break;
		if (!str_starts(line, key))
			continue;
		beside_put(b, RECORD_FACT, "kernel.commit",
			   str_cut(str_skip(line, key.n), ' ').head);
		break;
	}
}

static void beside_suite(struct beside *b, struct str text)
{
	b->line++;
	beside_put(b, RECORD_FACT, "kvm.suite", str_cut(text, '\n').head);
}

/* The word behind a blank and an option: "-smp 4". */
static struct str beside_option(struct str line, struct str option)
{
	size_t at = str_find(line, option);

	return at == (size_t)-1 ? (struct str){ NULL, 0 }
				: str_cut(str_skip(line, at + option.n), ' ').head;
}

static void beside_qemu(struct beside *b, struct str text)
{
	const struct str seconds = STR("# seconds=");
	struct str line;

	while (str_next(&text, '\n', &line)) {
		if (++b->line == 1) {
			beside_put(b, RECORD_FACT, "kvm.smp", beside_option(line, STR(" -smp ")));
			beside_put(b, RECORD_FACT, "kvm.memory", beside_option(line, STR(" -m ")));
		} else if (str_starts(line, seconds)) {
			beside_put(b, RECORD_FACT, "kvm.seconds", str_skip(line, seconds.n));
		}
	}
}

static void beside_status(struct beside *b, struct str text)
{
	struct str status = str_trim(text);
	struct buf said = { 0 };

	b->line++;
	if (!status.n || str_is(status, "0"))
		return;
	buf_printf(&said, "qemu ended with status %.*s%s", (int)(status.n < 20 ? status.n : 20),
		   status.p, str_is(status, "137") ? ": killed, it may have hung" : "");
	beside_event(b, "kvm.failed", buf_str(&said));
	buf_free(&said);
}

/* "start :: EPOCH", and "test end :: BENCH EPOCH STATUS" of each benchmark. */
static void beside_times(struct beside *b, struct str text)
{
	const struct str start = STR("start :: "), end = STR("test end :: ");
	struct str line;

	while (str_next(&text, '\n', &line)) {
		struct str rest, status;

		b->line++;
		if (str_starts(line, start))
			beside_put(b, RECORD_FACT, "mmtests.start", str_skip(line, start.n));
		if (!str_starts(line, end))
			continue;
		rest = str_cut(str_cut(str_skip(line, end.n), ' ').tail, ' ').tail;
		status = str_trim(rest);
		if (status.n && !str_is(status, "0"))
			beside_event(b, "mmtests.failed", line);
	}
}

static bool beside_text(struct stream *from, size_t most, struct buf *text)
{
	ptrdiff_t got = 0;

	do {
		text->v = mem_grow(text->v, &text->cap, text->n + BESIDE_HEAD, 1);
		got = stream_read(from, text->v + text->n, BESIDE_HEAD);
		text->n += got > 0 ? (size_t)got : 0;
	} while (got > 0 && text->n < most);
	return got >= 0;
}

bool beside_counts(const char *name, struct stream *from)
{
	static const char *const bad[] = { "OOM: 1", "soft_timeout: 1" };
	struct buf text = { 0 };
	bool counts = beside_text(from, BESIDE_HEAD, &text);
	struct str rest = buf_str(&text), line;

	while (str_next(&rest, '\n', &line))
		for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++)
			if (counts && str_is(str_trim(line), bad[i])) {
				diag_warn((struct pos){ name, 0 }, "%s: the run is not counted",
					  diag_quote(line));
				counts = false;
			}
	buf_free(&text);
	return counts;
}

bool beside_read(const struct input_file *file, const char *name, struct stream *from,
		 struct beside_hooks to)
{
	struct beside b = { .name = name, .to = to };
	bool lkp = file->kind == INPUT_LKP_STATS || file->kind == INPUT_LKP_MATRIX;
	struct buf text = { 0 };
	bool ok = beside_text(from, lkp ? INPUT_MOST : BESIDE_HEAD, &text);

	if (ok && lkp)
		ok = lkp_read(buf_str(&text), name, file->kind == INPUT_LKP_MATRIX, to);
	else if (ok && file->kind == INPUT_KVM_TESTID)
		beside_testid(&b, buf_str(&text));
	else if (ok && file->kind == INPUT_KVM_SUITE)
		beside_suite(&b, buf_str(&text));
	else if (ok && file->kind == INPUT_KVM_QEMU)
		beside_qemu(&b, buf_str(&text));
	else if (ok && file->kind == INPUT_KVM_STATUS)
		beside_status(&b, buf_str(&text));
	else if (ok && file->kind == INPUT_MMTESTS_TIMES)
		beside_times(&b, buf_str(&text));
	buf_free(&text);
	return ok;
}

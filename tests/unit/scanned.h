/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef TESTS_UNIT_SCANNED_H
#define TESTS_UNIT_SCANNED_H

#include "test.h"
#include "capture.h"
#include "parsers/scan.h"

#define COUNT(a) (sizeof(a) / sizeof((a)[0]))
/* In one piece, which is told to be all. */
#define WHOLE 0

/* What the scanner gave: a line each, values, facts, events and boots. */
struct seen {
	struct buf text;
	size_t values, facts, events, boots;
	struct scan_counts counts;
};

static inline void add_field(struct buf *b, struct str s)
{
	buf_char(b, '|');
	buf_add(b, s);
}

#ifdef WITHOUT_SOURCES
#define SOURCE(rec) ((struct str){ NULL, 0 })
#else
#define SOURCE(rec) ((rec)->source)
#endif

static inline void put(void *ctx, const struct record *rec)
{
	struct seen *seen = ctx;
	const struct str fields[] = {
		SOURCE(rec), rec->format, rec->bench, rec->params, rec->work,
		rec->item,   rec->metric, rec->unit,  rec->stat,   rec->text
	};
	double v;

	seen->values += rec->kind == RECORD_VALUE;
	seen->facts += rec->kind == RECORD_FACT;
	seen->events += rec->kind == RECORD_EVENT;
	if (rec->kind == RECORD_VALUE) {
		assert_true(str_double(rec->text, &v));
		assert_true(v == rec->value);
		assert_true(rec->metric.n > 0 && rec->format.n > 0 && rec->bench.n > 0);
	}
	assert_int_equal(rec->run, 0);
	assert_string_equal(rec->pos.file, "log");
	buf_printf(&seen->text, "%lu@%lld", rec->pos.line, (long long)rec->time_ns);
	for (size_t i = 0; i < COUNT(fields); i++)
		add_field(&seen->text, fields[i]);
	buf_char(&seen->text, '\n');
}

static inline void boot(void *ctx, bool banner)
{
	struct seen *seen = ctx;

	seen->boots++;
	buf_printf(&seen->text, "boot%s\n", banner ? ", banner" : "");
}

static inline void one_boot(void *ctx)
{
	struct seen *seen = ctx;

	buf_add(&seen->text, STR("one boot\n"));
}

static inline struct scanner *scanner_of(struct seen *seen)
{
	return scan_new((struct scan_hooks){ { put, seen }, boot, one_boot, false, NULL, seen },
			NULL);
}

/* Reads text in blocks of so many lines. A block lies in memory of its own. */
static inline struct seen scan(struct str text, size_t lines)
{
	struct seen seen = { 0 };
	struct scanner *s = scanner_of(&seen);

	scan_begin(s, "log", text, (struct str){ NULL, 0 });
	while (text.n) {
		size_t n = lines ? 0 : text.n;
		char *block;

		for (size_t i = 0; i < lines && n < text.n; i++) {
			const char *eol = memchr(text.p + n, '\n', text.n - n);

			n = eol ? (size_t)(eol - text.p) + 1 : text.n;
		}
		block = test_malloc(n);
		memcpy(block, text.p, n);
		scan_block(s, (struct str){ block, n }, lines == WHOLE, NULL);
		memset(block, 'x', n);
		test_free(block);
		text = str_skip(text, n);
	}
	seen.counts = scan_end(s);
	assert_int_equal(seen.counts.records, seen.values);
	scan_free(s);
	return seen;
}

static inline struct seen scan_silently(struct str text, size_t lines)
{
	struct seen seen;

	capture_start();
	seen = scan(text, lines);
	capture_end();
	return seen;
}

static inline void check_same(struct str text, size_t lines, const struct seen *want)
{
	struct seen got = scan_silently(text, lines);
	struct str a = buf_str(&got.text), b = buf_str(&want->text), x, y;

	for (size_t row = 1; !str_eq(a, b); row++) {
		bool more_a = str_next(&a, '\n', &x), more_b = str_next(&b, '\n', &y);

		if (!more_a || !more_b || !str_eq(x, y))
			fail_msg("blocks of %zu lines, row %zu: got '%.*s', whole '%.*s'", lines,
				 row, more_a ? (int)x.n : 0, x.p, more_b ? (int)y.n : 0, y.p);
	}
	assert_int_equal(got.counts.skipped, want->counts.skipped);
	assert_int_equal(got.counts.cut, want->counts.cut);
	buf_free(&got.text);
}

/* However a text is cut into blocks, the same comes out. */
static inline void check_cuts(struct str text, struct seen *whole)
{
	*whole = scan_silently(text, WHOLE);
	for (size_t lines = 1; lines < 20; lines++)
		check_same(text, lines, whole);
	check_same(text, 61, whole);
	check_same(text, SIZE_MAX, whole);
}

#endif

/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef TESTS_UNIT_RECORDS_H
#define TESTS_UNIT_RECORDS_H

#include "test.h"
#include "core/record.h"

#define CSV_HEADER                                                                            \
	"kind,source,run,file,line,time_ns,format,bench,params,work,item,metric,stat,n,unit," \
	"better,fold,context,value\n"

/* What a reader gave, copied. */
struct got {
	struct arena *arena;
	VEC(struct record) recs;
	VEC(unsigned int) segments;
	const struct record_reader *reader;
};

static inline void take(void *ctx, const struct record *rec)
{
	struct got *g = ctx;
	struct record *copy = vec_add(&g->recs);

	*copy = *rec;
	copy->source = arena_str(g->arena, rec->source);
	copy->pos.file = arena_str(g->arena, str_of(rec->pos.file)).p;
	copy->format = arena_str(g->arena, rec->format);
	copy->bench = arena_str(g->arena, rec->bench);
	copy->params = arena_str(g->arena, rec->params);
	copy->work = arena_str(g->arena, rec->work);
	copy->item = arena_str(g->arena, rec->item);
	copy->metric = arena_str(g->arena, rec->metric);
	copy->unit = arena_str(g->arena, rec->unit);
	copy->stat = arena_str(g->arena, rec->stat);
	copy->text = arena_str(g->arena, rec->text);
	*vec_add(&g->segments) = record_reader_segment(g->reader);
}

static inline bool read_pieces(struct got *g, struct str text, enum record_format format,
			       size_t piece)
{
	struct record_reader *r;
	bool ok = true;

	*g = (struct got){ .arena = arena_new() };
	r = record_reader_new("in", format, (struct sink){ take, g });
	g->reader = r;
	while (ok && text.n > 0) {
		size_t n = piece < text.n ? piece : text.n;

		ok = record_reader_feed(r, (struct str){ text.p, n });
		text = str_skip(text, n);
	}
	/* A reader that has failed takes no more. */
	if (!ok)
		assert_false(record_reader_feed(r, STR("kind,metric,value\nfact,a,b\n")));
	ok = record_reader_end(r) && ok;
	record_reader_free(r);
	return ok;
}

static inline bool read_all(struct got *g, const char *text, enum record_format format)
{
	return read_pieces(g, str_of(text), format, SIZE_MAX);
}

static inline void got_free(struct got *g)
{
	arena_free(g->arena);
	vec_free(&g->recs);
	vec_free(&g->segments);
}

static inline struct str write_all(const struct record *recs, size_t n, enum record_format format)
{
	struct record_writer *w;
	char *text = NULL;
	size_t size = 0;
	FILE *f = open_memstream(&text, &size);

	w = record_writer_new(f, format);
	for (size_t i = 0; i < n; i++)
		record_write(w, &recs[i]);
	record_writer_free(w);
	fclose(f);
	return (struct str){ text, size };
}

static inline void check_str(struct str got, struct str want, const char *what)
{
	if (!str_eq(got, want))
		fail_msg("%s: got %.*s, want %.*s", what, (int)got.n, got.p, (int)want.n, want.p);
}

static inline void check_record(const struct record *got, const struct record *want)
{
	assert_int_equal(got->kind, want->kind);
	check_str(got->source, want->source, "source");
	assert_int_equal(got->run, want->run);
	assert_true(got->time_ns == want->time_ns);
	check_str(got->format, want->format, "format");
	check_str(got->bench, want->bench, "bench");
	check_str(got->params, want->params, "params");
	check_str(got->work, want->work, "work");
	check_str(got->item, want->item, "item");
	check_str(got->metric, want->metric, "metric");
	check_str(got->unit, want->unit, "unit");
	check_str(got->stat, want->stat, "stat");
	assert_int_equal(got->n, want->n);
	assert_int_equal(got->better, want->better);
	assert_int_equal(got->fold, want->fold);
	assert_int_equal(got->context, want->context);
	check_str(got->text, want->text, "value");
	assert_memory_equal(&got->value, &want->value, sizeof(got->value));
}

static const struct record full = {
	.kind = RECORD_VALUE,
	.source = STR_INIT("base"),
	.run = 3,
	.pos = { "boot-3/console.log", 1234 },
	.time_ns = 9007199254740993,
	.format = STR_INIT("slab_test"),
	.bench = STR_INIT("kmalloc"),
	.params = STR_INIT("size=32;test=N*alloc N*free"),
	.work = STR_INIT("loops=10000"),
	.item = STR_INIT("cpu=3"),
	.metric = STR_INIT("time"),
	.unit = STR_INIT("cycles"),
	.stat = STR_INIT("mean"),
	.n = 10000,
	.better = BETTER_LOWER,
	.fold = FOLD_SUM,
	.context = true,
	.text = STR_INIT("83.750"),
	.value = 83.75,
};

static const struct record empty = {
	.kind = RECORD_FACT,
	.time_ns = -1,
	.metric = STR_INIT("kernel.cmdline"),
	.stat = STR_INIT("value"),
	.n = 1,
};

#endif

/* SPDX-License-Identifier: GPL-2.0-or-later */
#include <stdlib.h>
#include "cli/query_in.h"

/* Keys of a record itself, beside those of its lists and of the facts of its run. */
static const struct {
	const char *name;
	size_t text;
} own_keys[] = {
	{ "source", offsetof(struct record, source) }, { "bench", offsetof(struct record, bench) },
	{ "metric", offsetof(struct record, metric) }, { "unit", offsetof(struct record, unit) },
	{ "format", offsetof(struct record, format) },
};

static bool query_is_own(struct str key)
{
	for (size_t i = 0; i < sizeof(own_keys) / sizeof(own_keys[0]); i++)
		if (str_is(key, own_keys[i].name))
			return true;
	return false;
}

static bool query_bad(const char *option, struct str key, const char *what)
{
	diag_error(POS_NONE, "--%s: %s: %s", option, what, diag_quote(key));
	return false;
}

static bool query_by_new(struct query *q, const char *by)
{
	struct str key = str_of(by);

	if (!by || str_is(key, "source"))
		return true;
	if (!key.n)
		return query_bad("by", key, "a key is wanted");
	if (query_is_own(key))
		return query_bad("by", key,
				 "columns are compared row by row, and this tells rows apart");
	q->by = key;
	return true;
}

static bool query_rows_new(struct query *q, const char *rows)
{
	struct str list = str_of(rows), key;

	if (!rows)
		return true;
	q->rows = arena_new_of(q->arena, struct str, list.n + 1);
	while (str_next(&list, ',', &key)) {
		key = str_trim(key);
		if (!key.n)
			return query_bad("rows", str_of(rows), "a key is missing");
		/* These make rows whatever the option says. */
		if (query_is_own(key) && !str_is(key, "source"))
			continue;
		for (size_t i = 0; i < q->nrows; i++)
			if (str_eq(q->rows[i], key))
				return query_bad("rows", key, "given twice");
		if (!str_eq(key, q->by))
			q->rows[q->nrows++] = key;
	}
	return true;
}

bool query_new(const struct options *opts, struct query **out)
{
	struct arena *a;
	struct query *q;

	*out = NULL;
	if (opts->rows && opts->method.quantile > 0) {
		diag_error(POS_NONE, "--rows makes rows one by their means: --stat=pNN does not go "
				     "with it");
		return false;
	}
	if (!opts->filter && !opts->by && !opts->rows && !opts->per_object)
		return true;
	a = arena_new();
	q = arena_new_of(a, struct query, 1);
	q->arena = a;
	q->per_object = opts->per_object;
	vec_add(&q->places); /* 0 stands for none */
	*out = q;
	if (opts->filter) {
		q->filter = filter_new(opts->filter);
		if (!q->filter)
			return false;
	}
	return query_by_new(q, opts->by) && query_rows_new(q, opts->rows);
}

void query_free(struct query *q)
{
	if (!q)
		return;
	filter_free(q->filter);
	vec_free(&q->entries);
	vec_free(&q->runs);
	vec_free(&q->places);
	vec_free(&q->cols);
	vec_free(&q->groups);
	map_free(&q->run_index);
	map_free(&q->facts);
	map_free(&q->place_index);
	map_free(&q->col_index);
	map_free(&q->group_index);
	map_free(&q->summaries);
	arena_free(q->arena);
}

static uint64_t query_fact_key(size_t run, struct str key)
{
	return map_mix(str_hash(key, STR_HASH_SEED), run + 1);
}

static void query_fact(struct query *q, size_t run, const struct record *rec)
{
	int64_t *first = map_put(&q->facts, query_fact_key(run, rec->metric));

	if (!*first)
		*first = (int64_t)q->entries.n;
	else if (*first > 0 && !str_eq(q->entries.v[*first - 1].rec.text, rec->text))
		*first = -*first;
}

void query_put(struct query *q, const struct record *rec, struct str label)
{
	struct query_entry *e = vec_add(&q->entries);
	int64_t *index;

	e->rec = record_copy(q->arena, rec);
	if (!rec->source.n)
		e->rec.source = arena_str(q->arena, label);
	index = map_put(&q->run_index, map_mix(str_hash(e->rec.source, STR_HASH_SEED), e->rec.run));
	if (!*index) {
		*vec_add(&q->runs) = (struct query_run){ .source = e->rec.source,
							 .run = e->rec.run };
		*index = (int64_t)q->runs.n;
	}
	e->run = (size_t)*index - 1;
	if (rec->kind == RECORD_VALUE)
		q->runs.v[e->run].values = true;
	else if (rec->kind == RECORD_FACT)
		query_fact(q, e->run, &e->rec);
}

/* A fact by its key, or that of a parameter of the workload by its name. */
static enum query_where query_find_fact(struct query *q, size_t run, struct str key,
					struct str *text)
{
	const int64_t *at = map_get(&q->facts, query_fact_key(run, key));

	if (!at)
		at = map_get(&q->facts, query_fact_key(run, arena_printf(q->arena, "param.%.*s",
									 (int)key.n, key.p)));
	if (!at)
		return QUERY_NOWHERE;
	if (*at < 0 && !q->failed) {
		const struct query_run *r = &q->runs.v[run];

		diag_error(q->entries.v[-*at - 1].rec.pos,
			   "%s is not the same throughout run %u of %s, so its results are of "
			   "neither value",
			   diag_quote(key), r->run, diag_quote(r->source));
		q->failed = true;
	}
	*text = q->entries.v[(*at < 0 ? -*at : *at) - 1].rec.text;
	return QUERY_FACT;
}

enum query_where query_find(struct query *q, const struct record *rec, size_t run, struct str key,
			    struct str *text)
{
	for (size_t i = 0; i < sizeof(own_keys) / sizeof(own_keys[0]); i++)
		if (str_is(key, own_keys[i].name)) {
			*text = *(const struct str *)((const char *)rec + own_keys[i].text);
			return QUERY_OWN;
		}
	if (str_pair(rec->params, key, text)) {
		*text = record_unescape(q->arena, *text);
		return QUERY_PARAM;
	}
	if (str_pair(rec->work, key, text)) {
		*text = record_unescape(q->arena, *text);
		return QUERY_WORK;
	}
	if (str_pair(rec->item, key, text)) {
		*text = record_unescape(q->arena, *text);
		return QUERY_ITEM;
	}
	return query_find_fact(q, run, key, text);
}

/* What the filter asks about. */
struct query_asked {
	struct query *q;
	const struct record *rec; /* NULL for a run without results */
	size_t run;
};

static enum filter_found query_asked(void *ctx, struct str key, struct str *text)
{
	const struct query_asked *asked = ctx;
	struct query *q = asked->q;
	const struct record none = { .source = q->runs.v[asked->run].source };
	enum query_where where = query_find(q, asked->rec ? asked->rec : &none, asked->run, key,
					    text);

	if (!asked->rec && where != QUERY_FACT && !str_is(key, "source"))
		return FILTER_ANY;
	return where == QUERY_NOWHERE ? FILTER_NONE : FILTER_TEXT;
}

/* Whether any result has the key; no run without one counts. */
static bool query_exists(struct query *q, struct str key)
{
	const struct query_entry *e;
	struct str text;

	vec_each (e, &q->entries)
		if (e->rec.kind == RECORD_VALUE &&
		    query_find(q, &e->rec, e->run, key, &text) != QUERY_NOWHERE)
			return true;
	return false;
}

/* More keys are not told. */
#define QUERY_KEYS 16

/* Adds the keys of a list that are new. */
static void query_list(struct buf *b, struct map *seen, struct str list)
{
	struct str pair;

	while (str_next(&list, ';', &pair)) {
		struct str key = str_cut(pair, '=').head;

		if (!key.n || seen->n >= QUERY_KEYS ||
		    (*map_put(seen, str_hash(key, STR_HASH_SEED)))++)
			continue;
		buf_add(b, b->n ? STR(", ") : STR(""));
		buf_add(b, key);
	}
}

/* "no result has this key: there are size, test, loops, and facts of the run" */
static const char *query_no_key(struct query *q)
{
	const struct query_entry *e;
	struct buf b = { 0 };
	struct map seen = { 0 };
	struct str text;

	vec_each (e, &q->entries) {
		query_list(&b, &seen, e->rec.params);
		query_list(&b, &seen, e->rec.work);
		query_list(&b, &seen, e->rec.item);
		if (e->rec.kind == RECORD_FACT && str_starts(e->rec.metric, STR("param.")))
			query_list(&b, &seen, str_skip(e->rec.metric, strlen("param.")));
	}
	text = arena_printf(q->arena, "no result has this key: there are %.*s%s%s", (int)b.n,
			    b.n ? b.v : "", b.n ? ", and " : "", "facts of the run");
	buf_free(&b);
	map_free(&seen);
	b = (struct buf){ 0 };
	buf_escaped(&b, text);
	text = arena_str(q->arena, buf_str(&b));
	buf_free(&b);
	return text.p;
}

static bool query_keys_exist(struct query *q)
{
	for (size_t i = 0; q->filter && filter_key(q->filter, i).n; i++)
		if (!query_exists(q, filter_key(q->filter, i))) {
			filter_blame(q->filter, i, query_no_key(q));
			return false;
		}
	if (q->by.n && !query_exists(q, q->by))
		return query_bad("by", q->by, query_no_key(q));
	for (size_t i = 0; i < q->nrows; i++)
		if (!query_exists(q, q->rows[i]))
			return query_bad("rows", q->rows[i], query_no_key(q));
	return !q->failed;
}

static void query_filter(struct query *q)
{
	struct query_asked asked = { .q = q };
	const struct filter_keys keys = { query_asked, &asked };
	struct query_entry *e;

	vec_each (e, &q->entries) {
		if (e->rec.kind != RECORD_VALUE)
			continue;
		asked.rec = &e->rec;
		asked.run = e->run;
		e->kept = !q->filter || filter_holds(q->filter, keys, &q->failed);
		q->runs.v[e->run].kept |= e->kept;
	}
	asked.rec = NULL;
	for (asked.run = 0; asked.run < q->runs.n; asked.run++)
		if (!q->runs.v[asked.run].values)
			q->runs.v[asked.run].kept = !q->filter ||
						    filter_holds(q->filter, keys, &q->failed);
}

static int query_order(const void *a, const void *b)
{
	const struct query_entry *x = *(struct query_entry *const *)a,
				 *y = *(struct query_entry *const *)b;
	int order = str_natcmp(x->rec.source, y->rec.source);

	return order ? order : (x > y) - (x < y);
}

/* Sources that are not the columns may have been named in any order. */
static void query_sort(struct query *q)
{
	q->order = arena_new_of(q->arena, struct query_entry *, q->entries.n);
	for (size_t i = 0; i < q->entries.n; i++)
		q->order[i] = &q->entries.v[i];
	if (q->by.n)
		qsort(q->order, q->entries.n, sizeof(*q->order), query_order);
}

bool query_finish(struct query *q, struct grid_builder *b)
{
	if (!query_keys_exist(q))
		return false;
	query_filter(q);
	query_sort(q);
	if (q->failed || !query_place(q))
		return false;
	query_emit(q, b);
	return true;
}

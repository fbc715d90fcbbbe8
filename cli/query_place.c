/* SPDX-License-Identifier: GPL-2.0-or-later */
#include <stdlib.h>
#include "cli/query_in.h"

struct str query_without(struct query *q, struct str list, struct str key)
{
	struct buf b = { 0 };
	struct str pair;

	while (str_next(&list, ';', &pair))
		if (!str_eq(str_cut(pair, '=').head, key)) {
			if (b.n)
				buf_char(&b, ';');
			buf_add(&b, pair);
		}
	list = arena_str(q->arena, buf_str(&b));
	buf_free(&b);
	return list;
}

struct str query_with(struct query *q, struct str list, struct str key, struct str value)
{
	struct buf one = { 0 }, b = { 0 };

	record_pair(&one, key, value);
	record_pairs(&b, list, buf_str(&one));
	list = arena_str(q->arena, buf_str(&b));
	buf_free(&one);
	buf_free(&b);
	return list;
}

static size_t query_col(struct query *q, struct str value)
{
	int64_t *index = map_put(&q->col_index, str_hash(value, STR_HASH_SEED));

	if (!*index) {
		struct str label = q->by.n ? arena_printf(q->arena, "%.*s=%.*s", (int)q->by.n,
							  q->by.p, (int)value.n, value.p)
					   : value;

		*vec_add(&q->cols) = (struct query_col){ .value = value, .label = label };
		*index = (int64_t)q->cols.n;
	}
	return (size_t)*index - 1;
}

/* The number that a run has in a column. */
static unsigned int query_number(struct query *q, size_t run, size_t col)
{
	int64_t *index = map_put(&q->place_index, map_mix(run + 1, col));
	struct query_run *r = &q->runs.v[run];

	if (!*index) {
		*index = (int64_t)q->places.n;
		*vec_add(&q->places) = (struct query_place){ .col = col,
							     .next = r->first,
							     .run = q->by.n ? ++q->cols.v[col].runs
									    : r->run };
		q->shared |= r->first != 0;
		r->first = (size_t)*index;
	}
	return q->places.v[*index].run;
}

static bool query_no_item(struct query *q, const char *option, struct str key,
			  enum query_where where)
{
	if (where == QUERY_ITEM) {
		diag_error(POS_NONE,
			   "--%s: %s tells values inside a run apart, which become one number",
			   option, diag_quote(key));
		q->failed = true;
	}
	return where != QUERY_ITEM;
}

/* What a row is named by moves into its params, other params to what must agree. */
static void query_row(struct query *q, struct query_entry *e, const struct record *was)
{
	struct str list = e->rec.params, pair, text;

	if (!q->rows)
		return;
	e->rec.params = STR("");
	while (str_next(&list, ';', &pair)) {
		struct str_cut kv = str_cut(pair, '=');

		if (kv.head.n)
			e->rec.work = query_with(q, query_without(q, e->rec.work, kv.head), kv.head,
						 record_unescape(q->arena, kv.tail));
	}
	for (size_t i = 0; i < q->nrows; i++) {
		struct str key = q->rows[i];
		enum query_where where = query_find(q, was, e->run, key, &text);

		if (where == QUERY_NOWHERE || !query_no_item(q, "rows", key, where))
			continue;
		e->rec.work = query_without(q, e->rec.work, key);
		e->rec.params = query_with(q, e->rec.params, key, text);
	}
}

static uint64_t query_row_key(const struct query_entry *e)
{
	uint64_t key = str_hash(e->rec.bench, map_mix(e->col + 1, e->rec.run));

	key = str_hash(e->rec.params, map_mix(key, 1));
	key = str_hash(e->rec.metric, map_mix(key, 2));
	return str_hash(e->rec.stat, map_mix(key, 3));
}

/*
 * Each former row of a run becomes one number, as its metric declares, before the rows become one:
 * a mean of what may have been sums. What a text printed in place of values cannot be folded.
 */
static bool query_fold(struct query *q, const struct query_entry *e)
{
	uint64_t row = query_row_key(e), former = str_hash(e->rec.work, row);
	const struct unit *unit = unit_find(e->rec.unit);
	int64_t *at;

	if (printed_kind(e->rec.stat) != PRINTED_VALUE) {
		at = map_put(&q->summaries, row);
		if (*at && (uint64_t)*at != former)
			diag_error(
				e->rec.pos,
				"--rows: %s is a summary that the text printed, and several such "
				"(%s) are no one number: name what tells them apart",
				diag_quote(e->rec.metric), diag_quote(e->rec.work));
		q->failed |= *at && (uint64_t)*at != former;
		*at = (int64_t)former;
		return !q->failed;
	}
	at = map_put(&q->group_index, former);
	if (!*at) {
		vec_add(&q->groups);
		*at = (int64_t)q->groups.n;
	}
	tally_add(&q->groups.v[*at - 1].tally, e->rec.value * (unit ? unit->factor : 1),
		  e->rec.fold, e->rec.item.n > 0);
	return true;
}

/* False if the result is to be left out. */
static bool query_columned(struct query *q, struct query_entry *e, const struct record *was)
{
	struct str text = e->rec.source;
	enum query_where where = QUERY_OWN;

	if (q->by.n)
		where = query_find(q, was, e->run, q->by, &text);
	if (where == QUERY_NOWHERE || !query_no_item(q, "by", q->by, where))
		return false;
	if (q->by.n) {
		e->rec.params = query_without(q, e->rec.params, q->by);
		e->rec.work = query_without(q, e->rec.work, q->by);
	}
	e->col = query_col(q, text);
	e->rec.run = query_number(q, e->run, e->col);
	return true;
}

static bool query_sources(const struct query *q)
{
	const struct query_run *r, *first = NULL;

	vec_each (r, &q->runs) {
		if (!r->values || !r->kept)
			continue;
		if (first && !str_eq(r->source, first->source))
			return true;
		first = r;
	}
	return false;
}

bool query_place(struct query *q)
{
	size_t missing = 0, computed = 0;

	q->sources = query_sources(q);
	for (size_t i = 0; i < q->entries.n; i++) {
		struct query_entry *e = q->order[i];
		const struct record was = e->rec;
		bool known = false;

		if (!e->kept)
			continue;
		if (q->per_object && !query_per_object(q, &e->rec, e->run, &known))
			return false;
		computed += known;
		e->kept = query_columned(q, e, &was);
		missing += !e->kept;
		if (e->kept)
			query_row(q, e, &was);
		if (q->failed || (e->kept && q->rows && !query_fold(q, e)))
			return false;
	}
	if (missing)
		diag_warn(POS_NONE, "--by: %zu result%s without %s left out", missing,
			  missing == 1 ? " is" : "s are", diag_quote(q->by));
	if (q->per_object && !computed) {
		diag_error(POS_NONE, "--per: of no result here is known how many objects it stands "
				     "for: kfree_rcu and vmalloc tell");
		return false;
	}
	return true;
}

static int query_col_order(const void *a, const void *b)
{
	const struct query_col *x = *(const struct query_col *const *)a,
			       *y = *(const struct query_col *const *)b;
	/* A label begins with its key. */
	int order = filter_compare(x->label, x->value, y->value);

	return order ? order : str_cmp(x->value, y->value);
}

/* Columns of a key stand in the order of its values, sources in that of their appearance. */
static void query_columns(struct query *q, struct grid_builder *b)
{
	const struct query_col **order = arena_new_of(q->arena, const struct query_col *,
						      q->cols.n);

	for (size_t i = 0; i < q->cols.n; i++)
		order[i] = &q->cols.v[i];
	if (q->by.n && q->cols.n)
		qsort(order, q->cols.n, sizeof(*order), query_col_order);
	for (size_t i = 0; i < q->cols.n; i++)
		grid_column(b, order[i]->label);
	if (q->by.n)
		grid_by(b, q->by, q->shared);
}

static void query_emit_value(struct query *q, struct grid_builder *b, struct query_entry *e)
{
	struct record rec = e->rec;
	struct buf text = { 0 };

	rec.source = q->cols.v[e->col].label;
	if (q->rows && printed_kind(rec.stat) == PRINTED_VALUE) {
		const struct unit *unit = unit_find(rec.unit);
		struct query_group *group =
			&q->groups.v[*map_get(&q->group_index,
					      str_hash(rec.work, query_row_key(e))) -
				     1];

		if (group->out)
			return;
		group->out = true;
		rec.value = tally_value(&group->tally, rec.fold);
		rec.unit = unit ? str_of(unit_base(unit)->name) : rec.unit;
		rec.fold = FOLD_MEAN;
		rec.item = STR("");
		record_number(&text, rec.value);
		rec.text = buf_str(&text);
	}
	grid_add(b, &rec, rec.source);
	buf_free(&text);
}

/* What is said of a run is said wherever it has results. */
static void query_emit_said(struct query *q, struct grid_builder *b, const struct query_entry *e)
{
	const struct query_run *r = &q->runs.v[e->run];
	struct record rec = e->rec;
	struct str name = str_skip(rec.metric, strlen("param."));

	if (!r->kept)
		return;
	/* The columns say it. */
	if (q->by.n && str_starts(rec.metric, STR("param.")) &&
	    (str_eq(name, q->by) || str_eq(rec.metric, q->by)))
		return;
	for (size_t i = r->first; i; i = q->places.v[i].next) {
		rec.source = q->cols.v[q->places.v[i].col].label;
		rec.run = q->places.v[i].run;
		grid_add(b, &rec, rec.source);
	}
	/* It belongs to its source, whose other runs have results. */
	if (!r->values && !q->by.n && map_get(&q->col_index, str_hash(r->source, STR_HASH_SEED)))
		grid_add(b, &rec, rec.source);
}

/* Where columns are no sources, the source of a run is a fact of it, as runs may differ in it. */
static void query_emit_sources(struct query *q, struct grid_builder *b)
{
	const struct query_run *r;

	if (!q->by.n || !q->sources)
		return;
	vec_each (r, &q->runs)
		for (size_t i = r->first; i; i = q->places.v[i].next) {
			const struct record rec = { .kind = RECORD_FACT,
						    .source = q->cols.v[q->places.v[i].col].label,
						    .run = q->places.v[i].run,
						    .time_ns = -1,
						    .format = STR("env"),
						    .metric = STR("source"),
						    .text = r->source };

			grid_add(b, &rec, rec.source);
		}
}

void query_emit(struct query *q, struct grid_builder *b)
{
	query_columns(q, b);
	for (size_t i = 0; i < q->entries.n; i++) {
		struct query_entry *e = q->order[i];

		if (e->rec.kind != RECORD_VALUE)
			query_emit_said(q, b, e);
		else if (e->kept)
			query_emit_value(q, b, e);
	}
	query_emit_sources(q, b);
}

/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "report/build.h"

/* Of what differs, so many values are named. */
#define MIXED_VALUES 3
/* More sentences are read by nobody. */
#define MIXED_SAID 8
/* And so many keys. */
#define MIXED_KEYS 4

/* What runs may differ in while they are averaged: facts, beside the parameters of the workload. */
static bool mixed_counts(const struct grid_fact *fact)
{
	static const char *const keys[] = { "kernel.release", "kernel.version", "kernel.preempt",
					    "cpu.model",      "cpu.online",	"hypervisor",
					    "machine",	      "source" };

	if (fact->event)
		return false;
	if (str_starts(fact->key, STR("param.")))
		/* Boots differ by their seed alone, and are to. */
		return !str_ends(fact->key, STR("seed"));
	for (size_t i = 0; i < sizeof(keys) / sizeof(keys[0]); i++)
		if (str_is(fact->key, keys[i]))
			return true;
	return false;
}

/* What is said of a cell: keys, each with its values. */
struct mixed {
	struct buf text;
	size_t nkeys;
};

/* Different values of one key, in order of appearance. */
struct mixed_values {
	struct str v[MIXED_VALUES];
	size_t n; /* may be one more: there are others */
};

static void mixed_add(struct mixed_values *values, struct str value)
{
	for (size_t i = 0; i < values->n && i < MIXED_VALUES; i++)
		if (str_eq(values->v[i], value))
			return;
	if (values->n < MIXED_VALUES)
		values->v[values->n] = value;
	if (values->n <= MIXED_VALUES)
		values->n++;
}

static void mixed_say(struct mixed *m, struct str key, const struct mixed_values *values)
{
	struct buf *b = &m->text;

	if (str_starts(key, STR("param.")))
		key = str_skip(key, strlen("param."));
	if (values->n < 2 || ++m->nkeys > MIXED_KEYS + 1)
		return;
	if (m->nkeys > MIXED_KEYS) {
		buf_add(b, STR(" and more"));
		return;
	}
	buf_printf(b, "%s%.*s (", b->n ? ", " : "", (int)key.n, key.p);
	for (size_t i = 0; i < values->n && i < MIXED_VALUES; i++)
		buf_printf(b, "%s%.*s", i ? ", " : "", (int)values->v[i].n, values->v[i].p);
	buf_printf(b, "%s)", values->n > MIXED_VALUES ? " ..." : "");
}

/* The facts in which the runs of a cell differ; a run that does not say is no difference. */
static void mixed_facts(struct mixed *m, const struct grid *g, const struct grid_cell *cell,
			size_t col)
{
	for (size_t i = 0; i < g->nvarying; i++) {
		const struct grid_fact *fact = &g->facts[g->varying[i]];
		struct mixed_values values = { 0 };

		if (fact->col != col || !mixed_counts(fact))
			continue;
		for (size_t k = 0; k < cell->n && values.n <= MIXED_VALUES; k++) {
			const int64_t *at = map_get(
				&g->run_facts, grid_run_key(col, cell->runs[k].run, fact->key));

			if (at)
				mixed_add(&values, g->facts[*at - 1].text);
		}
		mixed_say(m, fact->key, &values);
	}
}

static bool mixed_had(const struct grid_cell *cell, size_t n, struct str key)
{
	struct str value;

	for (size_t i = 0; i < n; i++)
		if (str_pair(cell->works[i], key, &value))
			return true;
	return false;
}

/* The keys of the work of a cell whose values are not all the same. */
static void mixed_work(struct arena *a, struct mixed *m, const struct grid_cell *cell)
{
	for (size_t i = 0; i < cell->nworks; i++) {
		struct str list = cell->works[i], pair;

		while (str_next(&list, ';', &pair)) {
			struct mixed_values values = { 0 };
			struct str key = str_cut(pair, '=').head, value;

			if (mixed_had(cell, i, key))
				continue;
			for (size_t k = 0; k < cell->nworks; k++)
				mixed_add(&values, str_pair(cell->works[k], key, &value)
							   ? record_unescape(a, value)
							   : STR("not said"));
			mixed_say(m, key, &values);
		}
	}
}

struct str build_mixed(struct arena *a, const struct grid *g, size_t row, size_t col,
		       struct str label)
{
	const struct grid_cell *cell = &g->rows[row].cells[col];
	struct mixed runs = { 0 }, within = { 0 };
	struct str text = STR("");

	if (cell->work_varies)
		mixed_work(a, cell->runs_vary ? &runs : &within, cell);
	if (cell->n > 1)
		mixed_facts(&runs, g, cell, col);
	if (within.nkeys)
		text = arena_printf(a, "each number of %.*s is a mean over %.*s", (int)label.n,
				    label.p, (int)within.text.n, within.text.v);
	if (runs.nkeys)
		text = arena_printf(a, "%.*s%sthe runs of %.*s differ in %.*s", (int)text.n, text.p,
				    text.n ? "; " : "", (int)label.n, label.p, (int)runs.text.n,
				    runs.text.v);
	buf_free(&runs.text);
	buf_free(&within.text);
	return text;
}

void build_mixes(struct doc *doc, const struct grid *g, unsigned int views)
{
	struct str *labels = build_labels(doc->arena, g);
	struct map said = { 0 };
	size_t n = 0;

	for (size_t row = 0; row < g->nrows && n < MIXED_SAID; row++)
		for (size_t col = 0; col < g->ncols && !g->rows[row].context; col++) {
			struct str text = build_mixed(doc->arena, g, row, col, labels[col]);

			if (!text.n || (*map_put(&said, str_hash(text, STR_HASH_SEED)))++)
				continue;
			n++;
			doc_prose(doc, views, "warning",
				  arena_printf(doc->arena, "%c%.*s.", text.p[0] - 'a' + 'A',
					       (int)text.n - 1, text.p + 1));
		}
	map_free(&said);
}

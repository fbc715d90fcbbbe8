/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "stats/grid.h"

/* More facts of a grid that vary are not told. */
#define GRID_VARYING 64

const struct grid_fact *grid_find_fact(const struct grid *g, size_t col, struct str key,
				       bool *varies)
{
	const int64_t *first = map_get(&g->first_facts, grid_fact_key(col, key));

	*varies = first && g->facts[*first - 1].varies;
	return first ? &g->facts[*first - 1] : NULL;
}

static void grid_first_fact(struct grid *g, const struct grid_fact *fact)
{
	int64_t *first;

	if (fact->event)
		return;
	first = map_put(&g->first_facts, grid_fact_key(fact->col, fact->key));
	if (!*first)
		*first = fact - g->facts + 1;
	else if (!str_eq(g->facts[*first - 1].text, fact->text))
		g->facts[*first - 1].varies = true;
}

/* Of keys that vary, what each run says. */
static void grid_run_facts(struct grid *g, struct arena *a)
{
	g->varying = arena_new_of(a, size_t, GRID_VARYING);
	for (size_t i = 0; i < g->nfacts; i++) {
		const struct grid_fact *fact = &g->facts[i];
		bool varies;
		int64_t *at;

		if (fact->event || !grid_find_fact(g, fact->col, fact->key, &varies) || !varies)
			continue;
		at = map_put(&g->run_facts, grid_run_key(fact->col, fact->run, fact->key));
		if (!*at)
			*at = (int64_t)i + 1;
		if (fact->varies && g->nvarying < GRID_VARYING)
			g->varying[g->nvarying++] = i;
	}
}

void grid_index_facts(struct grid *g, struct arena *a)
{
	for (size_t i = 0; i < g->nfacts; i++)
		grid_first_fact(g, &g->facts[i]);
	grid_run_facts(g, a);
}

struct str grid_plain(struct arena *a, struct str s)
{
	struct buf text = { 0 };
	struct str copy;

	if (!s.n || !memchr(s.p, '\0', s.n))
		return arena_str(a, s);
	for (size_t i = 0; i < s.n; i++)
		buf_add(&text, s.p[i] ? (struct str){ s.p + i, 1 } : STR("\\x00"));
	copy = arena_str(a, buf_str(&text));
	buf_free(&text);
	return copy;
}

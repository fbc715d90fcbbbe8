/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "core/map.h"
#include "core/unit.h"
#include "parsers/emit.h"

/*
 * What a benchmark prints that needs no pattern: a text of nothing else than
 *
 *   name: value unit
 *
 * with units that are known, or of six columns apart by TABs, as mmtests keeps its results:
 *
 *   metric  factorA  factorB  interval  value  extra
 *
 * with _ for an empty one. A name that comes again begins the next run.
 */

/* So many lines at the start show what the text is. */
#define PAIRS_LINES 50
/* Longer lines are none of these. */
#define PAIRS_MAX 500

struct pairs_state {
	struct map seen; /* names of this run */
};

static void pairs_end(struct match *m, void *state)
{
	struct pairs_state *st = state;

	(void)m;
	map_free(&st->seen);
}

static void pairs_put(struct match *m, struct pairs_state *st, struct record *rec,
		      const struct metric *metric)
{
	uint64_t name = map_mix(
		str_hash(rec->bench, STR_HASH_SEED),
		map_mix(str_hash(rec->params, STR_HASH_SEED), str_hash(rec->item, STR_HASH_SEED)));

	name = map_mix(name, str_hash(str_of(metric->name), STR_HASH_SEED));
	if (map_get(&st->seen, name))
		match_run(m);
	*map_put(&st->seen, name) = 1;
	if (match_value(m, rec, metric, match_group(m, "value")))
		match_put(m, rec);
}

static void pairs_line(struct match *m, void *state)
{
	const struct unit *unit = unit_find(match_group(m, "unit"));
	struct record rec = match_record(m);
	struct buf name = { 0 };

	if (!unit) {
		match_skip(m, "no unit that is known", m->msg);
		return;
	}
	buf_add(&name, str_trim(match_group(m, "name")));
	buf_char(&name, '\0');
	pairs_put(m, state, &rec,
		  &(struct metric){ .name = name.v,
				    .unit = unit->name,
				    .better = emit_better(str_of(unit->name)) });
	buf_free(&name);
}

static void pairs_columns(struct match *m, void *state)
{
	static const char *const factors[] = { "factor_a", "factor_b" };
	struct record rec = match_record(m);
	struct buf name = { 0 }, params = { 0 }, item = { 0 };

	for (size_t i = 0; i < sizeof(factors) / sizeof(factors[0]); i++)
		if (!str_is(match_group(m, factors[i]), "_"))
			record_pair(&params, str_of(factors[i]), match_group(m, factors[i]));
	if (!str_is(match_group(m, "interval"), "_"))
		record_pair(&item, STR("interval"), match_group(m, "interval"));
	buf_add(&name, match_group(m, "name"));
	buf_char(&name, '\0');
	rec.params = buf_str(&params);
	rec.item = buf_str(&item);
	pairs_put(m, state, &rec, &(struct metric){ .name = name.v, .unit = "" });
	buf_free(&name);
	buf_free(&params);
	buf_free(&item);
}

static void pairs_odd(struct match *m, void *state)
{
	(void)state;
	match_skip(m, "neither name: value unit nor six columns", m->msg);
}

#define NUMBER "[-+]?(?:\\d+\\.?\\d*|\\.\\d+)(?:[eE][-+]?\\d+)?"

static const struct rule rules[] = {
	{ .pattern = "^\\s*(?<name>[A-Za-z_](?:[^:\\t]{0,80}[^:\\s])?):\\s+(?<value>" NUMBER ")"
		     "\\s*(?<unit>\\S+)\\s*$",
	  .emit = pairs_line },
	{ .pattern = "^(?<name>[^\\t]+)\\t(?<factor_a>[^\\t]+)\\t(?<factor_b>[^\\t]+)\\t"
		     "(?<interval>[^\\t]+)\\t(?<value>" NUMBER ")\\t[^\\t]*\\s*$",
	  .emit = pairs_columns },
	{ .pattern = "^\\s*(?:#|$)" },
	{ .pattern = "", .emit = pairs_odd },
};

static bool pairs_is_line(struct str line)
{
	struct str_cut cut = str_cut(line, ':');
	struct str rest = str_trim(cut.tail);
	size_t number = 0;
	double v;

	while (number < rest.n && (is_digit(rest.p[number]) || strchr("+-.eE", rest.p[number])))
		number++;
	/* "1e3 events" and "5 errors": the e may be the unit's. */
	while (number && !str_double((struct str){ rest.p, number }, &v))
		number--;
	rest = str_trim(str_skip(rest, number));
	return cut.ok && cut.head.n && is_alpha(cut.head.p[0]) &&
	       !is_blank(cut.head.p[cut.head.n - 1]) && number && rest.n && unit_find(rest);
}

static bool pairs_is_columns(struct str line)
{
	struct str cell, value = { NULL, 0 };
	size_t n = 0;
	double v;

	for (; str_next(&line, '\t', &cell); n++) {
		if (!cell.n)
			return false;
		if (n == 4)
			value = cell;
	}
	return n == 6 && str_double(value, &v);
}

/* All of the first lines that are neither blank nor comments are of one kind. */
static bool pairs_claims(struct str head)
{
	size_t n = 0, pairs = 0, columns = 0;
	struct str line;

	while (n < PAIRS_LINES && str_next(&head, '\n', &line)) {
		line = str_rtrim(line);
		if (!line.n || line.p[0] == '#')
			continue;
		n++;
		if (line.n > PAIRS_MAX)
			return false;
		pairs += pairs_is_line(str_trim(line));
		columns += pairs_is_columns(line);
	}
	return n && (pairs == n || columns == n);
}

const struct format format_pairs = {
	.name = "pairs",
	.summary =
		"name: value unit on each line, or six columns: metric, factors, interval, value",
	.example = "latency: 12.5 us",
	RULES(rules),
	.state_size = sizeof(struct pairs_state),
	.end = pairs_end,
	.claims = pairs_claims,
};

/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "parsers/emit.h"
#include "parsers/params.h"

/*
 * The results of go test -bench, as benchstat takes them, a line a run, with any number of values
 * and their units:
 *
 *   note: before
 *   BenchmarkFoo/size=32-8     1000     1234 ns/op     56 B/op     2 allocs/op
 */

/* Lines of configuration stand right above. */
#define GOBENCH_ABOVE 8
#define GOBENCH_PAIRS 16

struct gobench_state {
	char pkg[128], note[64];
};

/* "key: value" */
static bool gobench_config(struct str line, const char *key, char *to, size_t size)
{
	struct str_cut cut = str_cut(str_trim(line), ':');

	if (!cut.ok || !str_is(cut.head, key))
		return false;
	str_copy(to, size, str_trim(cut.tail));
	return true;
}

static bool gobench_is_config(struct str line)
{
	size_t n = 0;

	line = str_trim(line);
	while (n < line.n && ((line.p[n] >= 'a' && line.p[n] <= 'z') || line.p[n] == '-'))
		n++;
	return n && n + 1 < line.n && line.p[n] == ':' && line.p[n + 1] == ' ';
}

static bool gobench_is_result(struct str line)
{
	return str_starts(str_trim(line), STR("Benchmark"));
}

/* What is said of the lines below, until it is said anew. */
static void gobench_above(const struct match *m, struct gobench_state *st)
{
	struct str line = match_above(m, 1);

	if (gobench_is_result(line))
		return;
	for (unsigned int nth = 1; nth <= GOBENCH_ABOVE && gobench_is_config(line); nth++) {
		if (!gobench_config(line, "pkg", st->pkg, sizeof(st->pkg)))
			gobench_config(line, "note", st->note, sizeof(st->note));
		line = match_above(m, nth + 1);
	}
}

/* "ns/op" is the time of an operation in ns; other units are names of their own. */
static void gobench_unit(struct record *rec, struct str unit)
{
	static const struct {
		const char *unit, *metric, *base;
	} units[] = { { "ns/op", "time", "ns" },
		      { "B/op", "memory", "B" },
		      { "allocs/op", "allocs", "count" },
		      { "MB/s", "throughput", "MB/s" } };

	rec->metric = unit;
	rec->unit = (struct str){ NULL, 0 };
	rec->better = emit_better(unit);
	for (size_t i = 0; i < sizeof(units) / sizeof(units[0]); i++)
		if (str_is(unit, units[i].unit)) {
			rec->metric = str_of(units[i].metric);
			rec->unit = str_of(units[i].base);
		}
}

/* "Foo/sub/size=32" is the benchmark Foo/sub with size=32. */
static void gobench_name(const struct gobench_state *st, const struct match *m, struct buf *bench,
			 struct buf *params)
{
	struct param pair[GOBENCH_PAIRS];
	struct str name = match_group(m, "name"), procs = match_group(m, "procs"), piece;
	size_t n = 0;

	while (str_next(&name, '/', &piece)) {
		struct str_cut cut = str_cut(piece, '=');

		if (cut.ok && cut.head.n && n + 2 < GOBENCH_PAIRS) {
			pair[n++] = (struct param){ cut.head, cut.tail };
			continue;
		}
		if (bench->n)
			buf_char(bench, '/');
		buf_add(bench, piece);
	}
	if (st->pkg[0])
		pair[n++] = (struct param){ STR("pkg"), str_of(st->pkg) };
	if (procs.n)
		pair[n++] = (struct param){ STR("procs"), procs };
	params_sorted(params, pair, n);
}

static void gobench_line(struct match *m, void *state)
{
	struct gobench_state *st = state;
	struct record rec = match_record(m);
	struct str values = match_group(m, "values"), number;
	struct buf bench = { 0 }, params = { 0 };

	gobench_above(m, st);
	gobench_name(st, m, &bench, &params);
	rec.bench = buf_str(&bench);
	rec.params = buf_str(&params);
	rec.source = str_of(st->note);
	while ((number = str_word(&values)).n) {
		gobench_unit(&rec, str_word(&values));
		emit_stat(m, rec, "value", number);
	}
	buf_free(&bench);
	buf_free(&params);
}

static const struct rule rules[] = {
	{ .literal = "Benchmark",
	  .pattern = "^\\s*Benchmark(?<name>[A-Z_\\d][^\\s]*?)(?:-(?<procs>\\d+))?\\s+\\d+"
		     "(?<values>(?:\\s+[\\d.]+(?:e[+-]?\\d+)?\\s+[A-Za-z%][^\\s\\d]\\S*|"
		     "\\s+[\\d.]+(?:e[+-]?\\d+)?\\s+[A-Za-z%])+)\\s*$",
	  .emit = gobench_line },
	{ .literal = "Benchmark",
	  .pattern = "^\\s*Benchmark[A-Z_]\\S*\\s+\\d+\\s+\\S+ (?:ns|B|allocs)/op\\b",
	  .emit = emit_odd },
};

const struct format format_gobench = {
	.name = "gobench",
	.summary = "results of go test -bench, a line a run",
	.example = "BenchmarkFoo/size=32-8     1000     1234 ns/op     56 B/op     2 allocs/op",
	.once_per_boot = true,
	RULES(rules),
	.state_size = sizeof(struct gobench_state),
};

/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "parsers/emit.h"

/*
 * What ministat prints of its data sets, whose names stand over the plot:
 *
 *   x before
 *   + after
 *   +----------+
 *   |  x  +x  +|
 *   |  |__AM_| |
 *   +----------+
 *       N           Min           Max        Median           Avg        Stddev
 *   x   5       1881360       2030174       1937233     1956174.4     62362.625
 *   +   5       1346242       1368233       1357976       1358240     8228.3521
 *   Difference at 95.0% confidence
 */

#define MINISTAT_SETS 8
/* A plot is as high as most values that fall together. */
#define MINISTAT_ABOVE 60

struct ministat_state {
	struct {
		char mark, name[128];
	} set[MINISTAT_SETS];
	size_t n;
	char title[80];
	unsigned int nth;
	struct map seen;
};

static bool ministat_legend(struct str line)
{
	return line.n > 2 && memchr("x+*%#@O", line.p[0], 7) && line.p[1] == ' ';
}

static bool ministat_plot(struct str line)
{
	return line.n && (line.p[0] == '|' || str_starts(line, STR("+--")));
}

static void ministat_title(struct ministat_state *st, struct str line)
{
	line = str_trim(line);
	st->title[0] = '\0';
	if (line.n > 1 && line.n < sizeof(st->title) && line.p[line.n - 1] == ':')
		EMIT_COPY(st->title, ((struct str){ line.p, line.n - 1 }));
}

/* The names of the sets, upwards; and the title over them, perhaps behind a fence. */
static void ministat_header(struct match *m, void *state)
{
	struct ministat_state *st = state;
	unsigned int nth = 1;
	struct str line = str_trim(match_above(m, nth));
	uint64_t hash;

	while (nth < MINISTAT_ABOVE && ministat_plot(line))
		line = str_trim(match_above(m, ++nth));
	for (st->n = 0; st->n < MINISTAT_SETS && ministat_legend(line); st->n++) {
		st->set[st->n].mark = line.p[0];
		EMIT_COPY(st->set[st->n].name, str_trim(str_skip(line, 2)));
		line = str_trim(match_above(m, ++nth));
	}
	if (str_starts(line, STR("```")) || str_starts(line, STR("~~~")))
		line = match_above(m, ++nth);
	ministat_title(st, line);
	hash = str_hash(str_of(st->title), STR_HASH_SEED);
	for (size_t i = 0; i < st->n; i++)
		hash = str_hash(str_of(st->set[i].name), hash);
	st->nth = emit_nth(m, &st->seen, hash, "summary of these sets");
}

static void ministat_row(struct match *m, void *state)
{
	static const struct {
		const char *group, *stat;
	} stats[] = { { "avg", "mean" },
		      { "sd", "sd" },
		      { "min", "min" },
		      { "max", "max" },
		      { "p50", "p50" } };
	const struct ministat_state *st = state;
	struct record rec = match_record(m);
	struct buf params = { 0 };
	uint64_t n = 0;

	for (size_t i = 0; i < st->n; i++)
		if (st->set[i].mark == match_group(m, "mark").p[0])
			rec.source = str_of(st->set[i].name);
	if (!rec.source.n || !match_u64(m, "n", &n) || !n || n > 1000000000) {
		match_skip(m, "no name of this mark above", m->msg);
		return;
	}
	emit_table(&params, st->nth);
	if (st->title[0])
		rec.bench = str_of(st->title);
	rec.params = buf_str(&params);
	for (size_t i = 0; i < sizeof(stats) / sizeof(stats[0]); i++) {
		const struct metric metric = { .name = "value", .unit = "", .fold = FOLD_RUNS };

		/* Of one value there is no deviation. */
		if ((n == 1 && i == 1) ||
		    !match_value(m, &rec, &metric, match_group(m, stats[i].group)))
			continue;
		rec.stat = str_of(stats[i].stat);
		rec.n = (unsigned long)n;
		match_put(m, &rec);
	}
	buf_free(&params);
}

static void ministat_end(struct match *m, void *state)
{
	struct ministat_state *st = state;

	(void)m;
	map_free(&st->seen);
}

#define NUMBER	   "-?\\d+(?:\\.\\d+)?(?:e[+-]?\\d+)?"
#define CELL(name) "\\s+(?<" name ">" NUMBER ")"

static const struct rule rules[] = {
	{ .literal = "Median           Avg",
	  .name = "header",
	  .single = true,
	  .pattern = "^\\s*N\\s+Min\\s+Max\\s+Median\\s+Avg\\s+Stddev\\s*$",
	  .emit = ministat_header },
	/* Behind each row but the first, what ministat makes of it. */
	{ .after = "header",
	  .gap = 4,
	  .pattern = "^\\s*(?<mark>[x+*%#@O])\\s+(?<n>\\d+)" CELL("min") CELL("max") CELL("p50")
		  CELL("avg") CELL("sd") "\\s*$",
	  .emit = ministat_row },
	{ .after = "header",
	  .gap = 4,
	  .pattern = "^\\s*[x+*%#@O]\\s+\\d+\\s+(?:\\S+\\s+)*(?:\\d\\S*|-?nan|-?inf)\\s*$",
	  .emit = emit_odd },
	{ .after = "header",
	  .gap = 4,
	  .pattern = "^(?:No difference proven|Difference) at [\\d.]+% confidence\\s*$" },
};

const struct format format_ministat = {
	.name = "ministat",
	.summary = "summaries printed by ministat, a source a data set",
	.example = "x before\n"
		   "    N           Min           Max        Median           Avg        Stddev\n"
		   "x   5       1881360       2030174       1937233     1956174.4     62362.625",
	RULES(rules),
	.state_size = sizeof(struct ministat_state),
	.end = ministat_end,
};

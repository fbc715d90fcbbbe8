/* SPDX-License-Identifier: GPL-2.0-or-later */
#include <stdio.h>
#include "parsers/cell.h"
#include "parsers/emit.h"
#include "parsers/lkp.h"
#include "parsers/params.h"

/*
 * The comparisons of the kernel test robot, lkp, a column a commit:
 *
 *   35587f026a945238 1e8017bb42651bb1dc84917b786
 *   ---------------- ---------------------------
 *            %stddev     %change         %stddev
 *                \          |                \
 *     11703768 +- 15%     -73.9%    3053446 +-  5%  netperf.ThroughputBoth_total_tps
 *
 * The values are means of several runs, how many is not said. A deviation of 2 % or less is not
 * printed; then none is known. What the monitors beside a benchmark saw is context.
 */

#define LKP_SIDES 6
#define LKP_PAIRS 32

struct lkp_state {
	char keys[512], values[1024]; /* of the test, apart by slashes */
	char commit[LKP_SIDES][64];
	size_t sides;
	unsigned int nth;
	struct map seen;
};

static void lkp_keys(struct match *m, void *state)
{
	struct lkp_state *st = state;

	EMIT_COPY(st->keys, match_group(m, "keys"));
	st->values[0] = '\0';
}

static void lkp_values(struct match *m, void *state)
{
	struct lkp_state *st = state;

	EMIT_COPY(st->values, match_group(m, "values"));
}

/* Names are cut to their column's width, which can make two of one: the later one is numbered. */
static void lkp_apart(struct lkp_state *st)
{
	for (size_t i = 1; i < st->sides; i++) {
		unsigned int nth = 1;
		size_t n = strlen(st->commit[i]);

		for (size_t j = 0; j < i; j++)
			nth += strncmp(st->commit[j], st->commit[i], n) == 0 &&
			       (!st->commit[j][n] ||
				str_starts(str_of(st->commit[j] + n), STR(" #")));
		if (nth > 1 && n + 16 < sizeof(st->commit[i]))
			snprintf(st->commit[i] + n, sizeof(st->commit[i]) - n, " #%u", nth);
	}
}

static void lkp_header(struct match *m, void *state)
{
	struct lkp_state *st = state;
	struct str rule = str_trim(match_above(m, 1)), commits = match_above(m, 2), word;
	struct str rest = m->msg;
	size_t sides = 0, n = 0;
	uint64_t hash;

	for (size_t at; (at = str_find(rest, STR("%stddev"))) != (size_t)-1; sides++)
		rest = str_skip(rest, at + 1);
	st->sides = 0;
	while ((word = str_word(&commits)).n) {
		if (n < LKP_SIDES)
			EMIT_COPY(st->commit[n], word);
		n++;
	}
	if (!str_starts(rule, STR("-----")) || n != sides || n > LKP_SIDES) {
		match_skip(m, "not as many commits above as columns", m->msg);
		return;
	}
	st->sides = sides;
	lkp_apart(st);
	hash = str_hash(str_of(st->keys), STR_HASH_SEED);
	hash = str_hash(str_of(st->values), hash);
	for (size_t i = 0; i < sides; i++)
		hash = str_hash(str_of(st->commit[i]), hash);
	st->nth = emit_nth(m, &st->seen, hash, "table of these commits");
}

/* "5%" behind a plus-minus that got lost, or became another character. */
static bool lkp_lost(struct str *text, struct cell *cell)
{
	struct str s = *text, word = str_word(&s);
	bool odd = word.n > 0 && word.n <= 4;

	for (size_t i = 0; i < word.n; i++)
		odd &= word.p[i] == '?' || (word.p[i] & 0x80) != 0;
	if (odd)
		word = str_word(&s);
	if (word.n < 2 || !is_digit(word.p[0]) || word.p[word.n - 1] != '%')
		return false;
	for (size_t i = 0; i + 1 < word.n; i++)
		if (!is_digit(word.p[i]))
			return false;
	cell->spread = (struct str){ word.p, word.n - 1 };
	cell->spread_percent = true;
	*text = s;
	return true;
}

/* Values with a change before each but the first. */
static size_t lkp_cells(struct str text, struct cell *cells)
{
	size_t n = 0;

	for (text = str_trim(text); text.n; text = str_trim(text)) {
		if (n) {
			struct str change = str_word(&text);
			double v;

			if (change.n < 2 || (change.p[0] != '+' && change.p[0] != '-'))
				return 0;
			change.n -= change.p[change.n - 1] == '%';
			if (!str_double(change, &v))
				return 0;
		}
		if (n == LKP_SIDES || !cell_next(&text, &cells[n]) || cells[n].kind != CELL_VALUE ||
		    cells[n].unit.n || cells[n].paren.n)
			return 0;
		if (!cells[n].spread.n)
			lkp_lost(&text, &cells[n]);
		n++;
	}
	return n;
}

static void lkp_params(const struct lkp_state *st, struct buf *params)
{
	struct str keys = str_of(st->keys), values = str_of(st->values);
	struct param pair[LKP_PAIRS];
	char nth[16];
	size_t n = 0;

	snprintf(nth, sizeof(nth), "%u", st->nth);
	if (st->nth > 1)
		pair[n++] = (struct param){ STR("table"), str_of(nth) };
	while (st->values[0] && n < LKP_PAIRS && str_next(&keys, '/', &pair[n].key) &&
	       str_next(&values, '/', &pair[n].value))
		n++;
	params_sorted(params, pair, n);
}

static void lkp_row(struct match *m, void *state)
{
	const struct lkp_state *st = state;
	struct cell cells[LKP_SIDES];
	struct str_cut name = str_cut(match_group(m, "name"), '.');
	struct record rec = match_record(m);
	struct buf params = { 0 };
	char sd[CELL_DIGITS];

	if (!st->sides)
		return;
	if (lkp_cells(match_group(m, "cells"), cells) != st->sides) {
		match_skip(m, "not a value and a change for each commit", m->msg);
		return;
	}
	lkp_params(st, &params);
	rec.bench = name.head;
	rec.metric = name.tail;
	rec.params = buf_str(&params);
	rec.context = lkp_is_monitor(name.head);
	rec.better = rec.context ? BETTER_NONE : lkp_better(name.tail);
	if (str_ends(name.tail, STR("%")) || str_is(name.head, "perf-profile"))
		rec.unit = STR("%");
	rec.fold = FOLD_RUNS;
	rec.n = 0;
	for (size_t i = 0; i < st->sides; i++) {
		rec.source = str_of(st->commit[i]);
		emit_stat(m, rec, "mean", str_of(cells[i].number));
		if (cells[i].spread.n && cell_spread(&cells[i], sd))
			emit_stat(m, rec, "sd", str_of(sd));
	}
	buf_free(&params);
}

static void lkp_end(struct match *m, void *state)
{
	struct lkp_state *st = state;

	(void)m;
	map_free(&st->seen);
}

static const struct rule rules[] = {
	{ .literal = "/testcase:",
	  .name = "keys",
	  .single = true,
	  .pattern = "^(?<keys>[^\\s:]+/testcase):\\s*$",
	  .emit = lkp_keys },
	{ .after = "keys",
	  .pattern = "^\\s+(?<values>[^\\s/]+(?:/[^\\s/]+)+)\\s*$",
	  .emit = lkp_values },
	{ .literal = "%stddev",
	  .name = "header",
	  .single = true,
	  .pattern = "^\\s*%stddev(?:\\s+%change\\s+%stddev)+\\s*$",
	  .emit = lkp_header },
	{ .after = "header", .pattern = "^\\s*\\\\(?:\\s+\\|\\s+\\\\)+\\s*$" },
	{ .after = "header",
	  .gap = 3,
	  .pattern =
		  "^\\s*(?<cells>-?\\d\\S*(?:\\s+\\S+)*?)\\s+(?<name>[A-Za-z][\\w-]*\\.\\S+)\\s*$",
	  .emit = lkp_row },
	{ .after = "header",
	  .pattern = "^\\s*-?\\d[\\d.]*\\s.*[-+]\\d[\\d.]*%?\\s",
	  .emit = emit_odd },
};

const struct format format_lkp = {
	.name = "lkp",
	.summary = "comparisons of the kernel test robot, a column a commit",
	.example = "35587f026a945238 1e8017bb42651bb1dc84917b786\n"
		   "---------------- ---------------------------\n"
		   "         %stddev     %change         %stddev\n"
		   "             \\          |                \\\n"
		   "  11703768 +- 15%     -73.9%    3053446 +-  5%  netperf.total_tps",
	RULES(rules),
	.state_size = sizeof(struct lkp_state),
	.end = lkp_end,
};

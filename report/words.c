/* SPDX-License-Identifier: GPL-2.0-or-later */
#include <math.h>
#include "report/number.h"
#include "report/words.h"
#include "stats/rank.h"

const char *words_runs(const struct grid_row *row)
{
	return row->printed || str_is(row->bench, "numbers") || str_is(row->bench, "readproc")
		       ? "runs"
		       : "boots";
}

const char *words_reason(const struct claim *c)
{
	static const char *const reasons[] = {
		[REASON_CONSTANT] = "no spread",
		[REASON_RESOLUTION] = "beyond double precision",
		[REASON_DENORMAL] = "too close to 0",
		[REASON_ZERO_BASE] = "base is 0",
		[REASON_ZERO_NEW] = "new side is 0",
		[REASON_MISSING] = "missing",
		[REASON_NO_SPREAD] = "no spread given",
		[REASON_NO_COUNT] = "no n given",
		[REASON_NO_VALUES] = "no values",
		[REASON_UNPAIRED] = "not paired",
		[REASON_FEW] = "few runs",
		[REASON_NOT_POSITIVE] = "a value of 0 or less",
	};

	if (c->cmp->reason == REASON_SINGLE)
		return c->several ? "one boot a side" : "single measurement";
	return reasons[c->cmp->reason] ? reasons[c->cmp->reason] : "";
}

static bool words_is_time(const struct claim *c)
{
	return c->row->unit && strcmp(c->row->unit->quantity, "time") == 0 &&
	       c->row->better == BETTER_LOWER;
}

int words_good(const struct claim *c)
{
	bool lower = c->cmp->verdict == VERDICT_LOWER;

	if ((!lower && c->cmp->verdict != VERDICT_HIGHER) || c->row->better == BETTER_NONE)
		return 0;
	return lower == (c->row->better == BETTER_LOWER) ? 1 : -1;
}

/* "+-1%" */
static struct str words_margin(struct arena *a, const struct claim *c)
{
	return arena_printf(a, "+-%g%%", 100 * c->method->margin);
}

/* What the test says of a change, whether or not it is within the margin. */
static struct str words_changed(struct arena *a, const struct claim *c)
{
	static const char *const suffix[] = { " = worse", "", " = better" };
	bool lower = c->cmp->verdict == VERDICT_LOWER;

	if (words_is_time(c))
		return lower ? STR("FASTER") : STR("SLOWER");
	return arena_printf(a, "%s%s", lower ? "LOWER" : "HIGHER", suffix[words_good(c) + 1]);
}

struct str words_verdict(struct arena *a, const struct claim *c)
{
	struct str changed;

	switch (c->cmp->verdict) {
	case VERDICT_NOT_TESTED:
		return arena_printf(a, "NOT TESTED (%s)", words_reason(c));
	case VERDICT_INCONCLUSIVE:
		return STR("INCONCLUSIVE");
	case VERDICT_SAME:
		return arena_printf(a, "SAME within %s", words_margin(a, c).p);
	case VERDICT_LOWER:
	case VERDICT_HIGHER:
		changed = words_changed(a, c);
		if (!c->cmp->within)
			return changed;
		return arena_printf(a, "%.*s, but within %s", (int)changed.n, changed.p,
				    words_margin(a, c).p);
	}
	return STR("");
}

/* What the method asked for cannot take, and another can. */
static struct str words_not_by_method(struct arena *a, const struct claim *c)
{
	const char *runs = words_runs(c->row);

	switch (c->cmp->reason) {
	case REASON_NO_VALUES:
		return STR("the text printed means, and this takes the values of the runs: compare "
			   "the means, with --stat=mean and without --paired");
	case REASON_UNPAIRED:
		if (c->nbase == c->nfresh)
			return arena_printf(
				a,
				"each side lacks %s that the other has, so they are no pairs: "
				"compare without --paired",
				runs);
		return arena_printf(a,
				    "%zu and %zu %s are no pairs: compare without --paired, or "
				    "leave out the %s without a partner",
				    c->nbase, c->nfresh, runs, runs);
	case REASON_FEW:
		return arena_printf(a,
				    "a bootstrap of fewer than %d %s a side is too sure of itself: "
				    "compare without --bootstrap",
				    STATS_BOOTSTRAP_RUNS, runs);
	case REASON_NOT_POSITIVE:
		if (c->method->bootstrap)
			return STR("a value is 0 or less, which has no logarithm: compare without "
				   "--bootstrap");
		return STR("a value is 0 or less, which has no logarithm: compare with --stat=mean "
			   "or --stat=median");
	default:
		return STR("");
	}
}

/* What can be tested where no ratio can, if the values are there. */
#define WORDS_DIFFERENCES "; compare the differences, with --stat=median"

static struct str words_not_tested(struct arena *a, const struct claim *c)
{
	const char *runs = words_runs(c->row);

	switch (c->cmp->reason) {
	case REASON_SINGLE:
		if (c->several)
			return STR(
				"one boot a side: run-to-run spread within it says nothing about "
				"another boot; at least 3 boots a side are needed");
		return arena_printf(
			a,
			"single measurement: no interval, no test; at least 3 %s a side are "
			"needed",
			runs);
	case REASON_NO_SPREAD:
		return STR("the text printed no standard deviation, and no values: nothing to test "
			   "against");
	case REASON_NO_COUNT:
		return STR("the text does not say how many runs its means and standard "
			   "deviations stand for");
	case REASON_CONSTANT:
		if (c->method->paired)
			return STR("every pair changed alike: no spread to test against");
		if (c->row->printed)
			return STR("the text printed a spread of 0 on each side: nothing to test "
				   "against");
		return arena_printf(
			a,
			"every %.*s gave the same value on each side: no spread to test "
			"against",
			(int)strlen(runs) - 1, runs);
	case REASON_RESOLUTION:
		if (isnan(c->cmp->change))
			return STR("the values are larger than double precision holds");
		return STR("the values differ by less than double precision resolves");
	case REASON_DENORMAL:
		return STR("the values are too close to 0 for a ratio");
	case REASON_ZERO_BASE:
		return arena_printf(a, "the base is 0: there is no percentage of it%s",
				    c->row->printed ? "" : WORDS_DIFFERENCES);
	case REASON_ZERO_NEW:
		return arena_printf(
			a, "the new side is 0 throughout: a ratio of means has no interval there%s",
			c->row->printed ? "" : WORDS_DIFFERENCES);
	default:
		return words_not_by_method(a, c);
	}
}

/* More runs than this nobody takes, and such a number says no more than that. */
#define WORDS_RUNS 1000
/* Nor does a change of so many times say how much was seen. */
#define WORDS_FOLD 10

/* Two digits are enough for what is known so roughly. */
static void words_needed(struct buf *b, unsigned int n, const char *runs)
{
	unsigned int unit = 1;

	while (n / unit >= 100)
		unit *= 10;
	if (n > WORDS_RUNS)
		buf_printf(b, " takes more than %d %s a side", WORDS_RUNS, runs);
	else
		buf_printf(b, " takes about %u %s a side", (n + unit - 1) / unit * unit, runs);
}

/* "a change beyond about -30% or +43%" */
static void words_beyond(struct buf *b, const struct comparison *cmp)
{
	if (cmp->mde_up >= WORDS_FOLD - 1) {
		buf_add(b, STR("only a change of more than tenfold, up or down,"));
		return;
	}
	buf_add(b, STR("a change beyond about "));
	number_about(b, cmp->mde_down);
	buf_add(b, STR(" or "));
	number_about(b, cmp->mde_up);
}

static size_t words_least(const struct claim *c)
{
	return c->nbase < c->nfresh ? c->nbase : c->nfresh;
}

/* "p=0.012", "p<0.0001" */
static void words_p(struct buf *b, double p)
{
	struct buf number = { 0 };

	number_p(&number, p);
	buf_printf(b, "p%s%.*s", number.n && number.v[0] == '<' ? "" : "=", (int)number.n,
		   number.v);
	buf_free(&number);
}

/* Why a test is no verdict, whatever it found; false if it found nothing. */
static bool words_withheld(struct buf *b, const struct claim *c)
{
	const char *runs = words_runs(c->row);

	if (words_least(c) < STATS_MIN_RUNS) {
		if (c->cmp->p_adjusted <= c->alpha) {
			words_p(b, c->cmp->p);
			buf_add(b, STR(", but "));
		}
		buf_printf(b, "a verdict needs at least %d %s a side", STATS_MIN_RUNS, runs);
		return true;
	}
	if (c->cmp->alone) {
		words_p(b, c->cmp->p);
		buf_printf(b, " alone, but not after allowing for %zu comparisons", c->family);
		return true;
	}
	return false;
}

/* What ranks of so few runs cannot show, whatever the data; false if they can. */
static bool words_floor(struct buf *b, const struct claim *c)
{
	size_t family = c->method->adjust == ADJUST_NONE ? 1 : c->family;
	double first = c->alpha / (double)family;

	if (!(c->cmp->p_least > first))
		return false;
	buf_printf(b, "ranks of %zu+%zu %s cannot give a p below ", c->nbase, c->nfresh,
		   words_runs(c->row));
	number_p(b, c->cmp->p_least);
	buf_add(b, STR(", whatever the data"));
	if (c->cmp->p_least <= c->alpha)
		buf_printf(b, ", and the first of %zu comparisons needs %.2g", family, first);
	buf_printf(b, ": take %u %s a side, or --stat=mean", rank_runs_needed(first),
		   words_runs(c->row));
	return true;
}

static void words_seen(struct buf *b, const struct claim *c)
{
	const struct comparison *cmp = c->cmp;
	const char *runs = words_runs(c->row);

	if (words_floor(b, c))
		return;
	if (cmp->alone)
		buf_add(b, STR("alone, "));
	if (c->method->paired)
		buf_printf(b, "%zu pairs", c->nbase);
	else
		buf_printf(b, "%zu+%zu %s", c->nbase, c->nfresh, runs);
	if (cmp->raw || isnan(cmp->mde_up)) {
		buf_add(b, STR(" do not settle it"));
		return;
	}
	buf_add(b, STR(" at these spreads would show "));
	words_beyond(b, cmp);
	buf_add(b, STR(" four times in five"));
}

/* Whether ranks say otherwise than the verdict, where they could say either. */
static bool words_disagree(const struct claim *c)
{
	const struct comparison *cmp = c->cmp;
	bool decided = cmp->verdict == VERDICT_LOWER || cmp->verdict == VERDICT_HIGHER;

	if (!(cmp->p_rank_least <= c->alpha))
		return false;
	return decided ? cmp->p_rank > c->alpha : cmp->p > c->alpha && cmp->p_rank <= c->alpha;
}

static void words_ranks(struct buf *b, const struct claim *c)
{
	bool by_t = c->cmp->p <= c->alpha;

	buf_add(b, by_t ? STR("ranks alone do not settle it, ") : STR("ranks alone would, "));
	words_p(b, c->cmp->p_rank);
	buf_printf(b,
		   " (exact Mann-Whitney): %s; look at the values, or compare with --stat=median",
		   by_t ? "sides of unequal spread, or few runs"
			: "perhaps a value far out widens the interval");
}

/* What these spreads can show, and what the observed change would take. */
static struct str words_inconclusive(struct arena *a, const struct claim *c, bool caveat)
{
	const struct comparison *cmp = c->cmp;
	const char *runs = words_runs(c->row);
	size_t least = words_least(c);
	struct buf b = { 0 };
	struct str text;
	double lo, hi;

	buf_printf(&b, "%.*s: ", (int)c->name.n, c->name.p);
	if (words_withheld(&b, c) && least >= STATS_MIN_RUNS)
		buf_add(&b, STR("; "));
	if (least >= STATS_MIN_RUNS)
		words_seen(&b, c);
	if (cmp->runs_needed > least) {
		buf_add(&b, STR(". To resolve "));
		if (cmp->raw)
			buf_add(&b, STR("the difference"));
		else if (cmp->runs_needed > WORDS_RUNS)
			buf_add(&b, STR("so small a change"));
		else
			buf_printf(&b, "%.*f%%", number_decimals(cmp->lo, cmp->hi),
				   fabs(100 * cmp->change));
		words_needed(&b, cmp->runs_needed, runs);
		buf_add(&b, STR(" if the spreads stay as measured"));
		stats_spread_range(least, 0.95, &lo, &hi);
		if (caveat)
			buf_printf(&b, " (%zu %s know a spread only within x%.2f..x%.1f)", least,
				   runs, lo, hi);
	}
	if (words_disagree(c)) {
		buf_add(&b, STR(". But "));
		words_ranks(&b, c);
	}
	text = arena_str(a, buf_str(&b));
	buf_free(&b);
	return text;
}

enum words_open words_open_kind(const struct claim *c)
{
	return c->cmp->alone ? WORDS_ALONE : words_disagree(c) ? WORDS_RANKS : WORDS_PLAIN;
}

struct str words_more(struct arena *a, const struct words_more *m)
{
	const char *runs = words_runs(m->first->row);
	struct buf b = { 0 };
	struct str text;

	buf_printf(&b, "%zu more are inconclusive", m->n);
	if (m->kind == WORDS_ALONE)
		buf_printf(&b, ", with p <= %g alone, but not after allowing for %zu comparisons",
			   m->first->alpha, m->first->family);
	if (m->kind == WORDS_RANKS)
		buf_add(&b, STR(", and ranks alone would say otherwise: look at the values, or "
				"compare with --stat=median"));
	if (!m->least) {
		buf_printf(&b, "; these %s do not settle them", runs);
	} else {
		buf_printf(&b, "; four times in five these %s would show ", runs);
		words_beyond(&b, m->least->cmp);
		buf_printf(&b, " in %.*s", (int)m->least->name.n, m->least->name.p);
	}
	if (m->least != m->most) {
		buf_add(&b, STR(" at best, and "));
		words_beyond(&b, m->most->cmp);
		buf_printf(&b, " in %.*s at worst", (int)m->most->name.n, m->most->name.p);
	}
	if (m->least)
		buf_add(&b, STR("; " KB_NAME " plan --detect=N% tells what a given change takes"));
	text = arena_str(a, buf_str(&b));
	buf_free(&b);
	return text;
}

struct str words_note(struct arena *a, const struct claim *c, bool caveat)
{
	struct buf b = { 0 };
	struct str text;

	if (c->cmp->verdict == VERDICT_NOT_TESTED)
		return words_not_tested(a, c);
	if (c->cmp->verdict == VERDICT_INCONCLUSIVE)
		return words_inconclusive(a, c, caveat);
	if (!words_disagree(c))
		return STR("");
	buf_printf(&b, "%.*s: ", (int)c->name.n, c->name.p);
	words_ranks(&b, c);
	text = arena_str(a, buf_str(&b));
	buf_free(&b);
	return text;
}

/* "33.7% less to 12.9% more" */
static void words_range(struct buf *b, double lo, double hi)
{
	int decimals = number_decimals(lo, hi);

	buf_printf(b, "%.*f%% %s to %.*f%% %s", decimals, fabs(100 * lo), lo < 0 ? "less" : "more",
		   decimals, fabs(100 * hi), hi < 0 ? "less" : "more");
}

static void words_amount(struct buf *b, const struct claim *c, double v)
{
	number_difference(b, v / c->divide, (c->cmp->hi - c->cmp->lo) / 2 / c->divide);
	if (c->unit.n)
		buf_printf(b, " %.*s", (int)c->unit.n, c->unit.p);
}

static void words_open(struct buf *b, const struct claim *c)
{
	buf_printf(b, "the change of %.*s is inconclusive: ", (int)c->name.n, c->name.p);
	if (words_withheld(b, c))
		return;
	buf_add(b, STR("anything from "));
	if (c->cmp->raw) {
		words_amount(b, c, c->cmp->lo);
		buf_add(b, STR(" to "));
		words_amount(b, c, c->cmp->hi);
	} else {
		words_range(b, c->cmp->lo, c->cmp->hi);
	}
	buf_printf(b, " is compatible with these %s", words_runs(c->row));
}

/* The interval's level as a percentage with the digits that it has: 95, 97.1. */
double words_level(const struct claim *c)
{
	return c->cmp->level == c->conf ? 100 * c->conf : round(1000 * c->cmp->level) / 10;
}

static void words_decided(struct buf *b, const struct claim *c)
{
	const struct comparison *cmp = c->cmp;
	int good = words_good(c), decimals = number_decimals(cmp->lo, cmp->hi);

	buf_add(b, c->name);
	buf_add(b, cmp->verdict == VERDICT_LOWER ? STR(" fell by ") : STR(" rose by "));
	if (cmp->raw) {
		words_amount(b, c, fabs(cmp->change));
		buf_printf(b, " (%.6g%% interval ", words_level(c));
		words_amount(b, c, cmp->lo);
		buf_add(b, STR(" to "));
		words_amount(b, c, cmp->hi);
		buf_char(b, ')');
	} else {
		buf_printf(b, "%.*f%% (%.6g%% interval %+.*f%% to %+.*f%%)", decimals,
			   fabs(100 * cmp->change), words_level(c), decimals, 100 * cmp->lo,
			   decimals, 100 * cmp->hi);
	}
	if (good)
		buf_printf(b, ", which is %s", good > 0 ? "better" : "worse");
	if (cmp->within)
		buf_printf(b, ", but within +-%g%%", 100 * c->method->margin);
}

static void words_same(struct buf *b, const struct claim *c)
{
	const struct comparison *cmp = c->cmp;
	int decimals = number_decimals(cmp->lo, cmp->hi);

	buf_printf(b,
		   "%.*s is the same within +-%g%%: changed by %+.*f%% (%.6g%% interval %+.*f%% to "
		   "%+.*f%%)",
		   (int)c->name.n, c->name.p, 100 * c->method->margin, decimals, 100 * cmp->change,
		   words_level(c), decimals, 100 * cmp->lo, decimals, 100 * cmp->hi);
}

struct str words_sentence(struct arena *a, const struct claim *c)
{
	struct buf b = { 0 };
	struct str text;

	if (c->cmp->verdict == VERDICT_INCONCLUSIVE)
		words_open(&b, c);
	else if (c->cmp->verdict == VERDICT_SAME)
		words_same(&b, c);
	else
		words_decided(&b, c);
	text = arena_str(a, buf_str(&b));
	buf_free(&b);
	return text;
}

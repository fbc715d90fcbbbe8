/* SPDX-License-Identifier: GPL-2.0-or-later */
#include <math.h>
#include "report/build_plan.h"
#include "report/number.h"
#include "report/words.h"
#include "stats/plan.h"
#include "stats/rank.h"

struct plans {
	struct doc *doc;
	struct arena *a;
	const struct grid *g;
	const struct plan_ask *ask;
	struct namings names;
	struct str *labels;
	size_t cols[2], ncols; /* the base first */
	const char *runs;      /* "boots" */
	struct plan *v;	       /* by row of the grid */
	size_t family;	       /* rows with a plan */
	double alpha;	       /* of the first of them */
};

static struct plan plan_row(const struct plans *p, size_t row)
{
	struct side sides[2] = { 0 };

	for (size_t i = 0; i < p->ncols; i++)
		sides[i] = grid_side(&p->g->rows[row], p->cols[i]);
	return stats_plan(sides, p->ncols, p->ask->detect, p->alpha, STATS_POWER);
}

/* The first of several metrics has to pass a level of its own, by Holm and by BH alike. */
static bool plan_adjusted(const struct plans *p)
{
	return p->ask->adjust != ADJUST_NONE && p->family > 1;
}

static const char *plan_adjustment(const struct plans *p)
{
	return p->ask->adjust == ADJUST_BH ? "Benjamini-Hochberg" : "Holm";
}

static void plan_rows(struct plans *p)
{
	p->v = arena_new_of(p->a, struct plan, p->g->nrows);
	p->alpha = p->ask->alpha;
	/* Which rows have a plan does not depend on the level. */
	for (size_t i = 0; i < p->g->nrows; i++)
		p->family += !p->g->rows[i].context && plan_row(p, i).reason == REASON_NONE;
	if (plan_adjusted(p))
		p->alpha /= (double)p->family;
	for (size_t i = 0; i < p->g->nrows; i++)
		p->v[i] = plan_row(p, i);
}

/* Of both sides. */
static double plan_hours(const struct plans *p, unsigned int runs)
{
	return 2.0 * runs * p->ask->boot_s / 3600;
}

static void plan_count(struct buf *b, unsigned int runs)
{
	if (runs > PLAN_MOST)
		buf_printf(b, ">%d", PLAN_MOST);
	else
		buf_printf(b, "%u", runs);
}

static void plan_duration(struct buf *b, double hours)
{
	if (hours < 1)
		buf_printf(b, "%.0f min", ceil(60 * hours));
	else
		buf_printf(b, hours < 10 ? "%.1f h" : "%.0f h", hours);
}

static const char *plan_why_not(enum reason reason)
{
	static const char *const reasons[] = {
		[REASON_MISSING] = "no value",
		[REASON_SINGLE] = "one run has no spread: take 3",
		[REASON_NO_SPREAD] = "the text printed no spread",
		[REASON_NO_COUNT] = "the text does not say of how many runs",
		[REASON_NEGATIVE] = "a value below 0: no percentage",
		[REASON_ZERO_BASE] = "the mean is 0: no percentage",
		[REASON_CONSTANT] = "no spread seen: take 3",
	};

	return reasons[reason] ? reasons[reason] : "";
}

/* n, mean and cv of one side. */
static size_t plan_side(const struct plans *p, const struct naming *n, struct table *t, size_t at,
			size_t col)
{
	struct str group = p->labels[col];
	size_t first = at;
	struct buf b = { 0 };

	at = table_column(t, at, "n", STR("n"), group, false);
	at = table_column(t, at, "mean", STR("mean"), group, false);
	at = table_column(t, at, "cv", STR("cv"), group, false);
	for (size_t i = 0; i < n->nrows; i++) {
		const struct grid_row *row = &p->g->rows[n->rows[i]];
		struct side s = grid_side(row, col);
		double divide = n->scales[i].divide, cv = s.mean > 0 ? s.sd / s.mean : (double)NAN;

		build_count(&b, &row->cells[col]);
		table_number(p->a, table_cell(t, i, first), build_n(&row->cells[col]), &b);
		if (grid_has(&row->cells[col]))
			number_value(&b, s.mean / divide, s.sd >= 0 ? 4 : 5, 0,
				     s.sd >= 0 ? number_least(s.sd / divide) : 0);
		table_number(p->a, table_cell(t, i, first + 1), s.mean, &b);
		if (s.sd >= 0)
			number_percent(&b, cv);
		table_number(p->a, table_cell(t, i, first + 2), cv, &b);
	}
	buf_free(&b);
	return at;
}

/* Runs as measured, their range, those to plan, and the hours of these. */
static void plan_cells(const struct plans *p, const struct plan *plan, struct cell *cell)
{
	struct buf b = { 0 };

	if (plan->reason != REASON_NONE) {
		cell[4].text = str_of(plan_why_not(plan->reason));
		cell[4].tone = TONE_DIM;
		return;
	}
	plan_count(&b, plan->runs);
	table_number(p->a, &cell[0], plan->runs, &b);
	plan_count(&b, plan->runs_lo);
	if (plan->runs_lo <= PLAN_MOST) {
		buf_add(&b, STR(" to "));
		plan_count(&b, plan->runs_hi);
	}
	table_number(p->a, &cell[1], NAN, &b);
	plan_count(&b, plan->runs_likely);
	table_number(p->a, &cell[2], plan->runs_likely, &b);
	if (plan->runs_likely <= PLAN_MOST && isfinite(p->ask->boot_s))
		plan_duration(&b, plan_hours(p, plan->runs_likely));
	table_number(p->a, &cell[3], NAN, &b);
	buf_free(&b);
}

static struct str plan_legend(const struct plans *p)
{
	const struct plan_ask *ask = p->ask;
	struct buf b = { 0 };
	struct str text;

	buf_printf(&b,
		   "as measured = %s a side with which a change of %g%%, up or down, is seen four "
		   "times in five, if the spreads stay as they are; range = the same for the "
		   "spreads that "
		   "are compatible with these %s (95%%); to plan = for a spread that the true one "
		   "is below four times in five. ",
		   p->runs, 100 * ask->detect, p->runs);
	if (plan_adjusted(p))
		buf_printf(&b, "At %g%% after %s over %zu metrics: the first needs p <= %.2g. ",
			   100 * ask->alpha, plan_adjustment(p), p->family, p->alpha);
	else
		buf_printf(&b, "At %g%%. ", 100 * ask->alpha);
	if (p->ncols < 2)
		buf_add(&b, STR("The other side is taken to have the same spread. "));
	buf_printf(&b, "Never fewer than %d.", PLAN_LEAST);
	text = arena_str(p->a, buf_str(&b));
	buf_free(&b);
	return text;
}

static void plan_table(const struct plans *p, const struct naming *n, bool last)
{
	const struct str none = { NULL, 0 };
	struct str group = arena_printf(p->a, "%s a side to see %g%%", p->runs,
					100 * p->ask->detect);
	size_t width = n->nkeys + n->metric, sides = p->ncols, at;
	struct table *t = doc_table(p->doc, VIEW_PEOPLE | VIEW_REPORT, width + 1 + 3 * sides + 5,
				    n->nrows);

	t->caption = n->common;
	at = naming_columns(p->a, n, t);
	at = table_column(t, at, "unit", STR("unit"), none, true);
	for (size_t i = 0; i < n->nrows; i++) {
		naming_cells(p->a, n, i, t, i);
		table_cell(t, i, width)->text = n->scales[i].unit;
		plan_cells(p, &p->v[n->rows[i]], table_cell(t, i, width + 1 + 3 * sides));
	}
	for (size_t i = 0; i < sides; i++)
		at = plan_side(p, n, t, at, p->cols[i]);
	at = table_column(t, at, "runs", STR("as measured"), group, false);
	at = table_column(t, at, "range", STR("range"), group, false);
	at = table_column(t, at, "likely", STR("to plan"), group, false);
	at = table_column(t, at, "hours", STR("both sides"), none, false);
	table_column(t, at, "why", none, none, true);
	if (last && p->family)
		t->legend = plan_legend(p);
}

/* The columns for programs; a change here is a change of format. */
static void plan_data(const struct plans *p)
{
	static const char *const ids[] = { "bench",	"params", "metric", "unit",    "cv",
					   "detect",	"alpha",  "runs",   "runs_lo", "runs_hi",
					   "runs_plan", "hours",  "reason" };
	const size_t nids = sizeof(ids) / sizeof(ids[0]);
	struct table *t = doc_data_table(p->doc, ids, nids, p->g->nrows);

	t->nrows = 0;
	for (size_t i = 0; i < p->g->nrows; i++) {
		const struct grid_row *row = &p->g->rows[i];
		const struct plan *plan = &p->v[i];
		const unsigned int counts[] = { plan->runs, plan->runs_lo, plan->runs_hi,
						plan->runs_likely };
		struct cell *cell;

		if (row->context)
			continue;
		cell = table_cell(t, t->nrows++, 0);
		cell[0].text = row->bench;
		cell[1].text = row->params;
		cell[2].text = row->metric;
		cell[3].text = row->unit ? str_of(row->unit->name) : row->unit_name;
		cell[4].value = plan->cv;
		cell[5].value = p->ask->detect;
		cell[6].value = p->alpha;
		for (size_t k = 0; k < 4 && plan->reason == REASON_NONE; k++)
			if (counts[k] != PLAN_NEVER)
				cell[7 + k].value = counts[k];
		if (plan->reason == REASON_NONE && plan->runs_likely != PLAN_NEVER)
			cell[11].value = plan_hours(p, plan->runs_likely);
		cell[12].text = str_of(plan_why_not(plan->reason));
	}
}

/* The row that needs most of those that at most so many are enough for; false without one. */
static bool plan_most(const struct plans *p, unsigned int most, size_t *row, struct str *name)
{
	bool found = false;

	for (size_t k = 0; k < p->names.n; k++)
		for (size_t i = 0; i < p->names.v[k].nrows; i++) {
			size_t at = p->names.v[k].rows[i];
			const struct plan *plan = &p->v[at];

			if (plan->reason != REASON_NONE || plan->runs_likely > most ||
			    (found && plan->runs_likely <= p->v[*row].runs_likely))
				continue;
			found = true;
			*row = at;
			*name = naming_row(p->a, &p->names.v[k], i);
		}
	return found;
}

/* How many rows no number of boots that anybody takes is enough for. */
static size_t plan_beyond(const struct plans *p)
{
	size_t n = 0;

	for (size_t i = 0; i < p->g->nrows; i++)
		n += !p->g->rows[i].context && p->v[i].reason == REASON_NONE &&
		     p->v[i].runs_likely > PLAN_MOST;
	return n;
}

static void plan_total(const struct plans *p, unsigned int runs, struct str name)
{
	size_t beyond = plan_beyond(p);
	struct buf b = { 0 };

	if (beyond && p->family == 1)
		buf_printf(&b,
			   "This takes more than %d %s a side: make the measurement steadier, or "
			   "settle for a larger --detect. ",
			   PLAN_MOST, p->runs);
	else if (beyond)
		buf_printf(&b,
			   "%zu of %zu metrics take%s more than %d %s a side: make the measurement "
			   "steadier, or settle for a larger --detect. ",
			   beyond, p->family, beyond == 1 ? "s" : "", PLAN_MOST, p->runs);
	if (runs) {
		buf_printf(&b, "%s take%s %u %s a side%s%.*s%s",
			   beyond	   ? "The others"
			   : p->family > 1 ? "All metrics"
					   : "This",
			   p->family > 1 || beyond ? "" : "s", runs, p->runs,
			   p->family - beyond > 1 ? " (" : "",
			   p->family - beyond > 1 ? (int)name.n : 0, name.p,
			   p->family - beyond > 1 ? " needs most)" : "");
		if (isfinite(p->ask->boot_s)) {
			buf_add(&b, STR(": "));
			plan_duration(&b, plan_hours(p, runs));
			buf_printf(&b,
				   " for both sides at %.3g s, the logs' mean time to the last "
				   "result of a boot; what a boot takes before the kernel's clock "
				   "and after that result comes on top",
				   p->ask->boot_s);
		} else {
			buf_printf(&b,
				   "; how long that is the logs do not say, as their results have "
				   "no clock");
		}
		buf_char(&b, '.');
	}
	doc_prose(p->doc, VIEW_PEOPLE | VIEW_REPORT | VIEW_DATA, "plan",
		  arena_str(p->a, str_trim(buf_str(&b))));
	buf_free(&b);
}

/* What ranks of so many runs can show at all. */
static void plan_ranks(const struct plans *p)
{
	unsigned int enough = rank_runs_needed(p->alpha);
	size_t n[2] = { 0 };
	double p_least;
	struct buf b = { 0 };

	for (size_t i = 0; i < p->g->nrows; i++)
		for (size_t k = 0; k < 2 && p->v[i].reason == REASON_NONE; k++) {
			const struct grid_row *row = &p->g->rows[i];
			size_t count = grid_count(&row->cells[p->cols[k < p->ncols ? k : 0]]);

			if (!row->context && count > n[k])
				n[k] = count;
		}
	p_least = rank_floor(n[0], n[1]);
	buf_printf(&b, "By ranks alone %zu+%zu %s give no p below ", n[0], n[1], p->runs);
	number_p(&b, p_least);
	buf_add(&b, STR(", whatever the values: with "));
	buf_printf(&b, "%zu metric%s, the exact rank test %s pass %s", p->family,
		   p->family == 1 ? "" : "s", p_least > p->alpha ? "cannot" : "can",
		   plan_adjusted(p) ? plan_adjustment(p) : "");
	if (!plan_adjusted(p))
		buf_printf(&b, "%g%%", 100 * p->ask->alpha);
	if (p_least > p->alpha)
		buf_printf(&b, "; %u+%u can", enough, enough);
	buf_char(&b, '.');
	doc_prose(p->doc, VIEW_PEOPLE | VIEW_REPORT | VIEW_DATA, "ranks",
		  arena_str(p->a, buf_str(&b)));
	buf_free(&b);
}

/* The boots in turn, A B B A, so that a drift meets both sides alike. */
static void plan_order(const struct plans *p, unsigned int runs)
{
	struct str base = p->labels[p->cols[0]],
		   other = p->ncols < 2 ? STR("the other side") : p->labels[p->cols[1]];
	struct block *b;

	doc_prose(
		p->doc, VIEW_PEOPLE | VIEW_REPORT, "order",
		arena_printf(p->a,
			     "Take the sides in turn, A B B A, so that a drift meets both alike; "
			     "A is %.*s, B %.*s. As order.sh these lines print that order, a side "
			     "and a number each; the last one feeds it to a command of your own:",
			     (int)base.n, base.p, (int)other.n, other.p));
	b = doc_add(p->doc, BLOCK_CODE, VIEW_PEOPLE | VIEW_REPORT | VIEW_DATA);
	b->id = "order";
	b->text = arena_printf(p->a,
			       "for i in $(seq %u); do\n"
			       "  case $((i %% 2)) in\n"
			       "  1) echo A $i; echo B $i ;;\n"
			       "  0) echo B $i; echo A $i ;;\n"
			       "  esac\n"
			       "done\n"
			       "# sh order.sh | while read side i; do BOOT $side "
			       ">$side/boot-$i.log </dev/null; done",
			       runs);
}

void build_plan(struct doc *doc, const struct grid *g, const struct plan_ask *ask)
{
	struct plans p = { .doc = doc, .a = doc->arena, .g = g, .ask = ask };
	struct str name = { NULL, 0 };
	size_t row = 0;
	bool within;

	p.names = naming_all(p.a, g);
	p.labels = build_labels(p.a, g);
	p.ncols = g->ncols == 2 ? 2 : 1;
	p.cols[0] = ask->base;
	p.cols[1] = p.ncols < 2 ? ask->base : 1 - ask->base;
	p.runs = words_runs(&g->rows[p.names.v[0].rows[0]]);
	plan_rows(&p);
	for (size_t i = 0; i < p.names.n; i++)
		plan_table(&p, &p.names.v[i], i + 1 == p.names.n);
	plan_data(&p);
	build_troubles(doc, g);
	build_grid_warnings(doc, g);
	if (!p.family) {
		doc_prose(doc, VIEW_PEOPLE | VIEW_REPORT | VIEW_DATA, "plan",
			  arena_printf(p.a, "There is no spread to plan from: take %d %s first.",
				       PLAN_LEAST, p.runs));
		return;
	}
	within = plan_most(&p, PLAN_MOST, &row, &name);
	plan_total(&p, within ? p.v[row].runs_likely : 0, name);
	plan_ranks(&p);
	if (within)
		plan_order(&p, p.v[row].runs_likely);
}

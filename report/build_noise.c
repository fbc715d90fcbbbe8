/* SPDX-License-Identifier: GPL-2.0-or-later */
#include <math.h>
#include "report/build.h"
#include "report/number.h"
#include "report/words.h"
#include "stats/noise.h"

/*
 * The words for the codes of stats/noise.h. Each says what was seen, by which test, and what to do;
 * no value is ever left out.
 */
struct noise_words {
	struct arena *a;
	const struct grid *g;
	const struct namings *names;
	const struct str *labels;
	struct buf b;
	/* Which remedies were given, those of neighbours that alternate behind the others. */
	bool told[NOISE_CODES + 1], again;
};

/* Where a row of the grid stands in the namings. */
static const struct naming *noise_naming(const struct namings *names, size_t row, size_t *at)
{
	for (size_t i = 0; i < names->n; i++)
		for (size_t k = 0; k < names->v[i].nrows; k++)
			if (names->v[i].rows[k] == row) {
				*at = k;
				return &names->v[i];
			}
	return NULL;
}

static struct str noise_name(const struct noise_words *w, size_t row)
{
	size_t at;
	const struct naming *n = noise_naming(w->names, row, &at);

	return n ? naming_row(w->a, n, at) : w->g->rows[row].metric;
}

static struct row_scale noise_scale(const struct noise_words *w, size_t row)
{
	size_t at;
	const struct naming *n = noise_naming(w->names, row, &at);

	return n ? n->scales[at] : naming_scale(&w->g->rows[row], w->g->ncols);
}

/* "boot" or "run". */
static const char *noise_run(const struct noise_words *w, size_t row)
{
	return strcmp(words_runs(&w->g->rows[row]), "runs") == 0 ? "run" : "boot";
}

static void noise_text(struct noise_words *w, struct str s)
{
	buf_add(&w->b, s);
}

static void noise_where(struct noise_words *w, const struct noise *n)
{
	noise_text(w, noise_name(w, n->row));
}

static void noise_number(struct noise_words *w, const struct noise *n, double v)
{
	struct row_scale scale = noise_scale(w, n->row);
	int pad = 0;

	for (size_t i = 0; i < n->n; i++) {
		int shown = number_shown(n->runs[i].value / scale.divide, 4);

		pad = shown > pad ? shown : pad;
	}
	number_value(&w->b, v / scale.divide, 4, pad, 0);
}

static void noise_unit(struct noise_words *w, const struct noise *n)
{
	struct row_scale scale = noise_scale(w, n->row);

	if (scale.unit.n && !str_is(scale.unit, "count"))
		buf_printf(&w->b, " %.*s", (int)scale.unit.n, scale.unit.p);
}

static void noise_p(struct noise_words *w, double p)
{
	struct buf number = { 0 };

	number_p(&number, p);
	buf_printf(&w->b, "p%s%.*s", number.n && number.v[0] == '<' ? "" : "=", (int)number.n,
		   number.v);
	buf_free(&number);
}

/* "9.95 s, the others 7.02 to 8.20 s" */
static void noise_apart_from(struct noise_words *w, const struct noise *n)
{
	double lo = INFINITY, hi = -INFINITY;

	for (size_t i = 0; i < n->n; i++)
		if (i != n->at) {
			lo = fmin(lo, n->runs[i].value);
			hi = fmax(hi, n->runs[i].value);
		}
	noise_number(w, n, n->runs[n->at].value);
	noise_unit(w, n);
	noise_text(w, STR(", the others "));
	noise_number(w, n, lo);
	noise_text(w, STR(" to "));
	noise_number(w, n, hi);
	noise_unit(w, n);
}

static void noise_place(struct noise_words *w, const struct noise *n)
{
	struct pos pos = n->runs[n->at].pos;

	if (pos.file && pos.line)
		buf_printf(&w->b, "; %s:%lu", pos.file, pos.line);
}

/* What to do about it, once a code: the sides often suffer alike. "%" stands for the run. */
static void noise_remedy(struct noise_words *w, const char *remedy, const char *run)
{
	for (; *remedy && !w->again; remedy++)
		if (*remedy == '%')
			noise_text(w, str_of(run));
		else
			buf_char(&w->b, *remedy);
	buf_char(&w->b, '.');
}

static void noise_first(struct noise_words *w, const struct noise *n, const char *run)
{
	struct str label = w->labels[n->col];

	buf_printf(&w->b, "The first %s of %.*s stands apart in ", run, (int)label.n, label.p);
	noise_where(w, n);
	noise_text(w, STR(": "));
	noise_apart_from(w, n);
	noise_text(w, STR(" (t test, "));
	noise_p(w, n->p);
	noise_place(w, n);
	buf_char(&w->b, ')');
	noise_remedy(w,
		     ". If that is warming up, make one more % before those that count, on every "
		     "side; here it is counted",
		     run);
}

static void noise_drift(struct noise_words *w, const struct noise *n, const char *run)
{
	struct str label = w->labels[n->col];

	noise_where(w, n);
	buf_printf(&w->b, " drifts with the %ss of %.*s: ", run, (int)label.n, label.p);
	if (isfinite(n->arg) && fabs(n->arg) > 0) {
		number_about(&w->b, n->arg);
		buf_printf(&w->b, " a %s, ", run);
	}
	noise_text(w, STR("Mann-Kendall "));
	noise_p(w, n->p);
	noise_remedy(
		w,
		". Take the %s of the sides in turns, so that a drift of the machine cannot pass "
		"for a change",
		run);
}

static void noise_step(struct noise_words *w, const struct noise *n, const char *run)
{
	struct str label = w->labels[n->col];

	noise_where(w, n);
	noise_text(w, STR(" moves"));
	if (isfinite(n->arg)) {
		noise_text(w, STR(" by "));
		number_about(&w->b, n->arg);
	}
	buf_printf(&w->b, " from %s %u of %.*s on (Pettitt ", run, n->runs[n->at].run, (int)label.n,
		   label.p);
	noise_p(w, n->p);
	noise_place(w, n);
	buf_char(&w->b, ')');
	noise_remedy(w,
		     ". Look for what changed on the machine then, and take the %s of the sides "
		     "in turns",
		     run);
}

static void noise_serial(struct noise_words *w, const struct noise *n, const char *run)
{
	struct str label = w->labels[n->col];

	buf_printf(&w->b, "Neighbouring %ss of %.*s %s in ", run, (int)label.n, label.p,
		   n->arg > 0 ? "are alike" : "alternate");
	noise_where(w, n);
	buf_printf(&w->b, " (lag-1 r=%.2f, ", n->arg);
	noise_p(w, n->p);
	buf_char(&w->b, ')');
	if (n->arg > 0)
		noise_remedy(w,
			     ": the intervals are narrower than they should be. Take the %s of "
			     "the sides in turns",
			     run);
	else
		noise_remedy(w, ". Look for what differs from one % to the next", run);
}

static void noise_outlier(struct noise_words *w, const struct noise *n, const char *run)
{
	struct str label = w->labels[n->col];

	buf_printf(&w->b, "%s %u of %.*s is an outlier in ", *run == 'b' ? "Boot" : "Run",
		   n->runs[n->at].run, (int)label.n, label.p);
	noise_where(w, n);
	noise_text(w, STR(": "));
	noise_apart_from(w, n);
	noise_text(w, n->logs ? STR(" (Grubbs on logs, ") : STR(" (Grubbs, "));
	noise_p(w, n->p);
	noise_place(w, n);
	buf_char(&w->b, ')');
	noise_remedy(w, ". Look into the log of that %; here it is counted", run);
}

/* The mean of the lower or the upper values; at says how many are lower. */
static double noise_group(const struct noise *n, bool lower)
{
	double limit = -INFINITY, sum = 0;
	size_t count = 0;

	/* The at-th smallest value: the least one with so many not above it. */
	for (size_t i = 0; i < n->n; i++) {
		size_t below = 0;

		for (size_t k = 0; k < n->n; k++)
			below += n->runs[k].value <= n->runs[i].value;
		if (below <= n->at)
			limit = fmax(limit, n->runs[i].value);
	}
	for (size_t i = 0; i < n->n; i++)
		if ((n->runs[i].value <= limit) == lower) {
			sum += n->runs[i].value;
			count++;
		}
	return sum / (double)count;
}

static void noise_modes(struct noise_words *w, const struct noise *n, const char *run)
{
	struct str label = w->labels[n->col];

	noise_where(w, n);
	buf_printf(&w->b, " of %.*s falls into two groups: %zu %ss about ", (int)label.n, label.p,
		   n->at, run);
	noise_number(w, n, noise_group(n, true));
	noise_unit(w, n);
	buf_printf(&w->b, ", %zu about ", n->n - n->at);
	noise_number(w, n, noise_group(n, false));
	noise_unit(w, n);
	noise_remedy(w,
		     ". The mean stands for neither: look for what differs between these %s (CPU, "
		     "node, layout), and hold it",
		     run);
}

static void noise_say(struct noise_words *w, const struct noise *n)
{
	static void (*const say[])(struct noise_words *, const struct noise *, const char *) = {
		[NOISE_FIRST] = noise_first,	 [NOISE_DRIFT] = noise_drift,
		[NOISE_STEP] = noise_step,	 [NOISE_SERIAL] = noise_serial,
		[NOISE_OUTLIER] = noise_outlier, [NOISE_MODES] = noise_modes,
	};

	bool *told = &w->told[n->code == NOISE_SERIAL && n->arg < 0 ? NOISE_CODES : n->code];

	w->again = *told;
	*told = true;
	say[n->code](w, n, noise_run(w, n->row));
	if (n->rows > 1)
		buf_printf(&w->b, " Also in %zu more of %zu metrics.", n->rows - 1, n->of);
}

/* The values themselves, of the one or two widest metrics of a column; a sentence without an end.
 */
static void noise_wide(struct noise_words *w, const struct noise *list, size_t n)
{
	struct str label = w->labels[list[0].col];
	const char *run = noise_run(w, list[0].row);

	buf_printf(&w->b,
		   w->told[NOISE_WIDE_FEW] ? ". The %ss of %.*s: "
					   : "The %ss of %.*s spread widely: ",
		   run, (int)label.n, label.p);
	w->told[NOISE_WIDE_FEW] = true;
	for (size_t k = 0; k < n; k++) {
		/* In the order of the rows. */
		const struct noise *at = &list[n == 2 && list[1].row < list[0].row ? 1 - k : k];

		noise_text(w, k ? STR("; ") : STR(""));
		noise_text(w, noise_name(w, at->row));
		noise_text(w, STR(" (cv "));
		number_percent(&w->b, at->arg);
		noise_text(w, STR(")"));
		for (size_t i = 0; i < at->n; i++) {
			buf_char(&w->b, ' ');
			noise_number(w, at, at->runs[i].value);
		}
		noise_unit(w, at);
	}
	if (list[0].rows > n)
		buf_printf(&w->b, "; and %zu more of %zu metrics", list[0].rows - n, list[0].of);
}

static void noise_put(struct doc *doc, struct noise_words *w, unsigned int views)
{
	doc_prose(doc, views, "warning", arena_str(w->a, buf_str(&w->b)));
	w->b.n = 0;
}

/* Not for a commit message. */
#define NOISE_SEEN (VIEW_PEOPLE | VIEW_DATA | VIEW_REPORT)

static struct noise_words noise_start(struct doc *doc, const struct grid *g,
				      const struct namings *names)
{
	return (struct noise_words){
		.a = doc->arena, .g = g, .names = names, .labels = build_labels(doc->arena, g)
	};
}

/* Of all columns, with what to do about it behind the last. */
static void noise_wide_all(struct doc *doc, struct noise_words *w, const struct noises *list)
{
	const struct noise *last = NULL;

	for (size_t i = 0; i < list->n; i++) {
		const struct noise *n = &list->v[i];
		bool two = i + 1 < list->n && n[1].code == NOISE_WIDE_FEW && n[1].col == n->col;

		if (n->code != NOISE_WIDE_FEW)
			continue;
		noise_wide(w, n, two ? 2 : 1);
		last = n;
		i += two;
	}
	if (!last)
		return;
	w->again = false;
	noise_remedy(w,
		     ". So few tell no drift, warming up or outlier from chance: look at their "
		     "order, or make at least 10 %s a side",
		     noise_run(w, last->row));
	noise_put(doc, w, NOISE_SEEN);
}

/* More are not listed: the detailed output has them all. */
#define NOISE_PARTS 2

/* "boot-to-boot 6.0%, run-to-run 1.0%": what more boots, and more runs in each, would bring. */
static bool noise_parts_row(struct noise_words *w, size_t row, bool said, double *between,
			    double *within)
{
	bool any = false;

	for (size_t col = 0; col < w->g->ncols; col++) {
		struct series_parts p = noise_parts(w->a, &w->g->rows[row], col);
		struct str label = w->labels[col];

		if (!(p.icc >= 0) || !(p.mean > 0))
			continue;
		*between += p.boot_var / p.mean / p.mean;
		*within += p.msw / p.mean / p.mean / p.n0;
		if (!said) {
			any = true;
			continue;
		}
		if (any)
			noise_text(w, STR("; "));
		else
			buf_printf(&w->b, "%.*s: ", (int)noise_name(w, row).n,
				   noise_name(w, row).p);
		any = true;
		buf_printf(&w->b, "%.*s boot-to-boot ", (int)label.n, label.p);
		number_percent(&w->b, sqrt(p.boot_var) / p.mean);
		noise_text(w, STR(", run-to-run "));
		number_percent(&w->b, sqrt(p.msw) / p.mean);
		buf_printf(&w->b, " (ICC %.2f, %zu runs in %zu boots)", p.icc, p.runs, p.boots);
	}
	return any;
}

static void noise_parts_all(struct doc *doc, struct noise_words *w)
{
	size_t rows = 0;

	for (size_t i = 0; i < w->g->nrows; i++) {
		double between = 0, within = 0;

		if (w->g->rows[i].context ||
		    !noise_parts_row(w, i, rows < NOISE_PARTS, &between, &within))
			continue;
		if (rows++ >= NOISE_PARTS)
			continue;
		if (between > 2 * within)
			noise_text(w, STR(": add boots, not runs in a boot."));
		else if (within > 2 * between)
			noise_text(w,
				   STR(": more runs in a boot help nearly as much as more boots."));
		else
			noise_text(w, STR(": more boots help most, more runs in each a little."));
		noise_put(doc, w, NOISE_SEEN);
	}
	if (rows > NOISE_PARTS)
		doc_prose(doc, NOISE_SEEN, "warning",
			  arena_printf(w->a,
				       "%zu more metric%s several values a boot: --long shows how "
				       "they spread.",
				       rows - NOISE_PARTS,
				       rows - NOISE_PARTS > 1 ? "s have" : " has"));
}

/* One boot, and how its values spread: information, from which nothing follows for another. */
static void noise_inside(struct doc *doc, struct noise_words *w)
{
	size_t rows = 0, at = 0;
	double lo = INFINITY, hi = 0;

	for (size_t i = 0; i < w->g->nrows; i++)
		for (size_t col = 0; col < w->g->ncols && !w->g->rows[i].context; col++) {
			const struct grid_cell *cell = &w->g->rows[i].cells[col];
			const struct cell_run *run = cell->runs;
			struct str label = w->labels[col];
			double cv;

			if (cell->n != 1 || run->values < 2 || !(run->squares >= 0) ||
			    !(run->value > 0))
				continue;
			cv = sqrt(run->squares / (double)(run->values - 1)) / run->value;
			lo = fmin(lo, cv);
			hi = fmax(hi, cv);
			if (rows++ >= 4)
				continue;
			buf_printf(&w->b, "%s%.*s of %.*s ", rows > 1 ? ", " : "",
				   (int)noise_name(w, i).n, noise_name(w, i).p, (int)label.n,
				   label.p);
			number_percent(&w->b, cv);
			buf_printf(&w->b, " (%lu values)", run->values);
			at = i;
		}
	if (!rows)
		return;
	if (rows > 4) {
		w->b.n = 0;
		number_percent(&w->b, lo);
		noise_text(w, STR(" to "));
		number_percent(&w->b, hi);
		buf_printf(&w->b, " in %zu results", rows);
	}
	doc_prose(
		doc, NOISE_SEEN, "inside",
		arena_printf(w->a,
			     "The spread inside one %s (cv): %.*s. It says nothing of another %s.",
			     noise_run(w, at), (int)w->b.n, w->b.v, noise_run(w, at)));
	w->b.n = 0;
}

void build_noise(struct doc *doc, const struct grid *g)
{
	struct namings names = naming_all(doc->arena, g);
	struct noise_words w = noise_start(doc, g, &names);
	struct noises list = noise_find(doc->arena, g);

	for (size_t i = 0; i < list.n; i++) {
		if (list.v[i].code == NOISE_WIDE_FEW)
			continue;
		noise_say(&w, &list.v[i]);
		noise_put(doc, &w, BUILD_WARNED);
	}
	noise_wide_all(doc, &w, &list);
	noise_parts_all(doc, &w);
	noise_inside(doc, &w);
	buf_free(&w.b);
}

/* The sides one after the other, by their recorded times. */
static void noise_sides(struct doc *doc, const struct contrast *c, const struct str *labels)
{
	struct noise_times t = noise_times(c->grid);

	for (size_t i = 0; i < c->npairs; i++)
		for (int turned = 0; turned < 2; turned++) {
			size_t first = turned ? c->pairs[i].fresh : c->pairs[i].base;
			size_t last = turned ? c->pairs[i].base : c->pairs[i].fresh;

			if (noise_apart(&t, first, last))
				doc_prose(
					doc, NOISE_SEEN, "warning",
					arena_printf(doc->arena,
						     "All boots of %.*s began before the first of "
						     "%.*s, as the logs record: a drift of the "
						     "machine in between cannot be told from the "
						     "change. Take the boots of the sides in "
						     "turns.",
						     (int)labels[first].n, labels[first].p,
						     (int)labels[last].n, labels[last].p));
		}
	noise_times_free(&t);
}

/* "time, p99 and 3 more", of the claims that are better, or worse. */
static size_t noise_named(struct buf *b, struct arena *a, const struct contrast *c,
			  const struct namings *names, size_t col, int good)
{
	size_t n = 0;

	for (size_t i = 0; i < names->n; i++)
		for (size_t k = 0; k < names->v[i].nrows; k++) {
			struct claim claim;

			if (contrast_base(c, names->v[i].rows[k]) == col ||
			    !contrast_has(c, names->v[i].rows[k], col))
				continue;
			claim = build_claim(a, c, &names->v[i], k, col);
			if (words_good(&claim) != good || n++ >= 2)
				continue;
			buf_printf(b, "%s%.*s", n > 1 ? ", " : "", (int)claim.name.n, claim.name.p);
		}
	if (n > 2)
		buf_printf(b, " and %zu more", n - 2);
	return n;
}

static void noise_trade(struct doc *doc, const struct contrast *c, const struct namings *names,
			size_t col, struct str label)
{
	struct buf better = { 0 }, worse = { 0 };
	size_t good = noise_named(&better, doc->arena, c, names, col, 1);
	size_t bad = noise_named(&worse, doc->arena, c, names, col, -1);

	if (good && bad)
		doc_prose(doc, BUILD_WARNED, "trade",
			  arena_printf(doc->arena,
				       "%.*s is a trade: better in %.*s, worse in %.*s.",
				       (int)label.n, label.p, (int)better.n, better.v, (int)worse.n,
				       worse.v));
	buf_free(&better);
	buf_free(&worse);
}

void build_trades(struct doc *doc, const struct contrast *c)
{
	struct namings names = naming_all(doc->arena, c->grid);
	struct str *labels = build_labels(doc->arena, c->grid);
	bool *said = arena_new_of(doc->arena, bool, c->grid->ncols);

	noise_sides(doc, c, labels);
	for (size_t i = 0; i < c->npairs; i++) {
		size_t col = c->pairs[i].fresh;

		if (!said[col])
			noise_trade(doc, c, &names, col, labels[col]);
		said[col] = true;
	}
}

void build_relations(struct doc *doc, const struct grid *g, bool all)
{
	struct namings names = naming_all(doc->arena, g);
	struct noise_words w = noise_start(doc, g, &names);

	for (size_t col = 0; col < g->ncols; col++) {
		struct noise_relation r = noise_relation(g, col);
		struct str x, y, label = w.labels[col];

		if (!r.n || (!all && !r.plain))
			continue;
		x = noise_name(&w, r.row);
		y = noise_name(&w, r.other);
		buf_printf(
			&w.b,
			"From %s to %s of %.*s, %.*s was %s where %.*s was higher: r=%.2f, n=%zu, ",
			noise_run(&w, r.row), noise_run(&w, r.row), (int)label.n, label.p, (int)x.n,
			x.p, r.r.r < 0 ? "lower" : "higher", (int)y.n, y.p, r.r.r, r.n);
		noise_p(&w, r.r.p);
		if (r.pairs > 1)
			buf_printf(&w.b, ", the strongest of %zu such pairs", r.pairs);
		noise_text(&w,
			   r.plain ? STR(". That is exploratory: no cause is claimed.")
				   : STR(". That is exploratory, and so few, or so little, come "
					 "by chance as well."));
		noise_put(doc, &w, NOISE_SEEN);
	}
	buf_free(&w.b);
}

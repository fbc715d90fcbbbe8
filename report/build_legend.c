/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "report/build.h"
#include "report/words.h"

bool build_stat_asked(const struct contrast *c)
{
	return c->method.stat != STAT_MEAN || c->method.paired || c->method.quantile > 0;
}

/* What stands in the columns of the sides. */
static const char *legend_location(const struct method *m)
{
	if (m->stat == STAT_MEDIAN)
		return "median";
	return m->stat == STAT_GEOMEAN || m->paired ? "geomean" : "mean";
}

struct str build_stat(struct arena *a, const struct contrast *c)
{
	const struct method *m = &c->method;
	struct str of = m->quantile > 0 ? arena_printf(a, " of p%g", 100 * m->quantile) : STR("");

	return arena_printf(a, "%s%.*s%s", legend_location(m), (int)of.n, of.p,
			    m->paired ? " of pairs" : "");
}

struct str build_location(const struct contrast *c)
{
	return str_of(legend_location(&c->method));
}

bool legend_any_tested(const struct legend *l)
{
	for (size_t i = 0; i < l->n->nrows; i++)
		for (size_t j = 0; j < l->nfresh; j++)
			if (contrast_at(l->c, l->n->rows[i], l->fresh[j])->verdict !=
			    VERDICT_NOT_TESTED)
				return true;
	return false;
}

static bool legend_any_raw(const struct legend *l)
{
	for (size_t i = 0; i < l->n->nrows; i++)
		for (size_t j = 0; j < l->nfresh; j++)
			if (contrast_at(l->c, l->n->rows[i], l->fresh[j])->raw)
				return true;
	return false;
}

/* How many of a table's rows the text printed, rather than values, and whether n is not known. */
static size_t legend_printed(const struct legend *l, bool *unknown)
{
	size_t printed = 0;

	*unknown = false;
	for (size_t i = 0; i < l->n->nrows; i++) {
		const struct grid_row *row = &l->n->grid->rows[l->n->rows[i]];

		printed += row->printed;
		for (size_t col = 0; col < l->n->grid->ncols; col++)
			*unknown |= row->cells[col].printed && !grid_count(&row->cells[col]);
	}
	return printed;
}

/* Whether a side has a spread, as what is not tested for another reason may. */
static bool legend_any_spread(const struct legend *l)
{
	for (size_t i = 0; i < l->n->nrows; i++)
		for (size_t col = 0; col < l->n->grid->ncols; col++)
			if (grid_side(&l->n->grid->rows[l->n->rows[i]], col).sd >= 0)
				return true;
	return false;
}

static void legend_change(struct buf *b, const struct legend *l)
{
	struct str base = l->labels[l->base];
	struct str fresh = l->nfresh == 1 ? l->labels[l->fresh[0]] : STR("side");
	const char *of = legend_location(&l->c->method);

	if (l->c->method.stat == STAT_MEDIAN && !l->c->method.bootstrap)
		buf_printf(b, "change = median of all ratios %.*s/%.*s, less 1", (int)fresh.n,
			   fresh.p, (int)base.n, base.p);
	else
		buf_printf(b, "change = %s(%.*s)/%s(%.*s)-1", of, (int)fresh.n, fresh.p, of,
			   (int)base.n, base.p);
}

/* What the interval and p come from. */
static const char *legend_test(const struct method *m)
{
	if (m->paired)
		return "t on the log ratios of pairs, first run with first run and so on";
	if (m->bootstrap)
		return "BCa bootstrap of the log ratio";
	if (m->stat == STAT_MEDIAN)
		return "Hodges-Lehmann at the level that so many runs allow; p: Mann-Whitney";
	return m->stat == STAT_GEOMEAN ? "t on the logarithms, Welch df"
				       : "t on the log ratio of means, Welch df";
}

static void legend_verdict(struct buf *b, const struct contrast *c)
{
	const struct method *m = &c->method;

	if (m->adjust == ADJUST_BH && c->family > 1)
		buf_printf(b,
			   "; verdict at a false discovery rate (FDR) of %g%%, by Benjamini and "
			   "Hochberg over %zu comparisons",
			   100 * c->alpha, c->family);
	else
		buf_printf(b, "; verdict at %g%%", 100 * c->alpha);
	if (m->adjust == ADJUST_HOLM && c->family > 1)
		buf_printf(b, " after Holm over %zu comparisons", c->family);
	if (m->adjust == ADJUST_DUNNETT && c->family_rows > 1)
		buf_printf(b,
			   " after Dunnett (variances pooled) over the sides of a row, times %zu "
			   "rows: %zu comparisons",
			   c->family_rows, c->family);
	else if (m->adjust == ADJUST_DUNNETT)
		buf_printf(b, " after Dunnett (variances pooled) over %zu comparisons", c->family);
	if (m->margin > 0)
		buf_printf(b,
			   "; within +-%g%%: two one-sided tests, each at %g%%, not adjusted for "
			   "the number of comparisons",
			   100 * m->margin, 100 * c->alpha);
}

static void legend_tested(struct buf *b, const struct legend *l, bool brief)
{
	const struct method *m = &l->c->method;
	const char *runs = words_runs(&l->n->grid->rows[l->n->rows[0]]);

	buf_add(b, brief ? STR(", with its ") : STR("; "));
	/* That of ranks is not the one asked for, and stands with the interval. */
	if (m->stat != STAT_MEDIAN || m->bootstrap)
		buf_printf(b, "%g%% ", 100 * m->conf);
	if (brief)
		buf_printf(b, "interval (%s)", legend_test(m));
	else
		buf_printf(b, "CI: %s; one value per %.*s", legend_test(m), (int)strlen(runs) - 1,
			   runs);
	if (m->quantile > 0)
		buf_printf(b, "%s p%g of what it measured",
			   brief ? "; a run's value is the" : ", the", 100 * m->quantile);
	if (m->bootstrap)
		buf_printf(b, "; 9999 resamples, seed %llu", (unsigned long long)m->seed);
	legend_verdict(b, l->c);
}

static struct str legend_raw(const struct method *m)
{
	if (m->stat == STAT_MEDIAN)
		return STR("; where a value is 0 or less, change is the median of all differences, "
			   "in the row's unit");
	if (m->paired)
		return STR("; where a value is 0 or less, means stand, and change is their "
			   "difference, in the row's unit");
	return STR("; where a value is negative, change is the difference of the means, in the "
		   "row's unit");
}

struct str build_legend(struct arena *a, const struct legend *l, bool brief)
{
	bool tested = legend_any_tested(l), unknown;
	size_t printed = legend_printed(l, &unknown);
	const char *runs = words_runs(&l->n->grid->rows[l->n->rows[0]]);
	struct buf b = { 0 };
	struct str text;

	if (brief && (tested || printed || legend_any_spread(l)))
		buf_printf(&b, "n = %s a side%s; +- = standard deviation; ", runs,
			   unknown ? ", ? where the text does not say" : "");
	legend_change(&b, l);
	if (tested)
		legend_tested(&b, l, brief);
	if (legend_any_raw(l))
		buf_add(&b, legend_raw(&l->c->method));
	if (printed)
		buf_printf(&b, "; %s" BUILD_PRINTED, printed < l->n->nrows ? "some rows are " : "");
	buf_char(&b, '.');
	text = arena_str(a, buf_str(&b));
	buf_free(&b);
	return text;
}

static struct str method_test(struct arena *a, const struct method *m)
{
	double conf = 100 * m->conf;

	if (m->paired)
		return arena_printf(a,
				    "The first runs of the sides are a pair, and so on. The change "
				    "is the ratio "
				    "of the geometric means minus 1; its %g%% interval and p come "
				    "from a t test "
				    "on the logarithms of the pairs' ratios.",
				    conf);
	if (m->bootstrap)
		return arena_printf(
			a,
			"The change is the ratio of the %ss minus 1; its %g%% interval and p come "
			"from the logarithms of that ratio in 9999 resamples of the runs (BCa), "
			"with the seed %llu.",
			legend_location(m), conf, (unsigned long long)m->seed);
	if (m->stat == STAT_MEDIAN)
		return arena_printf(
			a,
			"The change is the median of the ratios of all runs of the new side to all "
			"of the base, minus 1 (Hodges and Lehmann); its interval is between two of "
			"these ratios, at the level next above %g%% that so many runs allow, or "
			"the "
			"largest; p comes from the Mann-Whitney test, exact up to 2500 ratios.",
			conf);
	if (m->stat == STAT_GEOMEAN)
		return arena_printf(
			a,
			"The change is the ratio of the geometric means minus 1; its %g%% interval "
			"and p come from a t test on the logarithms with Welch-Satterthwaite "
			"degrees of freedom.",
			conf);
	return arena_printf(
		a,
		"The change is the ratio of the arithmetic means minus 1; its %g%% interval and p "
		"come from a t test on the logarithm of that ratio with the delta-method standard "
		"error and Welch-Satterthwaite degrees of freedom.",
		conf);
}

struct str build_method(struct arena *a, const struct contrast *c)
{
	static const char *const adjust[] = {
		[ADJUST_HOLM] = "Holm's method allows for the number of comparisons.",
		[ADJUST_BH] = "Benjamini and Hochberg's method allows for the number of "
			      "comparisons: of the changes that are claimed, so many are expected "
			      "to be none.",
		[ADJUST_DUNNETT] = ("Dunnett's test, which pools the variances, allows for the "
				    "number of sides, and a factor for that of rows."),
		[ADJUST_NONE] = "Nothing allows for the number of comparisons.",
	};
	const struct method *m = &c->method;
	struct buf b = { 0 };
	struct str text;

	if (m->quantile > 0)
		buf_printf(
			&b,
			"Each run is one observation: values inside a run first become one, their "
			"p%g (type 7 of Hyndman and Fan). ",
			100 * m->quantile);
	else
		buf_add(&b, STR("Each run is one observation: values inside a run are first "
				"averaged to one. "));
	buf_add(&b, method_test(a, m));
	buf_printf(&b, " %s The verdict is taken at %g%%. ", adjust[m->adjust], 100 * m->alpha);
	if (m->margin > 0)
		buf_printf(
			&b,
			"That a change is within +-%g%% takes two one-sided tests at that level. ",
			100 * m->margin);
	if (m->stat != STAT_MEDIAN && !m->bootstrap)
		buf_add(&b, STR("The smallest change that these runs could show, and the runs "
				"needed, are "
				"for a power of 80%."));
	text = arena_str(a, buf_str(&b));
	buf_free(&b);
	return text;
}

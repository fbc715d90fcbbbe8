/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef STATS_STATS_H
#define STATS_STATS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * Pure functions over numbers: no stdio, no text, no memory that outlives a call. Values stand in
 * run order, one number a run. A quantity that is not defined is NAN.
 */
struct sample {
	const double *v;
	size_t n;
};

/*
 * moments.c. The mean is a Neumaier sum with one correction pass; the standard deviation (n - 1)
 * scales by the largest deviation, so that neither 1e18-sized data nor 1e200-sized data loses it.
 */
double stats_mean(struct sample s);
double stats_sd(struct sample s, double mean);
/* Of nothing, and of values that are not all above 0, NAN. */
double stats_geomean(struct sample s);
/* Type 7 of Hyndman and Fan (1996), p from 0 to 1. */
double stats_quantile(struct sample s, double p);
/* The order of two doubles, ascending, for qsort(). */
int stats_by_value(const void *a, const void *b);
/* A sorted copy, ascending, freed with mem_free(); NULL of nothing. */
double *stats_sorted(struct sample s);

struct summary {
	size_t n;
	double mean, sd, cv; /* cv = sd / mean as a ratio, NAN unless mean > 0 */
	double lo, hi;	     /* t interval of the mean at the level asked for; NAN without spread */
	double median, min, max;
};
/* conf as a ratio, 0.95. One value has no interval, and values that are all the same have none. */
struct summary stats_summary(struct sample s, double conf);

/*
 * One side of a comparison: what a test needs of a sample, or what a text printed of one that
 * nobody has. There an n of 0 and an sd of NAN are not known, while an n of 0 that was not printed
 * is no side at all.
 */
struct side {
	size_t n;
	double mean, sd;
	bool negative; /* a value, or a printed mean, is below 0 */
	bool printed;
};
struct side stats_side(struct sample s);
/* What follows from a side alone: cv and interval; median, min and max are NAN. */
struct summary stats_side_summary(struct side s, double conf);

/*
 * Why a comparison was not tested, or not as a ratio. Where several hold, the first in the order
 * MISSING, UNPAIRED, SINGLE, NO_VALUES, NO_SPREAD, NO_COUNT, CONSTANT, RESOLUTION, DENORMAL,
 * ZERO_BASE, NEGATIVE, NOT_POSITIVE, FEW, ZERO_NEW is given.
 */
enum reason {
	REASON_NONE,
	REASON_SINGLE,	   /* fewer than two runs on a side: the change only */
	REASON_CONSTANT,   /* no spread on either side: the change only */
	REASON_RESOLUTION, /* the difference drowns in, or overflows, double precision */
	REASON_DENORMAL,   /* a mean below 2^-970 */
	REASON_ZERO_BASE,  /* the base mean is 0: no ratio, change is NAN */
	REASON_ZERO_NEW,  /* the new mean is 0: change is -1, of whose logarithm there is no test */
	REASON_NEGATIVE,  /* a value below 0: no ratio; the raw difference was tested instead */
	REASON_MISSING,	  /* no value on a side; change is NAN */
	REASON_NO_SPREAD, /* a text printed a mean without a spread: the change only */
	REASON_NO_COUNT,  /* or without saying of how many values: the change only */
	REASON_NO_VALUES, /* a text printed means, and the statistic asked for needs the values */
	REASON_UNPAIRED,  /* the runs of the sides do not pair: the change only */
	REASON_FEW,	  /* too few runs for a bootstrap: the change only */
	REASON_NOT_POSITIVE, /* a value of 0, where logarithms are taken: no ratio; of medians and
				pairs the raw difference was tested instead */
};

/* What is compared of the runs' numbers. */
enum estimate {
	STAT_MEAN,    /* the ratio of the arithmetic means */
	STAT_GEOMEAN, /* of the geometric means */
	STAT_MEDIAN,  /* the median of all ratios new to base, and ranks */
};

/* How p allows for the number of comparisons. */
enum adjust { ADJUST_HOLM, ADJUST_BH, ADJUST_DUNNETT, ADJUST_NONE };

/* How sides are compared. { 0 } but for conf and alpha is the default. */
struct method {
	enum estimate stat;
	double quantile; /* of a run's values, which is its number; 0: folded as the metric says */
	bool paired;	 /* the mean of the logarithms of new to base, run by run */
	double conf;	 /* level of the intervals, a ratio */
	double alpha;	 /* of the verdicts */
	double margin; /* a change of less than this ratio is the same for the user; 0: not asked */
	enum adjust adjust;
	bool bootstrap; /* interval and p by resampling the runs, of median or mean */
	uint64_t seed;	/* of its random numbers */
	bool quick;	/* leave out what takes longest: mde, runs_needed and p_rank stay unset */
};

/* Four times in five: what the smallest changes that are seen, and runs needed, are for. */
#define STATS_POWER 0.8

/* Runs a side below which there is no bootstrap: its intervals are too narrow. */
#define STATS_BOOTSTRAP_RUNS 20

enum verdict {
	VERDICT_NOT_TESTED,
	VERDICT_INCONCLUSIVE,
	VERDICT_LOWER, /* the new side's mean is lower, and the test says so */
	VERDICT_HIGHER,
	VERDICT_SAME, /* neither, but the change is within the margin, and the test says so */
};

/*
 * New against base. change, lo and hi are ratios: -0.135 is 13.5 % less.
 *
 * The default is a t test on log(mean_b / mean_a) with the delta-method standard error and
 * Welch-Satterthwaite degrees of freedom, back-transformed with expm1 (see compare.c for the
 * formulas and where they come from). With a negative value on either side, Welch's test on the raw
 * difference takes its place: then raw is true and change, lo, hi, mde_down, mde_up are in the
 * metric's unit (also change alone, when the reason allows no test).
 */
struct comparison {
	enum verdict verdict;
	enum reason reason;
	bool raw;
	double change, lo, hi;
	double t, df, se;	  /* se of the log ratio, or of the difference when raw */
	double p, p_adjusted;	  /* p_adjusted is set by stats_judge() */
	double mde_down, mde_up;  /* smallest change seen four times in five, down < 0 < up, */
	unsigned int runs_needed; /* runs a side to see the observed one so, 0 for no answer: */
				  /* both at a level of 5%, for one comparison */
	bool alone;		  /* p <= alpha, but not after adjusting */
	double level;		  /* the true level of lo and hi, which for ranks is not conf */
	double p_least;	     /* of a test by ranks: what no data of so many runs can go below */
	double p_rank;	     /* exact Mann-Whitney beside another test, from 4 runs a side on */
	double p_rank_least; /* and what that cannot go below */
	double p_margin;     /* of a change as large as the margin: small means it is smaller */
	bool within;	     /* p_margin <= alpha; set by stats_judge() */
};

/*
 * conf as a ratio, 0.95. What was not tested has NAN but for change, and VERDICT_NOT_TESTED; what
 * was has VERDICT_INCONCLUSIVE until stats_judge(). hi is INFINITY where it does not fit a double.
 */
struct comparison stats_compare(struct sample base, struct sample fresh, double conf);
/* The same from what is known of each side: the ratio of means, with the method's levels. */
struct comparison stats_compare_sides(struct side base, struct side fresh,
				      const struct method *method);
/* By any method. Pairs are taken in order of the values. */
struct comparison stats_compare_by(struct sample base, struct sample fresh,
				   const struct method *method);

/* One that is not tested, for a reason that does not lie in the numbers. */
struct comparison stats_refused(enum reason reason, double change, bool raw);

/*
 * Holm's step-down adjustment (1979) over p[0..n); entries that are NAN stay NAN and do not count.
 * Equal to R's p.adjust(p, "holm"). adjusted may be p.
 */
void stats_holm(const double *p, double *adjusted, size_t n);
/* The same by Benjamini and Hochberg (1995), for the rate of false discoveries. */
void stats_bh(const double *p, double *adjusted, size_t n);

/*
 * Dunnett (1955): the sides 1..n of sides[0..n] against sides[0], by the pooled variance of all. p
 * of side i, which allows for the n comparisons, to p[i - 1]; NAN where there is no spread. Each
 * side has two values or more.
 */
void stats_dunnett(const struct side *sides, size_t n, double *p);
/* P(max |T| > t) of such, with n[0] values of the base and n[1..k] of the others. */
double stats_dunnett_p(double t, const size_t *n, size_t k, double df);

/* Runs a side below which no verdict is given: a spread of two values says next to nothing. */
#define STATS_MIN_RUNS 3

/*
 * Gives each comparison its adjusted p over the family of those that were tested, and its verdict:
 * LOWER or HIGHER when adjusted p <= alpha and both sides have three runs, else SAME when p_margin
 * <= alpha and they have, else INCONCLUSIVE. min_n[i] is the smaller n of comparison i. With
 * ADJUST_NONE p_adjusted is p; with ADJUST_DUNNETT it has been set before. Returns the size of the
 * family.
 */
size_t stats_judge(struct comparison *const *c, const size_t *min_n, size_t n,
		   const struct method *method);

/*
 * power.c, on the log scale. Power of the two-sided test at level alpha for a true log change d
 * when the estimate has standard error se on df degrees of freedom (noncentral t). For a raw
 * difference the same functions hold with d, se and standard deviations in the metric's unit.
 */
double stats_power(double d, double se, double df, double alpha);
/* The log change > 0 that is found with this power, by bisection; NAN if it is beyond 200 se. */
double stats_mde(double se, double df, double alpha, double power);
/*
 * Smallest n a side that finds the log change d with this power when the two sides' coefficients of
 * variation are cv1 and cv2 (ratios); at least 2, 0 when d is 0 or no n up to 10 million does.
 */
unsigned int stats_runs_needed(double cv1, double cv2, double d, double alpha, double power);
/*
 * The range of the true spread as multiples of the seen one, from n values: sqrt((n-1)/qchisq).
 * level 0.95 gives 0.57 and 3.7 at n = 4.
 */
void stats_spread_range(size_t n, double level, double *lo, double *hi);

#endif

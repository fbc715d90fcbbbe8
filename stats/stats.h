/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef STATS_STATS_H
#define STATS_STATS_H

#include <stdbool.h>
#include <stddef.h>

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
/* Type 7 of Hyndman and Fan (1996), p from 0 to 1. */
double stats_quantile(struct sample s, double p);

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
 * MISSING, SINGLE, NO_SPREAD, NO_COUNT, CONSTANT, RESOLUTION, DENORMAL, ZERO_BASE, NEGATIVE,
 * ZERO_NEW is given.
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
};

enum verdict {
	VERDICT_NOT_TESTED,
	VERDICT_INCONCLUSIVE,
	VERDICT_LOWER, /* the new side's mean is lower, and the test says so */
	VERDICT_HIGHER,
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
	double mde_down, mde_up;  /* smallest change seen four times in five, down < 0 < up */
	unsigned int runs_needed; /* runs a side to resolve the observed change; 0 for no answer */
	bool alone;		  /* p <= alpha, but not after adjusting */
};

/*
 * conf as a ratio, 0.95. What was not tested has NAN but for change, and VERDICT_NOT_TESTED; what
 * was has VERDICT_INCONCLUSIVE until stats_judge(). hi is INFINITY where it does not fit a double.
 */
struct comparison stats_compare(struct sample base, struct sample fresh, double conf);
/* The same from what is known of each side. */
struct comparison stats_compare_sides(struct side base, struct side fresh, double conf);

/*
 * Holm's step-down adjustment (1979) over p[0..n); entries that are NAN stay NAN and do not count.
 * Equal to R's p.adjust(p, "holm"). adjusted may be p.
 */
void stats_holm(const double *p, double *adjusted, size_t n);

/* Runs a side below which no verdict is given: a spread of two values says next to nothing. */
#define STATS_MIN_RUNS 3

/*
 * Gives each comparison its adjusted p over the family of those that were tested, and its verdict:
 * LOWER or HIGHER when adjusted p <= alpha and both sides have three runs, else INCONCLUSIVE.
 * min_n[i] is the smaller n of comparison i. Without adjust p_adjusted is p. Returns the size of
 * the family.
 */
size_t stats_judge(struct comparison *const *c, const size_t *min_n, size_t n, double alpha,
		   bool adjust);

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

/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef STATS_DIST_H
#define STATS_DIST_H

#include <stdbool.h>

/*
 * The distribution functions of libRmath behind our own names: its header defines names such as
 * beta, sign and df, and is included in dist.c alone. Arguments out of range (df not from 1 to
 * 1e15, p not between 0 and 1, what is not finite) give NAN and never reach the library, which
 * would print a warning on stdout.
 */

/* Student's t: P(T <= x), or P(T > x) with upper; and its quantile of the lower tail. */
double dist_t(double x, double df, bool upper);
double dist_t_quantile(double p, double df);
/* Standard normal: P(Z <= x); infinite x gives 0 or 1. */
double dist_normal(double x);
/*
 * Noncentral t, P(T <= x), or P(T > x) with upper; |x| below 1e150. Where |ncp| > 37.6 or df > 4e5
 * the library takes the normal approximation 26.7.10 of Abramowitz and Stegun, which is rough for
 * few df.
 */
double dist_nct(double x, double df, double ncp, bool upper);
/* Chi-square, the quantile of the lower tail. */
double dist_chisq_quantile(double p, double df);
/* The normal distribution's quantile of the lower tail. */
double dist_normal_quantile(double p);

#endif

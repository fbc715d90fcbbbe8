/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef REPORT_NUMBER_H
#define REPORT_NUMBER_H

#include "core/mem.h"

/*
 * How numbers are written for people. Nothing is ever written for a number that is not there: each
 * of these writes nothing for NAN.
 */

/*
 * A value with at least digits significant digits and its whole integer part; from 1000 on one
 * decimal, from 100000 on none. Zeros at the end stand only where rounding made them, or as far as
 * pad decimals: what the other values of the row show, for values below 1000. least decimals are
 * written if v has them: what the spread of the values asks for. From 1e15 on and below 1e-6, an
 * exponent.
 */
void number_value(struct buf *b, double v, int digits, int pad, int least);
/* The decimals that number_value() would write without padding; 0 for values from 1000 on. */
int number_shown(double v, int digits);
/* The decimals that show a spread with two digits; 0 for none. */
int number_least(double spread);

/* A spread: two significant digits and its whole integer part. */
void number_spread(struct buf *b, double v);

/* A difference with the decimals that show the half width of its interval with two digits. */
void number_difference(struct buf *b, double v, double half);

/* A ratio as a percentage: signed, "-13.5%"; or without, "17.4%", and "<0.1%" if it is not 0. */
void number_change(struct buf *b, double ratio, int decimals);
void number_percent(struct buf *b, double ratio);

/*
 * Decimals of a percentage that give the half width of an interval of ratios two digits: at least
 * one, but none where that is beyond 500%.
 */
int number_decimals(double lo, double hi);

/* A ratio as a rough percentage with two digits: "-30%", "+0.012%". */
void number_about(struct buf *b, double ratio);

/* "0.197", "0.012", "0.0002", "<0.0001". */
void number_p(struct buf *b, double p);

#endif

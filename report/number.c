/* SPDX-License-Identifier: GPL-2.0-or-later */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include "report/number.h"

/* As many decimals as it takes to write v exactly, at most so many. */
static int number_exact(double v, int most)
{
	double scale = 1;
	int decimals = 0;

	while (decimals < most && fabs(nearbyint(v * scale) / scale - v) > 1e-12 * fabs(v)) {
		decimals++;
		scale *= 10;
	}
	return decimals;
}

/* Decimals that give v so many significant digits, less the zeros of an exact value. */
static int number_needed(double v, int digits)
{
	double size = fabs(v);
	int decimals = 0;

	if (size >= 1000)
		decimals = size < 100000;
	else if (size > 0)
		decimals = digits - 1 - (int)floor(log10(size));
	return number_exact(v, decimals > 12 ? 12 : decimals);
}

int number_shown(double v, int digits)
{
	return isfinite(v) && fabs(v) < 1000 ? number_needed(v, digits) : 0;
}

int number_least(double spread)
{
	int decimals = spread > 0 && isfinite(spread) ? 1 - (int)floor(log10(spread)) : 0;

	return decimals < 0 ? 0 : decimals > 12 ? 12 : decimals;
}

static bool number_extreme(double v)
{
	return fabs(v) >= 1e15 || (v != 0 && fabs(v) < 1e-6);
}

void number_value(struct buf *b, double v, int digits, int pad, int least)
{
	int decimals = number_needed(v, digits);

	if (!isfinite(v))
		return;
	if (number_extreme(v)) {
		buf_printf(b, "%.*e", digits - 1, v);
		return;
	}
	if (fabs(v) < 1000 && decimals < pad)
		decimals = pad;
	least = number_exact(v, least);
	buf_printf(b, "%.*f", decimals > least ? decimals : least, v == 0 ? 0.0 : v);
}

void number_spread(struct buf *b, double v)
{
	if (!isfinite(v))
		return;
	if (number_extreme(v))
		buf_printf(b, "%.1e", v);
	else
		buf_printf(b, "%.*f", number_least(v), v);
}

void number_about(struct buf *b, double ratio)
{
	if (isfinite(ratio))
		buf_printf(b, "%+.*f%%", number_least(fabs(100 * ratio)), 100 * ratio);
}

void number_difference(struct buf *b, double v, double half)
{
	if (!isfinite(half) || number_extreme(v) || number_extreme(half))
		number_value(b, v, 3, 0, 0);
	else
		buf_printf(b, "%.*f", number_least(half), v + 0.0);
}

void number_change(struct buf *b, double ratio, int decimals)
{
	if (isfinite(ratio))
		buf_printf(b, "%+.*f%%", decimals, 100 * ratio + 0.0);
}

void number_percent(struct buf *b, double ratio)
{
	if (isfinite(ratio))
		buf_printf(b, ratio > 0 && ratio < 0.0005 ? "<0.1%%" : "%.1f%%", 100 * ratio);
}

int number_decimals(double lo, double hi)
{
	double half = 100 * (hi - lo) / 2;
	int decimals = half < 500;

	if (!isfinite(half))
		return 1;

	while (half > 0 && decimals < 8 && half * pow(10, decimals) < 9.5)
		decimals++;
	return decimals;
}

void number_p(struct buf *b, double p)
{
	if (!isfinite(p))
		return;
	if (p < 1e-4)
		buf_add(b, STR("<0.0001"));
	else
		buf_printf(b, p < 0.001 ? "%.4f" : "%.3f", p);
}

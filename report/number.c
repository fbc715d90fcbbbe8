/* SPDX-License-Identifier: GPL-2.0-or-later */
#include <math.h>
#include "report/number.h"

/* Decimals that give v so many significant digits, less the zeros of an exact value. */
static int number_needed(double v, int digits)
{
	double size = fabs(v), scale = 1;
	int decimals, exact = 0;

	if (size == 0)
		return 0;
	if (size >= 1000)
		decimals = size < 100000;
	else
		decimals = digits - 1 - (int)floor(log10(size));
	decimals = decimals > 12 ? 12 : decimals < 0 ? 0 : decimals;
	while (exact < decimals && fabs(nearbyint(v * scale) / scale - v) > 1e-12 * size) {
		exact++;
		scale *= 10;
	}
	return exact;
}

int number_shown(double v, int digits)
{
	return isfinite(v) && fabs(v) < 1000 ? number_needed(v, digits) : 0;
}

void number_value(struct buf *b, double v, int digits, int pad)
{
	int decimals = number_needed(v, digits);

	if (!isfinite(v))
		return;
	if (fabs(v) < 1000 && decimals < pad)
		decimals = pad;
	buf_printf(b, "%.*f", decimals, v == 0 ? 0.0 : v);
}

void number_spread(struct buf *b, double v)
{
	int decimals = v > 0 ? 1 - (int)floor(log10(v)) : 0;

	if (isfinite(v))
		buf_printf(b, "%.*f", decimals < 0 ? 0 : decimals, v);
}

void number_change(struct buf *b, double ratio, int decimals)
{
	if (isfinite(ratio))
		buf_printf(b, "%+.*f%%", decimals, 100 * ratio + 0.0);
}

void number_percent(struct buf *b, double ratio)
{
	if (isfinite(ratio))
		buf_printf(b, "%.1f%%", 100 * ratio);
}

int number_decimals(double lo, double hi)
{
	double half = 100 * (hi - lo) / 2;
	int decimals = 1;

	while (isfinite(half) && half > 0 && decimals < 4 && half * pow(10, decimals) < 9.5)
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

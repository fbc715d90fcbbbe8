/* SPDX-License-Identifier: GPL-2.0-or-later */
#include <float.h>
#include <math.h>
#include "core/mem.h"
#include "stats/stats.h"

/*
 * The statistics share the base and the pooled standard deviation: given the base's deviate z and
 * the pooled s, they are independent, and
 *
 *	P(max |T| > t) = Int f(s) Int phi(z) (1 - Prod_i P(|T_i| <= t | s, z)) dz ds
 *	P(|T_i| <= t | s, z) = Phi((l z + t s) / m) - Phi((l z - t s) / m)
 *	l = sqrt(n_i / (n_i + n_0)), m = sqrt(1 - l^2)
 *
 * with f the density of sqrt(chi^2 / df). Tails are added, not taken from 1, and both integrals are
 * of smooth functions that vanish at their ends, which the trapezoid rule sums to all digits: in
 * log(s), in steps of a third of the density's width.
 */
struct dunnett {
	const double *l, *m; /* of each side */
	size_t k;
	double step; /* of z */
};

static double tail(double x)
{
	return erfc(x / sqrt(2)) / 2;
}

/* Given s: c is t s. */
static double inner(const struct dunnett *d, double c)
{
	double sum = 0, end = 9 + c;

	end = fmin(end, 38);
	for (double z = -end; z <= end; z += d->step) {
		double log_within = 0;

		for (size_t i = 0; i < d->k; i++) {
			double beyond = tail((c + d->l[i] * z) / d->m[i]) +
					tail((c - d->l[i] * z) / d->m[i]);

			log_within += log1p(-fmin(beyond, 1 - DBL_EPSILON / 2));
		}
		sum -= exp(-z * z / 2) * expm1(log_within);
	}
	return sum * d->step / sqrt(2 * 3.14159265358979323846);
}

/* log of the density of u = log(s). */
static double log_density(double u, double df)
{
	return log(2) + df / 2 * log(df / 2) - lgamma(df / 2) + df * u - df / 2 * exp(2 * u);
}

double stats_dunnett_p(double t, const size_t *n, size_t k, double df)
{
	double width = 1 / sqrt(2 * df), step = width / 3, least = 1, sum = 0, u;
	/* where the density times a normal tail at t s is about largest */
	double top = log(df / (df + t * t)) / 2;
	double lo = top - 40 / df - 12 * width, hi = 12 * width + 1 / df;
	size_t cap = 0;
	double *l = mem_grow(NULL, &cap, 2 * k, sizeof(*l));
	struct dunnett d = { .l = l, .m = l + k, .k = k };

	for (size_t i = 0; i < k; i++) {
		double share = (double)n[i + 1] / (double)(n[i + 1] + n[0]);

		l[i] = sqrt(share);
		l[k + i] = sqrt(1 - share);
		least = fmin(least, l[k + i]);
	}
	d.step = least / 4;
	for (u = lo; u <= hi; u += step) {
		double density = exp(log_density(u, df));

		/* Of large t and df most steps have none. */
		if (density > 0)
			sum += density * inner(&d, fabs(t) * exp(u));
	}
	mem_free(l);
	return fmin(1, sum * step);
}

void stats_dunnett(const struct side *sides, size_t n, double *p)
{
	double df = 0, most = 0, pooled = 0;
	size_t cap = 0, *counts = mem_grow(NULL, &cap, n + 1, sizeof(*counts));

	for (size_t i = 0; i <= n; i++)
		most = fmax(most, sides[i].sd);
	for (size_t i = 0; i <= n; i++) {
		double sd = sides[i].sd / most, v = (double)sides[i].n - 1;

		counts[i] = sides[i].n;
		df += v;
		pooled += v * sd * sd;
	}
	pooled = sqrt(pooled / df) * most;
	for (size_t i = 1; i <= n; i++) {
		double each = sqrt(1 / (double)sides[i].n + 1 / (double)sides[0].n);
		double t = (sides[i].mean - sides[0].mean) / (pooled * each);

		p[i - 1] = isfinite(t) ? stats_dunnett_p(t, counts, n, df) : NAN;
	}
	mem_free(counts);
}

/* SPDX-License-Identifier: GPL-2.0-or-later */
#include <math.h>
#include "stats/dist.h"
#include "stats/plan.h"

/* Why a side says nothing of the spread. */
static enum reason plan_refuses(struct side s)
{
	if (!s.n && !s.printed)
		return REASON_MISSING;
	if (s.n == 1)
		return REASON_SINGLE;
	if (isnan(s.sd))
		return REASON_NO_SPREAD;
	if (!s.n)
		return REASON_NO_COUNT;
	if (s.negative)
		return REASON_NEGATIVE;
	if (!(s.mean > 0) || !isfinite(s.sd / s.mean))
		return REASON_ZERO_BASE;
	return REASON_NONE;
}

static unsigned int plan_runs(const struct plan *p, double factor, double detect, double alpha,
			      double power)
{
	double cv = factor * p->cv;
	unsigned int n = stats_runs_needed(cv, cv, log1p(detect), alpha, power);

	return !n ? PLAN_NEVER : n < PLAN_LEAST ? PLAN_LEAST : n;
}

/* The mean square of the sides' cv, and Satterthwaite's degrees of freedom of it. */
static void plan_spread(struct plan *p, const struct side *sides, size_t n)
{
	double sum = 0, squares = 0, used = 0, least = INFINITY, most = 0;

	for (size_t i = 0; i < n; i++) {
		double cv = sides[i].sd / sides[i].mean, df = (double)sides[i].n - 1;

		if (plan_refuses(sides[i]) != REASON_NONE)
			continue;
		sum += cv * cv;
		squares += cv * cv * cv * cv / df;
		least = fmin(least, df);
		most += df;
		used++;
	}
	p->cv = sqrt(sum / used);
	/* Rounding must not carry it out of its range. */
	p->df = fmin(fmax(sum * sum / squares, least), most);
}

struct plan stats_plan(const struct side *sides, size_t n, double detect, double alpha,
		       double power)
{
	struct plan p = { .reason = REASON_MISSING, .cv = NAN, .df = NAN, .lo = NAN, .hi = NAN };

	for (size_t i = 0; i < n && p.reason != REASON_NONE; i++) {
		enum reason reason = plan_refuses(sides[i]);

		p.reason = i && reason == REASON_MISSING ? p.reason : reason;
	}
	if (p.reason != REASON_NONE)
		return p;
	plan_spread(&p, sides, n);
	if (!(p.cv > 0)) {
		p.reason = REASON_CONSTANT;
		return p;
	}
	p.lo = sqrt(p.df / dist_chisq_quantile(0.975, p.df));
	p.hi = sqrt(p.df / dist_chisq_quantile(0.025, p.df));
	p.runs = plan_runs(&p, 1, detect, alpha, power);
	p.runs_lo = plan_runs(&p, p.lo, detect, alpha, power);
	p.runs_hi = plan_runs(&p, p.hi, detect, alpha, power);
	p.runs_likely = plan_runs(&p, sqrt(p.df / dist_chisq_quantile(0.2, p.df)), detect, alpha,
				  power);
	return p;
}

/* SPDX-License-Identifier: GPL-2.0-or-later */
#include <math.h>
#include "cli/cli.h"

/*
 * A metric is worse by more than the limit when its interval lies wholly beyond it, and sound when
 * it lies wholly below. Metrics without a direction cannot be worse.
 */
static enum status fail_metric(const struct comparison *cmp, size_t runs, bool zero,
			       enum better better, double limit)
{
	double lo = cmp->lo, hi = cmp->hi;

	/* Counters that never vary have no interval, and need none. */
	if (cmp->reason == REASON_CONSTANT || cmp->reason == REASON_ZERO_NEW)
		lo = hi = zero ? 0 : cmp->change;
	if (runs < STATS_MIN_RUNS || cmp->raw || !isfinite(lo) || !isfinite(hi))
		return STATUS_UNSURE;
	if (better == BETTER_HIGHER) {
		double worst = -lo;

		lo = -hi;
		hi = worst;
	}
	return lo > limit ? STATUS_REGRESSION : hi < limit ? STATUS_OK : STATUS_UNSURE;
}

enum status fail_status(const struct options *opts, const struct contrast *c)
{
	enum status worst = STATUS_OK;
	size_t n = 0;

	if (!opts->fail_on)
		return STATUS_OK;
	for (size_t i = 0; i < c->grid->nrows; i++)
		for (size_t col = 0; col < c->grid->ncols; col++) {
			const struct grid_row *row = &c->grid->rows[i];
			enum status status;
			size_t base = contrast_base(c, i), runs;
			bool zero;

			if (col == base || !contrast_has(c, i, col) || row->context ||
			    row->better == BETTER_NONE)
				continue;
			n++;
			runs = grid_count(&row->cells[col]);
			if (grid_count(&row->cells[base]) < runs)
				runs = grid_count(&row->cells[base]);
			/* There is no percentage of 0, but 0 is not worse than 0. */
			zero = grid_side(row, base).mean == 0 && grid_side(row, col).mean == 0;
			status = fail_metric(contrast_at(c, i, col), runs, zero, row->better,
					     opts->fail_limit);
			if (status == STATUS_REGRESSION)
				return status;
			if (status != STATUS_OK)
				worst = status;
		}
	return n ? worst : STATUS_UNSURE;
}

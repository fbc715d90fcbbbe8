/* SPDX-License-Identifier: GPL-2.0-or-later */
#include <math.h>
#include "cli/cli.h"
#include "core/map.h"
#include "report/build_plan.h"

/* By run: when its last result came, by the kernel's clock. */
struct clocks {
	struct map index; /* from 1 */
	VEC(int64_t) last_ns;
};

static void clocks_put(void *ctx, const struct record *rec)
{
	struct clocks *c = ctx;
	int64_t *index;

	if (rec->kind != RECORD_VALUE || rec->time_ns < 0)
		return;
	index = map_put(&c->index, map_mix(str_hash(rec->source, STR_HASH_SEED), rec->run));
	if (!*index) {
		vec_add(&c->last_ns);
		*index = (int64_t)c->last_ns.n;
	}
	if (rec->time_ns > c->last_ns.v[*index - 1])
		c->last_ns.v[*index - 1] = rec->time_ns;
}

static double clocks_mean_s(const struct clocks *c)
{
	double sum = 0;

	for (size_t i = 0; i < c->last_ns.n; i++)
		sum += (double)c->last_ns.v[i] / 1e9;
	return c->last_ns.n ? sum / (double)c->last_ns.n : (double)NAN;
}

static enum status cmd_plan(const struct options *opts)
{
	struct clocks clocks = { 0 };
	struct grid_builder *b;
	const struct grid *g;
	size_t base;
	enum status status = sources_grid(opts, (struct sink){ clocks_put, &clocks }, &b, &g,
					  &base);

	if (status == STATUS_OK && g->ncols > 2 && !opts->base) {
		diag_error(POS_NONE,
			   "a plan is from one source or two, and the input has %zu: --base=LABEL "
			   "picks one",
			   g->ncols);
		status = STATUS_ERROR;
	}
	if (status == STATUS_OK && opts->method.adjust == ADJUST_DUNNETT) {
		diag_error(POS_NONE, "--adjust=dunnett is for several sides against one base: plan "
				     "with holm, bh or none");
		status = STATUS_ERROR;
	}
	if (status == STATUS_OK) {
		const struct plan_ask ask = { .base = base,
					      .detect = opts->detect,
					      .alpha = opts->method.alpha,
					      .adjust = opts->method.adjust,
					      .boot_s = clocks_mean_s(&clocks) };
		struct doc *doc = doc_new();

		build_plan(doc, g, &ask);
		status = render_doc(opts, "terminal", 0, doc);
		doc_free(doc);
	}
	grid_free(b);
	map_free(&clocks.index);
	vec_free(&clocks.last_ns);
	return status;
}

const struct command command_plan = {
	.name = "plan",
	.args = "[[LABEL=]PATH...]",
	.summary = "boots needed to see a change, and in what order to take them",
	.options = "adjust alpha base by color detect filter format input output pattern per quiet "
		   "rows rules "
		   "split-blocks verbose width",
	.run = cmd_plan,
};

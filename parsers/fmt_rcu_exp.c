/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "parsers/emit.h"

/*
 * Expedited grace periods in a dump of the trace buffer, as rcuscale makes one when it ends with
 * tracing on:
 *
 *   rcu_scal-74      0.... 21356148us : rcu_exp_grace_period: rcu_preempt 134 start
 *   rcu_scal-74      0.... 21356175us : rcu_exp_grace_period: rcu_preempt 134 end
 *
 * A grace period lasts from its start to its end. One whose other half is lost gives nothing. A
 * task that finds its grace period done by another ("done") waits for none of its own.
 */

struct rcu_exp_state {
	bool started;
	uint64_t seq, start_us;
	unsigned long lost;
};

static const struct metric metric = { .name = "duration", .unit = "us", .better = BETTER_LOWER };

static void rcu_exp_lost(struct match *m, struct rcu_exp_state *st)
{
	if (st->lost++ == 0)
		match_event(m, "rcu_exp.lost", m->msg);
}

static void rcu_exp_end(struct match *m, struct rcu_exp_state *st, uint64_t seq, uint64_t us)
{
	struct emit e = { 0 };
	struct buf text = { 0 };

	if (!st->started || seq != st->seq || us < st->start_us) {
		rcu_exp_lost(m, st);
		return;
	}
	emit_param(&e, "flavour", match_group(m, "flavour"));
	emit_item(&e, "seq", match_group(m, "seq"));
	buf_printf(&text, "%llu", (unsigned long long)(us - st->start_us));
	emit_value(m, &e, &metric, buf_str(&text));
	emit_free(&e);
	buf_free(&text);
}

static void rcu_exp_line(struct match *m, void *state)
{
	struct rcu_exp_state *st = state;
	struct str what = match_group(m, "what");
	uint64_t seq, us;

	if (!match_u64(m, "seq", &seq) || !match_u64(m, "us", &us)) {
		match_skip(m, "number out of range", m->msg);
		return;
	}
	if (str_is(what, "end"))
		rcu_exp_end(m, st, seq, us);
	else if (st->started)
		rcu_exp_lost(m, st);
	st->started = str_is(what, "start");
	st->seq = seq;
	st->start_us = us;
}

static const struct rule rules[] = {
	{ .literal = "us : rcu_exp_grace_period: ",
	  .pattern = "^\\s*\\S.*-\\d+\\s+\\S+\\s+(?<us>\\d+)us : rcu_exp_grace_period: "
		     "(?<flavour>\\w+) (?<seq>\\d+) (?<what>start|end)\\s*$",
	  .emit = rcu_exp_line },
};

const struct format format_rcu_exp = {
	.name = "rcu_exp",
	.summary = "expedited grace periods of a trace dump: duration from start to end",
	.example =
		"rcu_scal-74      0.... 21356148us : rcu_exp_grace_period: rcu_preempt 134 start\n"
		"rcu_scal-74      0.... 21356175us : rcu_exp_grace_period: rcu_preempt 134 end",
	RULES(rules),
	.state_size = sizeof(struct rcu_exp_state),
};

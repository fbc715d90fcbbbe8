/* SPDX-License-Identifier: GPL-2.0-or-later */
#include <math.h>
#include "cli/query_in.h"

/*
 * How many objects a time stands for:
 *
 *	kfree_rcu	each thread frees kfree_alloc_num objects in each of its loops; the time is
 *			that of a thread, as all run at once, so their number does not count
 *	vmalloc		loops of a test, which may allocate once or more
 *	time_bench	prints the time of one already
 */
struct per_rule {
	const char *format, *metric, *name;
	const char *work, *param; /* what the value is divided by; param may be NULL */
};

static const struct per_rule rules[] = {
	{ "kfree_rcu", "time", "time per object", "loops", "kfree_alloc_num" },
	{ "vmalloc", "time", "time per loop", "loops", NULL },
	{ "time_bench", "time", NULL, "invoke_count", NULL },
	{ "time_bench", "cycles", NULL, "invoke_count", NULL },
};

/* rcuscale's own number where its command line asks for the test and names none. */
#define KFREE_ALLOC_NUM 8000

static bool per_unknown(const struct record *rec, const char *key, struct str text)
{
	if (text.n)
		diag_error(rec->pos, "--per: %s is no number of objects: %s", key,
			   diag_quote(text));
	else
		diag_error(rec->pos,
			   "--per: the log does not say %s, so the time of one object is "
			   "not known",
			   key);
	return false;
}

static bool per_param(struct query *q, const struct record *rec, size_t run, const char *key,
		      double *n)
{
	struct str text = { NULL, 0 }, line, test;
	uint64_t v;

	if (query_find(q, rec, run, str_of(key), &text) != QUERY_NOWHERE) {
		if (!str_u64(text, &v) || !v)
			return per_unknown(rec, key, text);
		*n = (double)v;
		return !q->failed;
	}
	if (query_find(q, rec, run, STR("kernel.cmdline"), &line) == QUERY_NOWHERE ||
	    query_find(q, rec, run, STR("param.kfree_rcu_test"), &test) == QUERY_NOWHERE)
		return per_unknown(rec, key, text);
	/* What the kernel was booted with turned the test on: the rest are its defaults. */
	if (str_find(line, STR("rcuscale.kfree_rcu_test=")) == (size_t)-1 &&
	    str_find(line, STR("rcuperf.kfree_rcu_test=")) == (size_t)-1)
		return per_unknown(rec, key, text);
	*n = KFREE_ALLOC_NUM;
	if (!q->defaulted)
		diag_note(rec->pos,
			  "--per: %s is taken as %d, its default: the command line names "
			  "none",
			  key, KFREE_ALLOC_NUM);
	q->defaulted = true;
	return !q->failed;
}

bool query_per_object(struct query *q, struct record *rec, size_t run, bool *known)
{
	const struct per_rule *rule = NULL;
	struct str text = { NULL, 0 };
	double n = 1;
	struct buf b = { 0 };
	uint64_t v;

	for (size_t i = 0; i < sizeof(rules) / sizeof(rules[0]); i++)
		if (str_is(rec->format, rules[i].format) && str_is(rec->metric, rules[i].metric))
			rule = &rules[i];
	*known = rule != NULL;
	if (!rule)
		return true;
	if (rule->name) {
		str_pair(rec->work, str_of(rule->work), &text);
		if (!str_u64(text, &v) || !v)
			return per_unknown(rec, rule->work, text);
		if (rule->param && !per_param(q, rec, run, rule->param, &n))
			return false;
		rec->value /= n * (double)v;
		rec->metric = str_of(rule->name);
		record_number(&b, rec->value);
		rec->text = arena_str(q->arena, buf_str(&b));
		buf_free(&b);
	}
	rec->work = query_without(q, rec->work, str_of(rule->work));
	return true;
}

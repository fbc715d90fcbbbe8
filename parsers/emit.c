/* SPDX-License-Identifier: GPL-2.0-or-later */
#include <stdio.h>
#include "core/unit.h"
#include "parsers/emit.h"

static void emit_pair(struct buf *list, const char *key, struct str value)
{
	if (value.n)
		record_pair(list, str_of(key), value);
}

void emit_param(struct emit *e, const char *key, struct str value)
{
	emit_pair(&e->params, key, value);
}

void emit_work(struct emit *e, const char *key, struct str value)
{
	emit_pair(&e->work, key, value);
}

void emit_item(struct emit *e, const char *key, struct str value)
{
	emit_pair(&e->item, key, value);
}

struct record emit_record(const struct match *m, const struct emit *e)
{
	struct record rec = match_record(m);

	rec.params = buf_str(&e->params);
	rec.work = buf_str(&e->work);
	rec.item = buf_str(&e->item);
	return rec;
}

void emit_value(const struct match *m, const struct emit *e, const struct metric *metric,
		struct str text)
{
	struct record rec = emit_record(m, e);

	if (text.n && match_value(m, &rec, metric, text))
		match_put(m, &rec);
}

void emit_records(const struct match *m, const struct metric *metrics, struct emit *e)
{
	for (; metrics->group; metrics++)
		emit_value(m, e, metrics, match_group(m, metrics->group));
	emit_free(e);
}

void emit_free(struct emit *e)
{
	buf_free(&e->params);
	buf_free(&e->work);
	buf_free(&e->item);
}

void emit_stat(const struct match *m, struct record rec, const char *stat, struct str text)
{
	if (!str_double(text, &rec.value)) {
		match_skip(m, "number out of range", text);
		return;
	}
	rec.stat = str_of(stat);
	rec.text = text;
	match_put(m, &rec);
}

unsigned int emit_nth(const struct match *m, struct map *seen, uint64_t hash, const char *what)
{
	unsigned int nth;

	hash = map_mix(hash, str_hash(match_section(m), STR_HASH_SEED));
	nth = (unsigned int)++*map_put(seen, hash);
	if (nth > 1)
		diag_warn(m->pos, "another %s: kept apart as table=%u", what, nth);
	return nth;
}

void emit_table(struct buf *params, unsigned int nth)
{
	char text[16];

	snprintf(text, sizeof(text), "%u", nth);
	if (nth > 1)
		record_pair(params, STR("table"), str_of(text));
}

enum better emit_better(struct str unit)
{
	const struct unit *known = unit_find(unit);
	struct str quantity = str_of(known ? known->quantity : "");

	if (known)
		unit = str_of(known->name);
	if (str_ends(unit, STR("/s")) || str_ends(unit, STR("/sec")))
		return BETTER_HIGHER;
	if (str_ends(unit, STR("/op")) || str_is(quantity, "time") || str_is(quantity, "cycles"))
		return BETTER_LOWER;
	return BETTER_NONE;
}

void emit_odd(struct match *m, void *state)
{
	(void)state;
	match_skip(m, "result line in no known form", m->msg);
}

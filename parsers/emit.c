/* SPDX-License-Identifier: GPL-2.0-or-later */
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

void emit_records(const struct match *m, const struct metric *metrics, struct emit *e)
{
	for (; metrics->group; metrics++) {
		struct str text = match_group(m, metrics->group);
		struct record rec = match_record(m);

		rec.params = buf_str(&e->params);
		rec.work = buf_str(&e->work);
		rec.item = buf_str(&e->item);
		if (text.n && match_value(m, &rec, metrics, text))
			match_put(m, &rec);
	}
	emit_free(e);
}

void emit_free(struct emit *e)
{
	buf_free(&e->params);
	buf_free(&e->work);
	buf_free(&e->item);
}

void emit_odd(struct match *m, void *state)
{
	(void)state;
	match_skip(m, "result line in no known form", m->msg);
}

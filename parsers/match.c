/* SPDX-License-Identifier: GPL-2.0-or-later */
#include <limits.h>
#include "parsers/kmsg.h"
#include "parsers/scanner.h"

/* What the emit functions of log formats see of a match, and how they send records on. */

struct str match_group(const struct match *m, const char *name)
{
	const struct scan_rule *r = m->scan->matching;
	int number = pcre2_substring_number_from_name(r->code, (PCRE2_SPTR)name);
	const PCRE2_SIZE *ov = pcre2_get_ovector_pointer(r->data);

	if (number <= 0 || ov[2 * number] == PCRE2_UNSET)
		return (struct str){ NULL, 0 };
	return (struct str){ m->scan->subject.p + ov[2 * number],
			     ov[2 * number + 1] - ov[2 * number] };
}

bool match_u64(const struct match *m, const char *name, uint64_t *v)
{
	return str_u64(match_group(m, name), v);
}

struct str match_rest(const struct match *m)
{
	return str_skip(m->scan->subject, pcre2_get_ovector_pointer(m->scan->matching->data)[1]);
}

struct str match_above(const struct match *m, unsigned int nth)
{
	const char *start = m->scan->block.p, *p = m->scan->at;
	unsigned int depth = 0;

	while (p > start) {
		const char *end = --p;
		struct str text;

		while (p > start && p[-1] != '\n')
			p--;
		text = str_rtrim(kmsg_unquote((struct str){ p, (size_t)(end - p) }, &depth));
		if (str_trim(text).n && --nth == 0)
			return text;
	}
	return (struct str){ NULL, 0 };
}

unsigned long match_stretch(const struct match *m)
{
	return m->scan->section.headings + m->scan->section.boot;
}

bool match_adjoins(const struct match *m)
{
	return m->scan->prose_nth + 1 == m->scan->nth;
}

struct record match_record(const struct match *m)
{
	return (struct record){ .kind = RECORD_VALUE,
				.pos = m->pos,
				.time_ns = m->time_ns,
				.format = str_of(m->format->name),
				.bench = str_of(m->format->name),
				.stat = STR("value"),
				.n = 1 };
}

/* A pattern that a user wrote may hand over anything. */
static bool match_is_number(struct str text)
{
	text = str_skip(text, text.n && strchr("+-", text.p[0]));
	text = str_skip(text, text.n && text.p[0] == '.');
	return text.n && is_digit(text.p[0]);
}

bool match_value(const struct match *m, struct record *rec, const struct metric *metric,
		 struct str text)
{
	uint64_t n;

	if (!str_double(text, &rec->value)) {
		match_skip(m, match_is_number(text) ? "number out of range" : "not a number", text);
		return false;
	}
	rec->text = text;
	rec->metric = str_of(metric->name);
	rec->unit = str_of(metric->unit);
	rec->better = metric->better;
	rec->fold = metric->fold;
	rec->context = metric->context;
	if (metric->stat) {
		rec->stat = str_of(metric->stat);
		rec->n = match_u64(m, "n", &n) && n <= ULONG_MAX ? (unsigned long)n : 0;
	}
	return true;
}

/* A result finds its place under the headings of its text, and what must be said of that is said.
 */
static void match_place(const struct match *m, const struct record *rec)
{
	struct section *section = &m->scan->section;
	uint64_t row = str_hash(rec->bench, STR_HASH_SEED);

	row = map_mix(row, str_hash(rec->params, STR_HASH_SEED));
	row = map_mix(row, str_hash(rec->metric, STR_HASH_SEED));
	row = map_mix(row, str_hash(rec->item, STR_HASH_SEED));
	row = map_mix(row, str_hash(rec->stat, STR_HASH_SEED));
	switch (section_result(section, row, str_hash(rec->format, STR_HASH_SEED))) {
	case SECTION_AGAIN:
		diag_warn(m->pos, "its heading stands a second time over such results: taken as %s",
			  diag_quote(section_label(section)));
		break;
	case SECTION_PARTED:
		diag_warn(m->pos, "behind a line of text it repeats results above: taken as %s",
			  diag_quote(section_label(section)));
		break;
	case SECTION_LONE:
		diag_warn(m->pos,
			  "taken together with the results above: %s is no heading that is known",
			  diag_quote(section_lone_line(section)));
		break;
	case SECTION_NOTHING:
		break;
	}
}

static void match_name(struct scanner *s, struct record *rec)
{
	s->named.n = 0;
	buf_add(&s->named, buf_str(&s->impl));
	if (rec->params.n) {
		buf_char(&s->named, ';');
		buf_add(&s->named, rec->params);
	}
	rec->params = buf_str(&s->named);
}

/* At the end of a text no rule is matching. */
static struct scan_tally *match_tally(const struct match *m)
{
	const struct scanner *s = m->scan;
	size_t i = s->matching ? s->matching->format : 0;

	if (s->formats[i] != m->format)
		for (i = 0; s->formats[i] != m->format;)
			i++;
	return &s->tally[i];
}

struct str match_section(const struct match *m)
{
	return section_label(&m->scan->section);
}

void match_put(const struct match *m, const struct record *rec)
{
	struct scanner *s = m->scan;
	struct record out = *rec;
	struct str section;

	/* Columns of a table name their sources themselves. */
	if (out.kind == RECORD_VALUE && !out.context && !out.source.n)
		match_place(m, &out);
	if (out.kind == RECORD_VALUE && m->format->impl && s->impl.n)
		match_name(s, &out);
	section = section_label(&s->section);
	if (!out.source.n) {
		out.source = section;
	} else if (section.n && out.kind == RECORD_VALUE &&
		   str_find(out.bench, section) == (size_t)-1) {
		s->section_pair.n = s->placed.n = 0;
		record_pair(&s->section_pair, STR("section"), section);
		record_pairs(&s->placed, out.params, buf_str(&s->section_pair));
		out.params = buf_str(&s->placed);
	}
	if (out.kind == RECORD_VALUE) {
		s->counts.records++;
		match_tally(m)->records++;
	}
	scan_put(s, &out);
}

void match_emit(struct match *m, void *state)
{
	const struct scan_rule *r = m->scan->matching;
	struct record rec = match_record(m);
	struct buf *params = &m->scan->params, *work = &m->scan->work, *item = &m->scan->item;
	PCRE2_SPTR names;
	uint32_t count = 0, size = 0;

	(void)state;
	if (m->rule->fact)
		match_fact(m, m->rule->fact, str_trim(match_group(m, "text")));
	if (m->rule->event)
		match_event(m, m->rule->event, m->msg);
	if (!m->rule->metrics)
		return;
	pcre2_pattern_info(r->code, PCRE2_INFO_NAMETABLE, &names);
	pcre2_pattern_info(r->code, PCRE2_INFO_NAMECOUNT, &count);
	pcre2_pattern_info(r->code, PCRE2_INFO_NAMEENTRYSIZE, &size);
	params->n = work->n = item->n = 0;
	/* PCRE2 keeps the names sorted, as parameters must be. */
	for (uint32_t i = 0; i < count; i++) {
		const char *name = (const char *)names + (size_t)i * size + 2;
		struct str text = match_group(m, name);
		struct buf *list = name[0] == 'p' ? params : name[0] == 'w' ? work : item;

		if (text.n && name[1] == '_' && strchr("pwi", name[0]))
			record_pair(list, str_of(name + 2), text);
		else if (text.n && strcmp(name, "bench") == 0)
			rec.bench = text;
	}
	rec.params = buf_str(params);
	rec.work = buf_str(work);
	rec.item = buf_str(item);
	for (const struct metric *metric = m->rule->metrics; metric->group; metric++) {
		struct str text = match_group(m, metric->group);

		rec.stat = STR("value");
		rec.n = 1;
		if (text.n && match_value(m, &rec, metric, text))
			match_put(m, &rec);
	}
}

/* What is said of the run: no value, and of no benchmark. */
static void match_said(const struct match *m, enum record_kind kind, const char *key,
		       struct str text)
{
	struct record rec = match_record(m);

	rec.kind = kind;
	rec.bench = rec.stat = (struct str){ NULL, 0 };
	rec.metric = str_of(key);
	rec.text = text;
	match_put(m, &rec);
}

void match_fact(const struct match *m, const char *key, struct str text)
{
	match_said(m, RECORD_FACT, key, text);
}

void match_event(const struct match *m, const char *code, struct str text)
{
	match_said(m, RECORD_EVENT, code, text);
}

static void match_reason(struct scanner *s, const char *why)
{
	struct scan_reason *r;

	vec_each (r, &s->reasons)
		if (strcmp(r->why, why) == 0) {
			r->n++;
			return;
		}
	*vec_add(&s->reasons) = (struct scan_reason){ why, 1 };
}

void match_skip(const struct match *m, const char *why, struct str text)
{
	match_reason(m->scan, why);
	if (m->scan->counts.skipped++ < SCAN_WARNINGS)
		diag_warn(m->pos, "%s: %s: %s", m->format->name, why, diag_quote(text));
	match_event(m, "parse.skipped", m->msg.n > 200 ? (struct str){ m->msg.p, 200 } : m->msg);
}

void match_impl(const struct match *m, struct str text)
{
	m->scan->impl.n = 0;
	record_pair(&m->scan->impl, STR("impl"), text);
}

void match_one_boot(const struct match *m)
{
	scan_one_boot(m->scan);
}

void match_run(const struct match *m)
{
	scan_boot(m->scan, false);
}

void match_boot(const struct match *m)
{
	scan_boot(m->scan, true);
}

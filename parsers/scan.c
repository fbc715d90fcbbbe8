/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "parsers/env.h"
#include "parsers/gate.h"
#include "parsers/scanner.h"

#define ROW(name) extern const struct format format_##name;
#include "formats.inc"
#undef ROW
const struct format *const formats[] = {
#define ROW(name) &format_##name,
#include "formats.inc"
#undef ROW
	NULL
};

/* A pattern may backtrack this often on one line; PCRE2's own limit is ten times as much. */
#define SCAN_MATCH_LIMIT 1000000
#define SCAN_JIT_STACK	 ((size_t)1 << 20)
/* How the kernel prints the seconds of a boot's first lines. */
#define SCAN_EARLY "[    "

static size_t scan_literal(struct scanner *s, const char *literal)
{
	size_t i = 0;

	while (i < s->nliterals && !str_is(s->literals[i], literal))
		i++;
	if (i == s->nliterals)
		s->literals[s->nliterals++] = str_of(literal);
	return i;
}

static void scan_add_rules(struct scanner *s, size_t format)
{
	const struct format *f = s->formats[format];

	for (size_t i = 0; i < f->nrules; i++) {
		struct scan_rule *r = &s->rules[s->nrules++];

		*r = (struct scan_rule){ .rule = &f->rules[i], .format = format, .literal = -1 };
		if (f->rules[i].literal)
			r->literal = (int)scan_literal(s, f->rules[i].literal);
	}
}

/* The rules of each literal, in their order. */
static void scan_chain(struct scanner *s)
{
	for (size_t i = s->nrules; i-- > 0;) {
		struct scan_rule *r = &s->rules[i];

		if (r->literal < 0)
			continue;
		r->next = s->first[r->literal];
		s->first[r->literal] = i + 1;
	}
}

static struct scan_hits scan_hits_new(struct scanner *s)
{
	return (struct scan_hits){ .v = arena_new_of(s->arena, size_t, s->nliterals),
				   .has = arena_new_of(s->arena, bool, s->nliterals) };
}

void scan_hit(struct scan_hits *hits, size_t literal)
{
	if (!hits->has[literal])
		hits->v[hits->n++] = literal;
	hits->has[literal] = true;
}

void scan_clear(struct scan_hits *hits)
{
	while (hits->n)
		hits->has[hits->v[--hits->n]] = false;
}

static size_t scan_count(const struct format *const *list, size_t *nrules)
{
	size_t n = 0;

	for (; list && list[n]; n++)
		*nrules += list[n]->nrules;
	return n;
}

static void scan_room(struct scanner *s, const struct format *const *more)
{
	size_t nrules = format_env.nrules;
	size_t own = 1 + scan_count(more, &nrules), n = own + scan_count(formats, &nrules);

	s->nformats = n;
	s->nown = own - 1;
	s->formats = arena_new_of(s->arena, const struct format *, n);
	s->tally = arena_new_of(s->arena, struct scan_tally, n);
	s->tally_before = arena_new_of(s->arena, struct scan_tally, n);
	s->states = arena_new_of(s->arena, void *, n);
	s->rules = arena_new_of(s->arena, struct scan_rule, nrules);
	s->every = arena_new_of(s->arena, size_t, nrules);
	s->due = arena_new_of(s->arena, size_t, nrules);
	s->literals = arena_new_of(s->arena, struct str, nrules + 1);
	for (size_t i = 0; i < n; i++) {
		s->formats[i] = i == 0 ? &format_env : i < own ? more[i - 1] : formats[i - own];
		s->tally[i].format = s->formats[i]->name;
		s->states[i] = arena_alloc(s->arena, 1, s->formats[i]->state_size + 1);
	}
}

struct scanner *scan_new(struct scan_hooks hooks, const struct format *const *more)
{
	struct arena *arena = arena_new();
	struct scanner *s = arena_new_of(arena, struct scanner, 1);

	s->arena = arena;
	s->waiting = arena_new();
	s->hooks = hooks;
	scan_room(s, more);
	scan_literal(s, SCAN_EARLY);
	for (size_t i = 0; i < s->nformats; i++)
		scan_add_rules(s, i);
	s->first = arena_new_of(arena, size_t, s->nliterals);
	s->ignore = arena_new_of(arena, bool, s->nliterals);
	s->hits = scan_hits_new(s);
	s->joined_hits = scan_hits_new(s);
	scan_chain(s);
	s->gate = gate_new(s->literals, s->nliterals);
	s->context = pcre2_match_context_create(NULL);
	pcre2_set_match_limit(s->context, SCAN_MATCH_LIMIT);
	s->stack = pcre2_jit_stack_create(32 * 1024, SCAN_JIT_STACK, NULL);
	pcre2_jit_stack_assign(s->context, NULL, s->stack);
	return s;
}

void scan_free(struct scanner *s)
{
	for (size_t i = 0; i < s->nrules; i++) {
		pcre2_match_data_free(s->rules[i].data);
		pcre2_code_free(s->rules[i].code);
	}
	pcre2_jit_stack_free(s->stack);
	pcre2_match_context_free(s->context);
	gate_free(s->gate);
	section_free(&s->section);
	copies_free(&s->copies);
	vec_free(&s->reasons);
	vec_free(&s->reasons_before);
	vec_free(&s->wait);
	arena_free(s->waiting);
	buf_free(&s->scratch);
	buf_free(&s->before);
	buf_free(&s->behind);
	buf_free(&s->joined);
	buf_free(&s->last);
	buf_free(&s->params);
	buf_free(&s->work);
	buf_free(&s->item);
	buf_free(&s->section_pair);
	buf_free(&s->placed);
	buf_free(&s->impl);
	buf_free(&s->named);
	arena_free(s->arena);
}

/* Where none was ignored, the gate has passed over nothing. */
static void scan_want_all(struct scanner *s)
{
	s->ignore_changed |= memchr(s->ignore, true, s->nliterals) != NULL;
	memset(s->ignore, 0, s->nliterals * sizeof(*s->ignore));
}

/* At the start of a text, what it will be is known. */
static void scan_start(struct scanner *s)
{
	s->line = s->nth = s->prose_nth = 0;
	s->clock_ns = -1;
	s->clock_nth = 0;
	s->last.n = 0;
	s->counts = (struct scan_counts){ 0 };
	copies_again(&s->copies);
	s->narmed = 0;
	section_reset(&s->section);
	for (size_t i = 0; i < s->nformats; i++)
		memset(s->states[i], 0, s->formats[i]->state_size);
	for (size_t i = 0; i < s->nrules; i++)
		s->rules[i].armed = s->rules[i].done = false;
	scan_want_all(s);
}

/* Of a text that a format claims, its rules are tried, and those of the user unless it is forced.
 */
static bool scan_mine(const struct scanner *s, size_t format)
{
	return s->formats[format] == s->claimed || (!s->alone && format && format <= s->nown);
}

/* The rules that no literal tells, which are tried on each line of the text. */
static void scan_find_every(struct scanner *s)
{
	s->nevery = 0;
	for (size_t i = 0; i < s->nrules; i++) {
		const struct scan_rule *r = &s->rules[i];

		if (r->literal < 0 && !r->rule->after &&
		    (s->claimed ? scan_mine(s, r->format) : !s->formats[r->format]->claims))
			s->every[s->nevery++] = i;
	}
}

void scan_begin(struct scanner *s, const char *file, struct str head, struct str format)
{
	s->file = file;
	s->claimed = NULL;
	s->alone = format.n > 0;
	section_forget(&s->section);
	s->section.split = s->hooks.split_blocks;
	for (size_t i = 0; i < s->nformats; i++) {
		const struct format *f = s->formats[i];

		if (format.n ? str_is(format, f->name)
			     : !s->claimed && f->claims && f->claims(head))
			s->claimed = f;
	}
	scan_find_every(s);
	scan_start(s);
}

void scan_put(struct scanner *s, const struct record *rec)
{
	struct scan_wait *w;

	if (!s->learning) {
		s->hooks.records.put(s->hooks.records.ctx, rec);
		return;
	}
	w = vec_add(&s->wait);
	w->what = SCAN_RECORD;
	w->rec = record_copy(s->waiting, rec);
}

void scan_one_boot(struct scanner *s)
{
	if (s->learning)
		vec_add(&s->wait)->what = SCAN_ONE_BOOT;
	else
		s->hooks.one_boot(s->hooks.ctx);
}

static void scan_forget(struct scanner *s)
{
	s->learning = false;
	s->wait.n = 0;
	arena_reset(s->waiting);
}

void scan_learn(struct scanner *s)
{
	s->learning = true;
	memcpy(s->tally_before, s->tally, s->nformats * sizeof(*s->tally));
	s->reasons_before.n = 0;
	for (size_t i = 0; i < s->reasons.n; i++)
		*vec_add(&s->reasons_before) = s->reasons.v[i];
	diag_hold();
}

void scan_release(struct scanner *s)
{
	const struct scan_wait *w;

	diag_release(true);
	vec_each (w, &s->wait) {
		if (w->what == SCAN_RECORD)
			s->hooks.records.put(s->hooks.records.ctx, &w->rec);
		else if (w->what == SCAN_ONE_BOOT)
			s->hooks.one_boot(s->hooks.ctx);
		else
			s->hooks.boot(s->hooks.ctx, w->what == SCAN_BANNER);
	}
	scan_forget(s);
}

void scan_rewind(struct scanner *s)
{
	scan_end_formats(s);
	diag_release(false);
	scan_forget(s);
	memcpy(s->tally, s->tally_before, s->nformats * sizeof(*s->tally));
	s->reasons.n = 0;
	for (size_t i = 0; i < s->reasons_before.n; i++)
		*vec_add(&s->reasons) = s->reasons_before.v[i];
	scan_start(s);
}

void scan_end_formats(struct scanner *s)
{
	for (size_t i = 0; i < s->nformats; i++) {
		struct match m = { .format = s->formats[i],
				   .pos = { s->file, s->line },
				   .time_ns = -1,
				   .scan = s };

		if (m.format->end)
			m.format->end(&m, s->states[i]);
		memset(s->states[i], 0, m.format->state_size);
	}
	for (size_t i = 0; i < s->nrules; i++)
		s->rules[i].armed = false;
	s->narmed = 0;
	s->impl.n = 0;
}

void scan_boot(struct scanner *s, bool banner)
{
	scan_end_formats(s);
	for (size_t i = 0; i < s->nrules; i++)
		s->rules[i].done = false;
	scan_want_all(s);
	section_boot(&s->section, banner);
	if (s->learning)
		vec_add(&s->wait)->what = banner ? SCAN_BANNER : SCAN_BOOT;
	else
		s->hooks.boot(s->hooks.ctx, banner);
}

/* A rule has had its line of this boot; its literal may have no other use. */
static void scan_done(struct scanner *s, struct scan_rule *done)
{
	bool wanted = false;

	done->done = true;
	if (done->literal < 0)
		return;
	for (size_t i = 0; i < s->nrules; i++)
		wanted |= s->rules[i].literal == done->literal && !s->rules[i].done;
	/* Not where each line is looked at, and any may begin a run: the gate would be far ahead.
	 */
	if (!wanted && !s->claimed)
		s->ignore[done->literal] = true;
}

static pcre2_code *scan_code(const char *pattern, int *error, size_t *at)
{
	return pcre2_compile((PCRE2_SPTR)pattern, PCRE2_ZERO_TERMINATED,
			     PCRE2_NEVER_UTF | PCRE2_NEVER_BACKSLASH_C | PCRE2_DOLLAR_ENDONLY,
			     error, at, NULL);
}

const char *scan_pattern_error(struct arena *a, const char *pattern, size_t *at)
{
	PCRE2_UCHAR text[256];
	int error = 0;
	pcre2_code *code = scan_code(pattern, &error, at);

	if (code) {
		pcre2_code_free(code);
		return NULL;
	}
	pcre2_get_error_message(error, text, sizeof(text));
	return arena_str(a, str_of((const char *)text)).p;
}

const char *scan_pattern_group(struct arena *a, const char *pattern, size_t i)
{
	const char *name = NULL;
	PCRE2_SPTR names;
	uint32_t count = 0, size = 0;
	size_t at;
	int error;
	pcre2_code *code = scan_code(pattern, &error, &at);

	pcre2_pattern_info(code, PCRE2_INFO_NAMETABLE, &names);
	pcre2_pattern_info(code, PCRE2_INFO_NAMECOUNT, &count);
	pcre2_pattern_info(code, PCRE2_INFO_NAMEENTRYSIZE, &size);
	if (i < count)
		name = arena_str(a, str_of((const char *)names + i * size + 2)).p;
	pcre2_code_free(code);
	return name;
}

/* A pattern that does not compile has not been looked at before: a bug. */
static void scan_compile(struct scanner *s, struct scan_rule *r)
{
	int error = 0;
	size_t offset = 0;

	r->code = scan_code(r->rule->pattern, &error, &offset);
	if (!r->code) {
		PCRE2_UCHAR text[256];

		pcre2_get_error_message(error, text, sizeof(text));
		diag_error(POS_NONE, "%s: pattern: %s at %zu: '%s'", s->formats[r->format]->name,
			   (const char *)text, offset, r->rule->pattern);
		abort();
	}
	pcre2_jit_compile(r->code, PCRE2_JIT_COMPLETE);
	r->data = pcre2_match_data_create_from_pattern(r->code, NULL);
}

static bool scan_matches(struct scanner *s, struct scan_rule *r, struct match *m)
{
	int rc;

	if (!r->code)
		scan_compile(s, r);
	rc = pcre2_match(r->code, (PCRE2_SPTR)(m->msg.n ? m->msg.p : ""), m->msg.n, 0, 0, r->data,
			 s->context);
	s->matching = r;
	s->subject = m->msg;
	m->rule = r->rule;
	m->format = s->formats[r->format];
	if (rc == PCRE2_ERROR_MATCHLIMIT || rc == PCRE2_ERROR_JIT_STACKLIMIT)
		match_skip(m, "line too hard to match", m->msg);
	return rc >= 0;
}

static void scan_arm(struct scanner *s, const struct scan_rule *by)
{
	for (size_t i = 0; by->rule->name && i < s->nrules; i++) {
		struct scan_rule *r = &s->rules[i];

		if (!r->rule->after || r->format != by->format ||
		    strcmp(r->rule->after, by->rule->name) != 0)
			continue;
		s->narmed += !r->armed;
		r->armed = true;
		r->foreign = 0;
	}
}

static void scan_take(struct scanner *s, struct scan_rule *r, struct match *m)
{
	s->taker = s->formats[r->format]->name;
	scan_arm(s, r);
	r->foreign = 0;
	if (r->rule->once)
		scan_done(s, r);
	if (r->rule->emit)
		r->rule->emit(m, s->states[r->format]);
	else
		match_emit(m, s->states[r->format]);
}

bool scan_armed(struct scanner *s, struct match *m)
{
	bool taken = false;

	for (size_t i = 0; i < s->nrules && s->narmed; i++) {
		struct scan_rule *r = &s->rules[i];

		if (!r->armed)
			continue;
		if (!taken && scan_matches(s, r, m)) {
			taken = true;
			scan_take(s, r, m);
		} else if (!taken && r->foreign++ >= r->rule->gap) {
			r->armed = false;
			s->narmed--;
		}
	}
	return taken;
}

/* Where line breaks got lost, the rows of a table stand behind their header on one line. */
static void scan_rows_behind(struct scanner *s, struct match m, struct str rest)
{
	while (rest.n && s->narmed) {
		m.msg = rest;
		if (!scan_armed(s, &m))
			break;
		rest = match_rest(&m);
	}
}

/* Whether a rule's lines are never continued below: the rest of them may be anything. */
static bool scan_single(const struct rule *rule)
{
	return rule->fact || rule->event || rule->single;
}

static bool scan_spans(const struct scan_rule *r, struct scan_span span)
{
	const PCRE2_SIZE *ov = pcre2_get_ovector_pointer(r->data);

	return ov[0] < span.first && ov[1] > span.beyond;
}

/* The rules that may match the line, in the order of the formats. */
static void scan_due(struct scanner *s, const struct scan_hits *hits)
{
	if (s->nevery)
		memcpy(s->due, s->every, s->nevery * sizeof(*s->due));
	s->ndue = s->nevery;
	for (size_t i = 0; i < hits->n; i++)
		for (size_t r = s->first[hits->v[i]]; r; r = s->rules[r - 1].next) {
			size_t at = s->ndue;

			/* Facts are wanted whatever the text is. */
			if (s->claimed && s->rules[r - 1].format &&
			    !scan_mine(s, s->rules[r - 1].format))
				continue;
			for (s->ndue++; at && s->due[at - 1] > r - 1; at--)
				s->due[at] = s->due[at - 1];
			s->due[at] = r - 1;
		}
}

bool scan_would(struct scanner *s, struct scan_hits *hits, struct match *m)
{
	scan_due(s, hits);
	for (size_t i = 0; i < s->ndue; i++) {
		struct scan_rule *r = &s->rules[s->due[i]];

		if (r->format && r->literal >= 0 && scan_matches(s, r, m))
			return true;
	}
	return false;
}

bool scan_rules(struct scanner *s, struct scan_hits *hits, struct match *m, struct scan_span span)
{
	bool taken = false;

	scan_due(s, hits);
	for (size_t i = 0; i < s->ndue; i++) {
		struct scan_rule *r = &s->rules[s->due[i]];

		if (r->done || (taken && !r->format) || (span.beyond && scan_single(r->rule)))
			continue;
		if (r->format && r->literal >= 0 && !s->near)
			s->near = &s->tally[r->format];
		if (!scan_matches(s, r, m))
			continue;
		if (span.beyond && !scan_spans(r, span))
			continue;
		scan_take(s, r, m);
		if (r->rule->name)
			scan_rows_behind(s, *m, match_rest(m));
		taken = true;
		/* What env says of a line leaves it to the formats. */
		if (r->format)
			break;
	}
	return taken;
}

struct scan_counts scan_end(struct scanner *s)
{
	scan_end_formats(s);
	s->counts.lines = s->nth;
	if (s->counts.cut)
		diag_warn((struct pos){ s->file, 0 },
			  "%lu line%s longer than %zu bytes: the rest ignored", s->counts.cut,
			  s->counts.cut == 1 ? "" : "s", SCAN_LINE_MAX);
	if (s->counts.copies)
		diag_note((struct pos){ s->file, 0 }, "%lu line%s quoted here again: counted once",
			  s->counts.copies,
			  s->counts.copies == 1 ? " of a result is" : "s of results are");
	if (section_blocks(&s->section))
		diag_warn((struct pos){ s->file, 0 },
			  "%u blocks of results of the same rows under one heading or none are "
			  "one source: a line such as '* Before' over each would name them, "
			  "--split-blocks numbers them",
			  section_blocks(&s->section));
	if (s->counts.skipped > SCAN_WARNINGS)
		diag_warn((struct pos){ s->file, 0 }, "%lu more lines skipped in the same way",
			  s->counts.skipped - SCAN_WARNINGS);
	return s->counts;
}

const struct scan_tally *scan_tally(const struct scanner *s, size_t *n)
{
	*n = s->nformats;
	return s->tally;
}

const struct scan_reason *scan_reasons(const struct scanner *s, size_t *n)
{
	*n = s->reasons.n;
	return s->reasons.v;
}

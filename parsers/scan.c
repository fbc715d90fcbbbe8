/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "parsers/env.h"
#include "parsers/gate.h"
#include "parsers/kmsg.h"
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
/* A new boot without a banner: the clock falls from beyond one to below the other. */
#define SCAN_FALL_NS  (5 * INT64_C(1000000000))
#define SCAN_START_NS (10 * INT64_C(1000000000))
/* So many lines without a time between two boots are looked through for the last time before. */
#define SCAN_LOOK_BACK 200
/* A record is about 1 KiB at most; framing comes on top. */
#define SCAN_LAST_MAX 4096
/* How the kernel prints the seconds of such a line. */
#define SCAN_EARLY "[    "

static void scan_add_rules(struct scanner *s, size_t format, size_t *nliterals)
{
	const struct format *f = s->formats[format];

	for (size_t i = 0; i < f->nrules; i++) {
		struct scan_rule *r = &s->rules[s->nrules++];

		*r = (struct scan_rule){ .rule = &f->rules[i], .format = format, .literal = -1 };
		if (!f->rules[i].literal)
			continue;
		for (size_t j = 0; j < *nliterals; j++)
			if (str_is(s->literals[j], f->rules[i].literal))
				r->literal = (int)j;
		if (r->literal < 0) {
			r->literal = (int)*nliterals;
			s->literals[(*nliterals)++] = str_of(f->rules[i].literal);
		}
	}
}

struct scanner *scan_new(struct scan_hooks hooks)
{
	struct arena *arena = arena_new();
	struct scanner *s = arena_new_of(arena, struct scanner, 1);
	size_t nformats = 1, nrules = format_env.nrules, nliterals = 0;

	s->arena = arena;
	s->hooks = hooks;
	for (size_t i = 0; formats[i]; i++, nformats++)
		nrules += formats[i]->nrules;
	s->nformats = nformats;
	s->formats = arena_new_of(arena, const struct format *, nformats);
	s->rules = arena_new_of(arena, struct scan_rule, nrules);
	s->literals = arena_new_of(arena, struct str, nrules + 1);
	s->literals[nliterals++] = STR(SCAN_EARLY);
	s->states = arena_new_of(arena, void *, nformats);
	for (size_t i = 0; i < nformats; i++) {
		s->formats[i] = i ? formats[i - 1] : &format_env;
		s->states[i] = arena_alloc(arena, 1, s->formats[i]->state_size + 1);
		scan_add_rules(s, i, &nliterals);
	}
	s->nliterals = nliterals;
	s->hit = arena_new_of(arena, unsigned long, nliterals);
	s->ignore = arena_new_of(arena, bool, nliterals);
	s->gate = gate_new(s->literals, nliterals);
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
	buf_free(&s->scratch);
	buf_free(&s->before);
	buf_free(&s->last);
	buf_free(&s->params);
	buf_free(&s->work);
	buf_free(&s->item);
	buf_free(&s->source);
	buf_free(&s->impl);
	buf_free(&s->named);
	arena_free(s->arena);
}

void scan_begin(struct scanner *s, const char *file, struct str head, struct str format)
{
	s->file = file;
	s->line = 0;
	s->clock_ns = -1;
	s->clock_line = 0;
	s->last.n = 0;
	s->counts = (struct scan_counts){ 0 };
	s->claimed = NULL;
	s->narmed = 0;
	section_reset(&s->section);
	for (size_t i = 0; i < s->nformats; i++) {
		const struct format *f = s->formats[i];

		memset(s->states[i], 0, f->state_size);
		if (format.n ? str_is(format, f->name)
			     : !s->claimed && f->claims && f->claims(head))
			s->claimed = f;
	}
	for (size_t i = 0; i < s->nrules; i++)
		s->rules[i].armed = s->rules[i].done = false;
	memset(s->ignore, 0, s->nliterals * sizeof(*s->ignore));
	memset(s->hit, 0, s->nliterals * sizeof(*s->hit));
	s->ignore_changed = true;
}

/* What the formats have begun ends here, and does not go on behind it. */
static void scan_end_formats(struct scanner *s)
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
	memset(s->ignore, 0, s->nliterals * sizeof(*s->ignore));
	s->ignore_changed = true;
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
	if (!wanted)
		s->ignore[done->literal] = s->ignore_changed = true;
}

/* The scanner's own patterns are part of the program: one that does not compile is a bug. */
static void scan_compile(struct scanner *s, struct scan_rule *r)
{
	int error = 0;
	PCRE2_SIZE offset = 0;

	r->code = pcre2_compile((PCRE2_SPTR)r->rule->pattern, PCRE2_ZERO_TERMINATED,
				PCRE2_NEVER_UTF | PCRE2_NEVER_BACKSLASH_C | PCRE2_DOLLAR_ENDONLY,
				&error, &offset, NULL);
	if (!r->code) {
		PCRE2_UCHAR text[256];

		pcre2_get_error_message(error, text, sizeof(text));
		diag_error(POS_NONE, "%s: pattern: %s at %zu: '%s'", s->formats[r->format]->name,
			   (const char *)text, (size_t)offset, r->rule->pattern);
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
	scan_arm(s, r);
	r->foreign = 0;
	if (r->rule->once)
		scan_done(s, r);
	if (r->rule->emit)
		r->rule->emit(m, s->states[r->format]);
	else
		match_emit(m, s->states[r->format]);
}

/* Tries the rules that earlier lines have armed. Those that do not match wear off. */
static bool scan_armed(struct scanner *s, struct match *m)
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

static bool scan_rules(struct scanner *s, struct match *m)
{
	for (size_t i = 0; i < s->nrules; i++) {
		struct scan_rule *r = &s->rules[i];
		/* Facts are wanted whatever the text is. */
		bool mine = s->formats[r->format] == s->claimed ||
			    s->formats[r->format] == &format_env;
		bool due = r->literal >= 0 ? s->hit[r->literal] == s->line
					   : mine && !r->rule->after;

		if (!due || r->done || (s->claimed && !mine))
			continue;
		if (!scan_matches(s, r, m))
			continue;
		scan_take(s, r, m);
		if (r->rule->name)
			scan_rows_behind(s, *m, match_rest(m));
		return true;
	}
	return false;
}

/* The line above that which begins at at, in the block; empty at its start. */
static struct str scan_above(const struct scanner *s, const char *at)
{
	const char *p;

	if (at == s->block.p)
		return (struct str){ at, 0 };
	/* The last line of all may lack its line feed. */
	at -= at[-1] == '\n';
	for (p = at; p > s->block.p && p[-1] != '\n'; p--)
		;
	return (struct str){ p, (size_t)(at - p) };
}

/* The line above the present one; at the start of a block, the last one of the block before. */
static struct str scan_before(const struct scanner *s)
{
	return s->at == s->block.p ? buf_str(&s->last) : scan_above(s, s->at);
}

/*
 * Where the clock stood before at, of the lines that were passed over there. Firmware and a login
 * may stand between, without times.
 */
static void scan_clock_look(struct scanner *s, const char *at, unsigned long passed)
{
	for (int i = 0; i < SCAN_LOOK_BACK && passed && at > s->block.p; i++, passed--) {
		struct str line = scan_above(s, at);
		int64_t time_ns = kmsg_strip(line, &s->before).time_ns;

		if (time_ns >= 0) {
			s->clock_ns = time_ns;
			return;
		}
		at = line.p;
	}
}

/*
 * Only lines of a boot's first seconds, which hold SCAN_EARLY, can be where a clock has fallen; the
 * line before such a one is looked at for the time that it fell from.
 */
static void scan_clock(struct scanner *s, int64_t time_ns)
{
	if (time_ns < 0)
		return;
	scan_clock_look(s, s->at, s->line - s->clock_line - 1);
	s->clock_line = s->line;
	if (s->clock_ns - time_ns > SCAN_FALL_NS && time_ns < SCAN_START_NS)
		scan_boot(s, false);
	s->clock_ns = time_ns;
}

/* A console that was handed over prints lines twice, back to back, time and all. */
static bool scan_doubled(const struct scanner *s, struct str line, int64_t time_ns)
{
	return time_ns >= 0 && str_eq(scan_before(s), line);
}

static void scan_line(struct scanner *s, struct str line, bool hits)
{
	struct kmsg k = kmsg_strip(line, &s->scratch);
	struct match m = {
		.msg = k.msg, .pos = { s->file, s->line }, .time_ns = k.time_ns, .scan = s
	};

	s->at = line.p;
	if (copies_has(&s->copies, s->line)) {
		s->counts.copies += hits;
		return;
	}
	scan_clock(s, k.time_ns);
	if (scan_doubled(s, line, k.time_ns))
		return;
	if (((hits || s->claimed) && scan_rules(s, &m)) || (s->narmed && scan_armed(s, &m)))
		section_taken(&s->section);
	else if (!k.framed)
		section_line(&s->section, k.msg);
}

/* Notes the literals of this line; *hit moves on behind it. */
static bool scan_hits(struct scanner *s, struct gate_scan *gate, struct gate_hit *hit,
		      const char *end_of_line)
{
	bool some = false;

	while (hit->at && hit->at < end_of_line) {
		if (!s->ignore[hit->literal]) {
			s->hit[hit->literal] = s->line;
			some = true;
		}
		*hit = gate_next(s->gate, gate);
	}
	return some;
}

/* Lines over the limit among those that are passed over. */
static void scan_count_cut(struct scanner *s, const char *p, const char *end)
{
	while ((size_t)(end - p) > SCAN_LINE_MAX) {
		const char *eol = memchr(p, '\n', (size_t)(end - p));

		eol = eol ? eol : end;
		s->counts.cut += (size_t)(eol - p) > SCAN_LINE_MAX;
		p = eol < end ? eol + 1 : end;
	}
}

/*
 * Where no line but those with literals can matter, goes to the line of the next hit, or to the
 * end. Returns the line's beginning, having counted those before it.
 */
static const char *scan_jump(struct scanner *s, const char *p, const struct gate_hit *hit,
			     const char *end)
{
	const char *to = hit->at ? hit->at : end;

	if (s->narmed || s->claimed)
		return p;
	while (to > p && to < end && to[-1] != '\n')
		to--;
	scan_count_cut(s, p, to);
	s->line += gate_lines(s->gate, p, to) + (to == end && to > p && to[-1] != '\n');
	return to;
}

/* Keeps the block's last line for the next block, unless it is too long to be of use. */
static void scan_keep_last(struct scanner *s)
{
	struct str last = s->block.n ? scan_before(s) : (struct str){ NULL, 0 };

	s->last.n = 0;
	if (last.n <= SCAN_LAST_MAX)
		buf_add(&s->last, last);
}

void scan_block(struct scanner *s, struct str lines, bool whole)
{
	const char *p = lines.p, *end = lines.p + lines.n;
	struct gate_scan gate = { p, p, end, s->ignore, 0 };
	struct gate_hit hit = gate_next(s->gate, &gate);

	s->block = lines;
	copies_free(&s->copies);
	if (whole)
		copies_find(&s->copies, lines);
	while (p < end) {
		const char *eol;
		struct str line;
		bool hits;

		if (!whole && (p = scan_jump(s, p, &hit, end)) == end)
			break;
		eol = memchr(p, '\n', (size_t)(end - p));
		line = (struct str){ p, (size_t)((eol ? eol : end) - p) };
		p = eol ? eol + 1 : end;
		s->line++;
		if (line.n > SCAN_LINE_MAX) {
			line.n = SCAN_LINE_MAX;
			s->counts.cut++;
		}
		hits = scan_hits(s, &gate, &hit, p);
		if (hits || s->narmed || s->claimed || whole)
			scan_line(s, line, hits);
		/* What the gate is to look for has changed: again from here. */
		if (s->ignore_changed) {
			s->ignore_changed = false;
			gate.p = p;
			gate.more = 0;
			hit = gate_next(s->gate, &gate);
		}
	}
	s->at = end;
	scan_clock_look(s, end, s->line - s->clock_line);
	s->clock_line = s->line;
	scan_keep_last(s);
}

struct scan_counts scan_end(struct scanner *s)
{
	scan_end_formats(s);
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
			  "%u blocks of results of the same rows under one heading or none: "
			  "averaged as one source; a line such as '* Before' over each would name "
			  "them",
			  section_blocks(&s->section));
	if (s->counts.skipped > SCAN_WARNINGS)
		diag_warn((struct pos){ s->file, 0 }, "%lu more lines skipped in the same way",
			  s->counts.skipped - SCAN_WARNINGS);
	return s->counts;
}

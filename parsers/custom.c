/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "core/diag.h"
#include "core/unit.h"
#include "parsers/custom.h"
#include "parsers/emit.h"
#include "parsers/input.h"
#include "parsers/parse.h"
#include "parsers/stream.h"

/* Longer ones are no pattern that somebody wrote. */
#define CUSTOM_PATTERN_MAX 4096
/* The gate looks for literals of at least so many bytes. */
#define CUSTOM_LITERAL_MIN 5
#define CUSTOM_LITERAL_MAX 255
/* Leaves room for the program's own. */
#define CUSTOM_LITERALS 100
/* Each is tried on each line that the gate does not know to be none of its own. */
#define CUSTOM_RULES 4096

/* A format under construction. */
struct custom_format {
	struct format format;
	struct pos pos;
	VEC(struct rule) rules;
	VEC(struct metric) metrics; /* of the last rule */
};

struct custom {
	struct arena *arena;
	VEC(struct custom_format) formats;
	const struct format **list;
	size_t nliterals, nrules;
};

struct custom *custom_new(void)
{
	struct arena *arena = arena_new();
	struct custom *c = arena_new_of(arena, struct custom, 1);

	c->arena = arena;
	return c;
}

void custom_free(struct custom *c)
{
	struct custom_format *f;

	vec_each (f, &c->formats) {
		vec_free(&f->rules);
		vec_free(&f->metrics);
	}
	vec_free(&c->formats);
	arena_free(c->arena);
}

/* The pattern with a caret under the place of the error. */
static bool custom_bad(struct pos pos, const char *what, const char *pattern, size_t at)
{
	struct str text = str_of(pattern);
	struct buf before = { 0 }, whole = { 0 };

	buf_escaped(&before, (struct str){ text.p, at < text.n ? at : text.n });
	buf_escaped(&whole, text);
	diag_error(pos, "pattern: %s\n    %.*s\n    %*s^", what, (int)whole.n, whole.v,
		   (int)before.n, "");
	buf_free(&before);
	buf_free(&whole);
	return false;
}

/* Behind a class "[...]", at its end. */
static const char *custom_class(const char *p)
{
	p += p[1] == '^' ? 2 : 1;
	p += *p == ']';
	while (*p && *p != ']') {
		const char *posix = *p == '[' && p[1] == ':' ? strstr(p, ":]") : NULL;

		p = posix ? posix + 2 : p + (*p == '\\' && p[1] ? 2 : 1);
	}
	return p;
}

/*
 * A text that each match of the pattern holds: the longest run of plain characters outside groups.
 * Empty if there is none, or if the pattern says things that would take more to understand.
 */
static void custom_plain(const char *p, struct buf *best)
{
	struct buf run = { 0 };
	unsigned int depth = 0;
	bool sure = !strstr(p, "(*") && !strstr(p, "\\Q");

	for (; *p && sure; p++) {
		bool plain = !strchr("[()|?*+{.^$", *p);
		char ch = *p;

		if (ch == '\\' && p[1]) {
			ch = *++p;
			plain = !is_digit(ch) && !is_alpha(ch);
			sure = plain || strchr("dDwWsSbBAzZvVhHrtnf", ch);
		} else if (ch == '[') {
			p = custom_class(p);
		} else if (ch == '(') {
			depth++;
			sure = p[1] != '?' || (p[2] && strchr("<:P=!>'", p[2]));
		} else if (ch == ')') {
			depth -= depth > 0;
		} else if (ch == '|') {
			sure = depth > 0;
		} else if (ch == '{') {
			while (*p && *p != '}')
				p++;
		}
		/* A character with a quantifier behind it may be missing. */
		if (!plain || depth || (p[0] && p[1] && strchr("?*+{", p[1]))) {
			run.n = 0;
		} else {
			buf_char(&run, ch);
			if (run.n > best->n) {
				best->n = 0;
				buf_add(best, buf_str(&run));
			}
		}
		if (!*p)
			break;
	}
	if (!sure)
		best->n = 0;
	buf_free(&run);
}

static const char *custom_literal(struct custom *c, const char *pattern)
{
	struct buf best = { 0 };
	const char *literal = NULL;

	custom_plain(pattern, &best);
	if (best.n >= CUSTOM_LITERAL_MIN && best.n <= CUSTOM_LITERAL_MAX &&
	    c->nliterals < CUSTOM_LITERALS) {
		literal = arena_str(c->arena, buf_str(&best)).p;
		c->nliterals++;
	}
	buf_free(&best);
	return literal;
}

/* "ops_per_s" is "ops/s". */
static const char *custom_unit_text(struct custom *c, struct str name)
{
	struct buf b = { 0 };
	const char *text;

	for (size_t at; (at = str_find(name, STR("_per_"))) != (size_t)-1;
	     name = str_skip(name, at + 5)) {
		buf_add(&b, (struct str){ name.p, at });
		buf_char(&b, '/');
	}
	buf_add(&b, name);
	text = arena_str(c->arena, buf_str(&b)).p;
	buf_free(&b);
	return text;
}

static bool custom_unit(struct custom *c, struct str name, struct metric *m)
{
	const char *text = custom_unit_text(c, name);

	if (!name.n || !unit_find(str_of(text)))
		return false;
	m->unit = text;
	m->better = emit_better(str_of(text));
	return true;
}

/* A metric of a group's name: "time_ns" is time in ns, "loops" is loops without a unit. */
static struct metric custom_metric(struct custom *c, const char *group)
{
	struct metric m = { .group = arena_str(c->arena, str_of(group)).p, .unit = "" };
	struct str name = str_of(m.group);

	if (!custom_unit(c, name, &m))
		for (size_t i = 1; i < name.n; i++)
			if (name.p[i] == '_' && custom_unit(c, str_skip(name, i + 1), &m))
				name.n = i;
	m.name = arena_str(c->arena, name).p;
	return m;
}

static bool custom_is_pair(const char *group)
{
	return strchr("pwi", group[0]) && group[1] == '_';
}

static bool custom_is_metric(const char *group)
{
	return strcmp(group, "bench") != 0 && !custom_is_pair(group);
}

/* "p_" names no parameter. */
static bool custom_has_key(const char *group)
{
	return !custom_is_pair(group) || group[2];
}

/* Where a group without a key is in a pattern: behind its name. */
static size_t custom_group_at(const char *pattern, const char *group)
{
	const char *at = pattern;

	while ((at = strstr(at, group)) && (at[2] != '>' && at[2] != '\''))
		at++;
	return at ? (size_t)(at - pattern) + 2 : strlen(pattern);
}

/* The metrics of the last rule are all there. */
static void custom_finish(struct custom *c, struct custom_format *f)
{
	struct rule *r = f->rules.n ? &f->rules.v[f->rules.n - 1] : NULL;
	struct metric *metrics;

	if (!r || r->metrics)
		return;
	if (!f->metrics.n)
		for (size_t i = 0;; i++) {
			const char *group = scan_pattern_group(c->arena, r->pattern, i);

			if (!group)
				break;
			if (custom_is_metric(group))
				*vec_add(&f->metrics) = custom_metric(c, group);
		}
	metrics = arena_new_of(c->arena, struct metric, f->metrics.n + 1);
	for (size_t i = 0; i < f->metrics.n; i++)
		metrics[i] = f->metrics.v[i];
	r->metrics = metrics;
	f->metrics.n = 0;
}

static bool custom_rule(struct custom *c, struct custom_format *f, struct pos pos,
			const char *pattern)
{
	size_t at = 0, metrics = 0;
	const char *why;

	custom_finish(c, f);
	if (c->nrules++ >= CUSTOM_RULES) {
		diag_error(pos, "more than %d patterns", CUSTOM_RULES);
		return false;
	}
	if (strlen(pattern) > CUSTOM_PATTERN_MAX) {
		diag_error(pos, "pattern: longer than %d bytes", CUSTOM_PATTERN_MAX);
		return false;
	}
	why = scan_pattern_error(c->arena, pattern, &at);
	if (why)
		return custom_bad(pos, why, pattern, at);
	for (size_t i = 0;; i++) {
		const char *group = scan_pattern_group(c->arena, pattern, i);

		if (!group)
			break;
		if (!custom_has_key(group))
			return custom_bad(pos,
					  "a group whose key is missing, as in (?<p_threads>\\d+)",
					  pattern, custom_group_at(pattern, group));
		metrics += custom_is_metric(group);
	}
	if (!metrics)
		return custom_bad(pos, "no named group for a value, as in (?<time_ns>\\d+)",
				  pattern, strlen(pattern));
	*vec_add(&f->rules) = (struct rule){ .literal = custom_literal(c, pattern),
					     .pattern = arena_str(c->arena, str_of(pattern)).p };
	return true;
}

static struct custom_format *custom_add(struct custom *c, struct pos pos, struct str name)
{
	struct custom_format *f = vec_add(&c->formats);

	f->pos = pos;
	f->format.name = arena_str(c->arena, name).p;
	f->format.summary = "a format of one's own";
	f->format.example = "";
	return f;
}

bool custom_pattern(struct custom *c, const char *pattern)
{
	struct custom_format *f;

	vec_each (f, &c->formats)
		if (strcmp(f->format.name, "pattern") == 0)
			return custom_rule(c, f, POS_NONE, pattern);
	return custom_rule(c, custom_add(c, POS_NONE, STR("pattern")), POS_NONE, pattern);
}

/* A word of "GROUP NAME UNIT [lower|higher] [sum|max] [context]". */
static bool custom_word(struct metric *m, struct str word)
{
	if (str_is(word, "lower"))
		m->better = BETTER_LOWER;
	else if (str_is(word, "higher"))
		m->better = BETTER_HIGHER;
	else if (str_is(word, "sum"))
		m->fold = FOLD_SUM;
	else if (str_is(word, "max"))
		m->fold = FOLD_MAX;
	else if (str_is(word, "context"))
		m->context = true;
	else
		return false;
	return true;
}

static bool custom_has_group(struct custom *c, const char *pattern, struct str name)
{
	const char *group;

	for (size_t i = 0; (group = scan_pattern_group(c->arena, pattern, i)); i++)
		if (str_is(name, group))
			return true;
	return false;
}

static bool custom_metric_line(struct custom *c, struct custom_format *f, struct pos pos,
			       struct str value)
{
	struct str rest = value, word, words[3] = { { NULL, 0 } };
	struct metric m = { 0 };
	size_t n = 0;

	while (str_next(&rest, ' ', &word)) {
		if (!word.n)
			continue;
		if (n < 3) {
			words[n++] = word;
		} else if (!custom_word(&m, word)) {
			diag_error(pos, "metric: none of lower, higher, sum, max, context: %s",
				   diag_quote(word));
			return false;
		}
	}
	if (n < 3) {
		diag_error(pos, "metric: not of the form GROUP NAME UNIT: %s", diag_quote(value));
		return false;
	}
	if (!f->rules.n || !custom_has_group(c, f->rules.v[f->rules.n - 1].pattern, words[0])) {
		diag_error(pos, "metric: the pattern above has no such group: %s",
			   diag_quote(words[0]));
		return false;
	}
	m.group = arena_str(c->arena, words[0]).p;
	m.name = arena_str(c->arena, words[1]).p;
	m.unit = str_is(words[2], "-") ? "" : arena_str(c->arena, words[2]).p;
	*vec_add(&f->metrics) = m;
	return true;
}

static bool custom_yes(struct pos pos, struct str value, bool *yes)
{
	*yes = str_is(value, "yes");
	if (*yes || str_is(value, "no"))
		return true;
	diag_error(pos, "once_per_boot: neither yes nor no: %s", diag_quote(value));
	return false;
}

static bool custom_key(struct custom *c, struct custom_format *f, struct pos pos, struct str key,
		       struct str value)
{
	const char *text = arena_str(c->arena, value).p;

	if (strlen(text) != value.n) {
		diag_error(pos, "%s: a NUL byte in it", diag_quote(key));
		return false;
	}
	if (str_is(key, "pattern"))
		return custom_rule(c, f, pos, text);
	if (str_is(key, "metric"))
		return custom_metric_line(c, f, pos, value);
	if (str_is(key, "once_per_boot"))
		return custom_yes(pos, value, &f->format.once_per_boot);
	if (str_is(key, "summary"))
		f->format.summary = text;
	else if (str_is(key, "example"))
		f->format.example = text;
	else {
		diag_error(pos, "none of pattern, metric, summary, example, once_per_boot: %s",
			   diag_quote(key));
		return false;
	}
	return true;
}

static bool custom_section(struct custom *c, struct pos pos, struct str line)
{
	struct str name = str_trim((struct str){ line.p + 1, line.n - 2 });
	bool good = name.n > 0, taken = parse_knows(name, NULL);

	for (size_t i = 0; i < name.n; i++)
		good &= is_digit(name.p[i]) || is_alpha(name.p[i]) || name.p[i] == '_' ||
			name.p[i] == '-';
	for (size_t i = 0; i < c->formats.n; i++)
		taken |= str_is(name, c->formats.v[i].format.name);
	if (!good)
		diag_error(pos, "a format's name is of letters, digits, _ and -: %s",
			   diag_quote(name));
	else if (taken)
		diag_error(pos, "a format has this name already: %s", diag_quote(name));
	else
		custom_add(c, pos, name);
	return good && !taken;
}

static bool custom_line(struct custom *c, struct pos pos, struct str line)
{
	struct str_cut kv;

	line = str_trim(line);
	if (!line.n || line.p[0] == '#')
		return true;
	if (line.p[0] == '[' && line.p[line.n - 1] == ']')
		return custom_section(c, pos, line);
	kv = str_cut(line, '=');
	if (!kv.ok || !c->formats.n) {
		diag_error(pos, "neither [NAME] nor KEY = VALUE below one: %s", diag_quote(line));
		return false;
	}
	return custom_key(c, &c->formats.v[c->formats.n - 1], pos, str_trim(kv.head),
			  str_trim(kv.tail));
}

struct custom_reading {
	struct custom *c;
	struct pos pos;
	bool ok;
};

static enum input_how custom_first(void *ctx, struct str head, bool whole)
{
	(void)ctx;
	(void)head;
	(void)whole;
	return INPUT_ALL;
}

static bool custom_block(void *ctx, struct str lines, bool whole)
{
	struct custom_reading *r = ctx;
	struct str line;

	(void)whole;
	/* Some editors begin a file with a mark. */
	if (!r->pos.line && str_starts(lines, STR("\xef\xbb\xbf")))
		lines = str_skip(lines, 3);
	while (r->ok && str_next(&lines, '\n', &line)) {
		r->pos.line++;
		r->ok = custom_line(r->c, r->pos, line);
	}
	return r->ok;
}

bool custom_file(struct custom *c, const char *path)
{
	struct custom_reading r = { c, { path, 0 }, true };
	const struct input_reader reader = { custom_first, custom_block, &r, CUSTOM_PATTERN_MAX };
	struct stream *from = stream_open(path);
	struct custom_format *f;
	bool ok;

	if (!from)
		return false;
	ok = input_read(from, &reader);
	stream_close(from);
	if (!ok || !r.ok)
		return false;
	vec_each (f, &c->formats)
		if (!f->rules.n) {
			diag_error(f->pos, "no pattern in format %s",
				   diag_quote(str_of(f->format.name)));
			return false;
		}
	return true;
}

const struct format *const *custom_formats(struct custom *c)
{
	c->list = arena_new_of(c->arena, const struct format *, c->formats.n + 1);
	for (size_t i = 0; i < c->formats.n; i++) {
		struct custom_format *f = &c->formats.v[i];

		custom_finish(c, f);
		f->format.rules = f->rules.v;
		f->format.nrules = f->rules.n;
		c->list[i] = &f->format;
	}
	return c->list;
}

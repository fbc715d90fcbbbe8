/* SPDX-License-Identifier: GPL-2.0-or-later */
#define PCRE2_CODE_UNIT_WIDTH 8
#include <pcre2.h>
#include "parsers/section.h"

/* Longer lines are prose. */
#define SECTION_MAX 80

/* Words that make a line a label: what was measured, not what is said about it. */
#define SIDE   "(?:before|after|base(?:line)?|(?:un)?patch(?:ed|set)?|vanilla|mainline|with(?:out)?)"
#define KERNEL "v?[2-9]\\.\\d+(?:\\.\\d+)?(?:[-+]\\S*)?"
/* Words that are a label only if they are nearly all of the line. */
#define NAME "(?:default|old|new|stock|upstream|control|v\\d{1,2}|" KERNEL ")"

/*
 * The shapes of headings; group 1 is the label. alone: without a mark of its own, so it must stand
 * behind a blank line.
 */
static const struct shape {
	const char *pattern;
	bool alone;
} shapes[] = {
	/* "- default -", "-- baseline --" */
	{ "^-{1,3} +([^\\s-][^.;:]{0,40}?) +-{1,3}$", false },
	/* "=== base ===", "*** new ***" */
	{ "^={2,} *([^\\s=].{0,40}?) *={2,}$", false },
	{ "^\\*{2,} *([^\\s*].{0,40}?) *\\*{2,}$", false },
	/*
	 * "* Before", "- Before (with patch and ...)", "# default", "# 5.2.0-rc6+"; but not
	 * "- tip   - what that is"
	 */
	{ "(?i)^[*o#-] +(?!\\S+ *\\s- )((?=.*\\b" SIDE "\\b).{1,50}?|this series|" NAME ")\\s*:?$",
	  false },
	/* "(1) Batching" */
	{ "^\\(\\d{1,2}\\) +([^.;:]{1,40}?)\\s*:?$", false },
	/* "1. Before", "2) with the patch" */
	{ "(?i)^\\d{1,2}[.)] +((?=.*\\b" SIDE "\\b)[^.;:]{1,40}?)\\s*:?$", false },
	/* "<5.2.0-rc6+>", "<this series>", "[base]" */
	{ "^<(" KERNEL "|this series)>$", false },
	{ "(?i)^\\[(" SIDE "|" NAME ")\\]$", false },
	/* "with a patch:", "Before (with current patches):", "slab_test, before:" */
	{ "(?i)^(?!.*\\. )((?:\\S+ +){0,3}" SIDE "\\b(?: +\\S+){0,5}?)\\s*:$", false },
	/* "default:", "v3:", "6.1-rc1 with it:" */
	{ "(?i)^(" NAME "(?: +\\S+){0,3}?)\\s*:$", true },
	/* "without the patch", its colon forgotten */
	{ "(?i)^(with(?:out)? +[^.,;:]{1,40}|" SIDE "|" NAME ")$", true },
};
#define NSHAPES (sizeof(shapes) / sizeof(shapes[0]))

/* Compiled once; the program keeps them to its end. */
static pcre2_code *section_code(size_t i)
{
	static pcre2_code *codes[NSHAPES];
	int error;
	PCRE2_SIZE offset;

	if (!codes[i]) {
		codes[i] = pcre2_compile((PCRE2_SPTR)shapes[i].pattern, PCRE2_ZERO_TERMINATED,
					 PCRE2_DOLLAR_ENDONLY, &error, &offset, NULL);
		if (!codes[i])
			abort();
	}
	return codes[i];
}

void section_part(struct section *s)
{
	s->outer.n = s->inner.n = s->label.n = s->above.n = s->lone.n = 0;
	s->results = s->in_block = s->placed = s->closing = false;
	s->blank = true;
}

void section_reset(struct section *s)
{
	section_part(s);
	s->block = s->pooled = s->last_pooled = s->number = 0;
	map_free(&s->rows);
	map_free(&s->numbers);
}

void section_free(struct section *s)
{
	buf_free(&s->outer);
	buf_free(&s->inner);
	buf_free(&s->label);
	buf_free(&s->above);
	buf_free(&s->lone);
	map_free(&s->rows);
	map_free(&s->numbers);
}

static bool section_match(struct str line, bool blank, struct str *label)
{
	pcre2_match_data *data = pcre2_match_data_create(2, NULL);
	const PCRE2_SIZE *ov = pcre2_get_ovector_pointer(data);
	bool found = false;

	for (size_t i = 0; i < NSHAPES && !found; i++) {
		if (shapes[i].alone && !blank)
			continue;
		found = pcre2_match(section_code(i), (PCRE2_SPTR)line.p, line.n, 0, 0, data, NULL) >
			1;
		if (found)
			*label = (struct str){ line.p + ov[2], ov[3] - ov[2] };
	}
	pcre2_match_data_free(data);
	return found;
}

static void section_set(struct buf *b, struct str text)
{
	b->n = 0;
	buf_add(b, text);
}

static void section_relabel(struct section *s)
{
	section_set(&s->label, buf_str(&s->outer));
	if (s->outer.n && s->inner.n)
		buf_add(&s->label, STR(", "));
	buf_add(&s->label, buf_str(&s->inner));
	s->results = s->placed = false;
	s->lone.n = 0;
}

/* "2. Results" without its number. */
static struct str section_unnumbered(struct str text)
{
	size_t n = 0;

	while (n < text.n && is_digit(text.p[n]))
		n++;
	if (n && n + 1 < text.n && memchr(".)", text.p[n], 2) && text.p[n + 1] == ' ')
		return str_trim(str_skip(text, n + 2));
	return text;
}

/* A row of = or - under a line makes that line a heading, as far as its first ':', ',' or '.'. */
static bool section_underline(struct section *s, struct str line)
{
	struct str text = buf_str(&s->above);
	size_t n = 0;

	/* Three dashes end a changelog. */
	if (line.n < 3 || (line.p[0] != '=' && (line.p[0] != '-' || line.n < 4)) || !text.n)
		return false;
	for (size_t i = 0; i < line.n; i++)
		if (line.p[i] != line.p[0])
			return false;
	text = section_unnumbered(text);
	while (n < text.n && !memchr(":,.", text.p[n], 3))
		n++;
	if (n > SECTION_MAX)
		return false;
	section_set(&s->outer, str_trim((struct str){ text.p, n }));
	s->inner.n = 0;
	section_relabel(s);
	return true;
}

/* A short line by itself, which may have been meant as a heading. */
static bool section_lone(const struct section *s, struct str line)
{
	size_t words = 1;

	for (size_t i = 0; i < line.n; i++)
		words += line.p[i] == ' ';
	return s->blank && line.n <= 40 && words <= 5 && !memchr(".,;", line.p[line.n - 1], 3);
}

bool section_line(struct section *s, struct str line)
{
	struct str label;
	bool heading = true;

	line = str_rtrim(line);
	if (section_underline(s, line)) {
		s->blank = true;
	} else if (line.n && line.n <= SECTION_MAX && section_match(line, s->blank, &label)) {
		if (!s->results && s->inner.n && !s->closing)
			section_set(&s->outer, buf_str(&s->inner));
		s->closing = s->results && str_eq(label, buf_str(&s->inner));
		section_set(&s->inner, label);
		section_relabel(s);
		s->blank = true;
	} else {
		if (line.n)
			section_set(&s->lone, section_lone(s, line) ? line : STR(""));
		s->blank = !line.n;
		heading = false;
	}
	s->in_block = false;
	section_set(&s->above, line);
	return heading;
}

void section_taken(struct section *s)
{
	s->blank = false;
	s->above.n = 0;
}

/* "Before" where it stands for the n-th time over the same rows: "Before #2". */
static void section_again(struct section *s, uint64_t row)
{
	const uint64_t plain_row = map_mix(str_hash(buf_str(&s->label), STR_HASH_SEED), row);
	size_t plain = s->label.n;
	int64_t *last;

	if (!map_get(&s->rows, plain_row))
		return;
	/* Numbers that the row has had are not tried again, however often the heading comes. */
	last = map_put(&s->numbers, plain_row);
	*last = *last ? *last : 1;
	do {
		s->label.n = plain;
		buf_printf(&s->label, " #%lld", (long long)++*last);
	} while (map_get(&s->rows, map_mix(str_hash(buf_str(&s->label), STR_HASH_SEED), row)));
}

/* Without a heading, a block that repeats a row of those above begins a source of its own. */
static void section_number(struct section *s, uint64_t row)
{
	const int64_t *seen;

	if (!s->split || s->outer.n || s->inner.n)
		return;
	seen = map_get(&s->rows, map_mix(str_hash(buf_str(&s->label), STR_HASH_SEED), row));
	if (s->label.n && (!seen || *seen == s->block))
		return;
	s->label.n = 0;
	buf_printf(&s->label, "block %u", ++s->number);
	s->placed = true;
}

enum section_said section_result(struct section *s, uint64_t row)
{
	enum section_said said = SECTION_NOTHING;
	size_t plain = s->label.n;
	int64_t *seen;

	if (!s->in_block)
		s->block++;
	section_number(s, row);
	s->results = s->in_block = true;
	if (!s->placed && plain) {
		section_again(s, row);
		said = s->label.n > plain ? SECTION_AGAIN : SECTION_NOTHING;
	}
	s->placed = true;
	seen = map_put(&s->rows, map_mix(str_hash(buf_str(&s->label), STR_HASH_SEED), row));
	if (*seen && *seen != s->block && s->last_pooled != s->block) {
		s->pooled++;
		s->last_pooled = s->block;
		if (s->lone.n)
			said = SECTION_LONE;
	}
	*seen = s->block;
	return said;
}

unsigned int section_blocks(const struct section *s)
{
	return s->pooled ? s->pooled + 1 : 0;
}

struct str section_lone_line(const struct section *s)
{
	return buf_str(&s->lone);
}

struct str section_label(const struct section *s)
{
	return buf_str(&s->label);
}

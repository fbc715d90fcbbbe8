/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "core/mem.h"
#include "parsers/cell.h"
#include "parsers/table_head.h"
#include "parsers/table_text.h"

#define TEXT_WORDS 8

static bool text_is_title(struct str s)
{
	size_t words = 1;

	for (size_t i = 0; i < s.n; i++)
		words += s.p[i] == ' ' ? 1 : s.p[i] == '\t' ? TEXT_WORDS : 0;
	if (!s.n || s.n >= TEXT_TITLE || words > TEXT_WORDS)
		return false;
	return !memchr(".,;!?", s.p[s.n - 1], 5);
}

static bool text_has_letters(struct str s)
{
	for (size_t i = 0; i < s.n; i++)
		if (is_alpha(s.p[i]) || is_digit(s.p[i]) || s.p[i] & 0x80)
			return true;
	return false;
}

/* "of 25 runs", "across 20 trials", "10 iterations". */
static unsigned long text_runs(struct str line)
{
	static const char *const words[] = { "runs", "trials", "iterations", "times", "boots" };
	size_t i = 0;

	while (i < line.n) {
		size_t start = i, next;
		uint64_t n;

		while (i < line.n && is_digit(line.p[i]))
			i++;
		if (i == start) {
			i++;
			continue;
		}
		if (i >= line.n || line.p[i] != ' ' || (start && line.p[start - 1] != ' ') ||
		    !str_u64((struct str){ line.p + start, i - start }, &n) || n < 2 || n > 100000)
			continue;
		next = i + 1;
		if (str_starts(str_skip(line, next), STR("such ")))
			next += 5;
		for (size_t w = 0; w < sizeof(words) / sizeof(words[0]); w++)
			if (str_starts(str_skip(line, next), str_of(words[w])))
				return (unsigned long)n;
	}
	return 0;
}

static bool text_has(struct str line, const char *what)
{
	return str_find(line, str_of(what)) != (size_t)-1;
}

static void text_said(struct table_text *t, struct str line)
{
	bool sd = cell_has_word(line, "deviation") || cell_has_word(line, "stddev") ||
		  cell_has_word(line, "stdev");
	bool either = sd || t->sd_above;

	t->paren_sd |= either && (text_has(line, "()") || text_has(line, "parenthes") ||
				  text_has(line, "(stddev)") || text_has(line, "(stdev)"));
	t->spread_sd |= either && (text_has(line, "+/-") || text_has(line, "+-") ||
				   text_has(line, "\xc2\xb1"));
	t->sd_above = sd;
	if (sd || cell_has_word(line, "average") || cell_has_word(line, "averages") ||
	    cell_has_word(line, "averaged") || cell_has_word(line, "mean")) {
		unsigned long runs = text_runs(line);

		if (runs) {
			t->runs = runs;
			t->runs_tables = 0;
		}
	}
}

/* "~ hackbench ~" between rows of ~ is a title around all others. */
static bool text_boxed(struct str *s)
{
	if (s->n < 5 || !str_starts(*s, STR("~ ")) || !str_ends(*s, STR(" ~")))
		return false;
	*s = str_trim((struct str){ s->p + 1, s->n - 2 });
	return true;
}

void table_text_line(struct table_text *t, struct str line, bool rule)
{
	struct str text = str_trim(line);
	int indent = (int)head_indent(line);
	struct text_level *level;
	bool outer;

	if (rule) {
		t->above_rule = true;
		return;
	}
	if (!text_has_letters(text))
		return;
	text_said(t, text);
	/* A remark, not a title. */
	if (text.p[0] == '(' && text.p[text.n - 1] == ')')
		return;
	if (text_boxed(&text))
		indent = -1;
	outer = indent < 0 || str_ends(text, STR(":")) || text_has(text, ": ");
	while (text.n && text.p[text.n - 1] == ':')
		text = str_rtrim((struct str){ text.p, text.n - 1 });
	if (text.n > 2 && memchr("o*#-", text.p[0], 4) && text.p[1] == ' ')
		text = str_trim(str_skip(text, 2));
	/* "### Results" */
	while (text.n > 1 && text.p[0] == '#')
		text = str_trim(str_skip(text, 1));
	str_copy(t->last, TEXT_TITLE, text_is_title(text) ? text : STR(""));
	if (t->above_rule && text_is_title(text))
		str_copy(t->ruled, TEXT_TITLE, text);
	t->above_rule = false;
	while (t->n && t->level[t->n - 1].indent >= indent)
		t->n--;
	if (t->n == TEXT_LEVELS)
		t->n--;
	level = &t->level[t->n++];
	level->indent = indent;
	level->title = text_is_title(text);
	level->outer = outer;
	str_copy(level->text, TEXT_TITLE, text);
}

void table_text_title(const struct table_text *t, struct buf *title)
{
	for (size_t i = 0; i < t->n; i++) {
		if (!t->level[i].title || (i + 1 < t->n && !t->level[i].outer))
			continue;
		if (title->n)
			buf_add(title, STR(", "));
		buf_add(title, str_of(t->level[i].text));
	}
}

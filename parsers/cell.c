/* SPDX-License-Identifier: GPL-2.0-or-later */
#include <stdio.h>
#include "core/unit.h"
#include "parsers/cell.h"

static struct str cell_blanks(struct str s)
{
	while (s.n && (is_blank(s.p[0]) || s.p[0] == '\r'))
		s = str_skip(s, 1);
	return s;
}

static bool cell_lit(struct str *s, const char *lit)
{
	if (!str_starts(*s, str_of(lit)))
		return false;
	*s = str_skip(*s, strlen(lit));
	return true;
}

static bool cell_any(struct str *s, const char *const *lits)
{
	for (; *lits; lits++)
		if (cell_lit(s, *lits))
			return true;
	return false;
}

/* Ends here: nothing that would make one word of it. */
static bool cell_at_end(struct str s)
{
	return !s.n || is_blank(s.p[0]) || s.p[0] == '\r' || s.p[0] == ')' || s.p[0] == '(';
}

static bool is_word(char c)
{
	return is_alpha(c) || is_digit(c) || c == '_';
}

bool cell_has_word(struct str text, const char *word)
{
	size_t n = strlen(word);

	for (size_t i = 0; i + n <= text.n; i++) {
		size_t k = 0;

		if (i && is_word(text.p[i - 1]) && text.p[i - 1] != '_')
			continue;
		while (k < n && (text.p[i + k] | 0x20) == (word[k] | 0x20))
			k++;
		if (k == n && (i + n == text.n || !is_word(text.p[i + n]) || text.p[i + n] == '_'))
			return true;
	}
	return false;
}

/* Digits, with a point and an exponent; a sign if asked for. */
static bool cell_number(struct str *s, bool sign, struct str *number)
{
	size_t i = 0, digits = 0, e;

	i += sign && s->n && (s->p[0] == '-' || s->p[0] == '+');
	for (; i < s->n && (is_digit(s->p[i]) || s->p[i] == '.'); i++)
		digits += is_digit(s->p[i]);
	if (!digits || s->p[i - 1] == '.')
		return false;
	e = i;
	if (e < s->n && (s->p[e] == 'e' || s->p[e] == 'E')) {
		e++;
		e += e < s->n && (s->p[e] == '-' || s->p[e] == '+');
		if (e < s->n && is_digit(s->p[e])) {
			while (e < s->n && is_digit(s->p[e]))
				e++;
			i = e;
		}
	}
	*number = (struct str){ s->p, i };
	*s = str_skip(*s, i);
	return true;
}

/* "1,992,368" is copied as 1992368. */
static bool cell_grouped(struct str *s, char *to, size_t size)
{
	size_t i = 0, n = 0, group = 0, groups = 0;

	for (; i < s->n && (is_digit(s->p[i]) || s->p[i] == ','); i++) {
		if (s->p[i] == ',') {
			if (groups ? group != 3 : !group || group > 3)
				return false;
			groups++;
			group = 0;
			continue;
		}
		if (n + 1 < size)
			to[n++] = s->p[i];
		group++;
	}
	if (!groups || group != 3)
		return false;
	for (; i < s->n && n + 1 < size && (is_digit(s->p[i]) || s->p[i] == '.'); i++)
		to[n++] = s->p[i];
	to[n] = '\0';
	*s = str_skip(*s, i);
	return true;
}

static bool cell_percent(struct str *s)
{
	static const char *const signs[] = { "%", "pct", "percent", NULL };
	struct str t = cell_blanks(*s);

	if (!cell_any(&t, signs))
		return false;
	*s = t;
	return true;
}

struct str cell_unit(struct str *text)
{
	struct str word = { text->p, 0 };
	bool rate;

	while (word.n < text->n &&
	       (is_alpha(text->p[word.n]) || text->p[word.n] == '/' || text->p[word.n] & 0x80))
		word.n++;
	rate = str_ends(word, STR("/s")) || str_ends(word, STR("/sec")) ||
	       str_ends(word, STR("/op"));
	if (!word.n || word.n > 16 || (!rate && !unit_find(word)) ||
	    !cell_at_end(str_skip(*text, word.n)))
		return (struct str){ NULL, 0 };
	*text = str_skip(*text, word.n);
	return word;
}

struct str cell_said_unit(struct str name)
{
	size_t open = str_find(name, STR("("));
	struct str inner, unit = { NULL, 0 };

	if (open == (size_t)-1)
		return unit;
	inner = str_skip(name, open + 1);
	unit = cell_unit(&inner);
	if (!str_starts(inner, STR(")")))
		unit.n = 0;
	return unit;
}

/* A unit behind a number, glued to it or a blank away; "M ops/s" is that of a number e6. */
static void cell_unit_of(struct str *s, struct cell *cell)
{
	static const struct {
		const char *prefix, *exponent;
	} scales[] = { { "K ", "e3" }, { "k ", "e3" }, { "M ", "e6" }, { "G ", "e9" } };
	struct str t = cell_blanks(*s);

	if (s->p + 1 < t.p)
		return;
	cell->unit = cell_unit(&t);
	for (size_t i = 0; !cell->unit.n && i < sizeof(scales) / sizeof(scales[0]); i++) {
		struct str u = t;
		size_t n = strlen(cell->number);

		if (!cell_lit(&u, scales[i].prefix))
			continue;
		cell->unit = cell_unit(&u);
		if (!cell->unit.n || memchr(cell->number, 'e', n) || n + 3 > CELL_DIGITS) {
			cell->unit.n = 0;
			return;
		}
		strcpy(cell->number + n, scales[i].exponent);
		t = u;
	}
	if (cell->unit.n)
		*s = t;
}

static void cell_plus_minus(struct str *s, struct cell *cell)
{
	/* The last two: plus-minus through a wrong character set, and undecoded. */
	static const char *const signs[] = { "+-",	 "+/-",	   "\xc2\xb1", "\xb1",
					     "\xc4\x85", "=C4=85", "=C2=B1",   NULL };
	struct str t = cell_blanks(*s);

	if (!cell_any(&t, signs))
		return;
	t = cell_blanks(t);
	if (!cell_number(&t, false, &cell->spread))
		return;
	cell->spread_percent = cell_percent(&t);
	*s = t;
}

/* A remark in parentheses; true with *number if it is one alone or with a percent sign. */
static bool cell_paren(struct str *s, struct str *number, bool *percent)
{
	struct str t = cell_blanks(*s), inner;
	size_t n = 0;

	*number = (struct str){ NULL, 0 };
	*percent = false;
	if (!cell_lit(&t, "("))
		return false;
	while (n < t.n && n < 24 && t.p[n] != ')' && t.p[n] != '(')
		n++;
	if (n == t.n || t.p[n] != ')')
		return false;
	inner = cell_blanks((struct str){ t.p, n });
	if (cell_number(&inner, true, number)) {
		*percent = cell_percent(&inner);
		/* "(0.34s)", "(2.79x)": something else than a spread in the value's unit. */
		if (str_trim(inner).n)
			number->n = 0;
	}
	*s = str_skip(t, n + 1);
	return true;
}

static void cell_minutes(struct str *s, struct cell *cell)
{
	struct str t = *s, seconds;
	uint64_t minutes, whole;
	double v;
	size_t point = 0;

	if (!cell_lit(&t, "m") || !cell_number(&t, false, &seconds) || !cell_lit(&t, "s") ||
	    !cell_at_end(t) || !str_u64(str_of(cell->number), &minutes) ||
	    !str_double(seconds, &v) || v >= 60 || minutes > 1000000 || seconds.n > 20)
		return;
	while (point < seconds.n && seconds.p[point] != '.')
		point++;
	if (!str_u64((struct str){ seconds.p, point }, &whole))
		return;
	snprintf(cell->number, sizeof(cell->number), "%llu%.*s",
		 (unsigned long long)(minutes * 60 + whole), (int)(seconds.n - point),
		 seconds.p + point);
	cell->unit = STR("s");
	*s = t;
}

/* "/ 0.948", a speed-up that the paper's author computed. */
static void cell_ratio(struct str *s)
{
	struct str t = cell_blanks(*s), number;

	if (!cell_lit(&t, "/"))
		return;
	t = cell_blanks(t);
	if (cell_number(&t, false, &number) && cell_at_end(t))
		*s = t;
}

static bool cell_no_value(struct str *s, struct cell *cell)
{
	static const char *const missing[] = { "--", "-", "n/a", "N/A", "NA", NULL };
	struct str t = *s, number;
	bool percent;

	cell->kind = CELL_MISSING;
	if (cell_any(&t, missing) && cell_at_end(t)) {
		*s = t;
		return true;
	}
	t = *s;
	cell->kind = CELL_TILDE;
	if (cell_lit(&t, "~") && cell_at_end(t)) {
		*s = t;
		return true;
	}
	cell->kind = CELL_DERIVED;
	t = *s;
	if (cell_paren(&t, &number, &percent)) {
		struct str u = cell_blanks(t);

		/* "(R) -10.73%" */
		if (!number.n && cell_number(&u, true, &number) && cell_percent(&u))
			t = u;
		*s = t;
		return true;
	}
	t = *s;
	if (t.n && (t.p[0] == '+' || t.p[0] == '-') && cell_number(&t, true, &number) &&
	    cell_percent(&t) && cell_at_end(t)) {
		*s = t;
		return true;
	}
	t = *s;
	if (cell_number(&t, false, &number) && cell_lit(&t, "x") && cell_at_end(t)) {
		*s = t;
		return true;
	}
	return false;
}

static bool cell_value(struct str *s, struct cell *cell)
{
	struct str t = *s, number;
	const char *after;

	if (!cell_grouped(&t, cell->number, sizeof(cell->number))) {
		t = *s;
		if (!cell_number(&t, true, &number) || number.n >= sizeof(cell->number))
			return false;
		memcpy(cell->number, number.p, number.n);
		cell->number[number.n] = '\0';
	}
	after = t.p;
	cell->kind = CELL_VALUE;
	if (cell_percent(&t) && cell_at_end(t)) {
		cell->kind = CELL_PERCENT;
		cell->unit = STR("%");
	} else {
		t = str_skip(*s, (size_t)(after - s->p));
		cell_minutes(&t, cell);
		if (!cell->unit.n)
			cell_unit_of(&t, cell);
		cell_plus_minus(&t, cell);
		if (!cell->unit.n)
			cell_unit_of(&t, cell);
	}
	if (!cell_at_end(t) && t.p[0] != '*' && t.p[0] != '^' && t.p[0] != '/')
		return false;
	*s = t;
	return true;
}

bool cell_next(struct str *text, struct cell *cell)
{
	struct str s = cell_blanks(*text), t;

	*cell = (struct cell){ .kind = CELL_MISSING };
	if (!s.n)
		return false;
	if (!cell_no_value(&s, cell)) {
		if (!cell_value(&s, cell))
			return false;
		cell_paren(&s, &cell->paren, &cell->paren_percent);
		cell_ratio(&s);
	}
	t = cell_blanks(s);
	while (t.n && (t.p[0] == '*' || t.p[0] == '^'))
		s = t = cell_blanks(str_skip(t, 1));
	*text = cell_blanks(s);
	return true;
}

bool cell_next_prefix(struct str *text, struct cell *cell)
{
	struct str s = cell_blanks(*text), number;

	if (cell_next(text, cell))
		return true;
	if (!cell_number(&s, false, &number) || number.n >= sizeof(cell->number) || !s.n ||
	    !memchr("kKMGT", s.p[0], 5) || !cell_at_end(str_skip(s, 1)))
		return false;
	*cell = (struct cell){ .kind = CELL_VALUE };
	memcpy(cell->number, number.p, number.n);
	cell->number[number.n] = '\0';
	cell->prefix = s.p[0] == 'k' ? 'K' : s.p[0];
	*text = cell_blanks(str_skip(s, 1));
	return true;
}

struct str cell_exponent(char prefix)
{
	return prefix == 'K'   ? STR("e3")
	       : prefix == 'M' ? STR("e6")
	       : prefix == 'G' ? STR("e9")
			       : STR("e12");
}

bool cell_spread(const struct cell *cell, char text[CELL_DIGITS])
{
	double value, spread;
	const char *scale = strchr(cell->number, 'e');

	if (!str_double(cell->spread, &spread) || !str_double(str_of(cell->number), &value) ||
	    cell->spread.n + 5 > CELL_DIGITS || (cell->spread_percent && spread == 0))
		return false;
	if (cell->spread_percent)
		snprintf(text, CELL_DIGITS, "%.6g", value * spread / 100);
	else
		snprintf(text, CELL_DIGITS, "%.*s%s", (int)cell->spread.n, cell->spread.p,
			 scale && !memchr(cell->spread.p, 'e', cell->spread.n) ? scale : "");
	return true;
}

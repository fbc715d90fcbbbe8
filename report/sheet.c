/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "report/sheet.h"

struct str sheet_tone(enum tone tone)
{
	static const struct str tones[] = {
		[TONE_PLAIN] = STR_INIT(""),
		[TONE_GOOD] = STR_INIT("\x1b[32m"),
		[TONE_BAD] = STR_INIT("\x1b[31m"),
		[TONE_DIM] = STR_INIT("\x1b[2m"),
	};

	return tones[tone];
}

static void widen(size_t *width, size_t to)
{
	*width = to > *width ? to : *width;
}

void sheet_measure(struct sheet *s)
{
	for (size_t i = 0; i < s->ncols; i++) {
		struct sheet_column *c = &s->cols[i];

		c->text = wrap_width(c->head);
		for (size_t row = 0; row < s->nrows; row++) {
			const struct sheet_cell *cell = &s->cells[row * s->ncols + i];
			size_t text = wrap_width(cell->text), mark = wrap_width(cell->mark);

			widen(&c->text, c->left ? text + mark : text);
			if (!c->left)
				widen(&c->mark, mark);
		}
	}
}

/* The columns from i on that share its group; without a group it is alone. */
static size_t span(const struct sheet *s, size_t i)
{
	size_t end = i + 1;

	while (s->cols[i].group.n > 0 && end < s->ncols &&
	       str_eq(s->cols[end].group, s->cols[i].group))
		end++;
	return end - i;
}

static size_t gap_before(const struct sheet *s, size_t i, struct sheet_gap gap)
{
	if (i == 0 || s->cols[i].width == 0)
		return 0;
	return str_eq(s->cols[i].group, s->cols[i - 1].group) ? gap.inside : gap.border;
}

static size_t span_width(const struct sheet *s, size_t i, struct sheet_gap gap)
{
	size_t n = span(s, i), width = 0;

	for (size_t k = i; k < i + n; k++)
		width += s->cols[k].width + (k > i ? gap_before(s, k, gap) : 0);
	return width;
}

size_t sheet_width(struct sheet *s, struct sheet_gap gap)
{
	size_t total = 0;

	for (size_t i = 0; i < s->ncols; i++)
		s->cols[i].width = s->cols[i].text + s->cols[i].mark;
	for (size_t i = 0; i < s->ncols; i += span(s, i)) {
		size_t label = wrap_width(s->cols[i].group), width = span_width(s, i, gap);

		if (label > width)
			s->cols[i + span(s, i) - 1].width += label - width;
	}
	for (size_t i = 0; i < s->ncols; i++)
		total += gap_before(s, i, gap) + s->cols[i].width;
	return total;
}

/* A line under construction: blanks are written only before something. */
struct line {
	struct buf *out;
	size_t blanks;
};

static void line_add(struct line *l, struct str text)
{
	if (text.n == 0)
		return;
	buf_pad(l->out, ' ', l->blanks);
	l->blanks = 0;
	buf_add(l->out, text);
}

/* The width that text leaves over. */
static size_t left_over(size_t width, struct str text)
{
	return width - wrap_width(text);
}

static void line_toned(struct line *l, const struct sheet_cell *cell, bool color)
{
	struct str tone = color ? sheet_tone(cell->tone) : (struct str){ NULL, 0 };

	if (cell->text.n > 0)
		line_add(l, tone);
	line_add(l, cell->text);
	if (cell->text.n > 0 && tone.n > 0)
		line_add(l, SHEET_RESET);
}

static void line_cell(struct line *l, const struct sheet_column *c, const struct sheet_cell *cell,
		      bool color)
{
	size_t rest = left_over(left_over(c->width, cell->text), cell->mark);
	size_t behind = c->left ? rest : left_over(c->mark, cell->mark);

	l->blanks += rest - behind;
	line_toned(l, cell, color);
	line_add(l, cell->mark);
	l->blanks += behind;
}

static void put_groups(struct buf *out, const struct sheet *s, struct sheet_gap gap, size_t indent)
{
	struct line l = { out, indent };
	bool any = false;

	for (size_t i = 0; i < s->ncols; i++)
		any |= s->cols[i].group.n > 0;
	if (!any)
		return;
	for (size_t i = 0; i < s->ncols; i += span(s, i)) {
		l.blanks += gap_before(s, i, gap);
		line_add(&l, s->cols[i].group);
		l.blanks += left_over(span_width(s, i, gap), s->cols[i].group);
	}
	buf_char(out, '\n');
}

static void put_heads(struct buf *out, const struct sheet *s, struct sheet_gap gap, size_t indent)
{
	struct line l = { out, indent };
	bool any = false;

	for (size_t i = 0; i < s->ncols; i++)
		any |= s->cols[i].head.n > 0;
	if (!any)
		return;
	for (size_t i = 0; i < s->ncols; i++) {
		struct sheet_cell head = { .text = s->cols[i].head };

		l.blanks += gap_before(s, i, gap);
		line_cell(&l, &s->cols[i], &head, false);
	}
	buf_char(out, '\n');
}

void sheet_put_title(struct buf *out, const struct sheet_title *t, int indent, int width,
		     bool color)
{
	struct line l = { out, (size_t)indent };
	struct buf b = { 0 };

	buf_add(&b, t->text);
	if (t->text.n > 0 && t->cell.text.n + t->cell.mark.n > 0)
		buf_add(&b, STR(": "));
	buf_add(&b, t->cell.text);
	buf_add(&b, t->cell.mark);
	if (b.n == 0 || l.blanks + wrap_width(buf_str(&b)) > (size_t)width) {
		wrap_hanging(out, buf_str(&b), width, indent, indent + 4);
	} else {
		b.n -= t->cell.text.n + t->cell.mark.n;
		line_add(&l, buf_str(&b));
		line_toned(&l, &t->cell, color);
		line_add(&l, t->cell.mark);
		buf_char(out, '\n');
	}
	buf_free(&b);
}

void sheet_put(struct buf *out, const struct sheet *s, struct sheet_gap gap, int indent, int width,
	       bool color)
{
	put_groups(out, s, gap, (size_t)indent);
	put_heads(out, s, gap, (size_t)indent);
	for (size_t row = 0; row < s->nrows; row++) {
		struct line l = { out, (size_t)indent };
		size_t start;

		if (s->titles)
			sheet_put_title(out, &s->titles[row], indent, width, color);
		start = out->n;
		for (size_t i = 0; i < s->ncols; i++) {
			l.blanks += gap_before(s, i, gap);
			line_cell(&l, &s->cols[i], &s->cells[row * s->ncols + i], color);
		}
		if (out->n > start)
			buf_char(out, '\n');
		if (s->endings)
			sheet_put_title(out, &s->endings[row], indent + SHEET_ENDING_INDENT, width,
					color);
	}
}

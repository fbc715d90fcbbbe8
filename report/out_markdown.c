/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "report/layout.h"

/*
 * GitHub's Markdown. Names, which come from outside, are code spans: nothing is read inside them,
 * and they look like names. The rest is text in which everything that Markdown could read is
 * escaped, and nothing else, so that it can still be read as it is.
 */
enum place { IN_TEXT, IN_CELL, IN_ALT };

/* One line of valid UTF-8 without control bytes. */
static void clean(struct buf *out, struct str text)
{
	while (text.n > 0) {
		size_t n = str_utf8(text);
		unsigned char c = (unsigned char)text.p[0];

		if (c == '\n' || c == '\r' || c == '\t')
			buf_char(out, ' ');
		else if (n == 0 || c < 0x20 || c == 0x7f ||
			 (c == 0xc2 && (unsigned char)text.p[1] < 0xa0))
			buf_add(out, STR("\ufffd"));
		else
			buf_add(out, (struct str){ text.p, n });
		text = str_skip(text, n > 0 ? n : 1);
	}
}

static size_t longest_run(struct str s, char c)
{
	size_t longest = 0, run = 0;

	for (size_t i = 0; i < s.n; i++) {
		run = s.p[i] == c ? run + 1 : 0;
		longest = run > longest ? run : longest;
	}
	return longest;
}

/* One blank is taken away at both ends of a span, if both are there and it has more than blanks. */
static bool needs_padding(struct str s)
{
	char first = s.p[0], last = s.p[s.n - 1];

	return first == '`' || last == '`' ||
	       (first == ' ' && last == ' ' && longest_run(s, ' ') < s.n);
}

/* s is clean. A pipe would end the cell, even in a code span. */
static void put_span(struct buf *out, struct str s, enum place place)
{
	size_t ticks;

	if (s.n == 0)
		return;
	ticks = longest_run(s, '`') + 1;
	buf_pad(out, '`', ticks);
	buf_pad(out, ' ', needs_padding(s));
	for (size_t i = 0; i < s.n; i++) {
		if (s.p[i] == '|' && place == IN_CELL)
			buf_char(out, '\\');
		buf_char(out, s.p[i]);
	}
	buf_pad(out, ' ', needs_padding(s));
	buf_pad(out, '`', ticks);
}

static bool is_alnum(struct str s, size_t i)
{
	return i < s.n && (is_alpha(s.p[i]) || is_digit(s.p[i]));
}

/* What would become a link or call somebody, whatever is escaped: a URL, user@host, @user, #12. */
static bool is_link(struct str word)
{
	if (str_find(word, STR("://")) != (size_t)-1 || str_find(word, STR("www.")) != (size_t)-1)
		return true;
	for (size_t i = 0; i + 1 < word.n; i++)
		if (word.p[i] == '@' || (word.p[i] == '#' && is_digit(word.p[i + 1])))
			return true;
	return false;
}

static bool is_markup(struct str word, size_t i, enum place place)
{
	switch (word.p[i]) {
	case '\\':
	case '`':
	case '*':
	case '[':
	case '|':
	case '~':
	case '&':
	case '#':
	case '$':
		return true;
	case ']':
	case '^': /* "![^]" begins a footnote */
		return place == IN_ALT;
	case '_':
		return i == 0 || !is_alnum(word, i - 1) || !is_alnum(word, i + 1);
	case '<':
		return i + 1 == word.n || !is_digit(word.p[i + 1]);
	default:
		return false;
	}
}

/* Bytes before what would make a list, a quote or a rule of a paragraph, or word.n. */
static size_t block_start(struct str word)
{
	size_t i = 0;

	if (memchr("-+>", word.p[0], 3))
		return 0;
	while (i < word.n && is_digit(word.p[i]))
		i++;
	return i > 0 && i < word.n && (word.p[i] == '.' || word.p[i] == ')') ? i : word.n;
}

static void put_word(struct buf *out, struct str word, enum place place, bool starts)
{
	size_t start = starts ? block_start(word) : word.n;

	if (is_link(word)) {
		put_span(out, word, place);
		return;
	}
	for (size_t i = 0; i < word.n; i++) {
		if (i == start || is_markup(word, i, place))
			buf_char(out, '\\');
		buf_char(out, word.p[i]);
	}
}

/* Free text. starts: it stands at the start of a line. */
static void put_text(struct buf *out, struct str text, enum place place, bool starts)
{
	struct buf b = { 0 };
	struct str rest, word;
	bool first = true;

	clean(&b, text);
	rest = buf_str(&b);
	while (str_next(&rest, ' ', &word)) {
		if (word.n == 0)
			continue;
		if (!first)
			buf_char(out, ' ');
		put_word(out, word, place, starts && first);
		first = false;
	}
	buf_free(&b);
}

static void put_name(struct buf *out, struct str name, enum place place)
{
	struct buf b = { 0 };

	clean(&b, name);
	put_span(out, buf_str(&b), place);
	buf_free(&b);
}

static void put_header(struct buf *out, const struct column *c)
{
	buf_add(out, STR(" "));
	put_name(out, c->group, IN_CELL);
	if (c->group.n > 0 && c->head.n > 0)
		buf_char(out, ' ');
	put_text(out, c->head, IN_CELL, false);
	buf_add(out, STR(" |"));
}

static void put_cell(struct buf *out, const struct column *c, const struct cell *cell)
{
	double number;

	buf_char(out, ' ');
	/* A size is a name, too, but reads better as a number. */
	if (str_starts(str_of(c->id), STR("name.")) && !str_double(cell->text, &number))
		put_name(out, cell->text, IN_CELL);
	else
		put_text(out, cell->text, IN_CELL, false);
	if (cell->note > 0)
		buf_printf(out, "%s(%u)", cell->text.n > 0 ? " " : "", cell->note);
	buf_add(out, STR(" |"));
}

static void put_rows(struct buf *out, const struct table *t, const size_t *cols, size_t ncols)
{
	buf_char(out, '|');
	for (size_t k = 0; k < ncols; k++)
		put_header(out, &t->cols[cols[k]]);
	buf_add(out, STR("\n|"));
	for (size_t k = 0; k < ncols; k++)
		buf_add(out, t->cols[cols[k]].left ? STR(":---|") : STR("---:|"));
	buf_char(out, '\n');
	for (size_t row = 0; row < t->nrows; row++) {
		buf_char(out, '|');
		for (size_t k = 0; k < ncols; k++)
			put_cell(out, &t->cols[cols[k]], &t->cells[row * t->ncols + cols[k]]);
		buf_char(out, '\n');
	}
}

/* An empty line, unless out begins here. */
static void next_paragraph(struct buf *out)
{
	if (out->n > 0)
		buf_char(out, '\n');
}

static void put_paragraph(struct buf *out, struct str text)
{
	struct buf b = { 0 };

	put_text(&b, text, IN_TEXT, true);
	if (b.n > 0) {
		next_paragraph(out);
		buf_add(out, buf_str(&b));
		buf_char(out, '\n');
	}
	buf_free(&b);
}

static void put_table(struct buf *out, const struct table *t, unsigned int view)
{
	struct arena *mem = arena_new();
	size_t *cols = arena_new_of(mem, size_t, t->ncols);
	size_t ncols = layout_columns(t, view, cols);

	if (t->caption.n > 0) {
		buf_add(out, STR("**"));
		put_name(out, t->caption, IN_TEXT);
		buf_add(out, STR("**\n"));
	}
	if (ncols > 0) {
		next_paragraph(out);
		put_rows(out, t, cols, ncols);
	}
	for (size_t i = 0; i < t->nnotes; i++) {
		next_paragraph(out);
		buf_printf(out, "(%zu) ", i + 1);
		put_text(out, t->notes[i], IN_TEXT, false);
		buf_char(out, '\n');
	}
	put_paragraph(out, t->legend);
	arena_free(mem);
}

/* As the address of an image: everything but plain path characters is percent-encoded. */
static void put_path(struct buf *out, struct str path)
{
	for (size_t i = 0; i < path.n; i++) {
		char c = path.p[i];

		if (is_alpha(c) || is_digit(c) || c == '.' || c == '-' || c == '_' || c == '/')
			buf_char(out, c);
		else
			buf_printf(out, "%%%02X", (unsigned char)c);
	}
}

static void put_plot(struct buf *out, const struct plot *p)
{
	if (p->file.n == 0)
		return;
	buf_add(out, STR("!["));
	put_text(out, p->title, IN_ALT, false);
	buf_add(out, STR("]("));
	put_path(out, p->file);
	buf_add(out, STR(")\n"));
	put_paragraph(out, p->caption);
}

static void put_heading(struct buf *out, const struct block *b)
{
	unsigned int level = b->level < 1 ? 1 : b->level > 6 ? 6 : b->level;

	if (b->text.n == 0)
		return;
	buf_pad(out, '#', level);
	buf_char(out, ' ');
	put_text(out, b->text, IN_TEXT, false);
	buf_char(out, '\n');
}

/* Between fences that are longer than any run of their sign in it. */
static void put_code(struct buf *out, struct str text)
{
	size_t ticks = longest_run(text, '`') + 1;

	ticks = ticks < 3 ? 3 : ticks;
	buf_pad(out, '`', ticks);
	buf_char(out, '\n');
	layout_lines(out, text, clean);
	buf_pad(out, '`', ticks);
	buf_char(out, '\n');
}

static void put_block(struct buf *out, const struct block *b, const struct render_opts *opts)
{
	switch (b->kind) {
	case BLOCK_HEADING:
		put_heading(out, b);
		break;
	case BLOCK_PROSE:
		put_paragraph(out, b->text);
		break;
	case BLOCK_TABLE:
		put_table(out, b->table, opts->view);
		break;
	case BLOCK_PLOT:
		put_plot(out, b->plot);
		break;
	case BLOCK_CODE:
		put_code(out, b->text);
		break;
	}
}

static void render(const struct doc *doc, const struct render_opts *opts, FILE *f)
{
	layout_blocks(doc, opts, f, put_block);
}

const struct renderer renderer_markdown = {
	.name = "markdown",
	.summary = "Markdown with tables, as GitHub reads it",
	.view = VIEW_PEOPLE,
	.width = -1,
	.render = render,
};

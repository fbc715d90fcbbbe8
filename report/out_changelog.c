/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "report/layout.h"

#define DEFAULT_WIDTH 72
#define MOST_WIDTH    75
#define LEAST_WIDTH   20
#define INDENT	      2

/* The code points that have an ASCII kin. */
static const struct {
	const char *utf8, *ascii;
} kin[] = {
	{ "\u00b5", "u" },   { "\u03bc", "u" },	 { "\u00b1", "+-" }, { "\u00d7", "x" },
	{ "\u2212", "-" },   { "\u2010", "-" },	 { "\u2011", "-" },  { "\u2012", "-" },
	{ "\u2013", "-" },   { "\u2014", "--" }, { "\u2018", "'" },  { "\u2019", "'" },
	{ "\u201a", "'" },   { "\u2032", "'" },	 { "\u201c", "\"" }, { "\u201d", "\"" },
	{ "\u201e", "\"" },  { "\u2033", "\"" }, { "\u00ab", "<<" }, { "\u00bb", ">>" },
	{ "\u2026", "..." }, { "\u2264", "<=" }, { "\u2265", ">=" }, { "\u2260", "!=" },
	{ "\u2192", "->" },  { "\u00a0", " " },	 { "\u202f", " " },
};

static const char *ascii_of(struct str c)
{
	for (size_t i = 0; i < sizeof(kin) / sizeof(kin[0]); i++)
		if (str_is(c, kin[i].utf8))
			return kin[i].ascii;
	return "?";
}

/* Printable ASCII: control bytes and what is not UTF-8 as \xHH, other code points by their kin. */
static void clean(struct buf *out, struct str text)
{
	struct buf b = { 0 };
	struct str rest;

	buf_escaped(&b, text);
	rest = buf_str(&b);
	while (rest.n > 0) {
		size_t n = str_utf8(rest);

		if (n == 1)
			buf_char(out, rest.p[0]);
		else
			buf_add(out, str_of(ascii_of((struct str){ rest.p, n })));
		rest = str_skip(rest, n);
	}
	buf_free(&b);
}

/* "Cc:" or "Link :", which git takes for a trailer, and for a header in a mail. */
static bool is_trailer(struct str line)
{
	size_t n = 0;

	while (n < line.n && (is_alpha(line.p[n]) || is_digit(line.p[n]) || line.p[n] == '-'))
		n++;
	if (n == 0)
		return false;
	while (n < line.n && is_blank(line.p[n]))
		n++;
	return n < line.n && line.p[n] == ':';
}

/* Whether git would cut, drop or misread a commit message at a line that begins so. */
static bool is_unsafe(struct str line)
{
	static const struct str starts[] = {
		STR_INIT("---"),     STR_INIT("-- "),
		STR_INIT("diff -"),  STR_INIT("#"),
		STR_INIT("From "),   STR_INIT(">From"),
		STR_INIT("[PATCH]"), STR_INIT("(cherry picked from commit "),
	};

	for (size_t i = 0; i < sizeof(starts) / sizeof(starts[0]); i++)
		if (str_starts(line, starts[i]))
			return true;
	return str_is(line, "--") || is_trailer(line);
}

/* Flush left where that is safe in all lines, else indented. */
static void put_prose(struct buf *out, struct str text, int width)
{
	struct buf flat = { 0 }, lines = { 0 };
	struct str rest, line;
	bool unsafe = false;

	clean(&flat, text);
	wrap_text(&lines, buf_str(&flat), width, 0);
	rest = buf_str(&lines);
	while (str_next(&rest, '\n', &line))
		unsafe |= is_unsafe(line);
	if (unsafe)
		wrap_text(out, buf_str(&flat), width, INDENT);
	else
		buf_add(out, buf_str(&lines));
	buf_free(&flat);
	buf_free(&lines);
}

static void put_block(struct buf *out, const struct block *b, const struct render_opts *opts)
{
	struct layout how = { clean, opts->width, INDENT, true, false };

	switch (b->kind) {
	case BLOCK_HEADING:
	case BLOCK_PROSE:
		put_prose(out, b->text, opts->width);
		break;
	case BLOCK_TABLE:
		put_prose(out, b->table->caption, opts->width);
		layout_table(out, b->table, opts->view, &how);
		layout_notes(out, b->table, &how);
		break;
	case BLOCK_PLOT:
	case BLOCK_CODE:
		break;
	}
}

static void render(const struct doc *doc, const struct render_opts *opts, FILE *f)
{
	struct render_opts own = *opts;

	if (own.width <= 0)
		own.width = DEFAULT_WIDTH;
	own.width = own.width < LEAST_WIDTH ? LEAST_WIDTH : own.width;
	own.width = own.width > MOST_WIDTH ? MOST_WIDTH : own.width;
	layout_blocks(doc, &own, f, put_block);
}

const struct renderer renderer_changelog = {
	.name = "changelog",
	.summary = "a block for a commit message, at most 75 columns of ASCII",
	.view = VIEW_CHANGELOG,
	.width = DEFAULT_WIDTH,
	.render = render,
};

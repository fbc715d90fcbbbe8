/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "report/layout.h"
#include "report/sheet.h"

/* Longer lines of prose are hard to read. */
#define PROSE_WIDTH 80
/* What is narrower is written for this width. */
#define LEAST_WIDTH 20

static int prose_width(const struct render_opts *opts)
{
	return opts->width > 0 && opts->width < PROSE_WIDTH ? opts->width : PROSE_WIDTH;
}

static void put_prose(struct buf *out, struct str text, int width)
{
	struct buf clean = { 0 };

	buf_escaped(&clean, text);
	wrap_text(out, buf_str(&clean), width, 0);
	buf_free(&clean);
}

static void put_bold(struct buf *out, struct str text, const struct render_opts *opts)
{
	struct buf lines = { 0 };

	put_prose(&lines, text, opts->width);
	if (lines.n > 0 && opts->color) {
		buf_add(out, SHEET_BOLD);
		buf_add(out, (struct str){ lines.v, lines.n - 1 });
		buf_add(out, SHEET_RESET);
		buf_char(out, '\n');
	} else {
		buf_add(out, buf_str(&lines));
	}
	buf_free(&lines);
}

static void put_table(struct buf *out, const struct block *b, const struct render_opts *opts)
{
	struct layout how = { buf_escaped, opts->width, 0, false, opts->color };

	put_bold(out, b->table->caption, opts);
	layout_table(out, b->table, opts->view, &how);
	how.width = prose_width(opts);
	layout_notes(out, b->table, &how);
}

static void put_plot(struct buf *out, const struct plot *p, const struct render_opts *opts)
{
	struct buf text = { 0 };

	if (p->file.n > 0) {
		buf_add(&text, p->title);
		buf_add(&text, STR(": "));
		buf_add(&text, p->file);
		put_prose(out, buf_str(&text), prose_width(opts));
	}
	buf_free(&text);
}

static void put_block(struct buf *out, const struct block *b, const struct render_opts *opts)
{
	switch (b->kind) {
	case BLOCK_HEADING:
		put_bold(out, b->text, opts);
		break;
	case BLOCK_PROSE:
		put_prose(out, b->text, prose_width(opts));
		break;
	case BLOCK_TABLE:
		put_table(out, b, opts);
		break;
	case BLOCK_PLOT:
		put_plot(out, b->plot, opts);
		break;
	case BLOCK_CODE:
		layout_lines(out, b->text, buf_escaped);
		break;
	}
}

static void render(const struct doc *doc, const struct render_opts *opts, FILE *f)
{
	struct render_opts own = *opts;

	if (own.width > 0 && own.width < LEAST_WIDTH)
		own.width = LEAST_WIDTH;
	layout_blocks(doc, &own, f, put_block);
}

const struct renderer renderer_terminal = {
	.name = "terminal",
	.summary = "aligned text for a terminal",
	.view = VIEW_PEOPLE,
	.width = 0,
	.render = render,
};

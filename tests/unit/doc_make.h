/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef TESTS_UNIT_DOC_MAKE_H
#define TESTS_UNIT_DOC_MAKE_H

#include "report/build.h"

#define N_OF(array) (sizeof(array) / sizeof((array)[0]))

/* A column in short. */
struct make_column {
	const char *id, *head, *group;
	bool left;
};

/* texts: rows by cols, "text^2" for a cell with note 2. Values are NAN. */
static inline struct table *make_table(struct doc *doc, const struct make_column *cols,
				       size_t ncols, const char *const *texts, size_t nrows)
{
	struct table *t = doc_table(doc, 15, ncols, nrows);

	for (size_t i = 0; i < ncols; i++)
		table_column(t, i, cols[i].id, str_of(cols[i].head), str_of(cols[i].group),
			     cols[i].left);
	for (size_t i = 0; i < ncols * nrows; i++) {
		struct str_cut cut = str_cut(str_of(texts[i]), '^');

		t->cells[i].text = cut.head;
		if (cut.ok)
			t->cells[i].note = (unsigned int)(cut.tail.p[0] - '0');
	}
	return t;
}

static inline struct plot *make_plot(struct doc *doc, struct str file)
{
	struct block *b = doc_add(doc, BLOCK_PLOT, 15);

	b->plot = arena_new_of(doc->arena, struct plot, 1);
	b->plot->id = STR("time-1");
	b->plot->title = STR("time [s], lower is better");
	b->plot->caption = STR("Each point is a boot.");
	b->plot->file = file;
	return b->plot;
}

/* What the renderer writes, NUL-terminated in the document's arena. Frees nothing. */
static inline struct str render_as(struct doc *doc, const char *name, struct render_opts opts)
{
	FILE *f = tmpfile();
	struct buf b = { 0 };
	struct str text;
	int c;

	renderer_find(str_of(name))->render(doc, &opts, f);
	assert_false(ferror(f));
	rewind(f);
	while ((c = fgetc(f)) != EOF)
		buf_char(&b, (char)c);
	fclose(f);
	text = arena_str(doc->arena, buf_str(&b));
	buf_free(&b);
	return text;
}

static inline struct str render_plain(struct doc *doc, const char *name, int width)
{
	return render_as(doc, name,
			 (struct render_opts){ width, false, renderer_find(str_of(name))->view });
}

/* All but blanks, so that it does not matter how the lines were broken. */
static inline struct str squeezed(struct doc *doc, struct str s)
{
	struct buf b = { 0 };
	struct str text;

	for (size_t i = 0; i < s.n; i++)
		if (s.p[i] != ' ' && s.p[i] != '\n')
			buf_char(&b, s.p[i]);
	text = arena_str(doc->arena, buf_str(&b));
	buf_free(&b);
	return text;
}

/* A small generator, so that the same documents come everywhere: xorshift64. */
static inline uint64_t make_random(uint64_t *state, uint64_t below)
{
	*state ^= *state << 13;
	*state ^= *state >> 7;
	*state ^= *state << 17;
	return *state % below;
}

#endif

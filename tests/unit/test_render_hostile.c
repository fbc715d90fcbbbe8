/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "unit/test.h"

#include <csv.h>
#include <jansson.h>
#include <math.h>
#include <regex.h>
#include "unit/doc_make.h"

/*
 * Hostile documents, the same in each run.
 */

static struct str hostile_text(struct doc *doc, uint64_t *seed, bool prose)
{
	static const struct str pieces[] = {
		STR_INIT("---"),
		STR_INIT("--- "),
		STR_INIT("diff --git "),
		STR_INIT("Index: "),
		STR_INIT("# "),
		STR_INIT("#"),
		STR_INIT("From "),
		STR_INIT("-- "),
		STR_INIT(">From "),
		STR_INIT("Cc: a@b"),
		STR_INIT("Link :"),
		STR_INIT("[PATCH] "),
		STR_INIT("(cherry picked from commit 12)"),
		STR_INIT("Signed-off-by: x <y>"),
		STR_INIT("\n"),
		STR_INIT("\t"),
		STR_INIT("\r"),
		STR_INIT("\x1b[31m"),
		STR_INIT("\0"),
		STR_INIT("\xff\xfe"),
		STR_INIT("\xc3"),
		STR_INIT("\xc2\x9b"),
		STR_INIT("\xc2\xb5"),
		STR_INIT("\xe2\x80\xa6"),
		STR_INIT("\xf0\x9f\x98\x80"),
		STR_INIT("|"),
		STR_INIT("`"),
		STR_INIT("<script>"),
		STR_INIT("\""),
		STR_INIT(","),
		STR_INIT("\\"),
		STR_INIT("   "),
		STR_INIT(" "),
		STR_INIT("kfree_rcu"),
		STR_INIT("a"),
		STR_INIT("=cmd|"),
		STR_INIT("abcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyz12345678"),
	};
	uint64_t n = make_random(seed, prose ? 40 : 5);
	struct buf b = { 0 };
	struct str s;

	while (n-- > 0) {
		buf_add(&b, pieces[make_random(seed, N_OF(pieces))]);
		if (prose && make_random(seed, 2))
			buf_char(&b, ' ');
	}
	s = arena_str(doc->arena, buf_str(&b));
	buf_free(&b);
	return s;
}

static void hostile_table(struct doc *doc, uint64_t *seed)
{
	static const char *const ids[] = { "name.a", "name.b", "unit", "n", "mean", "verdict" };
	size_t ncols = 2 + make_random(seed, 8), nrows = make_random(seed, 5);
	struct table *t = doc_table(doc, 15, ncols, nrows);
	struct str group = { NULL, 0 };

	t->caption = hostile_text(doc, seed, false);
	t->legend = hostile_text(doc, seed, true);
	for (size_t i = 0; i < ncols; i++) {
		if (make_random(seed, 2))
			group = hostile_text(doc, seed, false);
		table_column(t, i, ids[make_random(seed, N_OF(ids))],
			     hostile_text(doc, seed, false),
			     i > 2 ? group : (struct str){ NULL, 0 }, make_random(seed, 2));
		if (make_random(seed, 8) == 0)
			t->cols[i].views = VIEW_DATA;
	}
	for (size_t i = 0; i < ncols * nrows; i++) {
		struct cell *cell = &t->cells[i];

		cell->tone = (enum tone)make_random(seed, 4);
		if (make_random(seed, 3))
			cell->text = arena_printf(doc->arena, "{%u}",
						  (unsigned int)make_random(seed, UINT32_MAX));
		else
			cell->text = hostile_text(doc, seed, false);
		if (make_random(seed, 4) == 0)
			cell->value = (double)make_random(seed, UINT64_MAX) / 3;
		if (make_random(seed, 6) == 0)
			cell->note = table_note(doc->arena, t, hostile_text(doc, seed, true));
	}
}

static struct doc *hostile_doc(uint64_t *seed)
{
	struct doc *doc = doc_new();
	uint64_t n = 1 + make_random(seed, 4);

	while (n-- > 0) {
		if (make_random(seed, 3) == 0)
			doc_prose(doc, 15, "prose", hostile_text(doc, seed, true));
		else if (make_random(seed, 4) == 0)
			doc_heading(doc, 15, 1, hostile_text(doc, seed, false).p);
		else
			hostile_table(doc, seed);
	}
	return doc;
}

static regex_t compiled(const char *pattern)
{
	regex_t re;

	assert_int_equal(regcomp(&re, pattern, REG_EXTENDED | REG_NOSUB), 0);
	return re;
}

/* Lines of width at most, no blanks at ends, no empty first, last or second empty line. */
static void assert_tidy(struct str text, size_t width)
{
	struct str line, rest = text;
	bool empty = true;

	assert_true(text.n == 0 || text.p[text.n - 1] == '\n');
	while (str_next(&rest, '\n', &line)) {
		assert_true(wrap_width(line) <= width);
		assert_false(line.n > 0 && is_blank(line.p[line.n - 1]));
		assert_false(empty && line.n == 0);
		empty = line.n == 0;
	}
	assert_true(text.n == 0 || !empty);
}

/* That the cells with a number in braces are there, wherever their lines were broken. */
static void assert_cells(struct doc *doc, struct str text)
{
	const struct block *b;

	text = squeezed(doc, text);
	vec_each (b, &doc->blocks) {
		const struct table *t = b->table;

		for (size_t i = 0; t && i < t->nrows * t->ncols; i++)
			if ((t->cols[i % t->ncols].views & VIEW_PEOPLE) &&
			    str_starts(t->cells[i].text, STR("{")))
				assert_non_null(strstr(text.p, t->cells[i].text.p));
	}
}

static void changelog_keeps_its_promises_for_hostile_documents(void **state)
{
	/* Written by what git's mailinfo.c and trailer.c look for, not after our code. */
	regex_t unsafe = compiled("^(---|-- |--$|diff -|Index: |#|>*From |\\[PATCH\\]|"
				  "\\(cherry picked from commit |[[:alnum:]-]+[[:space:]]*:)");
	regex_t foreign = compiled("[^ -~]");
	uint64_t seed = 20250101;

	(void)state;
	for (int i = 0; i < 2000; i++) {
		struct doc *doc = hostile_doc(&seed);
		int width = (int)make_random(&seed, 120);
		struct str text = render_plain(doc, "changelog", width), rest = text, line;

		assert_null(memchr(text.p, '\0', text.n));
		assert_cells(doc, text);
		assert_tidy(text, width == 0   ? 72
				  : width < 20 ? 20
				  : width > 75 ? 75
					       : (size_t)width);
		while (str_next(&rest, '\n', &line)) {
			const char *s = arena_str(doc->arena, line).p;

			assert_int_equal(regexec(&unsafe, s, 0, NULL, 0), REG_NOMATCH);
			assert_int_equal(regexec(&foreign, s, 0, NULL, 0), REG_NOMATCH);
		}
		doc_free(doc);
	}
	regfree(&unsafe);
	regfree(&foreign);
}

static void terminal_keeps_its_promises_for_hostile_documents(void **state)
{
	uint64_t seed = 20250102;

	(void)state;
	for (int i = 0; i < 1000; i++) {
		struct doc *doc = hostile_doc(&seed);
		int width = (int)make_random(&seed, 150);
		struct str text = render_plain(doc, "terminal", width);

		assert_cells(doc, text);
		assert_tidy(text, width == 0 ? SIZE_MAX : width < 20 ? 20 : (size_t)width);
		for (size_t at = 0; at < text.n; at++) {
			unsigned char c = (unsigned char)text.p[at];

			assert_true((c >= ' ' || c == '\n') && c != 0x7f);
			assert_true(c < 0x80 || str_utf8(str_skip(text, at)) > 0 ||
				    (c & 0xc0) == 0x80);
		}
		doc_free(doc);
	}
}

/* Without the escape sequences of colours. */
static struct str uncoloured(struct doc *doc, struct str s)
{
	struct buf b = { 0 };
	struct str text;

	for (size_t i = 0; i < s.n; i++) {
		if (s.p[i] == '\x1b')
			i += strcspn(s.p + i, "m");
		else
			buf_char(&b, s.p[i]);
	}
	text = arena_str(doc->arena, buf_str(&b));
	buf_free(&b);
	return text;
}

static void colour_moves_nothing(void **state)
{
	uint64_t seed = 20250106;

	(void)state;
	for (int i = 0; i < 1000; i++) {
		struct doc *doc = hostile_doc(&seed);
		int width = (int)make_random(&seed, 150);
		struct str text = render_as(doc, "terminal",
					    (struct render_opts){ width, true, VIEW_PEOPLE });

		assert_str(uncoloured(doc, text), render_plain(doc, "terminal", width).p);
		doc_free(doc);
	}
}

static void put_field(void *field, size_t n, void *ctx)
{
	struct buf *b = ctx;

	buf_add(b, (struct str){ field, n });
	buf_char(b, '\x1f');
}

static void put_end(int c, void *ctx)
{
	(void)c;
	buf_char(ctx, '\x1e');
}

static void csv_of_hostile_documents_is_read_by_libcsv(void **state)
{
	uint64_t seed = 20250103;

	(void)state;
	for (int i = 0; i < 500; i++) {
		struct doc *doc = doc_new();
		struct buf got = { 0 };
		struct csv_parser p;
		struct str text, row, rest;
		size_t rows = 0, ncols;

		hostile_table(doc, &seed);
		text = render_plain(doc, "csv", 0);
		ncols = doc->blocks.v[0].table->ncols;
		assert_int_equal(csv_init(&p, CSV_STRICT | CSV_STRICT_FINI | CSV_REPALL_NL), 0);
		assert_int_equal(csv_parse(&p, text.p, text.n, put_field, put_end, &got), text.n);
		assert_int_equal(csv_fini(&p, put_field, put_end, &got), 0);
		csv_free(&p);
		rest = buf_str(&got);
		while (str_next(&rest, '\x1e', &row)) {
			size_t n = 0;

			for (size_t k = 0; k < row.n; k++)
				n += row.p[k] == '\x1f';
			assert_int_equal(n, ncols);
			rows++;
		}
		assert_int_equal(rows, 1 + doc->blocks.v[0].table->nrows);
		buf_free(&got);
		doc_free(doc);
	}
}

static void json_of_hostile_documents_is_whole(void **state)
{
	uint64_t seed = 20250104;

	(void)state;
	for (int i = 0; i < 500; i++) {
		struct doc *doc = doc_new();
		const struct table *t;
		struct str text;
		json_t *root, *table, *rows, *v;
		size_t at;

		hostile_table(doc, &seed);
		t = doc->blocks.v[0].table;
		for (size_t k = 0; k < t->ncols; k++)
			t->cols[k].id = arena_printf(doc->arena, "id%zu", k).p;
		text = render_plain(doc, "json", 0);
		root = json_loadb(text.p, text.n, 0, NULL);
		assert_non_null(root);
		table = json_array_get(json_object_get(root, "tables"), 0);
		rows = json_object_get(table, "rows");
		assert_true(json_is_string(json_object_get(table, "caption")));
		assert_true(json_is_string(json_object_get(table, "legend")));
		assert_int_equal(json_array_size(json_object_get(table, "notes")), t->nnotes);
		assert_int_equal(json_array_size(rows), t->nrows);
		json_array_foreach(rows, at, v)
		{
			assert_int_equal(json_object_size(v), t->ncols);
			for (size_t k = 0; k < t->ncols; k++) {
				const struct cell *cell = &t->cells[at * t->ncols + k];
				json_t *got = json_object_get(v, t->cols[k].id);

				if (isfinite(cell->value))
					assert_true(json_number_value(got) == cell->value);
				else
					assert_true(cell->text.n > 0 ? json_is_string(got)
								     : json_is_null(got));
			}
		}
		json_decref(root);
		doc_free(doc);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(changelog_keeps_its_promises_for_hostile_documents),
		cmocka_unit_test(terminal_keeps_its_promises_for_hostile_documents),
		cmocka_unit_test(colour_moves_nothing),
		cmocka_unit_test(csv_of_hostile_documents_is_read_by_libcsv),
		cmocka_unit_test(json_of_hostile_documents_is_whole),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

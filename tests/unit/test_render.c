/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "unit/test.h"

#include "unit/doc_make.h"

#define BEFORE "before (n=4)"
#define AFTER  "after (n=4)"

static const struct make_column two_sides[] = {
	{ "name.metric", "metric", "", true },
	{ "unit", "unit", "", true },
	{ "mean", "mean", BEFORE, false },
	{ "cv", "cv", BEFORE, false },
	{ "mean", "mean", AFTER, false },
	{ "cv", "cv", AFTER, false },
	{ "change", "change", "", false },
	{ "ci", "95% CI", "", false },
	{ "p", "p", "", false },
	{ "verdict", "verdict", "", true },
};

static const char *const two_rows[] = {
	"time",	     "s",
	"8.606",     "17.4%",
	"7.447",     "5.3%",
	"-13.5%",    "[-33.7%, +12.9%]",
	"0.197",     "INCONCLUSIVE^1",
	"footprint", "MiB",
	"3361",	     "33.8%",
	"83.75",     "9.8%",
	"-97.5%",    "[-98.5%, -95.8%]",
	"<0.0001",   "LOWER = better",
};

static struct doc *two_way(void)
{
	struct doc *doc = doc_new();
	struct table *t = make_table(doc, two_sides, N_OF(two_sides), two_rows, 2);

	t->caption = STR("kfree_rcu");
	table_note(doc->arena, t, STR("about 12 boots a side are needed"));
	t->legend = STR("change = mean(after)/mean(before)-1.");
	t->cells[19].tone = TONE_GOOD;
	return doc;
}

static const struct make_column three_sides[] = {
	{ "name.tasks", "tasks", "", false }, { "unit", "unit", "", true },
	{ "mean", "mean", "base", false },    { "mean", "mean", "v1", false },
	{ "change", "change", "v1", false },  { "verdict", "verdict", "v1", true },
	{ "mean", "mean", "v2", false },      { "change", "change", "v2", false },
	{ "verdict", "verdict", "v2", true },
};

static const char *const three_rows[] = {
	"100",	"us", "12.5",  "11.3", "-9.6%", "FASTER", "12.4", "-0.8%", "INCONCLUSIVE^1",
	"2000", "us", "250.1", "",     "",	"",	  "251",  "+0.4%", "INCONCLUSIVE^1",
};

static struct doc *three_way(void)
{
	struct doc *doc = doc_new();
	struct table *t = make_table(doc, three_sides, N_OF(three_sides), three_rows, 2);

	t->caption = STR("readproc");
	table_note(doc->arena, t, STR("few runs"));
	return doc;
}

static void terminal_aligns_columns_under_their_groups(void **state)
{
	struct doc *doc = two_way();

	(void)state;
	assert_str(render_plain(doc, "terminal", 0),
		   "kfree_rcu\n"
		   "                   before (n=4)    after (n=4)\n"
		   "metric     unit     mean     cv     mean    cv    change            95% CI     "
		   "   p  "
		   "verdict\n"
		   "time       s       8.606  17.4%    7.447  5.3%    -13.5%  [-33.7%, +12.9%]    "
		   "0.197  "
		   "INCONCLUSIVE (1)\n"
		   "footprint  MiB      3361  33.8%    83.75  9.8%    -97.5%  [-98.5%, -95.8%]  "
		   "<0.0001  "
		   "LOWER = better\n"
		   "\n"
		   "(1) about 12 boots a side are needed\n"
		   "\n"
		   "change = mean(after)/mean(before)-1.\n");
	doc_free(doc);
}

static void groups_draw_nearer_before_a_table_is_folded(void **state)
{
	struct doc *doc = three_way();
	const char *near =
		"readproc\n"
		"             base   v1                     v2\n"
		"tasks  unit   mean  mean  change  verdict  mean  change  verdict\n"
		"  100  us     12.5  11.3   -9.6%  FASTER   12.4   -0.8%  INCONCLUSIVE (1)\n"
		" 2000  us    250.1                          251   +0.4%  INCONCLUSIVE (1)\n"
		"\n"
		"(1) few runs\n";

	(void)state;
	assert_str(render_plain(doc, "terminal", 73), near);
	assert_str(render_plain(doc, "terminal", 78), near);
	assert_non_null(strstr(render_plain(doc, "terminal", 79).p, " base     v1 "));
	assert_null(strstr(render_plain(doc, "terminal", 72).p, "tasks  unit"));
	doc_free(doc);
}

static void wide_tables_fold_to_a_line_a_source(void **state)
{
	struct doc *doc = three_way();

	(void)state;
	assert_str(render_plain(doc, "terminal", 60), "readproc\n"
						      "         mean  change  verdict\n"
						      "tasks 100, us\n"
						      "  base   12.5\n"
						      "  v1     11.3   -9.6%  FASTER\n"
						      "  v2     12.4   -0.8%  INCONCLUSIVE (1)\n"
						      "tasks 2000, us\n"
						      "  base  250.1\n"
						      "  v1\n"
						      "  v2      251   +0.4%  INCONCLUSIVE (1)\n"
						      "\n"
						      "(1) few runs\n");
	doc_free(doc);
}

static void a_verdict_moves_to_the_title_where_it_must(void **state)
{
	struct doc *doc = two_way();
	const char *want = "kfree_rcu\n"
			   "                 mean     cv  change            95% CI        p\n"
			   "time, s: INCONCLUSIVE (1)\n"
			   "  before (n=4)  8.606  17.4%\n"
			   "  after (n=4)   7.447   5.3%  -13.5%  [-33.7%, +12.9%]    0.197\n"
			   "footprint, MiB: LOWER = better\n"
			   "  before (n=4)   3361  33.8%\n"
			   "  after (n=4)   83.75   9.8%  -97.5%  [-98.5%, -95.8%]  <0.0001\n"
			   "\n"
			   "(1) about 12 boots a side are needed\n"
			   "\n"
			   "change = mean(after)/mean(before)-1.\n";

	(void)state;
	assert_str(render_plain(doc, "terminal", 63), want);
	assert_str(render_plain(doc, "terminal", 80), want);
	assert_null(strstr(render_plain(doc, "terminal", 62).p, "8.606  17.4%"));
	doc_free(doc);
}

static void several_verdicts_go_below_their_lines(void **state)
{
	struct doc *doc = three_way();

	(void)state;
	assert_str(render_plain(doc, "terminal", 30), "readproc\n"
						      "         mean  change\n"
						      "tasks 100, us\n"
						      "  base   12.5\n"
						      "  v1     11.3   -9.6%\n"
						      "    FASTER\n"
						      "  v2     12.4   -0.8%\n"
						      "    INCONCLUSIVE (1)\n"
						      "tasks 2000, us\n"
						      "  base  250.1\n"
						      "  v1\n"
						      "  v2      251   +0.4%\n"
						      "    INCONCLUSIVE (1)\n"
						      "\n"
						      "(1) few runs\n");
	doc_free(doc);
}

static void what_is_wider_still_is_listed_with_headings(void **state)
{
	struct doc *doc = two_way();

	(void)state;
	assert_str(render_plain(doc, "terminal", 40), "kfree_rcu\n"
						      "time, s: INCONCLUSIVE (1)\n"
						      "  before (n=4): mean 8.606, cv 17.4%\n"
						      "  after (n=4): mean 7.447, cv 5.3%,\n"
						      "    change -13.5%,\n"
						      "    95% CI [-33.7%, +12.9%], p 0.197\n"
						      "footprint, MiB: LOWER = better\n"
						      "  before (n=4): mean 3361, cv 33.8%\n"
						      "  after (n=4): mean 83.75, cv 9.8%,\n"
						      "    change -97.5%,\n"
						      "    95% CI [-98.5%, -95.8%], p <0.0001\n"
						      "\n"
						      "(1) about 12 boots a side are needed\n"
						      "\n"
						      "change = mean(after)/mean(before)-1.\n");
	doc_free(doc);
}

static void tables_without_groups_fold_too(void **state)
{
	static const struct make_column cols[] = {
		{ "name.metric", "metric", "", true },
		{ "unit", "unit", "", true },
		{ "n", "n", "", false },
		{ "mean", "mean", "", false },
		{ "sd", "sd", "", false },
	};
	static const char *const texts[] = {
		"a-name-of-some-length", "ns", "4", "12.25", "0.5", "b", "us", "12", "7", "1.25",
	};
	struct doc *doc = doc_new();

	(void)state;
	make_table(doc, cols, N_OF(cols), texts, 2);
	assert_str(render_plain(doc, "terminal", 30), "   n   mean    sd\n"
						      "a-name-of-some-length, ns\n"
						      "   4  12.25   0.5\n"
						      "b, us\n"
						      "  12      7  1.25\n");
	doc_free(doc);
}

static void long_labels_widen_their_last_column(void **state)
{
	static const struct make_column cols[] = {
		{ "name.m", "m", "", true },
		{ "mean", "mean", "a long label", false },
		{ "cv", "cv", "a long label", false },
		{ "mean", "mean", "another", false },
	};
	static const char *const texts[] = { "t", "1", "2%", "3" };
	struct doc *doc = doc_new();

	(void)state;
	make_table(doc, cols, N_OF(cols), texts, 1);
	assert_str(render_plain(doc, "terminal", 0), "     a long label    another\n"
						     "m    mean      cv       mean\n"
						     "t       1      2%          3\n");
	doc_free(doc);
}

static void marks_do_not_move_digits(void **state)
{
	static const struct make_column cols[] = { { "name.m", "m", "", true },
						   { "mean", "mean", "", false },
						   { "v", "v", "", true },
						   { "w", "", "", true } };
	static const char *const texts[] = { "t", "10.5^1", "x", "^2", "u", "9.25", "y^2", "" };
	struct doc *doc = doc_new();

	(void)state;
	make_table(doc, cols, N_OF(cols), texts, 2);
	assert_str(render_plain(doc, "terminal", 0), "m  mean      v\n"
						     "t  10.5 (1)  x      (2)\n"
						     "u  9.25      y (2)\n");
	doc_free(doc);
}

static void colour_comes_only_when_asked_for(void **state)
{
	static const struct make_column cols[] = { { "name.m", "m", "", true },
						   { "v", "v", "", false },
						   { "w", "w", "", true } };
	static const char *const texts[] = { "t", "1^1", "g", "u", "22", "b" };
	struct doc *doc = doc_new();
	struct table *t;

	(void)state;
	doc_heading(doc, VIEW_PEOPLE, 1, "Head");
	t = make_table(doc, cols, N_OF(cols), texts, 2);
	t->caption = STR("cap");
	t->cells[1].tone = TONE_DIM;
	t->cells[2].tone = TONE_GOOD;
	t->cells[5].tone = TONE_BAD;
	assert_str(render_as(doc, "terminal", (struct render_opts){ 0, true, VIEW_PEOPLE }),
		   "\x1b[1mHead\x1b[0m\n"
		   "\n"
		   "\x1b[1mcap\x1b[0m\n"
		   "m   v      w\n"
		   "t   \x1b[2m1\x1b[0m (1)  \x1b[32mg\x1b[0m\n"
		   "u  22      \x1b[31mb\x1b[0m\n");
	assert_null(memchr(render_plain(doc, "terminal", 0).p, '\x1b',
			   render_plain(doc, "terminal", 0).n));
	doc_free(doc);
}

static void titles_have_colour_where_they_fit(void **state)
{
	struct doc *doc = two_way();
	struct str got = render_as(doc, "terminal", (struct render_opts){ 70, true, VIEW_PEOPLE });

	(void)state;
	assert_non_null(strstr(got.p, "\nfootprint, MiB: \x1b[32mLOWER = better\x1b[0m\n"));
	doc_free(doc);
}

static void nothing_hostile_reaches_a_terminal(void **state)
{
	static const struct make_column cols[] = {
		{ "name.m", "h\x1b[2J", "", true },
		{ "v", "v", "g\n\x07", false },
	};
	static const char *const texts[] = { "a\nb\x1b]0;x\x07\xff|`<b>", "1", "\xc2\x9bm", "2" };
	struct doc *doc = doc_new();
	struct table *t = make_table(doc, cols, N_OF(cols), texts, 2);

	(void)state;
	t->caption = STR("c\tc\0d");
	table_note(doc->arena, t, STR("n\r"));
	t->legend = STR("l\x7f");
	assert_str(render_plain(doc, "terminal", 0),
		   "c\\x09c\\x00d\n"
		   "                               g\\x0a\\x07\n"
		   "h\\x1b[2J                               v\n"
		   "a\\x0ab\\x1b]0;x\\x07\\xff|`<b>            1\n"
		   "\\xc2\\x9bm                              2\n"
		   "\n"
		   "(1) n\\x0d\n"
		   "\n"
		   "l\\x7f\n");
	doc_free(doc);
}

static void only_what_carries_the_view_is_shown(void **state)
{
	static const struct make_column cols[] = {
		{ "name.m", "m", "", true },
		{ "shown", "shown", "", false },
		{ "hidden", "hidden", "", false },
		{ "empty", "empty", "", false },
	};
	static const char *const texts[] = { "t", "1", "2", "" };
	struct doc *doc = doc_new();
	struct table *t;

	(void)state;
	doc_prose(doc, VIEW_CHANGELOG, "a", STR("not for people"));
	t = make_table(doc, cols, N_OF(cols), texts, 1);
	t->cols[2].views = VIEW_DATA;
	doc_prose(doc, VIEW_PEOPLE | VIEW_DATA, "b", STR("for people"));
	doc_prose(doc, VIEW_PEOPLE, "c", STR("  "));
	doc_add(doc, BLOCK_PROSE, VIEW_PEOPLE);
	assert_str(render_plain(doc, "terminal", 0), "m  shown\n"
						     "t      1\n"
						     "\n"
						     "for people\n");
	assert_str(render_plain(doc, "markdown", 0), "| m | shown |\n"
						     "|:---|---:|\n"
						     "| `t` | 1 |\n"
						     "\n"
						     "for people\n");
	assert_str(render_plain(doc, "changelog", 0), "not for people\n"
						      "\n"
						      "  m  shown\n"
						      "  t      1\n");
	assert_str(render_plain(doc, "csv", 0), "name.m,shown,hidden,empty\n"
						"t,1,2,\n");
	doc_free(doc);
}

static void a_table_with_nothing_to_show_is_left_out(void **state)
{
	static const struct make_column cols[] = { { "name.m", "m", "", true },
						   { "v", "v", "", false } };
	static const char *const blanks[] = { "  ", "" };
	struct doc *doc = doc_new();

	(void)state;
	make_table(doc, cols, N_OF(cols), NULL, 0);
	make_table(doc, cols, N_OF(cols), blanks, 1)->cols[0].views = VIEW_DATA;
	doc_prose(doc, 15, "x", STR("text"));
	assert_str(render_plain(doc, "terminal", 0), "text\n");
	assert_str(render_plain(doc, "changelog", 0), "text\n");
	assert_str(render_plain(doc, "markdown", 0), "text\n");
	doc_free(doc);
}

static void plots_are_shown_where_there_is_a_file(void **state)
{
	struct doc *doc = doc_new();

	(void)state;
	make_plot(doc, (struct str){ NULL, 0 });
	assert_str(render_plain(doc, "terminal", 0), "");
	assert_str(render_plain(doc, "markdown", 0), "");
	make_plot(doc, STR("plots/time 1.svg"));
	assert_str(render_plain(doc, "terminal", 0),
		   "time [s], lower is better: plots/time 1.svg\n");
	assert_str(render_plain(doc, "changelog", 0), "");
	assert_str(render_plain(doc, "markdown", 0),
		   "![time \\[s\\], lower is better](plots/time%201.svg)\n"
		   "\n"
		   "Each point is a boot.\n");
	doc_free(doc);
}

static void terminal_prose_has_at_most_80_columns(void **state)
{
	struct str text = STR("one two three four five six seven eight nine ten eleven twelve "
			      "thirteen abc d efg");
	struct doc *doc = doc_new();

	(void)state;
	doc_prose(doc, VIEW_PEOPLE, "a", (struct str){ text.p, 80 });
	assert_str(render_plain(doc, "terminal", 200),
		   "one two three four five six seven eight nine ten eleven twelve thirteen abc d "
		   "ef\n");
	assert_str(render_plain(doc, "terminal", 0), "one two three four five six seven eight nine "
						     "ten eleven twelve thirteen abc d ef\n");
	doc->blocks.v[0].text = text;
	assert_str(render_plain(doc, "terminal", 200),
		   "one two three four five six seven eight nine ten eleven twelve thirteen abc "
		   "d\nefg\n");
	assert_str(render_plain(doc, "terminal", 20), "one two three four\n"
						      "five six seven eight\n"
						      "nine ten eleven\n"
						      "twelve thirteen abc\n"
						      "d efg\n");
	doc_free(doc);
}

static void no_width_costs_a_cell(void **state)
{
	(void)state;
	for (int width = 20; width < 130; width++) {
		struct doc *docs[] = { two_way(), three_way() };

		for (size_t d = 0; d < 2; d++) {
			const struct table *t = docs[d]->blocks.v[0].table;
			struct str text = squeezed(docs[d],
						   render_plain(docs[d], "terminal", width));

			for (size_t i = 0; i < t->nrows * t->ncols; i++)
				assert_non_null(
					strstr(text.p, squeezed(docs[d], t->cells[i].text).p));
			doc_free(docs[d]);
		}
	}
}

/*
 * Markdown; what a reader makes of it is tested in test_markdown.c.
 */

static void markdown_writes_names_as_code_and_the_rest_as_text(void **state)
{
	static const struct make_column cols[] = {
		{ "name.test", "te*st", "", true }, { "name.size", "size", "", false },
		{ "unit", "unit", "", true },	    { "mean", "mean", "a|`b", false },
		{ "ci", "95% CI", "a|`b", false },  { "verdict", "", "a|`b", true },
	};
	static const char *const texts[] = {
		"N*alloc N*free",
		"16",
		"ns",
		"8.606",
		"[-33.7%, +12.9%]",
		"LOWER = better^1",
		"<script>`",
		"x",
		"_s",
		"-1",
		"",
		"^1",
	};
	struct doc *doc = doc_new();
	struct table *t;

	(void)state;
	doc_heading(doc, VIEW_PEOPLE, 2, "What *changed* #");
	t = make_table(doc, cols, N_OF(cols), texts, 2);
	t->caption = STR("kfree_rcu");
	table_note(doc->arena, t, STR("12 boots & more"));
	t->legend = STR("- change = mean(after)/mean(before)-1.");
	doc_prose(doc, VIEW_PEOPLE, "setup", STR("1. CPU @ 2 GHz,  root=$x  kfree_rcu, #1 SMP"));
	assert_str(
		render_plain(doc, "markdown", 10),
		"## What \\*changed\\* \\#\n"
		"\n"
		"**`kfree_rcu`**\n"
		"\n"
		"| te\\*st | size | unit | ``a\\|`b`` mean | ``a\\|`b`` 95% CI | ``a\\|`b`` |\n"
		"|:---|---:|:---|---:|---:|:---|\n"
		"| `N*alloc N*free` | 16 | ns | 8.606 | \\[-33.7%, +12.9%] | LOWER = better (1) |\n"
		"| `` <script>` `` | `x` | \\_s | -1 |  | (1) |\n"
		"\n"
		"(1) 12 boots \\& more\n"
		"\n"
		"\\- change = mean(after)/mean(before)-1.\n"
		"\n"
		"1\\. CPU @ 2 GHz, root=\\$x kfree_rcu, `#1` SMP\n");
	doc_free(doc);
}

static void renderers_are_found_by_name(void **state)
{
	static const char *const names[] = { "terminal", "changelog", "markdown", "csv", "json" };

	(void)state;
	for (size_t i = 0; i < N_OF(names); i++)
		assert_string_equal(renderer_find(str_of(names[i]))->name, names[i]);
	assert_null(renderer_find(STR("csvx")));
	assert_null(renderer_find(STR("")));
}

static void wrapping_counts_code_points_and_hangs(void **state)
{
	struct buf b = { 0 };

	(void)state;
	assert_int_equal(wrap_width(STR("a\xc2\xb5\xff")), 3);
	wrap_hanging(&b, STR("(1) one  two\nthree \xc2\xb5\xc2\xb5\xc2\xb5\xc2\xb5 five"), 12, 0,
		     4);
	assert_str(buf_str(&b), "(1) one two\n    three\n    \xc2\xb5\xc2\xb5\xc2\xb5\xc2\xb5\n"
				"    five\n");
	b.n = 0;
	wrap_text(&b, STR("\xc2\xb5\xc2\xb5\xc2\xb5\xc2\xb5\xc2\xb5"), 4, 2);
	assert_str(buf_str(&b), "  \xc2\xb5\xc2\xb5\n  \xc2\xb5\xc2\xb5\n  \xc2\xb5\n");
	b.n = 0;
	wrap_text(&b, STR("no limit at all"), 0, 1);
	assert_str(buf_str(&b), " no limit at all\n");
	b.n = 0;
	wrap_text(&b, STR("ab"), 2, 5);
	assert_str(buf_str(&b), "     a\n     b\n");
	b.n = 0;
	wrap_text(&b, STR(" \n\t "), 10, 0);
	assert_int_equal(b.n, 0);
	buf_free(&b);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(terminal_aligns_columns_under_their_groups),
		cmocka_unit_test(groups_draw_nearer_before_a_table_is_folded),
		cmocka_unit_test(wide_tables_fold_to_a_line_a_source),
		cmocka_unit_test(a_verdict_moves_to_the_title_where_it_must),
		cmocka_unit_test(several_verdicts_go_below_their_lines),
		cmocka_unit_test(what_is_wider_still_is_listed_with_headings),
		cmocka_unit_test(tables_without_groups_fold_too),
		cmocka_unit_test(long_labels_widen_their_last_column),
		cmocka_unit_test(marks_do_not_move_digits),
		cmocka_unit_test(colour_comes_only_when_asked_for),
		cmocka_unit_test(titles_have_colour_where_they_fit),
		cmocka_unit_test(nothing_hostile_reaches_a_terminal),
		cmocka_unit_test(only_what_carries_the_view_is_shown),
		cmocka_unit_test(a_table_with_nothing_to_show_is_left_out),
		cmocka_unit_test(plots_are_shown_where_there_is_a_file),
		cmocka_unit_test(terminal_prose_has_at_most_80_columns),
		cmocka_unit_test(no_width_costs_a_cell),
		cmocka_unit_test(markdown_writes_names_as_code_and_the_rest_as_text),
		cmocka_unit_test(renderers_are_found_by_name),
		cmocka_unit_test(wrapping_counts_code_points_and_hangs),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

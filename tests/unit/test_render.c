/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "unit/test.h"

#include <csv.h>
#include <jansson.h>
#include <math.h>
#include <regex.h>
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
			   "change = mean(after)/mean(before)-1.\n";

	(void)state;
	assert_str(render_plain(doc, "terminal", 63), want);
	assert_str(render_plain(doc, "terminal", 80), want);
	assert_null(strstr(render_plain(doc, "terminal", 62).p, "8.606  17.4%"));
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
						   { "v", "v", "", true } };
	static const char *const texts[] = { "t", "10.5^1", "x", "u", "9.25", "y^2" };
	struct doc *doc = doc_new();

	(void)state;
	make_table(doc, cols, N_OF(cols), texts, 2);
	assert_str(render_plain(doc, "terminal", 0), "m  mean      v\n"
						     "t  10.5 (1)  x\n"
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
	static const char *const texts[] = { "a\nb\x1b]0;x\x07\xff|`<b>", "1",
					     "\xc2\x9b"
					     "1m",
					     "2" };
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
		   "\\xc2\\x9b1m                             2\n"
		   "\n"
		   "(1) n\\x0d\n"
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

static struct plot *add_plot(struct doc *doc, struct str file)
{
	struct block *b = doc_add(doc, BLOCK_PLOT, 15);

	b->plot = arena_new_of(doc->arena, struct plot, 1);
	b->plot->id = STR("time-1");
	b->plot->title = STR("time [s], lower is better");
	b->plot->caption = STR("Each point is a boot.");
	b->plot->file = file;
	return b->plot;
}

static void plots_are_shown_where_there_is_a_file(void **state)
{
	struct doc *doc = doc_new();

	(void)state;
	add_plot(doc, (struct str){ NULL, 0 });
	assert_str(render_plain(doc, "terminal", 0), "");
	assert_str(render_plain(doc, "markdown", 0), "");
	add_plot(doc, STR("plots/time 1.svg"));
	assert_str(render_plain(doc, "terminal", 0),
		   "time [s], lower is better: plots/time 1.svg\n");
	assert_str(render_plain(doc, "changelog", 0), "");
	assert_str(render_plain(doc, "markdown", 0),
		   "![time \\[s\\], lower is better](plots/time%201.svg)\n"
		   "\n"
		   "Each point is a boot.\n");
	doc_free(doc);
}

static void changelog_tables_are_indented_and_may_have_small_gaps(void **state)
{
	static const struct make_column cols[] = {
		{ "name.m", "metric", "", true },      { "unit", "", "", true },
		{ "a", "before", "", false },	       { "b", "after", "", false },
		{ "c", "change [95% CI]", "", false },
	};
	static const char *const texts[] = {
		"time", "s", "8.606 \xc2\xb1 1.5", "7.447 \xc2\xb1 0.4", "-13.5% [-33.7, +12.9]",
	};
	struct doc *doc = doc_new();
	struct table *t = make_table(doc, cols, N_OF(cols), texts, 1);

	(void)state;
	t->caption = STR("kfree_rcu");
	t->legend = STR("\xc2\xb1 = standard deviation");
	table_note(doc->arena, t, STR("a note"));
	assert_str(render_plain(doc, "changelog", 72),
		   "kfree_rcu\n"
		   "  metric           before         after        change [95% CI]\n"
		   "  time    s  8.606 +- 1.5  7.447 +- 0.4  -13.5% [-33.7, +12.9]\n"
		   "\n"
		   "  (1) a note\n"
		   "  +- = standard deviation\n");
	assert_str(render_plain(doc, "changelog", 60),
		   "kfree_rcu\n"
		   "  metric         before        after       change [95% CI]\n"
		   "  time   s 8.606 +- 1.5 7.447 +- 0.4 -13.5% [-33.7, +12.9]\n"
		   "\n"
		   "  (1) a note\n"
		   "  +- = standard deviation\n");
	doc_free(doc);
}

static void changelog_is_ascii(void **state)
{
	struct doc *doc = doc_new();

	(void)state;
	doc_prose(doc, VIEW_CHANGELOG, "a",
		  STR("5 \xc2\xb5s \xce\xbcs \xc2\xb1 1 \xe2\x80\x9cquoted\xe2\x80\x9d "
		      "it\xe2\x80\x99s "
		      "\xe2\x80\x93 \xe2\x80\x94 \xe2\x88\x92"
		      "3 2\xc3\x97 \xe6\x97\xa5 \xff \x1b a\tb"));
	assert_str(render_plain(doc, "changelog", 75),
		   "5 us us +- 1 \"quoted\" it's - -- -3 2x ? \\xff \\x1b a\\x09b\n");
	doc_free(doc);
}

static void changelog_indents_what_git_would_misread(void **state)
{
	static const char *const unsafe[] = {
		"---",	       "--- a/file",	 "----",
		"-- ",	       "diff --git a b", "Index: x",
		"# Grace",     "#1 SMP",	 "From here",
		">From here",  "Cc: nobody",	 "Setup: Linux",
		"v1: slow",    "Fixes : x",	 "Signed-off-by: a",
		"https://a.b", "[PATCH] x",	 "(cherry picked from commit 1)",
		"Subject: x",
	};
	static const char *const safe[] = {
		"- a list",   "diff of x", "From", "Fromage", "a b: c",
		"time_ns: 3", "(1) x: y",  ": x",  "--long",
	};
	struct doc *doc = doc_new();
	struct block *b = doc_add(doc, BLOCK_PROSE, VIEW_CHANGELOG);

	(void)state;
	for (size_t i = 0; i < N_OF(unsafe); i++) {
		b->text = str_of(unsafe[i]);
		assert_memory_equal(render_plain(doc, "changelog", 72).p, "  ", 2);
		assert_memory_not_equal(render_plain(doc, "changelog", 72).p, "   ", 3);
	}
	for (size_t i = 0; i < N_OF(safe); i++) {
		b->text = str_of(safe[i]);
		assert_int_not_equal(render_plain(doc, "changelog", 72).p[0], ' ');
	}
	b->text = STR("The kernel that was measured is the one that says of itself that it is "
		      "#1 SMP here");
	assert_str(render_plain(doc, "changelog", 72),
		   "  The kernel that was measured is the one that says of itself that it is\n"
		   "  #1 SMP here\n");
	assert_str(render_plain(doc, "changelog", 70),
		   "  The kernel that was measured is the one that says of itself that it\n"
		   "  is #1 SMP here\n");
	doc_free(doc);
}

static void changelog_keeps_its_width(void **state)
{
	struct doc *doc = doc_new();

	(void)state;
	doc_prose(doc, VIEW_CHANGELOG, "a",
		  STR("x xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx"
		      "xxxxxxxx y"));
	assert_str(render_plain(doc, "changelog", 0),
		   "x\n"
		   "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx\n"
		   "xxxxxxxx y\n");
	assert_str(render_plain(doc, "changelog", 200),
		   "x\n"
		   "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx\n"
		   "xxxxx y\n");
	assert_str(render_plain(doc, "changelog", 1), "x\n"
						      "xxxxxxxxxxxxxxxxxxxx\n"
						      "xxxxxxxxxxxxxxxxxxxx\n"
						      "xxxxxxxxxxxxxxxxxxxx\n"
						      "xxxxxxxxxxxxxxxxxxxx\n"
						      "y\n");
	doc_free(doc);
}

static void terminal_prose_has_at_most_80_columns(void **state)
{
	struct doc *doc = doc_new();
	struct str got;

	(void)state;
	doc_prose(doc, VIEW_PEOPLE, "a",
		  STR("one two three four five six seven eight nine ten eleven twelve thirteen "
		      "fourteen fifteen"));
	got = render_plain(doc, "terminal", 200);
	assert_str(got, "one two three four five six seven eight nine ten eleven twelve thirteen "
			"fourteen\nfifteen\n");
	assert_str(render_plain(doc, "terminal", 0), got.p);
	assert_str(render_plain(doc, "terminal", 20), "one two three four\n"
						      "five six seven eight\n"
						      "nine ten eleven\n"
						      "twelve thirteen\n"
						      "fourteen fifteen\n");
	doc_free(doc);
}

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
			cell->text = arena_printf(doc->arena, "%zu.5%%", i);
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

/* All but blanks, so that it does not matter how the lines were broken. */
static struct str squeezed(struct doc *doc, struct str s)
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
 * CSV and JSON
 */

static const struct make_column data[] = { { "bench", "", "", true }, { "mean", "", "", false } };

static void csv_has_one_header_for_tables_of_the_same_columns(void **state)
{
	static const char *const texts[] = { "a", "", "b", "" };
	static const struct make_column other[] = { { "x", "", "", true } };
	struct doc *doc = doc_new();

	(void)state;
	make_table(doc, data, 2, texts, 2);
	make_table(doc, data, 2, texts, 1);
	assert_str(render_plain(doc, "csv", 0), "bench,mean\na,\nb,\na,\n");
	make_table(doc, other, 1, texts, 1);
	assert_str(render_plain(doc, "csv", 0), "bench,mean\na,\nb,\na,\nx\na\n");
	doc_free(doc);
}

static void csv_quotes_what_needs_it(void **state)
{
	static const char *const texts[] = {
		"plain text", "", "a,b",      "", "say \"x\"",	 "", "two\nlines", "",
		" blank ",    "", "\xff\x1b", "", "back\\slash", "", "\xc3\xa9",   "",
	};
	struct doc *doc = doc_new();

	(void)state;
	make_table(doc, data, 2, texts, 8);
	assert_str(render_plain(doc, "csv", 0), "bench,mean\n"
						"plain text,\n"
						"\"a,b\",\n"
						"\"say \"\"x\"\"\",\n"
						"\"two\nlines\",\n"
						"\" blank \",\n"
						"\\xff\\x1b,\n"
						"back\\\\slash,\n"
						"\xc3\xa9,\n");
	doc_free(doc);
}

static void csv_numbers_are_whole_and_short(void **state)
{
	static const struct {
		double v;
		const char *text;
	} cases[] = {
		{ 0.1, "0.1" },
		{ 8.606, "8.606" },
		{ 4, "4" },
		{ -0.13467348361608192, "-0.13467348361608192" },
		{ 1.0 / 3, "0.3333333333333333" },
		{ 5e-324, "4.94065645841247e-324" },
		{ 1e300, "1e+300" },
	};
	uint64_t seed = 7;

	(void)state;
	for (size_t i = 0; i < N_OF(cases); i++) {
		const char *const texts[] = { "shown to people", "" };
		struct doc *doc = doc_new();
		struct table *t = make_table(doc, data + 1, 1, texts, 1);
		struct str want = arena_printf(doc->arena, "mean\n%s\n", cases[i].text);

		t->cells[0].value = cases[i].v;
		assert_str(render_plain(doc, "csv", 0), want.p);
		doc_free(doc);
	}
	for (int i = 0; i < 1000; i++) {
		double v = (double)make_random(&seed, UINT64_MAX) /
			   (double)make_random(&seed, 1u << 20);
		const char *const texts[] = { "" };
		struct doc *doc = doc_new();
		char text[40];
		struct str got;

		make_table(doc, data + 1, 1, texts, 1)->cells[0].value = v;
		got = render_plain(doc, "csv", 0);
		assert_true(strtod(got.p + 5, NULL) == v);
		/* One digit less does not do. */
		snprintf(text, sizeof(text), "%.*e", (int)strspn(got.p + 5, "0123456789.") - 3, v);
		if (strcspn(got.p + 5, "e") > 17)
			assert_true(strtod(text, NULL) != v);
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

static void json_has_every_number_and_null_for_none(void **state)
{
	static const struct make_column cols[] = {
		{ "bench", "", "", true },
		{ "mean", "", "", false },
		{ "n", "", "", false },
		{ "p", "", "", false },
	};
	static const char *const texts[] = { "a\"\xff\n", "0.3", "4", "" };
	struct doc *doc = doc_new();
	struct table *t;

	(void)state;
	doc_heading(doc, VIEW_DATA, 1, "not in it");
	t = make_table(doc, cols, N_OF(cols), texts, 1);
	t->cells[1].value = 1.0 / 3;
	t->cells[2].value = 4;
	t->caption = STR("cap");
	t->legend = STR("leg");
	table_note(doc->arena, t, STR("note"));
	doc_prose(doc, VIEW_DATA, "verdict", STR("It is \\ so."));
	doc_prose(doc, VIEW_PEOPLE, "verdict", STR("hidden"));
	add_plot(doc, STR("plots/time-1.svg"));
	assert_str(render_plain(doc, "json", 0), "{\n"
						 "  \"tables\": [\n"
						 "    {\n"
						 "      \"caption\": \"cap\",\n"
						 "      \"rows\": [\n"
						 "        {\n"
						 "          \"bench\": \"a\\\"\\\\xff\\n\",\n"
						 "          \"mean\": 0.33333333333333331,\n"
						 "          \"n\": 4,\n"
						 "          \"p\": null\n"
						 "        }\n"
						 "      ],\n"
						 "      \"notes\": [\n"
						 "        \"note\"\n"
						 "      ],\n"
						 "      \"legend\": \"leg\"\n"
						 "    }\n"
						 "  ],\n"
						 "  \"prose\": [\n"
						 "    {\n"
						 "      \"id\": \"verdict\",\n"
						 "      \"text\": \"It is \\\\\\\\ so.\"\n"
						 "    }\n"
						 "  ],\n"
						 "  \"plots\": [\n"
						 "    {\n"
						 "      \"id\": \"time-1\",\n"
						 "      \"title\": \"time [s], lower is better\",\n"
						 "      \"file\": \"plots/time-1.svg\"\n"
						 "    }\n"
						 "  ]\n"
						 "}\n");
	doc_free(doc);
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
	doc_prose(doc, VIEW_PEOPLE, "setup",
		  STR("1. CPU @ 2 GHz,  root=/dev/vda  kfree_rcu, #1 SMP"));
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
		"1\\. CPU @ 2 GHz, root=/dev/vda kfree_rcu, `#1` SMP\n");
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
		cmocka_unit_test(changelog_tables_are_indented_and_may_have_small_gaps),
		cmocka_unit_test(changelog_is_ascii),
		cmocka_unit_test(changelog_indents_what_git_would_misread),
		cmocka_unit_test(changelog_keeps_its_width),
		cmocka_unit_test(terminal_prose_has_at_most_80_columns),
		cmocka_unit_test(changelog_keeps_its_promises_for_hostile_documents),
		cmocka_unit_test(terminal_keeps_its_promises_for_hostile_documents),
		cmocka_unit_test(no_width_costs_a_cell),
		cmocka_unit_test(csv_has_one_header_for_tables_of_the_same_columns),
		cmocka_unit_test(csv_quotes_what_needs_it),
		cmocka_unit_test(csv_numbers_are_whole_and_short),
		cmocka_unit_test(csv_of_hostile_documents_is_read_by_libcsv),
		cmocka_unit_test(json_has_every_number_and_null_for_none),
		cmocka_unit_test(json_of_hostile_documents_is_whole),
		cmocka_unit_test(markdown_writes_names_as_code_and_the_rest_as_text),
		cmocka_unit_test(renderers_are_found_by_name),
		cmocka_unit_test(wrapping_counts_code_points_and_hangs),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

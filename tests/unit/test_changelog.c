/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "unit/test.h"

#include "unit/doc_make.h"

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
		   "\n"
		   "  +- = standard deviation\n");
	assert_str(render_plain(doc, "changelog", 60),
		   "kfree_rcu\n"
		   "  metric         before        after       change [95% CI]\n"
		   "  time   s 8.606 +- 1.5 7.447 +- 0.4 -13.5% [-33.7, +12.9]\n"
		   "\n"
		   "  (1) a note\n"
		   "\n"
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

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(changelog_tables_are_indented_and_may_have_small_gaps),
		cmocka_unit_test(changelog_is_ascii),
		cmocka_unit_test(changelog_indents_what_git_would_misread),
		cmocka_unit_test(changelog_keeps_its_width),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

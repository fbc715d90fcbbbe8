/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "test.h"
#include "parsers/quote.h"

/*
 * A text whose lines are copies where want has a 'c'; '.' is none, '*' none and the first of a
 * part.
 */
static void check(const char *text, const char *want, bool parts)
{
	struct copies copies = { 0 };
	struct origin from[32] = { 0 };
	size_t n = strlen(want);

	assert_true(n <= 32);
	for (size_t i = 0; i < n; i++)
		from[i] = (struct origin){ i + 1, want[i] == '*' };
	copies_find(&copies, str_of(text), parts ? from : NULL);
	for (size_t i = 0; i < n; i++)
		if (copies_has(&copies, i + 1) != (want[i] == 'c'))
			fail_msg("line %zu of '%s'", i + 1, text);
	copies_free(&copies);
}

static void test_the_least_quoted_copy_counts(void **state)
{
	(void)state;
	check("a\nb\n\n> a\n> b\n", "...cc", false);
	check("> a\n> b\n\n>> a\n>> b\n\na\nb\n", "cc.cc...", false);
	check("a\n\n> a\n", "..c", false);
	/* in another company; as often quoted */
	check("a\nb\n\n> x\n> a\n> y\n", "......", false);
	check("> a\n> b\n\n> a\n> b\n", ".....", false);
	check("a\nb\na\nb\n", "....", false);
}

static void test_a_line_with_its_clock_counts_once_in_a_mail(void **state)
{
	(void)state;
	check("[    1.5] a\nb\n[    0.0] c\nx\n[    1.5] a\nb\n[    0.0] c\n", ".......", true);
	check("[    1.500000] a\nb\n[    0.000000] c\nx\n[    1.500000] a\nb\n[    0.000000] c\n",
	      "*..*c..", true);
	/* the clock differs; one part; no mail */
	check("[    1.500000] a\nx\n[    1.500001] a\n", "*.*", true);
	check("[    1.500000] a\nx\n[    1.500000] a\n", "*..", true);
	check("[    1.500000] a\nx\n[    1.500000] a\n", "...", false);
	/* a reply */
	check("[    1.500000] a\n\nx\n> [    1.500000] a\n> b\n", "*.*c.", true);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_the_least_quoted_copy_counts),
		cmocka_unit_test(test_a_line_with_its_clock_counts_once_in_a_mail),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

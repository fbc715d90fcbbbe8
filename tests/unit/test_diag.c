/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "test.h"

#include "core/diag.h"
#include "capture.h"

static void messages_name_program_file_and_line(void **state)
{
	(void)state;
	capture_start();
	diag_error((struct pos){ "old.log", 1234 }, "number out of range: %s",
		   diag_quote(STR("1e999")));
	diag_error((struct pos){ "old.log", 0 }, "no results");
	diag_error(POS_NONE, "no input");
	diag_warn((struct pos){ "a", 1 }, "w");
	diag_note((struct pos){ "a", 1 }, "n");
	assert_string_equal(capture_end(),
			    KB_NAME ": old.log:1234: number out of range: '1e999'\n" KB_NAME
				    ": old.log: no results\n" KB_NAME ": no input\n" KB_NAME
				    ": a:1: warning: w\n" KB_NAME ": a:1: note: n\n");
}

static void file_names_are_escaped(void **state)
{
	(void)state;
	capture_start();
	diag_error((struct pos){ "a\x1b[2J\n.log", 1 }, "x");
	assert_string_equal(capture_end(), KB_NAME ": a\\x1b[2J\\x0a.log:1: x\n");
}

static void quiet_silences_notes_only(void **state)
{
	(void)state;
	capture_start();
	diag_set_quiet(true);
	diag_error(POS_NONE, "e");
	diag_warn(POS_NONE, "w");
	diag_note(POS_NONE, "n");
	diag_set_quiet(false);
	diag_note(POS_NONE, "m");
	assert_string_equal(capture_end(),
			    KB_NAME ": e\n" KB_NAME ": warning: w\n" KB_NAME ": note: m\n");
}

static void quotes_are_escaped_and_cut_between_characters(void **state)
{
	struct buf text = { 0 }, want = { 0 };

	(void)state;
	assert_string_equal(diag_quote(STR("")), "''");
	assert_string_equal(diag_quote(STR("a\0\x1b\xff")), "'a\\x00\\x1b\\xff'");
	buf_pad(&text, 'x', 60);
	buf_printf(&want, "'%.*s'", (int)text.n, text.v);
	buf_char(&want, '\0');
	assert_string_equal(diag_quote(buf_str(&text)), want.v);
	/* The 60th byte begins a character of two. */
	text.n = 59;
	buf_add(&text, STR("\xc3\xa4\xc3\xa4"));
	want.n = 0;
	buf_printf(&want, "'%.*s\xc3\xa4...'", 59, text.v);
	buf_char(&want, '\0');
	assert_string_equal(diag_quote(buf_str(&text)), want.v);
	buf_free(&text);
	buf_free(&want);
}

static void four_quotes_fit_in_a_message(void **state)
{
	const char *quote[4];

	(void)state;
	for (int i = 0; i < 4; i++) {
		char c = (char)('a' + i);

		quote[i] = diag_quote((struct str){ &c, 1 });
	}
	assert_string_equal(quote[0], "'a'");
	assert_string_equal(quote[1], "'b'");
	assert_string_equal(quote[2], "'c'");
	assert_string_equal(quote[3], "'d'");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(messages_name_program_file_and_line),
		cmocka_unit_test(file_names_are_escaped),
		cmocka_unit_test(quiet_silences_notes_only),
		cmocka_unit_test(quotes_are_escaped_and_cut_between_characters),
		cmocka_unit_test(four_quotes_fit_in_a_message),
	};

	return cmocka_run_group_tests_name("diag", tests, NULL, NULL);
}

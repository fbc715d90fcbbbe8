/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "test.h"
#include "capture.h"
#include "parsers/mail.h"

/* What is expected is written as "line:text", "line*text" where a part or message begins. */
static void check_read(struct str mail, const char *want, bool ok)
{
	struct lines out = { 0 };
	struct buf got = { 0 };
	struct str rest, line;
	bool read = mail_read("box", mail, &out);

	rest = buf_str(&out.text);
	for (size_t i = 0; i < out.n; i++) {
		assert_true(str_next(&rest, '\n', &line));
		buf_printf(&got, "%lu%c%.*s\n", out.v[i].line, out.v[i].fresh ? '*' : ':',
			   (int)line.n, line.p);
	}
	assert_int_equal(rest.n, 0);
	buf_char(&got, '\0');
	assert_string_equal(got.v, want);
	assert_int_equal(read, ok);
	buf_free(&got);
	lines_free(&out);
}
#define READS(mail, want) check_read(STR(mail), want, true)

#define HEAD "From: a@example.org\nSubject: x\nMIME-Version: 1.0\n"
#define TYPE "Content-Type: text/plain; charset=utf-8"
#define QP   "Content-Transfer-Encoding: quoted-printable\n"
#define B64  "Content-Transfer-Encoding: base64\n"

static void test_lines_know_their_number(void **state)
{
	(void)state;
	READS(HEAD "\none\n\ntwo", "5*one\n6:\n7:two\n");
	READS(HEAD TYPE "\n" QP "\navg: 172=\n86604 usec\nr=3D1=\n=20\nlast\n",
	      "7*avg: 17286604 usec\n9:r=1 \n11:last\n");
	/* "first line\nsecond\n" and "third" */
	READS(HEAD TYPE "\n" B64 "\nZmlyc3QgbGluZQpz\nZWNvbmQKdGhp\ncmQK\n",
	      "7*first line\n7:second\n8:third\n");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_lines_know_their_number),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

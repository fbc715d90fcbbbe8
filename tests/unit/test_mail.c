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

/* With the message that comes with it; "" for none. */
static void check_says(struct str mail, const char *want, bool ok, const char *message)
{
	const char *said;

	capture_start();
	check_read(mail, want, ok);
	said = capture_end();
	if (*message ? !strstr(said, message) : *said)
		fail_msg("said '%s', not '%s'", said, message);
}

#define HEAD	    "From: a@example.org\nSubject: x\nMIME-Version: 1.0\n"
#define TYPE	    "Content-Type: text/plain; charset=utf-8"
#define QP	    "Content-Transfer-Encoding: quoted-printable\n"
#define B64	    "Content-Transfer-Encoding: base64\n"
#define FROM	    "From a@example.org Thu Jan  1 00:00:00 1970\n"
#define PATCH	    "From 0123456789 Mon Sep 17 00:00:00 2001\n"
#define MULTI(type) HEAD "Content-Type: multipart/" type "; boundary=b\n\n"
#define PART(type)  "--b\nContent-Type: " type "\n\n"

static void test_mail_is_known_by_its_headers(void **state)
{
	static const struct str mails[] = {
		STR_INIT(HEAD "\nx\n"),
		STR_INIT("From: a\r\nSubject: x\r\nMessage-ID: <1>\r\n\r\nx\r\n"),
		STR_INIT("Received: from x\n\tby y;\n Mon\nFrom: a\nDate: b\n\n"),
		STR_INIT("\xef\xbb\xbf" HEAD "\n"),
		STR_INIT(FROM "From: a\n\nx\n"),
		STR_INIT("From 0123abc Mon Sep 17 00:00:00 2001\nFrom: a\nSubject: [PATCH] x\n"),
		STR_INIT("From a@b Mon Sep 17 00:00:00 +0200 2001\nSubject: x\n"),
		STR_INIT("<!DOCTYPE html>\n<html>"),
		STR_INIT("  <HTML lang=en>"),
		STR_INIT("&gt; a\n&lt;x&gt;\n"),
	};
	static const struct str others[] = {
		STR_INIT(""),
		STR_INIT("[    0.000000] Linux version 6.1.0\n[    0.1] a: b\n"),
		STR_INIT("kind,source,run,metric,value\nvalue,,1,time,5\n"),
		STR_INIT("[PATCH 1/1] rcu: x\n\n[Author]\n\nTotal time taken: 1 ns\n"),
		STR_INIT("From: a\nTo: b\nDate: c\nSubject: d\n\ntyped by hand\n"),
		STR_INIT("Subject: x\nMessage-ID: <1>\n\nfrom nobody\n"),
		STR_INIT("Groups | Search\n\n" HEAD "\n"),
		STR_INIT("From a@b Thu Jan 1 00:00:00 1970 From: x Subject: y\n"),
		STR_INIT("From what I see it is 10:20:30 faster\nFrom: x\n"),
		STR_INIT("From a@b Thu Jan  1 00:00:00 1970\nno header\n"),
		STR_INIT("---\n mm/slab.c | 2 +-\n\ndiff --git a/mm/slab.c b/mm/slab.c\n"),
		STR_INIT("&gt; a\n> b &lt;\n"),
		STR_INIT("a &gt; b\nmake && make check\n&lt;\n"),
		STR_INIT("Total time taken by all kfree&#39;ers: 5 ns\n"),
		STR_INIT("see <html> there\n"),
	};

	(void)state;
	for (size_t i = 0; i < sizeof(mails) / sizeof(mails[0]); i++)
		if (!mail_is(mails[i]))
			fail_msg("mail %zu", i);
	for (size_t i = 0; i < sizeof(others) / sizeof(others[0]); i++)
		if (mail_is(others[i]))
			fail_msg("other %zu", i);
}

/* 50 and 75 columns, to which a '=' may come. */
#define COLS50 "> [   29.322944] Summary: kvfree_rcu_1_arg_test lo"
#define COLS75                      \
	COLS50 "ops: 1000 avg: 172" \
	       "3456789"

static void test_qp_is_known_without_headers(void **state)
{
	static const struct str texts[] = {
		STR_INIT(COLS75 "=\n86604 usec\n>=20\n"),
		STR_INIT(COLS75 "=\r\n86604 usec\r\n" COLS75 "=\r\n1\r\n"),
		STR_INIT(COLS75 "1=\n86604 usec\nworker0=3D1\n"),
		STR_INIT(COLS75 "= \n86604 usec\n\xc2\xb5 =C2=B5s\n"),
		STR_INIT("nreaders=3D1\nnwriters=3D1\n"),
	};
	static const struct str others[] = {
		STR_INIT(""),
		/* one sign is none */
		STR_INIT(COLS75 "=\n86604 usec\n"),
		STR_INIT("it was written as =3D there\n"),
		/* the encoding has no such line */
		STR_INIT(COLS50 "=\n1\n" COLS50 "=\n2\n"),
		STR_INIT(COLS75 "1234=\n1\n" COLS75 "1234=\n2\n"),
		STR_INIT(COLS75 "=\n\n" COLS75 "=\n\n"),
		STR_INIT(COLS75 "=\n1\n" COLS75 "="),
		/* an encoder would have escaped this one, and would not escape these */
		STR_INIT(COLS75 "=\n1\n" COLS75 "=\n2\nloops=x\n"),
		STR_INIT(COLS75 "=\n1\n" COLS75 "=\n2\nloops=\n"),
		STR_INIT("CONFIG_A=3D\nCONFIG_B=3D\nCONFIG_C=y\n"),
		STR_INIT("a=3D\nb=3D\nbatch=10\n"),
		STR_INIT("a=3D\nb=3D\nbatch=30\n"),
		STR_INIT("a=3D\nb=3D\nbatch=20 x\n"),
		STR_INIT("======\n" COLS75 "=\n1\n" COLS75 "=\n2\n"),
		/* base64, twice */
		STR_INIT("QUJD\nQUI=\n\nQUJD\nQUI=\n"),
		/* C */
		STR_INIT("\tint a =\n\t\tb == c;\n\tint d =\n\t\te;\n"),
	};

	(void)state;
	assert_int_equal(strlen(COLS75), 75);
	for (size_t i = 0; i < sizeof(texts) / sizeof(texts[0]); i++)
		if (!mail_is_qp(texts[i]))
			fail_msg("text %zu", i);
	for (size_t i = 0; i < sizeof(others) / sizeof(others[0]); i++)
		if (mail_is_qp(others[i]))
			fail_msg("other %zu", i);
	READS("\n" COLS75 "=\n86604 usec\n>=20\n", "1*\n2:" COLS75 "86604 usec\n4:> \n");
}

static void test_lines_know_their_number(void **state)
{
	(void)state;
	READS(HEAD "\none\n\ntwo", "5*one\n6:\n7:two\n");
	READS(HEAD TYPE "\n" QP "\navg: 172=\n86604 usec\nr=3D1=\n=20\nlast=0D\n",
	      "7*avg: 17286604 usec\n9:r=1 \n11:last\r\n");
	/* "first line\nsecond\nthird" */
	READS(HEAD TYPE "\n" B64 "\nZmlyc3QgbGluZQpz\nZWNvbmQKdGhp\ncmQ=\n",
	      "7*first line\n7:second\n8:third\n");
	READS("From: a\r\nSubject: x\r\n"
	      "MIME-Version: 1.0\r\n" QP "\r\n1=\r\n2\r\n3\r\n",
	      "6*12\r\n8:3\r\n");
}

/* What people and lists do to encoded text on its way. */
static void test_damaged_encodings_lose_nothing(void **state)
{
	(void)state;
	READS(HEAD QP "\navg: 172=  \n86604\na=b =zz =3\nend=",
	      "6*avg: 17286604\n8:a=b =zz =3\n9:end\n");
	/* a list's footer behind the padding, or in place of it */
	READS(HEAD B64 "\ndGV4dDEK\ndGV4dAo=\n\n_____\nsome list\n",
	      "6*text1\n7:text\n9:_____\n10:some list\n");
	READS(HEAD B64 "\ndGV4dDEK\n-- \nsome list\n", "6*text1\n7:-- \n8:some list\n");
	READS(HEAD B64 "\ndGV4d", "6*tex\n");
	/* headers that lost their encoding */
	READS(HEAD "Content-Type: text/plain\n\n" COLS75 "=\n1\nr=3D5\n", "6*" COLS75 "1\n8:r=5\n");
	READS(HEAD "\nx\0y\n", "5*x\n");
}

static void test_an_mbox_is_its_messages(void **state)
{
	(void)state;
	READS(FROM "From: a\n\none\n\n" FROM "From: b\n\ntwo\n\n", "4*one\n5:\n5:\n9*two\n10:\n");
	/* mboxrd; a line of text is no separator */
	READS(FROM "From: a\n\n>From x\n>>From y\n> From z\n\nFrom what I see\nFrom: me\n",
	      "4*From x\n5:>From y\n6:> From z\n7:\n8:From what I see\n9:From: me\n");
	READS(FROM "From: a\n\none", "4*one\n");
	/* behind blank lines, a byte order mark */
	READS("\xef\xbb\xbf\n\n" FROM "From: a\n\none\n", "6*one\n");
	READS("\r\n" HEAD "\none\n", "6*one\n");
	/* without a blank line between */
	READS(FROM "From: a\n\none\n" FROM "From: b\nMessage-ID: <1>\n\ntwo\n" FROM
		   "Subject: c\n\n3\n",
	      "4*one\n4:\n9*two\n10:" FROM "11:Subject: c\n12:\n13:3\n");
	/* a patch in a mail is not the next mail, though patches can be a box */
	READS(FROM "From: a\n\none\n\n" PATCH "Subject: p\n\n",
	      "4*one\n5:\n6:" PATCH "7:Subject: p\n8:\n");
	READS(PATCH "From: a\n\none\n\n" PATCH "From: b\n\ntwo\n", "4*one\n5:\n5:\n9*two\n");
	/* in a message by itself the '>' is quoting */
	READS(HEAD "\n>From x\n\n" FROM "From: b\n", "5*>From x\n6:\n7:" FROM "8:From: b\n");
	check_says(STR(FROM "From: a\nDate: d\nMessage-ID: <1>\n\none\n\n" FROM
			    "From: a\nDate: d\nMessage-ID: <1>\n\none\n\n" FROM
			    "From: a\nDate: d\nMessage-ID: <2>\n\ntwo\n"),
		   "6*one\n7:\n7:\n20*two\n", true, "note: 1 message here again");
}

static void test_of_alternatives_the_plain_text_is_read(void **state)
{
	(void)state;
	READS(MULTI("alternative") PART("text/html") "<b>h</b>\n" PART("text/plain") "p\n--b--\n",
	      "13*p\n");
	READS(MULTI("alternative") PART("text/plain") " \n" PART("text/html") "<b>h</b>\n--b--\n",
	      "9* \n9:\n13*h\n");
	READS(MULTI("alternative") PART("image/png") "x\n" PART("text/html") "h\n--b--\n",
	      "13*h\n");
	/* its attachments are in the other one */
	READS(MULTI("alternative") PART("text/plain") "p\n" PART(
		      "multipart/mixed; boundary=c") "--c\nContent-Type: text/html\n\nh\n"
						     "--c\nContent-Type: text/plain; "
						     "name=dmesg.txt\n\nlog\n--c--\n--b--\n",
	      "9*p\n9:\n20*log\n");
}

static void test_parts_are_read_one_after_the_other(void **state)
{
	(void)state;
	READS(MULTI("mixed") "pre\n" PART("text/plain") "a\n" PART("text/x-log") "b\n" PART(
		      "message/rfc822") "From: x\n\nc\n" PART("image/png") "d\n--b--\n",
	      "10*a\n10:\n14*b\n14:\n20*c\n");
	READS(MULTI("signed")
		      PART("text/plain") "a\n" PART("application/pgp-signature") "c\n--b--\n",
	      "9*a\n");
	/* patches and sources hold the lines that print, not what was printed */
	READS(MULTI("mixed") PART("text/x-patch") "a\n" PART("text/plain; name=x.PATCH") "b\n" PART(
		      "text/x-csrc") "c\n" PART("application/octet-stream; name=t.c") "d\n--b--\n",
	      "");
}

static void test_attachments_that_are_text_are_read(void **state)
{
	(void)state;
	READS(MULTI("mixed") PART("application/octet-stream; name=dmesg") "a\n" PART(
		      "application/x-x; name=console.log") "b\n--b--\n",
	      "9*a\n9:\n13*b\n");
	check_says(STR(MULTI("mixed") PART("application/octet-stream; name=x.bin") "a\0\n--b--\n"),
		   "", true, "box:9: note: attachment 'x.bin' is no text");
	check_says(STR(MULTI("mixed") PART("application/zip; name=logs.zip") "PK\0\n--b--\n"), "",
		   true, "box:9: note: attachment 'logs.zip' is no text");
	/* printf 'avg: 5 usec\nlast\n' | gzip -9n | base64 */
	READS(MULTI("mixed") PART("text/plain") "a\n--b\nContent-Type: application/gzip; "
						"name=dmesg.gz\n" B64
						"\nH4sIAAAAAAACA0ssS7dSMFUoLU5N5spJLC7hAgAvBQTQEQAA"
						"AA==\n--b--\n",
	      "9*a\n9:\n14*avg: 5 usec\n14:last\n");
	check_says(STR(MULTI("mixed") "--b\nContent-Type: application/gzip; name=dmesg.gz\n" B64
				      "\nH4sIAAAAAAACA0ssS7dSMFUoLU5N5spJLC7h\n--b--\n"),
		   "10*avg: 5 usec\n10:last\n", false, "box: ");
}

static void test_character_sets_become_utf8(void **state)
{
	static const char utf16[] = HEAD "Content-Type: text/plain; charset=utf-16le\n" B64
					 "\nNQAgALUAcwAKADYACgA=\n";

	(void)state;
	READS(HEAD "Content-Type: text/plain; charset=iso-8859-1\n\n\xb1 5 \xb5s\n",
	      "6*\xc2\xb1 5 \xc2\xb5s\n");
	READS(HEAD "Content-Type: text/plain; charset=\"Windows-1252\"\n" QP "\na=80=\nb\n",
	      "7*a\xe2\x82\xac"
	      "b\n");
	READS(utf16, "7*5 \xc2\xb5s\n7:6\n");
	/* by its mark alone */
	READS(HEAD "Content-Type: text/plain\n" B64 "\n//41ACAAtQBzAAoA\n", "7*5 \xc2\xb5s\n");
	READS(HEAD TYPE "\n\n\xef\xbb\xbf"
			"a \xff\n",
	      "6*a \xff\n");
	check_says(STR(HEAD "Content-Type: text/plain; charset=x-odd\n\na\xb5\n"), "6*a\xb5\n",
		   true, "box:6: note: character set 'x-odd' is not known");
	check_says(STR(HEAD "Content-Type: text/plain; charset=\"../x\"\n\na\n"), "6*a\n", true,
		   "is not known");
	check_says(STR(HEAD "Content-Type: text/plain; charset=utf-16be\n\n\xd8\x00\x00\x35\n"),
		   "6*\xef\xbf\xbd"
		   "5\n",
		   true, "bytes that character set 'utf-16be' does not have");
}

#define FLOWED HEAD "Content-Type: text/plain; format=flowed\n\n"
#define LONG   "Total time taken by all kfree'ers: 14185970787 ns, loops: 20000,"

static void test_flowed_lines_are_joined(void **state)
{
	(void)state;
	READS(FLOWED LONG " \nbatches: 1548\nnext\n", "6*" LONG " batches: 1548\n8:next\n");
	READS(FLOWED "> " LONG " \n> batches: 1548\n>> " LONG " \n> other\n",
	      "6*> " LONG " batches: 1548\n8:>> " LONG " \n9:> other\n");
	READS(HEAD "Content-Type: text/plain; format=Flowed; DelSp=Yes\n\n" LONG " \nx \n",
	      "6*" LONG "x\n");
	/* stuffed blanks; a signature; lines with a blank at the end that nobody wrapped */
	READS(FLOWED "  indented\n From x\n-- \nname\n", "6* indented\n7:From x\n8:-- \n9:name\n");
	READS(FLOWED "total 5 \nused 3 \nfree 2\n", "6*total 5 \n7:used 3 \n8:free 2\n");
	/* not flowed: nothing is touched */
	READS(HEAD "\n" LONG " \n batches\n", "5*" LONG " \n6: batches\n");
}

static void test_html_becomes_text(void **state)
{
	(void)state;
	READS(HEAD
	      "Content-Type: text/html\n\n<html><head><title>t</title><style>a>b</style></head>"
	      "<body>\n<p>a &lt;b&gt;\n c<br>d<!-- x > y -->e</p><pre>\n1  2\n3\n</pre>\n"
	      "<blockquote>q<div>r</div></blockquote>kfree&#39;ers&nbsp;&#x3a; 5 < 6 &x; &</body>",
	      "7*a <b> c\n8:de\n8:\n9:1  2\n10:3\n12:> q\n12:> r\n12:kfree'ers : 5 < 6 &x; &\n");
	READS(HEAD "Content-Type: "
		   "text/html\n\n<table><tr><td>1</td><td>2</td></tr><tr><th>3</th></tr>\n",
	      "6*1\t2\n6:3\n");
	check_says(STR(HEAD "Content-Type: text/html\n\na<br>\nb<scr\nipt c"), "6*a\n7:b\n", true,
		   "box:7: warning: HTML that does not end");
	READS("<!doctype html><pre>\nx &gt; 1\n</pre>", "1*\n2:x > 1\n");
	/* copied out of a page's source */
	READS("&gt; a &amp;lt; b\n&gt; c  &#39;d&#39;\n", "1*> a &lt; b\n2:> c  'd'\n");
}

static void test_broken_mime_is_read_as_text(void **state)
{
	(void)state;
	check_says(STR(MULTI("mixed") "--c\n\nx\n"), "8*x\n", true,
		   "box:1: warning: message without the parts");
	check_says(STR(HEAD "Content-Type: multipart/mixed\n\ny\n"), "6*y\n", true,
		   "without the parts");
	READS(MULTI("mixed") PART("text/plain") "a", "9*a\n");
	READS(MULTI("mixed") PART("text/plain") "a\n--b--\n\nbehind\n", "9*a\n9:\n12*behind\n");
	READS(HEAD "Content-Type: ;;;\nContent-Transfer-Encoding: what\n\na\n", "7*a\n");
	READS(HEAD, "");
}

static void test_limits_are_said(void **state)
{
	struct buf mail = { 0 };
	struct lines out = { 0 };

	(void)state;
	buf_add(&mail, STR(MULTI("mixed")));
	for (int i = 0; i < 3000; i++)
		buf_add(&mail, STR(PART("text/plain") "r\n"));
	capture_start();
	assert_false(mail_read("box", buf_str(&mail), &out));
	assert_non_null(strstr(capture_end(), "message of too many parts"));
	lines_free(&out);

	mail.n = 0;
	buf_add(&mail, STR(HEAD));
	for (int i = 0; i < 3000; i++)
		buf_printf(&mail, "Content-Type: multipart/mixed; boundary=b%d\n\n--b%d\n", i, i);
	buf_add(&mail, STR("\ninnermost\n"));
	capture_start();
	assert_false(mail_read("box", buf_str(&mail), &out));
	assert_non_null(strstr(capture_end(), "parts in parts"));
	lines_free(&out);

	mail.n = 0;
	buf_add(&mail, STR(HEAD "\nfirst"));
	buf_pad(&mail, '\n', MAIL_LINES_MAX + 1);
	capture_start();
	assert_false(mail_read("box", buf_str(&mail), &out));
	assert_non_null(strstr(capture_end(), "the rest is not read"));
	assert_int_equal(out.n, MAIL_LINES_MAX);
	lines_free(&out);
	buf_free(&mail);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_mail_is_known_by_its_headers),
		cmocka_unit_test(test_qp_is_known_without_headers),
		cmocka_unit_test(test_lines_know_their_number),
		cmocka_unit_test(test_damaged_encodings_lose_nothing),
		cmocka_unit_test(test_an_mbox_is_its_messages),
		cmocka_unit_test(test_of_alternatives_the_plain_text_is_read),
		cmocka_unit_test(test_parts_are_read_one_after_the_other),
		cmocka_unit_test(test_attachments_that_are_text_are_read),
		cmocka_unit_test(test_character_sets_become_utf8),
		cmocka_unit_test(test_flowed_lines_are_joined),
		cmocka_unit_test(test_html_becomes_text),
		cmocka_unit_test(test_broken_mime_is_read_as_text),
		cmocka_unit_test(test_limits_are_said),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

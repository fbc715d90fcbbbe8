/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "records.h"
#include "capture.h"

static void columns_are_found_by_name(void **state)
{
	struct got g;

	(void)state;
	assert_true(read_all(&g, "value,extra,better,metric,kind\n12,\"a,b\",higher,m,value\n",
			     RECORD_CSV));
	assert_int_equal(g.recs.n, 1);
	assert_str(g.recs.v[0].metric, "m");
	assert_int_equal(g.recs.v[0].better, BETTER_HIGHER);
	assert_true(g.recs.v[0].value == 12);
	got_free(&g);
	assert_true(read_all(&g,
			     "{\"value\": 12 ,\"extra\":{\"value\":[1,{\"run\":9}],\"a\":\":\"},"
			     "\"metric\":\"m\\u0041\",\"run\"\t:\t3,\"kind\":\"value\"}",
			     RECORD_JSONL));
	assert_int_equal(g.recs.n, 1);
	assert_str(g.recs.v[0].metric, "mA");
	assert_str(g.recs.v[0].text, "12");
	assert_int_equal(g.recs.v[0].run, 3);
	got_free(&g);
}

static void what_is_missing_takes_its_default(void **state)
{
	static const char *const texts[] = {
		"kind,metric,value\nfact,kernel.cmdline,\n",
		("kind,metric,value,run,time_ns,stat,n,better,fold,context\n"
		 "fact,kernel.cmdline,,,,,,,,\n"),
		"{\"kind\":\"fact\",\"metric\":\"kernel.cmdline\",\"value\":null}\n",
		"{\"kind\":\"fact\",\"metric\":\"kernel.cmdline\",\"value\":\"\",\"n\":null}\n",
	};

	(void)state;
	for (size_t i = 0; i < 4; i++) {
		enum record_format format = RECORD_JSONL;
		struct got g;

		assert_true(record_sniff(str_of(texts[i]), &format));
		assert_true(read_all(&g, texts[i], format));
		assert_int_equal(g.recs.n, 1);
		check_record(&g.recs.v[0], &empty);
		got_free(&g);
	}
}

static void a_header_in_mid_file_starts_a_segment(void **state)
{
	static const char text[] = "kind,metric,value\nvalue,a,1\n"
				   "metric,kind,value,run\nb,value,2,5\n"
				   /* Under "metric,kind,..." this header has a kind of "value". */
				   "kind,value,metric\nvalue,3,c\n"
				   "\xef\xbb\xbfkind,metric,value\r\n";
	static const char *const metrics[] = { "a", "b", "c" };
	struct got g;

	(void)state;
	for (size_t piece = 1; piece < sizeof(text); piece++) {
		assert_true(read_pieces(&g, STR(text), RECORD_CSV, piece));
		assert_int_equal(g.recs.n, 3);
		for (unsigned int i = 0; i < 3; i++) {
			assert_str(g.recs.v[i].metric, metrics[i]);
			assert_true(g.recs.v[i].value == 1.0 + i);
			assert_int_equal(g.segments.v[i], i);
			assert_int_equal(g.recs.v[i].pos.line, 2 + 2 * i);
		}
		assert_int_equal(g.recs.v[1].run, 5);
		assert_int_equal(g.recs.v[2].run, 0);
		got_free(&g);
	}
}

static void a_record_made_of_column_names_is_no_header(void **state)
{
	struct record recs[] = { full, empty };
	struct str text;
	struct got g;

	(void)state;
	recs[0].source = STR("kind");
	recs[0].metric = STR("metric");
	recs[0].stat = STR("value");
	recs[1].source = STR("kind");
	recs[1].bench = STR("metric");
	text = write_all(recs, 2, RECORD_CSV);
	assert_true(read_pieces(&g, text, RECORD_CSV, SIZE_MAX));
	assert_int_equal(g.recs.n, 2);
	assert_int_equal(g.segments.v[1], 0);
	check_record(&g.recs.v[0], &recs[0]);
	check_record(&g.recs.v[1], &recs[1]);
	got_free(&g);
	free((char *)text.p);
}

static void bom_crlf_and_a_missing_last_newline_are_accepted(void **state)
{
	static const char *const texts[] = {
		"\xef\xbb\xbfkind,metric,value\r\nvalue,m,1\r\n\r\nvalue,m,2",
		"\xef\xbb\xbf\"kind\",\"metric\",\"value\"\n\"value\",\"m\",\"1\"\n\n\"value\",m,2",
		("\xef\xbb\xbf{\"kind\":\"value\",\"metric\":\"m\",\"value\":1}\r\n \r\n\n"
		 "  {\"kind\":\"value\",\"metric\":\"m\",\"value\":2}"),
	};

	(void)state;
	for (size_t i = 0; i < 3; i++) {
		enum record_format format = RECORD_JSONL;
		struct got g;

		assert_true(record_sniff(str_of(texts[i]), &format));
		for (size_t piece = 1; piece < 5; piece++) {
			assert_true(read_pieces(&g, str_of(texts[i]), format, piece));
			assert_int_equal(g.recs.n, 2);
			assert_true(g.recs.v[0].value == 1 && g.recs.v[1].value == 2);
			assert_int_equal(g.recs.v[1].pos.line, 4);
			got_free(&g);
		}
	}
}

static void backslashes_are_decoded_and_unknown_ones_kept(void **state)
{
	static const char want[] = "\\x41 A\xff \\n \\xg0 \\x4";
	struct got g;

	(void)state;
	assert_true(read_all(&g,
			     "kind,metric,value\nfact,a\\x2Cb,\\\\x41 \\x41\\xfF \\n \\xg0 \\x4\n",
			     RECORD_CSV));
	assert_str(g.recs.v[0].metric, "a,b");
	assert_str(g.recs.v[0].text, want);
	got_free(&g);
	assert_true(read_all(&g,
			     "{\"kind\":\"fact\",\"metric\":\"m\",\"value\":"
			     "\"\\\\\\\\x41 \\\\x41\\\\xfF \\\\n \\\\xg0 \\\\x4\"}",
			     RECORD_JSONL));
	assert_str(g.recs.v[0].text, want);
	got_free(&g);
}

struct bad {
	const char *text, *message;
};

/* Each line is what stderr gets, without the program's name. */
static void check_bad(const struct bad *bad, size_t n, enum record_format format)
{
	for (size_t i = 0; i < n; i++) {
		const char *message;
		struct got g;
		bool ok;

		capture_start();
		ok = read_all(&g, bad[i].text, format);
		message = capture_end();
		assert_int_equal(strncmp(message, KB_NAME ": ", strlen(KB_NAME ": ")), 0);
		assert_string_equal(message + strlen(KB_NAME ": "), bad[i].message);
		assert_false(ok);
		got_free(&g);
	}
}

#define H "kind,metric,value\n"

static void csv_errors_say_where_and_what(void **state)
{
	static const struct bad bad[] = {
		{ H "value,t,abc\n", "in:2: value: not a number: 'abc'\n" },
		{ H "value,t,\n", "in:2: value: not a number: ''\n" },
		{ H "value,t,nan\n", "in:2: value: not a number: 'nan'\n" },
		{ H "value,t,1e999\n", "in:2: value: not a number: '1e999'\n" },
		{ H "value,t, 5\n", "in:2: value: not a number: ' 5'\n" },
		{ H "value,t,\x1b[1m\n", "in:2: value: not a number: '\\x1b[1m'\n" },
		{ H "value,,1\n", "in:2: metric: missing\n" },
		{ H ",t,1\n", "in:2: kind: missing\n" },
		{ H "Value,t,1\n", "in:2: kind: not one of value, fact, event: 'Value'\n" },
		{ H "value,t,1,2\n", "in:2: row of 4 fields under a header of 3\n" },
		{ H "value,t\n", "in:2: row of 2 fields under a header of 3\n" },
		{ H "value,t,1\nval", "in:3: row of 1 fields under a header of 3\n" },
		{ H "fact,t,a\"b\n", "in:2: quote out of place or not closed\n" },
		{ H "fact,t,\"a\"b\n", "in:2: quote out of place or not closed\n" },
		{ H "fact,t,1\nfact,t,\"a\nb\n\n", "in:3: quote out of place or not closed\n" },
		/* A row is where it began. */
		{ H "\nfact,t,\"a\nb\n\n\"\nvalue,\"t\n\",x\n",
		  "in:7: value: not a number: 'x'\n" },
		{ H "fact,t,1\nkind,metric,value,value\n", "in:3: column given twice: 'value'\n" },
		{ "kind,metric\n", "in:1: column missing: 'value'\n" },
		{ "metric,value\n", "in:1: column missing: 'kind'\n" },
		{ "\nkind,value\n", "in:2: column missing: 'metric'\n" },
		{ "kind,metric,value,better\nvalue,t,1,more\n",
		  "in:2: better: not one of none, lower, higher: 'more'\n" },
		{ "kind,metric,value,fold\nvalue,t,1,min\n",
		  "in:2: fold: not one of mean, sum, max, runs: 'min'\n" },
		{ "kind,metric,value,context\nvalue,t,1,yes\n",
		  "in:2: context: not one of 0, 1: 'yes'\n" },
		{ "kind,metric,value,run\nvalue,t,1,4294967296\n",
		  "in:2: run: not a whole number up to 4294967295: '4294967296'\n" },
		{ "kind,metric,value,n\nvalue,t,1,-1\n",
		  "in:2: n: not a whole number up to 18446744073709551615: '-1'\n" },
		{ "kind,metric,value,time_ns\nvalue,t,1,9223372036854775808\n",
		  "in:2: time_ns: not a whole number up to 9223372036854775807: "
		  "'9223372036854775808'\n" },
		/* The error is about the row, whatever log the row is from. */
		{ "kind,metric,value,file,line\nvalue,t,x,a.log,7\n",
		  "in:2: value: not a number: 'x'\n" },
	};

	(void)state;
	check_bad(bad, sizeof(bad) / sizeof(bad[0]), RECORD_CSV);
}

static void json_errors_say_where_and_what(void **state)
{
	static const struct bad bad[] = {
		{ "\n{\"kind\":\"value\",\"metric\":\"t\",\"value\":\"x\"}\n",
		  "in:2: value: not a number: 'x'\n" },
		{ "{\"kind\":\"value\",\"metric\":\"t\",\"value\":null}\n",
		  "in:1: value: not a number: ''\n" },
		{ "{\"kind\":\"value\",\"metric\":\"t\"}\n", "in:1: value: missing\n" },
		{ "{\"kind\":\"value\",\"value\":1}\n", "in:1: metric: missing\n" },
		{ "{\"metric\":\"t\",\"value\":1}\n", "in:1: kind: missing\n" },
		{ "{\"kind\":null,\"metric\":\"t\",\"value\":1}\n", "in:1: kind: missing\n" },
		{ "{\"kind\":\"value\",\"metric\":\"t\",\"value\":true}\n",
		  "in:1: value: neither a string nor a number under a plain key\n" },
		{ "{\"kind\":\"value\",\"metric\":[],\"value\":1}\n",
		  "in:1: metric: neither a string nor a number under a plain key\n" },
		{ "{\"kind\":\"value\",\"metric\":\"t\",\"v\\u0061lue\":1}\n",
		  "in:1: value: neither a string nor a number under a plain key\n" },
		{ "{\"kind\":\"value\",\"metric\":\"t\",\"value\":1,\"n\":1.5}\n",
		  "in:1: n: not a whole number up to 18446744073709551615: '1.5'\n" },
		{ "[\"kind\"]\n", "in:1: not a JSON object: '[\"kind\"]'\n" },
	};
	static const char *const broken[] = {
		"{\"kind\":\"value\",\"metric\":\"t\",\"value\":1",
		"{\"kind\":\"value\",\"metric\":\"t\",\"value\":1} x",
		"{\"kind\":\"value\",\"metric\":\"t\",\"value\":1,\"value\":2}",
		"{\"kind\":\"value\",\"metric\":\"t\",\"value\":1e999}",
		"{\"kind\":\"value\",\"metric\":\"t\",\"value\":\"\xff\"}",
		"{\"kind\":\"fact\",\"metric\":\"t\",\"value\":\"a\nb\"}",
		"kind,metric,value",
	};

	(void)state;
	check_bad(bad, sizeof(bad) / sizeof(bad[0]), RECORD_JSONL);
	for (size_t i = 0; i < sizeof(broken) / sizeof(broken[0]); i++) {
		const char want[] = KB_NAME ": in:1: bad JSON: '";
		struct got g;
		bool ok;

		capture_start();
		ok = read_all(&g, broken[i], RECORD_JSONL);
		assert_memory_equal(capture_end(), want, sizeof(want) - 1);
		assert_false(ok);
		got_free(&g);
	}
}

static void rows_before_an_error_are_given_and_none_after(void **state)
{
	struct got g;

	(void)state;
	capture_start();
	assert_false(read_all(&g, H "value,a,1\nvalue,b,x\nvalue,c,3\nvalue,d,x\n", RECORD_CSV));
	assert_string_equal(capture_end(), KB_NAME ": in:3: value: not a number: 'x'\n");
	assert_int_equal(g.recs.n, 1);
	assert_str(g.recs.v[0].metric, "a");
	got_free(&g);
}

/* Endless input in pieces of 64 KiB, each with end behind: an error comes before memory is full. */
static void check_endless(struct str start, char end, enum record_format format)
{
	static const char want[] = ": row of more than 16 MiB or 1000 fields\n";
	struct got g = { .arena = arena_new() };
	struct record_reader *r = record_reader_new("in", format, (struct sink){ take, &g });
	struct buf b = { 0 };
	const char *message;
	size_t n = 0;

	buf_pad(&b, 'x', 65535);
	buf_char(&b, end);
	capture_start();
	record_reader_feed(r, start);
	while (n < 1000 && record_reader_feed(r, buf_str(&b)))
		n++;
	message = capture_end();
	assert_string_equal(message + strlen(message) - strlen(want), want);
	assert_in_range(n, 255, 257);
	assert_false(record_reader_end(r));
	record_reader_free(r);
	buf_free(&b);
	got_free(&g);
}

static void endless_rows_end_in_an_error(void **state)
{
	struct buf b = { 0 };
	struct got g;

	(void)state;
	check_endless(STR(""), 'x', RECORD_CSV);
	check_endless(STR(H "fact,m,\""), '\n', RECORD_CSV);
	check_endless(STR("{\"kind\":\""), 'x', RECORD_JSONL);
	buf_pad(&b, ',', 1000);
	buf_add(&b, STR("\n\0"));
	capture_start();
	assert_false(read_all(&g, b.v, RECORD_CSV));
	assert_string_equal(capture_end(),
			    KB_NAME ": in:1: row of more than 16 MiB or 1000 fields\n");
	got_free(&g);
	buf_free(&b);
}

static void sniff_knows_records_by_content(void **state)
{
	static const char *const csv[] = {
		CSV_HEADER,
		"\xef\xbb\xbfvalue,kind,metric\r\nx",
		"\n\"metric\",\"other, thing\",\"value\",kind",
	};
	static const char *const json[] = {
		"{\"kind\":\"value\"}",
		"\n  {\"a\":1,\"kind\":0}\nwhatever",
	};
	static const char *const other[] = {
		"",
		"\n",
		"kind,metric\nvalue",
		"kind metric value\n",
		"[    0.000000] Linux version 6.1.0\n",
		"a kind of value, metric\nkind,metric,value\n",
		"\"kind,metric,value\n",
		"{\"kind\":\"val",
		"{\"metric\":1}",
		"[\"kind\"]",
		"{\"MESSAGE\":\"kind\"}\n{\"kind\":1}\n",
	};
	enum record_format format = RECORD_CSV;

	(void)state;
	for (size_t i = 0; i < sizeof(csv) / sizeof(csv[0]); i++) {
		assert_true(record_sniff(str_of(csv[i]), &format));
		assert_int_equal(format, RECORD_CSV);
	}
	for (size_t i = 0; i < sizeof(json) / sizeof(json[0]); i++) {
		assert_true(record_sniff(str_of(json[i]), &format));
		assert_int_equal(format, RECORD_JSONL);
	}
	for (size_t i = 0; i < sizeof(other) / sizeof(other[0]); i++)
		if (record_sniff(str_of(other[i]), &format))
			fail_msg("taken for records: %s", other[i]);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(columns_are_found_by_name),
		cmocka_unit_test(what_is_missing_takes_its_default),
		cmocka_unit_test(a_header_in_mid_file_starts_a_segment),
		cmocka_unit_test(a_record_made_of_column_names_is_no_header),
		cmocka_unit_test(bom_crlf_and_a_missing_last_newline_are_accepted),
		cmocka_unit_test(backslashes_are_decoded_and_unknown_ones_kept),
		cmocka_unit_test(csv_errors_say_where_and_what),
		cmocka_unit_test(json_errors_say_where_and_what),
		cmocka_unit_test(rows_before_an_error_are_given_and_none_after),
		cmocka_unit_test(endless_rows_end_in_an_error),
		cmocka_unit_test(sniff_knows_records_by_content),
	};

	return cmocka_run_group_tests_name("record_read", tests, NULL, NULL);
}

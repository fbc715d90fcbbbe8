/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "records.h"

static void csv_is_written_as_documented(void **state)
{
	struct record recs[] = { full, empty, empty };
	struct str text;

	(void)state;
	recs[1].text = STR("a=\"b c\", d");
	recs[2].kind = RECORD_EVENT;
	recs[2].metric = STR("splat");
	recs[2].source = STR(" x");
	recs[2].text = STR("\\\xff\t\x1b \xc3\xa4\r\n");
	text = write_all(recs, 3, RECORD_CSV);
	assert_str(text, CSV_HEADER
		   "value,base,3,boot-3/console.log,1234,9007199254740993,slab_test,kmalloc,"
		   "size=32;test=N*alloc N*free,loops=10000,cpu=3,time,mean,10000,cycles,lower,sum,"
		   "1,83.750\n"
		   "fact,,,,,,,,,,,kernel.cmdline,value,1,,none,mean,0,\"a=\"\"b c\"\", d\"\n"
		   "event,\" x\",,,,,,,,,,splat,value,1,,none,mean,0,"
		   "\"\\\\\\xff\t\\x1b \xc3\xa4\r\n\"\n");
	free((char *)text.p);
}

static void computed_numbers_are_short_and_read_back(void **state)
{
	static const struct {
		double v;
		const char *text;
	} cases[] = {
		{ 0.0, "0" },
		{ 11.0, "11" },
		{ 0.1, "0.1" },
		{ 76968720 / 1e8, "0.7696872" },
		{ 640756304.0 / 9999999.0, "64.07563680756368" },
		{ 1e300, "1e+300" },
	};
	struct buf b = { 0 };

	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		double back = -1;

		b.n = 0;
		record_number(&b, cases[i].v);
		assert_str(buf_str(&b), cases[i].text);
		assert_true(str_double(buf_str(&b), &back));
		assert_memory_equal(&back, &cases[i].v, sizeof(back));
	}
	buf_free(&b);
}

static void json_lines_are_written_as_documented(void **state)
{
	struct record recs[] = { full, empty };
	struct str text;

	(void)state;
	recs[1].text = STR("\"\\\xff\t\x1b \xc3\xa4\r\n/");
	text = write_all(recs, 2, RECORD_JSONL);
	assert_str(text,
		   "{\"kind\":\"value\",\"source\":\"base\",\"run\":3,"
		   "\"file\":\"boot-3/console.log\",\"line\":1234,\"time_ns\":9007199254740993,"
		   "\"format\":\"slab_test\",\"bench\":\"kmalloc\","
		   "\"params\":\"size=32;test=N*alloc N*free\",\"work\":\"loops=10000\","
		   "\"item\":\"cpu=3\",\"metric\":\"time\",\"stat\":\"mean\",\"n\":10000,"
		   "\"unit\":\"cycles\",\"better\":\"lower\",\"fold\":\"sum\",\"context\":true,"
		   "\"value\":83.750}\n"
		   "{\"kind\":\"fact\",\"source\":null,\"run\":null,\"file\":null,\"line\":null,"
		   "\"time_ns\":null,\"format\":null,\"bench\":null,\"params\":null,\"work\":null,"
		   "\"item\":null,\"metric\":\"kernel.cmdline\",\"stat\":\"value\",\"n\":1,"
		   "\"unit\":null,\"better\":\"none\",\"fold\":\"mean\",\"context\":false,"
		   "\"value\":\"\\\"\\\\\\\\\\\\xff\\t\\\\x1b \xc3\xa4\\r\\n/\"}\n");
	free((char *)text.p);
}

static void json_values_are_numbers_where_json_has_that_spelling(void **state)
{
	static const struct {
		const char *text;
		bool bare;
	} rows[] = {
		{ "0", true },	   { "-0", true },
		{ "12", true },	   { "-12.30", true },
		{ "1e5", true },   { "1.5E-3", true },
		{ "0.10", true },  { "18446744073709551615", true },
		{ "2e+0", true },  { "007", false },
		{ "+5", false },   { ".5", false },
		{ "5.", false },   { "-.5", false },
		{ "5.e1", false }, { "00", false },
		{ "-01", false },
	};

	(void)state;
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		const char *quote = rows[i].bare ? "" : "\"";
		struct record rec = full;
		struct str text;
		char want[64];
		struct got g;

		rec.text = str_of(rows[i].text);
		rec.value = strtod(rows[i].text, NULL);
		text = write_all(&rec, 1, RECORD_JSONL);
		snprintf(want, sizeof(want), "\"value\":%s%s%s}\n", quote, rows[i].text, quote);
		assert_string_equal(strstr(text.p, "\"value\":"), want);
		assert_true(read_pieces(&g, text, RECORD_JSONL, SIZE_MAX));
		check_record(&g.recs.v[0], &rec);
		got_free(&g);
		free((char *)text.p);
	}
	/* A fact is text even if it is made of digits. */
	{
		struct record rec = empty;
		struct str text;

		rec.text = STR("16");
		text = write_all(&rec, 1, RECORD_JSONL);
		assert_non_null(strstr(text.p, "\"value\":\"16\"}"));
		free((char *)text.p);
	}
}

static void an_empty_result_is_a_records_file(void **state)
{
	struct str text = write_all(NULL, 0, RECORD_CSV);
	enum record_format format = RECORD_JSONL;
	struct got g;

	(void)state;
	assert_str(text, CSV_HEADER);
	assert_true(record_sniff(text, &format));
	assert_int_equal(format, RECORD_CSV);
	assert_true(read_pieces(&g, text, RECORD_CSV, SIZE_MAX));
	assert_int_equal(g.recs.n, 0);
	got_free(&g);
	free((char *)text.p);
}

static void summaries_of_unknown_and_of_known_n_survive(void **state)
{
	static const unsigned long counts[] = { 0, 1, 30 };

	(void)state;
	for (unsigned int i = 0; i < 6; i++) {
		enum record_format format = i < 3 ? RECORD_CSV : RECORD_JSONL;
		struct record rec = full;
		struct str text;
		struct got g;

		rec.stat = STR("p99.9");
		rec.fold = FOLD_RUNS;
		rec.n = counts[i % 3];
		text = write_all(&rec, 1, format);
		assert_non_null(strstr(text.p, "runs"));
		assert_true(read_pieces(&g, text, format, SIZE_MAX));
		assert_int_equal(g.recs.n, 1);
		check_record(&g.recs.v[0], &rec);
		got_free(&g);
		free((char *)text.p);
	}
}

static void largest_numbers_survive(void **state)
{
	struct record rec = full;

	(void)state;
	rec.run = UINT32_MAX;
	rec.pos.line = UINT64_MAX;
	rec.n = UINT64_MAX;
	rec.time_ns = INT64_MAX;
	rec.text = STR("18446744073709551615");
	rec.value = 18446744073709551616.0;
	for (int format = RECORD_CSV; format <= RECORD_JSONL; format++) {
		struct str text = write_all(&rec, 1, (enum record_format)format);
		struct got g;

		assert_true(read_pieces(&g, text, (enum record_format)format, SIZE_MAX));
		assert_int_equal(g.recs.n, 1);
		check_record(&g.recs.v[0], &rec);
		assert_true(g.recs.v[0].pos.line == UINT64_MAX);
		got_free(&g);
		free((char *)text.p);
	}
}

/* --- random records --- */

static uint32_t seed;

static uint32_t below(uint32_t n)
{
	seed = seed * 1664525 + 1013904223;
	return (uint32_t)(((uint64_t)seed * n) >> 32);
}

/* From pieces that mean something to one of the two formats, or to the escapes, or to neither. */
static struct str random_text(struct arena *a, bool nul)
{
	static const struct str pieces[] = {
		STR_INIT(","),	      STR_INIT("\""),	    STR_INIT(";"),
		STR_INIT("="),	      STR_INIT("\\"),	    STR_INIT("x"),
		STR_INIT("0"),	      STR_INIT("a"),	    STR_INIT("F"),
		STR_INIT("\n"),	      STR_INIT("\r"),	    STR_INIT("\t"),
		STR_INIT(" "),	      STR_INIT("{"),	    STR_INIT("}"),
		STR_INIT("["),	      STR_INIT(":"),	    STR_INIT("u"),
		STR_INIT("\\x41"),    STR_INIT("\\\\"),	    STR_INIT("kind"),
		STR_INIT("metric"),   STR_INIT("value"),    STR_INIT("\xef\xbb\xbf"),
		STR_INIT("\xc3\xa4"), STR_INIT("\xe2\x82"), STR_INIT("\xf0\x9f\x98\x80"),
		STR_INIT("\xc2\x9b"), STR_INIT("\x1b"),	    STR_INIT("\x7f"),
		STR_INIT("\xff"),     STR_INIT("null"),
	};
	struct buf b = { 0 };
	struct str s;

	for (uint32_t n = below(4) ? below(8) : 0; n > 0; n--) {
		if (below(4) == 0)
			buf_char(&b, (char)(below(255) + 1));
		else if (nul && below(16) == 0)
			buf_char(&b, '\0');
		else
			buf_add(&b, pieces[below(sizeof(pieces) / sizeof(pieces[0]))]);
	}
	s = arena_str(a, buf_str(&b));
	buf_free(&b);
	return s;
}

static struct str random_name(struct arena *a)
{
	struct str s = random_text(a, true);

	return s.n > 0 ? s : STR("kind");
}

static struct record random_record(struct arena *a)
{
	static const struct str numbers[] = {
		STR_INIT("0"),
		STR_INIT("-0"),
		STR_INIT("007"),
		STR_INIT("+5"),
		STR_INIT(".5"),
		STR_INIT("5."),
		STR_INIT("1e3"),
		STR_INIT("83.750"),
		STR_INIT("-1.5E-7"),
		STR_INIT("18446744073709551615"),
		STR_INIT("0.1234567890123456789"),
		STR_INIT("9007199254740993"),
	};
	struct record rec = {
		.kind = (enum record_kind)below(3),
		.source = random_text(a, true),
		.run = below(3) ? below(1000) : UINT32_MAX,
		.time_ns = below(2) ? -1 : (int64_t)below(INT32_MAX) * below(INT32_MAX),
		.format = random_text(a, true),
		.bench = random_text(a, true),
		.params = random_text(a, true),
		.work = random_text(a, true),
		.item = random_text(a, true),
		.metric = random_name(a),
		.unit = random_text(a, true),
		.stat = random_name(a),
		.n = below(1000),
		.better = (enum better)below(3),
		.fold = (enum fold)below(3),
		.context = below(2) == 1,
		.text = random_text(a, true),
	};

	if (below(2)) {
		struct str file = random_text(a, false);

		rec.pos.file = file.n > 0 ? file.p : "f";
		rec.pos.line = below(1000);
	}
	if (rec.kind == RECORD_VALUE) {
		rec.text = numbers[below(sizeof(numbers) / sizeof(numbers[0]))];
		rec.value = strtod(rec.text.p, NULL);
	}
	return rec;
}

static unsigned long count_lines(struct str s)
{
	unsigned long lines = 0;

	for (size_t i = 0; i < s.n; i++)
		lines += s.p[i] == '\n';
	return lines;
}

static void check_random(enum record_format format, size_t piece)
{
	enum { N = 1500 };
	static struct record recs[N];
	static size_t at[N];
	struct arena *a = arena_new();
	enum record_format sniffed;
	struct record_writer *w;
	char *bytes = NULL;
	unsigned long line = 1;
	size_t size = 0, done = 0;
	struct str text;
	struct got g;
	FILE *f = open_memstream(&bytes, &size);

	w = record_writer_new(f, format);
	for (size_t i = 0; i < N; i++) {
		recs[i] = random_record(a);
		at[i] = (size_t)ftell(f);
		record_write(w, &recs[i]);
	}
	record_writer_free(w);
	fclose(f);
	text = (struct str){ bytes, size };
	assert_true(record_sniff(text, &sniffed));
	assert_int_equal(sniffed, format);
	assert_true(read_pieces(&g, text, format, piece));
	assert_int_equal(g.recs.n, N);
	for (size_t i = 0; i < N; i++) {
		const struct pos *pos = &g.recs.v[i].pos;

		check_record(&g.recs.v[i], &recs[i]);
		assert_int_equal(g.segments.v[i], 0);
		line += count_lines((struct str){ bytes + done, at[i] - done });
		done = at[i];
		assert_string_equal(pos->file, recs[i].pos.file ? recs[i].pos.file : "in");
		assert_int_equal(pos->line, recs[i].pos.file ? recs[i].pos.line : line);
	}
	got_free(&g);
	free(bytes);
	arena_free(a);
}

static void hostile_bytes_survive_csv(void **state)
{
	(void)state;
	seed = 1;
	check_random(RECORD_CSV, SIZE_MAX);
	check_random(RECORD_CSV, 1);
	check_random(RECORD_CSV, 7);
	check_random(RECORD_CSV, 1000);
}

static void hostile_bytes_survive_json(void **state)
{
	(void)state;
	seed = 2;
	check_random(RECORD_JSONL, SIZE_MAX);
	check_random(RECORD_JSONL, 1);
	check_random(RECORD_JSONL, 7);
	check_random(RECORD_JSONL, 1000);
}

static void a_whole_log_line_of_the_worst_bytes_survives(void **state)
{
	struct record rec = empty;

	(void)state;
	for (const char *c = "\xff\"\\"; *c; c++) {
		struct buf b = { 0 };

		buf_pad(&b, *c, 1 << 20);
		rec.text = buf_str(&b);
		for (int format = RECORD_CSV; format <= RECORD_JSONL; format++) {
			struct str text = write_all(&rec, 1, (enum record_format)format);
			struct got g;

			assert_true(read_pieces(&g, text, (enum record_format)format, 65536));
			assert_int_equal(g.recs.n, 1);
			assert_true(str_eq(g.recs.v[0].text, rec.text));
			got_free(&g);
			free((char *)text.p);
		}
		buf_free(&b);
	}
}

static void pairs_are_escaped_so_that_lists_stay_lists(void **state)
{
	struct buf list = { 0 };
	struct str value;

	(void)state;
	record_pair(&list, STR("size"), STR("32"));
	record_pair(&list, STR("test"), STR("100%;a=b\r\n,\\"));
	assert_str(buf_str(&list), "size=32;test=100%25%3Ba%3Db%0D%0A,\\");
	assert_true(str_pair(buf_str(&list), STR("size"), &value));
	assert_str(value, "32");
	buf_free(&list);
}

static void enums_have_the_names_of_the_files(void **state)
{
	(void)state;
	assert_string_equal(record_better_name(BETTER_NONE), "none");
	assert_string_equal(record_better_name(BETTER_LOWER), "lower");
	assert_string_equal(record_better_name(BETTER_HIGHER), "higher");
}

static void a_full_disk_stays_in_the_stream(void **state)
{
	FILE *f = fopen("/dev/full", "w");
	struct record_writer *w;

	(void)state;
	setvbuf(f, NULL, _IONBF, 0);
	w = record_writer_new(f, RECORD_CSV);
	record_write(w, &full);
	record_writer_free(w);
	assert_true(ferror(f));
	fclose(f);
	record_writer_free(NULL);
	record_reader_free(NULL);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(csv_is_written_as_documented),
		cmocka_unit_test(json_lines_are_written_as_documented),
		cmocka_unit_test(json_values_are_numbers_where_json_has_that_spelling),
		cmocka_unit_test(an_empty_result_is_a_records_file),
		cmocka_unit_test(summaries_of_unknown_and_of_known_n_survive),
		cmocka_unit_test(largest_numbers_survive),
		cmocka_unit_test(hostile_bytes_survive_csv),
		cmocka_unit_test(hostile_bytes_survive_json),
		cmocka_unit_test(a_whole_log_line_of_the_worst_bytes_survives),
		cmocka_unit_test(computed_numbers_are_short_and_read_back),
		cmocka_unit_test(pairs_are_escaped_so_that_lists_stay_lists),
		cmocka_unit_test(enums_have_the_names_of_the_files),
		cmocka_unit_test(a_full_disk_stays_in_the_stream),
	};

	return cmocka_run_group_tests_name("record", tests, NULL, NULL);
}

/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "unit/test.h"

#include "unit/doc_make.h"

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
	make_plot(doc, STR("plots/time-1.svg"));
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

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(csv_has_one_header_for_tables_of_the_same_columns),
		cmocka_unit_test(csv_quotes_what_needs_it),
		cmocka_unit_test(csv_numbers_are_whole_and_short),
		cmocka_unit_test(json_has_every_number_and_null_for_none),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

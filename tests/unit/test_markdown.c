/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "unit/test.h"

#include <unistd.h>
#include "unit/doc_make.h"

/*
 * What a reader sees of our Markdown, by the witness cmark-gfm(1): hostile texts go in, and the
 * HTML must have the same texts in the same places, and no element that we did not mean.
 */
#define WITNESS "cmark-gfm -e table -e strikethrough -e autolink -e tagfilter -e footnotes"

/* Around what is in a code span. */
#define CODE	 '\x02'
#define CODE_END '\x03'

/* A piece of text, and what is to be seen of it. */
struct piece {
	struct str bytes, shown;
};
#define SAME(text)                             \
	{                                      \
		STR_INIT(text), STR_INIT(text) \
	}
#define BAD(bytes)                                  \
	{                                           \
		STR_INIT(bytes), STR_INIT("\ufffd") \
	}
#define BLANK(char)                           \
	{                                     \
		STR_INIT(char), STR_INIT(" ") \
	}

static const struct piece pieces[] = {
	SAME("|"),
	SAME("`"),
	SAME("``"),
	SAME("```"),
	SAME("\\"),
	SAME("\\|"),
	SAME("`|`"),
	SAME("*"),
	SAME("**"),
	SAME("_"),
	SAME("__"),
	SAME("~"),
	SAME("~~"),
	SAME("~~~"),
	SAME("["),
	SAME("]"),
	SAME("]("),
	SAME("!["),
	SAME("(x)"),
	SAME("[x](http://a.b)"),
	SAME("[x]: http://a.b"),
	SAME("[^1]"),
	SAME("[^1]: y"),
	SAME("|---|"),
	SAME(":---|"),
	SAME("<script>"),
	SAME("<b>"),
	SAME("</td>"),
	SAME("<!--"),
	SAME("-->"),
	SAME("<?"),
	SAME("<![CDATA["),
	SAME("<http://a.b>"),
	SAME("<a@b.cd>"),
	SAME("<0.0001"),
	SAME("<"),
	SAME("&amp;"),
	SAME("&#42;"),
	SAME("&"),
	SAME("#"),
	SAME("# "),
	SAME(" #"),
	SAME("##"),
	SAME(">"),
	SAME("> "),
	SAME("-"),
	SAME("- "),
	SAME("+ "),
	SAME("* "),
	SAME("- [ ] "),
	SAME("1. "),
	SAME("1) "),
	SAME("99. "),
	SAME("---"),
	SAME("==="),
	SAME("***"),
	SAME("="),
	SAME("http://a.b/c"),
	SAME("https://x.yz"),
	SAME("www.ex.com"),
	SAME("ftp://f.gh"),
	SAME("mailto:a@b.cd"),
	SAME("xmpp:a@b.cd"),
	SAME("a@b.cd"),
	SAME("@user"),
	SAME("@"),
	SAME("#12"),
	SAME("$x$"),
	SAME(":smile:"),
	SAME("\""),
	SAME("'"),
	SAME("%"),
	SAME("{}"),
	SAME("a"),
	SAME("kfree_rcu"),
	SAME("N*alloc"),
	SAME("-13.5%"),
	SAME("é"),
	SAME("日本"),
	SAME(" "),
	SAME("  "),
	SAME("    "),
	SAME("\\\\"),
	SAME("!"),
	SAME("^"),
	SAME(";"),
	BAD("\xff"),
	BAD("\x1b"),
	BAD("\x01"),
	BAD("\x7f"),
	BAD("\0"),
	BAD("\xc2\x85"),
	BLANK("\n"),
	BLANK("\r"),
	BLANK("\t"),
};

/* An element of the HTML that is to come. */
struct want {
	const char *tag;
	struct str text;
	bool name; /* all of it is one code span; else blanks do not count */
};

struct trial {
	struct doc *doc;
	uint64_t *seed;
	struct buf bytes, shown; /* the text in hand */
	VEC(struct want) wants;
};

/* A new hostile text in t->bytes, and what is to be seen of it behind before in t->shown. */
static void make_text(struct trial *t, const char *before)
{
	t->bytes.n = t->shown.n = 0;
	buf_add(&t->shown, str_of(before));
	for (uint64_t n = make_random(t->seed, 7); n > 0; n--) {
		const struct piece *p = &pieces[make_random(t->seed, N_OF(pieces))];

		buf_add(&t->bytes, p->bytes);
		buf_add(&t->shown, p->shown);
	}
}

static struct str bytes_of(struct trial *t)
{
	return arena_str(t->doc->arena, buf_str(&t->bytes));
}

static void expect(struct trial *t, const char *tag, bool name)
{
	struct want *w = vec_add(&t->wants);

	w->tag = tag;
	w->text = arena_str(t->doc->arena, buf_str(&t->shown));
	w->name = name;
}

/* Free text that is not empty, so that it makes a paragraph. */
static struct str make_prose(struct trial *t, const char *tag, const char *before)
{
	make_text(t, before);
	if (str_trim(str_skip(buf_str(&t->shown), strlen(before))).n == 0) {
		buf_char(&t->bytes, 'x');
		buf_char(&t->shown, 'x');
	}
	expect(t, tag, false);
	return bytes_of(t);
}

static void make_header(struct trial *t, struct column *c)
{
	struct buf seen = { 0 };

	make_text(t, "");
	c->group = bytes_of(t);
	buf_char(&seen, ' ');
	buf_add(&seen, buf_str(&t->shown));
	buf_char(&seen, ' ');
	make_text(t, "");
	c->head = bytes_of(t);
	buf_add(&seen, buf_str(&t->shown));
	t->shown.n = 0;
	buf_add(&t->shown, buf_str(&seen));
	expect(t, "th", false);
	buf_free(&seen);
}

static void make_hostile_table(struct trial *t)
{
	struct table *table = doc_table(t->doc, VIEW_PEOPLE, 4, 6);

	do
		make_text(t, "");
	while (t->shown.n == 0);
	expect(t, "p", true);
	table->caption = bytes_of(t);
	for (size_t i = 0; i < 4; i++) {
		table_column(table, i, i < 3 ? "name.x" : "text", STR(""), STR(""), i % 2 == 0);
		make_header(t, &table->cols[i]);
	}
	for (size_t i = 0; i < 24; i++) {
		make_text(t, "");
		/* A column without any text would be left out. */
		if (i < 4) {
			buf_char(&t->bytes, 'x');
			buf_char(&t->shown, 'x');
		}
		expect(t, "td", i % 4 < 3);
		table->cells[i].text = bytes_of(t);
	}
	/* Not by table_note(), which takes two that are the same for one. */
	table->notes = arena_new_of(t->doc->arena, struct str, 2);
	table->notes[table->nnotes++] = make_prose(t, "p", "(1) ");
	table->notes[table->nnotes++] = make_prose(t, "p", "(2) ");
	table->legend = make_prose(t, "p", "");
}

static void make_image(struct trial *t)
{
	struct plot *p = make_plot(t->doc, STR("plots/a (1)<\".svg"));

	p->title = make_prose(t, "img", "");
	p->caption = make_prose(t, "p", "");
}

static void make_doc(struct trial *t)
{
	struct block *b = doc_add(t->doc, BLOCK_HEADING, VIEW_PEOPLE);

	b->level = 2;
	b->text = make_prose(t, "h2", "");
	doc_prose(t->doc, VIEW_PEOPLE, "a", make_prose(t, "p", ""));
	make_hostile_table(t);
	make_image(t);
	doc_prose(t->doc, VIEW_PEOPLE, "b", make_prose(t, "p", ""));
}

static struct str witness(struct trial *t, struct str markdown)
{
	char path[] = "/tmp/test_markdown-XXXXXX";
	int fd = mkstemp(path), c;
	struct buf b = { 0 };
	struct str html;
	FILE *f;

	assert_true(fd >= 0);
	assert_int_equal(write(fd, markdown.p, markdown.n), markdown.n);
	close(fd);
	f = popen(arena_printf(t->doc->arena, WITNESS " %s", path).p, "r");
	assert_non_null(f);
	while ((c = fgetc(f)) != EOF)
		buf_char(&b, (char)c);
	assert_int_equal(pclose(f), 0);
	unlink(path);
	html = arena_str(t->doc->arena, buf_str(&b));
	buf_free(&b);
	return html;
}

/* The text of HTML, with its code spans marked; any element in it but these is a failure. */
static struct str html_text(struct trial *t, struct str html)
{
	static const struct piece known[] = {
		{ STR_INIT("&amp;"), STR_INIT("&") },	  { STR_INIT("&lt;"), STR_INIT("<") },
		{ STR_INIT("&gt;"), STR_INIT(">") },	  { STR_INIT("&quot;"), STR_INIT("\"") },
		{ STR_INIT("<code>"), STR_INIT("\x02") }, { STR_INIT("</code>"), STR_INIT("\x03") },
		{ STR_INIT("<strong>"), STR_INIT("") },	  { STR_INIT("</strong>"), STR_INIT("") },
	};
	struct buf b = { 0 };
	struct str text;

	while (html.n > 0) {
		size_t i = 0;

		while (i < N_OF(known) && !str_starts(html, known[i].bytes))
			i++;
		if (i == N_OF(known)) {
			assert_int_not_equal(html.p[0], '<');
			assert_int_not_equal(html.p[0], '&');
			buf_char(&b, html.p[0]);
			html = str_skip(html, 1);
		} else {
			buf_add(&b, known[i].shown);
			html = str_skip(html, known[i].bytes.n);
		}
	}
	text = arena_str(t->doc->arena, buf_str(&b));
	buf_free(&b);
	return text;
}

/* Without marks of code spans, and with single blanks. */
static struct str plain(struct trial *t, struct str s)
{
	struct buf b = { 0 };
	struct str text;

	for (size_t i = 0; i < s.n; i++)
		if (s.p[i] != CODE && s.p[i] != CODE_END &&
		    (s.p[i] != ' ' || (b.n > 0 && b.v[b.n - 1] != ' ')))
			buf_char(&b, s.p[i]);
	text = arena_str(t->doc->arena, str_rtrim(buf_str(&b)));
	buf_free(&b);
	return text;
}

static void compare(struct trial *t, const struct want *w, struct str got)
{
	struct str text = html_text(t, got);

	if (!w->name)
		assert_str(plain(t, text), plain(t, w->text).p);
	else if (w->text.n == 0)
		assert_int_equal(text.n, 0);
	else
		assert_str(text,
			   arena_printf(t->doc->arena, "%c%s%c", CODE, w->text.p, CODE_END).p);
}

/* What is between the start of html and the next end, which is removed with it. */
static struct str take_until(struct str *html, struct str end)
{
	size_t n = str_find(*html, end);
	struct str head = { html->p, n };

	assert_int_not_equal(n, (size_t)-1);
	*html = str_skip(*html, n + end.n);
	return head;
}

static void check_html(struct trial *t, struct str html)
{
	static const char *const around[] = { "table",	"thead",  "tbody",  "tr",
					      "/table", "/thead", "/tbody", "/tr" };
	size_t at = 0;

	while (html.n > 0) {
		struct str tag, name;
		size_t i = 0;

		if (html.p[0] == '\n') {
			html = str_skip(html, 1);
			continue;
		}
		assert_int_equal(html.p[0], '<');
		html = str_skip(html, 1);
		tag = take_until(&html, STR(">"));
		while (i < N_OF(around) && !str_is(tag, around[i]))
			i++;
		if (i < N_OF(around))
			continue;
		assert_true(at < t->wants.n);
		name = str_cut(tag, ' ').head;
		if (str_is(name, "p") && str_starts(html, STR("<img "))) {
			take_until(&html, STR("<img src=\"plots/a%20%281%29%3C%22.svg\" alt=\""));
			assert_string_equal(t->wants.v[at].tag, "img");
			compare(t, &t->wants.v[at++], take_until(&html, STR("\" />")));
			assert_int_equal(take_until(&html, STR("</p>")).n, 0);
			continue;
		}
		assert_str(name, t->wants.v[at].tag);
		compare(t, &t->wants.v[at++],
			take_until(&html,
				   arena_printf(t->doc->arena, "</%.*s>", (int)name.n, name.p)));
	}
	assert_int_equal(at, t->wants.n);
}

static void hostile_texts_are_seen_as_they_are(void **state)
{
	uint64_t seed = 20250105;

	(void)state;
	for (int i = 0; i < 80; i++) {
		struct trial t = { .doc = doc_new(), .seed = &seed };
		struct str markdown;

		make_doc(&t);
		markdown = render_plain(t.doc, "markdown", -1);
		for (struct str rest = markdown; rest.n > 0; rest = str_skip(rest, str_utf8(rest)))
			assert_true(str_utf8(rest) > 0);
		check_html(&t, witness(&t, markdown));
		vec_free(&t.wants);
		buf_free(&t.bytes);
		buf_free(&t.shown);
		doc_free(t.doc);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(hostile_texts_are_seen_as_they_are),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "random.h"
#include "test.h"
#include "parsers/env.h"
#include "parsers/gate.h"

/* The gate against memcmp() at every place, by AVX2 where the machine has it and without. */
#define MOST  GATE_LITERALS
#define LARGE ((size_t)100 << 10)
#define A(a)  (a), sizeof(a) / sizeof((a)[0])

static const char *find(struct str text, struct str literal, const char *from)
{
	for (const char *p = from; (size_t)(text.p + text.n - p) >= literal.n; p++)
		if (memcmp(p, literal.p, literal.n) == 0)
			return p;
	return NULL;
}

/*
 * Every occurrence of every literal that is not ignored comes once, in order; all places ascend and
 * lie in what they stand for.
 */
static void check_gate(const struct gate *g, const struct str *literals, size_t n, struct str text,
		       const bool *ignore)
{
	struct gate_scan scan = { text.p, text.p, text.p + text.n, ignore, 0 };
	const char *from[MOST], *last = NULL, *start;
	struct gate_hit hit;

	for (size_t i = 0; i < n; i++)
		from[i] = text.p;
	for (; (hit = gate_next(g, &scan)).at; last = hit.at) {
		size_t i = hit.literal;

		assert_true(!last || hit.at >= last);
		assert_true(i < n && !(ignore && ignore[i]));
		start = find(text, literals[i], from[i]);
		assert_true(start && hit.at >= start && hit.at < start + literals[i].n);
		from[i] = start + 1;
	}
	for (size_t i = 0; i < n; i++)
		if (!ignore || !ignore[i])
			assert_null(find(text, literals[i], from[i]));
	assert_null(gate_next(g, &scan).at);
}

struct both {
	struct gate *fast, *portable;
	const struct str *literals;
	size_t n;
};

static struct both both_new(const struct str *literals, size_t n)
{
	struct both b = { gate_new(literals, n), gate_new(literals, n), literals, n };

	gate_portable(b.portable);
	return b;
}

static void both_free(struct both *b)
{
	gate_free(b->fast);
	gate_free(b->portable);
}

/* text is copied into memory of its own size, behind some bytes that are not part of it. */
static void both_check(const struct both *b, struct str text, size_t before, const bool *ignore)
{
	char *exact = test_malloc(before + text.n + !text.n);
	struct str copy = { exact + before, text.n };

	memset(exact, ' ', before);
	if (text.n)
		memcpy(exact + before, text.p, text.n);
	check_gate(b->fast, b->literals, b->n, copy, ignore);
	check_gate(b->portable, b->literals, b->n, copy, ignore);
	assert_int_equal(gate_lines(b->fast, copy.p, copy.p + copy.n),
			 gate_lines(b->portable, copy.p, copy.p + copy.n));
	test_free(exact);
}

/* Whole literals, their beginnings, ends and middles, single bytes of them, and what is in none. */
static void add_piece(struct buf *text, const struct str *literals, size_t n)
{
	struct str piece = literals[below(n)];
	static const char other[] = "\n\n 0[\xff";

	switch (below(6)) {
	case 0:
		break;
	case 1:
		piece.n = below(piece.n);
		break;
	case 2:
		piece = str_skip(piece, below(piece.n));
		break;
	case 3:
		piece = str_skip(piece, below(piece.n));
		piece.n = below(piece.n + 1);
		break;
	case 4:
		piece = (struct str){ piece.p + below(piece.n), 1 };
		break;
	default:
		piece = (struct str){ other + below(sizeof(other)), 1 };
	}
	buf_add(text, piece);
}

static void random_texts(const struct str *literals, size_t n)
{
	struct both b = both_new(literals, n);
	struct buf text = { 0 };

	seed = 0x9e3779b97f4a7c15u;
	for (size_t size = 0; size <= 300; size++)
		for (int i = 0; i < 4; i++) {
			bool some[MOST];

			text.n = 0;
			while (text.n < size)
				add_piece(&text, literals, n);
			for (size_t k = 0; k < n; k++)
				some[k] = below(2);
			both_check(&b, (struct str){ text.v, size }, below(33),
				   i == 3 ? some : NULL);
		}
	for (int i = 0; i < 3; i++) {
		text.n = 0;
		while (text.n < LARGE)
			add_piece(&text, literals, n);
		both_check(&b, (struct str){ text.v, LARGE - below(64) }, below(33), NULL);
	}
	buf_free(&text);
	both_free(&b);
}

static size_t add_literals(const struct format *f, struct str *literals, size_t n)
{
	for (size_t i = 0; i < f->nrules; i++) {
		bool known = !f->rules[i].literal;

		for (size_t j = 0; j < n && !known; j++)
			known = str_is(literals[j], f->rules[i].literal);
		if (!known)
			literals[n++] = str_of(f->rules[i].literal);
		assert_true(n < MOST);
	}
	return n;
}

/* What the scanner gives to its gate. */
static size_t own_literals(struct str *literals)
{
	size_t n = add_literals(&format_env, literals, 0);

	literals[n++] = STR("[    ");
	for (size_t i = 0; formats[i]; i++)
		n = add_literals(formats[i], literals, n);
	assert_true(n > 20);
	return n;
}

static void the_programs_own_literals_are_found(void **state)
{
	struct str literals[MOST];

	(void)state;
	random_texts(literals, own_literals(literals));
}

static void literals_that_overlap_are_all_found(void **state)
{
	static const struct str alike[] = {
		STR_INIT("aaaaa"), STR_INIT("aaaaaa"), STR_INIT("aaaaaaaaaaaa"), STR_INIT("ababa"),
		STR_INIT("babab"), STR_INIT("aabaa"),  STR_INIT("abaab"),
	};
	static const struct str blanks[] = { STR_INIT("       "), STR_INIT("     "),
					     STR_INIT("        used"), STR_INIT("    [") };

	(void)state;
	random_texts(A(alike));
	random_texts(A(blanks));
}

static void a_literal_may_begin_end_or_hold_another(void **state)
{
	static const struct str nested[] = {
		STR_INIT("Total"),	STR_INIT("Total time"), STR_INIT("Total time taken"),
		STR_INIT("time taken"), STR_INIT("taken"),	STR_INIT("l time"),
	};

	(void)state;
	random_texts(A(nested));
}

static void a_single_literal_is_found(void **state)
{
	static const struct str one[] = { STR_INIT("x = y") };

	(void)state;
	random_texts(A(one));
}

static void literals_may_be_any_bytes(void **state)
{
	static const struct str bytes[] = { STR_INIT("\xff\xfe\xff\xfe\xff"),
					    STR_INIT("\0\0\0\0\0"), STR_INIT("a\0b\0c"),
					    STR_INIT("\x7f\x80\x81\x0f\xf0\x8f"),
					    STR_INIT("\xe2\x80\x99 ers \xc2\xa0") };

	(void)state;
	random_texts(A(bytes));
}

/* Of a long one, the rare bytes may be far from its beginning. */
static void a_long_literal_is_found(void **state)
{
	struct buf b = { 0 };
	struct str one;

	(void)state;
	buf_pad(&b, ' ', 240);
	buf_add(&b, STR("Q=X=Z"));
	one = buf_str(&b);
	random_texts(&one, 1);
	buf_free(&b);
}

static void as_many_literals_as_there_may_be_are_found(void **state)
{
	struct arena *a = arena_new();
	struct str literals[MOST];

	(void)state;
	for (size_t i = 0; i < MOST; i++)
		literals[i] = arena_printf(a, "%c%c %zu times", (int)('a' + i % 3),
					   (int)('a' + i % 7), i * 37);
	random_texts(literals, MOST);
	arena_free(a);
}

/* Alone, at either end of a text of any size, twice in a row, and not with a byte cut off. */
static void literals_are_found_at_the_very_edges(void **state)
{
	struct str literals[MOST];
	size_t n = own_literals(literals);
	struct both b = both_new(literals, n);
	struct buf text = { 0 };

	(void)state;
	for (size_t i = 0; i < n; i++) {
		struct str lit = literals[i];

		both_check(&b, (struct str){ lit.p, lit.n - 1 }, 0, NULL);
		both_check(&b, str_skip(lit, 1), 0, NULL);
		for (size_t fill = 0; fill < 80; fill += 1 + n / 50) {
			text.n = 0;
			buf_add(&text, lit);
			buf_pad(&text, '.', fill);
			buf_add(&text, lit);
			both_check(&b, buf_str(&text), fill % 7, NULL);
			both_check(&b, (struct str){ text.v, text.n - 1 }, fill % 7, NULL);
			both_check(&b, str_skip(buf_str(&text), 1), fill % 7, NULL);
		}
	}
	buf_free(&text);
	both_free(&b);
}

static void what_stands_beyond_the_end_is_not_seen(void **state)
{
	static const struct str one[] = { STR_INIT("kmalloc(") };
	static const char text[] = "kmalloc(kmalloc(kmalloc(kmalloc(kmalloc(kmalloc(kmalloc(";
	struct both b = both_new(A(one));

	(void)state;
	for (size_t from = 0; from < sizeof(text); from++)
		for (size_t to = from; to < sizeof(text); to++) {
			struct str part = { text + from, to - from };

			check_gate(b.fast, A(one), part, NULL);
			check_gate(b.portable, A(one), part, NULL);
		}
	both_free(&b);
}

static void line_feeds_are_counted(void **state)
{
	static const struct str one[] = { STR_INIT("x = y") };
	static const char alphabet[] = "\n\n\v\r\x8a";
	struct both b = both_new(A(one));
	char *text = test_malloc(LARGE);

	(void)state;
	seed = 1;
	for (size_t i = 0; i < LARGE; i++)
		text[i] = alphabet[below(sizeof(alphabet))];
	for (size_t size = 0; size <= 300; size++)
		for (size_t from = 0; from < 40; from++) {
			const char *p = text + from;
			size_t want = 0;

			for (size_t i = 0; i < size; i++)
				want += p[i] == '\n';
			assert_int_equal(gate_lines(b.fast, p, p + size), want);
			assert_int_equal(gate_lines(b.portable, p, p + size), want);
		}
	memset(text, '\n', LARGE);
	assert_int_equal(gate_lines(b.fast, text, text + LARGE), LARGE);
	assert_int_equal(gate_lines(b.portable, text, text + LARGE), LARGE);
	test_free(text);
	both_free(&b);
}

int main(void)
{
	static const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_programs_own_literals_are_found),
		cmocka_unit_test(literals_that_overlap_are_all_found),
		cmocka_unit_test(a_literal_may_begin_end_or_hold_another),
		cmocka_unit_test(a_single_literal_is_found),
		cmocka_unit_test(literals_may_be_any_bytes),
		cmocka_unit_test(a_long_literal_is_found),
		cmocka_unit_test(as_many_literals_as_there_may_be_are_found),
		cmocka_unit_test(literals_are_found_at_the_very_edges),
		cmocka_unit_test(what_stands_beyond_the_end_is_not_seen),
		cmocka_unit_test(line_feeds_are_counted),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

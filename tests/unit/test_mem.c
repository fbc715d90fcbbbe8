/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "test.h"

#include <stdalign.h>
#include <sys/wait.h>
#include "capture.h"

static void arena_memory_is_zeroed_and_aligned(void **state)
{
	struct arena *a = arena_new();

	(void)state;
	for (size_t i = 1; i < 2000; i++) {
		unsigned char *p = arena_alloc(a, i, 3);

		assert_int_equal((uintptr_t)p % alignof(max_align_t), 0);
		for (size_t j = 0; j < 3 * i; j++)
			assert_int_equal(p[j], 0);
		memset(p, 0xff, 3 * i);
		arena_str(a, STR("x"));
	}
	arena_free(a);
}

static void arena_pieces_do_not_overlap(void **state)
{
	struct arena *a = arena_new();
	struct str copy[3000];
	char text[3000];

	(void)state;
	for (size_t i = 0; i < 3000; i++) {
		memset(text, (int)i, i);
		copy[i] = arena_str(a, (struct str){ text, i });
	}
	for (size_t i = 0; i < 3000; i++) {
		memset(text, (int)i, i);
		assert_int_equal(copy[i].n, i);
		assert_memory_equal(copy[i].p, text, i);
		assert_int_equal(copy[i].p[i], 0);
	}
	arena_free(a);
}

static void arena_takes_what_is_larger_than_a_chunk(void **state)
{
	struct arena *a = arena_new();
	char *small = arena_alloc(a, 1, 16), *large = arena_alloc(a, 1, 1 << 20), *next;

	(void)state;
	memset(large, 0xff, 1 << 20);
	next = arena_alloc(a, 1, 16);
	/* The room beside the small one was not given up. */
	assert_ptr_equal(next, small + 16);
	assert_int_equal(next[0], 0);
	arena_free(a);
}

static void arena_is_usable_after_reset(void **state)
{
	struct arena *a = arena_new();

	(void)state;
	for (int i = 0; i < 3; i++) {
		int *v = arena_new_of(a, int, 100000);

		assert_int_equal(v[99999], 0);
		v[99999] = 1;
		arena_reset(a);
	}
	assert_str(arena_printf(a, "%s-%d", "boot", 10), "boot-10");
	assert_str(arena_printf(a, "%s", ""), "");
	arena_free(a);
	arena_free(NULL);
}

static void vec_keeps_what_is_added_and_zeroes_the_new(void **state)
{
	VEC(long) v = { 0 };
	const long *item;
	long sum = 0;

	(void)state;
	vec_each (item, &v)
		sum += *item;
	for (long i = 0; i < 1000; i++) {
		long *added = vec_add(&v);

		assert_int_equal(*added, 0);
		*added = i;
	}
	vec_each (item, &v)
		sum += *item;
	assert_int_equal(v.n, 1000);
	assert_int_equal(sum, 499500);
	vec_free(&v);
	assert_null(v.v);
	assert_int_equal(v.n + v.cap, 0);
	*vec_add(&v) = 5;
	assert_int_equal(v.v[0], 5);
	vec_free(&v);
}

static void buf_holds_any_bytes(void **state)
{
	struct buf b = { 0 };
	char long_text[5000];

	(void)state;
	assert_int_equal(buf_str(&b).n, 0);
	buf_add(&b, (struct str){ NULL, 0 });
	buf_add(&b, STR("a\0b"));
	buf_char(&b, '\xff');
	buf_pad(&b, '.', 3);
	buf_pad(&b, '.', 0);
	assert_int_equal(b.n, 7);
	assert_memory_equal(b.v, "a\0b\xff...", 7);
	b.n = 0;
	memset(long_text, 'x', sizeof(long_text) - 1);
	long_text[sizeof(long_text) - 1] = '\0';
	buf_printf(&b, "%s%d", long_text, 42);
	buf_printf(&b, "%s", "");
	assert_int_equal(b.n, 5001);
	assert_memory_equal(b.v + 4998, "x42", 3);
	buf_free(&b);
	assert_int_equal(b.n, 0);
}

static void escaped_text_has_nothing_that_a_terminal_obeys(void **state)
{
	struct buf b = { 0 };

	(void)state;
	buf_escaped(&b, STR("a\x1b[31m\t\n\0\x7f \xc3\xa4 \xc2\x9b \xff\xe2\x82 \xe2\x82\xac\\"));
	assert_str(buf_str(&b),
		   "a\\x1b[31m\\x09\\x0a\\x00\\x7f \xc3\xa4 \\xc2\\x9b \\xff\\xe2\\x82 "
		   "\xe2\x82\xac\\");
	buf_free(&b);
}

static void escaped_text_reads_in_the_order_it_is_in(void **state)
{
	/* The neighbours of each range stay. */
	static const char *const turns[] = { "\xd8\x9c",     "\xe2\x80\x8e", "\xe2\x80\x8f",
					     "\xe2\x80\xa8", "\xe2\x80\xa9", "\xe2\x80\xaa",
					     "\xe2\x80\xae", "\xe2\x81\xa6", "\xe2\x81\xa9" };
	static const char *const others[] = { "\xd8\x9b",     "\xe2\x80\x8d", "\xe2\x80\x90",
					      "\xe2\x80\xa7", "\xe2\x80\xaf", "\xe2\x81\xa5",
					      "\xe2\x81\xaa" };

	(void)state;
	for (size_t i = 0; i < sizeof(turns) / sizeof(turns[0]); i++) {
		struct buf b = { 0 };

		buf_escaped(&b, str_of(turns[i]));
		assert_int_equal(b.n, 4 * strlen(turns[i]));
		assert_int_equal(b.v[0], '\\');
		buf_free(&b);
	}
	for (size_t i = 0; i < sizeof(others) / sizeof(others[0]); i++) {
		struct buf b = { 0 };

		buf_escaped(&b, str_of(others[i]));
		assert_str(buf_str(&b), others[i]);
		buf_free(&b);
	}
}

static void escaping_leaves_only_printable_utf8(void **state)
{
	struct buf b = { 0 };
	uint32_t seed = 1;

	(void)state;
	for (int i = 0; i < 20000; i++) {
		char bytes[5];

		for (size_t j = 0; j < sizeof(bytes); j++) {
			seed = seed * 1664525 + 1013904223;
			bytes[j] = (char)(seed >> 24);
		}
		buf_escaped(&b, (struct str){ bytes, sizeof(bytes) });
	}
	for (struct str s = buf_str(&b); s.n > 0;) {
		size_t n = str_utf8(s);

		assert_int_not_equal(n, 0);
		assert_false((unsigned char)s.p[0] < 0x20 || s.p[0] == 0x7f);
		assert_false(s.p[0] == '\xc2' && (unsigned char)s.p[1] < 0xa0);
		s = str_skip(s, n);
	}
	buf_free(&b);
}

static void ask_for_too_much(struct arena *a)
{
	arena_alloc(a, SIZE_MAX / 2, 3);
}

static void grow_too_much(struct arena *a)
{
	size_t cap = 0;

	(void)a;
	mem_grow(NULL, &cap, SIZE_MAX / 2, 16);
}

static void check_death(void (*f)(struct arena *a))
{
	struct arena *a = arena_new();
	int status = 0;
	pid_t pid;

	capture_start();
	pid = fork();
	if (pid == 0) {
		f(a);
		_exit(0);
	}
	waitpid(pid, &status, 0);
	arena_free(a);
	assert_string_equal(capture_end(), KB_NAME ": out of memory\n");
	assert_true(WIFEXITED(status));
	assert_int_equal(WEXITSTATUS(status), 2);
}

static void out_of_memory_ends_with_status_2(void **state)
{
	(void)state;
	check_death(ask_for_too_much);
	check_death(grow_too_much);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(arena_memory_is_zeroed_and_aligned),
		cmocka_unit_test(arena_pieces_do_not_overlap),
		cmocka_unit_test(arena_takes_what_is_larger_than_a_chunk),
		cmocka_unit_test(arena_is_usable_after_reset),
		cmocka_unit_test(vec_keeps_what_is_added_and_zeroes_the_new),
		cmocka_unit_test(buf_holds_any_bytes),
		cmocka_unit_test(escaped_text_has_nothing_that_a_terminal_obeys),
		cmocka_unit_test(escaped_text_reads_in_the_order_it_is_in),
		cmocka_unit_test(escaping_leaves_only_printable_utf8),
		cmocka_unit_test(out_of_memory_ends_with_status_2),
	};

	return cmocka_run_group_tests_name("mem", tests, NULL, NULL);
}

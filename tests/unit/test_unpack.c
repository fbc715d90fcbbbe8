/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "test.h"
#include "capture.h"
#include "parsers/unpack.h"

/* "one\ntwo\n", packed by the programs of these names. */
static const struct packed {
	const char *name;
	struct str bytes;
	const char *cut, *flipped; /* what is said when the last byte lacks, or one is another */
} packed[] = {
	{ "gzip",
	  STR_INIT(
		  "\x1f\x8b\x08\x00\x00\x00\x00\x00\x00\x03\xcb\xcf\x4b\xe5\x2a\x29\xcf\xe7\x02\x00"
		  "\xe6\x0b\xba\x12\x08\x00\x00\x00"),
	  "gzip: truncated", "gzip: incorrect data check" },
	{ "xz",
	  STR_INIT(
		  "\xfd\x37\x7a\x58\x5a\x00\x00\x04\xe6\xd6\xb4\x46\x02\x00\x21\x01\x16\x00\x00\x00"
		  "\x74\x2f\xe5\xa3\x01\x00\x07\x6f\x6e\x65\x0a\x74\x77\x6f\x0a\x00\x51\xab\x9e\xaf"
		  "\x57\x75\x70\x49\x00\x01\x20\x08\xbb\x19\xd9\xbb\x1f\xb6\xf3\x7d\x01\x00\x00\x00"
		  "\x00\x04\x59\x5a"),
	  "xz: ", "xz: " },
	{ "zstd",
	  STR_INIT(
		  "\x28\xb5\x2f\xfd\x04\x58\x41\x00\x00\x6f\x6e\x65\x0a\x74\x77\x6f\x0a\xe6\xa6\x0e"
		  "\x40"),
	  "zstd: ", "zstd: " },
	{ "bzip2",
	  STR_INIT(
		  "\x42\x5a\x68\x39\x31\x41\x59\x26\x53\x59\xa7\x14\x2b\x77\x00\x00\x02\xc1\x80\x00"
		  "\x10\x02\x01\x84\x80\x20\x00\x21\x80\x0c\x02\x38\xf5\x1b\x8b\xb9\x22\x9c\x28\x48"
		  "\x53\x8a\x15\xbb\x80"),
	  "bzip2: ", "bzip2: " },
	{ "lz4",
	  STR_INIT(
		  "\x04\x22\x4d\x18\x64\x40\xa7\x08\x00\x00\x80\x6f\x6e\x65\x0a\x74\x77\x6f\x0a\x00"
		  "\x00\x00\x00\x27\x01\xc4\x83"),
	  "lz4: ", "lz4: " },
};
#define PACKED (sizeof(packed) / sizeof(packed[0]))

/* Unpacks; NULL when it went well, else the message. */
static const char *unpacked(struct str bytes, size_t most, struct buf *out)
{
	const char *said;
	bool ok;

	capture_start();
	ok = unpack_all(bytes, "a", most, out);
	said = capture_end();
	assert_int_equal(ok, !*said);
	return ok ? NULL : said;
}

static void each_kind_is_read(void **state)
{
	(void)state;
	for (size_t i = 0; i < PACKED; i++) {
		struct buf out = { 0 };

		assert_true(unpack_knows(packed[i].bytes));
		assert_null(unpacked(packed[i].bytes, 8, &out));
		assert_str(buf_str(&out), "one\ntwo\n");
		buf_free(&out);
	}
	assert_false(unpack_knows(STR("")));
	assert_false(unpack_knows(STR("BZhang wrote:\n")));
	assert_false(unpack_knows(STR("\x1f\x8b")));
}

static void members_follow_each_other(void **state)
{
	(void)state;
	for (size_t i = 0; i < PACKED; i++) {
		struct buf twice = { 0 }, out = { 0 };

		buf_add(&twice, packed[i].bytes);
		buf_add(&twice, packed[i].bytes);
		assert_null(unpacked(buf_str(&twice), 16, &out));
		assert_str(buf_str(&out), "one\ntwo\none\ntwo\n");
		buf_free(&twice);
		buf_free(&out);
	}
}

static void said(struct str bytes, const char *want)
{
	struct buf out = { 0 };
	const char *why = unpacked(bytes, 100, &out);

	assert_non_null(why);
	if (!strstr(why, want) || !strstr(why, ": a: ") || strchr(why, '\n')[1])
		fail_msg("said: %s", why);
	buf_free(&out);
}

static void what_is_cut_or_corrupt_is_said(void **state)
{
	(void)state;
	for (size_t i = 0; i < PACKED; i++) {
		struct str whole = packed[i].bytes;
		struct buf copy = { 0 };

		said((struct str){ whole.p, whole.n - 1 }, packed[i].cut);
		said((struct str){ whole.p, whole.n / 2 }, packed[i].name);
		buf_add(&copy, whole);
		copy.v[whole.n - 5] ^= 1;
		said(buf_str(&copy), packed[i].flipped);
		copy.v[whole.n - 5] ^= 1;
		buf_add(&copy, STR("bytes"));
		said(buf_str(&copy), packed[i].name);
		buf_free(&copy);
	}
}

static void what_is_too_large_is_said(void **state)
{
	(void)state;
	for (size_t i = 0; i < PACKED; i++) {
		struct buf out = { 0 };
		const char *why = unpacked(packed[i].bytes, 7, &out);

		assert_non_null(why);
		assert_non_null(strstr(why, ": too large when unpacked\n"));
		buf_free(&out);
	}
}

int main(void)
{
	static const struct CMUnitTest tests[] = {
		cmocka_unit_test(each_kind_is_read),
		cmocka_unit_test(members_follow_each_other),
		cmocka_unit_test(what_is_cut_or_corrupt_is_said),
		cmocka_unit_test(what_is_too_large_is_said),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

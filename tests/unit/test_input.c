/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "test.h"
#include <fcntl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>
#include "capture.h"
#include "random.h"
#include "parsers/input.h"
#include "parsers/stream.h"

#define LINE_LIMIT ((size_t)64)

static char dir[256];

/* The path of a name in the temporary directory. Good until the fourth call after it. */
static const char *at(const char *name)
{
	static char paths[4][4096];
	static unsigned int next;
	char *path = paths[next++ % 4];

	snprintf(path, sizeof(paths[0]), "%s/%s", dir, name);
	return path;
}

static void make_file(const char *name, struct str text)
{
	FILE *f = fopen(at(name), "w");

	assert_non_null(f);
	assert_int_equal(fwrite(text.p, 1, text.n, f), text.n);
	assert_int_equal(fclose(f), 0);
}

/* Directories end with a slash; of the others the content is their name. */
static void make(const char *const *names)
{
	for (; *names; names++) {
		if ((*names)[strlen(*names) - 1] == '/')
			assert_int_equal(mkdir(at(*names), 0755), 0);
		else
			make_file(*names, str_of(*names));
	}
}

static int fresh(void **state)
{
	const char *tmp = getenv("TMPDIR");

	(void)state;
	snprintf(dir, sizeof(dir), "%s/test_input.XXXXXX", tmp && *tmp ? tmp : "/tmp");
	return !mkdtemp(dir) || chmod(dir, 0755) != 0;
}

static int clean(void **state)
{
	char command[sizeof(dir) + 32];

	(void)state;
	snprintf(command, sizeof(command), "rm -rf '%s'", dir);
	return system(command);
}

/* --- which files --- */

struct walked {
	struct buf paths;   /* "a, b (place p), " without the directory that holds all */
	const char *refuse; /* a path that is answered with false */
	const char *said;
	bool ok;
};

static struct str below_dir(struct str path)
{
	size_t n = strlen(dir) + 1;

	return path.n > n && memcmp(path.p, dir, n - 1) == 0 ? str_skip(path, n) : path;
}

static bool walk_file(void *ctx, const struct input_file *file)
{
	struct walked *w = ctx;
	struct str path = below_dir(str_of(file->path)), place = below_dir(file->place);

	if (w->paths.n)
		buf_add(&w->paths, STR(", "));
	buf_add(&w->paths, path);
	if (place.n)
		buf_printf(&w->paths, " (of %.*s)", (int)place.n, place.p);
	return !w->refuse || !str_is(path, w->refuse);
}

static void check_walk(const char *path, const char *want, bool ok, const char *said)
{
	struct walked w = { 0 };
	const char *got;

	capture_start();
	w.ok = input_walk(path, walk_file, &w);
	got = capture_end();
	assert_str(buf_str(&w.paths), want);
	assert_int_equal(w.ok, ok);
	if (said ? !strstr(got, said) : *got)
		fail_msg("said: %s", got);
	buf_free(&w.paths);
}

static void files_come_in_natural_order(void **state)
{
	static const char *const names[] = { "d/",	    "d/boot-10", "d/boot-2/",  "d/boot-2/b",
					     "d/boot-2/a",  "d/boot-1/", "d/boot-1/x", "d/boot-3",
					     "d/.hidden",   "d/.git/",	 "d/.git/x",   "d/Zebra",
					     "d/boot-002x", NULL };

	(void)state;
	make(names);
	check_walk(at("d"),
		   "d/Zebra, d/boot-1/x, d/boot-2/a, d/boot-2/b, d/boot-002x, d/boot-3, d/boot-10",
		   true, NULL);
	check_walk(at("d/"),
		   "d/Zebra, d/boot-1/x, d/boot-2/a, d/boot-2/b, d/boot-002x, d/boot-3, d/boot-10",
		   true, NULL);
	check_walk(at("d/boot-3"), "d/boot-3", true, NULL);
	/* One that is named counts, hidden or not. */
	check_walk(at("d/.hidden"), "d/.hidden", true, NULL);
	check_walk("-", "-", true, NULL);
}

static void a_directory_with_a_console_is_a_place(void **state)
{
	static const char *const names[] = { "r/",
					     "r/one/",
					     "r/one/console.log",
					     "r/one/dmesg.txt",
					     "r/one/meta",
					     "r/one/sub/",
					     "r/one/sub/x",
					     "r/two/",
					     "r/two/serial",
					     "r/three/",
					     "r/three/consoles.log",
					     "r/three/dmesg.txt.old",
					     "r/three/my-dmesg",
					     "r/three/console.csv",
					     NULL };

	(void)state;
	make(names);
	check_walk(
		at("r"),
		"r/one/console.log (of r/one), r/one/dmesg.txt (of r/one), r/one/meta (of r/one), "
		"r/one/sub/x, r/three/console.csv, r/three/consoles.log, r/three/dmesg.txt.old, "
		"r/three/my-dmesg, r/two/serial (of r/two)",
		true, NULL);
	/* A file that is named stands by itself. */
	check_walk(at("r/one/console.log"), "r/one/console.log", true, NULL);
}

static void symlinks_are_followed_but_not_in_circles(void **state)
{
	static const char *const names[] = { "s/", "s/a/", "s/a/x", "other/", "other/y", NULL };

	(void)state;
	make(names);
	assert_int_equal(symlink("..", at("s/a/up")), 0);
	assert_int_equal(symlink("../../other", at("s/a/side")), 0);
	assert_int_equal(symlink("x", at("s/a/z")), 0);
	check_walk(at("s"), "s/a/side/y, s/a/x, s/a/z", true,
		   "/s/a/up: warning: directory within itself: left out\n");
}

static void what_cannot_be_found_is_said_and_the_rest_is_read(void **state)
{
	static const char *const names[] = { "m/", "m/a", "m/c", NULL };

	(void)state;
	make(names);
	assert_int_equal(symlink("nowhere", at("m/b")), 0);
	check_walk(at("m"), "m/a, m/c", false, "/m/b: a link to a file that is not there\n");
	check_walk(at("nowhere"), "", false, "/nowhere: No such file or directory\n");
	check_walk(at("m/a/b"), "", false, "/m/a/b: Not a directory\n");
}

static void what_is_no_file_is_left_out(void **state)
{
	static const char *const names[] = { "f/", "f/a", "f/c", NULL };

	(void)state;
	make(names);
	assert_int_equal(mkfifo(at("f/b"), 0600), 0);
	check_walk(at("f"), "f/a, f/c", true, "/f/b: note: not a regular file: left out\n");
	/* A pipe that is named is read: <(zcat log.gz) */
	check_walk(at("f/b"), "f/b", true, NULL);
}

static void a_refused_file_makes_the_walk_fail_but_not_stop(void **state)
{
	static const char *const names[] = { "w/", "w/a", "w/b", "w/c", NULL };
	struct walked w = { .refuse = "w/b" };

	(void)state;
	make(names);
	assert_false(input_walk(at("w"), walk_file, &w));
	assert_str(buf_str(&w.paths), "w/a, w/b, w/c");
	buf_free(&w.paths);
}

static void directories_may_not_nest_without_end(void **state)
{
	struct buf name = { 0 };

	(void)state;
	buf_add(&name, STR("n"));
	for (int i = 0; i < 80; i++) {
		buf_char(&name, '\0');
		assert_int_equal(mkdir(at(name.v), 0755), 0);
		name.n--;
		buf_add(&name, STR("/n"));
	}
	buf_free(&name);
	make_file("n/n/file", STR("x"));
	check_walk(at("n"), "n/n/file", false, "directories nested too deeply\n");
}

static void check_sides(const char *path, const char *want)
{
	struct arena *a = arena_new();
	struct buf got = { 0 };
	struct str *names;
	size_t n;

	capture_start();
	n = input_sides(path, a, &names);
	assert_string_equal(capture_end(), "");
	for (size_t i = 0; i < n; i++)
		buf_printf(&got, "%s%s", i ? " " : "", names[i].p);
	assert_str(buf_str(&got), want);
	buf_free(&got);
	arena_free(a);
}

static void sides_are_directories_and_nothing_else(void **state)
{
	static const char *const names[] = { "good/",
					     "good/v10/",
					     "good/v9/",
					     "good/.hidden",
					     "good/v9/run/",
					     "good/v9/run/dmesg",
					     "good/README.md",
					     "one/",
					     "one/only/",
					     "file/",
					     "file/a/",
					     "file/b/",
					     "file/notes",
					     "boots/",
					     "boots/a/",
					     "boots/b/",
					     "boots/b/console.log",
					     "empty/",
					     NULL };

	(void)state;
	make(names);
	check_sides(at("good"), "v9 v10");
	check_sides(at("good/"), "v9 v10");
	check_sides(at("one"), "");
	check_sides(at("file"), "");
	check_sides(at("boots"), "");
	check_sides(at("empty"), "");
	check_sides(at("file/notes"), "");
	check_sides(at("nowhere"), "");
	check_sides("-", "");
}

/* --- what is in them --- */

struct told {
	struct buf text;  /* of all blocks */
	VEC(size_t) ends; /* of the blocks in it */
	struct buf head;
	size_t firsts, line_max, largest;
	bool whole;
	bool refuse_first, refuse_block, bytes, all;
};

static enum input_how tell_first(void *ctx, struct str head, bool whole)
{
	struct told *t = ctx;

	t->firsts++;
	t->whole = whole;
	buf_add(&t->head, head);
	return t->refuse_first ? INPUT_STOP
	       : t->all	       ? INPUT_ALL
	       : t->bytes      ? INPUT_BYTES
			       : INPUT_LINES;
}

static bool tell_block(void *ctx, struct str lines, bool whole)
{
	struct told *t = ctx;

	assert_int_equal(t->firsts, 1);
	assert_int_equal(whole, t->whole || t->all);
	assert_true(lines.n > 0);
	buf_add(&t->text, lines);
	*vec_add(&t->ends) = t->text.n;
	t->largest = lines.n > t->largest ? lines.n : t->largest;
	return !t->refuse_block;
}

static bool tell(struct told *t, const char *path, size_t line_max)
{
	const struct input_reader reader = { tell_first, tell_block, t, line_max };
	struct stream *from = stream_open(path);
	bool ok;

	t->line_max = line_max;
	ok = from && input_read(from, &reader);
	if (from)
		stream_close(from);
	return ok;
}

static void told_free(struct told *t)
{
	buf_free(&t->text);
	buf_free(&t->head);
	vec_free(&t->ends);
}

/*
 * Each line of the file came once and in order: as it is if it is short enough, else as it is or
 * cut behind the limit. A block ends where a line does, or with a cut line.
 */
static void check_lines(const struct told *t, struct str file)
{
	size_t from = 0;
	struct str line;

	assert_int_equal(t->firsts, 1);
	assert_true(str_starts(file, buf_str(&t->head)));
	for (size_t b = 0; b < t->ends.n; b++) {
		struct str block = { t->text.v + from, t->ends.v[b] - from }, got;

		from = t->ends.v[b];
		while (block.n) {
			bool ended = str_cut(block, '\n').ok, more = str_cut(file, '\n').ok;

			assert_true(str_next(&block, '\n', &got));
			assert_true(str_next(&file, '\n', &line));
			if (str_eq(got, line)) {
				assert_true(ended == more || got.n > t->line_max);
				continue;
			}
			assert_true(line.n > t->line_max && got.n > t->line_max);
			assert_true(!ended && str_starts(line, got));
		}
	}
	assert_int_equal(file.n, 0);
}

static struct buf random_lines(size_t size, size_t longest, const char *eol)
{
	struct buf b = { 0 };

	while (b.n < size) {
		size_t n = below(16) ? below(LINE_LIMIT + 1) : below(longest + 1);

		buf_pad(&b, (char)('a' + below(26)), n);
		buf_add(&b, str_of(eol));
	}
	return b;
}

static void check_file(struct str text, size_t line_max, bool exact)
{
	struct told t = { 0 };

	make_file("text", text);
	assert_true(tell(&t, at("text"), line_max));
	assert_int_equal(t.whole, text.n < INPUT_WHOLE);
	check_lines(&t, text);
	if (t.whole)
		assert_true(str_eq(buf_str(&t.head), text) && t.ends.n == (text.n > 0));
	if (t.whole || exact)
		assert_true(str_eq(buf_str(&t.text), text));
	told_free(&t);
}

static void small_texts_come_whole(void **state)
{
	static const char *const texts[] = { "", "\n", "a", "a\n", "\na", "a\r\nb\r\n", "\n\n\n" };
	struct buf lines;

	(void)state;
	for (size_t i = 0; i < sizeof(texts) / sizeof(texts[0]); i++)
		check_file(str_of(texts[i]), LINE_LIMIT, true);
	check_file((struct str){ "a\0b\n\0", 5 }, LINE_LIMIT, true);
	seed = 1;
	lines = random_lines(INPUT_WHOLE, 100000, "\n");
	for (size_t n = INPUT_WHOLE - 2; n <= INPUT_WHOLE + 2; n++)
		check_file((struct str){ lines.v, n }, lines.n, true);
	buf_free(&lines);
}

static void large_texts_come_in_whole_lines(void **state)
{
	static const char *const ends[] = { "\n", "\r\n" };

	(void)state;
	seed = 2;
	for (size_t i = 0; i < 6; i++) {
		struct buf lines = random_lines(INPUT_WHOLE + 700000 * i, LINE_LIMIT, ends[i % 2]);

		buf_pad(&lines, 'z', i % 3);
		check_file(buf_str(&lines), LINE_LIMIT + 1, true);
		buf_free(&lines);
	}
}

static void long_lines_are_cut_and_none_is_lost(void **state)
{
	static const size_t longest[] = { LINE_LIMIT + 3, 5000, 300000, 2000000 };

	(void)state;
	seed = 3;
	for (size_t i = 0; i < 12; i++) {
		struct buf lines = random_lines(INPUT_WHOLE + 1000000, longest[i % 4], "\n");

		if (i % 3 == 2)
			buf_pad(&lines, 'z', 600000);
		check_file(buf_str(&lines), LINE_LIMIT, false);
		buf_free(&lines);
	}
}

/* What a block holds at most does not grow with the line. */
static void an_endless_line_costs_no_more_memory(void **state)
{
	struct told t = { 0 };
	struct buf text = { 0 };

	(void)state;
	buf_add(&text, STR("first\n"));
	buf_pad(&text, 'x', 40 << 20);
	buf_add(&text, STR("\nlast"));
	make_file("text", buf_str(&text));
	assert_true(tell(&t, at("text"), LINE_LIMIT));
	check_lines(&t, buf_str(&text));
	assert_true(t.head.n <= 2 * INPUT_WHOLE && t.text.n <= 3 * INPUT_WHOLE);
	assert_str((struct str){ t.text.v + t.text.n - 4, 4 }, "last");
	told_free(&t);
	buf_free(&text);
}

/* The writer's pieces are just what each read gets. */
static void write_pieces(int fd, struct str text)
{
	while (text.n) {
		size_t n = text.n > 300000 ? 65536 : 1 + below(3 * LINE_LIMIT);

		n = n < text.n ? n : text.n;
		if (write(fd, text.p, n) != (ssize_t)n)
			_exit(1);
		text = str_skip(text, n);
	}
	_exit(0);
}

static void standard_input_may_come_in_any_pieces(void **state)
{
	int saved = dup(STDIN_FILENO), ends[2], status;

	(void)state;
	seed = 4;
	for (int i = 0; i < 6; i++) {
		size_t size = i ? INPUT_WHOLE + 300000 : 1000;
		struct buf lines = random_lines(size, i % 2 ? LINE_LIMIT : 400, "\n");
		struct told t = { 0 };
		pid_t pid;

		assert_int_equal(socketpair(AF_UNIX, SOCK_STREAM, 0, ends), 0);
		pid = fork();
		if (pid == 0) {
			close(ends[0]);
			write_pieces(ends[1], buf_str(&lines));
		}
		close(ends[1]);
		dup2(ends[0], STDIN_FILENO);
		close(ends[0]);
		assert_true(tell(&t, "-", LINE_LIMIT));
		dup2(saved, STDIN_FILENO);
		assert_int_equal(waitpid(pid, &status, 0), pid);
		assert_int_equal(status, 0);
		check_lines(&t, buf_str(&lines));
		if (i % 2 || t.whole)
			assert_true(str_eq(buf_str(&t.text), buf_str(&lines)));
		told_free(&t);
		buf_free(&lines);
	}
	close(saved);
}

static void reading_stops_where_it_is_told_to(void **state)
{
	struct told small = { .refuse_first = true }, large = { .refuse_first = true },
		    block = { .refuse_block = true };
	struct buf lines;

	(void)state;
	seed = 5;
	lines = random_lines(INPUT_WHOLE + 1000000, LINE_LIMIT, "\n");
	make_file("text", buf_str(&lines));
	make_file("small", STR("a\n"));
	assert_false(tell(&small, at("small"), LINE_LIMIT));
	assert_int_equal(small.ends.n, 0);
	assert_false(tell(&large, at("text"), LINE_LIMIT));
	assert_int_equal(large.ends.n, 0);
	assert_false(tell(&block, at("text"), LINE_LIMIT));
	assert_int_equal(block.ends.n, 1);
	told_free(&small);
	told_free(&large);
	told_free(&block);
	buf_free(&lines);
}

static void bytes_come_as_they_are(void **state)
{
	struct told t = { .bytes = true };
	struct buf lines;

	(void)state;
	seed = 6;
	lines = random_lines(INPUT_WHOLE + 1000000, 3 * LINE_LIMIT, "\n");
	make_file("text", buf_str(&lines));
	assert_true(tell(&t, at("text"), LINE_LIMIT));
	assert_true(str_eq(buf_str(&t.text), buf_str(&lines)));
	told_free(&t);
	buf_free(&lines);
}

static void all_of_it_comes_at_once(void **state)
{
	static const size_t sizes[] = { 5, INPUT_WHOLE, INPUT_WHOLE + 1, INPUT_MOST,
					INPUT_MOST + 1 };
	struct buf lines;

	(void)state;
	seed = 7;
	lines = random_lines(INPUT_MOST + 1, 3 * LINE_LIMIT, "\n");
	for (size_t i = 0; i < sizeof(sizes) / sizeof(sizes[0]); i++) {
		struct told t = { .all = true };
		const struct str text = { lines.v, sizes[i] };
		const char *said;
		bool ok;

		make_file("text", text);
		capture_start();
		ok = tell(&t, at("text"), LINE_LIMIT);
		said = capture_end();
		assert_int_equal(ok, text.n <= INPUT_MOST);
		if (ok)
			assert_true(t.ends.n == 1 && str_eq(buf_str(&t.text), text));
		else
			assert_non_null(strstr(said, "/text: larger than 64 MiB"));
		told_free(&t);
	}
	buf_free(&lines);
}

static void check_failure(const char *path, const char *why)
{
	struct told t = { 0 };
	bool ok;
	const char *said;

	capture_start();
	ok = tell(&t, path, LINE_LIMIT);
	said = capture_end();
	assert_false(ok);
	assert_non_null(strstr(said, why));
	assert_int_equal(t.firsts + t.ends.n, 0);
	told_free(&t);
}

static void what_cannot_be_read_is_said(void **state)
{
	uid_t me = geteuid();

	(void)state;
	check_failure(at("nowhere"), "/nowhere: No such file or directory\n");
	check_failure(dir, "Is a directory\n");
	make_file("secret", STR("x\n"));
	assert_int_equal(chmod(at("secret"), 0), 0);
	/* Nothing is secret from root. */
	if (me == 0)
		assert_int_equal(seteuid(65534), 0);
	check_failure(at("secret"), "/secret: Permission denied\n");
	assert_int_equal(seteuid(me), 0);
}

#define IN_DIR(test) cmocka_unit_test_setup_teardown(test, fresh, clean)

int main(void)
{
	static const struct CMUnitTest tests[] = {
		IN_DIR(files_come_in_natural_order),
		IN_DIR(a_directory_with_a_console_is_a_place),
		IN_DIR(symlinks_are_followed_but_not_in_circles),
		IN_DIR(what_cannot_be_found_is_said_and_the_rest_is_read),
		IN_DIR(what_is_no_file_is_left_out),
		IN_DIR(a_refused_file_makes_the_walk_fail_but_not_stop),
		IN_DIR(directories_may_not_nest_without_end),
		IN_DIR(sides_are_directories_and_nothing_else),
		IN_DIR(small_texts_come_whole),
		IN_DIR(large_texts_come_in_whole_lines),
		IN_DIR(long_lines_are_cut_and_none_is_lost),
		IN_DIR(an_endless_line_costs_no_more_memory),
		IN_DIR(standard_input_may_come_in_any_pieces),
		IN_DIR(reading_stops_where_it_is_told_to),
		IN_DIR(bytes_come_as_they_are),
		IN_DIR(all_of_it_comes_at_once),
		IN_DIR(what_cannot_be_read_is_said),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

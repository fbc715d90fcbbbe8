/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "test.h"

#include <dirent.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include "core/out.h"
#include "capture.h"

static char dir[] = "/tmp/test_out-XXXXXX";
static char old_dir[4096];

/* The tests use short names in a directory of their own. */
static int enter(void **state)
{
	(void)state;
	signal(SIGPIPE, SIG_IGN);
	signal(SIGXFSZ, SIG_IGN);
	if (!getcwd(old_dir, sizeof(old_dir)) || !mkdtemp(dir))
		return -1;
	return chdir(dir);
}

static size_t count_files(void)
{
	DIR *d = opendir(".");
	size_t n = 0;

	while (readdir(d))
		n++;
	closedir(d);
	return n - 2; /* . and .. */
}

static int clear(void **state)
{
	DIR *d = opendir(".");
	const struct dirent *e;

	(void)state;
	while ((e = readdir(d)))
		if (strcmp(e->d_name, ".") != 0 && strcmp(e->d_name, "..") != 0)
			remove(e->d_name);
	closedir(d);
	return 0;
}

static int leave(void **state)
{
	(void)state;
	return chdir(old_dir) != 0 || rmdir(dir) != 0 ? -1 : 0;
}

static void put(const char *path, const char *text)
{
	FILE *f = fopen(path, "w");

	fputs(text, f);
	fclose(f);
}

static const char *get(const char *path)
{
	static char text[256];
	FILE *f = fopen(path, "r");
	size_t n = fread(text, 1, sizeof(text) - 1, f);

	fclose(f);
	text[n] = '\0';
	return text;
}

static mode_t mode_of(const char *path)
{
	struct stat st;

	assert_int_equal(lstat(path, &st), 0);
	return st.st_mode;
}

static void a_file_appears_whole_at_close(void **state)
{
	struct out o;

	(void)state;
	put("x", "old");
	assert_true(out_open(&o, "x"));
	fputs("new", o.f);
	fflush(o.f);
	assert_string_equal(get("x"), "old");
	assert_true(out_close(&o, true));
	assert_string_equal(get("x"), "new");
	assert_int_equal(count_files(), 1);
}

static void what_is_not_kept_leaves_no_trace(void **state)
{
	struct out o;

	(void)state;
	put("x", "old");
	assert_true(out_open(&o, "x"));
	fputs("new", o.f);
	assert_true(out_close(&o, false));
	assert_true(out_open(&o, "y"));
	assert_true(out_close(&o, false));
	assert_string_equal(get("x"), "old");
	assert_int_equal(count_files(), 1);
}

static void a_failed_write_leaves_the_old_file(void **state)
{
	struct rlimit saved, small;
	struct out o;
	bool ok;

	(void)state;
	put("x", "old");
	getrlimit(RLIMIT_FSIZE, &saved);
	assert_true(out_open(&o, "x"));
	setvbuf(o.f, NULL, _IONBF, 0);
	small = saved;
	small.rlim_cur = 2;
	setrlimit(RLIMIT_FSIZE, &small);
	fputs("new", o.f);
	setrlimit(RLIMIT_FSIZE, &saved);
	capture_start();
	ok = out_close(&o, true);
	assert_string_equal(capture_end(), KB_NAME ": x: cannot write\n");
	assert_false(ok);
	assert_string_equal(get("x"), "old");
	assert_int_equal(count_files(), 1);
}

static void a_write_that_fails_at_close_is_seen(void **state)
{
	struct rlimit saved, small;
	struct out o;
	bool ok;

	(void)state;
	getrlimit(RLIMIT_FSIZE, &saved);
	small = saved;
	assert_true(out_open(&o, "x"));
	fputs("new", o.f);
	capture_start();
	small.rlim_cur = 2;
	setrlimit(RLIMIT_FSIZE, &small);
	ok = out_close(&o, true);
	setrlimit(RLIMIT_FSIZE, &saved);
	/* The message itself met the limit, if it goes to a file. */
	capture_end();
	assert_false(ok);
	assert_int_equal(count_files(), 0);
}

static void modes_are_those_of_the_old_file_or_the_umask(void **state)
{
	mode_t mask = umask(027);
	struct out o;

	(void)state;
	put("private", "");
	chmod("private", 0600);
	assert_true(out_open(&o, "private"));
	assert_true(out_close(&o, true));
	assert_true(out_open(&o, "new"));
	assert_true(out_close(&o, true));
	assert_int_equal(umask(mask), 027);
	assert_int_equal(mode_of("private") & 0777, 0600);
	assert_int_equal(mode_of("new") & 0777, 0640);
}

static void a_link_stays_and_its_file_is_written(void **state)
{
	struct out o;

	(void)state;
	put("x", "old");
	assert_int_equal(symlink("x", "link"), 0);
	assert_true(out_open(&o, "link"));
	fputs("new", o.f);
	assert_true(out_close(&o, true));
	assert_true(S_ISLNK(mode_of("link")));
	assert_string_equal(get("x"), "new");
}

static void a_pipe_is_written_not_replaced(void **state)
{
	char text[8] = "";
	struct out o;
	int fd;

	(void)state;
	assert_int_equal(mkfifo("fifo", 0600), 0);
	fd = open("fifo", O_RDONLY | O_NONBLOCK);
	assert_true(out_open(&o, "fifo"));
	fputs("new", o.f);
	assert_true(out_close(&o, true));
	assert_int_equal(read(fd, text, sizeof(text) - 1), 3);
	close(fd);
	assert_string_equal(text, "new");
	assert_true(S_ISFIFO(mode_of("fifo")));
	assert_int_equal(count_files(), 1);
}

static void a_pipe_that_closes_is_an_error(void **state)
{
	struct out o;
	bool ok;
	int fd;

	(void)state;
	assert_int_equal(mkfifo("fifo", 0600), 0);
	fd = open("fifo", O_RDONLY | O_NONBLOCK);
	assert_true(out_open(&o, "fifo"));
	fputs("new", o.f);
	close(fd);
	capture_start();
	ok = out_close(&o, true);
	assert_string_equal(capture_end(), KB_NAME ": fifo: cannot write: Broken pipe\n");
	assert_false(ok);
	assert_true(S_ISFIFO(mode_of("fifo")));
}

static void what_cannot_be_created_is_said(void **state)
{
	struct out o;
	bool ok;

	(void)state;
	capture_start();
	ok = out_open(&o, "none/x");
	assert_string_equal(capture_end(),
			    KB_NAME ": none/x: cannot write: No such file or directory\n");
	assert_false(ok);
	capture_start();
	ok = out_open(&o, ".");
	assert_string_equal(capture_end(), KB_NAME ": .: cannot write: Is a directory\n");
	assert_false(ok);
}

/* Writes to stdout when it is fd, in a child; returns whether out_close() was content. */
static bool stdout_closes_well(int fd)
{
	int status = 0;
	pid_t pid;

	fflush(stdout);
	pid = fork();
	if (pid == 0) {
		struct out o;

		dup2(fd, STDOUT_FILENO);
		out_open(&o, "-");
		fputs("text", o.f);
		_exit(out_close(&o, true) ? 0 : 1);
	}
	waitpid(pid, &status, 0);
	assert_true(WIFEXITED(status));
	return WEXITSTATUS(status) == 0;
}

static void a_full_stdout_is_an_error(void **state)
{
	int fd = open("/dev/full", O_WRONLY);
	bool ok;

	(void)state;
	capture_start();
	ok = stdout_closes_well(fd);
	assert_string_equal(capture_end(),
			    KB_NAME ": stdout: cannot write: No space left on device\n");
	assert_false(ok);
	close(fd);
}

static void a_closed_pipe_is_a_silent_error(void **state)
{
	int fds[2];
	bool ok;

	(void)state;
	assert_int_equal(pipe(fds), 0);
	close(fds[0]);
	capture_start();
	ok = stdout_closes_well(fds[1]);
	assert_string_equal(capture_end(), "");
	assert_false(ok);
	close(fds[1]);
}

static void stdout_is_written(void **state)
{
	int fd = open("x", O_WRONLY | O_CREAT, 0600);
	struct out o;

	(void)state;
	assert_true(stdout_closes_well(fd));
	close(fd);
	assert_string_equal(get("x"), "text");
	assert_true(out_open(&o, NULL));
	assert_ptr_equal(o.f, stdout);
}

static void mkdir_is_content_with_what_is_there(void **state)
{
	bool ok;

	(void)state;
	assert_true(out_mkdir("d"));
	assert_true(S_ISDIR(mode_of("d")));
	assert_true(out_mkdir("d"));
	put("x", "");
	capture_start();
	ok = out_mkdir("x");
	assert_string_equal(capture_end(), KB_NAME ": x: cannot create: Not a directory\n");
	assert_false(ok);
	capture_start();
	ok = out_mkdir("none/d");
	assert_string_equal(capture_end(),
			    KB_NAME ": none/d: cannot create: No such file or directory\n");
	assert_false(ok);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_teardown(a_file_appears_whole_at_close, clear),
		cmocka_unit_test_teardown(what_is_not_kept_leaves_no_trace, clear),
		cmocka_unit_test_teardown(a_failed_write_leaves_the_old_file, clear),
		cmocka_unit_test_teardown(a_write_that_fails_at_close_is_seen, clear),
		cmocka_unit_test_teardown(modes_are_those_of_the_old_file_or_the_umask, clear),
		cmocka_unit_test_teardown(a_link_stays_and_its_file_is_written, clear),
		cmocka_unit_test_teardown(a_pipe_is_written_not_replaced, clear),
		cmocka_unit_test_teardown(a_pipe_that_closes_is_an_error, clear),
		cmocka_unit_test_teardown(what_cannot_be_created_is_said, clear),
		cmocka_unit_test_teardown(a_full_stdout_is_an_error, clear),
		cmocka_unit_test_teardown(a_closed_pipe_is_a_silent_error, clear),
		cmocka_unit_test_teardown(stdout_is_written, clear),
		cmocka_unit_test_teardown(mkdir_is_content_with_what_is_there, clear),
	};

	return cmocka_run_group_tests_name("out", tests, enter, leave);
}

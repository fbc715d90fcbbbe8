/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "test.h"
#include <dirent.h>
#include <math.h>
#include <sys/stat.h>
#include <unistd.h>
#include "report/plot.h"

#define UNUSED __attribute__((unused))
/* Every test works in a fresh directory and may break the environment: both are put right after. */
static char home[32], *old_path;
static struct doc doc;

static const char *const sides[] = { "before", "after" };

static int setup(UNUSED void **state)
{
	doc = (struct doc){ .arena = arena_new() };
	strcpy(home, "/tmp/kb-plot-XXXXXX");
	old_path = strdup(getenv("PATH"));
	return mkdtemp(home) ? 0 : -1;
}

static const char *in_home(const char *name)
{
	return arena_printf(doc.arena, "%s/%s", home, name).p;
}

/* Also removes them. */
static size_t count_files(const char *dir, bool empty)
{
	DIR *d = opendir(dir);
	struct dirent *e;
	size_t n = 0;

	while (d && (e = readdir(d))) {
		if (!strcmp(e->d_name, ".") || !strcmp(e->d_name, ".."))
			continue;
		n++;
		if (empty)
			remove(arena_printf(doc.arena, "%s/%s", dir, e->d_name).p);
	}
	if (d)
		closedir(d);
	return n;
}

static int teardown(UNUSED void **state)
{
	setenv("PATH", old_path, 1);
	free(old_path);
	count_files(in_home("bin"), true);
	count_files(home, true);
	rmdir(home);
	vec_free(&doc.blocks);
	arena_free(doc.arena);
	return 0;
}

static struct plot *add_plot(enum plot_kind kind, const char *id, const char *const *names,
			     size_t n)
{
	struct plot *p = arena_new_of(doc.arena, struct plot, 1);

	p->kind = kind;
	p->id = str_of(id);
	p->title = STR("time, lower is better");
	p->xlabel = STR("time (s)");
	p->ylabel = STR("time (s)");
	p->nseries = n;
	p->series = arena_new_of(doc.arena, struct str, n);
	for (size_t i = 0; i < n; i++)
		p->series[i] = str_of(names[i]);
	p->marks = arena_new_of(doc.arena, struct mark, 6100);
	*vec_add(&doc.blocks) = (struct block){ .kind = BLOCK_PLOT, .plot = p };
	return p;
}

static void add_run(struct plot *p, size_t series, double x, double y)
{
	p->marks[p->nmarks++] = (struct mark){ x, y, NAN, NAN, series, false, 0 };
}

static void add_mean(struct plot *p, size_t series, double x, double lo, double hi)
{
	p->marks[p->nmarks++] = (struct mark){ x, x, lo, hi, series, true, 0 };
}

static struct plot *add_demo(void)
{
	static const double runs[2][4] = { { 6.5647, 8.4311, 9.4778, 9.9502 },
					   { 7.7121, 7.0024, 7.8423, 7.2302 } };
	struct plot *p = add_plot(PLOT_STRIP, "demo", sides, 2);

	for (size_t i = 0; i < 8; i++)
		add_run(p, i / 4, runs[i / 4][i % 4], 0.0);
	add_mean(p, 0, 8.606, 6.217, 10.995);
	add_mean(p, 1, 7.447, 6.817, 8.076);
	return p;
}

static struct str read_file(const char *path)
{
	FILE *f = fopen(path, "rb");
	struct buf b = { 0 };
	struct str s;
	int c;

	if (!f)
		return (struct str){ 0 };
	while ((c = getc(f)) != EOF)
		buf_char(&b, (char)c);
	fclose(f);
	s = arena_str(doc.arena, buf_str(&b));
	buf_free(&b);
	return s;
}

static void write_file(const char *path, const char *text)
{
	FILE *f = fopen(path, "w");

	fputs(text, f);
	fclose(f);
}

static bool holds(struct str s, const char *text)
{
	return str_find(s, str_of(text)) != (size_t)-1;
}

static struct str svg(const char *id)
{
	struct str s = read_file(arena_printf(doc.arena, "%s/%s.svg", home, id).p);

	assert_true(s.n > 0);
	assert_true(s.n < 1 << 20);
	assert_true(str_starts(s, STR("<?xml")));
	s = str_rtrim(s);
	assert_str(str_skip(s, s.n - 6), "</svg>");
	return s;
}

/* plot_render(); what it said on stdout and stderr is in *said. */
static enum plot_status render_to(const char *dir, struct str *said)
{
	const char *path = in_home("said");
	FILE *f = fopen(path, "wb");
	int out = dup(STDOUT_FILENO), err = dup(STDERR_FILENO);
	enum plot_status status;

	fflush(stdout);
	dup2(fileno(f), STDOUT_FILENO);
	dup2(fileno(f), STDERR_FILENO);
	status = plot_render(&doc, dir, STR("plots/"));
	fflush(stdout);
	dup2(out, STDOUT_FILENO);
	dup2(err, STDERR_FILENO);
	close(out);
	close(err);
	fclose(f);
	*said = read_file(path);
	remove(path);
	return status;
}

static enum plot_status render(struct str *said)
{
	return render_to(home, said);
}

/* Puts a gnuplot of our own in front of the real one: a shell script. */
static void fake_gnuplot(const char *script)
{
	mkdir(in_home("bin"), 0700);
	write_file(in_home("bin/gnuplot"), arena_printf(doc.arena, "#!/bin/sh\n%s\n", script).p);
	chmod(in_home("bin/gnuplot"), 0700);
	setenv("PATH", arena_printf(doc.arena, "%s:%s", in_home("bin"), old_path).p, 1);
}

static void assert_drawn(void)
{
	struct str said;

	assert_int_equal(render(&said), PLOT_OK);
	assert_str(said, "");
}

static void all_plots_of_a_document_come_from_one_process(UNUSED void **state)
{
	struct plot *demo = add_demo(), *other = add_plot(PLOT_CURVE, "a-curve-2", sides, 2);

	add_run(other, 1, 4, 5);
	fake_gnuplot("echo run >>../count; PATH=${PATH#*:}; exec gnuplot \"$@\"");
	assert_drawn();
	assert_str(read_file(in_home("count")), "run\n");
	assert_str(demo->file, "plots/demo.svg");
	assert_str(other->file, "plots/a-curve-2.svg");
	svg("demo");
	svg("a-curve-2");
	/* bin, count, two plots */
	assert_int_equal(count_files(home, false), 4);
}

static void hostile_names_run_nothing_and_are_shown_as_text(UNUSED void **state)
{
	static const char *const names[] = {
		"`touch CANARY`",
		"$(touch CANARY)",
		"a'; system 'touch CANARY' #",
		"'; system 'touch CANARY' #",
		"''; system ''touch CANARY'' #''",
		"a\\'; system 'touch CANARY' #",
		"a\\",
		"\"; system(\"touch CANARY\"); \"",
		"x\nsystem 'touch CANARY'\n!touch CANARY\n",
		"!touch CANARY",
		"| touch CANARY",
		"< touch CANARY",
		"EOD\nEND\n!touch CANARY",
		"END",
		"{/Symbol a}^2_3 @touch &<b> %s %n ~a{b}",
		"</text></svg><script>alert(1)</script>",
		"a ]]> &#x3c; &#0;",
		"nul: \001\033[31m\177 \302\205 bad: \377\376 \355\240\200 \357\277\277 end",
		"",
		" \t ",
		"}}}} if (1) { !touch CANARY"
	};
	size_t n = sizeof(names) / sizeof(*names);
	static const char *const ids[] = { "strip", "forest", "curve" };

	for (int kind = PLOT_STRIP; kind <= PLOT_CURVE; kind++) {
		struct plot *p = add_plot((enum plot_kind)kind, ids[kind], names, n);

		for (size_t i = 0; i < n; i++)
			add_run(p, i, (double)i + 1.0, 2.0);
		p->title = str_of(names[2]);
		p->xlabel = str_of(names[6]);
		p->ylabel = str_of(names[5]);
	}
	assert_drawn();
	/* A canary would keep gnuplot's directory from going away. */
	assert_int_equal(count_files(home, false), 3);
	for (int kind = PLOT_STRIP; kind <= PLOT_CURVE; kind++) {
		struct str s = svg(ids[kind]);

		assert_true(holds(s, "`touch CANARY`<"));
		assert_true(holds(s, ">a\u2019; system \u2019touch CANARY\u2019 #<"));
		assert_true(holds(s, ">a\\<"));
		assert_true(holds(s, "{/Symbol a}^2_3 @touch &amp;&lt;b> %s %n ~a{b}<"));
		assert_false(holds(s, "<script"));
		assert_true(holds(s, " ]]&#x3e; &#x26;#x3c; &#x26;#0;<"));
		while (s.n > 0) {
			size_t bytes = str_utf8(s);

			assert_true(bytes > 0);
			assert_true(*s.p < 0 || *s.p >= ' ' || *s.p == '\n' || *s.p == '\t');
			s = str_skip(s, bytes);
		}
	}
}

static void neither_environment_nor_start_files_reach_gnuplot(UNUSED void **state)
{
	static const char *const names[] = { "GNUPLOT_FONTPATH", "GNUTERM", "GDFONTPATH", "KEPT" };
	char *old_home = strdup(getenv("HOME") ? getenv("HOME") : "/");
	struct str env;

	write_file(in_home(".gnuplot"), "system 'touch ../CANARY'\n");
	add_demo();
	setenv("HOME", home, 1);
	for (size_t i = 0; i < 4; i++)
		setenv(names[i], "x", 1);
	fake_gnuplot("env >../env; PATH=${PATH#*:}; exec gnuplot \"$@\"");
	assert_drawn();
	for (size_t i = 0; i < 4; i++)
		unsetenv(names[i]);
	setenv("HOME", old_home, 1);
	free(old_home);
	env = read_file(in_home("env"));
	for (size_t i = 0; i < 4; i++)
		assert_int_equal(holds(env, names[i]), i == 3);
	assert_int_equal(access(in_home("CANARY"), F_OK), -1);
}

static void same_input_gives_same_bytes(UNUSED void **state)
{
	struct str first;

	add_demo();
	assert_drawn();
	first = svg("demo");
	setenv("LC_ALL", "C", 1);
	assert_drawn();
	unsetenv("LC_ALL");
	assert_true(str_eq(svg("demo"), first));
}

static void without_gnuplot_nothing_is_written_and_nothing_said(UNUSED void **state)
{
	struct plot *p = add_demo();
	struct str said;

	setenv("PATH", "", 1);
	assert_int_equal(render(&said), PLOT_NO_GNUPLOT);
	assert_str(said, "");
	assert_int_equal(p->file.n, 0);
	assert_int_equal(count_files(home, false), 0);
}

static void a_plot_with_nothing_to_draw_is_left_out(UNUSED void **state)
{
	struct plot *p;
	struct str said;

	p = add_plot(PLOT_FOREST, "empty", sides, 2);
	add_run(p, 0, NAN, 0.0);
	add_run(p, 1, INFINITY, 0.0);
	add_plot(PLOT_STRIP, "none", sides, 2);
	add_run(add_plot(PLOT_CURVE, "no-y", sides, 2), 0, 1.0, NAN);
	/* Nothing to do needs no gnuplot. */
	setenv("PATH", "", 1);
	assert_int_equal(render(&said), PLOT_OK);
	setenv("PATH", old_path, 1);
	add_demo();
	assert_drawn();
	assert_int_equal(p->file.n, 0);
	assert_int_equal(count_files(home, false), 1);
}

static void an_id_that_is_no_plain_file_name_is_not_drawn(UNUSED void **state)
{
	static const char *const ids[] = { "", "../x", "a/b", "A", "a.b", "a'b", "a b", "|x" };

	for (size_t i = 0; i < sizeof(ids) / sizeof(*ids); i++)
		add_run(add_plot(PLOT_STRIP, ids[i], sides, 2), 0, 1.0, 0.0);
	assert_drawn();
	assert_int_equal(count_files(home, false), 0);
}

static void a_directory_that_takes_no_file_is_an_error(UNUSED void **state)
{
	struct plot *p = add_demo();
	struct str said;

	write_file(in_home("file"), "");
	assert_int_equal(render_to(in_home("file"), &said), PLOT_FAILED);
	assert_true(holds(said, "/file: cannot write plots: "));
	assert_int_equal(render_to(in_home("missing"), &said), PLOT_FAILED);
	assert_true(holds(said, "/missing: cannot write plots: "));
	assert_int_equal(p->file.n, 0);
	assert_int_equal(count_files(home, false), 1);
}

static void an_old_file_stays_whole_when_gnuplot_fails(UNUSED void **state)
{
	static const char *const fakes[] = {
		"echo; echo 'plot x'; echo '\"/dev/stdin\" line 7: odd \033[1m' >&2; exit 1",
		/* a full disk: status 0 and half a file */
		"printf '<?xml><svg>' >demo.svg",
		/* no file at all */
		"exit 0",
		"kill -9 $$",
		/* more than a pipe holds, on both sides */
		"head -c 300000 /dev/zero | tee /dev/stderr; echo last words >&2; exit 1",
	};

	for (size_t i = 0; i < sizeof(fakes) / sizeof(*fakes); i++) {
		struct plot *p = add_demo();
		struct str said;

		write_file(in_home("demo.svg"), "old");
		fake_gnuplot(fakes[i]);
		assert_int_equal(render(&said), PLOT_FAILED);
		assert_true(str_starts(said, STR(KB_NAME ": gnuplot ")));
		assert_false(holds(said, "\033"));
		if (i == 0)
			assert_true(holds(said, "line 7: odd \\x1b"));
		assert_int_equal(p->file.n, 0);
		assert_str(read_file(in_home("demo.svg")), "old");
		/* demo.svg and bin */
		assert_int_equal(count_files(home, false), 2);
		doc.blocks.n = 0;
	}
}

static void a_target_that_cannot_be_replaced_is_an_error(UNUSED void **state)
{
	struct plot *p = add_demo();
	struct str said;

	mkdir(in_home("demo.svg"), 0700);
	assert_int_equal(render(&said), PLOT_FAILED);
	assert_true(holds(said, "demo.svg: cannot put the plot in place: "));
	assert_int_equal(p->file.n, 0);
	assert_int_equal(count_files(home, false), 1);
}

/* What follows text in s. */
static struct str after(struct str s, const char *text)
{
	size_t at = str_find(s, str_of(text));

	assert_true(at != (size_t)-1);
	return str_skip(s, at + strlen(text));
}

/* The x pixel of the next point in *s, which is cut off. */
static float next_x(struct str *s)
{
	*s = after(after(*s, "#gpPt"), "translate(");
	return strtof(s->p, NULL);
}

/* The place of the label text, which stands before it. */
static float label_x(struct str s, const char *text)
{
	const char *p = after(s, text).p;

	while (p > s.p && memcmp(p, "translate(", 10) != 0)
		p--;
	return strtof(p + 10, NULL);
}

static void points_stand_over_their_tics(UNUSED void **state)
{
	static const double x[] = { 1, 2, 16, 512 };
	struct plot *p = add_plot(PLOT_CURVE, "curve", sides, 1);
	struct str s, rest;

	for (size_t i = 0; i < 4; i++)
		add_run(p, 0, x[i], 3.0 * x[i]);
	p = add_plot(PLOT_STRIP, "strip", sides, 1);
	add_run(p, 0, -20.0, 0.0);
	add_run(p, 0, 10.0, 0.0);
	add_run(p, 0, 20.0, 0.0);
	assert_drawn();
	s = svg("curve");
	rest = after(s, "curve_plot_2");
	for (size_t i = 0; i < 4; i++)
		assert_float_equal(next_x(&rest),
				   label_x(s, arena_printf(doc.arena, "<text>%g<", x[i]).p), 0.1);
	/* 1 to 2 is a ninth of 1 to 512 on a logarithmic axis. */
	assert_float_equal((label_x(s, "<text>2<") - label_x(s, "<text>1<")) * 9.0F,
			   label_x(s, "<text>512<") - label_x(s, "<text>1<"), 0.1);
	s = svg("strip");
	rest = after(s, "strip_plot_1");
	assert_float_equal(next_x(&rest), label_x(s, "<text>-20<"), 0.1);
	assert_float_equal(next_x(&rest), label_x(s, "<text>10<"), 0.1);
	assert_float_equal(next_x(&rest), label_x(s, "<text>20<"), 0.1);
}

static size_t count(struct str s, const char *text)
{
	size_t n = 0, at;

	while ((at = str_find(s, str_of(text))) != (size_t)-1) {
		n++;
		s = str_skip(s, at + 1);
	}
	return n;
}

static void every_run_is_a_point_though_runs_are_equal(UNUSED void **state)
{
	struct plot *p = add_plot(PLOT_STRIP, "equal", sides, 2);
	struct str s, script;
	struct buf b = { 0 };

	for (int i = 0; i < 8; i++)
		add_run(p, 0, 5.0, 0.0);
	add_run(p, 1, 5.0, 0.0);
	assert_drawn();
	s = svg("equal");
	assert_int_equal(count(after(s, "equal_plot_1"), "<use"), 9);
	assert_true(holds(s, ">n = 8<"));
	plot_script(&b, &doc);
	/* No two on the same place. */
	script = after(buf_str(&b), "$points << END\n");
	for (struct str line; str_next(&script, '\n', &line) && !str_is(line, "END");)
		assert_false(holds(script, arena_printf(doc.arena, "%.*s", (int)line.n, line.p).p));
	buf_free(&b);
}

static void any_number_of_points_and_any_value_can_be_drawn(UNUSED void **state)
{
	static const size_t counts[] = { 1, 4, 30, 3000 };
	static const double values[] = { 0,	 -1e9,	1e100, -1e100, 5e-324,
					 1e-100, 1e308, 1e9,   NAN,    -1e308 };

	for (int kind = PLOT_STRIP; kind <= PLOT_CURVE; kind++) {
		for (size_t i = 0; i < 4; i++) {
			struct plot *p = add_plot((enum plot_kind)kind, "x", sides, 2);

			p->id = arena_printf(doc.arena, "n-%d-%zu", kind, counts[i]);
			for (size_t k = 0; k < counts[i]; k++) {
				add_run(p, 0, 1e6 + (double)(k * k % 101), 1.0 + (double)(k % 7));
				add_run(p, 1, 1e6, 1.0);
			}
		}
		for (size_t i = 0; i < 100; i++) {
			double v = values[i / 10], w = values[i % 10];
			struct plot *p = add_plot((enum plot_kind)kind, "x", sides, 2);

			p->id = arena_printf(doc.arena, "v-%d-%zu", kind, i);
			add_run(p, 0, v, w);
			add_run(p, 1, w, v);
			p->marks[p->nmarks++] = (struct mark){ v, v, v - 1.0, w, 0, true, 0 };
			p->marks[p->nmarks++] = (struct mark){ 1.0, 2.0, v, w, 1, true, 0 };
		}
	}
	assert_drawn();
	for (size_t i = 0; i < doc.blocks.n; i++)
		svg(arena_str(doc.arena, doc.blocks.v[i].plot->id).p);
	assert_int_equal(count_files(home, false), 312);
}

static void one_wide_interval_leaves_room_for_the_others(UNUSED void **state)
{
	static const char *const rows[] = { "a", "b", "c", "d", "e" };
	struct plot *p = add_plot(PLOT_FOREST, "forest", rows, 5);
	struct str s;

	for (size_t i = 0; i < 4; i++)
		add_mean(p, i, (double)i, (double)i - 2.0, (double)i + 2.0);
	add_mean(p, 4, 1.0, -900.0, 900.0);
	assert_drawn();
	s = svg("forest");
	/* From -2 to 5 they have half of the picture at least, and the wide one ends in an arrow.
	 */
	assert_true(label_x(s, "<text>+4<") - label_x(s, "<text>0<") > 170.0F);
	assert_true(holds(s, ">interval goes on<"));
	p->nmarks--;
	assert_drawn();
	assert_false(holds(svg("forest"), "interval goes on"));
}

static void rows_without_an_interval_are_hollow_and_say_so(UNUSED void **state)
{
	struct plot *p = add_plot(PLOT_FOREST, "forest", sides, 2);
	struct str s;

	add_mean(p, 0, -3.0, -5.0, -1.0);
	add_mean(p, 1, 4.0, NAN, NAN);
	assert_drawn();
	s = svg("forest");
	assert_true(holds(s, ">no interval<"));
	s = after(s, "forest_plot_2");
	/* gpPt6 is a disc, gpPt5 a circle */
	assert_int_equal(count(s, "#gpPt6"), 1);
	assert_int_equal(count(s, "#gpPt5"), 1);
}

static void names_of_forty_characters_are_shown_whole(UNUSED void **state)
{
	static const char *const names[] = {
		"mm-new-2026-08-01-with-the-whole-series4",
		"kmalloc_bulk size=256 test=N*alloc N*fre",
		"what does not fit into one line at all goes on in another one"
	};
	struct plot *p = add_plot(PLOT_FOREST, "forest", names, 3);
	struct str s;

	for (size_t i = 0; i < 3; i++)
		add_run(p, i, 1.0, 0.0);
	assert_drawn();
	s = svg("forest");
	assert_true(holds(s, ">mm-new-2026-08-01-with-the-whole-series4<"));
	assert_true(holds(s, ">kmalloc_bulk size=256 test=N*alloc N*fre<"));
	assert_true(holds(s, ">what does not fit "));
	assert_true(holds(s, " one<"));
	assert_false(holds(s, "\xe2\x80\xa6"));
}

#define promise(f) cmocka_unit_test_setup_teardown(f, setup, teardown)

int main(void)
{
	const struct CMUnitTest tests[] = {
		promise(all_plots_of_a_document_come_from_one_process),
		promise(hostile_names_run_nothing_and_are_shown_as_text),
		promise(neither_environment_nor_start_files_reach_gnuplot),
		promise(same_input_gives_same_bytes),
		promise(without_gnuplot_nothing_is_written_and_nothing_said),
		promise(a_plot_with_nothing_to_draw_is_left_out),
		promise(an_id_that_is_no_plain_file_name_is_not_drawn),
		promise(a_directory_that_takes_no_file_is_an_error),
		promise(an_old_file_stays_whole_when_gnuplot_fails),
		promise(a_target_that_cannot_be_replaced_is_an_error),
		promise(points_stand_over_their_tics),
		promise(every_run_is_a_point_though_runs_are_equal),
		promise(any_number_of_points_and_any_value_can_be_drawn),
		promise(one_wide_interval_leaves_room_for_the_others),
		promise(rows_without_an_interval_are_hollow_and_say_so),
		promise(names_of_forty_characters_are_shown_whole),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

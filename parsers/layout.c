/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "core/diag.h"
#include "core/record.h"
#include "parsers/layout.h"
#include "parsers/tree.h"

/* What a directory is, which says what is read in it. */
/* Hex digits of a commit. */
#define LAYOUT_COMMIT 40

enum layout_kind {
	LAYOUT_PLAIN,
	LAYOUT_ABOVE,	/* runs are below it, and its files are about them */
	LAYOUT_KVM,	/* of kvm.sh: holds testid.txt and scenarios */
	LAYOUT_SERIES,	/* of kvm-series.sh: CONFIG/COMMIT below it */
	LAYOUT_CONFIG,	/* CONFIG of it */
	LAYOUT_MMTESTS, /* iter-N */
	LAYOUT_BENCH,	/* BENCH in it */
	LAYOUT_LOGS,	/* logs in that, and what is below */
};

/* What is known in a directory, from it and those above. */
struct layout {
	enum layout_kind kind;
	unsigned int depth; /* 0: the path itself */
	bool inside;	    /* of a directory */
	struct str name;    /* of the directory above */
	struct str place, source;
	struct str part;  /* of torture.sh */
	struct str bench; /* of mmtests */
	const struct tree *testid, *suite;
	bool alone; /* the log of a BENCH is its only one */
};

struct layout_walk {
	struct arena *arena;
	input_each *each;
	void *ctx;
};

/* The name without what a compressed file has behind it. */
static struct str layout_unpacked(struct str name)
{
	static const char *const packed[] = { ".gz", ".xz", ".zst", ".bz2", ".lz4" };

	for (size_t i = 0; i < sizeof(packed) / sizeof(packed[0]); i++)
		if (str_ends(name, str_of(packed[i])))
			name.n -= strlen(packed[i]);
	return name;
}

bool layout_is_console(struct str name)
{
	static const char *const stems[] = { "console", "dmesg", "kmsg", "serial" };
	static const char *const suffixes[] = { "", "log", "txt" };
	struct str_cut cut = str_cut(layout_unpacked(name), '.');
	bool stem = false, suffix = false;

	for (size_t i = 0; i < sizeof(stems) / sizeof(stems[0]); i++)
		stem |= str_is(cut.head, stems[i]);
	for (size_t i = 0; i < sizeof(suffixes) / sizeof(suffixes[0]); i++)
		suffix |= str_is(cut.tail, suffixes[i]);
	return stem && suffix;
}

bool layout_is_run(struct str name)
{
	name = layout_unpacked(name);
	return layout_is_console(name) || str_is(name, "stats.json") ||
	       str_is(name, "tests-timestamp") || str_is(name, "Make.defconfig.out");
}

static bool layout_is_number(struct str s)
{
	size_t n = 0;

	while (n < s.n && is_digit(s.p[n]))
		n++;
	return n && n == s.n;
}

bool layout_is_commit(struct str name)
{
	struct str_cut cut = str_cut(name, '.');
	size_t n = 0;

	while (n < cut.tail.n && strchr("0123456789abcdef", cut.tail.p[n]))
		n++;
	return layout_is_number(cut.head) && n >= 4 && n == cut.tail.n;
}

/* The file of that name, compressed or not. */
static const struct tree *layout_file(const struct tree *t, const char *name)
{
	for (size_t i = 0; i < t->nkids; i++)
		if (!t->kids[i].dir && str_is(layout_unpacked(t->kids[i].name), name))
			return &t->kids[i];
	return NULL;
}

/* s without a separator and a number at its end. */
static struct str layout_stem(struct str s, char separator)
{
	size_t n = s.n;

	while (n && is_digit(s.p[n - 1]))
		n--;
	return n > 1 && n < s.n && s.p[n - 1] == separator ? (struct str){ s.p, n - 1 } : s;
}

static bool layout_each(const struct layout_walk *w, const struct layout *l, const struct tree *t,
			enum input_kind kind, struct str params)
{
	return w->each(w->ctx, &(struct input_file){ .path = t->cpath,
						     .place = l->place,
						     .source = l->source,
						     .params = params,
						     .kind = kind,
						     .found = l->inside,
						     .bytes = t->bytes,
						     .archive = t->archive });
}

static bool layout_maybe(const struct layout_walk *w, const struct layout *l, const struct tree *t,
			 enum input_kind kind)
{
	return !t || layout_each(w, l, t, kind, (struct str){ NULL, 0 });
}

static bool layout_is_scenario(const struct tree *t)
{
	return layout_file(t, "Make.defconfig.out") || layout_file(t, "ConfigFragment") ||
	       (layout_file(t, "console.log") && layout_file(t, "qemu-cmd"));
}

/* One boot of a scenario: its console, and few of the files about it. */
static bool layout_scenario(const struct layout_walk *w, struct layout *l, const struct tree *t)
{
	const struct tree *console = layout_file(t, "console.log");
	struct str name = layout_stem(t->name, '.'), params = { NULL, 0 };
	struct buf list = { 0 };
	bool ok;

	if (!console) {
		diag_warn((struct pos){ t->cpath, 0 }, "a scenario without a console log: not run");
		return true;
	}
	l->place = t->path;
	if (l->part.n)
		name = arena_printf(w->arena, "%.*s/%.*s", (int)l->part.n, l->part.p, (int)name.n,
				    name.p);
	if (!str_starts(name, STR("."))) {
		record_pair(&list, STR("scenario"), name);
		params = arena_str(w->arena, buf_str(&list));
		buf_free(&list);
	}
	ok = layout_each(w, l, console, INPUT_LOG, params);
	ok &= layout_maybe(w, l, layout_file(t, "qemu-cmd"), INPUT_KVM_QEMU);
	ok &= layout_maybe(w, l, layout_file(t, "qemu-retval"), INPUT_KVM_STATUS);
	ok &= layout_maybe(w, l, l->testid, INPUT_KVM_TESTID);
	ok &= layout_maybe(w, l, l->suite, INPUT_KVM_SUITE);
	return ok;
}

/*
 * What tells the log of a benchmark from the others of it: its name without the number of the
 * repetition, where that is told from a parameter by being the second one.
 */
static struct str layout_log(struct str name)
{
	struct str stem = layout_unpacked(name), once, twice;

	if (str_ends(stem, STR(".log")) || str_ends(stem, STR(".txt")))
		stem.n -= 4;
	once = layout_stem(stem, '.');
	if (once.n < stem.n)
		return once;
	once = layout_stem(stem, '-');
	twice = layout_stem(once, '-');
	return twice.n < once.n ? once : stem;
}

static bool layout_bench_log(const struct layout_walk *w, const struct layout *l,
			     const struct tree *t)
{
	struct str log = layout_log(t->name), params;
	struct buf list = { 0 };

	/* What all of them printed, once more. */
	if (str_is(layout_unpacked(t->name), "mmtests.log") && !l->alone)
		return true;
	if (!str_is(log, "mmtests") && !str_eq(log, l->bench))
		record_pair(&list, STR("log"), log);
	record_pair(&list, STR("mmtests"), l->bench);
	params = arena_str(w->arena, buf_str(&list));
	buf_free(&list);
	return layout_each(w, l, t, INPUT_LOG, params);
}

static const struct tree *layout_subdir(const struct tree *t, const char *name)
{
	const struct tree *kid = tree_kid(t, name);

	return kid && kid->dir ? kid : NULL;
}

static bool layout_is_iteration(const struct tree *t)
{
	if (!str_starts(t->name, STR("iter-")) || !layout_is_number(str_skip(t->name, 5)))
		return false;
	for (size_t i = 0; i < t->nkids; i++)
		if (layout_subdir(&t->kids[i], "logs"))
			return true;
	return layout_file(t, "tests-timestamp") != NULL;
}

/* A commit as people write it. */
static struct str layout_short(struct str name)
{
	size_t n = 0;

	while (n < name.n && (is_digit(name.p[n]) || (name.p[n] >= 'a' && name.p[n] <= 'f')))
		n++;
	return n == LAYOUT_COMMIT && n == name.n ? (struct str){ name.p, 12 } : name;
}

/* The name of the directory above, unless that is the path that was given or above it. */
static struct str layout_above(const struct layout *l)
{
	return l->depth > 1 ? layout_short(l->name) : (struct str){ NULL, 0 };
}

/* Of .../result/TESTCASE/PARAMS/TBOX/ROOTFS/KCONFIG/COMPILER/COMMIT, what tells results apart. */
static struct str layout_lkp_params(const struct layout_walk *w, struct str path)
{
	enum { TBOX = 4, PARAMS = 5, RESULT = 7, PARTS };
	struct str parts[PARTS], params;
	struct buf list = { 0 };

	for (size_t i = 0; i < PARTS; i++) {
		size_t n = path.n;

		while (n && path.p[n - 1] != '/')
			n--;
		parts[i] = str_skip(path, n);
		path.n = n ? n - 1 : 0;
	}
	if (!str_is(parts[RESULT], "result"))
		return (struct str){ NULL, 0 };
	record_pair(&list, STR("case"), parts[PARAMS]);
	record_pair(&list, STR("tbox"), parts[TBOX]);
	params = arena_str(w->arena, buf_str(&list));
	buf_free(&list);
	return params;
}

/* A run of lkp: whether it counts, its numbers, then the log of its boot. */
static bool layout_lkp_run(const struct layout_walk *w, struct layout *l, const struct tree *t)
{
	struct str root = t->path;
	bool ok;

	l->place = t->path;
	if (layout_is_number(t->name)) {
		l->source = layout_above(l);
		root.n -= t->name.n + (root.n > t->name.n);
	}
	ok = layout_maybe(w, l, layout_file(t, "last_state"), INPUT_LKP_STATE);
	ok &= layout_each(w, l, layout_file(t, "stats.json"), INPUT_LKP_STATS,
			  layout_lkp_params(w, root));
	for (size_t i = 0; i < t->nkids; i++)
		if (!t->kids[i].dir && layout_is_console(t->kids[i].name))
			ok &= layout_maybe(w, l, &t->kids[i], INPUT_BESIDE);
	return ok;
}

/* The numbers of all runs of lkp, where the runs themselves are not there. */
static const struct tree *layout_lkp_matrix(const struct tree *t)
{
	const struct tree *matrix = layout_file(t, "matrix.json");

	for (size_t i = 0; i < t->nkids && matrix; i++)
		if (layout_file(&t->kids[i], "stats.json"))
			matrix = NULL;
	return matrix;
}

static bool layout_dir(const struct layout_walk *w, struct layout l, const struct tree *t);

static bool layout_kids(const struct layout_walk *w, const struct layout *l, const struct tree *t)
{
	/* The oldest commit of a series, by which it is judged, has the largest number. */
	bool ok = true, back = l->kind == LAYOUT_CONFIG;

	for (size_t i = 0; i < t->nkids; i++) {
		const struct tree *kid = &t->kids[back ? t->nkids - 1 - i : i];
		struct layout below = *l;

		below.depth++;
		below.name = t->name;
		if (kid->dir)
			ok &= layout_dir(w, below, kid);
		else if (l->kind == LAYOUT_LOGS)
			ok &= layout_bench_log(w, &below, kid);
		else if (l->kind == LAYOUT_PLAIN)
			ok &= layout_each(w, &below, kid, INPUT_LOG, (struct str){ NULL, 0 });
	}
	return ok;
}

/* iter-N: first what may have results, so that what else tells of that boot finds its run. */
static bool layout_iteration(const struct layout_walk *w, struct layout *l, const struct tree *t)
{
	const struct tree *dmesg = layout_file(t, "dmesg");
	bool ok;

	l->kind = LAYOUT_MMTESTS;
	l->place = t->path;
	l->source = layout_above(l);
	ok = layout_kids(w, l, t);
	ok &= layout_maybe(w, l, dmesg ? dmesg : layout_file(t, "journalctl-kernel"), INPUT_BESIDE);
	ok &= layout_maybe(w, l, layout_file(t, "tests-timestamp"), INPUT_MMTESTS_TIMES);
	return ok;
}

/* torture.sh makes every test again under these. */
static bool layout_is_debug(const struct layout *l, const struct tree *t)
{
	if (!l->depth || !str_starts(t->name, STR("results-")) ||
	    !(str_ends(t->name, STR("-kasan")) || str_ends(t->name, STR("-kcsan"))))
		return false;
	diag_note((struct pos){ t->cpath, 0 }, "results of a debug kernel: left out");
	return true;
}

static bool layout_has_console(const struct tree *t)
{
	for (size_t i = 0; i < t->nkids; i++)
		if (layout_is_console(t->kids[i].name))
			return true;
	return false;
}

/* The directory of kvm-series.sh: CONFIG/COMMIT below it are results of kvm.sh. */
static bool layout_is_series(const struct tree *t)
{
	for (size_t i = 0; i < t->nkids; i++)
		for (size_t j = 0; j < t->kids[i].nkids; j++)
			if (layout_is_commit(t->kids[i].kids[j].name) &&
			    layout_file(&t->kids[i].kids[j], "testid.txt"))
				return true;
	return false;
}

/* The directory of kvm.sh, or that of torture.sh, which has several. */
static bool layout_is_kvm(const struct tree *t)
{
	for (size_t i = 0; i < t->nkids; i++)
		if (str_starts(t->kids[i].name, STR("results-")) &&
		    layout_file(&t->kids[i], "testid.txt"))
			return true;
	return layout_file(t, "testid.txt") != NULL;
}

static void layout_kvm(struct layout *l, const struct tree *t)
{
	l->kind = LAYOUT_KVM;
	l->testid = layout_file(t, "testid.txt");
	l->suite = layout_file(t, "torture_suite");
	if (str_starts(t->name, STR("results-")))
		l->part = str_skip(t->name, strlen("results-"));
}

/* Whether the directories below are runs of mmtests or lkp. */
static bool layout_is_above(const struct tree *t)
{
	for (size_t i = 0; i < t->nkids; i++)
		if (layout_is_iteration(&t->kids[i]) || layout_file(&t->kids[i], "stats.json"))
			return true;
	return false;
}

/* Directories that are no run by themselves. */
static bool layout_other(const struct layout_walk *w, struct layout *l, const struct tree *t)
{
	switch (l->kind) {
	case LAYOUT_MMTESTS:
		l->kind = LAYOUT_BENCH;
		l->bench = t->name;
		break;
	case LAYOUT_BENCH:
		l->kind = str_is(t->name, "logs") ? LAYOUT_LOGS : LAYOUT_BENCH;
		l->alone = t->nkids == 1;
		break;
	case LAYOUT_SERIES:
		l->kind = LAYOUT_CONFIG;
		break;
	case LAYOUT_CONFIG:
		l->source = t->name;
		layout_kvm(l, t);
		break;
	case LAYOUT_PLAIN:
		if (layout_is_kvm(t))
			layout_kvm(l, t);
		else if (layout_is_series(t))
			l->kind = LAYOUT_SERIES;
		else if (layout_is_above(t))
			l->kind = LAYOUT_ABOVE;
		else
			l->place = layout_has_console(t) ? t->path : (struct str){ NULL, 0 };
		break;
	case LAYOUT_KVM:
		if (layout_is_kvm(t))
			layout_kvm(l, t);
		break;
	case LAYOUT_ABOVE:
	case LAYOUT_LOGS:
		break;
	}
	return layout_kids(w, l, t);
}

static bool layout_dir(const struct layout_walk *w, struct layout l, const struct tree *t)
{
	l.inside = true;
	if (layout_is_debug(&l, t))
		return true;
	if (layout_is_scenario(t))
		return layout_scenario(w, &l, t);
	if (layout_is_iteration(t))
		return layout_iteration(w, &l, t);
	if (layout_file(t, "stats.json"))
		return layout_lkp_run(w, &l, t);
	if (!layout_lkp_matrix(t))
		return layout_other(w, &l, t);
	l.source = l.depth ? t->name : (struct str){ NULL, 0 };
	l.place = t->path;
	return layout_each(w, &l, layout_lkp_matrix(t), INPUT_LKP_MATRIX,
			   layout_lkp_params(w, t->path));
}

bool layout_is_readme(struct str name)
{
	return str_is(name, "README") || str_starts(name, STR("README."));
}

bool layout_is_part(struct str name)
{
	return str_starts(name, STR("results-"));
}

static bool layout_is_side(const struct tree *t)
{
	bool side = t->dir && !layout_is_part(t->name) && !layout_is_iteration(t);

	for (size_t i = 0; i < t->nkids; i++)
		side &= t->kids[i].dir || !layout_is_run(t->kids[i].name);
	return side;
}

/* As input_sides() for a directory. What is alone in its directory stands for it. */
static const struct tree *layout_sides(const struct tree *t)
{
	size_t n = 0;

	while (t->nkids == 1 && t->kids[0].dir)
		t = &t->kids[0];
	for (size_t i = 0; i < t->nkids; i++) {
		if (!layout_is_side(&t->kids[i]) && !layout_is_readme(t->kids[i].name))
			return NULL;
		n += t->kids[i].dir;
	}
	return n > 1 && !layout_is_series(t) ? t : NULL;
}

bool layout_walk(const struct tree *t, bool split, input_each *each, void *ctx)
{
	struct layout_walk w = { arena_new(), each, ctx };
	const struct tree *sides = split && t->dir ? layout_sides(t) : NULL;
	struct layout l = { .depth = 1 };
	bool ok = true;

	for (size_t i = 0; sides && i < sides->nkids; i++) {
		l.source = sides->kids[i].name;
		ok &= !sides->kids[i].dir || layout_dir(&w, l, &sides->kids[i]);
	}
	l.depth = 0;
	if (!sides)
		ok = t->dir ? layout_dir(&w, l, t)
			    : layout_each(&w, &l, t, INPUT_LOG, (struct str){ NULL, 0 });
	arena_free(w.arena);
	return ok;
}

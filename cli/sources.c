/* SPDX-License-Identifier: GPL-2.0-or-later */
#include <sys/stat.h>
#include <unistd.h>
#include "cli/query.h"
#include "parsers/custom.h"
#include "parsers/input.h"
#include "parsers/parse.h"

/* More columns are no table that anyone reads. */
#define SOURCES_MAX 64

/* One source of the command line. */
struct source {
	struct str label; /* empty: the path's own name, where one is needed */
	struct str path;
	bool given, twice; /* the label; the name that would be it */
};

struct sources {
	VEC(struct source) v;
	struct arena *arena;
};

static bool source_exists(const char *path)
{
	struct stat st;

	return strcmp(path, "-") == 0 || stat(path, &st) == 0;
}

/* A path is taken whole if it exists as given, else split at the first '='. */
static struct source source_of(struct arena *a, const char *arg)
{
	struct str_cut cut = str_cut(str_of(arg), '=');

	if (source_exists(arg) || !cut.ok || !cut.head.n)
		return (struct source){ .path = str_of(arg) };
	return (struct source){ .label = arena_str(a, cut.head), .path = arena_str(a, cut.tail) };
}

/* "before" for "a/b/before/", "stdin" for "-". */
static struct str source_name(struct str path)
{
	while (path.n > 1 && path.p[path.n - 1] == '/')
		path.n--;
	if (str_is(path, "-"))
		return STR("stdin");
	for (size_t i = path.n; i-- > 0;)
		if (path.p[i] == '/' && i + 1 < path.n)
			return str_skip(path, i + 1);
	return path;
}

static size_t sources_count(const struct sources *s, struct str label)
{
	size_t n = 0;

	for (size_t i = 0; i < s->v.n; i++)
		n += str_eq(s->v.v[i].label, label);
	return n;
}

/* The directories that the paths of the same name have in common, in bytes. */
static size_t sources_common(const struct sources *s)
{
	struct str same = { NULL, 0 };
	size_t dirs = 0, shortest = SIZE_MAX;

	for (size_t i = 0; i < s->v.n; i++) {
		struct str path = s->v.v[i].path;
		size_t n = 0;

		if (!s->v.v[i].twice)
			continue;
		if (!same.p)
			same = path;
		while (n < same.n && n < path.n && same.p[n] == path.p[n])
			n++;
		same.n = n;
		shortest = path.n < shortest ? path.n : shortest;
	}
	for (size_t i = 0; i < same.n && i + 1 < shortest; i++)
		if (same.p[i] == '/')
			dirs = i + 1;
	return dirs;
}

/*
 * Paths without a label are told apart by their names, the same name by path from where they part,
 * the same path by number. Labels that were given stay as they are: the same one twice is one
 * source of two paths.
 */
static void sources_label(struct sources *s)
{
	size_t common;

	for (size_t i = 0; i < s->v.n; i++) {
		struct source *src = &s->v.v[i];

		src->given = src->label.n != 0;
		if (!src->given)
			src->label = source_name(src->path);
	}
	for (size_t i = 0; i < s->v.n; i++) {
		struct source *src = &s->v.v[i];

		src->twice = !src->given && sources_count(s, src->label) > 1;
	}
	common = sources_common(s);
	for (size_t i = 0; i < s->v.n; i++)
		if (s->v.v[i].twice)
			s->v.v[i].label = str_skip(s->v.v[i].path, common);
	for (size_t i = 1; i < s->v.n; i++) {
		struct str label = s->v.v[i].label;

		for (unsigned int n = 2; !s->v.v[i].given && sources_count(s, s->v.v[i].label) > 1;
		     n++)
			s->v.v[i].label = arena_printf(s->arena, "%.*s#%u", (int)label.n, label.p,
						       n);
	}
}

/* A directory of nothing but directories, none of them one boot's: its sides are the sources. */
static void sources_sides(struct sources *s)
{
	struct str path = s->v.v[0].path, *names;
	struct source whole = s->v.v[0];
	size_t n = input_sides(path.p, s->arena, &names);

	if (n < 2)
		return;
	s->v.n = 0;
	while (path.n > 1 && path.p[path.n - 1] == '/')
		path.n--;
	for (size_t i = 0; i < n; i++) {
		struct source *side = vec_add(&s->v);

		side->path = arena_printf(s->arena, "%.*s/%s", (int)path.n, path.p, names[i].p);
		side->label = whole.label.n
				      ? arena_printf(s->arena, "%s/%s", whole.label.p, names[i].p)
				      : names[i];
	}
}

static bool sources_find(const struct options *opts, struct sources *s)
{
	unsigned int standard = 0;

	for (int i = 0; i < opts->npaths; i++) {
		struct source *src = vec_add(&s->v);

		*src = source_of(s->arena, opts->paths[i]);
		standard += str_is(src->path, "-");
	}
	if (standard > 1) {
		diag_error(POS_NONE, "standard input can be read once, and is named %u times",
			   standard);
		return false;
	}
	if (!opts->npaths && isatty(STDIN_FILENO)) {
		diag_error(POS_NONE, "no input: name a log, a directory, or - for standard input");
		return false;
	}
	if (!opts->npaths)
		vec_add(&s->v)->path = STR("-");
	if (s->v.n == 1)
		sources_sides(s);
	if (s->v.n > 1)
		sources_label(s);
	return true;
}

/* A path without a result: said with what was read of it. */
static void sources_empty(const struct source *src, struct parse_counts before,
			  struct parse_counts after)
{
	unsigned long files = after.files - before.files, skipped = after.skipped - before.skipped;

	if (!files)
		diag_error(POS_NONE, "no file in %s", diag_quote(src->path));
	else
		diag_error(POS_NONE,
			   "no benchmark result in %s (%lu file%s read, %lu line%s skipped): "
			   "'" KB_NAME " formats' shows the lines that are known",
			   diag_quote(source_name(src->path)), files, files == 1 ? "" : "s",
			   skipped, skipped == 1 ? "" : "s");
}

/* What a report's directory holds that could be input, of this report or an earlier one. */
static const char *const report_files[] = { "records.csv", "report.md", "changelog.txt" };

static enum status sources_read(const struct options *opts, const struct sources *s,
				struct sink out, FILE *explain)
{
	const struct parse_options options = {
		.input = str_of(opts->input),
		.split_blocks = opts->split_blocks,
		.formats = opts->custom ? custom_formats(opts->custom) : NULL,
		.seen = explain ? explain_line : NULL,
		.seen_ctx = explain,
	};
	struct parser *p = parse_new(out, &options);
	enum status status = STATUS_OK;

	for (size_t i = 0; opts->output && i < sizeof(report_files) / sizeof(report_files[0]); i++)
		parse_output(p, arena_printf(s->arena, "%s/%s", opts->output, report_files[i]).p);
	if (opts->output)
		parse_output(p, opts->output);
	for (size_t i = 0; i < s->v.n; i++) {
		struct parse_counts before = parse_counts(p), after;

		if (!parse_path(p, s->v.v[i].label, s->v.v[i].path.p)) {
			status = STATUS_ERROR;
			continue;
		}
		after = parse_counts(p);
		if (after.records > before.records)
			continue;
		sources_empty(&s->v.v[i], before, after);
		if (status == STATUS_OK)
			/* Without a base every commit of a bisection would be skipped. */
			status = opts->fail_on && i == 0 && s->v.n > 1 ? STATUS_ERROR
								       : STATUS_NO_RESULT;
	}
	if (!explain)
		parse_tell_idle(p);
	if (opts->verbose)
		parse_tell(p);
	parse_free(p);
	return status;
}

enum status sources_records(const struct options *opts, struct sink out, FILE *explain)
{
	struct sources s = { .arena = arena_new() };
	enum status status = STATUS_ERROR;

	if (sources_find(opts, &s))
		status = sources_read(opts, &s, out, explain);
	vec_free(&s.v);
	arena_free(s.arena);
	return status;
}

struct sources_grid {
	struct grid_builder *b;
	struct query *query; /* NULL if nothing is asked */
	struct str label;    /* of what names no source */
	struct sink also;
};

static void sources_put(void *ctx, const struct record *rec)
{
	struct sources_grid *to = ctx;

	if (to->query)
		query_put(to->query, rec, to->label);
	else
		grid_add(to->b, rec, to->label);
	if (to->also.put)
		to->also.put(to->also.ctx, rec);
}

/* Whether what a label ends in says "before". */
static bool source_is_before(struct str label)
{
	static const char *const words[] = { "before",	  "base",     "baseline", "old",
					     "unpatched", "vanilla",  "mainline", "stock",
					     "control",	  "upstream", "original", "without" };

	for (size_t i = label.n; i-- > 0;)
		if (label.p[i] == '/' || label.p[i] == ',') {
			label = str_trim(str_skip(label, i + 1));
			break;
		}
	for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); i++) {
		struct str word = str_of(words[i]);
		size_t n = 0;

		/* Letters differ in that bit by their case alone. */
		while (n < word.n && n < label.n && (label.p[n] | 0x20) == word.p[n])
			n++;
		if (n == word.n && (n == label.n || !is_alpha(label.p[n])))
			return true;
	}
	return false;
}

/*
 * Of the directories in one path, whose order nobody chose, the only one that is "before" by its
 * name; else the first.
 */
static size_t sources_before(const struct grid *g)
{
	size_t found = 0, before = 0;

	for (size_t i = 0; i < g->ncols; i++)
		if (source_is_before(g->cols[i])) {
			before = i;
			found++;
		}
	return found == 1 ? before : 0;
}

static bool sources_base(const struct options *opts, const struct grid *g, bool sides, size_t *base)
{
	struct str want = str_of(opts->base);
	size_t found = 0;

	*base = 0;
	if (!opts->base) {
		if (sides)
			*base = sources_before(g);
		if (*base)
			diag_note(POS_NONE,
				  "%s is the base by its name, though it is not the first: "
				  "--base picks another",
				  diag_quote(g->cols[*base]));
		return true;
	}
	for (size_t i = 0; i < g->ncols; i++)
		if (str_eq(g->cols[i], want)) {
			*base = i;
			return true;
		}
	/* The end of a label, or the value of --by, will do where only one ends so. */
	for (size_t i = 0; i < g->ncols; i++) {
		struct str col = g->cols[i];

		if (col.n > want.n + 1 && str_ends(col, want) &&
		    strchr("/ =", col.p[col.n - want.n - 1])) {
			*base = i;
			found++;
		}
	}
	if (found != 1)
		diag_error(POS_NONE, "--base: %s source of that name: %s: there are %s%s%s%s",
			   found ? "more than one" : "no", diag_quote(want), diag_quote(g->cols[0]),
			   g->ncols > 1 ? ", " : "", g->ncols > 1 ? diag_quote(g->cols[1]) : "",
			   g->ncols > 2 ? " ..." : "");
	return found == 1;
}

static bool sources_tested(const struct grid *g)
{
	for (size_t i = 0; i < g->nrows; i++)
		if (!g->rows[i].context)
			return true;
	return false;
}

enum status sources_grid(const struct options *opts, struct sink also, struct grid_builder **b,
			 const struct grid **g, size_t *base)
{
	struct sources s = { .arena = arena_new() };
	struct sources_grid to = { .b = grid_new(), .also = also };
	enum status status = STATUS_ERROR;
	bool sides;

	*b = to.b;
	if (opts->method.quantile > 0)
		grid_take_quantile(to.b, opts->method.quantile);
	if (query_new(opts, &to.query) && sources_find(opts, &s)) {
		to.label = s.v.n == 1 ? source_name(s.v.v[0].path) : (struct str){ NULL, 0 };
		status = sources_read(opts, &s, (struct sink){ sources_put, &to }, NULL);
		if (status == STATUS_OK && to.query && !query_finish(to.query, to.b))
			status = STATUS_ERROR;
	}
	query_free(to.query);
	*g = grid_finish(to.b);
	sides = opts->npaths == 1 && s.v.n > 1;
	vec_free(&s.v);
	arena_free(s.arena);
	if (status == STATUS_OK && !sources_tested(*g)) {
		diag_error(POS_NONE, opts->filter ? "--filter: no result is left to compute with"
				     : (*g)->nrows
					     ? "only context values, such as those of free(1): "
					       "parse shows them"
					     : "only spreads that the text printed, or results "
					       "without a usable unit: parse shows them");
		status = STATUS_NO_RESULT;
	}
	if (status == STATUS_OK && !sources_base(opts, *g, sides, base))
		status = STATUS_ERROR;
	return status;
}

enum status sources_contrast(const struct options *opts, struct sink also, struct arena *a,
			     struct grid_builder **b, struct contrast *c)
{
	const struct grid *g;
	size_t base;
	enum status status = sources_grid(opts, also, b, &g, &base);

	if (status != STATUS_OK)
		return status;
	if (g->ncols > SOURCES_MAX) {
		diag_error(POS_NONE, "%zu sources are too many to compare: %d at most", g->ncols,
			   SOURCES_MAX);
		return STATUS_ERROR;
	}
	if (g->ncols < 2 && opts->by) {
		diag_error(POS_NONE, "--by: a comparison needs two values, and there is one: %s",
			   diag_quote(g->cols[0]));
		return STATUS_ERROR;
	}
	if (g->ncols < 2) {
		diag_error(POS_NONE,
			   "a comparison needs two sources, and the input is one: %s with %u run%s",
			   diag_quote(g->cols[0]), grid_runs(g, 0),
			   grid_runs(g, 0) == 1 ? "" : "s");
		if (g->odd_units)
			diag_error(POS_NONE,
				   "%zu value%s left out, in a unit of another kind than the rest "
				   "of the row",
				   g->odd_units, g->odd_units == 1 ? " was" : "s were");
		return STATUS_ERROR;
	}
	*c = contrast_make(a, g, base, opts->base != NULL, &opts->method);
	return STATUS_OK;
}

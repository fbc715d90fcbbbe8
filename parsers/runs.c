/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "core/map.h"
#include "core/unit.h"
#include "parsers/runs.h"
#include "parsers/scan.h"

/*
 * A later text may turn out to be a boot that an earlier one has shown, so its lines wait until
 * enough of them tell. At most so many wait.
 */
#define RUNS_WAITING 4096
/* So many earlier texts are asked whether they show the same boot. */
#define RUNS_CANDIDATES 16

/* So many result lines of a text are held against those of others that have no clock. */
#define RUNS_ALIKE 64
/* Fewer digits may well be the same by chance. */
#define RUNS_ALIKE_DIGITS 12

#define RUNS_LAST (~0u) /* the last boot of a place */

/* The records that one line gave. */
struct runs_line {
	struct record *records;
	size_t n;
	struct str source;
	uint64_t hash; /* of time and values; 0 without a clock or without values */
	bool values;   /* not facts or events */
};

/* What is known of a run. */
struct run {
	const char *file;  /* where its first result stood */
	unsigned int text; /* which text that was */
	unsigned int number;
	bool alone; /* the only run of its source in that text */
};

/* The run that a source's lines belong to now, in this text and boot. */
struct cursor {
	size_t run;	   /* index into runs, 0 for none yet */
	unsigned int text; /* the earlier text that shows the same boot, 0 for none */
	bool once;	   /* it has its line of a once-per-boot format */
	bool joined;	   /* the run is the only one of that text */
};

/* The clock from the first to the last result of a source in a text. */
struct span {
	int64_t first, last;
};

struct runs {
	struct sink out;
	const struct format *const *more; /* formats besides the registry's, or NULL */
	struct arena *names;		  /* labels, files and sources: few */
	struct arena *line, *waiting;	  /* of the line being gathered, and of those that wait */
	struct str label;
	struct buf source;
	VEC(struct run) runs; /* from 1 */
	struct map numbers;   /* source: how many runs it has */
	struct map places;    /* source, place and boot: its run */
	struct map seen;      /* source and line: its run */
	struct map texts;     /* source label and content */
	struct map clock;     /* run, row and item: time of its last result */
	struct map files;     /* source: the last text that gave it results */
	struct map spans;     /* source and text: index into span_list, from 1 */
	VEC(struct span) span_list;
	struct map cursors; /* text, boot and source: index into cursor_list, from 1 */
	VEC(struct cursor) cursor_list;
	/* of the text */
	const char *file;
	struct str place;
	unsigned int text, boot, segment;
	bool banner, known;
	bool join;		    /* the text is of the last run of its place */
	unsigned long twice, again; /* results that another text had, or this one before */
	const char *twice_in;
	bool twice_more;	      /* and in others */
	struct map alike;	      /* source and values: text, and whether it had a clock */
	VEC(const char *) text_files; /* by text */
	size_t lines, alikes, digits; /* results looked at, those alike, and their digits */
	unsigned int alike_text;
	VEC(struct record) gather;
	VEC(struct runs_line) wait;
	size_t waiting_values; /* how many of them are results */
};

struct runs *runs_new(struct sink out, const struct format *const *more)
{
	struct arena *names = arena_new();
	struct runs *r = arena_new_of(names, struct runs, 1);

	r->out = out;
	r->more = more;
	r->names = names;
	r->line = arena_new();
	r->waiting = arena_new();
	vec_add(&r->runs);
	vec_add(&r->cursor_list);
	vec_add(&r->span_list);
	return r;
}

void runs_free(struct runs *r)
{
	struct arena *names = r->names;

	map_free(&r->numbers);
	map_free(&r->places);
	map_free(&r->seen);
	map_free(&r->texts);
	map_free(&r->clock);
	map_free(&r->files);
	map_free(&r->spans);
	map_free(&r->alike);
	vec_free(&r->text_files);
	map_free(&r->cursors);
	vec_free(&r->runs);
	vec_free(&r->cursor_list);
	vec_free(&r->span_list);
	vec_free(&r->gather);
	vec_free(&r->wait);
	buf_free(&r->source);
	arena_free(r->line);
	arena_free(r->waiting);
	arena_free(names);
}

void runs_label(struct runs *r, struct str label)
{
	r->label = arena_str(r->names, label);
}

static void runs_new_text(struct runs *r)
{
	r->text++;
	while (r->text_files.n <= r->text)
		*vec_add(&r->text_files) = r->file;
}

static uint64_t runs_text(struct str s, uint64_t hash)
{
	return map_mix(str_hash(s, STR_HASH_SEED), hash);
}

bool runs_begin(struct runs *r, const char *file, struct str place, uint64_t hash)
{
	r->file = arena_str(r->names, str_of(file)).p;
	r->place = arena_str(r->names, place);
	runs_new_text(r);
	r->lines = r->alikes = r->digits = 0;
	r->boot = 0;
	r->banner = r->known = false;
	r->twice = r->again = 0;
	r->twice_in = NULL;
	r->twice_more = false;
	if (hash) {
		int64_t *first = map_put(&r->texts, runs_text(r->label, hash));

		if (*first) {
			diag_warn((struct pos){ file, 0 },
				  "byte for byte the same as %s: counted once",
				  diag_quote(str_of((const char *)(uintptr_t)*first)));
			return false;
		}
		*first = (int64_t)(uintptr_t)r->file;
	}
	return true;
}

/* Label, section, or label/section. */
static struct str runs_source(struct runs *r, struct str section)
{
	if (!section.n)
		return r->label;
	if (!r->label.n)
		return section;
	r->source.n = 0;
	buf_add(&r->source, r->label);
	buf_char(&r->source, '/');
	buf_add(&r->source, section);
	return buf_str(&r->source);
}

static struct cursor *runs_cursor(struct runs *r, struct str source)
{
	uint64_t key = runs_text(source, map_mix(r->text, r->boot));
	int64_t *index = map_put(&r->cursors, key);

	if (!*index) {
		*index = (int64_t)r->cursor_list.n;
		vec_add(&r->cursor_list);
	}
	return &r->cursor_list.v[*index];
}

static size_t runs_add(struct runs *r, struct str source, bool alone)
{
	struct run *run = vec_add(&r->runs);

	run->number = (unsigned int)++*map_put(&r->numbers, runs_text(source, 0));
	run->file = r->file;
	run->text = r->text;
	run->alone = alone;
	return r->runs.n - 1;
}

/* The run that this place's boot has from another of its texts; NULL where a text has no place. */
static int64_t *runs_place(struct runs *r, struct str source, unsigned int boot)
{
	return r->place.n ? map_put(&r->places, runs_text(source, runs_text(r->place, boot)))
			  : NULL;
}

static int64_t runs_time(const struct runs_line *line)
{
	int64_t time_ns = -1;

	for (size_t i = 0; i < line->n && time_ns < 0; i++)
		time_ns = line->records[i].time_ns;
	return time_ns;
}

/* The run that has had this line already, 0 for none. */
static size_t runs_had(const struct runs *r, const struct runs_line *line)
{
	const int64_t *run = line->hash ? map_get(&r->seen, runs_text(line->source, line->hash))
					: NULL;

	return run ? (size_t)*run : 0;
}

static void runs_span(struct runs *r, const struct runs_line *line, unsigned int text)
{
	int64_t *index = map_put(&r->spans, runs_text(line->source, text)),
		time_ns = runs_time(line);
	struct span *span;

	if (!*index) {
		*index = (int64_t)r->span_list.n;
		*vec_add(&r->span_list) = (struct span){ time_ns, time_ns };
	}
	span = &r->span_list.v[*index];
	span->first = time_ns < span->first ? time_ns : span->first;
	span->last = time_ns > span->last ? time_ns : span->last;
}

/*
 * How many of the waiting results an earlier text has too; 0 if it lacks more than a fifth of
 * those that stand between its first and its last one: lines may be lost, and by a coarse clock
 * some are alike in different boots.
 */
static size_t runs_shared(const struct runs *r, struct str source, unsigned int text)
{
	const int64_t *index = map_get(&r->spans, runs_text(source, text));
	const struct span *span = index ? &r->span_list.v[*index] : NULL;
	size_t shared = 0, within = 0;

	for (size_t i = 0; i < r->wait.n && span; i++) {
		const struct runs_line *w = &r->wait.v[i];
		size_t had = runs_had(r, w);

		if (!w->hash || !str_eq(w->source, source))
			continue;
		shared += had && r->runs.v[had].text == text;
		within += runs_time(w) >= span->first && runs_time(w) <= span->last;
	}
	return 5 * shared >= 4 * within ? shared : 0;
}

/* The run of an earlier text that shows the boot whose lines wait, 0 for none. */
static size_t runs_same(const struct runs *r, struct str source)
{
	unsigned int asked[RUNS_CANDIDATES];
	size_t n = 0, most = 0, best = 0;

	for (size_t i = 0; i < r->wait.n && n < RUNS_CANDIDATES; i++) {
		size_t had = runs_had(r, &r->wait.v[i]), shared, k = 0;
		unsigned int text = r->runs.v[had].text;

		if (!had || text == r->text || !str_eq(r->wait.v[i].source, source))
			continue;
		while (k < n && asked[k] != text)
			k++;
		if (k < n)
			continue;
		asked[n++] = text;
		shared = runs_shared(r, source, text);
		if (shared > most) {
			most = shared;
			best = had;
		}
	}
	return best;
}

/* The first line of a source in a boot: a run that its place has, or another text, or a new one. */
static void runs_start(struct runs *r, struct cursor *c, struct str source)
{
	int64_t *known = runs_place(r, source, r->boot);
	size_t same = runs_same(r, source);

	c->text = r->runs.v[same].text;
	c->once = c->joined = false;
	if (known && *known)
		c->run = (size_t)*known;
	else
		c->run = same ? same : runs_add(r, source, true);
	if (known) {
		*known = (int64_t)c->run;
		*runs_place(r, source, RUNS_LAST) = (int64_t)c->run;
	}
}

static uint64_t runs_row(const struct record *rec)
{
	uint64_t hash = runs_text(rec->bench, runs_text(rec->params, 0));

	return runs_text(rec->metric, runs_text(rec->item, runs_text(rec->stat, hash)));
}

/* How long a result says that it took, in ns; -1 if it is no time or has no place on the clock. */
static double runs_took(const struct record *rec)
{
	const struct unit *unit = rec->time_ns >= 0 ? unit_find(rec->unit) : NULL;

	return unit && strcmp(unit->quantity, "time") == 0 ? rec->value * unit->factor : -1;
}

/* Whether a result cannot be of the boot that gave this row before: it took longer than that. */
static bool runs_too_close(struct runs *r, size_t run, const struct record *rec)
{
	double took = runs_took(rec);
	const int64_t *before;

	if (took < 0)
		return false;
	before = map_get(&r->clock, map_mix(runs_row(rec), run));
	return before && (double)(rec->time_ns - *before) < took;
}

static bool runs_once_per_boot(const struct runs *r, struct str format)
{
	for (size_t i = 0; r->more && r->more[i]; i++)
		if (str_is(format, r->more[i]->name))
			return r->more[i]->once_per_boot;
	for (size_t i = 0; formats[i]; i++)
		if (str_is(format, formats[i]->name))
			return formats[i]->once_per_boot;
	return false;
}

/* Whether a line begins another run, though nothing else said that a boot began. */
static bool runs_splits(struct runs *r, const struct cursor *c, const struct runs_line *line,
			bool once)
{
	if (r->banner || r->known)
		return false;
	for (size_t i = 0; i < line->n; i++)
		if (line->records[i].kind == RECORD_VALUE &&
		    runs_too_close(r, c->run, &line->records[i]))
			return true;
	return once && c->once && !c->joined;
}

/* A line that has been counted already: counted as such, and its run is the run of this text. */
static bool runs_twice(struct runs *r, struct cursor *c, const struct runs_line *line)
{
	size_t had = runs_had(r, line);
	const struct run *run = &r->runs.v[had];

	/* Two boots in one text are two, however alike, and so are two that are but alike. */
	if (!had || (had != c->run && (run->text == r->text || run->text != c->text)))
		return false;
	if (run->text == r->text)
		r->again++;
	else if (r->twice++ == 0)
		r->twice_in = run->file;
	else if (strcmp(r->twice_in, run->file) != 0)
		r->twice_more = true;
	c->run = had;
	c->joined = run->alone && run->text != r->text;
	c->once = true;
	return true;
}

static void runs_emit(struct runs *r, struct cursor *c, const struct runs_line *line)
{
	bool once = line->values && runs_once_per_boot(r, line->records[0].format);
	bool first = !c->run;

	if (first)
		runs_start(r, c, line->source);
	if (runs_twice(r, c, line))
		return;
	if (!first && line->values && runs_splits(r, c, line, once)) {
		r->runs.v[c->run].alone = false;
		c->run = runs_add(r, line->source, false);
		c->joined = false;
	}
	c->once |= once;
	if (line->hash) {
		*map_put(&r->seen, runs_text(line->source, line->hash)) = (int64_t)c->run;
		runs_span(r, line, r->runs.v[c->run].text);
	}
	if (line->values)
		*map_put(&r->files, runs_text(line->source, 1)) = r->text;
	for (size_t i = 0; i < line->n; i++) {
		struct record rec = line->records[i];

		rec.source = line->source;
		rec.run = r->runs.v[c->run].number;
		/* Where boots are told apart, nothing asks for the clock. */
		if (!r->banner && !r->known && rec.kind == RECORD_VALUE && runs_took(&rec) >= 0)
			*map_put(&r->clock, map_mix(runs_row(&rec), c->run)) = rec.time_ns;
		r->out.put(r->out.ctx, &rec);
	}
}

/* Sends what waited: to the run it turned out to be, or to a new one. */
static void runs_flush(struct runs *r)
{
	for (size_t i = 0; i < r->wait.n; i++)
		runs_emit(r, runs_cursor(r, r->wait.v[i].source), &r->wait.v[i]);
	r->wait.n = r->waiting_values = 0;
	arena_reset(r->waiting);
}

static void runs_wait(struct runs *r, const struct runs_line *line)
{
	struct runs_line *w = vec_add(&r->wait);

	*w = *line;
	w->source = arena_str(r->waiting, line->source);
	w->records = arena_new_of(r->waiting, struct record, line->n);
	for (size_t i = 0; i < line->n; i++)
		w->records[i] = record_copy(r->waiting, &line->records[i]);
}

/* Whether another text has given this source results, so that this one may be the same boot. */
static bool runs_may_join(const struct runs *r, const struct runs_line *line)
{
	const int64_t *text = map_get(&r->files, runs_text(line->source, 1));

	return text && *text != r->text;
}

static void runs_line(struct runs *r, const struct runs_line *line)
{
	bool wait = r->waiting_values > 0;

	/* Facts wait for a result: a boot without one is no run. */
	if (!runs_cursor(r, line->source)->run)
		wait |= !line->values || (line->hash && runs_may_join(r, line));
	if (wait && r->wait.n < RUNS_WAITING) {
		r->waiting_values += line->values;
		runs_wait(r, line);
		return;
	}
	runs_flush(r);
	runs_emit(r, runs_cursor(r, line->source), line);
}

/*
 * Without a clock on both sides a result cannot be told to be another's copy; but a text whose
 * results all are those of another is worth a word.
 */
static void runs_look_alike(struct runs *r, const struct runs_line *line, uint64_t values)
{
	int64_t *seen, clock = runs_time(line) >= 0;

	if (!line->values || r->lines == RUNS_ALIKE)
		return;
	r->lines++;
	seen = map_put(&r->alike, runs_text(line->source, values));
	if (*seen && (unsigned int)(*seen >> 1) != r->text && !(*seen & clock)) {
		r->alikes++;
		r->alike_text = (unsigned int)(*seen >> 1);
		for (size_t i = 0; i < line->n; i++)
			r->digits += line->records[i].text.n;
	}
	if (!*seen)
		*seen = (int64_t)r->text << 1 | clock;
}

/* The line that was being gathered is complete. */
static void runs_gathered(struct runs *r)
{
	struct runs_line line = { .records = r->gather.v, .n = r->gather.n };
	uint64_t values = STR_HASH_SEED;

	if (!line.n)
		return;
	line.source = runs_source(r, line.records[0].source);
	for (size_t i = 0; i < line.n; i++) {
		const struct record *rec = &line.records[i];

		if (rec->kind != RECORD_VALUE)
			continue;
		line.values = true;
		values = map_mix(runs_text(rec->text, values), runs_row(rec));
	}
	if (line.values && runs_time(&line) >= 0)
		line.hash = map_mix(values, (uint64_t)runs_time(&line));
	runs_look_alike(r, &line, values);
	runs_line(r, &line);
	r->gather.n = 0;
	arena_reset(r->line);
}

static void runs_put(void *ctx, const struct record *rec)
{
	struct runs *r = ctx;
	const struct record *first = r->gather.v;

	if (r->gather.n && (!rec->pos.line || rec->pos.line != first->pos.line ||
			    rec->kind != first->kind || !str_eq(rec->source, first->source) ||
			    strcmp(rec->pos.file ? rec->pos.file : "",
				   first->pos.file ? first->pos.file : "") != 0))
		runs_gathered(r);
	*vec_add(&r->gather) = record_copy(r->line, rec);
}

struct sink runs_sink(struct runs *r)
{
	return (struct sink){ runs_put, r };
}

/* What still waits of a boot: with a result in it, a run of its own; facts alone belong to none. */
static void runs_boot_end(struct runs *r)
{
	bool result = false;

	runs_gathered(r);
	for (size_t i = 0; i < r->wait.n; i++) {
		const int64_t *known = runs_place(r, r->wait.v[i].source, r->boot);

		result |= r->wait.v[i].values || (known && *known);
	}
	if (!result && r->wait.n && r->banner)
		diag_warn((struct pos){ r->file, 0 }, "a boot without a result: not counted");
	if (!result)
		r->wait.n = r->waiting_values = 0;
	runs_flush(r);
}

void runs_boot(struct runs *r, bool banner)
{
	runs_boot_end(r);
	r->boot += r->boot != RUNS_LAST;
	r->banner = banner;
}

void runs_one_boot(struct runs *r)
{
	runs_gathered(r);
	r->banner = true;
}

void runs_join(struct runs *r)
{
	r->boot = RUNS_LAST;
}

void runs_known(struct runs *r, unsigned int segment, unsigned int run)
{
	if (r->known && segment == r->segment && run == r->boot)
		return;
	runs_boot_end(r);
	/* Each call of parse that a file was put together from is a text of its own. */
	if (r->known && segment != r->segment)
		runs_new_text(r);
	r->segment = segment;
	r->boot = run;
	r->known = true;
}

void runs_end(struct runs *r)
{
	runs_boot_end(r);
	if (r->twice)
		diag_warn(
			(struct pos){ r->file, 0 },
			"%lu result line%s already counted from %s%s: the same boot, counted once",
			r->twice, r->twice == 1 ? "" : "s", diag_quote(str_of(r->twice_in)),
			r->twice_more ? " and others" : "");
	if (r->again)
		diag_warn((struct pos){ r->file, 0 },
			  "%lu result line%s here twice, time and all: counted once", r->again,
			  r->again == 1 ? " stands" : "s stand");
	if (r->alikes && r->alikes == r->lines && r->digits >= RUNS_ALIKE_DIGITS)
		diag_warn(
			(struct pos){ r->file, 0 },
			"the same results as in %s, without a clock that tells the boots: counted "
			"as another run",
			diag_quote(str_of(r->text_files.v[r->alike_text])));
	r->lines = r->alikes = 0;
	/* A text that cannot be read begins nothing, and ends all the same. */
	r->twice = r->again = 0;
}

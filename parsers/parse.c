/* SPDX-License-Identifier: GPL-2.0-or-later */
#include <sys/stat.h>
#include <unistd.h>
#include "parsers/beside.h"
#include "parsers/input.h"
#include "parsers/kmsg.h"
#include "parsers/mail.h"
#include "parsers/parse.h"
#include "parsers/runs.h"
#include "parsers/scan.h"
#include "parsers/stream.h"
#include "parsers/unpack.h"
#include "parsers/unwrap.h"

/* So many lines at the start of a text show whether it is a log. */
#define PARSE_LOG_LINES 50
/* Of a path without a result, so many files are named, with so many lines of each. */
#define PARSE_EMPTY_FILES 5
#define PARSE_EMPTY_LINES 3
#define PARSE_EMPTY_WIDTH 100
#define PARSE_EMPTY_HEAD  ((size_t)64 << 10)

/* A text without a result, and the first lines of it that are not blank. */
struct parse_empty {
	const char *name;
	unsigned long lines;
	struct str first[PARSE_EMPTY_LINES];
	bool nuls;   /* most of its beginning is NUL bytes */
	bool of_run; /* of a directory whose other files may have results */
};

struct parser {
	struct arena *arena;
	struct runs *runs;
	struct scanner *scan;
	struct parse_options options;
	struct parse_counts counts;
	VEC(struct stat) outputs;
	struct buf params, source;
	struct str bad_place; /* of a run that does not count */
	/* of the path */
	bool alone; /* it is the only source, unless it has several */
	struct arena *path, *text;
	VEC(struct parse_empty) empty;
	unsigned long empties;
	/* of the text */
	const struct input_file *file;
	const char *name;
	struct record_reader *records;
	bool mail, whole;
	struct unwrap *unwrap;
	struct lines lines; /* made of the text, where it is not read as it is */
	bool skipped;	    /* the text has been counted already */
	bool at_start;	    /* no block of it has been scanned */
	bool left_out;	    /* it is no text, and was not named */
	struct parse_empty first;
};

static void parse_boot(void *ctx, bool banner)
{
	struct parser *p = ctx;

	runs_boot(p->runs, banner);
}

static void parse_one_boot(void *ctx)
{
	struct parser *p = ctx;

	runs_one_boot(p->runs);
}

static void parse_seen(void *ctx, const struct scan_seen *seen)
{
	struct parser *p = ctx;

	p->options.seen(p->options.seen_ctx, seen);
}

/* What the directories say of a record goes into it. */
static void parse_put(void *ctx, const struct record *rec)
{
	struct parser *p = ctx;
	const struct input_file *file = p->file;
	const struct sink to = runs_sink(p->runs);
	struct record copy = *rec;

	p->source.n = p->params.n = 0;
	if (file->source.n) {
		buf_add(&p->source, file->source);
		if (rec->source.n)
			buf_char(&p->source, '/');
		buf_add(&p->source, rec->source);
		copy.source = buf_str(&p->source);
	}
	if (file->params.n && rec->kind == RECORD_VALUE) {
		record_pairs(&p->params, file->params, rec->params);
		copy.params = buf_str(&p->params);
	}
	to.put(to.ctx, &copy);
}

struct parser *parse_new(struct sink out, const struct parse_options *options)
{
	struct arena *arena = arena_new();
	struct parser *p = arena_new_of(arena, struct parser, 1);

	p->arena = arena;
	p->path = arena_new();
	p->text = arena_new();
	p->options = *options;
	p->runs = runs_new(out, options->formats);
	p->scan = scan_new((struct scan_hooks){ .records = { parse_put, p },
						.boot = parse_boot,
						.one_boot = parse_one_boot,
						.seen = options->seen ? parse_seen : NULL,
						.split_blocks = options->split_blocks,
						.ctx = p },
			   options->formats);
	return p;
}

void parse_output(struct parser *p, const char *path)
{
	struct stat st;

	if (stat(path, &st) == 0 && S_ISREG(st.st_mode))
		*vec_add(&p->outputs) = st;
}

static bool parse_is_output(const struct parser *p, const char *path)
{
	struct stat st, *out;
	bool found = false;

	if (strcmp(path, "-") ? stat(path, &st) != 0 : fstat(STDIN_FILENO, &st) != 0)
		return false;
	vec_each (out, &p->outputs)
		found |= out->st_dev == st.st_dev && out->st_ino == st.st_ino;
	return found;
}

bool parse_knows(struct str input, const struct format *const *more)
{
	static const char *const names[] = { "csv", "jsonl", "log" };

	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++)
		if (str_is(input, names[i]))
			return true;
	for (size_t i = 0; formats[i]; i++)
		if (str_is(input, formats[i]->name))
			return true;
	for (size_t i = 0; more && more[i]; i++)
		if (str_is(input, more[i]->name))
			return true;
	return false;
}

void parse_free(struct parser *p)
{
	vec_free(&p->outputs);
	lines_free(&p->lines);
	vec_free(&p->empty);
	buf_free(&p->params);
	buf_free(&p->source);
	arena_free(p->path);
	arena_free(p->text);
	scan_free(p->scan);
	runs_free(p->runs);
	arena_free(p->arena);
}

/* A console's content stands for its boot; a list of numbers does not. */
static uint64_t parse_content(struct str text)
{
	struct str rest = text, line;
	struct buf scratch = { 0 };
	bool log = false;

	for (int i = 0; i < PARSE_LOG_LINES && !log && str_next(&rest, '\n', &line); i++)
		log = kmsg_strip(line, &scratch).time_ns >= 0;
	buf_free(&scratch);
	return log ? str_hash(text, STR_HASH_SEED) : 0;
}

/* A record of a records file: its run is known by segment and number. */
static void parse_record(void *ctx, const struct record *rec)
{
	struct parser *p = ctx;
	struct sink to = runs_sink(p->runs);

	runs_known(p->runs, record_reader_segment(p->records), rec->run);
	p->counts.records += rec->kind == RECORD_VALUE;
	to.put(to.ctx, rec);
}

static bool parse_is_records(const struct parser *p, struct str head, enum record_format *format)
{
	if (!p->options.input.n)
		return record_sniff(head, format);
	*format = str_is(p->options.input, "jsonl") ? RECORD_JSONL : RECORD_CSV;
	return str_is(p->options.input, "jsonl") || str_is(p->options.input, "csv");
}

/* An error where the file was named, a note where it was only found. */
static bool parse_no_text(struct parser *p, const char *what)
{
	p->left_out = p->file->found;
	if (p->left_out)
		diag_note((struct pos){ p->name, 0 }, "%s: left out", what);
	else
		diag_error((struct pos){ p->name, 0 }, "%s", what);
	return false;
}

/* What is no text is told by its first bytes, with the way to make it one. */
static bool parse_is_text(struct parser *p, struct str head)
{
	static const struct {
		struct str magic;
		const char *what;
	} others[] = {
		{ STR_INIT("\x7f"
			   "ELF"),
		  "a program (ELF), no text" },
		{ STR_INIT("\x89PNG\r\n"), "an image (PNG), no text" },
		{ STR_INIT("\xff\xd8\xff"), "an image (JPEG), no text" },
		{ STR_INIT("GIF8"), "an image (GIF), no text" },
		{ STR_INIT("%PDF-"), "a PDF, no text: pdftotext may help" },
		{ STR_INIT("PK\x03\x04"), "a zip archive: unpack it first" },
		{ STR_INIT("7z\xbc\xaf\x27\x1c"), "a 7z archive: unpack it first" },
		{ STR_INIT("LPKSHHRH"), "a binary journal: journalctl --file shows it as text" },
		{ STR_INIT("PERFILE2"), "data of perf: perf script shows it as text" },
		{ STR_INIT("\x17\x08\x44tracing"),
		  "data of trace-cmd: trace-cmd report shows it as text" },
	};

	for (size_t i = 0; i < sizeof(others) / sizeof(others[0]); i++)
		if (str_starts(head, others[i].magic))
			return parse_no_text(p, others[i].what);
	if (unpack_is_tar(head))
		return parse_no_text(p, "an archive in an archive");
	return !unpack_knows(head) ||
	       parse_no_text(p, "compressed more than once: unpack it first");
}

/* How it begins, should nothing be found in it. */
static void parse_begins(struct parser *p, struct str head)
{
	struct str line;
	size_t n = 0, nuls = 0;

	for (size_t i = 0; i < head.n && i < PARSE_EMPTY_HEAD; i++)
		nuls += head.p[i] == '\0';
	p->first.nuls = 2 * nuls > (head.n < PARSE_EMPTY_HEAD ? head.n : PARSE_EMPTY_HEAD);
	while (n < PARSE_EMPTY_LINES && str_next(&head, '\n', &line)) {
		line = str_trim(line);
		line.n = line.n < PARSE_EMPTY_WIDTH ? line.n : PARSE_EMPTY_WIDTH;
		if (line.n)
			p->first.first[n++] = arena_str(p->text, line);
	}
}

static struct str parse_without_mark(struct str text)
{
	return str_starts(text, STR("\xef\xbb\xbf")) ? str_skip(text, 3) : text;
}

/* --input=log takes even a mail as it stands. */
static bool parse_is_mail(const struct parser *p, struct str head)
{
	return !str_is(p->options.input, "log") && mail_is(head);
}

static struct unwrap *parse_unwrap(const struct parser *p, struct str head)
{
	enum unwrap_kind kind = str_is(p->options.input, "log") ? UNWRAP_NONE : unwrap_is(head);

	return kind == UNWRAP_NONE ? NULL : unwrap_new(kind, p->name);
}

static enum input_how parse_first(void *ctx, struct str head, bool whole)
{
	struct parser *p = ctx;
	enum record_format format;
	bool records = parse_is_records(p, head, &format);

	if (!parse_is_text(p, head))
		return INPUT_STOP;
	p->at_start = true;
	p->mail = !records && parse_is_mail(p, head);
	p->skipped = !runs_begin(p->runs, p->name, p->file->place,
				 whole && !records && !p->mail && p->file->kind == INPUT_LOG
					 ? parse_content(head)
					 : 0);
	if (records) {
		p->records = record_reader_new(p->name, format, (struct sink){ parse_record, p });
		return INPUT_BYTES;
	}
	if (p->file->kind == INPUT_BESIDE)
		runs_join(p->runs);
	parse_begins(p, parse_without_mark(head));
	scan_begin(p->scan, p->name, parse_without_mark(head), p->options.input);
	p->whole = whole;
	if (p->mail || p->skipped)
		return p->mail ? INPUT_ALL : INPUT_LINES;
	p->unwrap = parse_unwrap(p, parse_without_mark(head));
	return p->unwrap ? INPUT_BYTES : INPUT_LINES;
}

/* Lines that were made of the text go on. */
static void parse_lines(struct parser *p)
{
	scan_block(p->scan, buf_str(&p->lines.text), p->whole, p->lines.v);
	lines_clear(&p->lines);
}

static void parse_unwrap_end(struct parser *p)
{
	p->counts.skipped += unwrap_end(p->unwrap, &p->lines);
	parse_lines(p);
	unwrap_free(p->unwrap);
	p->unwrap = NULL;
}

static bool parse_mail(struct parser *p, struct str bytes)
{
	bool ok = mail_read(p->name, bytes, &p->lines);

	p->whole = true;
	parse_lines(p);
	return ok;
}

/*
 * Mailers and web pages make no-break spaces of blanks, in words that lines are told by too. Of
 * texts seen whole they become blanks again.
 */
static void parse_plain(struct parser *p, struct str lines, bool whole)
{
	size_t at = whole ? str_find(lines, STR("\xc2\xa0")) : (size_t)-1;
	struct buf text = { 0 };

	for (; at != (size_t)-1; at = str_find(lines, STR("\xc2\xa0"))) {
		buf_add(&text, (struct str){ lines.p, at });
		buf_char(&text, ' ');
		lines = str_skip(lines, at + 2);
	}
	if (text.n) {
		buf_add(&text, lines);
		lines = buf_str(&text);
	}
	scan_block(p->scan, lines, whole, NULL);
	buf_free(&text);
}

static bool parse_block(void *ctx, struct str lines, bool whole)
{
	struct parser *p = ctx;

	if (p->skipped)
		return true;
	if (p->records)
		return record_reader_feed(p->records, lines);
	if (p->mail)
		return parse_mail(p, lines);
	if (p->at_start)
		lines = parse_without_mark(lines);
	p->at_start = false;
	if (!p->unwrap) {
		parse_plain(p, lines, whole);
		return true;
	}
	unwrap_feed(p->unwrap, lines, &p->lines);
	if (!whole)
		parse_lines(p);
	return true;
}

/* A text has given nothing: kept for the messages at the end of the path. */
static void parse_empty(struct parser *p, unsigned long lines)
{
	struct parse_empty *e;

	if (p->empties++ >= PARSE_EMPTY_FILES)
		return;
	e = vec_add(&p->empty);
	for (size_t i = 0; i < PARSE_EMPTY_LINES; i++)
		e->first[i] = arena_str(p->path, p->first.first[i]);
	e->name = p->name;
	e->lines = lines;
	e->nuls = p->first.nuls;
	e->of_run = p->file->place.n && !p->file->params.n;
}

static bool parse_text(struct parser *p, struct stream *from)
{
	const struct input_reader reader = { parse_first, parse_block, p, SCAN_LINE_MAX };
	bool ok;

	p->records = NULL;
	p->skipped = true;
	p->left_out = false;
	p->first = (struct parse_empty){ 0 };
	arena_reset(p->text);
	ok = input_read(from, &reader) || p->left_out;
	if (p->unwrap)
		parse_unwrap_end(p);
	if (p->records) {
		ok = ok && record_reader_end(p->records);
		record_reader_free(p->records);
	} else if (!p->skipped) {
		struct scan_counts counts = scan_end(p->scan);

		p->counts.records += counts.records;
		p->counts.skipped += counts.skipped;
		p->counts.lines += counts.lines;
		if (!counts.records && p->file->kind == INPUT_LOG)
			parse_empty(p, counts.lines);
	}
	runs_end(p->runs);
	return ok;
}

static void parse_beside_run(void *ctx, size_t nth)
{
	struct parser *p = ctx;
	struct str place = p->file->place;

	if (p->file->kind == INPUT_LKP_MATRIX)
		place = arena_printf(p->path, "%.*s#%zu", (int)place.n, place.p, nth);
	runs_end(p->runs);
	runs_begin(p->runs, p->name, place, 0);
}

static void parse_beside_put(void *ctx, const struct record *rec)
{
	struct parser *p = ctx;

	p->counts.records += rec->kind == RECORD_VALUE;
	parse_put(p, rec);
}

static bool parse_beside(struct parser *p, struct stream *from)
{
	const struct beside_hooks to = { { parse_beside_put, p }, parse_beside_run, p };
	bool ok;

	if (p->file->kind == INPUT_LKP_STATE) {
		p->bad_place = p->file->place;
		if (beside_counts(p->name, from))
			p->bad_place.n = 0;
		p->bad_place = arena_str(p->path, p->bad_place);
		return true;
	}
	runs_begin(p->runs, p->name, p->file->place, 0);
	runs_join(p->runs);
	ok = beside_read(p->file, p->name, from, to);
	runs_end(p->runs);
	return ok;
}

static bool parse_file(void *ctx, const struct input_file *file)
{
	struct parser *p = ctx;
	const char *disk = file->archive ? file->archive : file->path;
	struct stream *from;
	bool ok;

	if (p->bad_place.n && str_eq(p->bad_place, file->place))
		return true;
	p->file = file;
	p->name = arena_str(p->arena, str_of(strcmp(file->path, "-") ? file->path : "stdin")).p;
	p->counts.files++;
	if (parse_is_output(p, disk)) {
		diag_error((struct pos){ p->name, 0 }, "input file is output file");
		return false;
	}
	from = file->archive ? stream_of(file->bytes, p->name) : stream_open(file->path);
	if (!from)
		return false;
	if (stream_is_tar(from) && !file->archive) {
		p->counts.files--;
		ok = input_untar(from, p->alone, parse_file, p);
	} else if (file->kind != INPUT_LOG && file->kind != INPUT_BESIDE) {
		ok = parse_beside(p, from);
	} else {
		ok = parse_text(p, from);
	}
	stream_close(from);
	return ok;
}

static void parse_say_empty(const struct parse_empty *e, bool error)
{
	struct buf said = { 0 };

	buf_printf(&said, "no result in %lu line%s%s", e->lines, e->lines == 1 ? "" : "s",
		   e->nuls ? ", most of it NUL bytes" : "");
	for (size_t i = 0; i < PARSE_EMPTY_LINES && e->first[i].n && !e->nuls; i++)
		buf_printf(&said, "%s %s", i ? "," : ":", diag_quote(e->first[i]));
	if (e->lines > PARSE_EMPTY_LINES && !e->nuls)
		buf_add(&said, STR(" ..."));
	buf_char(&said, '\0');
	if (error)
		diag_error((struct pos){ e->name, 0 }, "%s", said.v);
	else
		diag_note((struct pos){ e->name, 0 }, "%s", said.v);
	buf_free(&said);
}

/* Each file of a path without a result is said; where there are results, each that is a log. */
static void parse_say_empties(const struct parser *p, bool results)
{
	const struct parse_empty *e;

	vec_each (e, &p->empty)
		if (!results || !e->of_run)
			parse_say_empty(e, !results);
	if (p->empties > p->empty.n && !results)
		diag_error(POS_NONE, "and %zu more files without a result",
			   (size_t)p->empties - p->empty.n);
}

bool parse_path(struct parser *p, struct str label, const char *path)
{
	unsigned long before = p->counts.records;
	bool ok;

	runs_label(p->runs, label);
	p->alone = !label.n;
	ok = input_walk(path, parse_file, p);
	parse_say_empties(p, p->counts.records > before);
	p->empty.n = p->empties = 0;
	p->bad_place.n = 0;
	arena_reset(p->path);
	return ok;
}

struct parse_counts parse_counts(const struct parser *p)
{
	return p->counts;
}

void parse_tell_idle(const struct parser *p)
{
	size_t n;
	const struct scan_tally *tally = scan_tally(p->scan, &n);

	for (size_t i = 0; i < n; i++)
		if (!tally[i].records && strcmp(tally[i].format, "pattern") == 0)
			diag_note(POS_NONE, "--pattern: no line gave a value: parse --explain "
					    "shows what became of each");
}

void parse_tell(const struct parser *p)
{
	size_t n;
	const struct scan_tally *tally = scan_tally(p->scan, &n);
	const struct scan_reason *reasons;

	diag_note(POS_NONE, "%lu file%s, %lu line%s, %lu value%s, %lu skipped", p->counts.files,
		  p->counts.files == 1 ? "" : "s", p->counts.lines, p->counts.lines == 1 ? "" : "s",
		  p->counts.records, p->counts.records == 1 ? "" : "s", p->counts.skipped);
	for (size_t i = 0; i < n; i++)
		if (tally[i].records || tally[i].near)
			diag_note(POS_NONE,
				  "%s: %lu value%s, %lu line%s with a word of it that gave none",
				  tally[i].format, tally[i].records,
				  tally[i].records == 1 ? "" : "s", tally[i].near,
				  tally[i].near == 1 ? "" : "s");
	reasons = scan_reasons(p->scan, &n);
	for (size_t i = 0; i < n; i++)
		diag_note(POS_NONE, "skipped: %lu: %s", reasons[i].n, reasons[i].why);
}

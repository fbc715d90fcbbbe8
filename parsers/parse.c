/* SPDX-License-Identifier: GPL-2.0-or-later */
#include <sys/stat.h>
#include <unistd.h>
#include "parsers/input.h"
#include "parsers/kmsg.h"
#include "parsers/mail.h"
#include "parsers/parse.h"
#include "parsers/runs.h"
#include "parsers/scan.h"
#include "parsers/unwrap.h"

/* So many lines at the start of a text show whether it is a log. */
#define PARSE_LOG_LINES 50

struct parser {
	struct arena *arena;
	struct runs *runs;
	struct scanner *scan;
	struct parse_options options;
	struct parse_counts counts;
	VEC(struct stat) outputs;
	/* of the text */
	const struct input_file *file;
	const char *name;
	struct record_reader *records;
	bool mail, whole;
	struct unwrap *unwrap;
	struct lines lines; /* made of the text, where it is not read as it is */
	bool skipped;	    /* the text has been counted already */
	bool at_start;	    /* no block of it has been scanned */
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

struct parser *parse_new(struct sink out, const struct parse_options *options)
{
	struct arena *arena = arena_new();
	struct parser *p = arena_new_of(arena, struct parser, 1);

	p->arena = arena;
	p->options = *options;
	p->runs = runs_new(out, options->formats);
	p->scan = scan_new((struct scan_hooks){ .records = runs_sink(p->runs),
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

/* What is no text as it stands is told by its first bytes, with the way to make it one. */
static bool parse_is_text(const struct parser *p, struct str head)
{
	static const struct {
		struct str magic;
		const char *advice;
	} others[] = {
		{ STR_INIT("\xff\xfe"), "UTF-16 text: convert it with iconv -f UTF-16 -t UTF-8" },
		{ STR_INIT("\xfe\xff"), "UTF-16 text: convert it with iconv -f UTF-16 -t UTF-8" },
		{ STR_INIT("\x1f\x8b"), "compressed: zcat it first" },
		{ STR_INIT("\xfd"
			   "7zXZ"),
		  "compressed: xzcat it first" },
		{ STR_INIT("\x28\xb5\x2f\xfd"), "compressed: zstdcat it first" },
		{ STR_INIT("BZh"), "compressed: bzcat it first" },
	};

	for (size_t i = 0; i < sizeof(others) / sizeof(others[0]); i++)
		if (str_starts(head, others[i].magic)) {
			diag_error((struct pos){ p->name, 0 }, "%s", others[i].advice);
			return false;
		}
	return true;
}

static struct str parse_without_mark(struct str text)
{
	return str_starts(text, STR("\xef\xbb\xbf")) ? str_skip(text, 3) : text;
}

/* --input=log takes even a mail as it stands. */
static bool parse_is_mail(const struct parser *p, struct str head)
{
	return !p->options.input.n && mail_is(head);
}

static struct unwrap *parse_unwrap(const struct parser *p, struct str head)
{
	enum unwrap_kind kind = p->options.input.n ? UNWRAP_NONE : unwrap_is(head);

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
				 whole && !records && !p->mail ? parse_content(head) : 0);
	if (records) {
		p->records = record_reader_new(p->name, format, (struct sink){ parse_record, p });
		return INPUT_BYTES;
	}
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
		scan_block(p->scan, lines, whole, NULL);
		return true;
	}
	unwrap_feed(p->unwrap, lines, &p->lines);
	if (!whole)
		parse_lines(p);
	return true;
}

static bool parse_file(void *ctx, const struct input_file *file)
{
	struct parser *p = ctx;
	const struct input_reader reader = { parse_first, parse_block, p, SCAN_LINE_MAX };
	bool ok;

	p->file = file;
	p->name = arena_str(p->arena, str_of(strcmp(file->path, "-") ? file->path : "stdin")).p;
	p->records = NULL;
	p->skipped = true;
	p->counts.files++;
	if (parse_is_output(p, file->path)) {
		diag_error((struct pos){ p->name, 0 }, "input file is output file");
		return false;
	}
	ok = input_read(file, &reader);
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
	}
	runs_end(p->runs);
	return ok;
}

bool parse_path(struct parser *p, struct str label, const char *path)
{
	runs_label(p->runs, label);
	return input_walk(path, parse_file, p);
}

struct parse_counts parse_counts(const struct parser *p)
{
	return p->counts;
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

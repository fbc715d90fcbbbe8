/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "parsers/input.h"
#include "parsers/kmsg.h"
#include "parsers/parse.h"
#include "parsers/runs.h"
#include "parsers/scan.h"

/* So many lines at the start of a text show whether it is a log. */
#define PARSE_LOG_LINES 50

struct parser {
	struct arena *arena;
	struct runs *runs;
	struct scanner *scan;
	struct str input;
	struct parse_counts counts;
	/* of the text */
	const struct input_file *file;
	const char *name;
	struct record_reader *records;
	bool skipped; /* the text has been counted already */
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

struct parser *parse_new(struct sink out, struct str input)
{
	struct arena *arena = arena_new();
	struct parser *p = arena_new_of(arena, struct parser, 1);

	p->arena = arena;
	p->input = input;
	p->runs = runs_new(out);
	p->scan =
		scan_new((struct scan_hooks){ runs_sink(p->runs), parse_boot, parse_one_boot, p });
	return p;
}

bool parse_knows(struct str input)
{
	static const char *const names[] = { "csv", "jsonl", "log" };

	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++)
		if (str_is(input, names[i]))
			return true;
	for (size_t i = 0; formats[i]; i++)
		if (str_is(input, formats[i]->name))
			return true;
	return false;
}

void parse_free(struct parser *p)
{
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
	if (!p->input.n)
		return record_sniff(head, format);
	*format = str_is(p->input, "jsonl") ? RECORD_JSONL : RECORD_CSV;
	return str_is(p->input, "jsonl") || str_is(p->input, "csv");
}

static bool parse_first(void *ctx, struct str head, bool whole)
{
	struct parser *p = ctx;
	enum record_format format;
	bool records = parse_is_records(p, head, &format);

	if (str_starts(head, STR("\xff\xfe")) || str_starts(head, STR("\xfe\xff"))) {
		diag_error((struct pos){ p->name, 0 },
			   "UTF-16 text: convert it with iconv -f UTF-16 -t UTF-8");
		return false;
	}
	p->skipped = !runs_begin(p->runs, p->name, p->file->place,
				 whole && !records ? parse_content(head) : 0);
	if (records)
		p->records = record_reader_new(p->name, format, (struct sink){ parse_record, p });
	else
		scan_begin(p->scan, p->name, head, p->input);
	return true;
}

static bool parse_block(void *ctx, struct str lines, bool whole)
{
	struct parser *p = ctx;

	if (p->skipped)
		return true;
	if (p->records)
		return record_reader_feed(p->records, lines);
	scan_block(p->scan, lines, whole);
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
	ok = input_read(file, &reader);
	if (p->records) {
		ok = ok && record_reader_end(p->records);
		record_reader_free(p->records);
	} else if (!p->skipped) {
		struct scan_counts counts = scan_end(p->scan);

		p->counts.records += counts.records;
		p->counts.skipped += counts.skipped;
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

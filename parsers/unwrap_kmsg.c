/* SPDX-License-Identifier: GPL-2.0-or-later */
#include <stdlib.h>
#include "parsers/kmsg_record.h"
#include "parsers/unwrapper.h"

/* A record's text is 1 KiB, escaped four. */
#define PIECES_MAX ((size_t)16 << 10)
/* A crash leaves some hundred KiB at most. */
#define PSTORE_MAX ((size_t)8 << 20)
#define PARTS_MAX  4096

static void kmsg_put(struct unwrap *u, const struct kmsg_record *r, struct str text,
		     unsigned long line)
{
	unwrap_put(u, &(struct unwrapped){ .line = line,
					   .text = kmsg_unescape(text, &u->scratch),
					   .caller = r->caller,
					   .usec = r->usec,
					   .timed = true,
					   .pri = (unsigned int)(r->pri & 7) });
}

static void kmsg_incomplete(struct unwrap *u)
{
	struct unwrap_joined *j = &u->joined;

	if (j->line)
		unwrap_skip(u, j->line, "netconsole: a piece of the record is missing",
			    buf_str(&j->text));
	j->line = 0;
	j->text.n = 0;
}

/* All of a record's bytes: its text, its line feed, its dictionary. */
static void kmsg_whole(struct unwrap *u)
{
	struct unwrap_joined *j = &u->joined;
	struct kmsg_record r = { .pri = j->pri, .usec = j->usec };
	struct str all = buf_str(&j->text), text;

	if (j->text.n + 1 < j->total)
		return;
	if (!str_next(&all, '\n', &text))
		text.n = 0;
	kmsg_put(u, &r, text, j->line);
	j->line = 0;
	j->text.n = 0;
}

/* Pieces come in order, one behind the other, or the record is lost. */
static void kmsg_piece(struct unwrap *u, const struct kmsg_record *r)
{
	struct unwrap_joined *j = &u->joined;

	if (j->line && r->seq == j->seq && r->offset == j->text.n + 1)
		buf_char(&j->text, '\n'); /* the end of its text was the end of a piece */
	if (j->line && (r->seq != j->seq || r->usec != j->usec || r->total != j->total ||
			r->offset != j->text.n))
		kmsg_incomplete(u);
	if (!j->line && (r->offset || r->total > PIECES_MAX)) {
		unwrap_skip(u, u->line, "netconsole: a piece of the record is missing", r->text);
		return;
	}
	if (!j->line) {
		j->line = u->line;
		j->seq = r->seq;
		j->usec = r->usec;
		j->total = (size_t)r->total;
	}
	if (r->text.n > j->total - j->text.n) {
		kmsg_incomplete(u);
		return;
	}
	buf_add(&j->text, r->text);
	kmsg_whole(u);
}

/*
 * A collector that adds no line feed leaves the next piece's header in the line. The piece is as
 * long as the offset there says; it is cut to that, and *next is the rest.
 */
static bool kmsg_glued(struct kmsg_record *r, struct str *next)
{
	size_t at = str_find(r->text, STR(",ncfrag=")), n;
	struct kmsg_record behind;
	uint64_t offset;

	if (at == (size_t)-1 || !str_u64(str_cut(str_skip(r->text, at + 8), '/').head, &offset) ||
	    offset <= r->offset)
		return false;
	n = offset - r->offset < at ? (size_t)(offset - r->offset) : at;
	*next = str_skip(r->text, n);
	if (!kmsg_record(*next, &behind) || behind.seq != r->seq || behind.offset != offset)
		return false;
	r->text.n = n;
	return true;
}

/* A line of a dictionary, which belongs to the bytes of a record in pieces. */
static void kmsg_dictionary(struct unwrap *u, struct str line)
{
	struct unwrap_joined *j = &u->joined;

	if (!j->line || line.n + 1 > j->total - j->text.n)
		return;
	buf_char(&j->text, '\n');
	buf_add(&j->text, line);
	kmsg_whole(u);
}

/* Numbers that are left out are records that a reader was too slow for, or that somebody cut out.
 */
static void kmsg_gap(struct unwrap *u, const struct kmsg_record *r)
{
	if (u->has_seq && r->seq > u->seq && r->seq - u->seq > 1) {
		u->row.n = 0;
		buf_printf(&u->row, "<4>%llu kmsg records are missing before number %llu",
			   (unsigned long long)(r->seq - u->seq - 1), (unsigned long long)r->seq);
		lines_add(u->out, buf_str(&u->row), (struct origin){ u->line, false });
	}
	u->seq = r->seq;
	u->has_seq = true;
}

void unwrap_kmsg_line(struct unwrap *u, struct str line)
{
	struct kmsg_record r;
	struct str next;

	if (line.n && line.p[line.n - 1] == '\r')
		line.n--;
	if (kmsg_record(line, &r)) {
		u->in_record = true;
		/* Datagrams come in any order: a number that is missing may still come. */
		if (!r.piece && !r.release.n)
			kmsg_gap(u, &r);
		while (r.piece && kmsg_glued(&r, &next)) {
			kmsg_piece(u, &r);
			kmsg_record(next, &r);
		}
		if (r.piece)
			kmsg_piece(u, &r);
		else
			kmsg_put(u, &r, r.text, u->line);
		return;
	}
	/* " SUBSYSTEM=usb" is a record's dictionary. */
	if (u->in_record && line.n && *line.p == ' ' && memchr(line.p, '=', line.n)) {
		kmsg_dictionary(u, line);
		return;
	}
	u->in_record = u->in_record && !line.n;
	if (line.n)
		lines_add(u->out, line, (struct origin){ u->line, false });
}

void unwrap_kmsg_end(struct unwrap *u)
{
	kmsg_incomplete(u);
}

/* "Panic#1 Part3" */
bool unwrap_pstore_is(struct str line, struct str *dump, uint64_t *part)
{
	static const struct str reasons[] = {
		STR_INIT("Panic"),    STR_INIT("Oops"),	   STR_INIT("Emergency"),
		STR_INIT("Shutdown"), STR_INIT("Halt"),	   STR_INIT("Poweroff"),
		STR_INIT("Restart"),  STR_INIT("Unknown"),
	};
	struct str_cut cut = str_cut(str_rtrim(line), ' '), name = str_cut(cut.head, '#');
	uint64_t count;
	bool known = false;

	for (size_t i = 0; i < sizeof(reasons) / sizeof(reasons[0]); i++)
		known |= str_eq(name.head, reasons[i]);
	*dump = cut.head;
	return known && name.ok && cut.ok && str_u64(name.tail, &count) &&
	       str_starts(cut.tail, STR("Part")) && str_u64(str_skip(cut.tail, 4), part);
}

/* The oldest first, which has the highest number. */
static int part_order(const void *x, const void *y)
{
	const struct unwrap_part *a = x, *b = y;

	if (a->part != b->part)
		return a->part < b->part ? 1 : -1;
	return a->line < b->line ? -1 : a->line > b->line;
}

static void pstore_flush(struct unwrap *u)
{
	struct unwrap_pstore *p = &u->pstore;

	if (p->parts.n)
		qsort(p->parts.v, p->parts.n, sizeof(*p->parts.v), part_order);
	for (size_t i = 0; i < p->parts.n; i++) {
		const struct unwrap_part *part = &p->parts.v[i];
		struct str rest = str_skip((struct str){ p->held.text.v, part->at + part->n },
					   part->at);
		struct str line;

		for (size_t l = 0; l < part->nlines && str_next(&rest, '\n', &line); l++)
			lines_add(u->out, line, p->held.v[part->line + l]);
	}
	p->parts.n = 0;
	p->held.text.n = p->held.n = 0;
}

void unwrap_pstore_line(struct unwrap *u, struct str line)
{
	struct unwrap_pstore *p = &u->pstore;
	struct unwrap_part *part;
	struct str dump;
	uint64_t number;

	/* "====1575951133.000010-D" goes before each dump in a memory area. */
	if (str_starts(line, STR("====")) && line.n < 64 && str_find(line, STR(".")) != (size_t)-1)
		return;
	if (unwrap_pstore_is(line, &dump, &number)) {
		if (!str_eq(dump, buf_str(&p->dump)) || p->parts.n >= PARTS_MAX) {
			pstore_flush(u);
			p->dump.n = 0;
			buf_add(&p->dump, dump);
		}
		part = vec_add(&p->parts);
		part->part = number;
		part->line = p->held.n;
		part->at = p->held.text.n;
		return;
	}
	if (!p->parts.n) {
		lines_add(u->out, line, (struct origin){ u->line, false });
		return;
	}
	part = &p->parts.v[p->parts.n - 1];
	lines_add(&p->held, line, (struct origin){ u->line, false });
	part->nlines++;
	part->n = p->held.text.n - part->at;
	if (p->held.text.n > PSTORE_MAX)
		pstore_flush(u);
}

void unwrap_pstore_end(struct unwrap *u)
{
	pstore_flush(u);
}

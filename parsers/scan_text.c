/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "parsers/kmsg.h"
#include "parsers/scanner.h"

/* The lines of a text, one after the other: which ones are looked at, and what a line is. */

/* A new boot without a banner: the clock falls from beyond one to below the other. */
#define SCAN_FALL_NS  (5 * INT64_C(1000000000))
#define SCAN_START_NS (10 * INT64_C(1000000000))
/* So many lines without a time between two boots are looked through for the last time before. */
#define SCAN_LOOK_BACK 200
/* A record is about 1 KiB at most; framing comes on top. */
#define SCAN_LAST_MAX 4096
/* Mailers break lines that would be longer than 64 to 80 columns, quoting aside. */
#define SCAN_WRAP_MIN	64
#define SCAN_WRAP_MAX	120
#define SCAN_WRAP_LINES 3

/* The next line, of the text and of the block. */
static void scan_advance(struct scanner *s, unsigned long lines)
{
	s->nth += lines;
	s->nth_in_block += lines;
	s->line = s->origins ? s->origins[s->nth_in_block - 1].line : s->nth;
}

/* The line above that which begins at at, in the block; empty at its start. */
static struct str scan_above(const struct scanner *s, const char *at)
{
	const char *p;

	if (at == s->block.p)
		return (struct str){ at, 0 };
	/* The last line of all may lack its line feed. */
	at -= at[-1] == '\n';
	for (p = at; p > s->block.p && p[-1] != '\n'; p--)
		;
	return (struct str){ p, (size_t)(at - p) };
}

/* The line above the present one; at the start of a block, the last one of the block before. */
static struct str scan_before(const struct scanner *s)
{
	return s->at == s->block.p ? buf_str(&s->last) : scan_above(s, s->at);
}

/*
 * Where the clock stood before at, of the lines that were passed over there. Firmware and a login
 * may stand between, without times.
 */
static void scan_clock_look(struct scanner *s, const char *at, unsigned long passed)
{
	for (int i = 0; i < SCAN_LOOK_BACK && passed && at > s->block.p; i++, passed--) {
		struct str line = scan_above(s, at);
		int64_t time_ns = kmsg_strip(line, &s->before).time_ns;

		if (time_ns >= 0) {
			s->clock_ns = time_ns;
			return;
		}
		at = line.p;
	}
}

/*
 * Only lines of a boot's first seconds, which hold SCAN_EARLY, can be where a clock has fallen; the
 * line before such a one is looked at for the time that it fell from.
 */
static void scan_clock(struct scanner *s, int64_t time_ns)
{
	if (time_ns < 0)
		return;
	if (s->nth > s->clock_nth)
		scan_clock_look(s, s->at, s->nth - s->clock_nth - 1);
	s->clock_nth = s->nth;
	if (s->clock_ns - time_ns > SCAN_FALL_NS && time_ns < SCAN_START_NS)
		scan_boot(s, false);
	s->clock_ns = time_ns;
}

/* A console that was handed over prints lines twice, back to back, time and all. */
static bool scan_doubled(const struct scanner *s, struct str line, int64_t time_ns)
{
	return time_ns >= 0 && str_eq(scan_before(s), line);
}

/* A part of a mail begins: what stands above it is not of it. */
static void scan_fresh(struct scanner *s)
{
	if (!s->origins || !s->origins[s->nth_in_block - 1].fresh)
		return;
	scan_end_formats(s);
	section_part(&s->section);
}

/* Where one line of a message goes. */
static bool scan_try(struct scanner *s, struct match *m)
{
	return ((s->hits.n || s->nevery || s->claimed) &&
		scan_rules(s, &s->hits, m, (struct scan_span){ 0, 0 })) ||
	       (s->narmed && scan_armed(s, m));
}

/* A record of the kernel's may hold several lines. */
static bool scan_message(struct scanner *s, struct match *m)
{
	struct str rest = m->msg, line;
	bool taken = false;

	if (!rest.n || !memchr(rest.p, '\n', rest.n))
		return scan_try(s, m);
	while (str_next(&rest, '\n', &line)) {
		m->msg = line;
		taken |= scan_try(s, m);
	}
	return taken;
}

/* Whether a mailer may have broken a line here: the next word would not have fitted. */
static bool scan_breaks(struct str line, struct str next)
{
	size_t word = 0;

	line = str_rtrim(line);
	next = str_trim(next);
	while (word < next.n && !is_blank(next.p[word]))
		word++;
	return word && line.n <= SCAN_WRAP_MAX && line.n + 1 + word >= SCAN_WRAP_MIN;
}

/* The literals of a text that was put together. */
static void scan_note_joined(struct scanner *s, struct str text)
{
	struct gate_scan gate = { text.p, text.p, text.p + text.n, NULL, 0 };

	scan_clear(&s->joined_hits);
	for (struct gate_hit hit; (hit = gate_next(s->gate, &gate)).at;)
		scan_hit(&s->joined_hits, hit.literal);
}

/* Whether a line stands for itself: then it is not the rest of another. */
static bool scan_itself(struct scanner *s, struct str text, const struct match *m)
{
	struct match alone = *m;

	scan_note_joined(s, text);
	alone.msg = text;
	return s->joined_hits.n && scan_would(s, &s->joined_hits, &alone);
}

/*
 * Puts the line and those behind it together that may be its rest; ends[i] is where the text of
 * the line and i more ends. How many more there are.
 */
static size_t scan_join(struct scanner *s, struct str line, const struct match *m, size_t *ends)
{
	struct str rest = { line.p + line.n, (size_t)(s->block.p + s->block.n - line.p) - line.n };
	struct str above = line, next;
	unsigned int depth, deep;
	size_t n = 0;

	kmsg_unquote(line, &depth);
	s->joined.n = 0;
	rest = str_skip(rest, 1);
	while (n < SCAN_WRAP_LINES && str_next(&rest, '\n', &next)) {
		struct str bare = str_trim(kmsg_unquote(next, &deep));

		if (deep > depth || !scan_breaks(above, bare) ||
		    kmsg_strip(next, &s->behind).framed || scan_itself(s, bare, m))
			break;
		if (!n)
			buf_add(&s->joined, str_rtrim(m->msg));
		ends[n++] = s->joined.n;
		buf_char(&s->joined, ' ');
		buf_add(&s->joined, bare);
		above = next;
	}
	ends[n] = s->joined.n;
	return n;
}

/* Whether the line is the beginning of a result that goes on in the lines below. */
static bool scan_wrapped(struct scanner *s, struct str line, const struct match *m)
{
	size_t ends[SCAN_WRAP_LINES + 1], n = scan_join(s, line, m, ends);
	struct str text = buf_str(&s->joined);

	if (!n)
		return false;
	scan_note_joined(s, text);
	for (; n && s->joined_hits.n; n--) {
		struct match joined = *m;

		joined.msg = (struct str){ text.p, ends[n] };
		if (scan_rules(s, &s->joined_hits, &joined,
			       (struct scan_span){ ends[0], ends[n - 1] })) {
			s->taken = n;
			return true;
		}
	}
	return false;
}

/* A line of text that no rule has taken, for the formats that look at such. */
static bool scan_prose(struct scanner *s, struct match *m)
{
	bool taken = false;

	for (size_t i = 0; i < s->nformats && !taken; i++) {
		m->format = s->formats[i];
		m->rule = NULL;
		if (m->format->line && (!s->claimed || s->claimed == m->format))
			taken = m->format->line(m, s->states[i]);
	}
	s->prose_nth = s->nth;
	if (taken)
		s->taker = m->format->name;
	return taken;
}

static enum scan_fate scan_look(struct scanner *s, struct str line, const struct kmsg *k,
				struct match *m, bool whole)
{
	scan_fresh(s);
	section_depth(&s->section, k->depth);
	if (copies_has(&s->copies, s->nth_in_block)) {
		if (s->hits.n)
			s->counts.copies += copies_pass(&s->copies, line);
		return SCAN_COPY;
	}
	scan_clock(s, k->time_ns);
	if (scan_doubled(s, line, k->time_ns))
		return SCAN_DOUBLED;
	if ((whole && !s->claimed && scan_wrapped(s, line, m)) || scan_message(s, m) ||
	    (whole && !k->framed && scan_prose(s, m))) {
		section_taken(&s->section);
		return SCAN_TAKEN;
	}
	if (!k->framed && !k->barred && section_line(&s->section, k->msg))
		return SCAN_HEADING;
	if (!s->near)
		return SCAN_NOTHING;
	s->near->near++;
	return SCAN_NEAR;
}

static void scan_writer(struct scanner *s, struct str line, bool whole)
{
	struct kmsg k = kmsg_strip(line, &s->scratch);
	struct match m = {
		.msg = k.msg, .pos = { s->file, s->line }, .time_ns = k.time_ns, .scan = s
	};
	struct scan_seen seen = { .pos = m.pos, .line = line, .msg = k.msg };
	struct scan_counts before = s->counts;

	s->at = line.p;
	s->near = NULL;
	s->taker = NULL;
	seen.fate = scan_look(s, line, &k, &m, whole);
	if (s->counts.records != before.records)
		s->counts.copies += copies_gave(&s->copies, line);
	if (!s->hooks.seen || s->learning)
		return;
	seen.format = s->taker ? s->taker : s->near ? s->near->format : NULL;
	seen.records = s->counts.records - before.records;
	seen.skipped = s->counts.skipped != before.skipped;
	s->hooks.seen(s->hooks.ctx, &seen);
}

static void scan_line(struct scanner *s, struct str line, bool whole)
{
	size_t second = kmsg_second(line, &s->scratch);

	if (second)
		scan_writer(s, (struct str){ line.p, second }, false);
	scan_writer(s, str_skip(line, second), whole);
}

/* The line is the rest of the one above. */
static void scan_rest(struct scanner *s, struct str line)
{
	struct scan_seen seen = {
		.pos = { s->file, s->line }, .line = line, .msg = line, .fate = SCAN_JOINED
	};

	s->taken--;
	if (s->hooks.seen && !s->learning)
		s->hooks.seen(s->hooks.ctx, &seen);
}

/* Notes the literals of this line; *hit moves on behind it. */
static void scan_note(struct scanner *s, struct gate_scan *gate, struct gate_hit *hit,
		      const char *end_of_line)
{
	scan_clear(&s->hits);
	while (hit->at && hit->at < end_of_line) {
		if (!s->ignore[hit->literal])
			scan_hit(&s->hits, hit->literal);
		*hit = gate_next(s->gate, gate);
	}
}

/* Lines over the limit among those that are passed over. */
static void scan_count_cut(struct scanner *s, const char *p, const char *end)
{
	while ((size_t)(end - p) > SCAN_LINE_MAX) {
		const char *eol = memchr(p, '\n', (size_t)(end - p));

		eol = eol ? eol : end;
		s->counts.cut += (size_t)(eol - p) > SCAN_LINE_MAX;
		p = eol < end ? eol + 1 : end;
	}
}

static bool scan_looks_at_all(const struct scanner *s)
{
	return s->narmed || s->claimed || s->nevery || s->hooks.seen;
}

/*
 * Where no line but those with literals can matter, goes to the line of the next hit, or to the
 * end. Returns the line's beginning, having counted those before it.
 */
static const char *scan_jump(struct scanner *s, const char *p, const struct gate_hit *hit,
			     const char *end)
{
	const char *to = hit->at ? hit->at : end;
	unsigned long lines;

	if (scan_looks_at_all(s))
		return p;
	while (to > p && to < end && to[-1] != '\n')
		to--;
	scan_count_cut(s, p, to);
	lines = gate_lines(s->gate, p, to) + (to == end && to > p && to[-1] != '\n');
	if (lines)
		scan_advance(s, lines);
	return to;
}

/* Keeps the block's last line for the next block, unless it is too long to be of use. */
static void scan_keep_last(struct scanner *s)
{
	struct str last = s->block.n ? scan_before(s) : (struct str){ NULL, 0 };

	s->last.n = 0;
	if (last.n <= SCAN_LAST_MAX)
		buf_add(&s->last, last);
}

static void scan_lines(struct scanner *s, bool whole)
{
	const char *p = s->block.p, *end = p + s->block.n;
	struct gate_scan gate = { p, p, end, s->ignore, 0 };
	struct gate_hit hit = gate_next(s->gate, &gate);

	s->nth_in_block = 0;
	s->taken = 0;
	while (p < end) {
		const char *eol;
		struct str line;

		if (!whole && (p = scan_jump(s, p, &hit, end)) == end)
			break;
		eol = memchr(p, '\n', (size_t)(end - p));
		line = (struct str){ p, (size_t)((eol ? eol : end) - p) };
		p = eol ? eol + 1 : end;
		scan_advance(s, 1);
		if (line.n > SCAN_LINE_MAX) {
			line.n = SCAN_LINE_MAX;
			s->counts.cut++;
		}
		scan_note(s, &gate, &hit, p);
		if (s->taken)
			scan_rest(s, line);
		else if (s->hits.n || whole || scan_looks_at_all(s))
			scan_line(s, line, whole);
		/* What the gate is to look for has changed: again from here. */
		if (s->ignore_changed) {
			s->ignore_changed = false;
			gate.p = p;
			gate.more = 0;
			hit = gate_next(s->gate, &gate);
		}
	}
	s->at = end;
	scan_clock_look(s, end, s->nth - s->clock_nth);
	s->clock_nth = s->nth;
}

/*
 * Reads a whole text while what it gives waits. False if it must be read again: with what it has
 * shown, or to tell of each line.
 */
static bool scan_once(struct scanner *s)
{
	scan_learn(s);
	scan_lines(s, true);
	if (section_learned(&s->section) || s->hooks.seen) {
		scan_rewind(s);
		return false;
	}
	scan_release(s);
	return true;
}

void scan_block(struct scanner *s, struct str lines, bool whole, const struct origin *origins)
{
	s->block = lines;
	s->origins = origins;
	copies_free(&s->copies);
	if (whole)
		copies_find(&s->copies, lines, origins);
	if (!whole || s->claimed || !scan_once(s))
		scan_lines(s, whole);
	scan_keep_last(s);
}

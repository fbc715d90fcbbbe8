/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "parsers/heading.h"
#include "parsers/section.h"

/* A marked line may stand so many lines of text above its results: the commands that gave them. */
#define SECTION_LONE_AGE 12

static void section_set(struct buf *b, struct str text)
{
	b->n = 0;
	buf_add(b, text);
}

static bool section_named(const struct section_level *l)
{
	return l->outer.n || l->inner.n;
}

void section_part(struct section *s)
{
	for (size_t i = 0; i < SECTION_DEPTHS; i++) {
		struct section_level *l = &s->levels[i];

		l->outer.n = l->inner.n = l->first.n = l->label.n = 0;
		l->results = l->closing = l->placed = false;
		l->over = 0;
	}
	s->now = NULL;
	s->plain.n = s->above.n = s->lone.n = 0;
	s->in_block = s->intro = false;
	s->blank = true;
}

static bool section_by_hosts(const struct section *s)
{
	return s->hosts && s->pooled && !s->headings;
}

void section_reset(struct section *s)
{
	if (!s->shapes)
		s->shapes = headings_new();
	section_part(s);
	s->by_depth = s->mixed;
	s->by_hosts |= section_by_hosts(s);
	s->host.n = 0;
	s->hosts = false;
	s->depth = 0;
	s->headings = 0;
	s->pooled = s->last_pooled = s->number = 0;
	s->boot = s->banner = 0;
	s->blocks.n = 0;
	vec_add(&s->blocks);
	map_free(&s->rows);
	map_free(&s->blocks_of);
	map_free(&s->numbers);
	map_free(&s->depths);
}

void section_forget(struct section *s)
{
	map_free(&s->wanted);
	s->mixed = s->by_hosts = s->hosts = false;
}

void section_free(struct section *s)
{
	if (s->shapes)
		headings_free(s->shapes);
	for (size_t i = 0; i < SECTION_DEPTHS; i++) {
		buf_free(&s->levels[i].outer);
		buf_free(&s->levels[i].inner);
		buf_free(&s->levels[i].first);
		buf_free(&s->levels[i].label);
	}
	buf_free(&s->plain);
	buf_free(&s->host);
	buf_free(&s->above);
	buf_free(&s->lone);
	buf_free(&s->whole);
	buf_free(&s->remark);
	vec_free(&s->blocks);
	map_free(&s->rows);
	map_free(&s->blocks_of);
	map_free(&s->numbers);
	map_free(&s->depths);
	map_free(&s->wanted);
}

bool section_learned(const struct section *s)
{
	return s->wanted.n > 0 || s->mixed || section_by_hosts(s);
}

void section_boot(struct section *s, bool banner)
{
	s->boot++;
	if (banner)
		s->banner = s->boot;
}

/* What names results without a heading, and what comes with them, by how deep they are quoted. */
static void section_quoted(struct section *s)
{
	s->plain.n = 0;
	if (s->by_depth && s->depth)
		buf_printf(&s->plain, s->depth > 1 ? "quoted, depth %u" : "quoted", s->depth);
}

void section_depth(struct section *s, unsigned int depth)
{
	unsigned int before = s->depth;

	s->depth = depth < SECTION_DEPTHS ? depth : SECTION_DEPTHS - 1;
	s->now = NULL;
	if (s->depth != before && !s->split)
		section_quoted(s);
	for (size_t i = 0; i <= s->depth; i++) {
		struct section_level *l = &s->levels[i];

		if (section_named(l) && (!s->now || l->since > s->now->since))
			s->now = l;
	}
}

static void section_outer(struct section_level *l, struct str label)
{
	section_set(&l->outer, label);
	l->first.n = 0;
}

static void section_relabel(struct section *s, struct section_level *l)
{
	section_set(&l->label, buf_str(&l->outer));
	if (l->outer.n && l->inner.n)
		buf_add(&l->label, STR(", "));
	buf_add(&l->label, buf_str(&l->inner));
	l->unnumbered = l->label.n;
	l->results = l->placed = false;
	l->since = ++s->headings;
	s->now = l;
	s->lone.n = 0;
	s->blank = true;
	s->intro = false;
}

static bool section_same(struct str a, struct str b)
{
	for (size_t i = 0; i < a.n && i < b.n; i++)
		if (a.p[i] != b.p[i] && (!is_alpha(a.p[i]) || (a.p[i] ^ b.p[i]) != ('a' ^ 'A')))
			return false;
	return a.n == b.n;
}

/* "2. Results" without its number. */
static struct str section_unnumbered(struct str text)
{
	size_t n = 0;

	while (n < text.n && is_digit(text.p[n]))
		n++;
	if (n && n + 1 < text.n && memchr(".)", text.p[n], 2) && text.p[n + 1] == ' ')
		return str_trim(str_skip(text, n + 2));
	return text;
}

/* A row of = or - under a line makes that line a heading, as far as its first ':', ',' or '.'. */
static bool section_underline(struct section *s, struct str line)
{
	struct section_level *l = &s->levels[s->depth];
	struct str text = section_unnumbered(buf_str(&s->above));
	size_t n = 0;

	/* A fence of Markdown over the output's first line; three dashes end a changelog. */
	if (str_starts(text, STR("```")) || str_starts(text, STR("~~~")) || line.n < 3 ||
	    (line.p[0] != '=' && (line.p[0] != '-' || line.n < 4)) || !text.n)
		return false;
	for (size_t i = 0; i < line.n; i++)
		if (line.p[i] != line.p[0])
			return false;
	while (n < text.n && !memchr(":,.", text.p[n], 3))
		n++;
	if (n > HEADING_MAX)
		return false;
	section_outer(l, str_trim((struct str){ text.p, n }));
	l->inner.n = 0;
	section_relabel(s, l);
	return true;
}

static void section_heading(struct section *s, struct str label)
{
	struct section_level *l = &s->levels[s->depth];

	struct str outer;

	/* "(without the patch)" */
	if (label.n > 2 && label.p[0] == '(' &&
	    (const char *)memchr(label.p, ')', label.n) == label.p + label.n - 1)
		label = str_trim((struct str){ label.p + 1, label.n - 2 });
	if (!l->results && l->inner.n && !l->closing)
		section_outer(l, buf_str(&l->inner));
	/* A line with a colon, right over it. */
	if (s->lone.n && s->lone_sure && !s->lone_marked && !s->lone_used)
		l->over = s->lone_hash;
	if (heading_parts(s->shapes, label, &outer)) {
		section_set(&l->outer, outer);
		label = str_trim(str_skip(label, outer.n + 1));
		section_set(&l->first, label);
	} else if (l->first.n && section_same(label, buf_str(&l->first))) {
		/* The sides begin again: of something else. */
		l->outer.n = l->first.n = 0;
	}
	l->closing = l->results && str_eq(label, buf_str(&l->inner));
	section_set(&l->inner, label);
	section_relabel(s, l);
}

/* "......", "[...]": something is left out here. */
static bool section_elided(struct str line)
{
	size_t letters = 0;

	/* A footnote's mark. */
	if (line.n == 3 && line.p[0] == '[' && is_digit(line.p[1]) && line.p[2] == ']')
		return true;
	for (size_t i = 0; i < line.n; i++)
		letters += is_alpha(line.p[i]) || is_digit(line.p[i]);
	return !letters;
}

static void section_text(struct section *s, struct str line, struct str maybe, bool marked)
{
	if (section_elided(line))
		return;
	s->intro = line.p[line.n - 1] == ':';
	s->blank = false;
	if (maybe.n) {
		section_set(&s->lone, maybe);
		s->lone_hash = str_hash(line, STR_HASH_SEED);
		s->lone_marked = marked;
		s->lone_sure = marked || s->intro;
		s->lone_age = 0;
		s->lone_used = false;
	} else if (!s->lone_marked || ++s->lone_age > SECTION_LONE_AGE) {
		s->lone.n = 0;
	}
}

/*
 * The label of a line with a remark in parentheses, which may have begun in the line above; empty
 * for another line. *line becomes all of it.
 */
static struct str section_remark(struct section *s, struct str *line)
{
	struct str above = str_trim(buf_str(&s->above)), whole = str_trim(*line);
	bool begins = s->blank;

	if (whole.n > HEADING_MAX || !str_ends(whole, STR("):")))
		return (struct str){ NULL, 0 };
	if (!s->blank && s->begins && above.n && above.n <= HEADING_MAX) {
		section_set(&s->whole, above);
		buf_char(&s->whole, ' ');
		buf_add(&s->whole, whole);
		whole = buf_str(&s->whole);
		begins = true;
	}
	if (!begins || !heading_remark(whole, &s->remark))
		return (struct str){ NULL, 0 };
	*line = whole;
	return buf_str(&s->remark);
}

/* A line of text is the prompt of another host than the one before. */
static bool section_host(struct section *s, struct str line)
{
	struct str host;

	if (!heading_host(line, &host) || str_eq(host, buf_str(&s->host)))
		return false;
	s->hosts |= s->host.n > 0;
	section_set(&s->host, host);
	return true;
}

bool section_line(struct section *s, struct str line)
{
	struct str label, maybe = { NULL, 0 }, all;
	bool heading = true, marked = false, begins = s->blank;

	all = line = str_rtrim(line);
	if (line.n && line.n <= HEADING_MAX)
		maybe = heading_maybe(line, s->blank, &marked);
	if (!maybe.n && line.n)
		maybe = section_remark(s, &all);
	if (section_host(s, line) && s->by_hosts) {
		section_heading(s, buf_str(&s->host));
	} else if (!section_underline(s, line)) {
		if (maybe.n && map_get(&s->wanted, str_hash(all, STR_HASH_SEED)))
			section_heading(s, maybe);
		else if (heading_is(s->shapes, line, s->blank, &label))
			section_heading(s, label);
		else
			heading = false;
	}
	if (!heading && line.n)
		section_text(s, all, maybe, marked);
	else if (!heading)
		s->blank = true;
	s->in_block = false;
	s->begins = begins;
	section_set(&s->above, line);
	return heading;
}

void section_taken(struct section *s)
{
	s->blank = false;
	s->above.n = 0;
}

static struct buf *section_buf(struct section *s)
{
	return s->now ? &s->now->label : &s->plain;
}

static uint64_t section_key(struct section *s, uint64_t row)
{
	return map_mix(str_hash(buf_str(section_buf(s)), STR_HASH_SEED), row);
}

/* "Before" where it stands for the n-th time over the same rows: "Before #2". */
static bool section_again(struct section *s, uint64_t row)
{
	const uint64_t plain_row = section_key(s, row);
	struct buf *label = section_buf(s);
	size_t plain = label->n;
	const int64_t *seen;
	int64_t *last;
	uint64_t over;

	seen = map_get(&s->rows, plain_row);
	if (!seen)
		return false;
	over = s->blocks.v[*seen].over;
	if (s->now->over && over && s->now->over != over) {
		++*map_put(&s->wanted, over);
		++*map_put(&s->wanted, s->now->over);
	}
	/* Numbers that the row has had are not tried again, however often the heading comes. */
	last = map_put(&s->numbers, plain_row);
	*last = *last ? *last : 1;
	do {
		label->n = plain;
		buf_printf(label, " #%lld", (long long)++*last);
	} while (map_get(&s->rows, section_key(s, row)));
	return true;
}

/*
 * What names a result without a heading: nothing; "quoted", where others of its format are quoted
 * less, which are another author's; or the number of its block, where a block repeats a row of
 * those above.
 */
static void section_plain(struct section *s, uint64_t row, uint64_t format)
{
	int64_t *depth = map_put(&s->depths, format);
	const int64_t *seen;

	s->mixed |= *depth && *depth != (int64_t)s->depth + 1;
	*depth = s->depth + 1;
	if (!s->split) {
		section_quoted(s);
		return;
	}
	seen = map_get(&s->rows, section_key(s, row));
	if (s->plain.n && (!seen || (size_t)*seen == s->blocks.n - 1))
		return;
	s->plain.n = 0;
	buf_printf(&s->plain, "block %u", ++s->number);
}

static void section_open(struct section *s)
{
	struct section_block *b = vec_add(&s->blocks);

	b->lone = s->lone.n ? s->lone_hash : 0;
	b->over = s->now ? s->now->over : 0;
	b->sure = s->lone_sure;
	b->repeats = heading_repeats(s->shapes, buf_str(&s->lone));
	b->headings = s->headings;
	b->boot = s->boot;
	b->banner = s->banner;
}

/* A line above a block that can tell it from another. */
static bool section_tells(const struct section_block *b, const struct section_block *other)
{
	return b->lone && !b->repeats && b->lone != other->lone &&
	       (b->sure ? b->banner == other->banner : b->boot == other->boot);
}

/*
 * A block repeats a row of another one: lines above them that tell them apart are headings, that of
 * the first if the second has one too.
 */
static void section_learn(struct section *s, uint64_t row)
{
	int64_t *before = map_put(&s->blocks_of, row);
	size_t now = s->blocks.n - 1;
	const struct section_block *a = &s->blocks.v[*before], *b = &s->blocks.v[now];

	if (*before && (size_t)*before != now) {
		bool tells = section_tells(b, a);

		if (tells)
			++*map_put(&s->wanted, b->lone);
		if ((tells || b->headings > a->headings) && section_tells(a, b))
			++*map_put(&s->wanted, a->lone);
	}
	*before = (int64_t)now;
}

enum section_said section_result(struct section *s, uint64_t row, uint64_t format)
{
	enum section_said said = SECTION_NOTHING;
	bool first = !s->in_block, parted;
	int64_t *seen, block;

	if (first)
		section_open(s);
	/* A line that introduces them parts them from those above, though it is no label. */
	parted = first && s->intro && s->now && !s->lone.n && s->now->placed;
	if (parted) {
		s->now->label.n = s->now->unnumbered;
		s->now->placed = false;
	}
	s->in_block = s->lone_used = true;
	s->intro = false;
	if (!s->now) {
		section_plain(s, row, format);
	} else if (!s->now->placed && section_again(s, row)) {
		said = parted ? SECTION_PARTED : SECTION_AGAIN;
	}
	if (s->now)
		s->now->results = s->now->placed = true;
	section_learn(s, row);
	block = (int64_t)s->blocks.n - 1;
	seen = map_put(&s->rows, section_key(s, row));
	if (*seen && *seen != block && s->last_pooled != block && !s->blocks.v[block].repeats) {
		s->pooled++;
		s->last_pooled = (unsigned int)block;
		if (s->blocks.v[block].lone)
			said = SECTION_LONE;
	}
	*seen = block;
	return said;
}

unsigned int section_blocks(const struct section *s)
{
	return s->pooled ? s->pooled + 1 : 0;
}

struct str section_lone_line(const struct section *s)
{
	return buf_str(&s->lone);
}

struct str section_label(const struct section *s)
{
	return s->now ? buf_str(&s->now->label) : buf_str(&s->plain);
}

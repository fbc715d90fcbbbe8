/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "core/map.h"
#include "parsers/kmsg.h"
#include "parsers/quote.h"

struct quoted_line {
	uint64_t hash; /* of the text without its quoting */
	unsigned int depth;
	unsigned int part; /* of a mail */
	bool blank;
	bool timed;  /* with the kernel's clock: no other line of any boot is the same */
	size_t next; /* the next line above with the same text, 0 for none */
};

/* Whether lines i and j, which are equal, have an equal neighbour on the side of step. */
static bool copies_neighbour(const struct quoted_line *l, size_t n, size_t i, size_t j, int step)
{
	size_t a = i + (size_t)step, b = j + (size_t)step;

	return a > 0 && a < n && b > 0 && b < n && !l[a].blank && l[a].depth == l[i].depth &&
	       l[b].depth == l[j].depth && l[a].hash == l[b].hash;
}

static bool copies_alone(const struct quoted_line *l, size_t n, size_t i)
{
	return (i < 2 || l[i - 1].blank || l[i - 1].depth != l[i].depth) &&
	       (i + 1 >= n || l[i + 1].blank || l[i + 1].depth != l[i].depth);
}

/* A text of equal lines must not cost the square of their number. */
#define COPIES_TRIES 64

static bool copies_is(const struct quoted_line *l, size_t n, size_t i, size_t same)
{
	for (int tries = 0; same && tries < COPIES_TRIES; same = l[same].next, tries++) {
		if (l[i].timed && l[same].part < l[i].part)
			return true;
		if (l[same].depth >= l[i].depth)
			continue;
		if (copies_alone(l, n, i) || copies_neighbour(l, n, i, same, 1) ||
		    copies_neighbour(l, n, i, same, -1))
			return true;
	}
	return false;
}

/* Whether a line begins with a '>', which is common elsewhere in logs. */
static bool copies_may(struct str text)
{
	const char *p = text.p, *end = text.p + text.n;

	while (text.n && (p = memchr(p, '>', (size_t)(end - p)))) {
		const char *q = p++;

		while (q > text.p && is_blank(q[-1]))
			q--;
		if (q == text.p || q[-1] == '\n')
			return true;
	}
	return false;
}

/* One more line, whose text is found again by last. */
static void copies_add(struct quoted_line *l, struct str line, size_t nth, struct map *last)
{
	struct str bare = str_rtrim(kmsg_unquote(line, &l->depth));
	int64_t *seen = map_put(last, l->hash = str_hash(bare, STR_HASH_SEED));

	l->blank = !bare.n;
	l->next = (size_t)*seen;
	*seen = (int64_t)nth;
}

void copies_find(struct copies *c, struct str text, const struct origin *origins)
{
	VEC(struct quoted_line) lines = { 0 };
	struct map last = { 0 };
	struct buf scratch = { 0 };
	struct str line;
	bool any = false;
	unsigned int part = 0;

	if (!origins && !copies_may(text))
		return;
	vec_add(&lines); /* lines count from 1 */
	while (str_next(&text, '\n', &line)) {
		struct quoted_line *l = vec_add(&lines);

		copies_add(l, line, lines.n - 1, &last);
		part += origins && origins[lines.n - 2].fresh;
		l->part = part;
		l->timed = part > 1 && kmsg_strip(line, &scratch).time_ns > 0;
		any |= l->depth > 0 || l->timed;
	}
	for (size_t i = 1; any && i < lines.n; i++) {
		if ((!lines.v[i].depth && !lines.v[i].timed) || lines.v[i].blank ||
		    !copies_is(lines.v, lines.n, i, (size_t)*map_get(&last, lines.v[i].hash)))
			continue;
		c->copy = mem_grow(c->copy, &c->cap, lines.n, 1);
		c->n = lines.n;
		c->copy[i] = 1;
	}
	map_free(&last);
	buf_free(&scratch);
	vec_free(&lines);
}

static int64_t *copies_passed(struct copies *c, struct str line)
{
	unsigned int depth;

	return map_put(&c->passed, str_hash(str_rtrim(kmsg_unquote(line, &depth)), STR_HASH_SEED));
}

unsigned long copies_pass(struct copies *c, struct str line)
{
	int64_t *passed = copies_passed(c, line);

	if (*passed & 1)
		return 1;
	*passed += 2;
	return 0;
}

unsigned long copies_gave(struct copies *c, struct str line)
{
	int64_t *passed = c->n ? copies_passed(c, line) : NULL;
	unsigned long n;

	if (!passed || *passed & 1)
		return 0;
	n = (unsigned long)*passed / 2;
	*passed = 1;
	return n;
}

void copies_again(struct copies *c)
{
	map_free(&c->passed);
}

void copies_free(struct copies *c)
{
	map_free(&c->passed);
	mem_free(c->copy);
	*c = (struct copies){ 0 };
}

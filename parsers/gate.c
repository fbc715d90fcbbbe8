/* SPDX-License-Identifier: GPL-2.0-or-later */
#include <math.h>
#include <stdlib.h>
#include "core/diag.h"
#include "parsers/gate.h"
#if defined(__x86_64__)
#include <immintrin.h>
#define GATE_AVX2 1
#else
#define GATE_AVX2 0
#endif

/* The fingerprint is the bytes at 0, 2 and 4 from its place: wider than the blanks of a time stamp.
 */
#define GATE_STEP    2
#define GATE_BYTES   3
#define GATE_SPAN    (GATE_STEP * (GATE_BYTES - 1) + 1)
#define GATE_BUCKETS 8
/* What passes the buckets is looked up by the hash of the four bytes there. */
#define GATE_HASH_BITS 12

struct gate {
	const struct str *literals;
	size_t n;
	bool avx2;
	unsigned char offset[GATE_LITERALS]; /* of the fingerprint in the literal */
	uint32_t word[GATE_LITERALS];	     /* the four bytes there */
	/* Literals of one hash: the first one's index and the next one's, counted from 1. */
	uint16_t first[1 << GATE_HASH_BITS], next[GATE_LITERALS + 1];
	/* Which buckets have this byte at this place of the fingerprint. */
	unsigned char byte[GATE_BYTES][256];
	/* The same by half bytes: a bucket that passes both halves may have the byte. */
	unsigned char low[GATE_BYTES][16], high[GATE_BYTES][16];
};

static unsigned int gate_hash(uint32_t word)
{
	return word * UINT32_C(0x9e3779b1) >> (32 - GATE_HASH_BITS);
}

/* How common a byte is in logs, in thousandths, roughly. */
static unsigned int gate_common(unsigned char c)
{
	if (c == ' ')
		return 130;
	if (c >= '0' && c <= '9')
		return 25;
	if (c >= 'a' && c <= 'z')
		return strchr("aeinorst", c) ? 40 : 15;
	if (c >= 'A' && c <= 'Z')
		return 5;
	return strchr(".:[]-/()=_,", c) ? 15 : 1;
}

/* The bucket with one more fingerprint in it. */
struct gate_halves {
	unsigned int low[GATE_BYTES], high[GATE_BYTES];
};

static void gate_add(struct gate_halves *h, const char *p)
{
	for (size_t k = 0; k < GATE_BYTES; k++) {
		unsigned char c = (unsigned char)p[k * GATE_STEP];

		h->low[k] |= 1u << (c & 15);
		h->high[k] |= 1u << (c >> 4);
	}
}

/* How often a bucket lets a place of a log pass: for each byte, how common those are that do. */
static double gate_passes(const struct gate_halves *h, const unsigned int common[16][16])
{
	double passes = 1;

	for (size_t k = 0; k < GATE_BYTES; k++) {
		unsigned int sum = 0;

		for (unsigned int high = h->high[k]; high; high &= high - 1)
			for (unsigned int low = h->low[k]; low; low &= low - 1)
				sum += common[__builtin_ctz(high)][__builtin_ctz(low)];
		passes *= sum;
	}
	return passes;
}

static void gate_put(struct gate *g, size_t i, unsigned int bucket, size_t offset)
{
	unsigned char bit = (unsigned char)(1u << bucket);
	const char *p = g->literals[i].p + offset;
	uint16_t *first;

	g->offset[i] = (unsigned char)offset;
	memcpy(&g->word[i], p, sizeof(g->word[i]));
	first = &g->first[gate_hash(g->word[i])];
	g->next[i + 1] = *first;
	*first = (uint16_t)(i + 1);
	for (size_t k = 0; k < GATE_BYTES; k++) {
		unsigned char c = (unsigned char)p[k * GATE_STEP];

		g->byte[k][c] |= bit;
		g->low[k][c & 15] |= bit;
		g->high[k][c >> 4] |= bit;
	}
}

/* Each literal goes with that part of it into that bucket which lets the least more pass. */
static void gate_fill(struct gate *g)
{
	struct gate_halves halves[GATE_BUCKETS] = { 0 };
	double passes[GATE_BUCKETS] = { 0 };
	unsigned int common[16][16];

	for (unsigned int c = 0; c < 256; c++)
		common[c >> 4][c & 15] = gate_common((unsigned char)c);
	for (size_t i = 0; i < g->n; i++) {
		size_t best = 0, offset = 0;
		double least = HUGE_VAL;

		for (size_t at = 0; at + GATE_SPAN <= g->literals[i].n; at++)
			for (size_t b = 0; b < GATE_BUCKETS; b++) {
				struct gate_halves with = halves[b];
				double more;

				gate_add(&with, g->literals[i].p + at);
				more = gate_passes(&with, common) - passes[b];
				if (more < least) {
					least = more;
					best = b;
					offset = at;
				}
			}
		gate_add(&halves[best], g->literals[i].p + offset);
		passes[best] = gate_passes(&halves[best], common);
		gate_put(g, i, (unsigned int)best, offset);
	}
}

struct gate *gate_new(const struct str *literals, size_t n)
{
	size_t cap = 0;
	struct gate *g = mem_grow(NULL, &cap, 1, sizeof(*g));

	g->literals = literals;
	g->n = n;
#if GATE_AVX2
	g->avx2 = __builtin_cpu_supports("avx2");
#endif
	/* The literals are part of the program: what does not fit is a bug. */
	for (size_t i = 0; i < n; i++)
		if (n > GATE_LITERALS || literals[i].n < GATE_SPAN || literals[i].n > UINT8_MAX) {
			diag_error(POS_NONE,
				   "gate: too many literals, or one too short or long: '%.*s'",
				   (int)literals[i].n, literals[i].p);
			abort();
		}
	gate_fill(g);
	return g;
}

void gate_free(struct gate *g)
{
	mem_free(g);
}

void gate_portable(struct gate *g)
{
	g->avx2 = false;
}

/* The first literal of a chain that stands at p and is wanted, counted from 1; 0 for none. */
static size_t gate_chain(const struct gate *g, const struct gate_scan *scan, const char *p,
			 uint32_t word, size_t i)
{
	for (; i; i = g->next[i]) {
		struct str lit = g->literals[i - 1];
		size_t offset = g->offset[i - 1];

		if (word == g->word[i - 1] && (!scan->ignore || !scan->ignore[i - 1]) &&
		    (size_t)(p - scan->begin) >= offset &&
		    (size_t)(scan->end - p) >= lit.n - offset &&
		    memcmp(p - offset, lit.p, lit.n) == 0)
			return i;
	}
	return 0;
}

/* Whether a literal stands at p; the next ones there are left for the next call. */
static bool gate_check(const struct gate *g, struct gate_scan *scan, const char *p,
		       struct gate_hit *hit)
{
	uint32_t word;
	size_t i;

	memcpy(&word, p, sizeof(word));
	i = g->first[gate_hash(word)];
	if (!i || !(i = gate_chain(g, scan, p, word, i)))
		return false;
	*hit = (struct gate_hit){ p, i - 1 };
	scan->p = p + 1;
	scan->more = g->next[i];
	return true;
}

static bool gate_more(const struct gate *g, struct gate_scan *scan, struct gate_hit *hit)
{
	const char *p = scan->p - 1;
	size_t i = scan->more;
	uint32_t word;

	scan->more = 0;
	if (!i)
		return false;
	memcpy(&word, p, sizeof(word));
	i = gate_chain(g, scan, p, word, i);
	if (!i)
		return false;
	*hit = (struct gate_hit){ p, i - 1 };
	scan->more = g->next[i];
	return true;
}

static struct gate_hit gate_next_portable(const struct gate *g, struct gate_scan *scan)
{
	const char *p = scan->p;
	struct gate_hit hit = { NULL, 0 };

	for (; (size_t)(scan->end - p) >= GATE_SPAN; p++) {
		const unsigned char *b = (const unsigned char *)p;

		if ((g->byte[0][b[0]] & g->byte[1][b[GATE_STEP]] & g->byte[2][b[2 * GATE_STEP]]) &&
		    gate_check(g, scan, p, &hit))
			return hit;
	}
	scan->p = p;
	return hit;
}

#if GATE_AVX2
/* Which buckets have these 32 bytes at the k-th place of their fingerprint. */
__attribute__((target("avx2"))) static __m256i gate_look(const struct gate *g, size_t k,
							 const char *p)
{
	const __m256i half = _mm256_set1_epi8(15);
	__m256i bytes = _mm256_loadu_si256((const __m256i *)(const void *)p);
	__m256i low = _mm256_broadcastsi128_si256(
		_mm_loadu_si128((const __m128i *)(const void *)g->low[k]));
	__m256i high = _mm256_broadcastsi128_si256(
		_mm_loadu_si128((const __m128i *)(const void *)g->high[k]));

	low = _mm256_shuffle_epi8(low, _mm256_and_si256(bytes, half));
	high = _mm256_shuffle_epi8(high, _mm256_and_si256(_mm256_srli_epi16(bytes, 4), half));
	return _mm256_and_si256(low, high);
}

__attribute__((target("avx2"))) static struct gate_hit gate_next_avx2(const struct gate *g,
								      struct gate_scan *scan)
{
	const char *p = scan->p;
	struct gate_hit hit = { NULL, 0 };

	for (; (size_t)(scan->end - p) >= 32 + GATE_SPAN; p += 32) {
		__m256i found = _mm256_and_si256(
			_mm256_and_si256(gate_look(g, 0, p), gate_look(g, 1, p + GATE_STEP)),
			gate_look(g, 2, p + 2 * GATE_STEP));
		unsigned int none = (unsigned int)_mm256_movemask_epi8(
			_mm256_cmpeq_epi8(found, _mm256_setzero_si256()));

		for (unsigned int some = ~none; some; some &= some - 1)
			if (gate_check(g, scan, p + __builtin_ctz(some), &hit))
				return hit;
	}
	scan->p = p;
	return gate_next_portable(g, scan);
}

__attribute__((target("avx2,popcnt"))) static size_t gate_lines_avx2(const char **p,
								     const char *end)
{
	const __m256i feed = _mm256_set1_epi8('\n');
	size_t n = 0;

	for (; end - *p >= 32; *p += 32) {
		__m256i bytes = _mm256_loadu_si256((const __m256i *)(const void *)*p);
		__m256i feeds = _mm256_cmpeq_epi8(bytes, feed);

		n += (size_t)__builtin_popcount((unsigned int)_mm256_movemask_epi8(feeds));
	}
	return n;
}
#endif

struct gate_hit gate_next(const struct gate *g, struct gate_scan *scan)
{
	struct gate_hit hit;

	if (gate_more(g, scan, &hit))
		return hit;
#if GATE_AVX2
	if (g->avx2)
		return gate_next_avx2(g, scan);
#endif
	return gate_next_portable(g, scan);
}

size_t gate_lines(const struct gate *g, const char *p, const char *end)
{
	size_t n = 0;

#if GATE_AVX2
	if (g->avx2)
		n = gate_lines_avx2(&p, end);
#endif
	while ((p = memchr(p, '\n', (size_t)(end - p)))) {
		n++;
		p++;
	}
	return n;
}

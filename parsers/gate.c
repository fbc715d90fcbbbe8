/* SPDX-License-Identifier: GPL-2.0-or-later */
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
/* A bit each of a word. */
#define GATE_LITERALS 64

struct gate {
	const struct str *literals;
	size_t n;
	bool avx2;
	unsigned char offset[GATE_LITERALS]; /* of the fingerprint in the literal */
	uint32_t word[GATE_LITERALS];	     /* the four bytes there, which most wrong ones fail */
	uint64_t bucket[GATE_BUCKETS];
	/* Which buckets have this byte at this place of the fingerprint. */
	unsigned char byte[GATE_BYTES][256];
	/* The same by half bytes: a bucket that passes both halves may have the byte. */
	unsigned char low[GATE_BYTES][16], high[GATE_BYTES][16];
};

/* How common a byte is in logs, roughly. */
static unsigned int gate_common(char c)
{
	if (is_blank(c))
		return 16;
	if (is_digit(c))
		return 8;
	if (c >= 'a' && c <= 'z')
		return strchr("aeinorst", c) ? 6 : 3;
	return 1;
}

static size_t gate_rarest(struct str literal)
{
	size_t best = 0;
	unsigned int least = ~0u;

	for (size_t i = 0; i + GATE_SPAN <= literal.n; i++) {
		unsigned int common = 1;

		for (size_t k = 0; k < GATE_BYTES; k++)
			common *= gate_common(literal.p[i + k * GATE_STEP]);
		if (common < least) {
			least = common;
			best = i;
		}
	}
	return best;
}

static void gate_put(struct gate *g, size_t i, unsigned int bucket)
{
	unsigned char bit = (unsigned char)(1u << bucket);

	g->bucket[bucket] |= (uint64_t)1 << i;
	for (size_t k = 0; k < GATE_BYTES; k++) {
		unsigned char c = (unsigned char)g->literals[i].p[g->offset[i] + k * GATE_STEP];

		g->byte[k][c] |= bit;
		g->low[k][c & 15] |= bit;
		g->high[k][c >> 4] |= bit;
	}
}

/* How many texts of three bytes pass a bucket's half bytes: what its literals look like together.
 */
static unsigned int gate_volume(const struct gate *g, unsigned int bucket)
{
	unsigned int volume = 1;

	for (size_t k = 0; k < GATE_BYTES; k++) {
		unsigned int low = 0, high = 0;

		for (size_t j = 0; j < 16; j++) {
			low += g->low[k][j] >> bucket & 1;
			high += g->high[k][j] >> bucket & 1;
		}
		volume *= low * high;
	}
	return volume;
}

/* Literals that look alike share a bucket. */
static unsigned int gate_bucket(const struct gate *g, size_t i)
{
	unsigned int best = 0, least = ~0u;

	for (unsigned int b = 0; b < GATE_BUCKETS; b++) {
		struct gate with = *g;
		unsigned int more;

		gate_put(&with, i, b);
		more = gate_volume(&with, b) - gate_volume(g, b);
		if (more < least) {
			least = more;
			best = b;
		}
	}
	return best;
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
	for (size_t i = 0; i < n; i++)
		g->offset[i] = (unsigned char)gate_rarest(literals[i]);
	for (size_t i = 0; i < n; i++)
		memcpy(&g->word[i], literals[i].p + g->offset[i], sizeof(g->word[i]));
	for (size_t i = 0; i < n; i++)
		gate_put(g, i, gate_bucket(g, i));
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

/* The literals whose fingerprint stands at p, of those in the buckets. */
static uint64_t gate_check(const struct gate *g, const struct gate_scan *scan, const char *p,
			   unsigned int buckets)
{
	const unsigned char *b = (const unsigned char *)p;
	uint64_t found = 0;
	uint32_t word;

	memcpy(&word, p, sizeof(word));
	buckets &= (unsigned int)(g->byte[0][b[0]] & g->byte[1][b[GATE_STEP]] &
				  g->byte[2][b[2 * GATE_STEP]]);
	for (; buckets; buckets &= buckets - 1) {
		uint64_t maybe = g->bucket[__builtin_ctz(buckets)] & ~scan->ignore;

		for (; maybe; maybe &= maybe - 1) {
			int i = __builtin_ctzll(maybe);
			struct str lit = g->literals[i];

			if (word == g->word[i] && (size_t)(p - scan->begin) >= g->offset[i] &&
			    (size_t)(scan->end - p) >= lit.n - g->offset[i] &&
			    memcmp(p - g->offset[i], lit.p, lit.n) == 0)
				found |= (uint64_t)1 << i;
		}
	}
	return found;
}

static struct gate_hit gate_next_portable(const struct gate *g, struct gate_scan *scan)
{
	const char *p = scan->p;
	struct gate_hit hit = { NULL, 0 };

	for (; (size_t)(scan->end - p) >= GATE_SPAN && !hit.at; p++) {
		const unsigned char *b = (const unsigned char *)p;
		unsigned int buckets = g->byte[0][b[0]] & g->byte[1][b[GATE_STEP]] &
				       g->byte[2][b[2 * GATE_STEP]];

		if (buckets && (hit.literals = gate_check(g, scan, p, buckets)))
			hit.at = p;
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
		unsigned char buckets[32];

		if (none == ~0u)
			continue;
		_mm256_storeu_si256((__m256i *)(void *)buckets, found);
		for (unsigned int some = ~none; some; some &= some - 1) {
			int at = __builtin_ctz(some);

			hit.literals = gate_check(g, scan, p + at, buckets[at]);
			if (hit.literals) {
				hit.at = p + at;
				scan->p = hit.at + 1;
				return hit;
			}
		}
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

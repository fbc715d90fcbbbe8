/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "stats/random.h"

struct random random_seed(uint64_t seed)
{
	struct random r;

	for (int i = 0; i < 4; i++) {
		uint64_t z = seed += 0x9e3779b97f4a7c15u;

		z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
		z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
		r.s[i] = z ^ (z >> 31);
	}
	return r;
}

static uint64_t random_turn(uint64_t x, int n)
{
	return x << n | x >> (64 - n);
}

uint64_t random_next(struct random *r)
{
	uint64_t *s = r->s, result = random_turn(s[1] * 5, 7) * 9, t = s[1] << 17;

	s[2] ^= s[0];
	s[3] ^= s[1];
	s[1] ^= s[2];
	s[0] ^= s[3];
	s[2] ^= t;
	s[3] = random_turn(s[3], 45);
	return result;
}

uint32_t random_below(struct random *r, uint32_t bound)
{
	uint64_t m = (random_next(r) >> 32) * bound;

	if ((uint32_t)m < bound) {
		uint32_t least = -bound % bound;

		while ((uint32_t)m < least)
			m = (random_next(r) >> 32) * bound;
	}
	return (uint32_t)(m >> 32);
}

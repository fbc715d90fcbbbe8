/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef STATS_RANDOM_H
#define STATS_RANDOM_H

#include <stdint.h>

/*
 * xoshiro256** of Blackman and Vigna, seeded by splitmix64: the same numbers on every machine, and
 * none of libRmath's global state.
 */
struct random {
	uint64_t s[4];
};
struct random random_seed(uint64_t seed);
uint64_t random_next(struct random *r);
/* 0 to bound - 1, bound > 0, each as likely: Lemire's method (2019) on the upper 32 bits. */
uint32_t random_below(struct random *r, uint32_t bound);

#endif

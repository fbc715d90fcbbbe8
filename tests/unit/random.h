/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef TESTS_UNIT_RANDOM_H
#define TESTS_UNIT_RANDOM_H

#include <stddef.h>
#include <stdint.h>

/* Marsaglia's xorshift: the same numbers from a seed everywhere. Not 0. */
static uint64_t seed;

static inline size_t below(size_t n)
{
	seed ^= seed << 13;
	seed ^= seed >> 7;
	seed ^= seed << 17;
	return (size_t)(seed % n);
}

#endif

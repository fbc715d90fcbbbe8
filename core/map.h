/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef CORE_MAP_H
#define CORE_MAP_H

#include "core/mem.h"

/*
 * A hash table from 64-bit keys (hashes of what they stand for) to 64-bit values. { 0 } is an empty
 * one. Keys are hashes already: two things with one hash are one thing here.
 */
struct map {
	struct map_slot *slots;
	size_t n, cap;
};

/* A hash of the pair (hash, more), in which their order counts. */
static inline uint64_t map_mix(uint64_t hash, uint64_t more)
{
	uint64_t z = (hash * 0x9e3779b97f4a7c15u + more) * 0xbf58476d1ce4e5b9u;

	z = (z ^ z >> 29) * 0x94d049bb133111ebu;
	return z ^ z >> 32;
}

/* The value of key, or NULL. Good until the next map_put(). */
int64_t *map_get(const struct map *m, uint64_t key);
/* The value of key, made with 0 if it is new. Good until the next map_put(). */
int64_t *map_put(struct map *m, uint64_t key);
void map_free(struct map *m);

#endif

/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "core/map.h"

struct map_slot {
	uint64_t key; /* 0: free; the key 0 is stored as 1 */
	int64_t value;
};

static struct map_slot *map_slot(struct map_slot *slots, size_t cap, uint64_t key)
{
	size_t i = (size_t)(key ^ key >> 29) & (cap - 1);

	while (slots[i].key && slots[i].key != key)
		i = (i + 1) & (cap - 1);
	return &slots[i];
}

int64_t *map_get(const struct map *m, uint64_t key)
{
	struct map_slot *slot;

	if (!m->cap)
		return NULL;
	slot = map_slot(m->slots, m->cap, key ? key : 1);
	return slot->key ? &slot->value : NULL;
}

static void map_double(struct map *m)
{
	struct map_slot *old = m->slots;
	size_t cap = 0, want = m->cap ? m->cap * 2 : 64;

	m->slots = mem_grow(NULL, &cap, want, sizeof(*m->slots));
	for (size_t i = 0; i < m->cap; i++)
		if (old[i].key)
			*map_slot(m->slots, want, old[i].key) = old[i];
	m->cap = want;
	mem_free(old);
}

int64_t *map_put(struct map *m, uint64_t key)
{
	struct map_slot *slot;

	key = key ? key : 1;
	if (m->n >= m->cap / 4 * 3)
		map_double(m);
	slot = map_slot(m->slots, m->cap, key);
	if (!slot->key) {
		slot->key = key;
		m->n++;
	}
	return &slot->value;
}

void map_free(struct map *m)
{
	mem_free(m->slots);
	*m = (struct map){ 0 };
}

/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "report/doc.h"

#define ROW(name) extern const struct renderer renderer_##name;
#include "renderers.inc"
#undef ROW
const struct renderer *const renderers[] = {
#define ROW(name) &renderer_##name,
#include "renderers.inc"
#undef ROW
	NULL
};

const struct renderer *renderer_find(struct str name)
{
	for (size_t i = 0; renderers[i]; i++)
		if (str_is(name, renderers[i]->name))
			return renderers[i];
	return NULL;
}

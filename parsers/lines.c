/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "parsers/lines.h"

void lines_add(struct lines *l, struct str line, struct origin from)
{
	buf_add(&l->text, line);
	buf_char(&l->text, '\n');
	*vec_add(l) = from;
}

void lines_clear(struct lines *l)
{
	l->text.n = l->n = 0;
}

void lines_free(struct lines *l)
{
	buf_free(&l->text);
	vec_free(l);
}

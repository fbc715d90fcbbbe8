/* SPDX-License-Identifier: GPL-2.0-or-later */
#include <stdio.h>
#include <stdlib.h>
#include "report/data.h"

void data_text(struct buf *out, struct str text)
{
	while (text.n > 0) {
		size_t n = str_utf8(text);
		struct str c = { text.p, n > 0 ? n : 1 };

		if (memchr("\t\r\n", c.p[0], 3))
			buf_char(out, c.p[0]);
		else if (c.p[0] == '\\')
			buf_add(out, STR("\\\\"));
		else
			buf_escaped(out, c);
		text = str_skip(text, c.n);
	}
}

void data_number(struct buf *out, double v)
{
	char text[32];

	for (int digits = 15; digits <= 17; digits++) {
		snprintf(text, sizeof(text), "%.*g", digits, v);
		if (strtod(text, NULL) >= v && strtod(text, NULL) <= v)
			break;
	}
	buf_add(out, str_of(text));
}

/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "parsers/params.h"

/* They are few, and those of one key stay in their order. */
void params_sorted(struct buf *list, struct param *v, size_t n)
{
	for (size_t i = 1; i < n; i++) {
		struct param p = v[i];
		size_t at = i;

		for (; at && str_cmp(v[at - 1].key, p.key) > 0; at--)
			v[at] = v[at - 1];
		v[at] = p;
	}
	for (size_t i = 0; i < n; i++)
		record_pair(list, v[i].key, v[i].value);
}

bool params_next(struct str *words, struct str_cut *word)
{
	do {
		struct str text = str_word(words);

		if (!text.n)
			return false;
		*word = str_cut(text, '=');
	} while (!word->ok || !word->head.n || !word->tail.n);
	return true;
}

void params_fact(const struct match *m, struct str key, struct str value)
{
	struct buf name = { 0 };

	buf_add(&name, STR("param."));
	buf_add(&name, key);
	buf_char(&name, '\0');
	match_fact(m, name.v, value);
	buf_free(&name);
}

void params_facts(const struct match *m, struct str words)
{
	struct str_cut word;

	while (params_next(&words, &word))
		params_fact(m, word.head, word.tail);
}

bool params_list(struct buf *list, struct str words)
{
	struct param v[PARAMS_MAX];
	struct str_cut word;
	size_t n = 0;

	while (params_next(&words, &word)) {
		if (n == PARAMS_MAX)
			return false;
		v[n++] = (struct param){ word.head, word.tail };
	}
	params_sorted(list, v, n);
	return true;
}

/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "parsers/params.h"

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

void params_facts(const struct match *m, struct str words)
{
	struct str_cut word;
	struct buf key = { 0 };

	while (params_next(&words, &word)) {
		key.n = 0;
		buf_add(&key, STR("param."));
		buf_add(&key, word.head);
		buf_char(&key, '\0');
		match_fact(m, key.v, word.tail);
	}
	buf_free(&key);
}

bool params_list(struct buf *list, struct str words)
{
	struct str_cut sorted[PARAMS_MAX], word;
	size_t n = 0, i;

	while (params_next(&words, &word)) {
		if (n == PARAMS_MAX)
			return false;
		for (i = n++; i && str_cmp(sorted[i - 1].head, word.head) > 0; i--)
			sorted[i] = sorted[i - 1];
		sorted[i] = word;
	}
	for (i = 0; i < n; i++)
		record_pair(list, sorted[i].head, sorted[i].tail);
	return true;
}

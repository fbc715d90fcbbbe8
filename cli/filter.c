/* SPDX-License-Identifier: GPL-2.0-or-later */
#define PCRE2_CODE_UNIT_WIDTH 8
#include <pcre2.h>
#include "cli/filter.h"
#include "report/doc.h"

enum filter_op { OP_EQUAL, OP_UNEQUAL, OP_LESS, OP_AT_MOST, OP_MORE, OP_AT_LEAST, OP_MATCH };

/* Longer ones first, as the shorter ones begin them. */
static const struct {
	const char *text;
	enum filter_op op;
} ops[] = {
	{ "!=", OP_UNEQUAL }, { "<=", OP_AT_MOST }, { ">=", OP_AT_LEAST }, { "=", OP_EQUAL },
	{ "<", OP_LESS },     { ">", OP_MORE },	    { "~", OP_MATCH },
};

#define OP_BYTES    "=!<>~"
#define MATCH_LIMIT 1000000

struct filter_term {
	struct str key, value;
	enum filter_op op;
	pcre2_code *code;
};

struct filter {
	struct str text;
	VEC(struct filter_term) terms;
	pcre2_match_context *context;
};

int filter_compare(struct str key, struct str a, struct str b)
{
	double x, y;

	if (!str_starts(key, STR("kernel.")) && str_double(a, &x) && str_double(b, &y))
		return (x > y) - (x < y);
	return str_natcmp(a, b);
}

/* The expression with a caret below the byte that is at. */
static bool filter_bad(struct str text, size_t at, const char *what)
{
	struct buf all = { 0 }, before = { 0 };

	buf_escaped(&all, text);
	buf_escaped(&before, (struct str){ text.p, at });
	diag_error(POS_NONE, "--filter: column %zu: %s\n  %.*s\n  %*s^",
		   wrap_width((struct str){ text.p, at }) + 1, what, (int)all.n, all.v,
		   (int)wrap_width(buf_str(&before)), "");
	buf_free(&all);
	buf_free(&before);
	return false;
}

/* What of an expression has not been read yet. */
struct filter_input {
	struct str text;
	size_t at;
};

static struct str input_rest(const struct filter_input *in)
{
	return str_skip(in->text, in->at);
}

static void input_blanks(struct filter_input *in)
{
	while (in->at < in->text.n && is_blank(in->text.p[in->at]))
		in->at++;
}

/* A piece up to a blank or one of the bytes that stop it. */
static struct str input_piece(struct filter_input *in, const char *stop)
{
	struct str rest = input_rest(in);
	size_t n = 0;

	while (n < rest.n && !is_blank(rest.p[n]) && !strchr(stop, rest.p[n]))
		n++;
	in->at += n;
	return (struct str){ rest.p, n };
}

static bool input_op(struct filter_input *in, struct filter_term *term)
{
	struct str rest = input_rest(in);

	for (size_t i = 0; i < sizeof(ops) / sizeof(ops[0]); i++) {
		struct str op = str_of(ops[i].text);

		if (!str_starts(rest, op))
			continue;
		in->at += op.n;
		rest = input_rest(in);
		if (rest.n && strchr(OP_BYTES, rest.p[0]))
			return filter_bad(in->text, in->at - op.n,
					  "no such operator: = != < <= > >= ~ are there, and a "
					  "value that begins like one is quoted");
		term->op = ops[i].op;
		return true;
	}
	return filter_bad(in->text, in->at, "an operator is wanted: = != < <= > >= or ~");
}

static bool input_value(struct filter_input *in, struct filter_term *term)
{
	struct str rest = input_rest(in);
	size_t end;

	if (!rest.n)
		return filter_bad(in->text, in->at, "a value is wanted");
	if (rest.p[0] != '\'' && rest.p[0] != '"') {
		term->value = input_piece(in, "");
		return true;
	}
	end = str_find(str_skip(rest, 1), (struct str){ rest.p, 1 });
	if (end == (size_t)-1)
		return filter_bad(in->text, in->at, "a quote without its end");
	term->value = (struct str){ rest.p + 1, end };
	in->at += end + 2;
	if (in->at < in->text.n && !is_blank(in->text.p[in->at]))
		return filter_bad(in->text, in->at, "a blank is wanted behind a quoted value");
	return true;
}

static bool filter_compile(const struct filter_input *in, struct filter_term *term)
{
	size_t from = (size_t)(term->value.p - in->text.p), at = 0;
	PCRE2_UCHAR text[256];
	struct buf what = { 0 };
	int error = 0;

	term->code = pcre2_compile((PCRE2_SPTR)term->value.p, term->value.n,
				   PCRE2_NEVER_UTF | PCRE2_NEVER_BACKSLASH_C, &error, &at, NULL);
	if (term->code)
		return true;
	pcre2_get_error_message(error, text, sizeof(text));
	buf_printf(&what, "%s%c", (const char *)text, '\0');
	filter_bad(in->text, from + (at < term->value.n ? at : term->value.n), what.v);
	buf_free(&what);
	return false;
}

static bool filter_term(struct filter_input *in, struct filter_term *term)
{
	size_t start = in->at;

	term->key = input_piece(in, OP_BYTES "'\"");
	if (!term->key.n)
		return filter_bad(in->text, start, "a key is wanted");
	input_blanks(in);
	if (!input_op(in, term))
		return false;
	input_blanks(in);
	return input_value(in, term) && (term->op != OP_MATCH || filter_compile(in, term));
}

struct filter *filter_new(const char *expression)
{
	struct filter *f = mem_grow(NULL, &(size_t){ 0 }, 1, sizeof(*f));
	struct filter_input in = { str_of(expression), 0 };

	f->text = in.text;
	f->context = pcre2_match_context_create(NULL);
	pcre2_set_match_limit(f->context, MATCH_LIMIT);
	input_blanks(&in);
	if (in.at == in.text.n) {
		filter_bad(in.text, in.at, "a key is wanted");
		filter_free(f);
		return NULL;
	}
	for (; in.at < in.text.n; input_blanks(&in))
		if (!filter_term(&in, vec_add(&f->terms))) {
			filter_free(f);
			return NULL;
		}
	return f;
}

static bool filter_matches(const struct filter *f, const struct filter_term *term, struct str text,
			   bool *failed)
{
	pcre2_match_data *data = pcre2_match_data_create(1, NULL);
	int rc = pcre2_match(term->code, (PCRE2_SPTR)(text.n ? text.p : ""), text.n, 0, 0, data,
			     f->context);

	pcre2_match_data_free(data);
	if (rc < 0 && rc != PCRE2_ERROR_NOMATCH && !*failed) {
		*failed = true;
		filter_bad(f->text, (size_t)(term->value.p - f->text.p),
			   "this expression takes too long");
	}
	return rc >= 0;
}

static bool filter_term_holds(const struct filter *f, const struct filter_term *term,
			      struct filter_keys keys, bool *failed)
{
	struct str text = { NULL, 0 };
	enum filter_found found = keys.find(keys.ctx, term->key, &text);
	int order;

	if (found == FILTER_ANY)
		return true;
	if (found == FILTER_NONE)
		return term->op == OP_UNEQUAL;
	if (term->op == OP_MATCH)
		return filter_matches(f, term, text, failed);
	order = filter_compare(term->key, text, term->value);
	switch (term->op) {
	case OP_EQUAL:
		return order == 0;
	case OP_UNEQUAL:
		return order != 0;
	case OP_LESS:
		return order < 0;
	case OP_AT_MOST:
		return order <= 0;
	case OP_MORE:
		return order > 0;
	default:
		return order >= 0;
	}
}

bool filter_holds(const struct filter *f, struct filter_keys keys, bool *failed)
{
	const struct filter_term *term;

	vec_each (term, &f->terms)
		if (!filter_term_holds(f, term, keys, failed) || *failed)
			return false;
	return true;
}

struct str filter_key(const struct filter *f, size_t i)
{
	return i < f->terms.n ? f->terms.v[i].key : (struct str){ NULL, 0 };
}

void filter_blame(const struct filter *f, size_t i, const char *what)
{
	filter_bad(f->text, (size_t)(f->terms.v[i].key.p - f->text.p), what);
}

void filter_free(struct filter *f)
{
	struct filter_term *term;

	if (!f)
		return;
	vec_each (term, &f->terms)
		pcre2_code_free(term->code);
	pcre2_match_context_free(f->context);
	vec_free(&f->terms);
	mem_free(f);
}

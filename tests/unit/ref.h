/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef TESTS_UNIT_REF_H
#define TESTS_UNIT_REF_H

#include <math.h>
#include "stats/stats.h"
#include "unit/test.h"

/*
 * The reference tables of tests/ref: CSV without quotes, one header line; NA is NAN. Everything
 * that is missing fails the test.
 */
struct ref {
	char *text;
	char **cells; /* the header, then row after row */
	size_t rows, cols;
};

/* Cuts text at commas and line ends; every line has the header's number of cells. */
static inline void ref_cut(struct ref *r)
{
	size_t n = 0, cap = 0;
	char *p = r->text;

	while (*p) {
		size_t len = strcspn(p, ",\n");
		char end = p[len];

		assert_true(end != '\0');
		r->cells = mem_grow(r->cells, &cap, n + 1, sizeof(*r->cells));
		r->cells[n++] = p;
		p[len] = '\0';
		p += len + 1;
		if (end == '\n' && r->cols == 0)
			r->cols = n;
		if (end == '\n')
			assert_int_equal(n % r->cols, 0);
	}
	assert_true(n > 0);
	r->rows = n / r->cols - 1;
}

static inline struct ref ref_read(const char *path)
{
	struct ref r = { 0 };
	struct buf text = { 0 };
	FILE *f = fopen(path, "r");
	int c;

	if (!f)
		fail_msg("cannot open %s", path);
	while ((c = getc(f)) != EOF)
		buf_char(&text, (char)c);
	assert_int_equal(fclose(f), 0);
	buf_char(&text, '\0');
	r.text = text.v;
	ref_cut(&r);
	return r;
}

static inline void ref_free(struct ref *r)
{
	mem_free(r->cells);
	mem_free(r->text);
}

static inline const char *ref_text(const struct ref *r, size_t row, const char *col)
{
	size_t i;

	for (i = 0; i < r->cols; i++)
		if (strcmp(r->cells[i], col) == 0)
			return r->cells[(row + 1) * r->cols + i];
	fail_msg("no column %s", col);
	return "";
}

static inline double ref_num(const struct ref *r, size_t row, const char *col)
{
	const char *text = ref_text(r, row, col);
	char *end;
	double v = strcmp(text, "NA") == 0 ? NAN : strtod(text, &end);

	assert_true(isnan(v) || (end > text && *end == '\0'));
	return v;
}

/* The values of a row of datasets.csv; free with ref_sample_free(). */
static inline struct sample ref_sample(const struct ref *datasets, const char *id)
{
	double *v = NULL;
	size_t i, n = 0, cap = 0;

	for (i = 0; i < datasets->rows; i++) {
		const char *p = ref_text(datasets, i, "values");
		char *end;

		if (strcmp(ref_text(datasets, i, "id"), id) != 0)
			continue;
		for (; *p; p = *end ? end + 1 : end) {
			v = mem_grow(v, &cap, n + 1, sizeof(*v));
			v[n++] = strtod(p, &end);
			assert_true(end > p);
		}
		return (struct sample){ v, n };
	}
	fail_msg("no data set %s", id);
	return (struct sample){ NULL, 0 };
}

static inline void ref_sample_free(struct sample s)
{
	mem_free((double *)(uintptr_t)s.v);
}

/* A relative tolerance, and three steps of the smallest numbers, which have no digits to lose. */
static inline bool ref_near(double got, double want, double tolerance)
{
	if (isnan(want))
		return isnan(got);
	return got == want || fabs(got - want) <= tolerance * fabs(want) + 3 * 0x1p-1074;
}

#define ref_close(got, want, tolerance, id, what)                                          \
	do {                                                                               \
		double got_ = (got), want_ = (want);                                       \
		if (!ref_near(got_, want_, (tolerance)))                                   \
			fail_msg("%s: %s is %.17g, not %.17g", (id), (what), got_, want_); \
	} while (0)

/* A group's state: the samples, and what R makes of them. */
struct ref_fixture {
	struct ref data, want;
};

static inline int ref_setup(void **state, const char *want)
{
	static struct ref_fixture f;

	f.data = ref_read("tests/ref/datasets.csv");
	f.want = ref_read(want);
	*state = &f;
	return 0;
}

static inline int ref_teardown(void **state)
{
	struct ref_fixture *f = *state;

	ref_free(&f->data);
	ref_free(&f->want);
	return 0;
}

#endif

/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef TESTS_UNIT_TEST_H
#define TESTS_UNIT_TEST_H

/* What cmocka.h wants before it. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>
#include "core/mem.h"

static inline void assert_str(struct str got, const char *want)
{
	char *text = test_malloc(got.n + 1);

	memcpy(text, got.p ? got.p : "", got.n);
	text[got.n] = '\0';
	assert_string_equal(text, want);
	test_free(text);
}

#endif

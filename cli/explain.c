/* SPDX-License-Identifier: GPL-2.0-or-later */
#include <stdio.h>
#include "cli/cli.h"
#include "parsers/scan.h"

static void explain_fate(struct buf *b, const struct scan_seen *seen)
{
	switch (seen->fate) {
	case SCAN_TAKEN:
		buf_printf(b, "%s: %lu value%s", seen->format ? seen->format : "?", seen->records,
			   seen->records == 1 ? "" : "s");
		if (seen->skipped)
			buf_add(b, STR(", skipped"));
		break;
	case SCAN_NEAR:
		buf_printf(b, "nothing: has a word of %s, and no pattern of it matches",
			   seen->format);
		break;
	case SCAN_JOINED:
		buf_add(b, STR("goes on from the line above"));
		break;
	case SCAN_HEADING:
		buf_add(b, STR("heading: names the source of what follows"));
		break;
	case SCAN_COPY:
		buf_add(b, STR("quoted again: counted where it is quoted less"));
		break;
	case SCAN_DOUBLED:
		buf_add(b, STR("the line above again, printed twice by the console"));
		break;
	case SCAN_NOTHING:
		buf_add(b, STR("nothing: no word of any format"));
		break;
	}
}

/* What was taken off before and behind the message, if the message is a part of the line. */
static void explain_framing(struct buf *b, const struct scan_seen *seen)
{
	struct str line = seen->line, msg = seen->msg;
	bool part = msg.n && msg.p >= line.p && msg.p + msg.n <= line.p + line.n;
	struct str before = { line.p, part ? (size_t)(msg.p - line.p) : 0 };

	if (!line.n)
		return;
	buf_add(b, STR("\n    "));
	if (!part && msg.n && !str_eq(msg, line)) {
		buf_escaped(b, line);
		buf_add(b, STR("\n  = "));
		buf_escaped(b, msg);
		return;
	}
	if (before.n) {
		buf_add(b, STR("{"));
		buf_escaped(b, before);
		buf_add(b, STR("} "));
	}
	buf_escaped(b, part ? msg : line);
}

void explain_line(void *ctx, const struct scan_seen *seen)
{
	FILE *f = ctx;
	struct buf b = { 0 };

	buf_escaped(&b, str_of(seen->pos.file));
	buf_printf(&b, ":%lu: ", seen->pos.line);
	explain_fate(&b, seen);
	explain_framing(&b, seen);
	fprintf(f, "%.*s\n", (int)b.n, b.v);
	buf_free(&b);
}

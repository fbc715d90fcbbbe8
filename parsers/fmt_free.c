/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "parsers/emit.h"

/*
 * free(1), as people paste it beside a result:
 *
 *                 total        used        free      shared  buff/cache   available
 *   Mem:            977         251         686           0          39         684
 *
 * Context, not a benchmark. The unit is that of the command if its prompt line is there: KiB, or
 * MiB with -m; with -h each value has its own.
 */

#define FREE_CELLS 8

struct free_state {
	char unit[4];
	char names[FREE_CELLS][12];
	size_t n;
};

/* The unit that an option asks for: -m, --mebi, --mega, or among others as in -wm. */
static const char *free_unit(struct str option)
{
	static const struct {
		const char *name, *unit;
	} longs[] = { { "--bytes", "B" },  { "--kibi", "KiB" }, { "--mebi", "MiB" },
		      { "--gibi", "GiB" }, { "--kilo", "kB" },	{ "--mega", "MB" },
		      { "--giga", "GB" } };
	static const struct {
		char letter;
		const char *unit;
	} letters[] = { { 'b', "B" }, { 'k', "KiB" }, { 'm', "MiB" }, { 'g', "GiB" } };

	for (size_t i = 0; i < sizeof(longs) / sizeof(longs[0]); i++)
		if (str_is(option, longs[i].name))
			return longs[i].unit;
	for (size_t i = 0; i < sizeof(letters) / sizeof(letters[0]); i++)
		if (!str_starts(option, STR("--")) && memchr(option.p, letters[i].letter, option.n))
			return letters[i].unit;
	return NULL;
}

static void free_command(struct match *m, void *state)
{
	struct free_state *st = state;
	struct str options = match_group(m, "options"), option;

	strcpy(st->unit, "KiB");
	while (str_next(&options, ' ', &option)) {
		const char *unit = option.n ? free_unit(option) : NULL;

		if (unit)
			strcpy(st->unit, unit);
	}
}

static void free_header(struct match *m, void *state)
{
	struct free_state *st = state;
	struct str row = m->msg, cell;

	st->n = 0;
	while (st->n < FREE_CELLS && (cell = str_word(&row)).n)
		EMIT_COPY(st->names[st->n++], cell);
}

/* "23Gi" as free -h prints it: the number and its unit. */
static struct str free_human(struct str cell, const char **unit)
{
	static const struct {
		const char *suffix, *unit;
	} units[] = {
		{ "Ki", "KiB" }, { "Mi", "MiB" }, { "Gi", "GiB" }, { "Ti", "TiB" }, { "B", "B" }
	};

	for (size_t i = 0; i < sizeof(units) / sizeof(units[0]); i++) {
		struct str suffix = str_of(units[i].suffix);

		if (cell.n > suffix.n && str_ends(cell, suffix)) {
			*unit = units[i].unit;
			cell.n -= suffix.n;
			break;
		}
	}
	return cell;
}

static void free_row(struct match *m, void *state)
{
	struct free_state *st = state;
	struct str row = match_group(m, "cells"), cell;
	bool swap = str_is(match_group(m, "what"), "Swap");
	size_t want = swap ? 3 : st->n, n = 0;
	struct str cells = row;

	while (str_word(&cells).n)
		n++;
	if (n != want) {
		match_skip(m, "not as many values as headings", m->msg);
		return;
	}
	for (size_t i = 0; i < n; i++) {
		const char *unit = st->unit[0] ? st->unit : "KiB";
		struct buf name = { 0 };
		struct record rec = match_record(m);

		buf_printf(&name, "%s.%s", swap ? "swap" : "mem", st->names[i]);
		buf_char(&name, '\0');
		cell = free_human(str_word(&row), &unit);
		if (match_value(m, &rec,
				&(struct metric){ .name = name.v, .unit = unit, .context = true },
				cell))
			match_put(m, &rec);
		buf_free(&name);
	}
}

static const struct rule rules[] = {
	{ .literal = "free -",
	  .pattern = "(?:^\\s*|[#$%] )free(?<options>(?: --?\\w+)*)\\s*$",
	  .emit = free_command },
	{ .literal = "        used",
	  .name = "header",
	  .pattern = "^\\s+total\\s+used\\s+free\\s+shared\\s+(?:buff/cache|buffers)\\s+"
		     "(?:cache\\s+|cached\\s*)?(?:available)?\\s*$",
	  .emit = free_header },
	{ .after = "header",
	  .pattern = "^\\s*(?<what>Mem|Swap):\\s+(?<cells>[\\d.]\\S*(?:\\s+[\\d.]\\S*)+)\\s*$",
	  .emit = free_row },
};

const struct format format_free = {
	.name = "free",
	.summary = "memory in use by free(1), shown beside results and never tested",
	.example =
		"               total        used        free      shared  buff/cache   available\n"
		"Mem:            977         251         686           0          39         684",
	RULES(rules),
	.state_size = sizeof(struct free_state),
};

/* SPDX-License-Identifier: GPL-2.0-or-later */
#include <getopt.h>
#include <math.h>
#include <stdio.h>
#include "cli/cli.h"
#include "parsers/custom.h"
#include "parsers/parse.h"

enum option_id {
	OPT_AA,
	OPT_ADJUST,
	OPT_ALPHA,
	OPT_BASE,
	OPT_BOOTSTRAP,
	OPT_BY,
	OPT_COLOR,
	OPT_CONF,
	OPT_DETECT,
	OPT_EXPLAIN,
	OPT_FAIL_ON,
	OPT_FILTER,
	OPT_FORMAT,
	OPT_HELP,
	OPT_INPUT,
	OPT_LONG,
	OPT_MARGIN,
	OPT_OUTPUT,
	OPT_PAIRED,
	OPT_PATTERN,
	OPT_PER,
	OPT_QUIET,
	OPT_ROWS,
	OPT_RULES,
	OPT_SEED,
	OPT_SPLIT_BLOCKS,
	OPT_STAT,
	OPT_VERBOSE,
	OPT_WIDTH,
	OPT_COUNT,
};

/* Each option has one meaning everywhere. The table is the help, and the manual is checked against
 * it. */
static const struct option_row {
	const char *name, *arg, *help;
	char letter;
} table[OPT_COUNT] = {
	[OPT_AA] = { "aa", NULL,
		     "a source against itself: how often chance alone is called a change", 0 },
	[OPT_ADJUST] = { "adjust", "holm|bh|dunnett|none",
			 "allow for the number of comparisons (holm)", 0 },
	[OPT_ALPHA] = { "alpha", "A", "level of the verdicts (0.05)", 0 },
	[OPT_BASE] = { "base", "LABEL", "the source that others are compared with (the first)", 0 },
	[OPT_BOOTSTRAP] = { "bootstrap", NULL, "resample the runs, with --stat=median or pNN", 0 },
	[OPT_BY] = { "by", "KEY", "columns from the values of this key in place of sources", 0 },
	[OPT_COLOR] = { "color", "auto|always|never", "colours in the terminal's table (auto)", 0 },
	[OPT_CONF] = { "conf", "PERCENT", "level of the intervals (95)", 0 },
	[OPT_DETECT] = { "detect", "N%", "the change to be seen (5%)", 0 },
	[OPT_EXPLAIN] = { "explain", NULL, "say of each line what became of it", 0 },
	[OPT_FAIL_ON] = { "fail-on", "regression:N%",
			  "exit 1 if a metric is worse by more than N%, for git bisect run", 0 },
	[OPT_FILTER] = { "filter", "EXPR", "results for which this holds: 'metric=time size>=256'",
			 0 },
	[OPT_FORMAT] = { "format", "NAME", "how the output is written", 0 },
	[OPT_HELP] = { "help", NULL, "this text", 'h' },
	[OPT_INPUT] = { "input", "NAME", "take the input as csv, jsonl, log or a log format", 0 },
	[OPT_LONG] = { "long", NULL, "effect sizes, quartiles, checks of the order, every value",
		       0 },
	[OPT_MARGIN] = { "margin", "M%", "a change within it is the same, where a test shows that",
			 0 },
	[OPT_OUTPUT] = { "output", "PATH", "write to this file; the directory of a report", 'o' },
	[OPT_PAIRED] = { "paired", NULL, "the first runs of the sides are a pair, and so on", 0 },
	[OPT_PATTERN] = { "pattern", "REGEX",
			  "a result line of one's own: 'fork: (?<time_ns>\\d+) ns'", 0 },
	[OPT_PER] = { "per", "object", "the time of one object, where the log tells how many", 0 },
	[OPT_QUIET] = { "quiet", NULL, "no notes", 'q' },
	[OPT_ROWS] = { "rows", "KEY,...", "what tells rows apart; the others become one", 0 },
	[OPT_RULES] = { "rules", "FILE", "log formats of one's own", 0 },
	[OPT_SEED] = { "seed", "N", "of the random numbers of --bootstrap and --aa (1)", 0 },
	[OPT_SPLIT_BLOCKS] = { "split-blocks", NULL,
			       "blocks of results without a heading are numbered sources", 0 },
	[OPT_STAT] = { "stat", "mean|geomean|median|pNN",
		       "what is compared; of pNN the quantile of each run (mean)", 0 },
	[OPT_VERBOSE] = { "verbose", NULL, "say what was read, by format, and what nearly was",
			  'v' },
	[OPT_WIDTH] = { "width", "COLUMNS", "fit the output into this width", 0 },
};

/* Whether a name stands in a list of names apart by blanks. */
static bool option_listed(const char *list, const char *name)
{
	struct str rest = str_of(list), word;

	while (str_next(&rest, ' ', &word))
		if (str_is(word, name))
			return true;
	return false;
}

static bool option_bad(const char *name, const char *want, const char *value)
{
	diag_error(POS_NONE, "--%s: %s: %s", name, want, diag_quote(str_of(value)));
	return false;
}

static bool option_number(const char *name, const char *value, double lo, double hi,
			  const char *want, double *v)
{
	struct str s = str_of(value);

	if (s.n && s.p[s.n - 1] == '%')
		s.n--;
	if (!str_double(s, v) || *v < lo || *v > hi)
		return option_bad(name, want, value);
	return true;
}

/* The same as a ratio. */
static bool option_percent(const char *name, const char *value, double lo, double hi,
			   const char *want, double *ratio)
{
	if (!option_number(name, value, lo, hi, want, ratio))
		return false;
	*ratio /= 100;
	return true;
}

static bool option_seed(const char *value, uint64_t *seed)
{
	double v;

	if (!option_number("seed", value, 0, 0x1p53, "not a number from 0 to 2^53", &v))
		return false;
	*seed = (uint64_t)v;
	return v == floor(v) || option_bad("seed", "not a whole number", value);
}

static bool option_adjust(const char *value, enum adjust *adjust)
{
	static const char *const names[] = { [ADJUST_HOLM] = "holm",
					     [ADJUST_BH] = "bh",
					     [ADJUST_DUNNETT] = "dunnett",
					     [ADJUST_NONE] = "none" };

	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++)
		if (strcmp(value, names[i]) == 0) {
			*adjust = (enum adjust)i;
			return true;
		}
	return option_bad("adjust", "none of holm, bh, dunnett, none", value);
}

static bool option_stat(const char *value, struct method *method)
{
	static const char *const names[] = {
		[STAT_MEAN] = "mean", [STAT_GEOMEAN] = "geomean", [STAT_MEDIAN] = "median"
	};
	double p;

	method->quantile = 0;
	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++)
		if (strcmp(value, names[i]) == 0) {
			method->stat = (enum estimate)i;
			return true;
		}
	if (value[0] != 'p' || !str_double(str_of(value + 1), &p) || !(p > 0 && p < 100))
		return option_bad("stat", "none of mean, geomean, median, p1 to p99.99", value);
	method->stat = STAT_MEAN;
	method->quantile = p / 100;
	return true;
}

/* What does not go together. */
static bool option_method(const struct method *m)
{
	if (m->paired && m->stat == STAT_MEDIAN) {
		diag_error(POS_NONE, "--paired compares the ratios of pairs by their mean: "
				     "--stat=median does not go with it");
		return false;
	}
	if (m->bootstrap && (m->paired || m->adjust == ADJUST_DUNNETT ||
			     (m->stat != STAT_MEDIAN && !(m->quantile > 0)))) {
		diag_error(POS_NONE, "--bootstrap goes with --stat=median or pNN, and with neither "
				     "--paired nor --adjust=dunnett");
		return false;
	}
	if (m->adjust == ADJUST_DUNNETT && (m->paired || m->stat != STAT_MEAN)) {
		diag_error(POS_NONE, "--adjust=dunnett is a test of means: neither --paired nor "
				     "--stat=geomean or median goes with it");
		return false;
	}
	return true;
}

static bool option_fail_on(const char *value, struct options *opts)
{
	struct str limit = str_of(value);

	opts->fail_on = value;
	if (!str_starts(limit, STR("regression:")))
		return option_bad("fail-on", "not of the form regression:N%", value);
	limit = str_skip(limit, 11);
	if (limit.n && limit.p[limit.n - 1] == '%')
		limit.n--;
	if (!str_double(limit, &opts->fail_limit) || opts->fail_limit < 0 || opts->fail_limit > 1e6)
		return option_bad("fail-on", "not a percentage", value);
	opts->fail_limit /= 100;
	return true;
}

static struct custom *option_custom(struct options *opts)
{
	if (!opts->custom)
		opts->custom = custom_new();
	return opts->custom;
}

/* The field of an option that is said or not; NULL for others. */
static bool *option_flag(enum option_id id, struct options *opts)
{
	return id == OPT_AA		? &opts->aa
	       : id == OPT_BOOTSTRAP	? &opts->method.bootstrap
	       : id == OPT_EXPLAIN	? &opts->explain
	       : id == OPT_HELP		? &opts->help
	       : id == OPT_LONG		? &opts->detailed
	       : id == OPT_PAIRED	? &opts->method.paired
	       : id == OPT_QUIET	? &opts->quiet
	       : id == OPT_SPLIT_BLOCKS ? &opts->split_blocks
	       : id == OPT_VERBOSE	? &opts->verbose
					: NULL;
}

/* The field of an option whose value is any text; NULL for others. */
static const char **option_text(enum option_id id, struct options *opts)
{
	return id == OPT_BASE	  ? &opts->base
	       : id == OPT_BY	  ? &opts->by
	       : id == OPT_FILTER ? &opts->filter
	       : id == OPT_ROWS	  ? &opts->rows
	       : id == OPT_FORMAT ? &opts->format
	       : id == OPT_INPUT  ? &opts->input
	       : id == OPT_OUTPUT ? &opts->output
				  : NULL;
}

static bool option_set(enum option_id id, const char *value, struct options *opts)
{
	bool *flag = option_flag(id, opts);
	const char **text = option_text(id, opts);
	double v;

	if (flag)
		*flag = true;
	if (text)
		*text = value;
	if (flag || text)
		return true;
	switch (id) {
	case OPT_ADJUST:
		return option_adjust(value, &opts->method.adjust);
	case OPT_ALPHA:
		return option_number("alpha", value, 1e-9, 0.5, "not a level between 0 and 0.5",
				     &opts->method.alpha);
	case OPT_COLOR:
		opts->color = value;
		return option_listed("auto always never", value) ||
		       option_bad("color", "none of auto, always, never", value);
	case OPT_CONF:
		return option_percent("conf", value, 50, 99.9999,
				      "not a percentage from 50 to 99.9999", &opts->method.conf);
	case OPT_DETECT:
		return option_percent("detect", value, 0.001, 1000,
				      "not a percentage from 0.001 to 1000", &opts->detect);
	case OPT_FAIL_ON:
		return option_fail_on(value, opts);
	case OPT_MARGIN:
		return option_percent("margin", value, 1e-6, 99.9999,
				      "not a percentage above 0 and below 100",
				      &opts->method.margin);
	case OPT_PATTERN:
		return custom_pattern(option_custom(opts), value);
	case OPT_PER:
		opts->per_object = true;
		return strcmp(value, "object") == 0 ||
		       option_bad("per", "nothing but object", value);
	case OPT_RULES:
		return custom_file(option_custom(opts), value);
	case OPT_SEED:
		return option_seed(value, &opts->method.seed);
	case OPT_STAT:
		return option_stat(value, &opts->method);
	case OPT_WIDTH:
		if (!option_number("width", value, 20, 10000, "not a width from 20 to 10000", &v))
			return false;
		opts->width = (int)v;
		return true;
	default:
		return false;
	}
}

static size_t options_of(const struct command *cmd, struct option *longs, char *shorts)
{
	size_t n = 0;

	*shorts++ = ':';
	for (int i = 0; i < OPT_COUNT; i++) {
		const struct option_row *row = &table[i];

		if (i != OPT_HELP && !option_listed(cmd->options, row->name))
			continue;
		longs[n++] = (struct option){ row->name, row->arg ? required_argument : no_argument,
					      NULL, 256 + i };
		if (row->letter)
			*shorts++ = row->letter;
		if (row->letter && row->arg)
			*shorts++ = ':';
	}
	longs[n] = (struct option){ 0 };
	*shorts = '\0';
	return n;
}

static int option_by_letter(int c)
{
	for (int i = 0; i < OPT_COUNT; i++)
		if (c && table[i].letter == c)
			return 256 + i;
	return c;
}

bool options_read(const struct command *cmd, int argc, char **argv, struct options *opts)
{
	struct option longs[OPT_COUNT + 1];
	char shorts[2 * OPT_COUNT + 2];
	int c;

	opts->width = -1;
	opts->method.conf = 0.95;
	opts->method.alpha = 0.05;
	opts->method.seed = 1;
	opts->color = "auto";
	opts->detect = 0.05;
	options_of(cmd, longs, shorts);
	opterr = 0;
	while ((c = getopt_long(argc, argv, shorts, longs, NULL)) != -1) {
		const char letter[] = { '-', (char)optopt, '\0' };

		c = option_by_letter(c);
		if (c == ':' || c == '?') {
			/* optopt is a letter, or what a long option returns, or 0. */
			bool is_letter = optopt > 0 && optopt < 256;
			bool known = optopt >= 256;

			diag_error(POS_NONE, "%s: %s: %s: " KB_NAME " %s --help lists them",
				   cmd->name,
				   c == ':' ? "option needs a value"
				   : known  ? "option takes no value"
					    : "no such option",
				   diag_quote(str_of(is_letter ? letter : argv[optind - 1])),
				   cmd->name);
			return false;
		}
		if (!option_set((enum option_id)(c - 256), optarg, opts))
			return false;
	}
	opts->paths = argv + optind;
	opts->npaths = argc - optind;
	if (!option_method(&opts->method))
		return false;
	/* It may be a format of --rules, which may stand behind it. */
	return !opts->input ||
	       parse_knows(str_of(opts->input),
			   opts->custom ? custom_formats(opts->custom) : NULL) ||
	       option_bad("input", "no such input (" KB_NAME " formats lists the formats)",
			  opts->input);
}

void options_free(struct options *opts)
{
	if (opts->custom)
		custom_free(opts->custom);
}

void options_help(const struct command *cmd, FILE *f)
{
	for (int i = 0; i < OPT_COUNT; i++) {
		const struct option_row *row = &table[i];
		struct buf b = { 0 };
		const char *arg;

		if (i != OPT_HELP && !option_listed(cmd->options, row->name))
			continue;
		if (row->letter)
			buf_printf(&b, "-%c, ", row->letter);
		arg = i == OPT_FORMAT && cmd->formats ? cmd->formats : row->arg;
		buf_printf(&b, "--%s%s%s", row->name, arg ? "=" : "", arg ? arg : "");
		fprintf(f, "  %-28.*s %s\n", (int)b.n, b.v, row->help);
		buf_free(&b);
	}
	if (cmd->formats || !option_listed(cmd->options, "format"))
		return;
	fprintf(f, "\nFormats:\n");
	for (size_t i = 0; renderers[i]; i++)
		fprintf(f, "  %-28s %s\n", renderers[i]->name, renderers[i]->summary);
}

/* SPDX-License-Identifier: GPL-2.0-or-later */
#define PCRE2_CODE_UNIT_WIDTH 8
#include <pcre2.h>
#include <stdlib.h>
#include "core/mem.h"
#include "parsers/heading.h"

/* Words that make a line a label: what was measured, not what is said about it. */
#define SIDE   "(?:before|after|base(?:line)?|(?:un)?patch(?:ed|set)?|vanilla|mainline|with(?:out)?)"
#define KERNEL "v?[2-9]\\.\\d+(?:\\.\\d+)?(?:[-+]\\S*)?"
/* Words that are a label only if they are nearly all of the line. */
#define NAME "(?:default|old|new|stock|upstream|control|v\\d{1,2}|" KERNEL ")"

/*
 * The shapes of headings; group 1 is the label. alone: without a mark of its own, so it must stand
 * behind a blank line.
 */
static const struct shape {
	const char *pattern;
	bool alone;
} shapes[] = {
	/* "- default -", "-- baseline --" */
	{ "^-{1,3} +([^\\s-][^.;:]{0,40}?) +-{1,3}$", false },
	/* "=== base ===", "*** new ***" */
	{ "^={2,} *(?!.*\\b(?:start|end|ended|done|finished)\\b)([^\\s=].{0,40}?) *={2,}$", false },
	{ "^\\*{2,} *([^\\s*].{0,40}?) *\\*{2,}$", false },
	/* "* Before *" */
	{ "(?i)^\\* *((?=[^*]*\\b" SIDE "\\b)[^*]{1,50}?|" NAME ") *\\*$", false },
	/*
	 * "* Before", "- Before (with patch and ...)", "# default", "# 5.2.0-rc6+"; but not
	 * "- tip   - what that is"
	 */
	{ "(?i)^[*o#-] +(?!\\S+ *\\s- )((?=.*\\b" SIDE "\\b).{1,50}?|" SIDE
	  " *\\([^()]{1,64}\\)|this series|" NAME ")\\s*:?$",
	  false },
	/* "# with patches and with the diff that turns the branch off:" */
	{ "(?i)^[*#] +(?!\\S+ *\\s- )((?=.*\\b" SIDE "\\b)(?!.*[.;,])[^:]{51,72}):$", false },
	/* "Before)" */
	{ "(?i)^(" SIDE "|" NAME ")\\)$", false },
	/* "(1) Batching" */
	{ "^\\(\\d{1,2}\\) +([^.;:]{1,40}?)\\s*:?$", false },
	/* "1. Before", "2) with the patch" */
	{ "(?i)^\\d{1,2}[.)] +((?=.*\\b" SIDE "\\b)[^.;:]{1,40}?)\\s*:?$", false },
	/* "<5.2.0-rc6+>", "<this series>", "[base]" */
	{ "^<(" KERNEL "|this series)>$", false },
	{ "(?i)^\\[(" SIDE "|" NAME ")\\]$", false },
	/* "with a patch:", "Before (with current patches):", "slab_test, before:" */
	{ "(?i)^(?!.*\\. )(?!.*\\b(?:following|options?|parameters?|output)\\b)((?:\\S+ "
	  "+){0,3}" SIDE "\\b(?: +\\S+){0,5}?)\\s*:$",
	  false },
	/* "For bench.ko loops=600000000 I got, before:" */
	{ "(?i)^[^.;:]{1,20}[^;:]{0,46}, "
	  "((?:before|after|baseline|vanilla|(?:un)?patched|with(?:out)? "
	  "(?:(?:the|this|these) )?(?:patch|patches|change|changes)))\\s*:$",
	  false },
	/* "default:", "v3:", "6.1-rc1 with it:" */
	{ "(?i)^(" NAME "(?: +\\S+){0,3}?)\\s*:$", true },
	/* "Before commit 1234,", over a command and its output */
	{ "(?i)^(" SIDE "\\b(?: +[^\\s,]+){0,3}),$", true },
	/* "without the patch", its colon forgotten */
	{ "(?i)^(with(?:out)? +[^.,;:]{1,40}|" SIDE "|" NAME ")$", true },
};
#define NSHAPES (sizeof(shapes) / sizeof(shapes[0]))

/* What names a repetition, not a side. */
static const char repetition[] =
	"(?i)^(?:(?:test "
	")?(?:run|iteration|iter|round|try|trial|pass|attempt|boot|loop|take|sample)s?"
	"|\\d+(?:st|nd|rd|th)?)\\b[ #]*(?:\\w+)?(?: "
	"+(?:run|iteration|round|try|trial|pass|time))?$";

/* "Kernbench, before" */
static const char parts[] = "(?i)^((?!.*\\b" SIDE "\\b.*,)[^,()]{1,40}), +" SIDE
			    "(?: +[^\\s,]+){0,5}$";

struct headings {
	pcre2_code *shapes[NSHAPES], *repetition, *parts;
	pcre2_match_data *data;
};

struct headings *headings_new(void)
{
	size_t cap = 0;
	struct headings *h = mem_grow(NULL, &cap, 1, sizeof(*h));

	h->data = pcre2_match_data_create(2, NULL);
	return h;
}

void headings_free(struct headings *h)
{
	for (size_t i = 0; i < NSHAPES; i++)
		pcre2_code_free(h->shapes[i]);
	pcre2_code_free(h->repetition);
	pcre2_code_free(h->parts);
	pcre2_match_data_free(h->data);
	mem_free(h);
}

/* A pattern that does not compile is a bug. */
static bool heading_matches(struct headings *h, pcre2_code **code, const char *pattern,
			    struct str line, struct str *label)
{
	const PCRE2_SIZE *ov = pcre2_get_ovector_pointer(h->data);
	PCRE2_SIZE offset;
	int rc;

	if (!*code)
		*code = pcre2_compile((PCRE2_SPTR)pattern, PCRE2_ZERO_TERMINATED,
				      PCRE2_DOLLAR_ENDONLY, &rc, &offset, NULL);
	if (!*code)
		abort();
	rc = pcre2_match(*code, (PCRE2_SPTR)line.p, line.n, 0, 0, h->data, NULL);
	if (rc > 1 && label)
		*label = (struct str){ line.p + ov[2], ov[3] - ov[2] };
	return rc > 0;
}

bool heading_is(struct headings *h, struct str line, bool blank, struct str *label)
{
	if (!line.n || line.n > HEADING_MAX)
		return false;
	for (size_t i = 0; i < NSHAPES; i++)
		if ((blank || !shapes[i].alone) &&
		    heading_matches(h, &h->shapes[i], shapes[i].pattern, line, label))
			return true;
	return false;
}

bool heading_repeats(struct headings *h, struct str label)
{
	return label.n && heading_matches(h, &h->repetition, repetition, label, NULL);
}

bool heading_parts(struct headings *h, struct str label, struct str *outer)
{
	return label.n && heading_matches(h, &h->parts, parts, label, outer);
}

/* Without the marks of a list or a comment before it, and the colon behind it. */
static struct str heading_bare(struct str line, bool *marked)
{
	line = str_trim(line);
	*marked = line.n > 2 && memchr("#*o-", line.p[0], 4) && line.p[1] == ' ';
	if (*marked)
		line = str_trim(str_skip(line, 2));
	if (line.n && line.p[line.n - 1] == ':')
		line = str_rtrim((struct str){ line.p, line.n - 1 });
	return line;
}

/* "[snip]", "<cut>": something is left out here. */
static bool heading_elides(struct str label)
{
	static const char *const words[] = { "snip",	"snipped", "cut",     "skip",	"skipped",
					     "trimmed", "deleted", "omitted", "elided", "..." };
	struct str word = { label.p + 1, label.n - 2 };

	if (!memchr("[<", label.p[0], 2) || !memchr("]>", label.p[label.n - 1], 2))
		return false;
	for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); i++)
		if (str_is(word, words[i]))
			return true;
	return false;
}

/* "A Person writes:", "[A Person]": who, not what. */
static bool heading_person(struct str label)
{
	size_t capitals = 0;

	if (str_ends(label, STR(" wrote")) || str_ends(label, STR(" writes")))
		return true;
	if (label.p[0] != '[' || label.p[label.n - 1] != ']')
		return false;
	for (size_t i = 1; i + 1 < label.n; i++) {
		if (!is_alpha(label.p[i]) && label.p[i] != ' ' && label.p[i] != '.')
			return false;
		if (label.p[i - 1] == ' ' || i == 1) {
			if (label.p[i] < 'A' || label.p[i] > 'Z')
				return false;
			capitals++;
		}
	}
	return capitals > 1;
}

/* "root@host:~# hackbench", "$ hackbench", "./hackbench": a command. */
static bool heading_prompts(struct str s)
{
	size_t blank = str_find(s, STR(" "));
	struct str word = { s.p, blank == (size_t)-1 ? s.n : blank };

	return str_starts(s, STR("$ ")) || str_starts(s, STR("./")) ||
	       (word.n && memchr(word.p, '@', word.n) && memchr("#$>", word.p[word.n - 1], 3));
}

bool heading_host(struct str line, struct str *host)
{
	struct str s = str_trim(line);
	size_t at = 0, end, mark;

	if (str_starts(s, STR("[")))
		s = str_skip(s, 1);
	while (at < s.n && at < 32 &&
	       (is_alpha(s.p[at]) || is_digit(s.p[at]) || memchr("._-", s.p[at], 3)))
		at++;
	if (!at || at >= s.n || s.p[at] != '@')
		return false;
	for (end = ++at;
	     end < s.n && (is_alpha(s.p[end]) || is_digit(s.p[end]) || memchr("._-", s.p[end], 3));)
		end++;
	*host = (struct str){ s.p + at, end - at };
	/* "host:~# ", "host dir]# ", "host ~ # " */
	for (mark = end; mark < s.n && mark < end + 48 && !memchr("#$", s.p[mark], 2);)
		mark++;
	return host->n && mark < s.n && mark < end + 48 && memchr("#$", s.p[mark], 2) &&
	       memchr(": ", s.p[end], 2) && (mark + 1 == s.n || s.p[mark + 1] == ' ');
}

struct str heading_maybe(struct str line, bool blank, bool *marked)
{
	struct str label = heading_bare(line, marked);
	size_t words = 1, letters = 0;

	for (size_t i = 0; i < label.n; i++) {
		/* Columns. */
		if (label.p[i] == '\t' || (label.p[i] == ' ' && label.p[i + 1] == ' '))
			return (struct str){ NULL, 0 };
		words += label.p[i] == ' ';
		letters += is_alpha(label.p[i]);
	}
	if (label.n > 1 && (heading_person(label) || heading_elides(label)))
		return (struct str){ NULL, 0 };
	/* A console's prompts. */
	if (heading_prompts(label) || str_ends(label, STR("login")) ||
	    str_ends(label, STR("Password")))
		return (struct str){ NULL, 0 };
	if (!letters || memchr(label.p, '=', label.n) || label.n > 40 || words > 5 ||
	    memchr(".,;:", label.p[label.n - 1], 4) || (!*marked && !blank))
		return (struct str){ NULL, 0 };
	if (label.n > 2 && label.p[0] == '[' && label.p[label.n - 1] == ']')
		return str_trim((struct str){ label.p + 1, label.n - 2 });
	return label;
}

bool heading_remark(struct str line, struct buf *label)
{
	const char *paren = line.n ? memchr(line.p, '(', line.n) : NULL;
	size_t name = paren ? (size_t)(paren - line.p) : 0, words = 1, end;

	if (!name || paren[-1] != ' ' || !str_ends(line, STR("):")))
		return false;
	for (size_t i = 0; i + 1 < name; i++) {
		if (memchr(".,;:\t", line.p[i], 5) || (line.p[i] == ' ' && line.p[i + 1] == ' '))
			return false;
		words += line.p[i] == ' ';
	}
	for (end = name + 1; end < line.n - 2 && !memchr(",;:", line.p[end], 3); end++)
		if (memchr("()", line.p[end], 2))
			return false;
	if (words > 3 || end > HEADING_MAX || end == name + 1)
		return false;
	label->n = 0;
	buf_add(label, str_rtrim((struct str){ line.p, end }));
	buf_char(label, ')');
	return true;
}

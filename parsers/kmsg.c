/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "parsers/kmsg.h"
#include "core/mem.h"

/*
 * The grammar, from the outside in. Blanks before a field are tolerated, so an indented log is one
 * too; the single blank behind a field is the field's, any more belong to the message.
 *
 *   line     = { quote } ( devkmsg | console )
 *   quote    = ">" [ " " ]
 *   devkmsg  = PRI "," SEQ "," USEC "," FLAG { "," KEY "=" VALUE } ";" message
 *   console  = [ syslog ] [ decoded ] [ level ] [ wall ] [ time ] [ wall ] [ caller ] message
 *
 *   syslog   = ( when [ HOST ] [ "kern." LEVEL ] | DOMAIN ) "kernel" [ "[" PID "]" ] ":"
 *   when     = "Dec 10 04:12:13" [ FRACTION ] | "Tue 2019-12-10 04:12:13 UTC" | iso
 *            | "1575951133.000010" | time
 *   decoded  = FACILITY ":" LEVEL ":"                        dmesg -x
 *   level    = "<" N ">"
 *   wall     = iso | "[" iso "]"                             dmesg, test labs
 *            | "[Mon Nov 30 10:47:41 2026" [ delta ] "]"     dmesg -T
 *            | "[Nov30 10:47]" | "[  +8.883686]"             dmesg -H
 *            | "[" delta "]" | "[   15s]"                    dmesg --time-format delta; build logs
 *   iso      = "2026-11-30T10:47:41" [ FRACTION ] [ ZONE ]
 *   time     = "[" SECONDS "." MICROSECONDS [ delta ] "]"
 *   delta    = "<    8.883686>"
 *   caller   = "[" ( "T" | "C" ) N "]"
 *
 * A field parser takes the text from here on and returns the text behind its field, or NO_MATCH.
 * Given NO_MATCH it returns NO_MATCH, so fields are strung together and one look at the end tells.
 * None looks at a byte more than a fixed number of times: a line costs its length.
 */
#define NO_MATCH ((struct str){ NULL, 0 })

#define ESC	     '\x1b'
#define NS_PER_SEC   1000000000
#define INNER_MAX    4096 /* how far into a line a second writer is looked for */
#define LEVEL_MAX    191  /* facility 23, level 7 */
#define LEVEL_KERNEL 7	  /* facility 0 */
#define COUNT(array) (sizeof(array) / sizeof((array)[0]))
#define IN(table)    (table), COUNT(table)

static const struct str facilities[] = {
	STR_INIT("kern"), STR_INIT("user"),   STR_INIT("mail"),	    STR_INIT("daemon"),
	STR_INIT("auth"), STR_INIT("syslog"), STR_INIT("lpr"),	    STR_INIT("news"),
	STR_INIT("uucp"), STR_INIT("cron"),   STR_INIT("authpriv"), STR_INIT("ftp"),
};
static const struct str levels[] = {
	STR_INIT("emerg"), STR_INIT("alert"),  STR_INIT("crit"), STR_INIT("err"),
	STR_INIT("warn"),  STR_INIT("notice"), STR_INIT("info"), STR_INIT("debug"),
};

/* The first of two that matched. */
static struct str alt(struct str a, struct str b)
{
	return a.p ? a : b;
}

static struct str lit(struct str s, char c)
{
	return s.n && *s.p == c ? str_skip(s, 1) : NO_MATCH;
}

static struct str text(struct str s, struct str t)
{
	return str_starts(s, t) ? str_skip(s, t.n) : NO_MATCH;
}

/* Length of the blank at s: mailers and web pages make no-break spaces of some. */
static size_t blank_len(struct str s)
{
	if (s.n && is_blank(*s.p))
		return 1;
	return s.n > 1 && s.p[0] == '\xc2' && s.p[1] == '\xa0' ? 2 : 0;
}

/* Any number of blanks, none too. */
static struct str blanks(struct str s)
{
	for (size_t n = blank_len(s); n; n = blank_len(s))
		s = str_skip(s, n);
	return s;
}

static struct str blanks1(struct str s)
{
	return blank_len(s) ? blanks(s) : NO_MATCH;
}

/* The one blank between framing and message; with an empty message it is often cut off. */
static struct str gap(struct str s)
{
	return s.n && !blank_len(s) ? NO_MATCH : str_skip(s, blank_len(s));
}

static struct str digits(struct str s, size_t min, size_t max)
{
	size_t n = 0;

	while (n < s.n && n < max && is_digit(s.p[n]))
		n++;
	return n && n >= min ? str_skip(s, n) : NO_MATCH;
}

/* What does not fit into *v is no number. */
static struct str number(struct str s, uint64_t *v)
{
	uint64_t sum = 0;
	size_t n = 0;

	for (; n < s.n && is_digit(s.p[n]); n++) {
		unsigned int digit = (unsigned int)(s.p[n] - '0');

		if (sum > UINT64_MAX / 10 || sum * 10 > UINT64_MAX - digit)
			return NO_MATCH;
		sum = sum * 10 + digit;
	}
	*v = sum;
	return n ? str_skip(s, n) : NO_MATCH;
}

/* "15.574402": the microseconds always have six digits. */
static struct str seconds(struct str s, int64_t *ns)
{
	uint64_t sec = 0, usec = 0;
	struct str fraction = lit(number(s, &sec), '.'), behind;

	behind = number((struct str){ fraction.p, fraction.n < 6 ? 0 : 6 }, &usec);
	if (!behind.p || behind.n || sec >= INT64_MAX / NS_PER_SEC)
		return NO_MATCH;
	*ns = (int64_t)(sec * NS_PER_SEC + usec * 1000);
	return str_skip(fraction, 6);
}

/* A difference of two times goes through printf(), so the locale chooses its point. */
static struct str difference(struct str s)
{
	s = digits(s, 1, 20);
	return digits(alt(lit(s, '.'), lit(s, ',')), 6, 6);
}

/* journalctl marks the difference to another boot's clock with a star. */
static struct str delta(struct str s)
{
	s = blanks(lit(s, '<'));
	s = blanks(difference(alt(lit(s, '-'), s)));
	return lit(alt(lit(s, '*'), s), '>');
}

static struct str time_bracket(struct str s, int64_t *ns)
{
	s = blanks(seconds(blanks(lit(s, '[')), ns));
	return lit(alt(delta(s), s), ']');
}

static struct str caller_bracket(struct str s)
{
	s = blanks(lit(s, '['));
	return lit(digits(alt(lit(s, 'T'), lit(s, 'C')), 1, 10), ']');
}

static struct str caller(struct str s)
{
	return gap(caller_bracket(s));
}

/* The kernel puts no blank between time and caller, dmesg does. */
static struct str time_field(struct str s, int64_t *ns)
{
	s = time_bracket(s, ns);
	return alt(gap(s), caller_bracket(s).p ? s : NO_MATCH);
}

/* A day's or month's name, in any language: "Dec", "f\303\251vr.", "11\346\234\210". */
static struct str word(struct str s)
{
	size_t n = 0, first;

	while (n < s.n && is_digit(s.p[n]))
		n++;
	for (first = n; n < s.n; n++)
		if (!is_alpha(s.p[n]) && s.p[n] != '.' &&
		    ((unsigned char)s.p[n] < 0x80 || blank_len(str_skip(s, n))))
			break;
	return n > first ? str_skip(s, n) : NO_MATCH;
}

static struct str hour_minute(struct str s)
{
	return digits(lit(digits(s, 2, 2), ':'), 2, 2);
}

/* "04:12:13", also with a fraction; dmesg writes it with a comma. */
static struct str clock_time(struct str s)
{
	s = digits(lit(hour_minute(s), ':'), 2, 2);
	return alt(digits(alt(lit(s, '.'), lit(s, ',')), 1, 9), s);
}

static struct str date(struct str s)
{
	return digits(lit(digits(lit(digits(s, 4, 4), '-'), 2, 2), '-'), 2, 2);
}

static struct str iso_bare(struct str s)
{
	struct str zone;

	s = clock_time(lit(date(s), 'T'));
	zone = digits(alt(lit(s, '+'), lit(s, '-')), 2, 2);
	zone = alt(digits(alt(lit(zone, ':'), zone), 2, 2), zone);
	return alt(alt(lit(s, 'Z'), zone), s);
}

static struct str ctime_bracket(struct str s)
{
	s = blanks1(word(lit(s, '[')));
	s = digits(blanks1(word(s)), 1, 2);
	s = digits(blanks1(clock_time(blanks1(s))), 4, 4);
	return lit(alt(delta(blanks(s)), s), ']');
}

/* "[Nov30 10:47]" or "[Dec 1 21:05]" once a minute, "[  +8.883686]" else. */
static struct str reltime_bracket(struct str s)
{
	struct str step = blanks(lit(s, '[')), minute;

	step = difference(alt(lit(step, '+'), lit(step, '-')));
	minute = digits(blanks(word(lit(s, '['))), 1, 2);
	return lit(alt(step, hour_minute(blanks1(minute))), ']');
}

static struct str wall(struct str s)
{
	struct str in = lit(s, '['), iso, at;

	if (!in.p)
		return gap(iso_bare(s));
	iso = lit(iso_bare(in), ']');
	at = alt(lit(delta(in), ']'), lit(lit(digits(blanks(in), 1, 10), 's'), ']'));
	return gap(alt(alt(ctime_bracket(s), reltime_bracket(s)), alt(iso, at)));
}

/* "kernel: ", "kernel[0]: " */
static struct str kernel_tag(struct str s)
{
	s = text(s, STR("kernel"));
	s = alt(lit(digits(lit(s, '['), 1, 10), ']'), s);
	return gap(lit(s, ':'));
}

static struct str one_of(struct str s, const struct str *names, size_t count)
{
	size_t n = 0;

	while (n < s.n && is_alpha(s.p[n]))
		n++;
	for (size_t i = 0; i < count; i++)
		if (str_eq((struct str){ s.p, n }, names[i]))
			return str_skip(s, n);
	return NO_MATCH;
}

/* A single word without a colon. */
static struct str host(struct str s)
{
	size_t n = 0;

	while (n < s.n && (unsigned char)s.p[n] > ' ' && s.p[n] != ':' &&
	       !blank_len(str_skip(s, n)))
		n++;
	return n ? str_skip(s, n) : NO_MATCH;
}

/*
 * "localhost.localdomain": what is left when somebody cut the date off. Without a dot, or with a
 * version's number behind it, the words could as well be prose about a kernel.
 */
static struct str domain(struct str s)
{
	struct str behind = host(s);
	size_t n = s.n - behind.n, top = 0;

	if (!behind.p || !is_alpha(*s.p))
		return NO_MATCH;
	while (top < n && is_alpha(s.p[n - 1 - top]))
		top++;
	return top > 1 && top < n && s.p[n - 1 - top] == '.' ? behind : NO_MATCH;
}

static struct str when(struct str s)
{
	struct str rfc3164 = clock_time(blanks1(digits(blanks1(word(s)), 1, 2)));
	struct str full = host(blanks1(clock_time(blanks1(date(blanks1(word(s)))))));
	struct str epoch = digits(lit(digits(s, 10, 10), '.'), 6, 6);
	int64_t ns;

	return alt(alt(rfc3164, full), alt(alt(iso_bare(s), epoch), time_bracket(s, &ns)));
}

/* Who wrote the line: the host, unless --no-hostname, and the kernel; BusyBox adds the priority. */
static struct str tag(struct str s)
{
	struct str name = blanks1(host(s));
	struct str priority = blanks1(one_of(text(name, STR("kern.")), IN(levels)));

	return alt(kernel_tag(s), alt(kernel_tag(name), kernel_tag(priority)));
}

static struct str syslog_field(struct str s)
{
	return alt(tag(blanks1(when(s))), kernel_tag(blanks1(domain(s))));
}

static struct str decoded(struct str s)
{
	s = lit(blanks(one_of(s, IN(facilities))), ':');
	return gap(lit(blanks(one_of(s, IN(levels))), ':'));
}

/* "<48> 8b 04" is no level but a dump of code. */
static struct str level(struct str s)
{
	struct str num = lit(s, '<'), behind;
	uint64_t n = 0;

	behind = lit(number(num, &n), '>');
	if (!behind.p || n > LEVEL_MAX || (*num.p == '0' && n > 0) ||
	    (n > LEVEL_KERNEL && blank_len(behind)))
		return NO_MATCH;
	return behind;
}

static struct str devkmsg(struct str s, int64_t *ns)
{
	uint64_t number_of = 0, usec = 0;
	const char *end;

	s = lit(number(s, &number_of), ',');
	s = lit(number(s, &number_of), ',');
	s = lit(number(s, &usec), ',');
	s = alt(lit(s, '-'), alt(lit(s, 'c'), lit(s, '+')));
	if (lit(s, ',').p) {
		end = memchr(s.p, ';', s.n);
		s = end ? str_skip(s, (size_t)(end - s.p)) : NO_MATCH;
	}
	s = lit(s, ';');
	if (!s.p || usec > INT64_MAX / 1000)
		return NO_MATCH;
	*ns = (int64_t)(usec * 1000);
	return s;
}

/* s as bytes that may be changed in place: scratch, where an earlier step may have put it already.
 */
static char *own(struct str s, struct buf *scratch)
{
	if (s.p != scratch->v) {
		scratch->n = 0;
		buf_add(scratch, s);
	}
	return scratch->v;
}

static int hex(char c)
{
	if (is_digit(c))
		return c - '0';
	c |= 0x20;
	return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

/* /dev/kmsg writes what is not printable, and the backslash itself, as \xHH. */
static struct str unescape(struct str s, struct buf *scratch)
{
	size_t in = 0, out = 0;
	char *v;

	if (!s.n || !memchr(s.p, '\\', s.n))
		return s;
	for (v = own(s, scratch); in < s.n; out++) {
		if (s.n - in > 3 && v[in] == '\\' && v[in + 1] == 'x' && hex(v[in + 2]) >= 0 &&
		    hex(v[in + 3]) >= 0) {
			v[out] = (char)(hex(v[in + 2]) << 4 | hex(v[in + 3]));
			in += 4;
		} else {
			v[out] = v[in++];
		}
	}
	return (struct str){ v, out };
}

static size_t skip_range(struct str s, size_t n, int first, int last)
{
	while (n < s.n && s.p[n] >= first && s.p[n] <= last)
		n++;
	return n;
}

/*
 * Length of the terminal sequence at s, which starts with ESC (ECMA-48). Of a broken one only the
 * ESC goes: "ESC[   15.574402]" is a time.
 */
static size_t escape_len(struct str s)
{
	char kind = s.n > 1 ? s.p[1] : '\0', first = kind == '[' ? '@' : '0';
	size_t n;

	if (kind == ']' || kind == 'P') { /* a string, up to BEL or ESC \ */
		for (n = 2; n < s.n && s.p[n] != ESC && s.p[n] != '\a';)
			n++;
		if (n < s.n && s.p[n] == '\a')
			return n + 1;
		return s.n - n > 1 && s.p[n + 1] == '\\' ? n + 2 : 1;
	}
	n = kind == '[' ? skip_range(s, 2, '0', '?') : 1;
	n = skip_range(s, n, ' ', '/');
	return n < s.n && s.p[n] >= first && s.p[n] <= '~' ? n + 1 : 1;
}

static struct str without_escapes(struct str s, struct buf *scratch)
{
	size_t in = 0, out = 0;
	char *v;

	if (!s.n || !memchr(s.p, ESC, s.n))
		return s;
	for (v = own(s, scratch); in < s.n;) {
		if (v[in] == ESC)
			in += escape_len((struct str){ v + in, s.n - in });
		else
			v[out++] = v[in++];
	}
	return (struct str){ v, out };
}

/* "c[?7l[2J[0m", a firmware's reset whose ESC bytes got lost. */
static struct str lost_escapes(struct str s)
{
	struct str at = alt(lit(s, 'c'), s), behind = s;

	for (;;) {
		size_t n;

		at = lit(at, '[');
		at = alt(lit(at, '?'), at);
		n = skip_range(at, 0, '0', ';');
		if (!n || n == at.n || !memchr("hlmJH", at.p[n], 5))
			return behind;
		at = str_skip(at, n + 1);
		if (at.n && *at.p != ']' && !blank_len(at))
			behind = at;
	}
}

static struct str without_ending(struct str s)
{
	while (s.n && (s.p[s.n - 1] == '\r' || s.p[s.n - 1] == '\n'))
		s.n--;
	return s;
}

/*
 * A carriage return inside sends the writer back to column 0: what it wrote last is what stands
 * there. Blanks alone do not count, so that a cleared line still tells what it held.
 */
static struct str last_written(struct str s)
{
	size_t start, end;

	if (!s.n || !memchr(s.p, '\r', s.n))
		return s;
	for (end = s.n; end && (is_blank(s.p[end - 1]) || s.p[end - 1] == '\r');)
		end--;
	for (start = end; start && s.p[start - 1] != '\r';)
		start--;
	while (end < s.n && s.p[end] != '\r')
		end++;
	return (struct str){ s.p + start, end - start };
}

/* The field, if it is there: what follows it, else s. */
static struct str opt(struct str (*field)(struct str s), struct str s)
{
	return alt(field(blanks(s)), s);
}

/* *whole: the text is one kernel message, so a time further on belongs to it. */
static struct str console(struct str s, int64_t *time_ns, bool *whole)
{
	const char *start = s.p;
	int64_t ns;
	struct str behind = time_field(blanks(s), &ns);

	if (!behind.p || tag(behind).p) { /* not the kernel's own line, which most are */
		s = opt(syslog_field, s);
		s = opt(decoded, s);
		s = opt(level, s);
		*whole = s.p != start;
		s = opt(wall, s);
		behind = time_field(blanks(s), &ns);
	}
	if (behind.p) {
		*time_ns = ns;
		*whole = true;
		s = opt(wall, behind);
	}
	return opt(caller, s);
}

/*
 * From the first "[   15.574402] " inside s on: a prompt or another writer stands before it. One
 * behind a quotation mark is cited, not written.
 */
static struct str inner_time(struct str s)
{
	const char *end = s.p + (s.n < INNER_MAX ? s.n : INNER_MAX), *p = s.p;
	int64_t ns;

	for (; p < end && (p = memchr(p, '[', (size_t)(end - p))); p++) {
		struct str at = str_skip(s, (size_t)(p - s.p));

		if ((p == s.p || !memchr("'\"`", p[-1], 3)) && time_field(at, &ns).p)
			return at;
	}
	return NO_MATCH;
}

struct str kmsg_unquote(struct str line, unsigned int *depth)
{
	*depth = 0;
	for (struct str at = lit(line, '>'); at.p; at = lit(line, '>')) {
		line = alt(lit(at, ' '), at);
		++*depth;
	}
	return line;
}

struct kmsg kmsg_strip(struct str line, struct buf *scratch)
{
	struct kmsg k = { .time_ns = -1 };
	struct str s = without_ending(kmsg_unquote(line, &k.depth));
	struct str inner;
	bool whole;

	k.msg = s;
	if (!s.n)
		return k;
	k.msg = devkmsg(blanks(s), &k.time_ns);
	if (k.msg.p) {
		k.framed = true;
		k.msg = without_escapes(unescape(k.msg, scratch), scratch);
		while (k.msg.n && k.msg.p[k.msg.n - 1] == '\r')
			k.msg.n--;
		return k;
	}

	s = lost_escapes(last_written(without_escapes(s, scratch)));
	k.msg = console(s, &k.time_ns, &whole);
	inner = whole ? NO_MATCH : inner_time(k.msg);
	if (inner.p)
		k.msg = console(inner, &k.time_ns, &whole);
	k.framed = k.msg.p != s.p;
	return k;
}

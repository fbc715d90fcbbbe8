/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "parsers/kmsg.h"
#include "parsers/kmsg_clean.h"
#include "parsers/kmsg_part.h"
#include "parsers/kmsg_record.h"

/*
 * The grammar, from the outside in. Blanks before a field are tolerated, so an indented log is one
 * too; the single blank behind a field is the field's, any more belong to the message.
 *
 *   line     = { quote } ( devkmsg | console )
 *   quote    = ">" [ " " ]
 *   devkmsg  = as in kmsg_record.h
 *   console  = [ syslog ] [ decoded ] [ level ] [ wall ] { time } [ wall ] [ caller ] message
 *
 *   syslog   = ( when [ HOST ] [ "kern." LEVEL ] | DOMAIN ) "kernel" [ "[" PID "]" ] ":"
 *            | [ "<" PRI ">" ] [ "1" ] iso HOST "kernel" PID ID ( "-" | { DATA } )    RFC 5424
 *   when     = stamp [ FRACTION ] | "Tue 2019-12-10 04:12:13 UTC" | iso
 *            | "Mon Nov 30 10:47:41 2026" | "1575951133.000010" | time
 *   stamp    = "Dec 10 04:12:13"
 *   decoded  = FACILITY ":" LEVEL ":"                        dmesg -x
 *   level    = "<" N ">"
 *   wall     = iso [ "00O" ] | "[" iso "]"                   dmesg, test labs, CI
 *            | stamp | "10:47:41" two blanks                 ts, CI; not before "HOST PROGRAM:"
 *            | "[" [ DATE ] "10:47:41" [ FRACTION ] "]"      terminal programs
 *            | "[Mon Nov 30 10:47:41 2026" [ delta ] "]"     dmesg -T
 *            | "[Nov30 10:47]" | "[  +8.883686]"             dmesg -H
 *            | "[" delta "]" | "[   15s]"                    dmesg --time-format delta; build logs
 *   iso      = "2026-11-30T10:47:41" [ FRACTION ] [ ZONE ]
 *   time     = "[" SECONDS "." MICROSECONDS [ delta ] "]"
 *   delta    = "<    8.883686>"
 *   caller   = "[" ( "T" | "C" ) N "]" | [ LETTER ] "[" CPU ":" COMMAND ":" PID "]"
 */
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
	struct str fraction = part_lit(number(s, &sec), '.'), behind;

	behind = number((struct str){ fraction.p, fraction.n < 6 ? 0 : 6 }, &usec);
	if (!behind.p || behind.n || sec >= INT64_MAX / NS_PER_SEC)
		return NO_MATCH;
	*ns = (int64_t)(sec * NS_PER_SEC + usec * 1000);
	return str_skip(fraction, 6);
}

/* A difference of two times goes through printf(), so the locale chooses its point. */
static struct str difference(struct str s)
{
	s = part_digits(s, 1, 20);
	return part_digits(part_alt(part_lit(s, '.'), part_lit(s, ',')), 6, 6);
}

/* journalctl marks the difference to another boot's clock with a star. */
static struct str delta(struct str s)
{
	s = part_blanks(part_lit(s, '<'));
	s = part_blanks(difference(part_alt(part_lit(s, '-'), s)));
	return part_lit(part_alt(part_lit(s, '*'), s), '>');
}

static struct str time_bracket(struct str s, int64_t *ns)
{
	s = part_blanks(seconds(part_blanks(part_lit(s, '[')), ns));
	return part_lit(part_alt(delta(s), s), ']');
}

/* "[0:  swapper/0:    1]", "I[7:kworker/u16:3:  912]": vendors' trees; the command is cut to 15. */
static struct str vendor_bracket(struct str s)
{
	size_t n = 0;

	s = part_alt(s.n && *s.p >= 'A' && *s.p <= 'Z' ? str_skip(s, 1) : NO_MATCH, s);
	s = part_blanks(part_lit(part_digits(part_lit(s, '['), 1, 3), ':'));
	while (n < s.n && n < 30 && s.p[n] != ']')
		n++;
	if (!n || n == s.n || s.p[n] != ']')
		return NO_MATCH;
	for (size_t colon = n; colon--;)
		if (s.p[colon] == ':')
			return part_lit(part_digits(part_blanks(str_skip(s, colon + 1)), 1, 10),
					']');
	return NO_MATCH;
}

static struct str caller_bracket(struct str s)
{
	struct str in = part_blanks(part_lit(s, '['));

	in = part_digits(part_alt(part_lit(in, 'T'), part_lit(in, 'C')), 1, 10);
	return part_alt(part_lit(in, ']'), vendor_bracket(s));
}

static struct str caller(struct str s)
{
	return part_gap(caller_bracket(s));
}

/* The kernel puts no blank between time and caller, dmesg does. */
static struct str time_field(struct str s, int64_t *ns)
{
	s = time_bracket(s, ns);
	return part_alt(part_gap(s), caller_bracket(s).p ? s : NO_MATCH);
}

/* A day's or month's name, in any language: "Dec", "f\303\251vr.", "11\346\234\210". */
static struct str word(struct str s)
{
	size_t n = 0, first;

	while (n < s.n && is_digit(s.p[n]))
		n++;
	for (first = n; n < s.n; n++)
		if (!is_alpha(s.p[n]) && s.p[n] != '.' &&
		    ((unsigned char)s.p[n] < 0x80 || part_blank_len(str_skip(s, n))))
			break;
	return n > first ? str_skip(s, n) : NO_MATCH;
}

static struct str hour_minute(struct str s)
{
	return part_digits(part_lit(part_digits(s, 2, 2), ':'), 2, 2);
}

/* "04:12:13", also with a fraction; dmesg writes it with a comma. */
static struct str clock_time(struct str s)
{
	s = part_digits(part_lit(hour_minute(s), ':'), 2, 2);
	return part_alt(part_digits(part_alt(part_lit(s, '.'), part_lit(s, ',')), 1, 9), s);
}

static struct str date(struct str s)
{
	return part_digits(part_lit(part_digits(part_lit(part_digits(s, 4, 4), '-'), 2, 2), '-'), 2,
			   2);
}

static struct str iso_bare(struct str s)
{
	struct str zone;

	s = clock_time(part_lit(date(s), 'T'));
	zone = part_digits(part_alt(part_lit(s, '+'), part_lit(s, '-')), 2, 2);
	zone = part_alt(part_digits(part_alt(part_lit(zone, ':'), zone), 2, 2), zone);
	return part_alt(part_alt(part_lit(s, 'Z'), zone), s);
}

static struct str ctime_bracket(struct str s)
{
	s = part_blanks1(word(part_lit(s, '[')));
	s = part_digits(part_blanks1(word(s)), 1, 2);
	s = part_digits(part_blanks1(clock_time(part_blanks1(s))), 4, 4);
	return part_lit(part_alt(delta(part_blanks(s)), s), ']');
}

/* "[Nov30 10:47]" or "[Dec 1 21:05]" once a minute, "[  +8.883686]" else. */
static struct str reltime_bracket(struct str s)
{
	struct str step = part_blanks(part_lit(s, '[')), minute;

	step = difference(part_alt(part_lit(step, '+'), part_lit(step, '-')));
	minute = part_digits(part_blanks(word(part_lit(s, '['))), 1, 2);
	return part_lit(part_alt(step, hour_minute(part_blanks1(minute))), ']');
}

/* "Dec 10 04:12:13" */
static struct str stamp(struct str s)
{
	return clock_time(part_blanks1(part_digits(part_blanks1(word(s)), 1, 2)));
}

/* A runner tells its streams apart: "00O " an output, "01E+" an error that goes on. */
static struct str stream(struct str s)
{
	struct str kind = part_digits(s, 2, 2);

	kind = part_alt(part_lit(kind, 'O'), part_lit(kind, 'E'));
	return part_alt(part_lit(kind, ' '), part_lit(kind, '+'));
}

static struct str clock_bracket(struct str in)
{
	return part_lit(clock_time(part_alt(part_lit(date(in), ' '), in)), ']');
}

static struct str wall(struct str s)
{
	struct str in = part_lit(s, '['), iso, at;

	if (!in.p) {
		iso = part_gap(iso_bare(s));
		return part_alt(stream(iso), iso);
	}
	iso = part_alt(part_lit(iso_bare(in), ']'), clock_bracket(in));
	at = part_alt(part_lit(delta(in), ']'),
		      part_lit(part_lit(part_digits(part_blanks(in), 1, 10), 's'), ']'));
	return part_gap(
		part_alt(part_alt(ctime_bracket(s), reltime_bracket(s)), part_alt(iso, at)));
}

/* "kernel: ", "kernel[0]: " */
static struct str kernel_tag(struct str s)
{
	s = part_text(s, STR("kernel"));
	s = part_alt(part_lit(part_digits(part_lit(s, '['), 1, 10), ']'), s);
	return part_gap(part_lit(s, ':'));
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
	       !part_blank_len(str_skip(s, n)))
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

/* "Mon Nov 30 10:47:41 2026" */
static struct str ctime_bare(struct str s)
{
	return part_digits(part_blanks1(stamp(part_blanks1(word(s)))), 4, 4);
}

static struct str when(struct str s)
{
	struct str rfc3164 = part_alt(stamp(s), ctime_bare(s));
	struct str full = host(part_blanks1(clock_time(part_blanks1(date(part_blanks1(word(s)))))));
	struct str epoch = part_digits(part_lit(part_digits(s, 10, 10), '.'), 6, 6);
	int64_t ns;

	return part_alt(part_alt(rfc3164, full),
			part_alt(part_alt(iso_bare(s), epoch), time_bracket(s, &ns)));
}

/* Who wrote the line: the host, unless --no-hostname, and the kernel; BusyBox adds the priority. */
static struct str tag(struct str s)
{
	struct str name = part_blanks1(host(s));
	struct str priority = part_blanks1(one_of(part_text(name, STR("kern.")), IN(levels)));

	return part_alt(kernel_tag(s), part_alt(kernel_tag(name), kernel_tag(priority)));
}

/* "<48> 8b 04" is no level but a dump of code. */
static struct str level(struct str s)
{
	struct str num = part_lit(s, '<'), behind;
	uint64_t n = 0;

	behind = part_lit(number(num, &n), '>');
	if (!behind.p || n > LEVEL_MAX || (*num.p == '0' && n > 0) ||
	    (n > LEVEL_KERNEL && part_blank_len(behind)))
		return NO_MATCH;
	return behind;
}

/* "[meta sequenceId=\"1\"][x y=\"]\"]", or "-" */
static struct str structured(struct str s)
{
	struct str in = part_lit(s, '[');
	bool quoted = false;

	if (!in.p)
		return part_lit(s, '-');
	for (; in.n; in = str_skip(in, 1)) {
		if (quoted && *in.p == '\\')
			in = str_skip(in, 1);
		else if (*in.p == '"')
			quoted = !quoted;
		else if (*in.p == ']' && !quoted && (in.n < 2 || in.p[1] != '['))
			return str_skip(in, 1);
	}
	return NO_MATCH;
}

static struct str rfc5424(struct str s)
{
	s = part_alt(level(s), s);
	s = part_blanks1(iso_bare(part_alt(part_text(s, STR("1 ")), s)));
	s = part_blanks1(part_text(part_blanks1(host(s)), STR("kernel")));
	s = part_gap(structured(part_blanks1(host(part_blanks1(host(s))))));
	return part_alt(part_text(s, STR("\xef\xbb\xbf")), s);
}

static struct str syslog_field(struct str s)
{
	return part_alt(part_alt(tag(part_blanks1(when(s))), rfc5424(s)),
			kernel_tag(part_blanks1(domain(s))));
}

/* What ts and CI servers put before a line, unless it is a line of syslog by another program. */
static struct str stamped(struct str s)
{
	struct str behind = part_gap(stamp(s)), program = part_blanks1(host(behind));
	struct str clock = part_gap(part_gap(clock_time(s)));

	if (program.p &&
	    !part_text(str_skip(behind, (size_t)(program.p - behind.p) - 2), STR(". ")).p &&
	    part_lit(host(program), ':').p)
		return NO_MATCH;
	return part_alt(behind, clock);
}

static struct str decoded(struct str s)
{
	s = part_lit(part_blanks(one_of(s, IN(facilities))), ':');
	return part_gap(part_lit(part_blanks(one_of(s, IN(levels))), ':'));
}

/* The field, if it is there: what follows it, else s. */
static struct str opt(struct str (*field)(struct str s), struct str s)
{
	return part_alt(field(part_blanks(s)), s);
}

/* What was found on the way to a message. */
struct layers {
	int64_t time_ns;
	bool whole;  /* the text is one kernel message, so a time further on belongs to it */
	bool syslog; /* a logger's line, with its escapes */
	bool serial; /* straight from the console, where two may write at once */
};

static struct str console(struct str s, struct layers *l)
{
	const char *start = s.p;
	int64_t ns;
	struct str behind = time_field(part_blanks(s), &ns), logged;

	l->whole = l->syslog = false;
	if (!behind.p || tag(behind).p) { /* not the kernel's own line, which most are */
		logged = opt(syslog_field, s);
		l->syslog = logged.p != s.p;
		s = opt(level, opt(decoded, logged));
		l->whole = s.p != start;
		s = opt(wall, l->whole ? s : opt(stamped, s));
		behind = time_field(part_blanks(s), &ns);
	}
	l->serial = behind.p && !l->whole;
	if (behind.p) {
		l->whole = true;
		/* Before the kernel's time, a terminal program's. */
		s = part_alt(time_field(behind, &ns), behind);
		l->time_ns = ns;
		s = opt(wall, s);
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

	/* A line of a comparison of two logs. */
	if (s.n > 1 && memchr("+-", s.p[0], 2) && s.p[1] == '[')
		return NO_MATCH;
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
	for (struct str at = part_lit(line, '>'); at.p; at = part_lit(line, '>')) {
		line = part_alt(part_lit(at, ' '), at);
		++*depth;
	}
	return line;
}

static struct kmsg strip_record(const struct kmsg_record *r, unsigned int depth,
				struct buf *scratch)
{
	struct kmsg k = { .time_ns = (int64_t)(r->usec * 1000), .depth = depth, .framed = true };

	/* A number may be cut in two where a record is. */
	k.msg = r->piece ? str_skip(r->text, r->text.n) : kmsg_unescape(r->text, scratch);
	k.msg = clean_blanks(clean_escapes(k.msg, scratch), scratch);
	while (k.msg.n && k.msg.p[k.msg.n - 1] == '\r')
		k.msg.n--;
	return k;
}

/*
 * "| text": output that is set off by a bar. Tables have a second one, and what fio draws, a trunk
 * or a plot, has no single blank and word behind its first.
 */
static struct str unbar(struct str line)
{
	struct str s = line.n && line.p[0] == ' ' ? str_skip(line, 1) : line;

	if (!s.n || s.p[0] != '|')
		return line;
	s = str_skip(s, 1);
	if (!str_trim(s).n)
		return str_skip(s, s.n);
	if (s.n < 2 || s.p[0] != ' ' || memchr(s.p, '|', s.n) ||
	    str_find(s, STR("th=[")) != (size_t)-1)
		return line;
	return str_skip(s, 1);
}

static struct kmsg strip(struct str line, struct buf *scratch, struct layers *l)
{
	struct kmsg k = { .time_ns = -1 };
	struct str s = clean_ending(kmsg_unquote(line, &k.depth)), inner;
	struct kmsg_record record;

	*l = (struct layers){ .time_ns = -1 };
	k.msg = s;
	if (!s.n)
		return k;
	if (kmsg_record(part_blanks(s), &record))
		return strip_record(&record, k.depth, scratch);

	s = clean_lost_escapes(clean_overwritten(clean_escapes(s, scratch)));
	inner = unbar(s);
	k.barred = inner.p != s.p;
	s = inner;
	k.msg = console(s, l);
	inner = l->whole ? NO_MATCH : inner_time(k.msg);
	if (inner.p)
		k.msg = console(inner, l);
	k.time_ns = l->time_ns;
	k.framed = k.msg.p != s.p;
	if (l->syslog)
		k.msg = clean_syslog(k.msg, scratch);
	k.msg = clean_blanks(k.msg, scratch);
	return k;
}

struct kmsg kmsg_strip(struct str line, struct buf *scratch)
{
	struct layers l;

	return strip(line, scratch, &l);
}

/* "** 12 printk messages dropped ** ", which older kernels did not end. */
static bool is_loss(struct str s)
{
	s = str_trim(s);
	return str_starts(s, STR("** ")) && str_ends(s, STR(" printk messages dropped **"));
}

size_t kmsg_second(struct str line, struct buf *scratch)
{
	const char *end = line.p + (line.n < INNER_MAX ? line.n : INNER_MAX), *p = line.p;

	for (; line.n && p < end && (p = memchr(p, '[', (size_t)(end - p))); p++) {
		struct str first = { line.p, (size_t)(p - line.p) };
		struct layers l;
		struct kmsg k;
		int64_t ns;

		if (!first.n || memchr("'\"`", p[-1], 3) ||
		    !time_field(str_skip(line, first.n), &ns).p)
			continue;
		k = strip(first, scratch, &l);
		if (is_loss(k.msg) || (l.serial && k.msg.n && k.time_ns <= ns))
			return first.n;
	}
	return 0;
}

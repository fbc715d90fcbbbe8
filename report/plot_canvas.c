/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "report/plot_canvas.h"

/* Control characters, and U+FFFE and U+FFFF, have no place in XML. c is a character of n bytes. */
static bool is_control(const unsigned char *c, size_t n)
{
	return (n == 1 && (c[0] < 0x20 || c[0] == 0x7f)) ||
	       (n == 2 && c[0] == 0xc2 && c[1] < 0xa0) ||
	       (n == 3 && c[0] == 0xef && c[1] == 0xbf && c[2] >= 0xbe);
}

/*
 * Quoted for gnuplot, and what makes well-formed XML of its SVG. An apostrophe becomes the
 * typographic one: gnuplot takes a doubled one for one, but not at the start of a text. It leaves
 * "&#x" alone, with which we write what it should have escaped: that, and the end of "]]>".
 */
static void put_quoted(struct buf *out, struct str s)
{
	char before = '\0';

	buf_char(out, '\'');
	while (s.n > 0) {
		size_t n = str_utf8(s);
		char c = *s.p;

		if (n == 0 || is_control((const unsigned char *)s.p, n))
			buf_add(out, STR("\xef\xbf\xbd"));
		else if (c == '\'')
			buf_add(out, STR("\xe2\x80\x99"));
		else if (str_starts(s, STR("&#")) || (c == '>' && before == ']'))
			buf_printf(out, "&#x%x;", (unsigned int)c);
		else
			buf_add(out, (struct str){ s.p, n });
		before = c;
		s = str_skip(s, n ? n : 1);
	}
	buf_char(out, '\'');
}

/* Cuts the first character off *s and returns its width in a wide sans such as DejaVu, about. */
static double take_char(struct str *s)
{
	size_t n = str_utf8(*s);
	char c = *s->p;
	double em = 0.62;

	if (n >= 3 || (c >= 'A' && c <= 'Z') || c == 'w')
		em = n >= 3 || c == 'M' || c == 'W' ? 1.0 : 0.75;
	else if (c == 'm' || c == '@' || c == '%')
		em = 1.0;
	else if (c && strchr("-fijlrt .,:;|'!()[]/\\", c))
		em = 0.38;
	*s = str_skip(*s, n ? n : 1);
	return em * TEXT_PX;
}

double text_px(struct str s)
{
	double px = 0.0;

	while (s.n > 0)
		px += take_char(&s);
	return px;
}

/* Cuts the next line off *s, at a blank where there is one. */
static struct str take_line(struct str *s, double px)
{
	struct str line, rest = *s, next = *s, blank = { 0 };

	while (rest.n > 0) {
		px -= take_char(&next);
		if (px < 0.0)
			break;
		if (*rest.p == ' ')
			blank = rest;
		rest = next;
	}
	if (rest.n > 0 && *rest.p != ' ' && blank.n > 0)
		rest = blank;
	line = (struct str){ s->p, s->n - rest.n };
	*s = str_trim(rest);
	return line;
}

struct text text_fit(struct arena *mem, struct str s, double px, size_t max)
{
	struct text text = { 0 };

	s = str_trim(s);
	while (s.n > 0 && text.n < max)
		text.lines[text.n++] = take_line(&s, px);
	if (s.n > 0) {
		struct str *last = &text.lines[max - 1], head = take_line(last, px - TEXT_PX);

		*last = arena_printf(mem, "%.*s\xe2\x80\xa6", (int)head.n, head.p);
	}
	return text;
}

bool axis_usable(double v)
{
	return v == 0.0 || (fabs(v) < 1e150 && fabs(v) > 1e-150);
}

void axis_take(struct axis *a, double v)
{
	a->lo = fmin(a->lo, v);
	a->hi = fmax(a->hi, v);
}

/* To a scale that is even on paper, and back. */
static double scale(const struct axis *a, double v)
{
	return a->log ? log10(v) : v;
}

static double unscale(const struct axis *a, double s)
{
	return a->log ? pow(10.0, s) : s;
}

void axis_pad(struct axis *a, double room)
{
	double lo = scale(a, a->lo), hi = scale(a, a->hi), big = fmax(fabs(a->lo), fabs(a->hi));
	double pad = (hi - lo) * room;

	/* A narrower span has no numbers for its tics. */
	if (a->hi - a->lo <= big * 1e-11)
		pad = a->log ? 0.3 : big > 0.0 ? big * 0.05 : 1.0;
	a->lo = unscale(a, lo - pad);
	a->hi = unscale(a, hi + pad);
}

double axis_distance(const struct axis *a, double v, double w)
{
	if (a->log && (v <= 0.0 || w <= 0.0))
		return INFINITY;
	return fabs(scale(a, v) - scale(a, w));
}

double axis_beyond(const struct axis *a, double v, double distance)
{
	double s = scale(a, v) + distance;

	return unscale(a, a->log ? fmax(-150.0, fmin(150.0, s)) : s);
}

double axis_px(const struct axis *a, double v)
{
	double lo = scale(a, a->lo), hi = scale(a, a->hi);

	return a->px_lo + (scale(a, v) - lo) / (hi - lo) * (a->px_hi - a->px_lo);
}

double axis_at(const struct axis *a, double px)
{
	double lo = scale(a, a->lo), hi = scale(a, a->hi);

	return unscale(a, lo + (px - a->px_lo) / (a->px_hi - a->px_lo) * (hi - lo));
}

/* v with the digits that tell it from its neighbours a step away; big is the largest of them. */
static struct str tic_text(struct arena *mem, double v, double step, double big, bool sign)
{
	int last = (int)floor(log10(step) + 1e-9), first = (int)floor(log10(big));
	const char *plus = sign && v > 0.0 ? "+" : "";

	if (v == 0.0)
		return STR("0");
	if (first > 6 || first < -4)
		return arena_printf(mem, "%s%.*e", plus, first > last ? first - last : 0, v);
	return arena_printf(mem, "%s%.*f", plus, last < 0 ? -last : 0, v);
}

static void tics_linear(struct arena *mem, struct tics *tics, const struct axis *a, double most,
			bool signs)
{
	double least = (a->hi - a->lo) / most, unit = pow(10.0, floor(log10(least)));
	double step = unit * (least <= unit * 2.0 ? 2.0 : least <= unit * 5.0 ? 5.0 : 10.0);
	double big = fmax(fabs(a->lo), fabs(a->hi)), px = 0.0;
	double step_px = step / (a->hi - a->lo) * (a->px_hi - a->px_lo);

	tics->n = 0;
	for (double i = ceil(a->lo / step); i * step <= a->hi; i++) {
		struct str text = tic_text(mem, i * step, step, big, signs);

		*vec_add(tics) = (struct tic){ i * step, text };
		px = fmax(px, text_px(text));
	}
	/* On an x axis, texts run into each other. */
	if (step_px > 0.0 && px + 10.0 > step_px && most > 1.0)
		tics_linear(mem, tics, a, most - 1.0, signs);
}

/* Powers of ten, on a short axis 2 and 5 times them, too; minor tics where there is room. */
static void tics_log(struct arena *mem, struct tics *tics, const struct axis *a)
{
	double lo = log10(a->lo), hi = log10(a->hi);
	int every = (int)ceil((hi - lo) / 8.0), digits = every > 1 ? 1 : 9;

	for (int k = (int)floor(lo); k <= hi; k++) {
		for (int digit = 1; digit <= digits; digit++) {
			double v = digit * pow(10.0, k);
			bool named = digit == 1 ? k % every == 0
						: hi - lo < 2.5 && (digit == 2 || digit == 5);

			if (v >= a->lo && v <= a->hi)
				*vec_add(tics) = (struct tic){ v, named ? arena_printf(mem, "%g", v)
									: STR("") };
		}
	}
}

void tics_round(struct arena *mem, struct tics *tics, const struct axis *a, bool signs)
{
	if (a->log && a->hi / a->lo >= 10.0)
		tics_log(mem, tics, a);
	else
		tics_linear(mem, tics, a, 7.0, signs);
}

/* The last level has its text in any case; one before it if it runs neither into it nor another. */
void tics_levels(struct arena *mem, struct tics *tics, const struct axis *a, const double *v,
		 size_t n)
{
	struct str text = arena_printf(mem, "%.10g", v[n - 1]);
	double end = 0.0, last = axis_px(a, v[n - 1]) - text_px(text) / 2.0;

	for (size_t i = 0; i < n; i++) {
		double px = axis_px(a, v[i]), half;

		text = arena_printf(mem, "%.10g", v[i]);
		half = text_px(text) / 2.0 + 4.0;
		if (i + 1 < n && (px - half < end || px + half > last))
			text = STR("");
		else
			end = px + half;
		*vec_add(tics) = (struct tic){ v[i], text };
	}
}

static void put_place(struct canvas *c, double x, double y)
{
	buf_printf(c->out, "screen %.5f,screen %.5f", x / PLOT_WIDTH, 1.0 - y / c->height);
}

void put_text(struct canvas *c, struct str text, double x, double y, const char *align, int px,
	      unsigned int rgb)
{
	buf_add(c->out, STR("set label "));
	put_quoted(c->out, text);
	buf_add(c->out, STR(" at "));
	put_place(c, x, y);
	buf_printf(c->out, " %s noenhanced font ',%d' tc rgb '#%06x'\n", align, px, rgb);
}

void put_arrow(struct canvas *c, double x, double y, double to_x, double to_y, const char *how,
	       unsigned int rgb)
{
	buf_add(c->out, STR("set arrow from "));
	put_place(c, x, y);
	buf_add(c->out, STR(" to "));
	put_place(c, to_x, to_y);
	buf_printf(c->out, " %s lc rgb '#%06x'\n", how, rgb);
}

void put_symbol(struct canvas *c, double x, double y, double size, int shape, unsigned int rgb)
{
	buf_add(c->out, STR("set label '' at "));
	put_place(c, x, y);
	buf_printf(c->out, " point pt %d ps %.3g lc rgb '#%06x'\n", shape, size, rgb);
}

static void put_tics(struct canvas *c, char axis, const struct tics *tics)
{
	if (tics->n == 0) {
		buf_printf(c->out, "unset %ctics\n", axis);
		return;
	}
	buf_printf(c->out, "set %ctics nomirror out offset 0,%s (", axis,
		   axis == 'x' ? "0.4" : "0");
	for (size_t i = 0; i < tics->n; i++)
		buf_printf(c->out, "%s'%.*s' %.15g %d", i ? ", " : "", (int)tics->v[i].text.n,
			   tics->v[i].text.p, tics->v[i].at, tics->v[i].text.n == 0);
	buf_add(c->out, STR(")\n"));
}

void put_axes(struct canvas *c, const struct tics *xtics, const struct tics *ytics)
{
	struct buf *out = c->out;

	buf_printf(out, "set lmargin at screen %.5f\nset rmargin at screen %.5f\n",
		   c->x.px_lo / PLOT_WIDTH, c->x.px_hi / PLOT_WIDTH);
	buf_printf(out, "set bmargin at screen %.5f\nset tmargin at screen %.5f\n",
		   1.0 - c->y.px_lo / c->height, 1.0 - c->y.px_hi / c->height);
	buf_printf(out, "set xrange [%.15g:%.15g]\nset yrange [%.15g:%.15g]\n", c->x.lo, c->x.hi,
		   c->y.lo, c->y.hi);
	if (c->x.log)
		buf_add(out, STR("set logscale x\n"));
	if (c->y.log)
		buf_add(out, STR("set logscale y\n"));
	buf_printf(out, "set border %d lc rgb '#%06x'\n", ytics->n ? 3 : 1, RGB_DIM);
	buf_printf(out, "set tics noenhanced scale 0.6 textcolor rgb '#%06x'\n", RGB_INK);
	buf_printf(out, "set grid xtics %sytics lt 1 lc rgb '#%06x'\n", ytics->n ? "" : "no",
		   RGB_GRID);
	put_tics(c, 'x', xtics);
	put_tics(c, 'y', ytics);
}

/* SPDX-License-Identifier: GPL-2.0-or-later */
#include <stdlib.h>
#include <sys/ioctl.h>
#include <unistd.h>
#include "cli/cli.h"
#include "core/out.h"
#include "report/build.h"

static int terminal_width(void)
{
	struct winsize size;

	return ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 ? size.ws_col : 0;
}

static bool colored(const struct options *opts, bool terminal)
{
	const char *no = getenv("NO_COLOR");

	if (strcmp(opts->color, "auto") != 0)
		return strcmp(opts->color, "always") == 0;
	return terminal && !(no && *no);
}

static bool unknown_format(const char *name)
{
	struct buf names = { 0 };

	for (size_t i = 0; renderers[i]; i++)
		buf_printf(&names, "%s%s", i ? ", " : "", renderers[i]->name);
	diag_error(POS_NONE, "--format: none of %.*s: %s", (int)names.n, names.v,
		   diag_quote(str_of(name)));
	buf_free(&names);
	return false;
}

static bool shows_anything(const struct doc *doc, unsigned int view)
{
	for (size_t i = 0; i < doc->blocks.n; i++)
		if (doc->blocks.v[i].views & view)
			return true;
	return false;
}

enum status render_doc(const struct options *opts, const char *format, unsigned int view,
		       const struct doc *doc)
{
	const char *name = opts->format ? opts->format : format;
	const struct renderer *r = renderer_find(str_of(name));
	bool terminal = !opts->output && isatty(STDOUT_FILENO);
	struct render_opts ro = { .width = opts->width };
	struct out out;

	if (!r && !unknown_format(name))
		return STATUS_ERROR;
	ro.view = view ? view : r->view;
	ro.color = colored(opts, terminal);
	if (ro.width < 0)
		ro.width = r->width > 0		       ? r->width
			   : r->width == 0 && terminal ? terminal_width()
						       : 0;
	if (!shows_anything(doc, ro.view)) {
		diag_error(POS_NONE, "--format: there is nothing to show here as %s",
			   diag_quote(str_of(name)));
		return STATUS_ERROR;
	}
	if (!out_open(&out, opts->output))
		return STATUS_ERROR;
	r->render(doc, &ro, out.f);
	return out_close(&out, true) ? STATUS_OK : STATUS_ERROR;
}

enum status render_compare(const struct options *opts, const char *format)
{
	struct arena *a = arena_new();
	struct grid_builder *b;
	struct contrast c;
	enum status status = sources_contrast(opts, (struct sink){ 0 }, a, &b, &c);

	if (status == STATUS_OK) {
		struct doc *doc = doc_new();

		build_compare(doc, &c);
		build_relations(doc, c.grid, opts->detailed);
		if (opts->detailed)
			build_long(doc, c.grid, &c);
		status = render_doc(opts, format, 0, doc);
		doc_free(doc);
		if (status == STATUS_OK)
			status = fail_status(opts, &c);
	}
	grid_free(b);
	arena_free(a);
	return status;
}

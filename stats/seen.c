/* SPDX-License-Identifier: GPL-2.0-or-later */
#include <math.h>
#include "stats/seen.h"

/* More of a kind and run are counted with the last one, if it stands at the same place. */
#define SEEN_EVENTS 64

static void seen_note(struct seen_run *run, const struct record *rec)
{
	const struct unit *unit = unit_find(rec->unit);

	if (rec->kind == RECORD_VALUE && rec->context)
		return;
	run->begun |= !str_is(rec->format, "env");
	if (rec->kind != RECORD_VALUE)
		return;
	if (!run->values++ && rec->time_ns >= 0 && unit && strcmp(unit->quantity, "time") == 0)
		run->start_ns = (double)rec->time_ns - rec->value * unit->factor;
}

size_t seen_record(struct seen *s, const struct record *rec, size_t col)
{
	int64_t *index = map_put(&s->run_index, map_mix(col + 1, rec->run));

	if (!*index) {
		*vec_add(&s->runs) = (struct seen_run){ .col = col, .start_ns = NAN };
		*index = (int64_t)s->runs.n;
	}
	seen_note(&s->runs.v[*index - 1], rec);
	return (size_t)*index - 1;
}

size_t seen_event(struct seen *s, const struct record *rec, size_t run, size_t fact)
{
	const struct seen_run *of = &s->runs.v[run];
	int64_t *last = map_put(&s->event_index,
				str_hash(rec->metric, map_mix(map_mix(of->col + 1, rec->run), 3)));
	struct seen_event event = { fact, run, of->values, of->begun, rec->time_ns, 1 };

	if (*last) {
		const struct seen_event *before = &s->events.v[*last - 1];

		if (before->same >= SEEN_EVENTS && before->values == event.values &&
		    before->begun == event.begun)
			return before->fact;
		event.same = before->same + 1;
	}
	*vec_add(&s->events) = event;
	*last = (int64_t)s->events.n;
	return fact;
}

void seen_place(const struct seen *s, struct grid_fact *facts)
{
	const struct seen_event *e;

	vec_each (e, &s->events) {
		const struct seen_run *run = &s->runs.v[e->run];
		bool begun = e->begun || (e->time_ns >= 0 && (double)e->time_ns >= run->start_ns);

		facts[e->fact].when = e->values ? e->values < run->values ? GRID_DURING : GRID_AFTER
				      : begun && run->values ? GRID_DURING
							     : GRID_BEFORE;
	}
}

void seen_free(struct seen *s)
{
	vec_free(&s->runs);
	vec_free(&s->events);
	map_free(&s->run_index);
	map_free(&s->event_index);
}

/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef PARSERS_LAYOUT_H
#define PARSERS_LAYOUT_H

#include "parsers/input.h"

struct tree;

/*
 * What the directories of a tree mean. A directory that directly holds a console log or dmesg is a
 * place. Known by the files that they leave, and read by their own rules, are
 *
 * - kvm.sh: SCENARIO and SCENARIO.2 are runs of one configuration, which is a parameter of each
 *   result; kvm-series.sh has commits for sources, torture.sh names its parts. What was built and
 *   how is not read, but for a few facts.
 * - mmtests: work/log/RUNNAME/iter-N/BENCH/logs: RUNNAME is the source, iter-N the run, BENCH and
 * the name of the log are parameters.
 * - lkp: .../COMMIT/RUN: COMMIT is the source.
 *
 * A source has a name only where the path that was given lies above it. With split, directories
 * that are sides of an experiment are sources, too.
 */
bool layout_walk(const struct tree *t, bool split, input_each *each, void *ctx);

/* console.log, dmesg, kmsg.txt ...: what a result directory calls the log of its one boot. */
bool layout_is_console(struct str name);

/* Whether a directory that holds a file of this name is one run, or is of a layout's own. */
bool layout_is_run(struct str name);

/* What explains a directory of sides makes it no other. */
bool layout_is_readme(struct str name);

/* "results-rcuscale-kvfree": how torture.sh names its parts, which are no sides. */
bool layout_is_part(struct str name);

/* "3.0a1b2c3d": how kvm-series.sh names the results of a commit. */
bool layout_is_commit(struct str name);

#endif

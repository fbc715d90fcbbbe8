/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef PARSERS_LKP_H
#define PARSERS_LKP_H

#include "core/record.h"

/* What the names of lkp's numbers mean, in its files and in the mails of the kernel test robot. */

/* Whether a benchmark is none, but a monitor of the machine beside one: "vmstat", "perf-stat". */
bool lkp_is_monitor(struct str bench);

/* The direction of a benchmark's metric; none where its name leaves a doubt. */
enum better lkp_better(struct str metric);

#endif

/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef PARSERS_ENV_H
#define PARSERS_ENV_H

#include "parsers/scan.h"

/*
 * Facts about the machine and the boot, and events that a reader of its results must know, from the
 * lines that kernels print whatever is measured (kbenchstat-records(5) lists them). It makes no
 * values, so it is no log format of its own and stands outside the registry.
 */
extern const struct format format_env;

#endif

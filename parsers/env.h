/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef PARSERS_ENV_H
#define PARSERS_ENV_H

#include "parsers/scan.h"

/*
 * Facts about the machine and the boot, from the lines that every kernel prints: kernel.release,
 * kernel.cmdline, cpu.model, cpu.online, mem.total (KiB), hypervisor. It makes no values, so it is
 * no log format of its own and stands outside the registry.
 */
extern const struct format format_env;

#endif

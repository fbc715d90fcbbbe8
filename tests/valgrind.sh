#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# valgrind.sh KBENCHSTAT: the main commands under valgrind: no error, no leak.
set -e
v="valgrind -q --error-exitcode=99 --leak-check=full --errors-for-leak-kinds=definite"
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
$v "$1" parse samples/*/*.log samples/demo >"$tmp/records.csv" 2>/dev/null || [ $? -ne 99 ]
$v "$1" summary "$tmp/records.csv" >/dev/null
$v "$1" compare samples/demo >/dev/null
$v "$1" changelog samples/demo/before samples/demo/after >/dev/null
$v "$1" compare --format=json samples/mail/readproc-three-kernels.log >/dev/null
$v "$1" report -o "$tmp/out" samples/demo/before samples/demo/after

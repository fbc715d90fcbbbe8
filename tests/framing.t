#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# One log gives the same results in every framing that it may come in; line and time aside.
. tests/lib.sh

results()
{
	"$K" parse "$1" 2>"$TMP/err" | grep '^value,' | cut -d, -f7-12,15,19
}

mkdir "$TMP/logs"
names=$(python3 tests/framing.py "$TMP/logs")
want=$(results "$TMP/logs/bare.log")
is "$(printf '%s\n' "$want" | wc -l)" 17 "the bare log has its results"
for name in $names; do
	is "$(results "$TMP/logs/$name.log"; cat "$TMP/err")" "$want" "$name"
done
done_testing

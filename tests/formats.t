#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# Each log format's example gives records of that format.
. tests/lib.sh

names=$("$K" formats | sed -nE 's/^([a-z_0-9]+): .*/\1/p')
like "$names" '^kfree_rcu$' "formats are listed"
for name in $names; do
	"$K" formats "$name" | sed -n 's/^    //p' >"$TMP/example"
	is "$("$K" parse "$TMP/example" 2>/dev/null | cut -d, -f1,7 | grep -cE "^(value|fact|event),$name\$" | sed 's/[1-9].*/some/')" \
		some "$name: its example gives records"
done
done_testing

#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# The same results give the same bytes, in whatever order the disk has them and however lines end.
. tests/lib.sh

# copied HOW: the demo in $TMP/HOW, its boots made in some order, its lines ended in some way
copied()
{
	for side in before after; do
		for boot in $(ls "$ROOT/samples/demo/$side" | sort $2); do
			mkdir -p "$TMP/$1/$side/$boot"
			sed "$3" "$ROOT/samples/demo/$side/$boot/console.log" >"$TMP/$1/$side/$boot/console.log"
		done
	done
}
# said HOW: all outputs of it
said()
{
	cd "$TMP/$1" || exit
	for format in terminal markdown csv json; do
		"$K" compare --long --format=$format before after
		"$K" summary --long --format=$format after before
	done
	"$K" changelog before after
	"$K" parse before after
	cd "$ROOT" || exit
}
cr=$(printf '\r')
copied plain '' ''
copied backwards -r ''
copied crlf -r "s/\$/$cr/"
copied mixed '' "1~3s/\$/$cr/"
mkdir -p "$TMP/late/after"
copied late -r ''
said plain >"$TMP/want" 2>&1
like "$(cat "$TMP/want")" "INCONCLUSIVE \(1\)$" "there is something to compare"
for how in backwards crlf mixed late; do
	said $how >"$TMP/got" 2>&1
	cmp "$TMP/want" "$TMP/got" >"$TMP/diff" 2>&1
	ok $? "$how: the same bytes"
done
for zone in UTC Asia/Kolkata; do
	TZ=$zone COLUMNS=40 said plain >"$TMP/got" 2>&1
	cmp "$TMP/want" "$TMP/got" >"$TMP/diff" 2>&1
	ok $? "so it is in $zone"
done
done_testing

#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# cases/NAME.cmd, run in the root of the project, against NAME.out, NAME.err and NAME.rc (each may be
# missing: empty, or 0). RECORD=1 writes them instead.
. tests/lib.sh

compare()
{
	[ -e "$2" ] || set -- "$1" /dev/null
	diff "$2" "$1" >"$TMP/diff"
	status=$?
	[ $status -eq 0 ] || sed 's/^/# /' "$TMP/diff"
	return $status
}

keep()
{
	if [ -s "$1" ]; then cp "$1" "$2"; else rm -f "$2"; fi
}

kbenchstat()
{
	"$K" "$@"
}

for cmd in tests/cases/*.cmd; do
	name=${cmd%.cmd}
	rm -rf "$TMP/work"
	mkdir "$TMP/work"
	(set +e; T=$TMP/work; . "./$cmd") >"$TMP/out" 2>"$TMP/err" </dev/null
	rc=$?
	[ $rc -eq 0 ] && : >"$TMP/rc" || echo $rc >"$TMP/rc"
	if [ -n "$RECORD" ]; then
		for what in out err rc; do keep "$TMP/$what" "$name.$what"; done
		continue
	fi
	compare "$TMP/out" "$name.out" && compare "$TMP/err" "$name.err" && compare "$TMP/rc" "$name.rc"
	ok $? "${name#tests/cases/}"
done
done_testing

#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# samples/FORMAT/CASE.log gives the records of samples/FORMAT/CASE.csv, and the messages of CASE.err if
# there is one. RECORD=1 writes them instead.
. tests/lib.sh

for log in samples/*/*.log; do
	case=${log%.log}
	"$K" parse "$log" >"$TMP/csv" 2>"$TMP/err"
	rc=$?
	# A log without a result is a sample too: of what must not be taken for one.
	[ $rc -eq 0 ] || { [ $rc -eq 2 ] && grep -q 'no benchmark result' "$TMP/err"; } || echo "rc $rc" >>"$TMP/err"
	if [ -n "$RECORD" ]; then
		cp "$TMP/csv" "$case.csv"
		if [ -s "$TMP/err" ]; then cp "$TMP/err" "$case.err"; else rm -f "$case.err"; fi
		continue
	fi
	[ -e "$case.err" ] || : >"$TMP/none"
	diff "$case.csv" "$TMP/csv" >"$TMP/diff" && diff "$([ -e "$case.err" ] && echo "$case.err" || echo "$TMP/none")" "$TMP/err" >>"$TMP/diff"
	status=$?
	[ $status -eq 0 ] || sed 's/^/# /' "$TMP/diff"
	ok $status "${case#samples/}"
done
done_testing

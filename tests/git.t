#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# A changelog block goes through git commit -s, git format-patch and git am byte for byte, and git
# finds no trailer in it.
. tests/lib.sh

GIT_CONFIG_GLOBAL=/dev/null GIT_CONFIG_SYSTEM=/dev/null
GIT_AUTHOR_NAME=A GIT_AUTHOR_EMAIL=a@example.org GIT_COMMITTER_NAME=A GIT_COMMITTER_EMAIL=a@example.org
GIT_AUTHOR_DATE='2020-01-01T00:00:00Z' GIT_COMMITTER_DATE='2020-01-01T00:00:00Z'
export GIT_CONFIG_GLOBAL GIT_CONFIG_SYSTEM GIT_AUTHOR_NAME GIT_AUTHOR_EMAIL GIT_COMMITTER_NAME \
	GIT_COMMITTER_EMAIL GIT_AUTHOR_DATE GIT_COMMITTER_DATE

git init -q "$TMP/a"
git init -q "$TMP/b"
for r in a b; do
	echo one >"$TMP/$r/file"
	git -C "$TMP/$r" add file
	git -C "$TMP/$r" commit -q -m base
done

# An editor that leaves the message alone, so that git strips what it strips behind one.
GIT_EDITOR=true
export GIT_EDITOR

# round BLOCK NAME: the block as the body of a commit, there and back.
round()
{
	(
		cd "$TMP/a" || exit 1
		date +%N >>file
		{ echo "mm: change a thing"; echo; cat "$1"; } >../message
		git add file
		git commit -q -s -e -F ../message &&
		git format-patch -q -1 --stdout >../patch &&
		cd ../b && git am -q ../patch && git log -1 --format=%B >../landed
	) >"$TMP/log" 2>&1
	status=$?
	# -s puts one blank line and its own line behind the message.
	{ cat "$TMP/message"; echo; echo "Signed-off-by: A <a@example.org>"; echo; } >"$TMP/want"
	[ $status -eq 0 ] && diff "$TMP/want" "$TMP/landed" >>"$TMP/log"
	status=$?
	[ $status -eq 0 ] || sed 's/^/# /' "$TMP/log"
	ok $status "$2 comes through whole"
	{ echo "mm: change a thing"; echo; cat "$1"; } >"$TMP/message"
	is "$(git interpret-trailers --parse <"$TMP/message")" "" "git finds no trailer in $2"
	is "$(grep -nE '.{76}' "$1"; LC_ALL=C grep -n '[^ -~]' "$1"; grep -n ' $' "$1")" "" \
		"$2 is ASCII of at most 75 columns without blanks at the end"
	(cd "$TMP/b" && git reset -q --hard HEAD && git am --abort) >/dev/null 2>&1
	(cd "$TMP/a" && cp file ../b/file && cd ../b && git commit -q -a -m same) >/dev/null 2>&1
}

"$K" changelog samples/demo/before samples/demo/after >"$TMP/block" 2>/dev/null
is "$(grep -cE '.{73}' "$TMP/block")" 0 "the demo's block keeps to 72 columns"
round "$TMP/block" "the demo's block"
for log in samples/mail/kfree-two-sides.log samples/mail/readproc-three-kernels.log \
	samples/mail/slab-quoted-twice.log samples/kfree_rcu/table.log; do
	"$K" changelog "$log" >"$TMP/block" 2>/dev/null
	round "$TMP/block" "$(basename "$log" .log)"
done

# Labels and names that git would cut at, strip, or take for a trailer.
n=0
for label in '---' '--- a/file' 'diff -u' 'Index: x' '# comment' 'From me' '-- ' 'Signed-off-by: X' \
	'Cc: x <x@y>' '>From x' '	tab' 'über±µ' "a'b\`c" '"quote"' '|pipe|<script>' \
	'a label of forty characters, and then more'; do
	n=$((n + 1))
	"$K" changelog -- "$label=samples/demo/before" "b$label=samples/demo/after" >"$TMP/block" 2>"$TMP/err"
	rc=$?
	[ $rc -eq 0 ] || sed 's/^/# /' "$TMP/err"
	ok $rc "a block for the label '$(printf '%s' "$label" | tr '\t' ' ')'"
	round "$TMP/block" "hostile label $n"
	"$K" parse samples/demo/before samples/demo/after 2>/dev/null |
		python3 -c '
import csv, sys
rows = list(csv.reader(sys.stdin))
w = csv.writer(sys.stdout, lineterminator="\n")
for row in rows:
    if row[11] == "time":
        row[11] = sys.argv[1]
    if row[7] == "kfree_rcu":
        row[7] = sys.argv[1]
    w.writerow(row)' "$label" >"$TMP/records.csv"
	"$K" changelog "$TMP/records.csv" >"$TMP/block" 2>"$TMP/err"
	rc=$?
	[ $rc -eq 0 ] || sed 's/^/# /' "$TMP/err"
	ok $rc "a block for a metric of that name"
	round "$TMP/block" "hostile metric $n"
done
done_testing

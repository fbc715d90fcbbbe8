#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# A log format is one file: in a copy of the tree, the one of CONTRIBUTING.md with a sample works, and
# no other file has changed.
. tests/lib.sh

copy=$TMP/copy
mkdir "$copy"
git ls-files -z | xargs -0 cp -p --parents -t "$copy"
# Of the same name it is up to date: the flags hold it.
case $BUILD in
/*) BUILD=build-copy ;;
*) cp -pr "$BUILD" "$copy" ;;
esac
awk '/^```c$/ { on = 1; next } /^```$/ { on = 0 } on' CONTRIBUTING.md >"$copy/parsers/fmt_fork.c"
like "$(cat "$copy/parsers/fmt_fork.c")" 'format_fork = ' "CONTRIBUTING.md shows a format"
mkdir "$copy/samples/fork"
printf '[    5.000001] fork test: 1234 ns, threads=4\nfork test: soon\n' >"$copy/samples/fork/case.log"
cd "$copy" || exit 1
run make -s all BUILD="$BUILD"
is "$rc" 0 "it builds"
K=$copy/$BUILD/$NAME
is "$("$K" parse samples/fork/case.log | field time_ns format bench params metric unit better value)" \
	"5000001000|fork|fork|threads=4|time|ns|lower|1234" "and reads its line"
like "$("$K" formats fork)" "^fork: fork\(\): time by threads$" "it is listed"
RECORD=1 BUILD=$BUILD sh tests/samples.t >"$TMP/record"
is "$(cut -d, -f12,19 samples/fork/case.csv | tail -1)" "time,1234" "its sample has golden records"
is "$(BUILD=$BUILD sh tests/formats.t | grep -cE '^(ok .* - fork: |not ok)')" 1 "its example is checked"
done_testing

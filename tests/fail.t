#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# --fail-on=regression:N%: the promise that git bisect run relies on.
. tests/lib.sh
cd "$TMP" || exit 1

# side NAME TIME...: one log a boot
side()
{
	name=$1
	shift
	mkdir "$name"
	i=0
	for t in "$@"; do
		i=$((i + 1))
		echo "Total time taken by all kfree'ers: $t ns, loops: 10" >"$name/boot-$i.log"
	done
}
gate()
{
	run "$K" compare --fail-on=regression:"$1" "$2" "$3"
	is "$rc" "$4" "$5"
}
side base 1000 1010 990 1005
side same 1001 1009 991 1004
side worse 1200 1210 1190 1205
side better 800 810 790 805
side wild 500 1500 900 1300
side single 1000
side constant 1000 1000 1000
side higher 1060 1060 1060
side two 2000 2001
side none 0 0 0
mkdir crash
echo "Kernel panic - not syncing" >crash/boot-1.log

gate 5% base worse 1 "1 when an interval lies wholly beyond the limit"
gate 5% base same 0 "0 when all lie wholly below"
gate 5% base better 0 "0 when it got better, however much"
gate 5% base wild 125 "125 when that cannot be told"
gate 5% base single 125 "125 when a side is a single measurement"
gate 30% base worse 0 "0 for a change below the limit"
gate 20% base worse 125 "125 for a limit within the interval"
gate 5% base two 125 "125 when a side has too few runs for a verdict"
gate 5% none base 125 "125 when there is no percentage of the base"
gate 5% none none 0 "0 when there is none of it on either side"
gate 5 constant higher 1 "values that never vary are beyond it"
gate 10 constant higher 0 "or below it"
gate 5% base crash 125 "125 when a log has no result"
gate 5% crash base 129 "129 when the base has none"
like "$err" "no benchmark result in 'crash'" "which is said"
gate 5% base missing 129 "129 when a log is not there"
run "$K" compare --fail-on=regression:x base same
is "$rc" 129 "129 for a usage error"
run "$K" compare --fail=regression:5% base missing
is "$rc" 129 "and for the option cut short"
run "$K" compare --f=regression:5% base missing
is "$rc" 129 "and cut too short"
run "$K" compare base worse
is "$rc" 0 "without the option a regression is no failure"
run "$K" compare base crash
is "$rc" 2 "and no result is one"
mkdir mixed
cp base/boot-1.log mixed
printf '[    0.000000] Linux version 6.1.0 (a@b) (gcc 12) #1 SMP\n[    1.0] panic\n' >mixed/boot-2.log
run "$K" parse mixed
is "$rc" 0 "a boot that gave no result beside one that did"
like "$err" "mixed/boot-2.log: warning: a boot without a result: not counted" "is not counted, and said"
done_testing

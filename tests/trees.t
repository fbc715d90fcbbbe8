#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# The result directories of kvm.sh, mmtests and lkp: runs, sources and names by their layout.
. tests/lib.sh

TREES=$ROOT/samples/trees
# values PATH METRIC: "source run params value" of each
values()
{
	"$K" parse "$1" 2>"$TMP/err" | field metric source run params value | sed -n "s/^$2|//p"
}
# facts PATH KEY: "source run value" of each
facts()
{
	"$K" parse "$1" 2>"$TMP/err" | python3 -c '
import csv, sys
for row in csv.DictReader(sys.stdin):
    if row["kind"] != "value" and row["metric"] == sys.argv[1]:
        print(row["source"], row["run"], row["value"])
' "$2"
}

# --- kvm.sh ---
is "$(values "$TREES/kvm/old" time)" "|1|scenario=TINY|1456326060
|2|scenario=TINY|1891529470
|3|scenario=TREE|847743710
|4|scenario=TREE|695026720
|5|scenario=TREE|953420640" "SCENARIO and SCENARIO.N are runs of one configuration, and nothing but their consoles has results"
is "$(cat "$TMP/err")" "" "of which nothing is to be said"
is "$(facts "$TREES/kvm/old" kernel.commit | sort -u)" " 1 a1b2c3d
 2 a1b2c3d
 3 a1b2c3d
 4 a1b2c3d
 5 a1b2c3d" "each run has the commit of testid.txt, not that of the diff in it"
is "$(facts "$TREES/kvm/old" kvm.suite | tail -n 1)" " 5 rcuscale" "and the name of the suite"
is "$(for key in kvm.smp kvm.memory kvm.seconds; do facts "$TREES/kvm/old" $key | sed -n 1p; done)" " 1 4
 1 512
 1 600" "and what qemu was given"
run "$K" compare "$TREES/kvm/old" "$TREES/kvm/new"
is "$rc" 0 "trees are compared"
like "$out" "^TREE +time +ms +3 +832\.1 .* 3 +1010\.8 .*\+21\.5%" "scenario by scenario"
like "$out" "^TINY +time .*NOT TESTED \(missing\)" "with what the new one lacks"
like "$out" "^TREE54 +time .*NOT TESTED \(missing\)" "and what the old one lacks"
like "$out" "^6 results are not on all sides\.$" "as is said"
like "$out" "qemu ended with status 137: killed, it may have hung" "a run that was killed is named in the report"
like "$err" "TREE\.3/qemu-retval:1: warning: kvm\.failed: " "and when it is read"
like "$err" "TREE\.4/qemu-retval:1: warning: kvm\.failed: 'qemu ended with status 1'" "and so is one that did not start"
like "$err" "TREE\.4/console\.log: note: no result in 1 line: 'NOTE: qemu-system-x86_64 either did not run" "with what its console says"
is "$(facts "$TREES/kvm/new" kvm.failed)" " 3 qemu ended with status 137: killed, it may have hung" "the event is of the run"
is "$(values "$TREES/kvm/old/TREE" time)" "|1|scenario=TREE|847743710" "a scenario by itself has its name"
is "$(values "$TREES/kvm/old/TREE.2" time)" "|1|scenario=TREE|695026720" "without the number"

is "$(values "$TREES/torture" time)" "|1|scenario=rcuscale-kvfree/TREE|847743710
|2|scenario=rcuscale-other/TREE|1066056520" "the parts of torture.sh are told apart, and its log is not read"
is "$(grep -c 'k[ac]san: note: results of a debug kernel: left out' "$TMP/err")" 2 "debug kernels are left out, as is said"
is "$(values "$TREES/torture/results-rcuscale-kvfree-kasan" time)" "|1|scenario=rcuscale-kvfree-kasan/TREE|695026720" \
	"unless they are named"

is "$(values "$TREES/series" time)" "1.a1b2c3d|1|scenario=TINY|1891529470
0.d4c3b2a|1|scenario=TINY|1456326060
1.a1b2c3d|2|scenario=TREE|695026720
0.d4c3b2a|2|scenario=TREE|847743710" "the commits of kvm-series.sh are sources, the oldest first"
like "$("$K" compare "$TREES/series" 2>&1)" "1\.a1b2c3d \(n=1\) +0\.d4c3b2a \(n=1\)" "of one path"
mkdir "$TMP/series"
cp -r "$TREES/series/TREE" "$TREES/series/TINY" "$TMP/series"
like "$("$K" compare "$TMP/series" 2>&1)" "1\.a1b2c3d \(n=1\) +0\.d4c3b2a \(n=1\)" "with nothing but directories in it, too"
mkdir "$TMP/group" "$TMP/group/old" "$TMP/group/new"
cp -r "$TREES/kvm/old" "$TMP/group/old/1"
cp -r "$TREES/kvm/new" "$TMP/group/new/1"
like "$("$K" compare "$TMP/group" --base=old 2>&1)" "old +new$" "directories of such results are sides"
mkdir "$TMP/unrun" "$TMP/unrun/TREE"
touch "$TMP/unrun/testid.txt" "$TMP/unrun/TREE/Make.defconfig.out"
echo "Total time taken by all kfree'ers: 5000 ns, loops: 10, batches: 7" >"$TMP/unrun/TREE/Make.out"
run "$K" parse "$TMP/unrun"
is "$rc" 2 "a scenario that was built alone has no result"
like "$err" "unrun/TREE: warning: a scenario without a console log: not run" "as is said"

# --- mmtests ---
MM=$TREES/mmtests/work/log
is "$(values "$MM/base" read)" "|1|file=/proc/cpuinfo;log=procread-4;mmtests=procread;tasks=1|0.010565
|1|file=/proc/cpuinfo;log=procread-4;mmtests=procread;tasks=16|0.055300
|1|file=/proc/cpuinfo;log=procread-8;mmtests=procread;tasks=1|0.020000
|1|file=/proc/cpuinfo;log=procread-8;mmtests=procread;tasks=1|0.030000
|2|file=/proc/cpuinfo;log=procread-4;mmtests=procread;tasks=1|0.010611
|2|file=/proc/cpuinfo;log=procread-4;mmtests=procread;tasks=16|0.055811
|3|file=/proc/cpuinfo;log=procread-4;mmtests=procread;tasks=1|0.010498
|3|file=/proc/cpuinfo;log=procread-4;mmtests=procread;tasks=16|0.054907" \
	"an iteration is a run, repetitions are inside it, and monitors and the log of all are not read"
is "$(cat "$TMP/err")" "" "of which nothing is to be said"
is "$(facts "$MM/base" kernel.release)" " 1 6.1.0
 2 6.1.0
 3 6.1.0" "each run has the facts of its dmesg"
is "$(facts "$MM/base" mmtests.start | sed -n 2p)" " 2 1706000001" "and its start"
is "$(facts "$MM" mmtests.failed)" "patched 3 test end :: procread 1706000022 1" "a benchmark that failed is an event"
like "$("$K" compare "$MM" 2>&1)" "^ +base +patched$" "the run names are the sources"
is "$(values "$TREES/mmtests/work" read | cut -d'|' -f1,2 | sort -u | tr '\n' ' ')" \
	"base|1 base|2 base|3 patched|1 patched|2 patched|3 " "from further above, too"
is "$(values "$MM/base/iter-1" read | cut -d'|' -f1,2 | sort -u)" "|1" "an iteration by itself is one run"

# --- lkp ---
CASE=result/will-it-scale/performance-process-16-page_fault1/lkp-box/debian-12/x86_64-rhel-8.3/gcc-12
LKP=$TREES/lkp/$CASE
A=a1b2c3d4e5f60718293a4b5c6d7e8f9012345678 B=b2c3d4e5f60718293a4b5c6d7e8f9012345678a1
NAME_OF=case=performance-process-16-page_fault1\;tbox=lkp-box
is "$(values "$LKP" per_process_ops)" "$A|1|$NAME_OF|9000001
$A|2|$NAME_OF|9050002
$A|3|$NAME_OF|8990003
$B|1|$NAME_OF|9900001
$B|2|$NAME_OF|9950002
$B|3|$NAME_OF|9890003" "the commit is the source, and each run's numbers are its own"
like "$(cat "$TMP/err")" "$B/3/last_state: warning: 'OOM: 1': the run is not counted" "a run that broke down is left out, as is said"
is "$(wc -l <"$TMP/err")" 1 "and nothing else is to be said"
is "$("$K" parse "$LKP/$A/0" | field bench metric better context value)" "will-it-scale|per_process_ops|higher|0|9000001
will-it-scale|workload|none|0|144000016
will-it-scale|time|none|0|300.25
time|elapsed_time|none|1|300.5
vmstat|system.cs|none|1|1234.5" "what monitors say is context, and only a clear name has a direction"
is "$(facts "$LKP" kernel.release | sort -u | wc -l)" 6 "each run has the facts of its dmesg"
like "$("$K" compare "$LKP/$A" "$LKP/$B" 2>&1)" "^per_process_ops .* 9013335 .* 9913335 .*HIGHER = better" "result roots are compared"
MATRIX=$TREES/lkp-matrix/$CASE
is "$(values "$MATRIX" per_process_ops)" "$A|1|$NAME_OF|9000001
$A|2|$NAME_OF|9050002
$A|3|$NAME_OF|8990003
$B|1|$NAME_OF|9900001
$B|2|$NAME_OF|9950002.5
$B|3|$NAME_OF|9890003" "without the runs, matrix.json gives a value for each"
is "$(values "$MATRIX/$A" elapsed_time | cut -d'|' -f2,4 | tr '\n' ' ')" "1|300.5 2|301.5 " "as far as it has any"
mkdir "$TMP/odd" "$TMP/odd/0" "$TMP/odd/1"
echo '{"a.b": 1' >"$TMP/odd/0/stats.json"
echo '{"a.ops": 2, "a": 3, ".b": 4, "c.": 5, "d.e": "6", "f.g": null, "h.i": [7], "j.k": 1e400}' >"$TMP/odd/1/stats.json"
run "$K" parse "$TMP/odd"
is "$rc" 2 "JSON that is none is an error"
like "$err" "odd/0/stats\.json: no JSON object of lkp's: " "that names the file"
echo '{"a.ops": 2, "a": 3, ".b": 4, "c.": 5, "d.e": "6", "f.g": null, "h.i": [7]}' >"$TMP/odd/1/stats.json"
is "$("$K" parse "$TMP/odd" 2>/dev/null | field bench metric value)" "a|ops|2" "what is no number is no value"

# --- in an archive ---
cd "$TREES" || exit 1
for tree in kvm/old torture series mmtests/work/log lkp lkp-matrix; do
	"$K" parse "$tree" 2>/dev/null | field source run params metric value >"$TMP/want"
	tar cf "$TMP/tree.tar" "$tree"
	"$K" parse "$TMP/tree.tar" 2>/dev/null | field source run params metric value >"$TMP/got"
	cmp -s "$TMP/want" "$TMP/got"
	ok $? "$tree is the same in an archive"
done
tar cf "$TMP/sides.tar" kvm
"$K" compare --format=csv kvm/old kvm/new 2>/dev/null >"$TMP/want"
is "$("$K" compare --format=csv --base=old "$TMP/sides.tar" 2>/dev/null | sort)" "$(sort "$TMP/want" | sed 's/kvm\///g')" \
	"directories of sides in an archive alone are sources"
is "$("$K" parse "x=$TMP/sides.tar" 2>/dev/null | field source | sort -u)" "x" "unless it has a label"
mkdir "$TMP/parts"
cp -r torture/results-rcuscale-kvfree torture/results-rcuscale-other "$TMP/parts"
is "$("$K" parse "$TMP/parts" 2>/dev/null | field source | sort -u)" "" "parts of torture.sh are no sides"
tar cf "$TMP/parts.tar" -C "$TMP" parts
is "$("$K" parse "$TMP/parts.tar" 2>/dev/null | field source | sort -u)" "" "nor are they in an archive"
done_testing

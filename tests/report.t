#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# Reports of many rows, and reports over reports.
. tests/lib.sh
cd "$TMP" || exit 1

# many CHANGED COUNT: sources a and b of COUNT metrics, of which one has changed
many()
{
	echo kind,source,run,metric,unit,better,value
	for source in a b; do
		for run in 1 2 3 4; do
			for m in $(seq "$2"); do
				v=$((1000 + (run * m * 7) % 13))
				[ "$source$m" = "b$1" ] && v=$((v + 500))
				echo "value,$source,$run,m$m,ns,lower,$v"
			done
		done
	done
}
grep -v 'kbench: end' "$ROOT/samples/kbench/failed.log" >whole.log
run "$K" changelog "$ROOT/samples/kbench/failed.log" whole.log
like "$(echo "$out" | tr '\n' ' ')" "The logs have 1 line of trouble; .* in run 1 of failed.log: .kbench: end workload=vmalloc status=-12" "a run that failed is told in the block"
mkdir icount
for side in before after; do
	sed 's/ommand line: /&kbench_vm.clock=instructions /' "$ROOT/samples/demo/$side/boot-1/console.log" >icount/$side.log
done
run "$K" changelog icount/before.log icount/after.log
like "$(echo "$out" | tr '\n' ' ')" "Times are counts of instructions, 2 ns each, in an emulator" "where times are no times, it is said"
run "$K" changelog "$ROOT/samples/demo"
unlike "$out" "counts of instructions" "and nowhere else"

# Small whole numbers may be the same by chance, one other value too.
for same in '5 6 7|5 6 7|0' '5000 6 7|5000 6 7|0' '5001 6002 7003|5001 6002 7003|1' '5001 6002 7003|5001 6002 7004|0' '5001 6002 7003|5001 6002|0' '.5 .25 .125|.5 .25 .125|1'; do
	echo "$same" | cut -d'|' -f1 | tr ' ' '\n' >one
	echo "$same" | cut -d'|' -f2 | tr ' ' '\n' >two
	is "$("$K" compare one two | grep -c 'have the same values in every row')" "${same##*|}" "the same logs twice, or not: $same"
done

many 90 100 >many.csv
run "$K" report -o rep many.csv
is "$rc" 0 "a report of 100 rows"
is "$(ls rep/plots | wc -l)" 49 "has 48 of their plots, and that of the changes"
like "$(cat rep/report.md)" "60 of 93 are shown, what changed first" "says how many changes it shows of those that have an interval: a metric of 13 is constant"
like "$(cat rep/report.md)" "52 more have no plot" "and how many rows have no plot"
like "$(cat rep/plots/changes.svg)" ">m90<" "the one that changed is among the changes"
like "$(cat rep/plots/strip-1.svg)" ">m90" "and is the first of the plots"
touch rep/plots/mine.svg rep/plots/strip-x.svg rep/plots/strip-1.svg.bak
many 1 2 >few.csv
run "$K" report -o rep few.csv
is "$(ls rep/plots | tr '\n' ' ')" "changes.svg mine.svg strip-1.svg strip-1.svg.bak strip-2.svg strip-x.svg " \
	"another report in its place leaves no plot of it, and other files alone"
unlike "$(cat rep/report.md)" "have no plot|are shown" "and has nothing to say of plots"
mkdir bin
for tool in sh cat; do ln -s "$(command -v $tool)" bin/; done
PATH=$TMP/bin "$K" report -o rep few.csv 2>err
is "$(ls rep/plots | tr '\n' ' ')" "mine.svg strip-1.svg.bak strip-x.svg " "nor does one without gnuplot"
done_testing

#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# --filter, --by, --rows, --per: which results count, and which column and row each belongs to.
. tests/lib.sh
cd "$TMP" || exit 1

# boot DIR N RELEASE BATCH TIME_NS LOOPS: a console log of one boot
boot()
{
	mkdir -p "$1"
	cat >"$1/boot-$2.log" <<-END
	[    0.000000] Linux version $3 (build@host) (gcc 12.2.0) #1 SMP
	[    1.000000] rcu-scale:--- kfree_rcu_test: kfree_mult=1 kfree_by_call_rcu=0 kfree_nthreads=4 kfree_alloc_num=500 kfree_loops=$6 kfree_no_batch=$4
	[    9.000000] Total time taken by all kfree'ers: $5 ns, loops: $6, batches: 3, memory footprint: 5MB
	END
}
# means FORMAT...: label and mean of each side of the one row that is left
means()
{
	run "$K" summary --format=csv "$@"
	printf '%s\n' "$out" | awk -F, 'NR > 1 { print $1, $3, $4, $7, $8 }'
}

boot d 1 6.9.0 0 1000 10
boot d 2 6.9.0 0 1100 10
boot d 3 6.10.0 0 1200 10
boot d 4 6.10.0 1 500 10
boot d 5 6.10.0 1 600 10
boot d 6 6.10.0 1 700 10

is "$(means --filter=metric=time d)" "d  time 6 850" "metric=: the mean of all six times"
is "$(means --filter='metric=time kfree_no_batch=1' d)" "d  time 3 600" "a parameter of the run: 500, 600, 700"
is "$(means --filter='metric=time kernel.release>=6.10' d)" "d  time 4 750" "releases are no decimals: 6.10 is above 6.9"
is "$(means --filter='metric=time kernel.release!=6.9.0' d)" "d  time 4 750" "!="
is "$(means --filter='metric ~ "^t.*e$" kfree_loops=1e1' d)" "d  time 6 850" "a quoted expression, blanks round an operator, and numbers that are spelled otherwise"
is "$(means --filter='metric=time kfree_no_batch<1' d)" "d  time 3 1100" "<: 1000, 1100, 1200"
is "$(means --filter='bench=kfree_rcu metric=footprint unit=MiB source=d loops>9' d)" \
	"d  footprint 6 5242880" "source, bench, unit and work are keys too"
run "$K" compare --filter=metric=none d
is "$rc" 2 "nothing left is an error"
like "$err" "no result is left" "which is said"
run "$K" compare --fail-on=regression:5% --filter=metric=none d d
is "$rc" 125 "and for a bisection a skip"
run "$K" compare --fail-on=regression:5% --filter=metrc=time d d
is "$rc" 129 "but not a key that is misspelt"

# at EXPRESSION COLUMN WHAT: the message, the expression, and the caret below it
at()
{
	run "$K" summary --filter="$1" d
	is "$rc $(printf '%s\n' "$err" | sed -n '3s/[^ ].*//p' | awk '{ print length - 1 }')" "2 $2" "'$1' is wrong at column $2"
	like "$err" "^kbenchstat: --filter: column $2: $3" "because: $3"
}
at 'metric=time siz>=3' 13 "no result has this key: there are .*kfree_no_batch"
at 'metric time' 8 "an operator is wanted"
at 'metric==time' 7 "no such operator"
at 'metric=<time' 7 "no such operator"
at "metric='tim" 8 "a quote without its end"
at "metric='a'b" 11 "a blank is wanted"
at '' 1 "a key is wanted"
at 'x' 2 "an operator is wanted"
at 'metric~a(b' 11 "missing closing parenthesis"
at 'é=1' 1 "no result has this key"
at 'metric=' 8 "a value is wanted"
at '=3' 1 "a key is wanted"

is "$(means --by=kfree_no_batch --filter=metric=time d)" \
	"kfree_no_batch=0  time 3 1100
kfree_no_batch=1  time 3 600" "--by: columns from a parameter of the runs"
is "$(means --by=kernel.release --filter=metric=time d)" \
	"kernel.release=6.9.0  time 2 1050
kernel.release=6.10.0  time 4 750" "or from a fact, in the order of its values"
run "$K" compare --by=kfree_no_batch --filter=metric=time d
like "$out" "\(1\) the runs of kfree_no_batch=0 differ in kernel.release \(6.9.0, 6.10.0\)" "a note says what runs of a cell differ in"
unlike "$out" "kfree_no_batch=1 differ" "where they do"
unlike "$out" "different parameters" "and nothing the key itself"
run "$K" compare --by=kfree_no_batch --base=1 --filter=metric=time d
like "$out" "kfree_no_batch=1 \(n=3\) +kfree_no_batch=0 \(n=3\)" "--base takes the value"
run "$K" compare --by=loops d
is "$rc" 2 "--by with one value"
like "$err" "needs two values, and there is one: 'loops=10'" "is an error that names it"
run "$K" compare --by=metric d
like "$err" "this tells rows apart: 'metric'" "so is what makes rows"
run "$K" compare --by=nope d
like "$err" "no result has this key: .*: 'nope'" "and what is not there"

boot e 1 6.9.0 0 1300 10
boot e 2 6.9.0 1 800 20
for format in terminal csv json changelog; do
	for order in 'd e' 'e d'; do
		"$K" compare --by=kfree_no_batch --format=$format $order >"$order.$format" 2>&1
	done
	is "$(cat 'd e.'$format)" "$(cat 'e d.'$format)" "$format: sources that are folded come in any order"
done
like "$(tr -s ' \n' ' ' <'d e.terminal')" "kfree_no_batch=1 differ in loops \(10, 20\), [^:]* source \(d, e\)" "and are said to be"
unlike "$(cat 'd e.terminal')" "different work: .*source"  "which is no work"

# The sides of one directory, made in two orders; and on one CPU.
for order in 'x y z' 'z y x'; do
	mkdir "in $order"
	for side in $order; do cp -r d "in $order/$side"; done
	for format in terminal csv json changelog; do
		(cd "in $order" && "$K" compare --base=y --format=$format . 2>&1) >"$order.$format"
		(cd "in $order" && taskset -c 0 "$K" compare --base=y --format=$format . 2>&1) >"$order.$format.1"
	done
done
for format in terminal csv json changelog; do
	like "$(cat "x y z.$format")" "y" "$format: sides of a directory"
	is "$(cat "x y z.$format" "x y z.$format.1")" "$(cat "z y x.$format" "z y x.$format.1")" "come out the same, made in any order"
	is "$(cat "x y z.$format")" "$(cat "x y z.$format.1")" "and on any number of CPUs"
done

{
	echo kind,source,run,bench,params,work,item,metric,unit,value
	for run in 1 2 3; do
		for size in 8 16; do
			for cpu in 0 1; do
				echo "value,s,$run,b,size=$size;test=a%3Bb,loops=$size,cpu=$cpu,time,us,$run$size"
			done
			echo "value,s,$run,b,size=$size;test=c,loops=$size,,time,us,$((run * 2))"
		done
	done
	echo "value,s,4,b,size=8;test=c,loops=8,,time,us,8"
} >rows.csv
run "$K" summary --format=csv rows.csv
is "$(printf '%s\n' "$out" | wc -l)" 5 "without --rows: four rows"
run "$K" summary --rows=test --format=csv rows.csv
# test=a;b: run 1 is (18 + 116) / 2 = 67, run 2 (28 + 216) / 2, run 3 (38 + 316) / 2; in ns
is "$(printf '%s\n' "$out" | awk -F, 'NR > 1 { print $3, $4, $7, $8 }')" "test=a%3Bb time 3 122000
test=c time 4 5000" "--rows: each former row of a run counts once"
run "$K" summary --rows=test rows.csv
like "$out" "\([0-9]\) each number of s is a mean over loops \(8, 16\), size \(8, 16\)" "a note says over what"
like "$out" "\([0-9]\) the runs of s differ in loops \(8, 16\), size \(8, 16\)" "and where runs have not the same"
run "$K" summary --rows=test,size,loops --filter='test="a;b" size=16' rows.csv
like "$out" "^b, loops=16, size=16, test=a;b" "work may name rows too"
run "$K" summary --rows=cpu rows.csv
like "$err" "'cpu' tells values inside a run apart" "items make none"
run "$K" compare --by=size rows.csv
like "$out" "^The columns share runs, in which size had several values" "columns of the same runs are said to be so"
like "$out" "^The sides did different work" "and so is work"
run "$K" compare --by=cpu rows.csv
like "$err" "'cpu' tells values inside a run apart" "items make no columns"
printf 'kind,run,bench,params,metric,stat,n,fold,unit,value\nvalue,1,b,size=1,t,mean,3,runs,ns,5\nvalue,1,b,size=2,t,mean,3,runs,ns,5\n' >printed.csv
run "$K" summary --rows=test printed.csv
like "$err" "no result has this key: there are size" "rows of a key that is not there"
run "$K" summary --rows=source printed.csv
is "$rc" 2 "summaries that a text printed"
like "$err" "printed.csv:3: --rows: 't' is a summary .* \('size=2'\)" "are not folded"

# 1000 ns / (10 loops * 500 objects)
is "$(means --per=object --filter='metric=time kfree_no_batch=0' d)" "d  time per object 3 0.22" "--per=object: 1100 / (10 * 500)"
boot w 1 6.9.0 0 2200 20
boot w 2 6.9.0 0 2400 20
boot w 3 6.9.0 0 2000 20
run "$K" compare --filter='kfree_no_batch=0 metric=time' d w
like "$out" "^The sides did different work: d with loops=10, w with loops=20" "different loops are said"
run "$K" compare --filter='kfree_no_batch=0 metric=time' --per=object d w
like "$out" "time per object .* \+0.0% " "the time of one object is the same"
unlike "$out" "different work" "and so is the work"
run "$K" compare --filter='metric=batches' --per=object d w
like "$err" "of no result here is known how many objects" "what has no such time is refused"
sed -i 's/kfree_alloc_num=500 //' w/boot-2.log
run "$K" compare --per=object d w
is "$rc" 2 "a boot that does not say how many objects"
like "$err" "w/boot-2.log:3: --per: the log does not say kfree_alloc_num" "is an error with its place"
printf '%s\n' 'Summary: a_test passed: 1 failed: 0 repeat: 1 loops: 1000 avg: 5000 usec' >vmalloc.log
is "$(means --per=object vmalloc.log)" "vmalloc.log test=a_test time per loop 1 5000" "vmalloc: 5000 us / 1000 loops, in ns"
run "$K" compare --per=loop d w
like "$err" "nothing but object" "no other is there"

run "$K" compare --filter=kernel.release=6.9.0 d e
like "$(printf '%s\n' "$out" | head -2)" "^d and e ran one and the same build of the kernel, 6.9.0 #1 SMP: " "one build on both sides is said first"
sed -i 's/#1 SMP/#2 SMP/' e/*.log
run "$K" compare --filter=kernel.release=6.9.0 d e
unlike "$out" "one and the same build" "another is not"
done_testing

#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# What a run is: boots told apart, one boot's logs counted once.
. tests/lib.sh

line()
{
	printf "[%5d.%06d] Total time taken by all kfree'ers: %s ns, loops: 10, batches: %s\n" "$1" "$2" "$3" "$4"
}
banner()
{
	printf '[    0.000000] Linux version 6.1.0 (a@b) (gcc 12) #1 SMP\n'
}
# runs PATH...: "run value" of each time
runs()
{
	"$K" parse "$@" 2>"$TMP/err" | field metric run value | sed -n 's/^time|//p' | tr '|\n' ' ,'
}
cd "$TMP" || exit 1

mkdir a
for f in console.log dmesg.txt; do { banner; line 20 1 5000 7; } >a/$f; done
printf 'noise\n' >>a/dmesg.txt
is "$(runs a)" "1 5000," "console and dmesg of one boot count once"
like "$(cat err)" "dmesg.txt: warning: 1 result line already counted from 'a/console.log'" "and that is said"

mkdir b
{ banner; line 20 1 5000 7; } >b/boot.log
{ banner; line 20 1 5000 7; line 40 1 6000 8; } >b/later.log
is "$(runs b)" "1 5000,1 6000," "so do two logs of one boot anywhere in a source"
is "$("$K" summary b 2>/dev/null | awk '$1 == "time" { print $3 }')" 1 "and it is one run"

for head in banner true; do
	mkdir "c-$head"
	{ $head; line 20 1 5000 7; } >"c-$head/d1"
	{ $head; line 20 1 5000 7; line 40 1 6000 8; } >"c-$head/d2"
	{ $head; line 20 1 5000 7; line 40 1 6000 8; line 60 1 7000 9; } >"c-$head/d3"
	is "$(runs "c-$head")" "1 5000,1 6000,1 7000," \
		"a dmesg saved after each of three loads is three values of one run ($head)"
done

{ banner; line 20 1 5000 7; banner; line 21 1 6000 8; } >two.log
is "$(runs two.log)" "1 5000,2 6000," "two boots in one file are two runs"
{ line 20 1 5000 7; printf '[    3.000000] foo\n'; line 21 1 6000 8; } >fall.log
is "$(runs fall.log)" "1 5000,2 6000," "so they are where the clock falls"
{ banner; line 20 1 5000 7; printf '[   19.000000] small step back\n'; line 22 1 6000 8; } >step.log
is "$(runs step.log)" "1 5000,1 6000," "but not where it only steps back"
{ banner; line 20 1 5000 7; line 20 1 5000 7; } >doubled.log
is "$(runs doubled.log)" "1 5000," "a line that the console doubled is one"
{ banner; line 20 1 5000 7; banner; line 20 1 5000 7; } >alike.log
is "$(runs alike.log)" "1 5000,2 5000," "two boots in one file are two, however alike"

# slab CYCLES CYCLES ...: a boot of a slab test, by a coarse clock
slab()
{
	size=8
	for cycles; do
		printf '[    5.%04d00] 10000 times kmalloc(%d) -> %d cycles kfree -> 70 cycles\n' $size $size "$cycles"
		size=$((size * 2))
	done
}
mkdir chance lost part
slab 49 51 53 >chance/a.log
slab 59 62 53 >chance/b.log
slab 49 62 63 >chance/c.log
is "$("$K" parse chance 2>err | field metric run value | sed -n 's/^alloc|//p' | tr '\n' ' ')$(cat err)" \
	"1|49 1|51 1|53 2|59 2|62 2|53 3|49 3|62 3|63 " "boots with a line in common by chance are two boots"
slab 1 2 3 4 5 6 7 >lost/a.log
slab 1 2 3 4 5 6 7 | sed 4d >lost/b.log
slab 1 2 3 4 5 6 7 | tail -n 2 >lost/c.log
for order in "a b c" "b a c" "c b a" "c a b"; do
	rm -rf part/*
	i=0
	for f in $order; do i=$((i + 1)); cp lost/$f.log part/$i.log; done
	is "$("$K" parse part 2>err | field metric run value | sed -n 's/^alloc|//p' | sort | tr '\n' ' ')" \
		"1|1 1|2 1|3 1|4 1|5 1|6 1|7 " "a boot is one though its logs lack lines ($order)"
	is "$(grep -c 'already counted' err)" 2 "as is said of both"
done

mkdir clockless
{ banner; line 20 1 5000123 700; line 40 1 6000123 800; } >clockless/boot.log
sed 's/^[^]]*\] /Nov 29 16:58:01 host kernel: /' clockless/boot.log >clockless/journal
is "$("$K" summary clockless 2>err | awk '$1 == "time" { print $3 }')" 2 "without a clock two logs of one boot are two"
like "$(cat err)" "journal: warning: the same results as in 'clockless/boot.log', without a clock" "as is said"
{ line 20 1 5000123 700; line 40 1 6000124 800; } | sed 's/^[^]]*\] //' >clockless/journal
"$K" summary clockless 2>err >/dev/null
is "$(cat err)" "" "results that are not all the same are another boot's"

mkdir same
for i in 1 2; do { banner; line 20 1 5000 7; } >same/boot-$i.log; done
is "$(runs same)" "1 5000," "byte-identical consoles are one sample"
like "$(cat err)" "boot-2.log: warning: byte for byte the same as 'same/boot-1.log'" "and that is said"

{ line 20 1 5000 7; line 21 1 6000 8; line 22 1 7000 9; } >excerpt.log
is "$(runs excerpt.log)" "1 5000,2 6000,3 7000," "in an excerpt each line of a once-per-boot format is a run"
printf '%s\n' "[   10.000000] 10000 times kmalloc(8) -> 34 cycles kfree -> 69 cycles" \
	"[   11.000000] 10000 times kmalloc(8) -> 35 cycles kfree -> 70 cycles" >slab.log
is "$("$K" parse slab.log | field metric run value | grep -c '^alloc|1|')" 2 "repeats of another format stay in their run"

# Larger than what is seen whole, so that it is read in blocks and most lines are passed over.
for i in 1 2 3; do
	printf '[    0.000000] Linux version 6.1.%d (a@b) (gcc 12) #1 SMP\n[    0.500000] smp: Brought up 1 node, %d CPUs\n' $i $i
	yes "[  100.000000] noise that fills the buffers of the reader, line after line after line" | head -30000
	line 200 "$i" "500$i" 7
done >big.log
is "$("$K" parse big.log | cut -d, -f3,5,12,19 | grep 'release\|online\|time' | tr '\n' ' ')" \
	"1,1,kernel.release,6.1.1 1,2,cpu.online,1 1,30003,time,5001 2,30004,kernel.release,6.1.2 2,30005,cpu.online,2 2,60006,time,5002 3,60007,kernel.release,6.1.3 3,60008,cpu.online,3 3,90009,time,5003 " \
	"three boots of a long log, each with its facts and line numbers"

mkdir order
for i in 1 2 10; do { banner; line 20 "$i" "500$i" 7; } >order/boot-$i.log; done
is "$(runs order)" "1 5001,2 5002,3 50010," "boot-2 comes before boot-10"

for i in 1 2 3 4; do { banner; line 20 "$i" "500$i" 7; } | "$K" parse >>all.csv; done
{ banner; line 20 9 4000 7; } | "$K" parse >old.csv
out=$("$K" compare old.csv all.csv 2>err)
like "$out" "old.csv \(n=1\) +all.csv \(n=4\)" "records appended by four calls are four runs"
{ banner; line 20 4 5004 7; } | "$K" parse >>all.csv
is "$(runs all.csv)" "1 5001,2 5002,3 5003,4 5004," "and the same boot once more is not a fifth"

cp -r "$ROOT/samples/demo" .
is "$("$K" parse demo/before demo/after | "$K" compare -)" "$("$K" compare demo/before demo/after)" \
	"parse | compare says what compare says"
is "$("$K" parse --format=jsonl demo/before demo/after | "$K" changelog -)" \
	"$("$K" changelog demo/before demo/after)" "and so for a changelog by JSON Lines, facts and all"
is "$("$K" compare demo 2>err)" "$("$K" compare demo/after demo/before --base=before)" \
	"a directory of sides alone is enough"
like "$(cat err)" "note: 'before' is the base by its name" "and the side that is the base by its name is"
mkdir words
cp -r demo/after words/alpha
cp -r demo/before words/beta
is "$("$K" compare words 2>err)" "$("$K" compare words/alpha words/beta)" "without such a name it is the first"
is "$(cat err)" "" "and nothing is said"
is "$("$K" parse "$ROOT/samples/mail/nested-headings.log" | field source | sort | uniq -c | tr -s ' ' | tr '\n' ';')" \
	" 6 with SLAB, with the patch; 6 with SLAB, without the patch; 3 with SLUB, with the patch; 3 with SLUB, without the patch;" \
	"nested headings name four groups"
done_testing

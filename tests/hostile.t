#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# Bad input and a bad world: a clear error or a counted skip, never a crash, a shell or half a file.
. tests/lib.sh

DEMO=$ROOT/samples/demo
cd "$TMP" || exit 1
GOOD="Total time taken by all kfree'ers: 5000 ns, loops: 10, batches: 7"

: >empty
run "$K" parse empty
is "$rc" 2 "an empty file is no result"
like "$err" "^kbenchstat: no benchmark result in 'empty' \(1 file read, 0 lines skipped\): " "which is said"
mkdir nothing
run "$K" compare nothing nothing
is "$rc" 2 "nor is a directory with nothing in it"
like "$err" "^kbenchstat: no file in 'nothing'" "which is said"
echo hello | "$K" >out 2>err
is "$?" 2 "nor is a log without results on standard input"
like "$(cat err)" "no benchmark result in 'stdin'.*kbenchstat formats" "and the message says where to look"
is "$(cat out)" "" "no empty table is shown"
echo hello >a.log
run "$K" a.log
is "$rc $err" "2 kbenchstat: no command 'a.log': kbenchstat --help lists them, summary reads such a path" "a path in place of a command"
run "$K" compare a=- -
is "$rc $err" "2 kbenchstat: standard input can be read once, and is named 2 times" "standard input is no two sources"
run "$K" compare --base=x "$DEMO"
is "$rc $err" "2 kbenchstat: --base: no source of that name: 'x': there are 'after', 'before'" "a base that is none is told which there are"
run "$K" compare "$DEMO/before" missing
is "$rc" 2 "a path that is not there"
like "$err" "^kbenchstat: missing: No such file" "is named"
is "$out" "" "and there is no table without it"
run "$K" parse / -o x/y/z
is "$rc" 2 "an output that cannot be made"
if [ "$(id -u)" -ne 0 ]; then
	echo "$GOOD" >secret
	chmod 0 secret
	run "$K" parse secret
	is "$rc" 2 "an unreadable file"
fi
mkdir loop
ln -s ../loop loop/self
echo "$GOOD" >loop/a.log
run "$K" parse loop
is "$rc" 0 "a directory within itself"
like "$err" "directory within itself: left out" "is left out, and said"
run "$K" compare "$DEMO/before"
is "$rc" 2 "one source is no comparison"
like "$err" "needs two sources, and the input is one: 'before' with 4 runs" "and the error names what there was"

head -c 300000 "$K" >binary
run "$K" parse binary
is "$rc" 2 "a binary is no result"
unlike "$err" "[^ -~]" "and its bytes do not reach the terminal"
{ head -c 10000000 /dev/zero | tr '\0' x; echo; echo "$GOOD"; } >long
run "$K" parse long
is "$rc" 0 "a line of 10 MB"
like "$err" "long: warning: 1 line longer than 1048576 bytes: the rest ignored" "is cut and counted"
like "$out" ",long,2,.*,time,.*,5000$" "and the next line read, with its number"
{ printf 'NUL\0 in [    1.0] text\n%s\n\377\376\200\n' "$GOOD"; printf '%s\000\n' "$GOOD"; } >bytes
run "$K" parse bytes
is "$rc" 0 "NULs and bytes that are no UTF-8"
is "$(printf '%s\n' "$out" | grep -c ',time,')" 1 "pass without making or losing a result"
printf '\377\376h\0i\0' >utf16
run "$K" parse utf16
like "$err" "utf16: no result in 1 line: 'hi'" "UTF-16 is read as text"
printf '%s\n' "$GOOD, memory footprint: 99999999999999999999999999999999MB" >big
run "$K" parse big
is "$rc" 0 "a huge number is a number"
printf '1e999\n' >inf
run "$K" parse --input=numbers inf
is "$rc" 2 "a number beyond doubles is none"
like "$err" "inf:1: warning: numbers: number out of range: '1e999'" "and the line is named"

# Each line begins a run, so nothing may be looked for again from it on to the end of the text.
seq 150000 | sed 's/.*/latency: & us/' >runs
run timeout 30 "$K" parse runs
is "$rc $(printf '%s\n' "$out" | grep -c '^value')" "0 150000" "many runs in one text cost their number, not its square"

# Labels and names that are commands to something.
canary='$(touch canary)`touch canary`"; system("touch canary"); # '"'"'; system '"'"'touch canary'"'"' #'
run "$K" report -o rep "$canary=$DEMO/before" "| touch canary <script>=$DEMO/after"
is "$rc" 0 "a report with labels that are commands"
[ ! -e canary ] && [ ! -e rep/canary ] && [ ! -e rep/plots/canary ]
ok $? "runs none of them"
is "$(ls rep/plots | wc -l)" 4 "and has its plots"
is "$(grep -l '<script>' rep/plots/*.svg rep/report.md | grep -v report.md)" "" "none of which holds markup"
"$K" parse "$DEMO/before" "$DEMO/after" 2>/dev/null | sed 's/,footprint,/,"a|b <script>alert(1)<\/script> \x1b[31m",/' >odd.csv
run "$K" compare odd.csv
is "$rc" 0 "a metric with |, <script> and an escape sequence"
like "$out" 'a\|b <script>alert\(1\)</script> \\x1b\[31m' "shows as text"
run "$K" report -o odd odd.csv
like "$(cmark-gfm -e table odd/report.md 2>/dev/null)" '<code>a\|b &lt;script&gt;' "and is text in the report's HTML"
unlike "$(cmark-gfm -e table odd/report.md)" '<script' "in which nothing is a script"

# Rows of a records file that are longer than any line of a log may be.
for kb in 1500 5000; do
	{ "$K" parse "$DEMO/before" 2>/dev/null
	printf 'fact,,4,,,,,,,,,note,,,,,,,"'
	head -c $((kb * 1000)) /dev/zero | tr '\0' a
	printf '"\n'; } >long.csv
	"$K" parse long.csv 2>err >again.csv
	is "$? $(tail -1 again.csv | sed "s,.*\,,," | tr -cd a | wc -c)" "0 $((kb * 1000))" "a fact of $kb KB is read whole"
done
{ head -1 long.csv; echo 'value,x,1,,,,,b,,,,m,sd,3,ns,lower,,,5'; } >spreads.csv
for cmd in compare summary changelog "report -o spreads"; do
	run "$K" $cmd spreads.csv
	is "$rc" 2 "$cmd of spreads alone has no result"
	like "$err" "only spreads" "and says why"
done
{ echo 'kind,source,run,metric,value'; for i in $(seq 65); do echo "value,s$i,1,m,$i"; done; } >many.csv
run "$K" compare many.csv
is "$rc" 2 "65 sources are no comparison"
like "$err" "65 sources are too many" "as is said"
run "$K" summary many.csv
is "$rc" 0 "but a summary"
run "$K" compare --quiet=5 x
like "$err" "compare: option takes no value: '--quiet=5': kbenchstat compare --help lists them" "an option without a value takes none"

printf '%s\n' kind,source,run,bench,metric,unit,better,value \
	'value,a\x00b,1,k\x00x,m\x00y,ns,lower,1' 'value,c,1,k\x00x,m\x00y,ns,lower,2' >nul.csv
run "$K" compare nul.csv
like "$out" '^m.x00y +ns +1 +2 ' "NUL bytes in names are shown, and end nothing"
like "$out" 'a.x00b' "in labels too"

# What would be overwritten is not read.
mkdir over
"$K" parse "$DEMO/before" >over/records.csv
cp over/records.csv same.csv
for cmd in "summary -o over/records.csv over/records.csv" "parse -o over/records.csv over" \
	"report -o over old=over/records.csv $DEMO/after"; do
	run "$K" $cmd
	is "$rc" 2 "refused: $(echo "$cmd" | sed "s|$DEMO|DIR|")"
	like "$err" "over/records.csv: input file is output file" "as is said"
done
run sh -c "'$K' summary -o over/records.csv <over/records.csv"
is "$rc" 2 "refused from standard input"
is "$(cat over/records.csv)" "$(cat same.csv)" "and the file is whole"

# Sides that contradict each other.
printf '%s\n' kind,source,run,metric,unit,better,value value,a,1,m,ns,lower,1 value,b,1,m,ns,higher,2 value,a,1,k,ns,lower,1 value,b,1,k,ns,,2 >odd.csv
run "$K" compare odd.csv
like "$out" "The records disagree on whether more of m is better" "contradicting directions are said"
unlike "$out" "on whether more of k" "a missing one is none"
printf '%s\n' kind,source,run,metric,unit,better,value value,a,1,m,ns,lower,1 value,b,1,m,KiB,lower,2 >odd.csv
run "$K" compare odd.csv
is "$rc" 2 "sides without a unit in common are no comparison"
like "$err" "1 value was left out, in a unit of another kind" "and why is said"
printf '%s\n' kind,source,run,metric,unit,better,value value,a,1,m,s,lower,1e308 value,a,2,m,s,lower,1e3 value,b,1,m,s,lower,2 >odd.csv
run "$K" compare odd.csv
like "$out" "1 value was left out: too large" "a value that its unit carries beyond doubles is left out, as is said"
run "$K" compare "w/o patch=$DEMO/before" "w/ patch=$DEMO/after"
like "$out" "w/o patch \(n=4\) +w/ patch \(n=4\)" "labels that are given stay whole"
mkdir -p deep/x/a/log deep/x/b/log
cp "$DEMO/before/boot-1/console.log" deep/x/a/log/1.log
cp "$DEMO/after/boot-1/console.log" deep/x/b/log/1.log
run "$K" compare deep/x/a/log deep/x/b/log
like "$out" " a/log \(n=1\) +b/log \(n=1\)" "paths of one name are told apart from where they part"

# A bad world.
mkdir bin
for tool in sh cat; do ln -s "$(command -v $tool)" bin/; done
PATH=$TMP/bin "$K" report -o noplot "$DEMO/before" "$DEMO/after" >out 2>err
is "$?" 0 "without gnuplot there is a report"
like "$(cat err)" "warning: gnuplot is not installed: the report has no plots" "that says that it has no plots"
[ -s noplot/report.md ] && [ -s noplot/records.csv ] && ! grep -q '!\[' noplot/report.md
ok $? "and has none"
for cmd in "parse" "compare" "changelog" "summary" "parse --format=jsonl" "compare --format=json" "formats"; do
	case $cmd in formats) paths= ;; *) paths="$DEMO/before $DEMO/after" ;; esac
	"$K" $cmd $paths >/dev/full 2>err
	is "$?" 2 "$cmd on a full disk is an error"
	like "$(cat err)" "^kbenchstat: .*(No space left|cannot write)" "that is said"
	"$K" $cmd $paths >&- 2>err
	is "$?" 2 "$cmd with standard output closed is an error"
	(sleep 0.1; "$K" $cmd $paths; echo $? >rc) 2>err | true
	is "$(cat rc)" 2 "$cmd into a closed pipe is an error"
	is "$(cat err)" "" "without a word, as head(1) closes pipes on purpose"
done
echo old >kept
run "$K" parse -o kept empty
is "$rc $(cat kept)" "2 old" "a run without a result leaves the old output whole"
is "$(ls -A | grep -c 'kept.')" 0 "and no temporary file behind"
mkdir -p full/report.md
run "$K" report -o full "$DEMO/before" "$DEMO/after"
is "$rc" 2 "a report whose file cannot be put in place is an error"
like "$err" "full/report.md" "that names the file"

# Options.
for args in "compare --nonsense $DEMO" "nonsense" "compare --conf=200 $DEMO" "compare --alpha=x $DEMO" \
	"compare --width=5 $DEMO" "compare --format=nonsense $DEMO" "parse --format=html $DEMO" \
	"compare --base=nobody $DEMO" "compare --adjust=some $DEMO" "compare --color=red $DEMO" \
	"parse --input=nonsense $DEMO" "report $DEMO" "formats nonsense" "formats free nonsense" "summary --format=changelog $DEMO" "compare --input=csv $DEMO/before $DEMO/after" "compare --fail-on=slower $DEMO" "compare --base"; do
	run "$K" $args
	case $args in *fail-on*) want=129 ;; *) want=2 ;; esac
	is "$rc" $want "usage: $(echo "$args" | sed "s|$DEMO|DIR|")"
	like "$err" "^kbenchstat: [^A-Z].*('|with -o)" "says what is wrong with it, in lower case"
done
done_testing

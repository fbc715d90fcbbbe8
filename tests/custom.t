#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# Log formats of the user's own: patterns, rules files, and plain pairs, which need neither.
. tests/lib.sh
cd "$TMP" || exit 1

cat >log <<'END'
[    1.000001] fork test: 1234 ns, threads=4
> [    2.000001][   T12] fork test: 5678 ns, threads=8
[    3.000001] fork test: 9 ns
[    4.000001] fork test: 1e999 ns, threads=4
END
P='^fork test: (?<time_ns>[0-9e]+) ns, threads=(?<p_threads>\d+)'
is "$("$K" parse --pattern="$P" log 2>err | field time_ns format params metric unit better value)" \
	"$(printf '%s\n' '1000001000|pattern|threads=4|time|ns|lower|1234' '2000001000|pattern|threads=8|time|ns|lower|5678')" \
	"a pattern's groups are values and parameters, a name's end its unit"
is "$(cat err)" "kbenchstat: log:4: warning: pattern: number out of range: '1e999'" "what is no number is said"
is "$("$K" parse --pattern='(?<ops_per_s>\d+) per second' --pattern='= (?<size_KiB>\d+)' - <<'END' | field metric unit better value
did 12 per second
size = 34
END
)" "$(printf '%s\n' 'ops_per_s|ops/s|higher|12' 'size|KiB|none|34')" "several patterns, anywhere in a line"
is "$(printf 'speed 5\n' | "$K" parse --pattern='speed (?<rate_ops_per_s>\d+)' | field metric unit better value)" \
	"rate|ops/s|higher|5" "a unit may hold a slash"
is "$(printf 'speed 5\n' | "$K" parse --pattern='speed (?<rate_Mbit_per_s>\d+)' | field metric unit better value)" \
	"rate|Mbit/s|higher|5" "and a rate of bits is one"
for p in 'abc|defghij (?<v>\d+)' '(?i)DEFGHIJ (?<v>\d+)' 'defghi[j] (?<v>\d+)' 'defghijk? (?<v>\d+)' \
	'\x64efghij (?<v>\d+)' 'defghi(?:j|k) (?<v>\d+)' '\bdefghij (?<v>\d+)$' 'd.?efghij (?<v>\d+)' '[[:lower:]]+ (?<v>\d+)' \
	'defghij{1} (?<v>\d+)' '(?x) defghij [ ] (?<v>\d+)' '\Qdefghij \E(?<v>\d+)'; do
	is "$(printf 'x\ndefghij 7\n' | "$K" parse --pattern="$p" 2>&1 | field value)" 7 "it is found by: $p"
done

cat >my.rules <<'END'
# formats of ours
[fork]
summary = fork(): time by threads
example = fork test: 1234 ns, threads=4
pattern = ^fork test: (?<t>\d+) ns, threads=(?<p_threads>\d+)$
metric = t time ns lower

[boots]
once_per_boot = yes
pattern = ^boot took (?<a>\d+) of (?<b>\d+)$
metric = a took - higher sum
metric = b all count context
END
is "$("$K" formats --rules=my.rules fork)" "$(printf 'fork: fork(): time by threads\n    fork test: 1234 ns, threads=4')" \
	"formats shows them"
printf 'boot took 3 of 4\nboot took 5 of 6\nfork test: 1 ns, threads=2\n' >boots
is "$("$K" parse --rules=my.rules boots | field run format metric unit better fold context value | tr '\n' ' ')" \
	"1|boots|took||higher|sum|0|3 1|boots|all|count|none|mean|1|4 2|boots|took||higher|sum|0|5 2|boots|all|count|none|mean|1|6 2|fork|time|ns|lower|mean|0|1 " \
	"a rules file says the rest"
is "$("$K" parse --input=fork --rules=my.rules boots | field format value)" "fork|1" "--input may name one of them"

# bad WANTED FILE-CONTENT
bad()
{
	printf '%b\n' "$2" >bad.rules
	run "$K" parse --rules=bad.rules log
	is "$rc $(head -1 "$TMP/err" | cut -d: -f2-)" "2  $1" "refused: $2"
}
bad "bad.rules:2: pattern: missing closing parenthesis" '[a]\npattern = (?<v>\\\\d+'
bad "bad.rules:2: pattern: no named group for a value, as in (?<time_ns>\\d+)" '[a]\npattern = x(?<p_a>1)'
bad "bad.rules:3: metric: the pattern above has no such group: 'w'" '[a]\npattern = (?<v>1)\nmetric = w x ns'
bad "bad.rules:3: metric: not of the form GROUP NAME UNIT: 'v x'" '[a]\npattern = (?<v>1)\nmetric = v x'
bad "bad.rules:3: metric: none of lower, higher, sum, max, context: 'best'" '[a]\npattern = (?<v>1)\nmetric = v x ns best'
bad "bad.rules:1: no pattern in format 'a'" '[a]\nsummary = b'
bad "bad.rules:1: a format has this name already: 'kfree_rcu'" '[kfree_rcu]'
bad "bad.rules:3: a format has this name already: 'a'" '[a]\npattern = (?<v>1)\n[a]'
bad "bad.rules:1: a format has this name already: 'csv'" '[csv]'
bad "bad.rules:1: a format's name is of letters, digits, _ and -: 'a/b'" '[a/b]'
bad "bad.rules:1: a format's name is of letters, digits, _ and -: ''" '[]'
for group in p_ w_ i_; do
	bad "bad.rules:2: pattern: a group whose key is missing, as in (?<p_threads>\\d+)" "[a]\npattern = (?<$group>1)(?<v>1)"
done
bad "bad.rules:4098: more than 4096 patterns" "$(awk 'BEGIN { print "[a]"; while (i++ < 4097) print "pattern = (?<v>1)" }')"
bad "bad.rules:1: neither [NAME] nor KEY = VALUE below one: 'x = y'" 'x = y'
bad "bad.rules:2: none of pattern, metric, summary, example, once_per_boot: 'colour'" '[a]\ncolour = red'
bad "bad.rules:2: once_per_boot: neither yes nor no: 'maybe'" '[a]\nonce_per_boot = maybe'
run "$K" parse --pattern='fork (?<v>\d+' log
is "$rc $err" "2 kbenchstat: pattern: missing closing parenthesis
    fork (?<v>\\d+
                 ^" "a wrong pattern is shown with a caret"
run "$K" parse --pattern="$(printf '%05000d(?<v>1)' 1)" log
is "$rc $err" "2 kbenchstat: pattern: longer than 4096 bytes" "a pattern has a limit"
run "$K" parse --pattern='x(?P<p_>1)(?<v>1)' log
is "$(echo "$err" | tail -2)" "    x(?P<p_>1)(?<v>1)
           ^" "under the group at fault"
printf '\357\273\277[a]\r\npattern = it took (?<v_ns>.*) ns$\r\n' >mark.rules
printf 'it took 5 ns\nit took long ns\n' >took
run "$K" parse --rules=mark.rules took
is "$(field format metric value <"$TMP/out") $err" "a|v|5 kbenchstat: took:2: warning: a: not a number: 'long'" \
	"a rules file may begin with a mark and have CR at its ends; no number is said"
for p in 'nothing (?<v>\d+)' 'fork test: (?<v>)'; do
	run "$K" parse --pattern="$p" log
	like "$err" "^kbenchstat: note: --pattern: no line gave a value: parse --explain shows what became of each$" "an idle pattern is said: $p"
done
run "$K" parse --pattern='nothing (?<v>\d+)' --pattern='fork test: (?<v>\d+)' log
unlike "$err" "no line gave a value" "unless one of them did"
run "$K" parse --rules=none log
like "$rc $err" "^2 kbenchstat: none: No such file" "so has patience"
{ printf '%050000d' 0 | tr 0 a; echo cb; } >evil
run "$K" parse --pattern='^(?<v>(?:a+)+)b' evil
like "$rc $err" "pattern: line too hard to match: 'aaa" "a pattern without end ends"

printf '# mine\nlatency: 12.5 us\nrate of it: 5 ops/s\n\nlatency: 13 usec\nrate of it: 6 ops/s\n' >pairs
is "$("$K" parse pairs | field run metric unit better value | tr '\n' ' ')" \
	"1|latency|us|lower|12.5 1|rate of it|ops/s|higher|5 2|latency|us|lower|13 2|rate of it|ops/s|higher|6 " \
	"pairs need no pattern, and a name that comes again begins a run"
printf 'Ops\ttasks\t8\t0\t12.5\t_\nOps\ttasks\t8\t1\t13.5\t_\nOps\ttasks\t16\t0\t7\tx\n' >columns
is "$("$K" parse columns | field run params item metric value | tr '\n' ' ')" \
	"1|factor_a=tasks;factor_b=8|interval=0|Ops|12.5 1|factor_a=tasks;factor_b=8|interval=1|Ops|13.5 1|factor_a=tasks;factor_b=16|interval=0|Ops|7 " \
	"nor do six columns"
# What the user wrote goes before what the program knows: claimed texts, odd lines and good ones.
is "$(printf 'fork: 5 ns\nother: 6 ns\n' | "$K" parse --pattern='^(?<bench>fork): (?<t_ns>\d+)' | field format bench metric value | tr '\n' ' ')" \
	"pattern|fork|t|5 pairs|pairs|other|6 " "a pattern goes before pairs"
is "$(printf '5\n6\n' | "$K" parse --pattern='^(?<t_ns>6)$' | field format value | tr '\n' ' ')" "numbers|5 pattern|6 " "and numbers"
is "$(printf 'fork: 5 ns\n' | "$K" parse --input=pairs --pattern='(?<t_ns>\d+) ns' | field format)" pairs "unless --input names those"
for tail in 'bytes: 3' 'batches: 3'; do
	is "$(echo "Total time taken by all kfree'ers: 5 ns, loops: 2, $tail" | "$K" parse --pattern="all kfree'ers: (?<t_ns>\d+) ns" 2>&1 | field format metric value)" \
		"pattern|t|5" "and a known format: $tail"
done

for text in '   avx             : 35284 MB/sec' 'latency: 12.5 parsecs' 'a: 1 ns\nwe saw b: 2 ns there' 'note: 5' 'time: 10:30 us'; do
	printf '%b\n' "$text" >no
	run "$K" parse no
	is "$rc $("$K" parse no 2>/dev/null | grep -c ^value)" "2 0" "no pairs: $text"
done
printf 'a: 1 ns\nb: oops\n%s\n' "$(i=0; while [ $i -lt 60 ]; do echo "c$i: 1 ns"; i=$((i + 1)); done)" | sort -r >late
printf 'zz: 1 light-years\n' >>late
run "$K" parse late
like "$err" "pairs: " "what is none among pairs is said"

cat >blocks <<'END'
Total time taken by all kfree'ers: 1 ns, loops: 1, batches: 2
Total time taken by all kfree'ers: 2 ns, loops: 1, batches: 2

Total time taken by all kfree'ers: 3 ns, loops: 1, batches: 2

with a patch:
Total time taken by all kfree'ers: 4 ns, loops: 1, batches: 2
END
is "$("$K" parse --split-blocks blocks 2>/dev/null | field source metric value | grep time | tr '\n' ' ')" \
	"block 1|time|1 block 1|time|2 block 2|time|3 with a patch|time|4 " "--split-blocks numbers what has no name"
is "$("$K" parse blocks 2>err | field source metric value | grep -c '^|time')" 3 "else it is one source"
like "$(cat err)" "split-blocks numbers them" "as is said"

is "$("$K" parse --explain --rules=my.rules - <<'END' | sed 's/^stdin:/:/'
[    1.000001] fork test: 1234 ns, threads=4
hello
Total time taken by all kfree: nope
> > * Before
> Total time taken by all kfree'ers: 6564718459 ns, loops: 10000, batches:
> 1110, memory footprint: 5057MB
END
)" ":1: fork: 1 value
    {[    1.000001] } fork test: 1234 ns, threads=4
:2: nothing: no word of any format
    hello
:3: nothing: has a word of kfree_rcu, and no pattern of it matches
    Total time taken by all kfree: nope
:4: heading: names the source of what follows
    {> > } * Before
:5: kfree_rcu: 3 values
    {> } Total time taken by all kfree'ers: 6564718459 ns, loops: 10000, batches:
:6: goes on from the line above
    > 1110, memory footprint: 5057MB" "--explain says of each line what became of it"
"$K" parse -v --rules=my.rules log >/dev/null 2>err
like "$(cat err)" "note: 1 file, 4 lines, 2 values, 0 skipped" "-v counts"
like "$(cat err)" "note: fork: 2 values, 1 line with a word of it that gave none" "by format, with near misses"
done_testing

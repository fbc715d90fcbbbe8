#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# bench.sh BINARY: what reading a large log costs, beside wc and grep on the same log in the same run,
# and whether every value comes out as it was planted. SIZE=64M for a quick look. Times are shown, not
# judged; a wrong value is an error.
set -eu
LC_ALL=C
export LC_ALL
K=$1
SIZE=${SIZE:-1G}
SEED=${SEED:-1}
ROUNDS=5
dir=$(dirname "$K")/bench
log=$dir/log truth=$dir/truth dense=$dir/dense
kinds="Total time taken by all kfree'ers: |: Average=|time_bench: Type:|Summary: [a-z0-9_]+ passed:| times kmalloc\("
mkdir -p "$dir"
trap 'rm -rf "$dir"' EXIT

# cpu NAME COMMAND: runs it, its output into a file (grep reads no further when that is /dev/null), and
# notes the seconds of CPU time, user and system, of all its processes.
cpu()
{
	bash -c 'TIMEFORMAT="%3U %3S"; exec 3>&2 2>"$3"; time eval "$1" >"$2" 2>&3' \
		bash "$2" "$dir/$1.out" "$dir/time"
	awk '{ printf "%.3f\n", $1 + $2 }' "$dir/time" >>"$dir/$1.cpu"
}

median()
{
	sort -n "$dir/$1.cpu" | awk '{ v[NR] = $1 } END { print v[int((NR + 1) / 2)] }'
}

# memory COMMAND...: its peak in MiB.
memory()
{
	[ -x /usr/bin/time ] || { echo '?'; return; }
	/usr/bin/time -f %M -o "$dir/time" "$@" >/dev/null
	awk '{ printf "%.1f", $1 / 1024 }' "$dir/time"
}

# The planted columns of a records file. Values need no quoting, facts are not looked at.
planted()
{
	awk -F, -v OFS=, '$1 == "value" { print $5, $3, $9, $11, $12, $19 }' "$1"
}

row()
{
	printf '%-28s %8s %8s %8s %8s\n' "$@"
}

ratio()
{
	awk -v a="$(median "$1")" -v b="$(median "$2")" 'BEGIN { if (b > 0) printf "%.2f", a / b; else print "-" }'
}

rate()
{
	awk -v n="$1" -v s="$(median "$2")" 'BEGIN { if (s > 0) printf "%.2f", n / s / 1e6; else print "-" }'
}

${CC:-cc} -std=c17 -D_POSIX_C_SOURCE=200809L -O2 -o "$dir/genlog" "$(dirname "$0")/genlog.c"
echo "log:     $("$dir/genlog" "$SEED" "$SIZE" 10 "$log" "$truth"), $(wc -l <"$truth") values, seed $SEED"
echo "dense:   $("$dir/genlog" "$SEED" 16M 1000 "$dense" "$dense.truth"), $(wc -l <"$dense.truth") values"
for side in 1 2; do
	awk -v x="$side$SEED" 'BEGIN {
		for (i = 0; i < 100000; i++) {
			x = (x * 69069 + 1) % 4294967296
			print 1000 + x / 4294967296 * 10
		}
	}' >"$dir/$side"
done

# A million values a side, and 100 metrics of 20 runs a side.
for side in 1 2; do
	i=0
	while [ $i -lt 10 ]; do
		cat "$dir/$side"
		i=$((i + 1))
	done >"$dir/million$side"
done
awk 'BEGIN {
	print "kind,source,run,bench,metric,unit,better,value"
	for (i = 1; i <= 100; i++)
		for (run = 1; run <= 20; run++)
			for (s = 0; s < 2; s++)
				printf "value,%s,%d,bench,metric%d,ms,lower,%d\n", s ? "new" : "base",
					run, i, 100 + (i * run * 7919 + s) % 97
}' >"$dir/metrics.csv"

# Twenty formats more, none of which has a line in the log.
i=0
while [ $i -lt 20 ]; do
	printf '[more%d]\npattern = ^benchmark number %d took (?<time_ns>\\d+) ns\n' $i $i
	i=$((i + 1))
done >"$dir/rules"

i=0
while [ $i -lt $ROUNDS ]; do
	cpu wc "wc -l $log"
	cpu grep "grep -cE \"$kinds\" $log"
	cpu parse "$K parse $log"
	cpu rules "$K parse --rules=$dir/rules $log"
	cpu pipe_wc "cat $log | wc -l"
	cpu pipe "cat $log | $K parse -"
	cpu dense "$K parse $dense"
	cpu numbers "$K summary $dir/1 $dir/2"
	cpu million "$K compare $dir/million1 $dir/million2"
	cpu bootstrap "$K compare --stat=median --bootstrap $dir/metrics.csv"
	if command -v ministat >/dev/null; then
		cpu ministat "ministat $dir/1 $dir/2"
		cpu ministat_million "ministat $dir/million1 $dir/million2"
	fi
	i=$((i + 1))
done

echo
row "" "CPU s" "x wc" "x grep" "MiB"
row "wc -l" "$(median wc)" "$(ratio wc wc)" "$(ratio wc grep)" "$(memory wc -l "$log")"
row "grep -cE, 5 alternatives" "$(median grep)" "$(ratio grep wc)" "$(ratio grep grep)" "$(memory grep -cE "$kinds" "$log")"
row "parse LOG" "$(median parse)" "$(ratio parse wc)" "$(ratio parse grep)" "$(memory "$K" parse "$log")"
row "cat LOG | wc -l" "$(median pipe_wc)" "$(ratio pipe_wc wc)" "$(ratio pipe_wc grep)" ""
row "cat LOG | parse" "$(median pipe)" "$(ratio pipe wc)" "$(ratio pipe grep)" "$(cat "$log" | memory "$K" parse -)"
echo
echo "cat LOG | parse        x$(ratio pipe pipe_wc) of cat LOG | wc -l"
echo "20 formats more        x$(ratio rules parse) of parse LOG"
echo "parse LOG              $(rate "$(wc -l <"$truth")" parse) M values a second"
echo "parse, results alone   $(rate "$(wc -l <"$dense.truth")" dense) M values a second"
echo "summary 2 x 100,000    $(median numbers) s"
echo "compare 2 x 1,000,000  $(median million) s"
echo "100 x 9999 resamples   $(median bootstrap) s"
if command -v ministat >/dev/null; then
	echo "ministat, the same     $(median ministat) s; summary is x$(ratio numbers ministat) of it"
	echo "ministat, 2 x million  $(median ministat_million) s; compare is x$(ratio million ministat_million) of it"
else
	echo "ministat, the same     not installed: skipped"
fi
echo
echo "CPU time, user and system, by bash's time: medians of $ROUNDS alternating rounds."
if [ -x /usr/bin/time ]; then
	echo "Peak memory by /usr/bin/time."
else
	echo "Peak memory is not measured: there is no /usr/bin/time (Debian package time)."
fi

status=0
check()
{
	planted "$dir/$1.out" | cmp -s - "$2" && return
	echo "$1: values differ from what was planted (< got, > planted), from here on:"
	planted "$dir/$1.out" | diff - "$2" | head -n 5
	status=1
}
check parse "$truth"
check pipe "$truth"
check dense "$dense.truth"
[ $status -ne 0 ] || echo "Values: all as planted."
exit $status

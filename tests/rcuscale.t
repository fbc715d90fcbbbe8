#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# From the durations of writers that the records hold, the rules of kvm-recheck-rcuscale.sh give what
# that script prints: all in one pool, microseconds, percentiles by floor rank. The figures are the
# script's own, of these 27 durations.
. tests/lib.sh

want="11256.6 3981.6 6002.73 9001 12000.1 142228"

# console PREFIX: the lines of two writers, index by index.
console()
{
	for writer in \
		"0 3981600 4002730 5120011 5999990 6002730 6002731 6050000 6100250 6999999 7008930 7008931 8000400 10015000 4100000" \
		"1 4200100 4300200 5000300 5500400 5600500 5700600 6400700 6500800 7100900 9001000 12000100 142228000 4000000"; do
		set -- "$1" $writer
		prefix=$1 w=$2 index=0
		shift 2
		for ns in "$@"; do
			printf '%srcu-scale: %4d writer-duration: %5d %d\n' "$prefix" "$w" "$index" "$ns"
			index=$((index + 1))
		done
		set -- "$prefix"
	done
}

# recheck: records to mean, minimum, p50, p90, p99 and maximum.
recheck()
{
	field metric stat unit value | awk -F '|' '
		$1 == "duration" && $2 == "value" && $3 == "ns" { print $4 }' | sort -n | awk '
		{ us[NR] = $1 / 1000; sum += us[NR] }
		function at(p, i) { i = int(NR * p / 100); return us[i < 1 ? 1 : i] }
		END { print sum / NR, us[1], at(50), at(90), at(99), us[NR] }'
}

for prefix in "" "[   20.640300] " "[   20.640300][  T123] " "<1>[   20.640300][    C0] " "> > [   20.640300] "; do
	console "$prefix" >"$TMP/console.log"
	run "$K" parse "$TMP/console.log"
	is "$(printf '%s\n' "$out" | recheck)" "$want" "the script's figures, of lines that begin with '$prefix'"
	is "$rc $err" "0 " "and nothing is amiss"
done

{
	console "[   20.640300] " | head -20
	console "[   20.640300] " | tail -1
} >"$TMP/lost.log"
run "$K" parse "$TMP/lost.log"
like "$err" ":1: warning: rcuscale: 21 of at least 27 writer durations are in the log" \
	"lost lines are counted"
done_testing

#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# readproc on the machine at hand; READPROC and KBENCHSTAT are set by 'make check-vm'.
. tests/lib.sh
: "${READPROC:?}" "${KBENCHSTAT:?}"

header=$(printf '%6s%18s%18s%18s%18s%18s' tasks fork-sec ready-sec read-sec "read/repeat sec" texit)
row=' {5}1( {10}[0-9]\.[0-9]{6}){5}'

run "$READPROC" -h -f /proc/cpuinfo -n 1 -b 512 -r 3
is "$rc $(sed -n 1,4p "$TMP/out")" "0 File: /proc/cpuinfo
Bufsize: 512
Repeats: 3
$header" "-h says what is measured"
like "$(sed -n 5p "$TMP/out")" "^$row\$" "a row has six columns of the established widths"
is "$(wc -l <"$TMP/out")" 5 "and there is one"
run "$READPROC" -f /proc/cpuinfo
like "$out" "^$row\$" "without -h it is the row alone"

run "$READPROC" --sweep=1,2,3 --repeat-runs=2 -f /proc/cpuinfo
is "$(awk '{ print $1 }' "$TMP/out" | tr '\n' ' ')" "1 2 3 1 2 3 " "--sweep makes a row for each number of tasks, --repeat-runs all of them again"
is "$(awk '{ print NF }' "$TMP/out" | sort -u)" 6 "rows of numbers only"

# /proc/self is another file for each task: that many bytes are to be read, so many times.
run strace -f -e trace=openat,sched_setaffinity -o "$TMP/trace" "$READPROC" -n 2 -r 5 -f /proc/self/stat
is "$(grep -c '"/proc/self/stat"' "$TMP/trace")" 12 "each task reads the file once to warm up and then as often as told"
if [ "$(nproc)" -gt 1 ]; then
	# strace may cut a call in two where the other task's comes between.
	is "$(grep -o 'sched_setaffinity([0-9]*, [0-9]*, \[[0-9]*' "$TMP/trace" | sort -u | wc -l)" 2 "each task has a CPU of its own"
	is "$(grep 'sched_setaffinity.*= -' "$TMP/trace")" "" "and gets it"
	is "$err" "" "and there is nothing to warn of"
fi

many=$(($(nproc) * 8 + 1))
run timeout 60 "$READPROC" -n "$many" -r 2
is "$rc" 0 "more tasks than CPUs come to an end"
like "$err" "^readproc: warning: $many tasks on [0-9]+ CPUs?: they wait" "with a warning"

run "$READPROC" -n 2 -f /proc/no-such-file
is "$rc $out" "1 " "a file that is not there is an error without a row"
like "$err" "^readproc: /proc/no-such-file: cannot open: No such file or directory \(task [12] of 2\)\$" "which says what failed"
run "$READPROC" -f /proc/self
like "$err" "^readproc: /proc/self: cannot read: Is a directory" "a directory cannot be read"
for bad in -n0 -nx -n-1 -n1,2 --sweep=1,,2 --sweep=, -b0 -r0 -r99999999999 --repeat-runs=0; do
	run "$READPROC" "$bad"
	is "$rc $(echo "$err" | grep -c "^readproc: [^:]*: not a number from 1 to ")" "1 1" "refused: $bad"
done
run "$READPROC" /proc/stat
like "$err" "^readproc: not an option: '/proc/stat'; the file to read is named by -f" "a file without -f is no option"
run sh -c "\"$READPROC\" >/dev/full"
is "$rc $err" "1 readproc: write: No space left on device" "a full disk is an error"

# A parent that is killed leaves no tasks behind.
"$READPROC" -n 2 -r 2000000000 2>/dev/null >&2 &
pid=$!
sleep 0.5
tasks=$(cat "/proc/$pid/task/$pid/children")
kill -9 $pid
wait $pid 2>/dev/null
sleep 0.5
left=
for t in $tasks; do
	state=$(sed 's/.*) //; s/ .*//' "/proc/$t/stat" 2>/dev/null)
	[ "${state:-Z}" = Z ] || left="$left $t"
done
is "$(echo "$tasks" | wc -w)$left" 2 "no task outlives its parent"

"$READPROC" -h --sweep=1,2 -r 20 -f /proc/cpuinfo 2>/dev/null | "$KBENCHSTAT" parse --format=csv >"$TMP/records"
is "$(field bench params metric work unit <"$TMP/records" | grep '|read|')" \
	"readproc|file=/proc/cpuinfo;tasks=1|read|repeats=20|s
readproc|file=/proc/cpuinfo;tasks=2|read|repeats=20|s" "kbenchstat reads what readproc prints"
done_testing

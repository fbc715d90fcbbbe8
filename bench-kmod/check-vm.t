#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# Real boots of Debian's kernels with kbench.ko. 'make check-vm' sets OUT, READPROC, KBENCHSTAT, JOBS,
# FLAVOUR, and OTHER: a second kernel's flavour, or empty.
. tests/lib.sh
: "${OUT:?}" "${READPROC:?}" "${KBENCHSTAT:?}" "${FLAVOUR:?}" "${JOBS:=2}"
export READPROC KBENCHSTAT OUT FLAVOUR
R=$OUT/check-vm
rm -rf "$R"
mkdir -p "$R"

# vm NAME ARGUMENT...: boots into R/NAME; what went wrong is shown.
vm()
{
	name=$1
	shift
	run bench-kmod/run-vm --out="$R/$name" "$@"
	ok "$rc" "$name: all boots are done"
	[ "$rc" -eq 0 ] || sed 's/^/# /' "$TMP/err"
	clean "$name"
}

# clean NAME: the consoles below R/NAME show no complaint of the kernel's.
clean()
{
	is "$(grep -rhaE --include=console.log \
		'WARNING:|BUG:|Oops|Kernel panic|stall|lockdep|locking dependency|Call Trace|KASAN|hung_task|blocked for more|page allocation failure|Objects remaining|refcount_t|oom-killer|messages dropped' \
		"$R/$1" | tr -d '\r')" "" "$1: no console has a warning, a stall or a loss"
}

# parsed DIR: records of a side; none of its lines is skipped, and nothing is said. A module from
# outside the tree taints, and TSCs in QEMU do not agree.
parsed()
{
	run "$KBENCHSTAT" parse --format=csv "$R/$1"
	is "$rc $err$(grep -E '^event,' "$TMP/out" | grep -vE ',(taint\.module|clock\.unstable),')" "0 " \
		"$1: every line is read, and no other event among them"
	cp "$TMP/out" "$R/records"
}

# kernel FLAVOUR: sets image and module, the module built.
kernel()
{
	version=$(sh bench-kmod/get-kernel "$OUT" "$1") || return
	image=$OUT/vmlinuz-$version module=$OUT/$version/kbench.ko
	make -C bench-kmod module KDIR="/usr/src/linux-headers-$version" OUT="$OUT/$version" >"$TMP/out" 2>&1
	rc=$?
	is "$rc $(grep -iE 'warning|error' "$TMP/out")" "0 " "the module builds for $version without a warning"
}

kernel "$FLAVOUR" || exit 2

# The demo, twice.
for n in 1 2; do
	DEMO=$R/demo$n BOOTS=3 JOBS=$JOBS run sh bench-kmod/demo.sh
	is "$rc" 0 "the demo runs"
	[ "$rc" -eq 0 ] || sed 's/^/# /' "$TMP/err"
	sed "s,$R/demo.,DEMO,g" "$TMP/out" >"$R/block$n"
	clean demo$n
	for side in unbatched batched; do
		parsed demo$n/$side
		cp "$R/records" "$R/$side$n"
	done
done
for side in unbatched batched; do
	is "$(sed "s,$R/demo.,," "$R/${side}2" | cksum)" "$(sed "s,$R/demo.,," "$R/${side}1" | cksum)" \
		"run again, $side has the same records"
	is "$(field run metric <"$R/${side}1" | sort -u | grep -cE '\|(time|batches|footprint)$')" 9 \
		"three boots of $side have a time, grace periods and a footprint each"
done
run "$KBENCHSTAT" compare --format=csv "$R/demo1/unbatched" "$R/demo1/batched"
is "$(python3 -c '
import csv, sys
for row in csv.DictReader(sys.stdin):
    if row["metric"] == "batches":
        print(row["base.n"], row["new.n"], row["verdict"], float(row["lo"]) <= float(row["hi"]) < -0.3)
' <"$TMP/out")" "3 3 lower True" "batching has fewer grace periods by far, with an interval"
like "$(tr '\n' ' ' <"$R/block1")" "batches fell by [0-9.]+% \(95% interval" "and the block says so"
like "$(tr '\n' ' ' <"$R/block1")" "Times are counts of instructions, 2 ns each" "and what its times are"
is "$(cat "$R/block2")" "$(cat "$R/block1")" "and is the same the second time"

# Each workload, two boots on two CPUs.
vm slab --boots=2 --kernel="$image" --module="$module" --workload=slab --param=count=500 --param=sizes=8,256,4096
parsed slab/results
is "$(field run params metric <"$R/records" | grep -v 'cpu=' | cut -d'|' -f1 | sort | uniq -c | awk '{ print $1 }' | sort -u | wc -l)" 1 "slab: both boots have as many results"
# 3 sizes, 3 allocators; 6 patterns, of which 4 have two numbers
is "$(field run item metric value params <"$R/records" | awk -F'|' '$1 == 1 && $2 == "" && $4 > 0' | wc -l)" 81 "slab: a number, not 0, for each size, allocator and pattern"
is "$(field run item <"$R/records" | grep -c '^1|cpu=1$')" 54 "slab: the concurrent ones have numbers of the second CPU"
like "$(grep -h 'kbench: start' "$R"/slab/results/boot-01/console.log)" "workload=slab impl=kbench cpus=2 clock=[a-z_]+ reps=1 count=500 .*sizes=8,256,4096" "slab: the banner has the parameters"

vm vmalloc --boots=2 --kernel="$image" --module="$module" --workload=vmalloc --param=test_loop_count=50 --param=nr_threads=2
parsed vmalloc/results
is "$(grep -hcE '\] Summary: [a-z_]+ passed: 1 failed: 0 repeat: 1 loops: 50 avg: [1-9][0-9]* usec.$' "$R"/vmalloc/results/*/console.log | tr '\n' ' ')" "6 6 " "vmalloc: three tests of two threads"
is "$(grep -ohE '\] All test took worker[01]=[1-9][0-9]* cycles' "$R"/vmalloc/results/*/console.log | cut -c3- | cut -d= -f1 | sort | uniq -c | tr -s ' ' | tr '\n' ';')" " 2 All test took worker0; 2 All test took worker1;" "vmalloc: and the cycles of each"

vm procread --boots=2 --kernel="$image" --module="$module" --workload=procread --param=read_size=1024 --sweep=1,2 --repeats=40
parsed procread/results
is "$(field run params metric work <"$R/records" | grep '|read|')" "1|file=/proc/kbench_read;tasks=1|read|repeats=40
1|file=/proc/kbench_read;tasks=2|read|repeats=40
2|file=/proc/kbench_read;tasks=1|read|repeats=40
2|file=/proc/kbench_read;tasks=2|read|repeats=40" "procread: a curve from each boot"
# (1 + 2 tasks) * (40 + 1 to warm up), and as many times 1024 bytes
is "$(grep -ohE 'opens=[0-9]+|bytes=[0-9]+' "$R"/procread/results/*/console.log | sort -u | tr '\n' ' ')" "bytes=125952 opens=123 " "procread: the module has seen just these reads"

# What must be refused, and stopped in mid-run.
cat >"$TMP/guest" <<'END'
refuse()
{
	if insmod /kbench.ko "$@" 2>/dev/null; then
		echo "check: took $*"
		rmmod kbench
	else
		echo "check: refused $*"
	fi
}
refuse
refuse workload=nothing
refuse workload=kfree_rcu kfree_loops=0
refuse workload=kfree_rcu kfree_alloc_num=0
refuse workload=kfree_rcu kfree_alloc_num=4000000000
refuse workload=kfree_rcu reps=0
refuse workload=slab count=0
refuse workload=slab count=4000000000
refuse workload=slab sizes=0
refuse workload=slab patterns=none
refuse workload=vmalloc test_loop_count=0
refuse workload=vmalloc nr_pages=100000000
refuse workload=procread read_size=0
echo "check: refusals told $(dmesg | grep -c '\] kbench: [a-z_]*[:=]')"
for args in "kfree_rcu kfree_loops=100000" "kfree_rcu kfree_loops=100000 batch=0" "slab count=200000 sizes=64 reps=1000" \
	"vmalloc test_loop_count=100000000" "procread"; do
	insmod /kbench.ko workload=$args && sleep 1 && rmmod kbench &&
		echo "check: stopped $args: $(dmesg | sed -n 's/.*kbench: end/end/p' | tail -n 1)"
done
exit 0
END
vm guest --boots=1 --kernel="$image" --module="$module" --guest="$TMP/guest"
tr -d '\r' <"$R/guest/results/boot-01/console.log" | sed -n 's/^check: //p' >"$R/said"
is "$(grep -c '^refused' "$R/said") $(grep '^took' "$R/said")" "13 " "insmod with wrong parameters is refused"
is "$(sed -n 's/^refusals told //p' "$R/said")" 26 "each time with a line that says why"
is "$(grep '^stopped' "$R/said")" "stopped kfree_rcu kfree_loops=100000: end workload=kfree_rcu status=-4
stopped kfree_rcu kfree_loops=100000 batch=0: end workload=kfree_rcu status=-4
stopped slab count=200000 sizes=64 reps=1000: end workload=slab status=-4
stopped vmalloc test_loop_count=100000000: end workload=vmalloc status=-4
stopped procread: end workload=procread status=0" "rmmod in mid-run ends it"

# Deterministic: counts are exact, and waiting costs no time.
cat >"$TMP/guest" <<'END'
load()
{
	insmod /kbench.ko workload=$*
	while [ "$(cat /sys/module/kbench/parameters/done)" = 0 ]; do
		sleep 1
	done
	rmmod kbench
}
# used: objects in kmalloc's caches and others, and MiB in use, when all that was to be freed has been.
used()
{
	sleep 6
	for cache in /sys/kernel/slab/*/shrink; do
		echo 1 >"$cache"
	done
	awk '/^(kmalloc-|task_struct|vmap_area|proc_dir_entry)/ { sum += $2 } END { printf "%d ", sum }' /proc/slabinfo
	awk '/^MemFree/ { printf "%d\n", -$2 / 1024 }' /proc/meminfo
}
loads()
{
	for i in $(seq "$1"); do
		load kfree_rcu kfree_loops=2
		load slab count=100 sizes=64
		load vmalloc test_loop_count=2 busy_areas=10
		insmod /kbench.ko workload=procread
		cat /proc/kbench_read >/dev/null
		rmmod kbench
	done
}
loads 3
set -- $(used)
loads 20
set -- "$@" $(used)
echo "check: 20 loads of each workload: objects $1 $3, MiB $2 $4"
[ $(($3 - $1)) -lt 20 ] && [ $(($4 - $2)) -le 2 ] && echo "check: no leak"
exit 0
END
vm leak --boots=1 --deterministic --kernel="$image" --module="$module" --guest="$TMP/guest"
tr -d '\r' <"$R/leak/results/boot-01/console.log" | sed -n 's/^check: //p' >"$R/said"
like "$(cat "$R/said")" "^no leak\$" "twenty loads of each workload leave nothing allocated"
sed -n 's/^20 loads/# &/p' "$R/said"

# The same module source on two kernels, compared, if the machine's archives have the second one: for
# 6.12 on Debian 12 that is the security archive.
if [ -n "${OTHER:-}" ] && ! apt-get install -s "linux-headers-$OTHER" >/dev/null 2>&1; then
	echo "# linux-headers-$OTHER is in no archive of this machine: no second kernel is tested"
	OTHER=
fi
if [ -n "${OTHER:-}" ]; then
	first_image=$image first_module=$module
	sh tests/deps.sh "linux-headers-$OTHER" >/dev/null
	kernel "$OTHER" || exit 2
	vm kernels --boots=2 --deterministic --jobs="$JOBS" --workload=kfree_rcu --param=kfree_loops=10 \
		--side=one --kernel="$first_image" --module="$first_module" --side=other --kernel="$image" --module="$module"
	parsed kernels/one
	parsed kernels/other
	like "$("$KBENCHSTAT" compare "$R/kernels/one" "$R/kernels/other")" "^time " "two kernels, compared"
	for work in slab vmalloc; do
		vm other-$work --boots=1 --kernel="$image" --module="$module" --workload=$work \
			--param="$([ $work = slab ] && echo count=200 || echo test_loop_count=10)"
		parsed other-$work/results
	done
	vm other-procread --boots=1 --kernel="$image" --module="$module" --workload=procread
	parsed other-procread/results
fi
done_testing

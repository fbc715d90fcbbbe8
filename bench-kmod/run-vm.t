#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# run-vm without a real boot: the QEMU and the kernel tree of these tests are scripts.
. tests/lib.sh
: "${READPROC:?}" "${KBENCHSTAT:?}"
export READPROC
V=$ROOT/bench-kmod/run-vm
cd "$TMP" || exit 2

# A guest that does what its kernel command line says.
cat >qemu <<'END'
#!/bin/sh
[ "$1" = --version ] && { echo "QEMU of the test"; exit; }
all=$*
while [ $# -gt 0 ]; do
	case $1 in
	-append) append=$2 ;;
	-serial) console=${2#file:} ;;
	-initrd) cksum <"$2" >>"$LOG.initrd" ;;
	esac
	shift
done
echo "$all" >>"$LOG"
case $all in
*"-accel kvm"* | *workload=hang*) exec sleep 59.75 ;;
esac
printf '[    0.000000] Linux version 6.1.0 (x@y) #1\r\n' >"$console"
case $append in
*workload=panic*) printf '[    1.000000] Kernel panic - not syncing: on purpose\r\n' >>"$console" ;;
*workload=refused*) printf 'kbench-vm: failed: insmod: status 22\r\n' >>"$console" ;;
*workload=broken*) echo "no such machine" >&2; exit 1 ;;
*) printf 'kbench-vm: done\r\n' >>"$console" ;;
esac
END
chmod +x qemu
QEMU=$TMP/qemu LOG=$TMP/log
export QEMU LOG
cp /bin/true vmlinuz-6.1.0-test
cp /bin/true other
cp /bin/true kbench.ko
echo CONFIG_TEST=y >config-6.1.0-test
vm()
{
	: >"$LOG"
	: >"$LOG.initrd"
	run "$V" --kernel=vmlinuz-6.1.0-test --module=kbench.ko --accel=tcg "$@"
}

vm --out=r1 --boots=3 --deterministic --seed=40 --workload=kfree_rcu --param=reps=2 \
	--side=old --param=batch=0 --side=longer --param=batch=1 --param=kfree_loops=5
is "$rc" 0 "boots that are done give status 0"
is "$(for f in r1/*/*/meta; do sed -n 's/^order=//p; s/^seed=//p' "$f" | tr '\n' ' '; echo "${f%/meta}"; done | sort -n | cut -d/ -f1-3)" \
	"1 40 r1/old/boot-01
2 41 r1/longer/boot-01
3 42 r1/longer/boot-02
4 43 r1/old/boot-02
5 44 r1/old/boot-03
6 45 r1/longer/boot-03" "sides are booted A B B A, each boot with a seed of its own"
is "$(ls r1/old/boot-01)" "cmdline
config
console.log
meta" "a boot has its console, command line, configuration and meta"
is "$(cat r1/old/boot-01/config)" CONFIG_TEST=y "the configuration is that beside the kernel"
is "$(sed 's/ *$//' r1/longer/boot-02/cmdline)" \
	"console=ttyS0 panic=-1 kbench_vm.clock=instructions kbench.workload=kfree_rcu kbench.reps=2 kbench.batch=1 kbench.kfree_loops=5" \
	"parameters of all sides come first, then those of the side"
is "$(wc -c <r1/old/boot-01/cmdline)" "$(wc -c <r1/longer/boot-01/cmdline)" "command lines have one length"
like "$(head -n 1 "$LOG")" "-icount shift=1,sleep=off -rtc base=2024-01-01,clock=vm -cpu max -smp 1 -m 512 -seed 40 " "deterministic boots count instructions, on one CPU"
is "$(sort -u "$LOG.initrd" | wc -l)" 1 "the guest's root is the same, byte for byte, for each boot"
mkdir again
before=$(head -n 1 "$LOG.initrd")
touch kbench.ko
vm --out=again/r --boots=1 --deterministic --workload=kfree_rcu
is "$(head -n 1 "$LOG.initrd")" "$before" "and for the next call"
like "$(cat again/r/results/boot-01/meta)" "^deterministic=1\$" "meta says that it was deterministic"

vm --out=r2 --boots=1 --timeout=2 --side=good --workload=slab --side=hang --workload=hang --side=panic \
	--workload=panic --side=refused --workload=refused --side=broken --workload=broken
is "$rc" 1 "a boot that is not done gives status 1"
like "$err" "^run-vm: 5 boots, 1 done, 3 failed, 1 hung: r2\$" "all are counted"
is "$(grep -hE '^(status|reason)=' r2/good/*/meta r2/hang/*/meta r2/panic/*/meta r2/refused/*/meta r2/broken/*/meta)" \
	"status=done
status=hung
reason=no end within 2 s
status=failed
reason=Kernel panic - not syncing: on purpose
status=failed
reason=insmod: status 22
status=failed
reason=QEMU ended with status 1: no such machine" "and kept, with what became of them"
like "$err" "^run-vm: panic boot 01: failed in [0-9]+ s: Kernel panic - not syncing: on purpose\$" "and told"

vm --out=r3 --boots=2 --workload=slab --side=one --side=two --kernel=other
is "$(grep -o -- '-kernel [^ ]*' "$LOG" | sed 's,.*/,,' | tr '\n' ' ')" \
	"vmlinuz-6.1.0-test other other vmlinuz-6.1.0-test " "two kernels, in turn"
like "$(head -n 1 "$LOG")" "-accel tcg -cpu max -smp 2 " "two CPUs where nothing else is said"

vm --out=r4 --boots=1 --workload=procread --sweep=1,4 --repeats=7 --append="quiet" --memory=300 --cpus=4
like "$(cat r4/results/boot-01/cmdline)" "kbench.workload=procread kbench_vm.sweep=1,4 kbench_vm.repeats=7 quiet\$" "what readproc is to do, and words of one's own"
like "$(cat "$LOG")" "-smp 4 -m 300 " "--cpus and --memory"

echo 'echo hello' >script
vm --out=r5 --boots=1 --guest=script --param=a=b
is "$rc $(sed 's/ *$//' r5/results/boot-01/cmdline)" "0 console=ttyS0 panic=-1 kbench.a=b" "a script instead of a workload"

if [ -w /dev/kvm ]; then
	run "$V" --kernel=other --module=kbench.ko --out=r6 --boots=1 --timeout=2 --workload=slab
	like "$err" "^run-vm: using tcg\$" "a KVM that hangs is left alone"
fi

# refused ARGUMENT... -- PATTERN: status 2, a message, and nothing booted.
refused()
{
	args=
	while [ "$1" != -- ]; do
		args="$args $1"
		shift
	done
	# shellcheck disable=SC2086
	vm --out=none $args
	is "$rc $(cat "$LOG")$(ls none 2>/dev/null)" "2 " "refused:$args"
	like "$err" "^run-vm: $2" "... $2"
}
refused --workload=slab --boots=0 -- "--boots: not a number from 1"
refused --workload=slab --cpus=2 --deterministic -- "--deterministic works with one CPU only"
refused --workload=slab --jobs=2 -- "--jobs=2: boots beside each other disturb each other"
refused --workload=slab --param=loops -- "--param: not of the form key=value: 'loops'"
refused --workload=slab "--param=a=b\"c" -- "--param: not of the form"
refused --workload=slab --side=a --side=a -- "--side: 'a' is there twice"
refused --workload=slab --side=a/../b -- "--side: a label is made of"
refused --workload=slab --kernel=/nowhere/vmlinuz -- "cannot read the kernel \(--kernel\): '/nowhere/vmlinuz'"
refused --workload=slab --module=/nowhere.ko -- "cannot read the module"
refused -- "--workload is needed"
refused --workload=slab --nonsense=1 -- "unknown option: '--nonsense'"
refused --workload=slab word -- "not an option: 'word'"
vm --out=r1 --workload=slab --side=old
like "$err" "^run-vm: there already: 'r1/old'" "results are not written over"

# Stopped: nothing goes on behind its back.
"$V" --kernel=other --module=kbench.ko --accel=tcg --out=r7 --boots=1 --workload=hang 2>/dev/null &
pid=$!
sleep 1
: >"$TMP/marker"
kill $pid
wait $pid
is "$?" 2 "a signal ends run-vm"
is "$(ps -eo args | grep -c "^[q]emu.*$TMP\|^[s]leep 59.75")" 0 "and its QEMU"

# A kernel tree whose kvm.sh is ours.
for tree in tree tree2; do
	mkdir -p $tree/tools/testing/selftests/rcutorture/bin
	cat >$tree/tools/testing/selftests/rcutorture/bin/kvm.sh <<'END'
#!/bin/sh
printf '%s\n' "$PWD" "$@" --end >>"$LOG"
while [ $# -gt 0 ]; do
	case $1 in
	--datestamp) stamp=$2 ;;
	--bootargs) bootargs=$2 ;;
	esac
	shift
done
res=tools/testing/selftests/rcutorture/res/$stamp/TREE
mkdir -p "$res"
case $bootargs in
*kfree_loops=3*) echo "divide error" >"$res/console.log"; exit 1 ;;
esac
echo CONFIG_TREE=y >"$res/.config"
echo "qemu-system-x86_64 -append \"$bootargs\"" >"$res/qemu-cmd"
{
	echo "[    0.000000] Linux version 6.9.0 (x@y) #1"
	echo "[    0.000000] Command line: $bootargs"
	n=$(wc -l <"$LOG")
	echo "[    9.000$((n + 100))] Total time taken by all kfree'ers: $n ns, loops: 9, batches: 4, memory footprint: 7MB"
} >"$res/console.log"
END
	chmod +x $tree/tools/testing/selftests/rcutorture/bin/kvm.sh
done
: >"$LOG"
run "$V" --out=k1 --boots=2 --cpus=4 --memory=1024 --kvm-sh=tree --kvm-duration=2 --param=kfree_loops=9 \
	--kvm-arg=--kmake-arg --kvm-arg=-j8 --side=unbatched --param=batch=0 --side=batched --param=batch=1
is "$rc" 0 "--kvm-sh: all runs are done"
is "$(sed -n '/--end/q; p' "$LOG" | sed "s,^$TMP/,,; s,kbench-[0-9.-]*/,STAMP/,")" "tree
--torture
rcuscale
--configs
TREE
--cpus
4
--memory
1024M
--duration
2
--trust-make
--datestamp
STAMP/unbatched/boot-01
--bootargs
rcuscale.kfree_rcu_test=1 rcuscale.kfree_loops=9 rcuscale.kfree_by_call_rcu=1
--kconfig
CONFIG_RCU_NOCB_CPU=y CONFIG_RCU_LAZY=y
--kmake-arg
-j8" "kvm.sh gets the parameters by rcuscale's names"
is "$(grep -o 'by_call_rcu=.' "$LOG" | tr '\n' ' ')" "by_call_rcu=1 by_call_rcu=0 by_call_rcu=0 by_call_rcu=1 " "its runs are interleaved"
is "$(ls k1/batched/boot-02)" "cmdline
config
console.log
kvm.sh.out
meta" "what belongs to the boot is copied"
is "$("$KBENCHSTAT" compare --format=csv k1/unbatched k1/batched | cut -d, -f3,7,12 | head -n 2)" "metric,base.n,new.n
time,2,2" "and is a comparison of two boots a side"
: >"$LOG"
run "$V" --out=k2 --boots=1 --side=old --kvm-sh=tree --side=new --kvm-sh=tree2 --param=kfree_loops=3
is "$(grep "^$TMP" "$LOG" | sed "s,^$TMP/,," | tr '\n' ' ')" "tree tree2 " "two trees are two kernels"
is "$rc $(grep -h '^status=' k2/old/*/meta k2/new/*/meta | tr '\n' ' ')" "1 status=done status=failed " "a run without a result is a failure, and kept"
run "$V" --out=k3 --kvm-sh=tree --param=interleave=1
like "$rc $err" "^2 run-vm: --kvm-sh: rcuscale has no such parameter: 'interleave=1'" "what rcuscale cannot do is refused"
run "$V" --out=k3 --kvm-sh=nowhere
like "$rc $err" "^2 run-vm: cannot read kvm.sh of a kernel tree" "and so is a tree without it"
done_testing

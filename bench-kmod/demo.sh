#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# demo.sh: kfree_rcu() that gathers what it frees, against one call_rcu() for each object: boots of
# both sides in turn, and the changelog block that kbenchstat makes of them. Run by 'make vm-demo',
# which sets OUT, FLAVOUR and KBENCHSTAT; BOOTS, SEED, JOBS, PARAMS and DEMO may be set, and KERNEL
# (an image) with KDIR (its headers) for another kernel than Debian's.
set -u
cd "$(dirname "$0")" || exit 2

if [ -n "${KERNEL:-}" ]; then
	: "${KDIR:?the headers of KERNEL}"
	build=$OUT/own
else
	version=$(sh ./get-kernel "$OUT" "$FLAVOUR") || exit 2
	KERNEL=$OUT/vmlinuz-$version KDIR=/usr/src/linux-headers-$version
	build=$OUT/$version
fi
log=$OUT/build.log
make --no-print-directory module KDIR="$KDIR" OUT="$build" >"$log" 2>&1 || {
	cat "$log" >&2
	exit 2
}
if [ -z "${DEMO:-}" ]; then
	DEMO=$OUT/demo
	rm -rf "$DEMO"
fi
params=
for p in ${PARAMS:-kfree_loops=50 kfree_mult=16}; do
	params="$params --param=$p"
done

# shellcheck disable=SC2086
./run-vm --out="$DEMO" --deterministic --boots="${BOOTS:-4}" --seed="${SEED:-1}" --jobs="${JOBS:-2}" \
	--kernel="$KERNEL" --module="$build/kbench.ko" --workload=kfree_rcu $params \
	--side=unbatched --param=batch=0 --side=batched --param=batch=1
status=$?
[ $status -lt 2 ] || exit $status
echo
"$KBENCHSTAT" changelog "$DEMO/unbatched" "$DEMO/batched" || exit
cat <<END

The same seeds give the same numbers: they say how much work the kernel does, not
how fast a machine does it. The consoles, and the seed of each boot, are in
$DEMO.
END
exit $status

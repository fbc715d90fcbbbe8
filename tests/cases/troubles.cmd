# The demo's boots with lines that a kernel for debugging, and one in trouble, would have printed.
cp -r samples/demo/before samples/demo/after "$T"
cd "$T"
# at BOOT TEXT LINE...: lines behind the first one with that text.
at()
{
	log=$1/console.log where=$2
	shift 2
	n=$(grep -nF "$where" "$log" | head -1 | cut -d: -f1)
	{ head -n "$n" "$log"; printf '%s\n' "$@"; tail -n +$((n + 1)) "$log"; } >new
	mv new "$log"
}
for boot in 1 2 3 4; do
	at after/boot-$boot "Kernel command" '[    0.101800] kasan: KernelAddressSanitizer initialized (generic)'
	at before/boot-$boot "Kernel command" '[    0.101800] kfence: initialized - using 2097152 bytes for 255 objects at 0x(____ptrval____)-0x(____ptrval____)'
done
at before/boot-2 "Kernel command" '[    0.101800] Lock dependency validator: Copyright (c) 2006 Red Hat, Inc., Ingo Molnar'
at after/boot-1 "Switched to" '[    1.600000] clocksource: timekeeping watchdog on CPU1: Marking clocksource '\''tsc'\'' as unstable because the skew is too large:'
at before/boot-2 "Run /init" \
	'[   22.100000] insmod invoked oom-killer: gfp_mask=0xcc0(GFP_KERNEL), order=0, oom_score_adj=0' \
	'[   22.200000] Out of memory: Killed process 321 (stress) total-vm:1000kB, anon-rss:900kB' \
	'** 312 printk messages dropped **'
for i in $(seq 100); do echo "[   23.000000] WARNING: CPU: 1 PID: 9 at mm/slub.c:$i f+0x1/0x2"; done >many
kbenchstat compare before after
kbenchstat changelog before after | sed -n '/^KASAN/,$p'
kbenchstat parse before >before.csv
kbenchstat parse after >after.csv
kbenchstat compare before after >said
kbenchstat compare before=before.csv after=after.csv | diff said - && echo records say the same
at after/boot-3 "Run /init" "$(cat many)"
kbenchstat summary after | tail -n +6
kbenchstat summary before/boot-2 after/boot-4 | tail -n +8

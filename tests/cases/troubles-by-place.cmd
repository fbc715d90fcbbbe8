# An event is of the measurement if it stands between the first and the last result of its boot, or
# behind the start that a test printed, or in the time that the first result took.
cd "$T"
oom='insmod invoked oom-killer: gfp_mask=0xcc0(GFP_KERNEL), order=0, oom_score_adj=0'
result="Total time taken by all kfree'ers: 5000000000 ns, loops: 10000, batches: 1110, memory footprint: 5057MB"
banner='[    0.000000] Linux version 6.12.0 (build@host) (gcc 12.2.0) #1 SMP'
for time in 14.999999 15.000000 20.500000; do
	printf '%s\n' "$banner" "[   20.000000] $result" >"$time"
	echo "[   $time] $oom" >>"$time"
	sort "$time" >"oom-at-$time.log"
	rm "$time"
done
printf '%s\n' "$banner" "[    1.000000] kfree object size=24" "[    9.000000] $oom" "[   20.000000] $result" >oom-begun.log
for log in *.log; do
	echo "$log"
	kbenchstat summary "$log" | tail -n +4
	kbenchstat summary --format=json "$log" | sed -n '/"id": "trouble"/,/text/p'
done

# Sides one after the other, by the clock that the kernel took at boot: a drift would be a change.
# Runs stand in the order of that clock, whatever their names.
cd "$T"
# boot DIRECTORY SECONDS MS
boot()
{
	mkdir -p "$1"
	{
		echo "[    0.000000] Linux version 6.12.0 (build@host) (gcc 12.2.0) #1 SMP"
		echo "[    1.000000] rtc_cmos 00:03: setting system clock to 2024-10-15T10:05:00 UTC ($2)"
		echo "[   40.000000] Total time taken by all kfree'ers: ${3}000000 ns, loops: 10000, batches: 1100, memory footprint: 500MB"
	} >"$1/console.log"
}
n=0
for ms in 8010 7990 8005; do
	n=$((n + 1))
	boot after-all/before/$n 17290000$((10 + n)) $ms
	boot after-all/after/$n 17290000$((90 - n)) $ms
	boot in-turns/before/$n 17290000$((10 + 2 * n)) $ms
	boot in-turns/after/$n 17290000$((11 + 2 * n)) $ms
	# A clock without a battery, and one boot that says nothing of it.
	boot unknown/before/$n 94668480$n $ms
	boot unknown/after/$n 9466849$((10 + n)) $ms
	boot missing/before/$n 17290000$((10 + n)) $ms
	boot missing/after/$n 17290000$((90 - n)) $ms
done
sed -i /rtc_cmos/d missing/after/2/console.log
for case in after-all in-turns unknown missing; do
	echo "--- $case"
	kbenchstat compare $case/before $case/after | sed '1,/^batches/d' | grep -A4 '^All' || :
done
echo "--- every value in order of time"
kbenchstat summary --long after-all/after | grep ^time | grep console

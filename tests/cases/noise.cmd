# Boots whose order or spread says that something is wrong: one kind a side, by the values.
cd "$T"
# boots SIDE FOOTPRINTS TIMES: a console a boot
boots()
{
	n=0 left=$2
	for ms in $3; do
		n=$((n + 1)) foot=${left%% *}
		left=${left#* }
		mkdir -p "$1/boot-$n"
		{
			echo "[    0.000000] Linux version 6.12.0 (build@host) (gcc 12.2.0) #1 SMP"
			echo "[   40.000000] Total time taken by all kfree'ers: ${ms}000000 ns, loops: 10000, batches: 1100, memory footprint: ${foot}MB"
		} >"$1/boot-$n/console.log"
	done
}
feet='500 503 499 502 501 500 498 501 503 499 502 500'
boots warm-up "$feet" '9300 8010 8000 8040 7990 8020 8060 7980'
boots drift "$feet" '8000 8050 8110 8130 8190 8260 8300 8340'
boots step "$feet 499 501 500 502" '8010 7990 8000 8020 8005 7985 8015 7995 8610 8590 8600 8620 8605 8585 8615 8595'
boots alternating "$feet" '8000 8100 8010 8120 7990 8090 8020 8110 8005 8080 7995 8105'
boots outlier "$feet" '8010 7990 8005 8020 9500 8000 7985 8015'
boots two-modes "$feet" '8000 8400 8010 8390 7990 8410 8005 8020 8395 8015'
boots even "$feet" '8010 7990 8005 8020 8060 8000 7985 8015 7975 8040'
boots trade '560 499 539 481 520 550 470 531 490 512' '8005 8061 8020 8082 8041 8012 8090 8035 8070 8048'
boots traded '600 603 599 602 601' '7010 6990 7005 7020 7001'
boots few '500 640 450' '8000 8010 8005'
for side in *; do
	echo "--- $side"
	kbenchstat summary "$side" | sed '1,/^footprint/d'
done
echo "--- in a comparison, and for a commit message"
kbenchstat compare even outlier | sed '1,/^df;/d'
kbenchstat changelog even outlier | sed '1,/^The change/d'
echo "--- better in one, worse in another"
kbenchstat compare even traded | tail -n 1
kbenchstat changelog even traded | grep -A1 'trade:'
echo "--- every number, for programs"
kbenchstat compare --long --format=csv even drift | sed '/^kfree_rcu,,batches/d; /^[a-z]*,kfree_rcu,,batches/d'

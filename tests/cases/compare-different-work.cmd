mkdir "$T/a" "$T/b"
for i in 1 2 3; do
	echo "Total time taken by all kfree'ers: 100$i ns, loops: 10, batches: $i" >"$T/a/$i.log"
	echo "Total time taken by all kfree'ers: 200$i ns, loops: 20" >"$T/b/$i.log"
done
cd "$T"
kbenchstat compare a b

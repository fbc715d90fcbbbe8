cd "$T"
# The values of 20 runs a side, evenly apart and without a trend, and 35 more of each; nineteen runs are too few.
for i in $(seq 0 19); do
	echo "value,base,$((i + 1)),b,enough,ms,lower,$((100 + 2 * (7 * i % 20)))"
	echo "value,new,$((i + 1)),b,enough,ms,lower,$((135 + 2 * (7 * i % 20)))"
	[ $i -lt 19 ] && echo "value,base,$((i + 1)),b,few,ms,lower,$((100 + 2 * (7 * i % 20)))"
	echo "value,new,$((i + 1)),b,few,ms,lower,$((105 + 2 * (7 * i % 20)))"
done | { echo kind,source,run,bench,metric,unit,better,value; cat; } >all.csv
kbenchstat compare --stat=median --bootstrap all.csv
kbenchstat compare --stat=p50 --bootstrap --seed=5 all.csv | grep -v '^$'

cd "$T"
# Ten values a run; their p90, type 7, are 9.1 and 19.1 in the first, 12.1 and 22.1 in the second.
{
	echo kind,source,run,bench,item,metric,unit,better,fold,value
	for run in 1 2 3; do
		for i in 1 2 3 4 5 6 7 8 9 10; do
			echo "value,base,$run,b,cpu=$i,latency,us,lower,max,$((run * 3 - 3 + i))"
			echo "value,new,$run,b,cpu=$i,latency,us,lower,max,$((run * 3 + 7 + i))"
		done
	done
} >all.csv
kbenchstat compare --stat=p90 all.csv
kbenchstat compare --stat=p99 --format=csv all.csv | cut -d, -f 6-9,12-16,28-31

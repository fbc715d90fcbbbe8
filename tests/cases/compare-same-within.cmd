cd "$T"
# The means are 0.1% apart, 1% apart, and 4% apart, with a spread of 0.3%; of the last nothing is
# known. Two runs a side never are the same.
{
	echo kind,source,run,bench,metric,unit,better,value
	i=0
	for v in 1000 1003 997 1001 999; do
		i=$((i + 1))
		echo "value,base,$i,b,near,ms,lower,$v"
		echo "value,new,$i,b,near,ms,lower,$((v + 1))"
		echo "value,base,$i,b,clear,ms,lower,$v"
		echo "value,new,$i,b,clear,ms,lower,$((v - 10))"
		echo "value,base,$i,b,far,MB/s,higher,$v"
		echo "value,new,$i,b,far,MB/s,higher,$((v + 40))"
		echo "value,base,$i,b,unsure,ms,lower,$((v * i))"
		echo "value,new,$i,b,unsure,ms,lower,$((v * i + 3))"
		[ $i -gt 2 ] && continue
		echo "value,base,$i,b,two,ms,lower,$v"
		echo "value,new,$i,b,two,ms,lower,$v"
	done
} >all.csv
kbenchstat compare --margin=2% all.csv
kbenchstat changelog --margin=2% all.csv

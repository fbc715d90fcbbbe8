cd "$T"
# Every value of one side is above the other's, one of them far out: t sees nothing. And sides of
# unequal spread: t sees what ranks do not, unless it sees nothing after adjusting.
{
	echo kind,source,run,bench,metric,unit,better,value
	i=0
	for v in 100,90 101,91 102,92 103,93 900,94; do
		i=$((i + 1))
		echo "value,base,$i,b,one far out,ms,lower,${v%,*}"
		echo "value,new,$i,b,one far out,ms,lower,${v#*,}"
	done
	i=0
	for v in 100,102.5 101,112 102,113 103,114; do
		i=$((i + 1))
		echo "value,base,$i,b,uneven,ms,lower,${v%,*}"
		echo "value,new,$i,b,uneven,ms,lower,${v#*,}"
	done
} >all.csv
kbenchstat compare --adjust=none all.csv
kbenchstat compare all.csv | grep -A 12 "^("

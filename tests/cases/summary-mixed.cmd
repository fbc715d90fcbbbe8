cd "$T"
{
	echo kind,source,run,bench,metric,unit,better,work,value
	echo value,a,1,b,time,ms,lower,loops=1,5
	echo value,a,2,b,time,us,lower,loops=2,6000
	echo value,a,3,b,time,cycles,lower,loops=1,7
	echo fact,a,1,,kernel.release,,,,6.1.1
	echo fact,a,2,,kernel.release,,,,6.1.2
	echo value,b,1,b,time,s,lower,loops=1,0.004
	echo value,b,2,b,time,s,lower,loops=1,0.0041
} >all.csv
kbenchstat summary all.csv
kbenchstat changelog all.csv
printf 'free -m\n               total        used        free      shared  buff/cache   available\nMem:             977         251         686           0          39         684\n' >free
kbenchstat summary free

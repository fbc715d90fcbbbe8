kbenchstat plan samples/mail/batching-with-free.log
cd "$T"
{
	echo kind,source,run,bench,metric,unit,better,value
	for run in 1 2 3; do
		echo "value,base,$run,b,constant,count,lower,7"
		echo "value,base,$run,b,negative,count,lower,-$run"
		echo "value,base,$run,b,zero,count,lower,0"
		echo "value,base,$run,b,wild,ns,lower,1$run$run$run"
	done
	echo "value,base,1,b,single,ns,lower,5"
} >all.csv
kbenchstat plan --detect=0.01% all.csv
kbenchstat plan --adjust=dunnett all.csv
kbenchstat plan --detect=0 all.csv
kbenchstat plan --base=b/base --filter=metric=wild a=all.csv b=all.csv c=all.csv | head -6
kbenchstat plan a=all.csv b=all.csv c=all.csv

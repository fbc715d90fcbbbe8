cd "$T"
{
	echo kind,source,run,bench,metric,unit,better,stat,n,fold,value
	for run in 1 2 3 4; do
		for side in base new; do
			echo "value,$side,$run,b,zero,count,lower,value,1,mean,$((run - 1))"
			echo "value,$side,$run,b,negative,count,lower,value,1,mean,$((run * run - 2))"
			echo "value,$side,$run,b,tested,ms,lower,value,1,mean,$((run * run + 90))"
		done
		echo "value,base,$run,b,shift,count,lower,value,1,mean,$run"
		echo "value,new,$run,b,shift,count,lower,value,1,mean,$((2 * run))"
		echo "value,base,$run,b,short,count,lower,value,1,mean,$run"
		echo "value,base,$run,b,holes,count,lower,value,1,mean,$run"
		echo "value,new,$((run * 2)),b,holes,count,lower,value,1,mean,$run"
	done
	for run in 1 2 3; do
		echo "value,new,$run,b,short,count,lower,value,1,mean,$run"
	done
	for side in base new; do
		echo "value,$side,1,b,printed,us,lower,mean,5,runs,100"
		echo "value,$side,1,b,printed,us,lower,sd,5,runs,7"
	done
} >all.csv
for method in --stat=geomean --stat=median --paired --stat=p90; do
	echo "$method"
	kbenchstat compare $method all.csv || exit
	echo
done

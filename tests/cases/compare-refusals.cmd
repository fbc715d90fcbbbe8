cd "$T"
row() { echo "$1,$2,bench,$3,count,lower,$4"; }
{
	echo kind,source,run,bench,metric,unit,better,value
	for run in 1 2 3; do
		for side in base new; do
			echo "value,$side,$run,b,constant,count,lower,7"
			echo "value,$side,$run,b,negative,count,lower,-$run"
			echo "value,$side,$run,b,resolution,count,lower,1000000000000000$run"
		done
		echo "value,base,$run,b,zero base,count,lower,0"
		echo "value,new,$run,b,zero base,count,lower,$run"
		echo "value,base,$run,b,zero new,count,lower,$run"
		echo "value,new,$run,b,zero new,count,lower,0"
		echo "value,base,$run,b,missing,count,lower,$run"
	done
	echo "value,base,1,b,one boot,count,lower,1"
	echo "value,base,1,b,one boot,count,lower,2"
	echo "value,new,1,b,one boot,count,lower,3"
	echo "value,base,1,b,two boots,ms,lower,1"
	echo "value,base,2,b,two boots,us,lower,2000"
	echo "value,new,1,b,two boots,ms,lower,30"
	echo "value,new,2,b,two boots,ns,lower,31000000"
} >all.csv
kbenchstat compare all.csv

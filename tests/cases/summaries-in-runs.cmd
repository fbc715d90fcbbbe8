# Means of loops inside a boot: the boot is the unit, whatever spread the loops had.
cd "$T"
{
	echo kind,source,run,bench,metric,stat,n,unit,better,value
	for run in 1 2 3; do
		for side in base new; do
			[ $side = base ] && mean=10$run || mean=12$run
			echo "value,$side,$run,loops,latency,mean,1000,ns,lower,$mean"
			echo "value,$side,$run,loops,latency,sd,1000,ns,lower,1"
			echo "value,$side,$run,loops,latency,min,1000,ns,lower,90"
			echo "value,$side,$run,loops,latency,p99,1000,ns,lower,${mean}0"
		done
	done
} >boots.csv
kbenchstat compare boots.csv
{ head -1 boots.csv; grep ',1,loops' boots.csv; } >one.csv
kbenchstat compare one.csv

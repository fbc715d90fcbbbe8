cd "$T"
say() { echo "value,$1,1,hackbench,$2,$3,$4,$5,lower,runs,$6"; }
{
	echo kind,source,run,bench,metric,stat,n,unit,better,fold,value
	say base time mean 10 s 5.213
	say base time sd 10 s 0.104
	say base time min 10 s 5.011
	say base time max 10 s 5.442
	say base time p50 10 s 5.204
	say new time mean 12 s 4.711
	say new time sem 12 s 0.041
	say new time p50 12 s 4.698
	say base "no n" mean 0 MiB 100
	say base "no n" sd 0 MiB 3
	say new "no n" mean 0 MiB 90
	say new "no n" sd 0 MiB 2
	say base "no spread" mean 10 s 10
	say new "no spread" mean 10 s 9
	say base flat mean 10 count 7
	say base flat sd 10 count 0
	say new flat mean 10 count 8
	say new flat sd 10 count 0
	say base "beside values" mean 10 ms 100
	say base "beside values" value 1 ms 7
	say new "beside values" value 1 ms 8
} >said.csv
kbenchstat compare said.csv
kbenchstat changelog said.csv
kbenchstat summary said.csv
kbenchstat summary --format=csv said.csv
kbenchstat report -o report said.csv
grep -A1 '^Each point' report/report.md | head -2
sed -n '/^## Setup/,/^## Method/p' report/report.md

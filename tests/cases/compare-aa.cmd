cd "$T"
printf '%s\n' 6.5647 9.4778 8.4311 9.9502 7.0024 7.7121 7.2301 7.8423 >eight
kbenchstat compare --aa eight
{
	echo kind,source,run,bench,metric,unit,better,value
	for run in 1 2 3 4 5 6; do
		echo "value,a,$run,b,time,ms,lower,$((run * run % 7 + 40))"
		echo "value,a,$run,b,rate,ops/s,higher,$((run * 5 % 7 + 90))"
		echo "value,b,$run,b,time,ms,lower,$((run * 3 % 7 + 40))"
		echo "value,a,$run,c,delta,ms,lower,$((run * 3 % 7 - 3))"
	done
	for run in 1 2 3; do
		echo "value,b,$run,b,rate,ops/s,higher,$run"
	done
} >two.csv
kbenchstat compare --aa two.csv
kbenchstat compare --aa --adjust=none --format=csv two.csv
seq 1 40 | awk '{ print 100 + $1 * 7 % 13 }' >forty
kbenchstat compare --aa forty
kbenchstat compare --aa --seed=2 --stat=median --format=changelog forty
kbenchstat compare --aa --format=json eight
kbenchstat compare --aa --paired eight
kbenchstat compare --aa --fail-on=regression:5% eight
kbenchstat compare --aa --seed=-1 eight
head -5 eight >five
kbenchstat compare --aa five

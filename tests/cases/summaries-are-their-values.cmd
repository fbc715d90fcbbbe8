# What R's mean() and sd() make of the values of tests/ref/pairs.csv, in place of these values: all
# that a comparison says is the same but for the last digits and the word that it was printed.
row() { grep "^$2," "tests/ref/$1.csv"; }
for id in s1_time_a s1_time_b; do
	row datasets $id | cut -d, -f2- | tr ' ' '\n' | grep '^[0-9]' >"$T/$id"
	{
		echo kind,bench,metric,stat,n,fold,value
		row univariate $id | awk -F, '{
			print "value,numbers,value,mean," $2 ",runs," $3
			print "value,numbers,value,sd," $2 ",runs," $4
		}'
	} >"$T/$id.csv"
done
digits() { tail -1 | awk -F, '{ for (i = 8; i < NF; i++) printf "%.9g ", $i; print $NF }'; }
cd "$T"
kbenchstat compare --format=csv base=s1_time_a new=s1_time_b | digits
kbenchstat compare --format=csv base=s1_time_a.csv new=s1_time_b.csv | digits

cd "$T"
# 3 boots, spreads from 1% to 16%, and changes that nothing settles; three that would by themselves.
awk 'BEGIN {
	print "kind,source,run,bench,metric,unit,better,value"
	for (m = 1; m <= 50; m++)
		for (run = 1; run <= 3; run++) {
			sway = (run - 2) * (1 + m % 16) / 100
			change = m % 17 == 0 ? 3 * (1 + m % 16) / 100 : (m % 3 - 1) / 200
			print "value,base," run ",b,test " m ",ns,lower," 1000 * (1 + sway)
			print "value,new," run ",b,test " m ",ns,lower," 1000 * (1 + change) * (1 - sway)
		}
}' >all.csv
kbenchstat compare all.csv | sed -n '1,8p;/test 16 /,/test 19 /p;/^(/,$p'
# One row alone of its kind has a note of its own.
awk 'BEGIN {
	print "kind,source,run,bench,metric,unit,better,value"
	for (m = 1; m <= 8; m++)
		for (run = 1; run <= 4; run++) {
			print "value,base," run ",b,test " m ",ns,lower," 99 + run
			print "value,new," run ",b,test " m ",ns,lower," (m < 8 ? 99.3 + run : run < 4 ? 103 + run : 180)
		}
}' >one.csv
kbenchstat compare one.csv | sed -n '/^(4/,/^$/p'

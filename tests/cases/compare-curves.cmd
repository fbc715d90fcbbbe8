cd "$T"
# The same three boots at all sizes, then boots of their own, then boots that have some sizes alone.
awk 'BEGIN {
	print "kind,source,run,bench,params,metric,unit,better,value"
	for (level = 0; level < 8; level++)
		for (run = 1; run <= 3; run++) {
			size = 16 * 2 ^ level
			noise = 1 + (run * 7 + size) % 5 / 100
			for (i = 0; i < 2; i++) {
				side = i ? "new" : "base"
				value = (i ? 24 + size / 5 : 20 + size / 4) * noise * (1 + i * run / 200)
				print "value," side "," run ",same,size=" size ",time,ns,lower," value
				print "value," side "," run + 3 * level ",own,size=" size ",rate,1/s,higher," 1e9 / value
				if (level < 4 || run < 3)
					print "value," side "," run ",some,size=" size ",x,count,," value
			}
		}
}' >all.csv
kbenchstat compare all.csv | sed -n '/^levels /,/^$/p; /^By size/,/^$/p'
kbenchstat changelog all.csv | sed -n '/ by /,/^$/p'
kbenchstat compare --long --format=csv all.csv | sed -n '/,levels,/,$p'

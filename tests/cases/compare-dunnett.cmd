cd "$T"
# R's PlantGrowth; 0.3227 and 0.1535 are Dunnett's p, and of the second metric twice that.
awk 'BEGIN {
	n = split("4.17 5.58 5.18 6.11 4.50 4.61 5.17 4.53 5.33 5.14 " \
		"4.81 4.17 4.41 3.59 5.87 3.83 6.03 4.89 4.32 4.69 " \
		"6.31 5.12 5.54 5.50 5.37 5.29 4.92 6.15 5.80 5.26", v)
	split("ctrl trt1 trt2", side)
	print "kind,source,run,bench,metric,unit,better,value"
	for (i = 0; i < n; i++)
		printf "value,%s,%d,plants,weight,g,higher,%s\n", side[int(i / 10) + 1], i % 10 + 1, v[i + 1]
}' >plants.csv
kbenchstat compare --adjust=dunnett plants.csv
awk -F, -v OFS=, '{ print } NR > 1 { $5 = "again"; print }' plants.csv >twice.csv
kbenchstat compare --adjust=dunnett --format=csv twice.csv | cut -d, -f3,11,19,20

# Several values in a boot: the boot's mean is the value, and the parts of the variance are told.
cd "$T"
# boot FILE CYCLES...
boot()
{
	file=$1
	shift
	echo "[    0.000000] Linux version 6.12.0 (build@host) (gcc 12.2.0) #1 SMP" >"$file"
	printf '[    5.000000] bench: 5000 loops took %s ns\n' "$@" >>"$file"
}
mkdir lumpy lumpier smooth one two
boot lumpy/1 1000 1010 990 1005
boot lumpy/2 1100 1110 1090 1105
boot lumpy/3 1050 1060 1040 1055
boot lumpier/1 900 910 890 905
boot lumpier/2 1200 1210 1190 1205
boot lumpier/3 1050 1060 1040
boot smooth/1 1000 1100 900 1050
boot smooth/2 1010 1090 920 1040
boot smooth/3 990 1080 910 1060
boot one/1 1000 1010 990 1005
boot two/1 900 910 890 905
p='--pattern=bench: \d+ loops took (?<time_ns>\d+) ns'
echo "--- boots differ"
kbenchstat compare --long "$p" lumpy lumpier
echo "--- runs differ"
kbenchstat summary "$p" smooth
echo "--- one boot a side"
kbenchstat compare "$p" one two

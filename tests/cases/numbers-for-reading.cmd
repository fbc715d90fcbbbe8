# Decimals of differences, of very wide and very narrow spreads; a deviation that stands in the
# changelog has its legend, tested or not; two runs a side show nothing.
cd "$T"
printf '%s\n' -0.11 0.1 0.2 0 >near-0
printf '%s\n' 100 101 102 99 >far
kbenchstat compare near-0 far | grep ^value
kbenchstat summary near-0
kbenchstat changelog near-0 far | grep ^value
printf '%s\n' -4 -6 -5 -5 >below
printf '%s\n' -3 -5 -6 -5 >below-2
kbenchstat changelog below below-2 | sed -n '/inconclusive/,/^$/p'
printf '%s\n' 0 0 0 1 0 0 0 0 >rare
printf '%s\n' 0 0 3 5 2 1 4 2 >often
kbenchstat compare rare often | grep ^value
printf '%s\n' 100.0001 100.0002 100.0003 100.0002 >close
printf '%s\n' 100.0004 100.0005 100.0006 100.0005 >by
kbenchstat compare close by | grep ^value
printf '%s\n' 0 0 0 0 >none
printf '%s\n' 3 4 5 4 >some
kbenchstat changelog none some
printf '%s\n' 100 101 >two
printf '%s\n' 105 106 >more
kbenchstat compare two more | grep '^(1)'
# Both sides of a pair's row show means, where one has no logarithm.
kbenchstat compare --paired none some | sed -n 3,4p

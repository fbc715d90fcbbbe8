# A step is placed where it leaves the least unexplained: from run 13 on; Pettitt's own place is 12.
# The slope of a drift is told of many runs, too.
cd "$T"
printf '%s\n' 100.04 100.09 99.40 100.03 100.14 99.27 99.84 99.96 100.34 99.83 100.03 100.31 104.38 104.62 104.85 105.35 105.67 105.05 104.94 104.75>step
kbenchstat summary step | grep -A2 moves
awk 'BEGIN { for (i = 0; i < 3000; i++) print 100 + i / 1000 + i * 7919 % 101 / 100 }' >many
kbenchstat summary many | grep drifts

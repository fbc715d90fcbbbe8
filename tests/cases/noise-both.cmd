# What both sides suffer from: what to do about it is said once.
cd "$T"
printf '%s\n' 140 99 101 100 102 98 100 101 >a
printf '%s\n' 141 100 101 99 100 102 99 100 >b
kbenchstat compare a b

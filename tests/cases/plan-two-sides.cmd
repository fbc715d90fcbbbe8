kbenchstat plan --detect=25% --adjust=none samples/demo/before samples/demo/after
kbenchstat plan --format=csv --detect=25% samples/demo/before samples/demo/after
# The order is what a shell makes of the lines.
kbenchstat plan --base=after --detect=100% samples/demo | sed -n '/^for/,/^done/p' >"$T/order.sh"
sh "$T/order.sh" | tr '\n' ' '

# Results that were worked out by hand from the same texts: grace periods x0.190 and +8.7% of single
# measurements; against the baseline, Rcu x0.520 over the curve, best x0.296 at 128 tasks, and at its
# worst x1.014 at 2; +15.8% of a single measurement.
kbenchstat compare samples/kfree_rcu/table.log | sed -n '1,5p' | cut -c1-110
kbenchstat compare --width=150 samples/mail/readproc-three-kernels.log | sed -n '/^side /,/^$/p; /^ *\(2\|128\) /p'
kbenchstat compare --base='No Batching' samples/mail/batching-with-free.log | sed -n 1,5p
kbenchstat compare --quiet --width=150 samples/mail/slab-quoted-twice.log | sed -n '/^size/,/^$/p'

kbenchstat report -o "$T/out" samples/mail/readproc-three-kernels.log
ls "$T/out/plots"
grep -A3 '^!' "$T/out/report.md"

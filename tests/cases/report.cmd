kbenchstat report -o "$T/out" samples/demo/before samples/demo/after
ls "$T/out" "$T/out/plots" | sed "s|$T|TMP|"
sed "s|$T|TMP|" "$T/out/report.md"

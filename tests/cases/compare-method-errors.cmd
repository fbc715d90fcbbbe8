for o in --stat=nope --stat=p0 --stat=p100 --stat=p --stat=median,p9 --adjust=bonferroni --margin=0 \
	--margin=100 --margin=x --seed=1.5 --seed=-1 "--paired --stat=median" "--paired --adjust=dunnett" \
	"--stat=geomean --adjust=dunnett" --bootstrap "--bootstrap --stat=p9 --paired"; do
	kbenchstat compare $o samples/demo/before samples/demo/after 2>&1 && echo "taken: $o"
done
true

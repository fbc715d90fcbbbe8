kbenchstat compare --adjust=none --conf=99 --alpha=0.01 samples/demo/before samples/demo/after

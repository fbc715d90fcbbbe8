kbenchstat compare --format=csv --stat=median --margin=40 samples/demo/before samples/demo/after

kbenchstat compare --stat=geomean samples/demo/before samples/demo/after

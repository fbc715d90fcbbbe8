kbenchstat compare --stat=median samples/demo/before samples/demo/after

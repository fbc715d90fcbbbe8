kbenchstat compare --paired samples/demo/before samples/demo/after

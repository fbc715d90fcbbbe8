kbenchstat compare --width=60 samples/demo/before samples/demo/after

kbenchstat compare --width=80 samples/demo/before ./samples/demo/before

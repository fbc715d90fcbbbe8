kbenchstat compare --format=json samples/demo/before samples/demo/after

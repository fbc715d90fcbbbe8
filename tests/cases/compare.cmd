kbenchstat compare samples/demo/before samples/demo/after

kbenchstat compare --format=csv samples/demo/before samples/demo/after

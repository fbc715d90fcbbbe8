kbenchstat changelog samples/demo/before samples/demo/after

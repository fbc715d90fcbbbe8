kbenchstat summary samples/demo

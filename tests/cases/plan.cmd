kbenchstat plan --detect=10% samples/demo/before

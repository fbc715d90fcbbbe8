cat samples/demo/before/*/console.log | kbenchstat

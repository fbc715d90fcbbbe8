kbenchstat compare --adjust=bh --margin=40% samples/demo/before samples/demo/after

kbenchstat compare --color=always samples/demo/before samples/demo/after

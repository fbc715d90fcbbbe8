kbenchstat changelog --stat=median --margin=40% samples/demo/before samples/demo/after

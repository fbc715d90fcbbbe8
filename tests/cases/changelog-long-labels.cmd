kbenchstat changelog 'mainline before the series=samples/demo/before' 'mainline with the whole series=samples/demo/after'

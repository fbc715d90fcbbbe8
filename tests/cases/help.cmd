kbenchstat --help
kbenchstat compare --help

kbenchstat compare samples/ministat/two.log
kbenchstat changelog samples/ministat/two.log
kbenchstat compare --base="r325006 with D12685: inet6 packets-per-second" samples/ministat/two.log | head -3

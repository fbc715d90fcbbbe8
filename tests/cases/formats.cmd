kbenchstat formats
kbenchstat formats kfree_rcu

kbenchstat formats kfree_rcu free

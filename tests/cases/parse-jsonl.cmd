kbenchstat parse --format=jsonl samples/kfree_rcu/facts.log

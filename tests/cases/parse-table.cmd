kbenchstat parse --format=table samples/mail/kfree-two-sides.log

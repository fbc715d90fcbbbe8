kbenchstat compare samples/mail/kfree-two-sides.log

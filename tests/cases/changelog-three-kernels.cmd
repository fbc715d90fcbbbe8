kbenchstat changelog samples/mail/readproc-three-kernels.log

kbenchstat compare samples/mail/readproc-three-kernels.log

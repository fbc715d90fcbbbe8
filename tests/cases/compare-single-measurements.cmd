kbenchstat compare --base='No Batching' samples/mail/batching-with-free.log

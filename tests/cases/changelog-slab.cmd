kbenchstat changelog samples/mail/slab-quoted-twice.log

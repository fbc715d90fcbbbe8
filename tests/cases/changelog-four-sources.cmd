kbenchstat changelog --base='with SLAB, without the patch' samples/mail/nested-headings.log

/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef KBENCH_COMPAT_H
#define KBENCH_COMPAT_H

/*
 * All that differs between kernels, and exported functions that no public header declares.
 * Written for 6.1 and 6.12.
 */

#include <linux/rcupdate.h>
#include <linux/slab.h>
#include <linux/version.h>

/* Exported to modules for rcutorture and rcuscale; declared in kernel/rcu/rcu.h only. */
unsigned long rcu_get_gp_seq(void);
unsigned long rcu_exp_batches_completed(void);

/* The lowest bits of a grace-period sequence number tell the state; the rest counts. */
#define KBENCH_RCU_SEQ_SHIFT 2

/* Lazy callbacks (6.2 and later) wait for seconds, which is not what call_rcu() is measured for. */
#ifdef CONFIG_RCU_LAZY
#define kbench_call_rcu(head, func) call_rcu_hurry(head, func)
#else
#define kbench_call_rcu(head, func) call_rcu(head, func)
#endif

/* Before 6.12 nothing waits for the objects that kfree_rcu() has batched. */
#if LINUX_VERSION_CODE >= KERNEL_VERSION(6, 12, 0)
#define KBENCH_HAVE_KVFREE_RCU_BARRIER
#endif

/*
 * A cache that shares its slabs with others would measure them too, and leave a link in sysfs. Before
 * 6.5 there is no flag against that alone; one that keeps kmemleak off the objects does it as well.
 */
#ifdef SLAB_NO_MERGE
#define KBENCH_SLAB_FLAGS SLAB_NO_MERGE
#else
#define KBENCH_SLAB_FLAGS SLAB_NOLEAKTRACE
#endif

#endif

// SPDX-License-Identifier: GPL-2.0-only
/*
 * kbench: kernel micro-benchmarks whose results are lines of the kernel log.
 *
 *   insmod kbench.ko workload=kfree_rcu [reps=3] [shutdown=1] [parameters of the workload]
 *
 * insmod returns as soon as the parameters are seen to be sane; a thread does the work.
 * /sys/module/kbench/parameters/done is 1 when it has ended. rmmod ends it at any moment.
 */

#include <linux/cpumask.h>
#include <linux/kthread.h>
#include <linux/mm.h>
#include <linux/module.h>
#include <linux/reboot.h>
#include <linux/sched/task.h>
#include <linux/slab.h>
#include <linux/string.h>
#include <linux/suspend.h>

#include "kbench.h"

static char *workload;
module_param(workload, charp, 0444);
MODULE_PARM_DESC(workload, "what to run: kfree_rcu, slab, procread or vmalloc");

static unsigned int reps = 1;
module_param(reps, uint, 0444);
MODULE_PARM_DESC(reps, "how often to run it (default 1)");

static bool shutdown;
module_param(shutdown, bool, 0444);
MODULE_PARM_DESC(shutdown, "power the machine off at the end (default 0)");

static int done;

static int done_set(const char *val, const struct kernel_param *kp)
{
	return -EPERM;
}

static const struct kernel_param_ops done_ops = {
	.set = done_set,
	.get = param_get_int,
};
module_param_cb(done, &done_ops, &done, 0444);
MODULE_PARM_DESC(done, "read only: 1 when the run has ended");

static const struct kbench_workload *const workloads[] = {
	&kbench_kfree_rcu,
	&kbench_slab,
	&kbench_procread,
	&kbench_vmalloc,
};

static const struct kbench_workload *the_workload;
static struct task_struct *main_task;
static bool stopping;
static DECLARE_WAIT_QUEUE_HEAD(stop_wait);

bool kbench_stopping(void)
{
	return READ_ONCE(stopping);
}

void kbench_sleep(unsigned int seconds)
{
	if (seconds)
		wait_event_idle_timeout(stop_wait, kbench_stopping(), (unsigned long)seconds * HZ);
	else
		wait_event_idle(stop_wait, kbench_stopping());
}

int kbench_check_range(const char *name, const char *param, u64 value, u64 min, u64 max)
{
	if (value < min)
		kbench_error("%s: %s=%llu: must be at least %llu", name, param, value, min);
	else if (value > max)
		kbench_error("%s: %s=%llu: must be at most %llu", name, param, value, max);
	else
		return 0;
	return -EINVAL;
}

int kbench_check_memory(const char *name, u64 bytes)
{
	u64 pages = (bytes >> PAGE_SHIFT) + 1;
	s64 available = si_mem_available();

	if (available > 0 && pages <= (u64)available / 4 * 3)
		return 0;
	kbench_error("%s: needs %llu MiB of memory, more than 3/4 of the %lld MiB available", name,
		     (bytes >> 20) + 1, max_t(s64, available, 0) >> (20 - PAGE_SHIFT));
	return -ENOMEM;
}

static void kbench_none_of(const char *name, const char *param, const char *word, int len,
			   const char *const *names, unsigned int n)
{
	char known[200] = "";
	unsigned int i, used = 0;

	for (i = 0; i < n; i++)
		used += scnprintf(known + used, sizeof(known) - used, ", %s", names[i]);
	kbench_error("%s: %s: '%.*s' is none of all%s", name, param, len, word, known);
}

unsigned long kbench_pick(const char *name, const char *param, const char *list,
			  const char *const *names, unsigned int n)
{
	unsigned long picked = 0;

	/* The list stands in the start line, which has an end. */
	if (strlen(list) > 200) {
		kbench_error("%s: %s: longer than 200 characters", name, param);
		return 0;
	}
	for (;;) {
		size_t len = strcspn(list, ",");
		unsigned int i = 0;

		if (len == 3 && !strncmp(list, "all", 3)) {
			picked |= BIT(n) - 1;
		} else {
			while (i < n && (strlen(names[i]) != len || strncmp(list, names[i], len)))
				i++;
			if (i == n) {
				kbench_none_of(name, param, list, len, names, n);
				return 0;
			}
			picked |= BIT(i);
		}
		if (!list[len])
			return picked;
		list += len + 1;
	}
}

static int kbench_find(void)
{
	unsigned int i;

	for (i = 0; workload && i < ARRAY_SIZE(workloads); i++)
		if (!strcmp(workload, workloads[i]->name))
			the_workload = workloads[i];
	if (the_workload)
		return 0;
	kbench_error("workload=%.40s: must be kfree_rcu, slab, procread or vmalloc",
		     workload ? workload : "");
	return -EINVAL;
}

static int kbench_start_line(void)
{
	char *params = kzalloc(KBENCH_LINE_MAX, GFP_KERNEL);

	if (!params)
		return -ENOMEM;
	the_workload->describe(params, KBENCH_LINE_MAX - 150);
	kbench_say("start workload=%s impl=kbench cpus=%u clock=%s reps=%u%s", the_workload->name,
		   num_online_cpus(), the_workload->clock, reps, params);
	kfree(params);
	return 0;
}

static void kbench_end_line(int status)
{
	kbench_say("end workload=%s status=%d", the_workload->name, status);
}

static int kbench_main(void *unused)
{
	unsigned int rep;
	int status = 0;

	for (rep = 1; rep <= reps && !status && !kbench_stopping(); rep++)
		status = the_workload->run(rep);
	if (the_workload->teardown)
		the_workload->teardown();
	if (!status && rep <= reps && !the_workload->until_removed)
		status = -EINTR;
	kbench_end_line(status);
	WRITE_ONCE(done, 1);

	if (shutdown && !kbench_stopping()) {
		ksys_sync_helper();
		kernel_power_off();
	}
	return 0;
}

static int __init kbench_init(void)
{
	int ret = kbench_find();

	if (!ret)
		ret = kbench_check_range(the_workload->name, "reps", reps, 1, 100000);
	if (!ret)
		ret = the_workload->check();
	if (!ret)
		ret = kbench_start_line();
	if (ret)
		return ret;

	if (the_workload->setup) {
		ret = the_workload->setup();
		if (ret)
			goto out;
	}
	main_task = kthread_create(kbench_main, NULL, "kbench");
	if (IS_ERR(main_task)) {
		ret = PTR_ERR(main_task);
		kbench_error("%s: no thread: %d", the_workload->name, ret);
		if (the_workload->teardown)
			the_workload->teardown();
		goto out;
	}
	/* It may have ended long before rmmod asks it to. */
	get_task_struct(main_task);
	wake_up_process(main_task);
	return 0;
out:
	kbench_end_line(ret);
	return ret;
}

static void __exit kbench_exit(void)
{
	WRITE_ONCE(stopping, true);
	wake_up_all(&stop_wait);
	kthread_stop(main_task);
	put_task_struct(main_task);
}

module_init(kbench_init);
module_exit(kbench_exit);

MODULE_DESCRIPTION("Kernel micro-benchmarks with results in the kernel log");
MODULE_LICENSE("GPL");

// SPDX-License-Identifier: GPL-2.0-only
#include <linux/cpumask.h>
#include <linux/err.h>
#include <linux/kthread.h>
#include <linux/sched/task.h>
#include <linux/slab.h>
#include <linux/smp.h>
#include <linux/timekeeping.h>

#include "kbench.h"

bool kbench_team_stopping(const struct kbench_team *team)
{
	return kbench_stopping() || READ_ONCE(team->error);
}

bool kbench_team_sync(struct kbench_team *team)
{
	/* Cannot change before this thread has arrived. */
	int phase = atomic_read(&team->phase);

	if (atomic_inc_return(&team->arrived) == team->n) {
		atomic_set(&team->arrived, 0);
		atomic_inc_return(&team->phase);
		return true;
	}
	while (atomic_read_acquire(&team->phase) == phase) {
		if (kbench_team_stopping(team))
			return false;
		cpu_relax();
		cond_resched();
	}
	return true;
}

static int kbench_team_thread(void *arg)
{
	struct kbench_thread *thread = arg;
	struct kbench_team *team = thread->team;
	int ret;

	if (atomic_inc_return(&team->ready) == team->n)
		wake_up_all(&team->wait);
	wait_event_idle(team->wait, smp_load_acquire(&team->is_open));

	ret = kbench_team_stopping(team) ? -EINTR : team->work(thread);
	/* Only a CPU that goes offline lets its threads go elsewhere. */
	if (!ret && raw_smp_processor_id() != thread->cpu) {
		kbench_error("CPU %u went offline under its thread", thread->cpu);
		ret = -ENODEV;
	}
	if (ret)
		cmpxchg(&team->error, 0, ret);

	if (atomic_dec_and_test(&team->running)) {
		team->end_ns = ktime_get_mono_fast_ns();
		if (team->end)
			team->end(team);
		wake_up_all(&team->wait);
	}
	return 0;
}

/* How many threads there are then. */
static unsigned int kbench_team_create(struct kbench_team *team)
{
	unsigned int i, cpu = nr_cpu_ids;

	for (i = 0; i < team->n; i++) {
		struct kbench_thread *thread = &team->threads[i];
		struct task_struct *task;

		cpu = cpu < nr_cpu_ids ? cpumask_next(cpu, cpu_online_mask) : nr_cpu_ids;
		if (cpu >= nr_cpu_ids)
			cpu = cpumask_first(cpu_online_mask);
		thread->team = team;
		thread->index = i;
		thread->cpu = cpu;
		task = kthread_create_on_cpu(kbench_team_thread, thread, cpu, "kbench/%u");
		if (IS_ERR(task)) {
			team->error = PTR_ERR(task);
			break;
		}
		get_task_struct(task);
		thread->task = task;
	}
	return i;
}

int kbench_team_run(struct kbench_team *team)
{
	unsigned int i, n;

	team->threads = kcalloc(team->n, sizeof(*team->threads), GFP_KERNEL);
	if (!team->threads)
		return -ENOMEM;
	init_waitqueue_head(&team->wait);
	atomic_set(&team->ready, 0);
	atomic_set(&team->running, team->n);
	atomic_set(&team->arrived, 0);
	atomic_set(&team->phase, 0);
	team->is_open = false;
	team->error = 0;

	n = kbench_team_create(team);
	if (n == team->n) {
		for (i = 0; i < n; i++)
			wake_up_process(team->threads[i].task);
		wait_event_idle(team->wait, atomic_read(&team->ready) == n);
		if (team->begin)
			team->begin(team);
		team->start_ns = ktime_get_mono_fast_ns();
		smp_store_release(&team->is_open, true);
		wake_up_all(&team->wait);
		wait_event_idle(team->wait, !atomic_read(&team->running));
	}
	/* Waits until the threads have left our code; one that never ran does not begin. */
	for (i = 0; i < n; i++) {
		kthread_stop(team->threads[i].task);
		put_task_struct(team->threads[i].task);
	}
	kfree(team->threads);
	team->threads = NULL;
	return team->error;
}

/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef KBENCH_H
#define KBENCH_H

#include <linux/atomic.h>
#include <linux/sched.h>
#include <linux/types.h>
#include <linux/wait.h>

/* No line is longer: the kernel cuts records of about 1000 bytes. */
#define KBENCH_LINE_MAX 900

/* Loops look every so many objects whether they are to stop or another task wants the CPU. */
#define KBENCH_BATCH 256

/* Not the OOM killer's case: an allocation that fails ends the run with -ENOMEM. */
#define KBENCH_GFP (GFP_KERNEL | __GFP_RETRY_MAYFAIL | __GFP_NOWARN)

/*
 * One workload. check() judges the parameters in the context of insmod, replaces defaults by what
 * they stand for, and says in one line what is wrong. describe() writes " key=value" for each
 * parameter. setup() and teardown(), if any, stand around all repetitions; setup() runs before
 * insmod returns. run() is one repetition, prints its results, and leaves nothing allocated however
 * it ends. All return 0 or a negative errno.
 */
struct kbench_workload {
	const char *name;
	const char *clock;
	int (*check)(void);
	int (*describe)(char *buf, size_t size);
	int (*setup)(void);
	int (*run)(unsigned int rep);
	void (*teardown)(void);
	bool until_removed; /* rmmod is the planned end, not an interruption */
};

extern const struct kbench_workload kbench_kfree_rcu, kbench_slab, kbench_procread, kbench_vmalloc;

/* Has rmmod asked for the end? */
bool kbench_stopping(void);

/* Sleeps until rmmod, or for so many seconds where they are not 0. */
void kbench_sleep(unsigned int seconds);

#define kbench_say(fmt, ...) pr_alert("kbench: " fmt "\n", ##__VA_ARGS__)
#define kbench_error(fmt, ...) pr_err("kbench: " fmt "\n", ##__VA_ARGS__)

/* Does min <= value <= max hold? Says so if not. */
int kbench_check_range(const char *workload, const char *param, u64 value, u64 min, u64 max);

/* Is so much memory there, leaving a quarter of what is available? Says so if not. */
int kbench_check_memory(const char *workload, u64 bytes);

/*
 * Which of n names a comma-separated list holds, as bits; "all" stands for each. 0 if a word is none
 * of them, after saying so.
 */
unsigned long kbench_pick(const char *workload, const char *param, const char *list,
			  const char *const *names, unsigned int n);

struct kbench_team;

struct kbench_thread {
	struct kbench_team *team;
	struct task_struct *task;
	unsigned int index;
	unsigned int cpu;
};

/*
 * Threads that do the same work at the same time, each pinned to a CPU: thread i to the i-th CPU
 * online, from the first again when there are more threads. The caller sets n, work, and what else
 * it wants of the first group; kbench_team_run() does the rest.
 */
struct kbench_team {
	unsigned int n;
	int (*work)(struct kbench_thread *thread);
	void (*begin)(struct kbench_team *team); /* just before the gate opens */
	void (*end)(struct kbench_team *team);	 /* by the last thread, just after its work */
	void *ctx;

	u64 start_ns; /* the gate opened */
	u64 end_ns;   /* the last thread's work ended */

	struct kbench_thread *threads;
	wait_queue_head_t wait;
	atomic_t ready, running;
	atomic_t arrived, phase; /* of kbench_team_sync() */
	bool is_open;
	int error;
};

/*
 * Starts the threads, lets all of them reach the gate, opens it, and waits until all have ended.
 * Returns 0, or the first error of a thread: -EINTR when rmmod came between. Times are of
 * ktime_get_mono_fast_ns(): from the opening of the gate to the end of the last thread.
 */
int kbench_team_run(struct kbench_team *team);

/* Is a thread of the team to stop early: rmmod, or another thread's error? */
bool kbench_team_stopping(const struct kbench_team *team);

/*
 * Waits, spinning, until all threads of the team are here; false: the team is stopping, and some of
 * the others may have got through. For teams with one thread a CPU.
 */
bool kbench_team_sync(struct kbench_team *team);

#endif

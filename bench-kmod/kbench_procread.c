// SPDX-License-Identifier: GPL-2.0-only
/*
 * procread: a file /proc/kbench_read for readproc (or any reader) to open, read and close from many
 * tasks at once. The reader measures; the module only counts what it has seen.
 *
 * read_seq=1 serves the file as most files of /proc are served: by seq_file, row by row, with a
 * release function, for whose sake procfs puts each open file on a list under the entry's lock. All
 * tasks that open and close the one entry meet at that lock. read_seq=0 copies from a buffer and
 * has no release function: what is left is the entry's use count, which each read takes and drops.
 * Reading itself takes no lock of this module. read_open_ns makes each open as slow as one that has
 * work to do.
 *
 * The file is there from the return of insmod to rmmod, in one repetition whatever reps says; or for
 * read_secs seconds a repetition, which rmmod cuts short like any other run.
 */

#include <linux/fs.h>
#include <linux/mm.h>
#include <linux/module.h>
#include <linux/percpu.h>
#include <linux/proc_fs.h>
#include <linux/sched.h>
#include <linux/seq_file.h>
#include <linux/timekeeping.h>

#include "kbench.h"

#define PROCREAD_FILE "kbench_read"
#define PROCREAD_ROW 64

static unsigned int read_size = 4096;
module_param(read_size, uint, 0444);
MODULE_PARM_DESC(read_size, "procread: bytes in the file (default 4096)");

static unsigned int read_open_ns;
module_param(read_open_ns, uint, 0444);
MODULE_PARM_DESC(read_open_ns, "procread: nanoseconds that each open takes on purpose (default 0)");

static bool read_seq = true;
module_param(read_seq, bool, 0444);
MODULE_PARM_DESC(
	read_seq,
	"procread: 1: by seq_file, with a release function (default), 0: from a buffer, without");

static unsigned int read_secs;
module_param(read_secs, uint, 0444);
MODULE_PARM_DESC(read_secs, "procread: seconds of a repetition; 0: until rmmod (default)");

struct procread_counts {
	unsigned long opens, reads, bytes;
};

static DEFINE_PER_CPU(struct procread_counts, procread_counts);
static struct proc_dir_entry *procread_entry;
static char *procread_body;
static struct procread_counts procread_told; /* by the repetitions so far */

/* What an open has to do before it returns. */
static void procread_open_work(void)
{
	u64 end = ktime_get_mono_fast_ns() + read_open_ns;

	this_cpu_inc(procread_counts.opens);
	while (read_open_ns && ktime_get_mono_fast_ns() < end) {
		cpu_relax();
		cond_resched();
	}
}

static void procread_count(ssize_t bytes)
{
	this_cpu_inc(procread_counts.reads);
	if (bytes > 0)
		this_cpu_add(procread_counts.bytes, bytes);
}

static unsigned int procread_rows(void)
{
	return DIV_ROUND_UP(read_size, PROCREAD_ROW);
}

static void *procread_seq_start(struct seq_file *m, loff_t *pos)
{
	return *pos < procread_rows() ? procread_body + *pos * PROCREAD_ROW : NULL;
}

static void *procread_seq_next(struct seq_file *m, void *row, loff_t *pos)
{
	++*pos;
	return procread_seq_start(m, pos);
}

static void procread_seq_stop(struct seq_file *m, void *row)
{
}

static int procread_seq_show(struct seq_file *m, void *row)
{
	seq_write(m, row, min_t(size_t, procread_body + read_size - (char *)row, PROCREAD_ROW));
	return 0;
}

static const struct seq_operations procread_seq_ops = {
	.start = procread_seq_start,
	.next = procread_seq_next,
	.stop = procread_seq_stop,
	.show = procread_seq_show,
};

static int procread_seq_open(struct inode *inode, struct file *file)
{
	procread_open_work();
	return seq_open(file, &procread_seq_ops);
}

static ssize_t procread_seq_read(struct file *file, char __user *to, size_t size, loff_t *pos)
{
	ssize_t n = seq_read(file, to, size, pos);

	procread_count(n);
	return n;
}

static const struct proc_ops procread_seq = {
	.proc_open = procread_seq_open,
	.proc_read = procread_seq_read,
	.proc_lseek = seq_lseek,
	.proc_release = seq_release,
};

static int procread_buffer_open(struct inode *inode, struct file *file)
{
	procread_open_work();
	return 0;
}

static ssize_t procread_buffer_read(struct file *file, char __user *to, size_t size, loff_t *pos)
{
	ssize_t n = simple_read_from_buffer(to, size, pos, procread_body, read_size);

	procread_count(n);
	return n;
}

static const struct proc_ops procread_buffer = {
	.proc_open = procread_buffer_open,
	.proc_read = procread_buffer_read,
	.proc_lseek = default_llseek,
};

static int procread_check(void)
{
	int ret = kbench_check_range("procread", "read_size", read_size, 1, 64 << 20);

	if (!ret)
		ret = kbench_check_range("procread", "read_open_ns", read_open_ns, 0, 100000000);
	if (!ret)
		ret = kbench_check_range("procread", "read_secs", read_secs, 0, 1000000);
	return ret ? ret : kbench_check_memory("procread", read_size);
}

static int procread_describe(char *buf, size_t size)
{
	return scnprintf(buf, size,
			 " file=/proc/" PROCREAD_FILE
			 " read_size=%u read_open_ns=%u read_seq=%d read_secs=%u",
			 read_size, read_open_ns, read_seq, read_secs);
}

static void procread_teardown(void)
{
	/* Waits for those inside, and closes what is still open. */
	if (procread_entry)
		proc_remove(procread_entry);
	procread_entry = NULL;
	kvfree(procread_body);
	procread_body = NULL;
}

/* Lines of text, the last of them perhaps cut. */
static int procread_setup(void)
{
	unsigned int i, rows = procread_rows();

	procread_body = kvmalloc_array(rows, PROCREAD_ROW, KBENCH_GFP);
	if (!procread_body) {
		kbench_error("procread: no memory for read_size=%u", read_size);
		return -ENOMEM;
	}
	for (i = 0; i < rows; i++) {
		char row[PROCREAD_ROW + 1];

		if (!(i % KBENCH_BATCH))
			cond_resched();
		scnprintf(row, sizeof(row), "row %-10u %48s\n", i, "kbench");
		memcpy(procread_body + i * PROCREAD_ROW, row, PROCREAD_ROW);
	}
	procread_entry = proc_create(PROCREAD_FILE, 0444, NULL,
				     read_seq ? &procread_seq : &procread_buffer);
	if (procread_entry)
		return 0;
	kbench_error("procread: cannot make /proc/" PROCREAD_FILE);
	procread_teardown();
	return -ENOMEM;
}

/* Not exact while readers are at it. */
static struct procread_counts procread_sum(void)
{
	struct procread_counts sum = { 0 };
	unsigned int cpu;

	for_each_possible_cpu(cpu) {
		const struct procread_counts *c = per_cpu_ptr(&procread_counts, cpu);

		sum.opens += READ_ONCE(c->opens);
		sum.reads += READ_ONCE(c->reads);
		sum.bytes += READ_ONCE(c->bytes);
	}
	return sum;
}

static int procread_run(unsigned int rep)
{
	struct procread_counts before = procread_told, after;
	u64 start = ktime_get_mono_fast_ns();

	kbench_sleep(read_secs);
	after = procread_sum();
	procread_told = after;
	kbench_say("rep workload=procread rep=%u time_ns=%llu opens=%lu reads=%lu bytes=%lu", rep,
		   ktime_get_mono_fast_ns() - start, after.opens - before.opens,
		   after.reads - before.reads, after.bytes - before.bytes);
	return read_secs && kbench_stopping() ? -EINTR : 0;
}

const struct kbench_workload kbench_procread = {
	.name = "procread",
	.clock = "reader",
	.check = procread_check,
	.describe = procread_describe,
	.setup = procread_setup,
	.run = procread_run,
	.teardown = procread_teardown,
	.until_removed = true,
};

/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * readproc - how long N tasks take to read one file of /proc at the same time.
 *
 * Each task is a process of its own, pinned to a CPU. It reads the file once to warm up, says that
 * it is ready, and waits. When all are ready they start together, and each opens, reads to the end
 * and closes the file, repeats times. A row of the table is one such measurement, in seconds:
 *
 *   fork-sec         from before the first fork to after the last
 *   ready-sec        from there until the last task is ready
 *   read-sec         from the start until the last task has finished all repeats
 *   read/repeat sec  read-sec / repeats
 *   texit            until all tasks have gone
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <getopt.h>
#include <limits.h>
#include <linux/futex.h>
#include <sched.h>
#include <signal.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define MAX_TASKS 65536
#define MAX_CPUS 8192

struct options {
	const char *file;
	size_t bufsize;
	unsigned int repeats, runs;
	bool header;
	unsigned int *tasks; /* one measurement for each, in this order */
	size_t ntasks;
};

/* Seen by the parent and all tasks of one measurement. */
struct shared {
	_Atomic uint32_t ready, go, done, leave; /* futex words */
	_Atomic int64_t end_ns;			 /* when the last task had finished */
	_Atomic bool failed;			 /* claims the three below */
	_Atomic bool told;			 /* they are complete */
	unsigned int task;
	int error;
	char what[64];
};

struct times {
	int64_t fork_ns, ready_ns, read_ns, exit_ns;
};

static void die(const char *format, ...) __attribute__((format(printf, 1, 2), noreturn));

static void die(const char *format, ...)
{
	va_list args;

	fflush(stdout);
	fputs("readproc: ", stderr);
	va_start(args, format);
	vfprintf(stderr, format, args);
	va_end(args);
	fputc('\n', stderr);
	exit(EXIT_FAILURE);
}

static int64_t now_ns(void)
{
	struct timespec ts;

	clock_gettime(CLOCK_MONOTONIC, &ts);
	return (int64_t)ts.tv_sec * 1000000000 + ts.tv_nsec;
}

/* Sleeps while *word is value, at most a tenth of a second: callers look again. */
static void futex_wait(_Atomic uint32_t *word, uint32_t value)
{
	const struct timespec limit = { 0, 100000000 };

	syscall(SYS_futex, word, FUTEX_WAIT, value, &limit, NULL, 0);
}

static void futex_wake(_Atomic uint32_t *word)
{
	syscall(SYS_futex, word, FUTEX_WAKE, INT_MAX, NULL, NULL, 0);
}

/* In a task: the first failure is kept for the parent to tell, the others go silently. */
static void task_fail(struct shared *sh, unsigned int task, const char *what, int error)
	__attribute__((noreturn));

static void task_fail(struct shared *sh, unsigned int task, const char *what, int error)
{
	if (!atomic_exchange(&sh->failed, true)) {
		sh->task = task;
		sh->error = error;
		snprintf(sh->what, sizeof(sh->what), "%s", what);
		atomic_store(&sh->told, true);
	}
	_exit(EXIT_FAILURE);
}

static void task_read(struct shared *sh, unsigned int task, const struct options *opts, char *buf)
{
	int fd = open(opts->file, O_RDONLY | O_CLOEXEC);
	ssize_t n;

	if (fd < 0)
		task_fail(sh, task, "open", errno);
	do {
		n = read(fd, buf, opts->bufsize);
		if (n < 0 && errno != EINTR)
			task_fail(sh, task, "read", errno);
	} while (n);
	close(fd);
}

static void task_run(struct shared *sh, unsigned int task, int cpu, const struct options *opts)
	__attribute__((noreturn));

static void task_run(struct shared *sh, unsigned int task, int cpu, const struct options *opts)
{
	size_t size = CPU_ALLOC_SIZE(MAX_CPUS);
	cpu_set_t *set = CPU_ALLOC(MAX_CPUS);
	char *buf = malloc(opts->bufsize);
	int64_t end, before;

	if (!set || !buf)
		task_fail(sh, task, "allocate the buffer", ENOMEM);
	CPU_ZERO_S(size, set);
	CPU_SET_S((size_t)cpu, size, set);
	if (sched_setaffinity(0, size, set) < 0)
		task_fail(sh, task, "pin to its CPU", errno);
	memset(buf, 0, opts->bufsize);
	task_read(sh, task, opts, buf);

	atomic_fetch_add(&sh->ready, 1);
	futex_wake(&sh->ready);
	/* Awake for a start without delay, but in nobody's way where tasks share a CPU. */
	while (!atomic_load(&sh->go))
		sched_yield();
	for (unsigned int i = 0; i < opts->repeats; i++)
		task_read(sh, task, opts, buf);

	end = now_ns();
	before = atomic_load(&sh->end_ns);
	while (before < end && !atomic_compare_exchange_weak(&sh->end_ns, &before, end))
		;
	atomic_fetch_add(&sh->done, 1);
	futex_wake(&sh->done);
	/* Exiting is not part of what is measured, so it waits for the slowest; asleep, for the
	 * slowest may need this CPU. */
	while (!atomic_load(&sh->leave))
		futex_wait(&sh->leave, 0);
	_exit(EXIT_SUCCESS);
}

/* Ends all tasks and the program, and tells what was wrong with the one of status. */
static void tasks_failed(struct shared *sh, const struct options *opts, const pid_t *pids,
			 unsigned int n, int status) __attribute__((noreturn));

static void tasks_failed(struct shared *sh, const struct options *opts, const pid_t *pids,
			 unsigned int n, int status)
{
	for (unsigned int i = 0; i < n; i++)
		kill(pids[i], SIGKILL);
	while (wait(NULL) > 0 || errno == EINTR)
		;
	if (atomic_load(&sh->told))
		die("%s: cannot %s: %s (task %u of %u)", opts->file, sh->what, strerror(sh->error),
		    sh->task, n);
	if (WIFSIGNALED(status))
		die("a task was killed: %s", strsignal(WTERMSIG(status)));
	die("a task ended early with status %d", WEXITSTATUS(status));
}

/* Until all n tasks have counted themselves in word, or one has died. */
static void tasks_wait(struct shared *sh, const struct options *opts, const pid_t *pids,
		       unsigned int n, _Atomic uint32_t *word)
{
	uint32_t value;
	int status;

	while ((value = atomic_load(word)) < n) {
		futex_wait(word, value);
		if (waitpid(-1, &status, WNOHANG) > 0)
			tasks_failed(sh, opts, pids, n, status);
	}
}

static struct times measure(const struct options *opts, unsigned int n, const int *cpus,
			    size_t ncpus)
{
	struct shared *sh = mmap(NULL, sizeof(*sh), PROT_READ | PROT_WRITE,
				 MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	pid_t *pids = calloc(n, sizeof(*pids)), parent = getpid();
	struct times t;
	int64_t start, before;

	if (sh == MAP_FAILED || !pids)
		die("%u tasks: out of memory", n);
	start = now_ns();
	for (unsigned int i = 0; i < n; i++) {
		pids[i] = fork();
		if (pids[i] < 0) {
			int error = errno;

			for (unsigned int k = 0; k < i; k++)
				kill(pids[k], SIGKILL);
			die("fork of task %u of %u: %s", i + 1, n, strerror(error));
		}
		if (pids[i] == 0) {
			/* Tasks do not outlive a parent that is killed. */
			prctl(PR_SET_PDEATHSIG, SIGKILL);
			if (getppid() != parent)
				_exit(EXIT_FAILURE);
			task_run(sh, i + 1, cpus[i % ncpus], opts);
		}
	}
	before = now_ns();
	t.fork_ns = before - start;
	tasks_wait(sh, opts, pids, n, &sh->ready);
	start = now_ns();
	t.ready_ns = start - before;
	atomic_store(&sh->go, 1);
	tasks_wait(sh, opts, pids, n, &sh->done);
	t.read_ns = atomic_load(&sh->end_ns) - start;
	start = now_ns();
	atomic_store(&sh->leave, 1);
	futex_wake(&sh->leave);
	while (wait(NULL) > 0 || errno == EINTR)
		;
	t.exit_ns = now_ns() - start;
	munmap(sh, sizeof(*sh));
	free(pids);
	return t;
}

/* The CPUs that this process may use. */
static int *cpus_allowed(size_t *n)
{
	size_t size = CPU_ALLOC_SIZE(MAX_CPUS);
	cpu_set_t *set = CPU_ALLOC(MAX_CPUS);
	int *cpus = calloc(MAX_CPUS, sizeof(*cpus));

	if (!set || !cpus)
		die("out of memory");
	CPU_ZERO_S(size, set);
	if (sched_getaffinity(0, size, set) < 0)
		die("sched_getaffinity: %s", strerror(errno));
	*n = 0;
	for (int cpu = 0; cpu < MAX_CPUS; cpu++)
		if (CPU_ISSET_S((size_t)cpu, size, set))
			cpus[(*n)++] = cpu;
	CPU_FREE(set);
	return cpus;
}

static double seconds(int64_t ns)
{
	return (double)ns / 1e9;
}

static void print_header(const struct options *opts)
{
	printf("File: %s\nBufsize: %zu\nRepeats: %u\n", opts->file, opts->bufsize, opts->repeats);
	printf("%6s%18s%18s%18s%18s%18s\n", "tasks", "fork-sec", "ready-sec", "read-sec",
	       "read/repeat sec", "texit");
}

static void print_row(unsigned int n, unsigned int repeats, const struct times *t)
{
	printf("%6u%18.6f%18.6f%18.6f%18.6f%18.6f\n", n, seconds(t->fork_ns), seconds(t->ready_ns),
	       seconds(t->read_ns), seconds(t->read_ns) / repeats, seconds(t->exit_ns));
	if (fflush(stdout) != 0)
		die("write: %s", strerror(errno));
}

static void measure_all(const struct options *opts)
{
	size_t ncpus;
	int *cpus = cpus_allowed(&ncpus);

	if (opts->header)
		print_header(opts);
	for (unsigned int run = 0; run < opts->runs; run++) {
		for (size_t i = 0; i < opts->ntasks; i++) {
			struct times t;

			if (run == 0 && opts->tasks[i] > ncpus)
				fprintf(stderr,
					"readproc: warning: %u tasks on %zu CPU%s: they wait for "
					"each other, not only for the file\n",
					opts->tasks[i], ncpus, ncpus == 1 ? "" : "s");
			t = measure(opts, opts->tasks[i], cpus, ncpus);
			print_row(opts->tasks[i], opts->repeats, &t);
		}
	}
	free(cpus);
}

/* The number at text, up to end, which must follow it. */
static unsigned long number(const char *option, const char *text, size_t len, unsigned long max)
{
	unsigned long v = 0;
	bool good = len > 0;

	for (size_t i = 0; good && i < len; i++) {
		good = text[i] >= '0' && text[i] <= '9';
		v = good ? v * 10 + (unsigned long)(text[i] - '0') : v;
		good = good && v <= max;
	}
	if (!good || !v)
		die("%s: not a number from 1 to %lu: '%.*s'", option, max, (int)len, text);
	return v;
}

static void add_tasks(struct options *opts, const char *option, const char *list)
{
	for (bool more = true; more;) {
		size_t len = strcspn(list, ",");
		unsigned int n = (unsigned int)number(option, list, len, MAX_TASKS);

		opts->tasks = realloc(opts->tasks, (opts->ntasks + 1) * sizeof(*opts->tasks));
		if (!opts->tasks)
			die("out of memory");
		opts->tasks[opts->ntasks++] = n;
		more = list[len] == ',';
		list += len + more;
	}
}

static void usage(void)
{
	printf("Usage: readproc [OPTION]...\n"
	       "Times N tasks, one a CPU, that read a file of /proc at the same time.\n"
	       "\n"
	       "  -f, --file=FILE        the file (default /proc/stat)\n"
	       "  -n, --tasks=N          how many tasks (default 1)\n"
	       "      --sweep=N,N,...    one measurement for each of these numbers of tasks\n"
	       "  -b, --bufsize=BYTES    what one read() asks for (default 1024)\n"
	       "  -r, --repeats=N        how often each task reads the whole file (default 1)\n"
	       "      --repeat-runs=N    all measurements N times, one row each\n"
	       "  -h, --header           print what is measured, and names over the columns\n"
	       "      --help             print this\n"
	       "\n"
	       "Prints one row a measurement: tasks, then seconds for fork, ready, read,\n"
	       "read/repeats and exit.\n");
}

static struct options parse_options(int argc, char **argv)
{
	enum { SWEEP = 256, RUNS, HELP };
	static const struct option longs[] = {
		{ "file", required_argument, NULL, 'f' },
		{ "tasks", required_argument, NULL, 'n' },
		{ "sweep", required_argument, NULL, SWEEP },
		{ "bufsize", required_argument, NULL, 'b' },
		{ "repeats", required_argument, NULL, 'r' },
		{ "repeat-runs", required_argument, NULL, RUNS },
		{ "header", no_argument, NULL, 'h' },
		{ "help", no_argument, NULL, HELP },
		{ 0 },
	};
	struct options opts = { .file = "/proc/stat", .bufsize = 1024, .repeats = 1, .runs = 1 };
	int c;

	while ((c = getopt_long(argc, argv, "b:f:hn:r:", longs, NULL)) != -1) {
		switch (c) {
		case 'f':
			opts.file = optarg;
			break;
		case 'n':
			number("-n", optarg, strlen(optarg), MAX_TASKS);
			opts.ntasks = 0;
			add_tasks(&opts, "-n", optarg);
			break;
		case SWEEP:
			opts.ntasks = 0;
			add_tasks(&opts, "--sweep", optarg);
			break;
		case 'b':
			opts.bufsize = number("-b", optarg, strlen(optarg), 1ul << 30);
			break;
		case 'r':
			opts.repeats = (unsigned int)number("-r", optarg, strlen(optarg), INT_MAX);
			break;
		case RUNS:
			opts.runs = (unsigned int)number("--repeat-runs", optarg, strlen(optarg),
							 INT_MAX);
			break;
		case 'h':
			opts.header = true;
			break;
		case HELP:
			usage();
			exit(EXIT_SUCCESS);
		default:
			fputs("Try 'readproc --help'.\n", stderr);
			exit(EXIT_FAILURE);
		}
	}
	if (optind < argc)
		die("not an option: '%s'; the file to read is named by -f", argv[optind]);
	if (!opts.ntasks)
		add_tasks(&opts, "-n", "1");
	return opts;
}

int main(int argc, char **argv)
{
	struct options opts = parse_options(argc, argv);

	measure_all(&opts);
	free(opts.tasks);
	if (fclose(stdout) != 0)
		die("write: %s", strerror(errno));
	return EXIT_SUCCESS;
}

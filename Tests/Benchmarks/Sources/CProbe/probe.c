#include "probe.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

uint64_t probe_thread_nanoseconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}

void probe_use(const void *pointer) {
    __asm__ volatile("" : : "r"(pointer) : "memory");
}

struct probe_run probe_run(char *const arguments[], const char *input) {
    struct probe_run run = {false, 0, 0, 0};
    pid_t child = fork();
    if (child < 0) return run;
    if (child == 0) {
        int in = open(input ? input : "/dev/null", O_RDONLY);
        int out = open("/dev/null", O_WRONLY);
        if (in < 0 || out < 0 || dup2(in, 0) < 0 || dup2(out, 1) < 0 || dup2(out, 2) < 0) _exit(127);
        execvp(arguments[0], arguments);
        _exit(127);
    }
    int status;
    struct rusage usage;
    while (wait4(child, &status, 0, &usage) < 0) {
        if (errno != EINTR) return run;
    }
    run.ran = WIFEXITED(status);
    run.status = WEXITSTATUS(status);
    run.nanoseconds = (uint64_t)(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) * 1000000000u +
                      (uint64_t)(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) * 1000u;
#ifdef __APPLE__
    run.peak_memory = (uint64_t)usage.ru_maxrss;
#else
    run.peak_memory = (uint64_t)usage.ru_maxrss * 1024u;
#endif
    return run;
}

#ifdef __GLIBC__

#include <malloc.h>

// An executable's own malloc goes before the C library's, for the shared libraries too. The benchmark has one thread,
// and two additions for a call of malloc are the same for every peer.
static struct allocations counted;

extern void *__libc_malloc(size_t);
extern void *__libc_calloc(size_t, size_t);
extern void *__libc_realloc(void *, size_t);
extern void *__libc_memalign(size_t, size_t);
extern void __libc_free(void *);

static bool watches;
static int64_t held, peak;

static inline void *count(void *block, size_t bytes) {
    counted.calls += 1;
    counted.bytes += bytes;
    if (__builtin_expect(watches, false)) {
        held += (int64_t)malloc_usable_size(block);
        if (held > peak) peak = held;
    }
    return block;
}

void *malloc(size_t bytes) { return count(__libc_malloc(bytes), bytes); }

void *calloc(size_t number, size_t size) { return count(__libc_calloc(number, size), number * size); }

void *realloc(void *old, size_t bytes) {
    if (__builtin_expect(watches, false)) held -= (int64_t)malloc_usable_size(old);
    return count(__libc_realloc(old, bytes), bytes);
}

void free(void *block) {
    if (__builtin_expect(watches, false)) held -= (int64_t)malloc_usable_size(block);
    __libc_free(block);
}

void *memalign(size_t alignment, size_t bytes) { return count(__libc_memalign(alignment, bytes), bytes); }

void *aligned_alloc(size_t alignment, size_t bytes) { return count(__libc_memalign(alignment, bytes), bytes); }

int posix_memalign(void **result, size_t alignment, size_t bytes) {
    void *memory = __libc_memalign(alignment, bytes);
    if (!memory) return ENOMEM;
    *result = count(memory, bytes);
    return 0;
}

void probe_return_large_blocks(bool returns) {
    // glibc begins with 128 KiB and raises it to what was freed, up to 32 MiB. The blocks of a deflate state have 64 KiB:
    // they would be returned only where nothing lies behind them.
    mallopt(M_MMAP_THRESHOLD, returns ? 32 << 10 : 32 << 20);
    mallopt(M_TRIM_THRESHOLD, returns ? 128 << 10 : 64 << 20);
}

void probe_watch_memory(void) {
    watches = true;
    held = peak = 0;
}

int64_t probe_peak_memory(void) {
    watches = false;
    return peak;
}

bool probe_counts_allocations(void) { return true; }
struct allocations probe_allocations(void) { return counted; }

#else

bool probe_counts_allocations(void) { return false; }
struct allocations probe_allocations(void) { return (struct allocations){0, 0}; }
void probe_return_large_blocks(bool returns) {}
void probe_watch_memory(void) {}
int64_t probe_peak_memory(void) { return 0; }

#endif

#include "probe.h"

#include <errno.h>
#include <time.h>

uint64_t probe_thread_nanoseconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}

void probe_use(const void *pointer) {
    __asm__ volatile("" : : "r"(pointer) : "memory");
}

#ifdef __GLIBC__

// An executable's own malloc goes before the C library's, for the shared libraries too. The benchmark has one thread,
// and two additions for a call of malloc are the same for every peer.
static struct allocations counted;

extern void *__libc_malloc(size_t);
extern void *__libc_calloc(size_t, size_t);
extern void *__libc_realloc(void *, size_t);
extern void *__libc_memalign(size_t, size_t);

static inline void count(size_t bytes) {
    counted.calls += 1;
    counted.bytes += bytes;
}

void *malloc(size_t bytes) {
    count(bytes);
    return __libc_malloc(bytes);
}

void *calloc(size_t number, size_t size) {
    count(number * size);
    return __libc_calloc(number, size);
}

void *realloc(void *old, size_t bytes) {
    count(bytes);
    return __libc_realloc(old, bytes);
}

void *memalign(size_t alignment, size_t bytes) {
    count(bytes);
    return __libc_memalign(alignment, bytes);
}

void *aligned_alloc(size_t alignment, size_t bytes) {
    count(bytes);
    return __libc_memalign(alignment, bytes);
}

int posix_memalign(void **result, size_t alignment, size_t bytes) {
    count(bytes);
    void *memory = __libc_memalign(alignment, bytes);
    if (!memory) return ENOMEM;
    *result = memory;
    return 0;
}

bool probe_counts_allocations(void) { return true; }
struct allocations probe_allocations(void) { return counted; }

#else

bool probe_counts_allocations(void) { return false; }
struct allocations probe_allocations(void) { return (struct allocations){0, 0}; }

#endif

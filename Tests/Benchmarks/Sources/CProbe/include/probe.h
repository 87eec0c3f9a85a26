#ifndef PROBE_H
#define PROBE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// What was asked of the allocator.
struct allocations {
    /// Calls of malloc, calloc, realloc, posix_memalign, aligned_alloc and memalign.
    uint64_t calls;
    /// The sum of the sizes they asked for.
    uint64_t bytes;
};

/// Whether allocations are counted on this system: with glibc.
bool probe_counts_allocations(void);

/// Everything since the process began.
struct allocations probe_allocations(void);

/// Nanoseconds that this thread has spent on a processor. Unlike wall time it stands still while other processes run.
uint64_t probe_thread_nanoseconds(void);

/// Does nothing, which the compiler cannot know: the value behind `pointer` has to be there.
void probe_use(const void *pointer);

#endif

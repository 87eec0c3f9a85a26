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

/// From now on, how much memory is held is watched too.
void probe_watch_memory(void);

/// The most memory that was held at once since `probe_watch_memory`, in bytes more than were held then.
int64_t probe_peak_memory(void);

/// Whether large blocks go back to the system as soon as they are freed, as with most allocators, or stay with the process
/// once it has freed one, as with glibc's by itself. Does nothing with other C libraries.
void probe_return_large_blocks(bool returns);

/// What running a program took.
struct probe_run {
    /// Whether it ran and ended by itself.
    bool ran;
    int status;
    /// Of the processor, in user and system mode.
    uint64_t nanoseconds;
    /// The largest part of its memory that was resident at once, in bytes.
    uint64_t peak_memory;
};

/// Runs a program that is found in PATH, without an output, and waits for it.
///
/// - input: The path of its standard input, or null for none.
struct probe_run probe_run(char *const arguments[], const char *input);

/// Whether allocations are counted on this system: with glibc.
bool probe_counts_allocations(void);

/// Everything since the process began.
struct allocations probe_allocations(void);

/// Nanoseconds that this thread has spent on a processor. Unlike wall time it stands still while other processes run.
uint64_t probe_thread_nanoseconds(void);

/// Does nothing, which the compiler cannot know: the value behind `pointer` has to be there.
void probe_use(const void *pointer);

#endif

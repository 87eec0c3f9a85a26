#ifndef RAW_ZLIB_H
#define RAW_ZLIB_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// zlib with nothing around it: one state for all messages, reset between them.
struct raw_zlib;

/// A state that deflates to gzip with zlib's own level and memory; null if there is no memory.
struct raw_zlib *raw_deflater(void);
/// A state that inflates gzip.
struct raw_zlib *raw_inflater(void);
void raw_zlib_free(struct raw_zlib *zlib);

/// Deflates (inflates) all of `input` into `output`. The length of the result; 0 if it does not fit or is no gzip.
size_t raw_deflate(struct raw_zlib *zlib, const uint8_t *input, size_t count, uint8_t *output, size_t room);
size_t raw_inflate(struct raw_zlib *zlib, const uint8_t *input, size_t count, uint8_t *output, size_t room);

#endif

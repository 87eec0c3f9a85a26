#include "raw_zlib.h"

#include <stdlib.h>
#include <zlib.h>

// 15 bits of window, and 16 for gzip's header and trailer.
enum { gzip_window = 15 + 16, default_memory = 8 };

struct raw_zlib {
    z_stream stream;
    int (*end)(z_stream *);
};

struct raw_zlib *raw_deflater(void) {
    struct raw_zlib *zlib = calloc(1, sizeof *zlib);
    if (!zlib) return NULL;
    zlib->end = deflateEnd;
    if (deflateInit2(&zlib->stream, Z_DEFAULT_COMPRESSION, Z_DEFLATED, gzip_window, default_memory, Z_DEFAULT_STRATEGY) ==
        Z_OK) {
        return zlib;
    }
    free(zlib);
    return NULL;
}

struct raw_zlib *raw_inflater(void) {
    struct raw_zlib *zlib = calloc(1, sizeof *zlib);
    if (!zlib) return NULL;
    zlib->end = inflateEnd;
    if (inflateInit2(&zlib->stream, gzip_window) == Z_OK) return zlib;
    free(zlib);
    return NULL;
}

void raw_zlib_free(struct raw_zlib *zlib) {
    zlib->end(&zlib->stream);
    free(zlib);
}

static size_t run(
    z_stream *stream, int (*step)(z_stream *, int), const uint8_t *input, size_t count, uint8_t *output, size_t room) {
    stream->next_in = (uint8_t *)input;
    stream->avail_in = (uInt)count;
    stream->next_out = output;
    stream->avail_out = (uInt)room;
    return step(stream, Z_FINISH) == Z_STREAM_END ? room - stream->avail_out : 0;
}

size_t raw_deflate(struct raw_zlib *zlib, const uint8_t *input, size_t count, uint8_t *output, size_t room) {
    if (deflateReset(&zlib->stream) != Z_OK) return 0;
    return run(&zlib->stream, deflate, input, count, output, room);
}

size_t raw_inflate(struct raw_zlib *zlib, const uint8_t *input, size_t count, uint8_t *output, size_t room) {
    if (inflateReset(&zlib->stream) != Z_OK) return 0;
    return run(&zlib->stream, inflate, input, count, output, room);
}

#ifndef NATIVE_PEERS_H
#define NATIVE_PEERS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// The message types of the payloads.
enum native_message {
    native_get_trip_request,
    native_update_vehicle_request,
    native_trip,
    native_list_vehicles_response,
};

/// One codec for one message type. All functions are there; none throws.
struct native_codec {
    const char *name;
    /// Decodes and destroys a message, `times` over. False if the bytes are refused.
    bool (*decode)(const uint8_t *bytes, size_t count, size_t times);
    /// A decoded message for the functions below; null if the bytes are refused. Belongs to the caller: `release`.
    void *(*make)(const uint8_t *bytes, size_t count);
    void (*release)(void *message);
    /// Encodes into a buffer that is new each time. Returns the size of the last encoding.
    size_t (*encode_fresh)(const void *message, size_t times);
    /// Encodes into one buffer again and again. Returns the size of the last encoding.
    size_t (*encode_reused)(void *message, size_t times);
    /// What `encode_reused` wrote last.
    const uint8_t *(*encoded)(const void *message);
};

enum { native_codec_count = 3 };

/// C++ protobuf on the heap, C++ protobuf with an arena, protozero.
void native_codecs(enum native_message message, struct native_codec codecs[native_codec_count]);

#ifdef __cplusplus
}
#endif

#endif

// Three ways to hold a message, and the C functions over any of them.
#pragma once

#include <google/protobuf/arena.h>

#include <memory>
#include <protozero/pbf_reader.hpp>
#include <protozero/pbf_writer.hpp>
#include <string>
#include <vector>

#include "native_peers.h"

/// The value has to be in memory here, and may have been changed.
inline void use(const void *value) { asm volatile("" : : "r"(value) : "memory"); }

/// A generated class that owns its parts.
template <class M>
struct HeapMessage {
    M message;
    std::vector<uint8_t> buffer;

    static bool decode(const uint8_t *bytes, size_t count, size_t times) {
        for (size_t time = 0; time < times; ++time) {
            M message;
            if (!message.ParseFromArray(bytes, static_cast<int>(count))) return false;
            use(&message);
        }
        return true;
    }

    bool read(const uint8_t *bytes, size_t count) { return message.ParseFromArray(bytes, static_cast<int>(count)); }

    size_t encode_fresh() const {
        std::string bytes = message.SerializeAsString();
        use(bytes.data());
        return bytes.size();
    }

    size_t encode_reused() {
        const size_t size = message.ByteSizeLong();
        buffer.resize(size);
        message.SerializeWithCachedSizesToArray(buffer.data());
        use(buffer.data());
        return size;
    }

    const uint8_t *encoded() const { return buffer.data(); }
};

/// The same class in an arena, which is reset for each message. Encoding is as on the heap.
template <class M>
struct ArenaMessage : HeapMessage<M> {
    static bool decode(const uint8_t *bytes, size_t count, size_t times) {
        google::protobuf::Arena arena;
        for (size_t time = 0; time < times; ++time) {
            M *message = google::protobuf::Arena::CreateMessage<M>(&arena);
            if (!message->ParseFromArray(bytes, static_cast<int>(count))) return false;
            use(message);
            arena.Reset();
        }
        return true;
    }
};

/// A plain struct, read and written with protozero. UTF-8 is not checked and unknown fields are not kept.
template <class M>
struct PlainMessage {
    M message;
    std::string buffer;

    static bool decode(const uint8_t *bytes, size_t count, size_t times) try {
        for (size_t time = 0; time < times; ++time) {
            M message;
            message.read({reinterpret_cast<const char *>(bytes), count});
            use(&message);
        }
        return true;
    } catch (const protozero::exception &) {
        return false;
    }

    bool read(const uint8_t *bytes, size_t count) try {
        message.read({reinterpret_cast<const char *>(bytes), count});
        return true;
    } catch (const protozero::exception &) {
        return false;
    }

    size_t encode_fresh() const {
        std::string bytes;
        protozero::pbf_writer writer{bytes};
        message.write(writer);
        use(bytes.data());
        return bytes.size();
    }

    size_t encode_reused() {
        buffer.clear();
        protozero::pbf_writer writer{buffer};
        message.write(writer);
        use(buffer.data());
        return buffer.size();
    }

    const uint8_t *encoded() const { return reinterpret_cast<const uint8_t *>(buffer.data()); }
};

template <class H>
native_codec codec(const char *name) {
    native_codec result;
    result.name = name;
    result.decode = H::decode;
    result.make = [](const uint8_t *bytes, size_t count) -> void * {
        auto holder = std::make_unique<H>();
        return holder->read(bytes, count) ? holder.release() : nullptr;
    };
    result.release = [](void *message) { delete static_cast<H *>(message); };
    result.encode_fresh = [](const void *message, size_t times) {
        size_t size = 0;
        for (size_t time = 0; time < times; ++time) size = static_cast<const H *>(message)->encode_fresh();
        return size;
    };
    result.encode_reused = [](void *message, size_t times) {
        size_t size = 0;
        for (size_t time = 0; time < times; ++time) size = static_cast<H *>(message)->encode_reused();
        return size;
    };
    result.encoded = [](const void *message) { return static_cast<const H *>(message)->encoded(); };
    return result;
}

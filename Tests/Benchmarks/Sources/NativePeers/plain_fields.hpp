// How protozero reads and writes the kinds of fields that the messages have.
#pragma once

#include <cstdint>
#include <optional>
#include <protozero/pbf_reader.hpp>
#include <protozero/pbf_writer.hpp>
#include <string>
#include <variant>
#include <vector>

namespace plain {

using protozero::data_view;
using protozero::pbf_reader;
using protozero::pbf_writer;

template <class M>
void read(pbf_reader &reader, std::optional<M> &message) {
    if (!message) message.emplace();
    message->read(reader.get_view());
}

template <class M>
void read(pbf_reader &reader, std::vector<M> &messages) {
    messages.emplace_back();
    messages.back().read(reader.get_view());
}

inline void read(pbf_reader &reader, std::string &string) {
    const data_view view = reader.get_view();
    string.assign(view.data(), view.size());
}

inline void read(pbf_reader &reader, std::vector<std::string> &strings) {
    const data_view view = reader.get_view();
    strings.emplace_back(view.data(), view.size());
}

/// A string that is a member of a oneof.
template <size_t member, class... Members>
void read_string(pbf_reader &reader, std::variant<Members...> &oneof) {
    const data_view view = reader.get_view();
    oneof.template emplace<member>(view.data(), view.size());
}

/// The values of wrapper messages.
inline void read(pbf_reader &reader, std::optional<double> &value) {
    pbf_reader body{reader.get_view()};
    value = 0;
    while (body.next()) {
        if (body.tag() == 1) value = body.get_double(); else body.skip();
    }
}

inline void read(pbf_reader &reader, std::optional<int32_t> &value) {
    pbf_reader body{reader.get_view()};
    value = 0;
    while (body.next()) {
        if (body.tag() == 1) value = body.get_int32(); else body.skip();
    }
}

inline void read(pbf_reader &reader, std::optional<bool> &value) {
    pbf_reader body{reader.get_view()};
    value = false;
    while (body.next()) {
        if (body.tag() == 1) value = body.get_bool(); else body.skip();
    }
}

template <class M>
void write(pbf_writer &writer, uint32_t number, const std::optional<M> &message) {
    if (!message) return;
    pbf_writer body{writer, number};
    message->write(body);
}

template <class M>
void write(pbf_writer &writer, uint32_t number, const std::vector<M> &messages) {
    for (const M &message : messages) {
        pbf_writer body{writer, number};
        message.write(body);
    }
}

inline void write(pbf_writer &writer, uint32_t number, const std::string &string) {
    if (!string.empty()) writer.add_string(number, string);
}

inline void write(pbf_writer &writer, uint32_t number, const std::vector<std::string> &strings) {
    for (const std::string &string : strings) writer.add_string(number, string);
}

inline void write(pbf_writer &writer, uint32_t number, int32_t value) {
    if (value != 0) writer.add_int32(number, value);
}

inline void write(pbf_writer &writer, uint32_t number, bool value) {
    if (value) writer.add_bool(number, value);
}

/// A pbf_writer takes back a sub-message that stayed empty, so a wrapper of 0 is written as it is on the wire.
inline void write_empty_wrapper(pbf_writer &writer, uint32_t number) { writer.add_message(number, data_view{"", 0}); }

inline void write(pbf_writer &writer, uint32_t number, const std::optional<double> &value) {
    if (!value) return;
    if (*value == 0) return write_empty_wrapper(writer, number);
    pbf_writer body{writer, number};
    body.add_double(1, *value);
}

inline void write(pbf_writer &writer, uint32_t number, const std::optional<int32_t> &value) {
    if (!value) return;
    if (*value == 0) return write_empty_wrapper(writer, number);
    pbf_writer body{writer, number};
    body.add_int32(1, *value);
}

inline void write(pbf_writer &writer, uint32_t number, const std::optional<bool> &value) {
    if (!value) return;
    if (!*value) return write_empty_wrapper(writer, number);
    pbf_writer body{writer, number};
    body.add_bool(1, *value);
}

}  // namespace plain

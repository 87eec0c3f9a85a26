#ifndef CCONFORMANCEPROTOS_H
#define CCONFORMANCEPROTOS_H

/// A .proto file, by the name under which others import it.
struct ConformanceProto {
    const char *_Nonnull name;
    /// UTF-8, ends with a zero byte.
    const char *_Nonnull text;
};

/// The file at an index from zero on, none behind the last one. Lives as long as the process.
const struct ConformanceProto *_Nullable conformance_proto(unsigned long index);

#endif

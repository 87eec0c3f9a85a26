#ifndef FLEETWIRE_CFLEETPROTOS_H
#define FLEETWIRE_CFLEETPROTOS_H

/// A .proto file, by the name under which others import it.
struct FleetProto {
    const char *_Nonnull name;
    /// UTF-8, ends with a zero byte.
    const char *_Nonnull text;
};

/// The file at an index from zero on, none behind the last one. Lives as long as the process.
const struct FleetProto *_Nullable fleet_proto(unsigned long index);

#endif

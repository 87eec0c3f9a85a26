#ifndef FLEETWIRE_CDESCRIPTORPROTO_H
#define FLEETWIRE_CDESCRIPTORPROTO_H

// The texts of .proto files: UTF-8 that ends with a zero byte and lives as long as the process.

/// `google/protobuf/descriptor.proto`.
const char *_Nonnull descriptor_proto(void);
/// The options of `google/api` that a schema gives a meaning to, in one file.
const char *_Nonnull api_options_proto(void);

#endif

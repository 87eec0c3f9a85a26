#include "CConformanceProtos.h"

static const struct ConformanceProto files[] = {
    {"test_messages_proto2.proto",
     (const char[]){
#embed "../Conformance/Proto/test_messages_proto2.proto"
         , 0}},
    {"test_messages_proto3.proto",
     (const char[]){
#embed "../Conformance/Proto/test_messages_proto3.proto"
         , 0}},
    {"test_messages_edition2023.proto",
     (const char[]){
#embed "../Conformance/Proto/test_messages_edition2023.proto"
         , 0}},
    {"test_messages_edition_unstable.proto",
     (const char[]){
#embed "../Conformance/Proto/test_messages_edition_unstable.proto"
         , 0}},
    {"test_messages_proto2_editions.proto",
     (const char[]){
#embed "../Conformance/Proto/test_messages_proto2_editions.proto"
         , 0}},
    {"test_messages_proto3_editions.proto",
     (const char[]){
#embed "../Conformance/Proto/test_messages_proto3_editions.proto"
         , 0}},
};

const struct ConformanceProto *conformance_proto(unsigned long index) {
    return index < sizeof files / sizeof *files ? &files[index] : 0;
}

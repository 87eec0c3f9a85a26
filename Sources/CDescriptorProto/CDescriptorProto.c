#include "CDescriptorProto.h"

const char *descriptor_proto(void) {
    static const char text[] = {
#embed "Protos/descriptor.proto"
        , 0};
    return text;
}

const char *api_options_proto(void) {
    static const char text[] = {
#embed "Protos/options.proto"
        , 0};
    return text;
}

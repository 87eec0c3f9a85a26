#include "native_peers.h"

#include "codec.hpp"
#include "google/maps/fleetengine/v1/trip_api.pb.h"
#include "google/maps/fleetengine/v1/vehicle_api.pb.h"
#include "plain_structs.hpp"

namespace google_types = maps::fleetengine::v1;

namespace {

template <class Protobuf, class Plain>
void fill(native_codec *codecs) {
    codecs[0] = codec<HeapMessage<Protobuf>>("C++ heap");
    codecs[1] = codec<ArenaMessage<Protobuf>>("C++ arena");
    codecs[2] = codec<PlainMessage<Plain>>("protozero");
}

}  // namespace

void native_codecs(native_message message, native_codec codecs[native_codec_count]) {
    switch (message) {
    case native_get_trip_request: return fill<google_types::GetTripRequest, plain::GetTripRequest>(codecs);
    case native_update_vehicle_request:
        return fill<google_types::UpdateVehicleRequest, plain::UpdateVehicleRequest>(codecs);
    case native_trip: return fill<google_types::Trip, plain::Trip>(codecs);
    case native_list_vehicles_response:
        return fill<google_types::ListVehiclesResponse, plain::ListVehiclesResponse>(codecs);
    }
}

#include "CFleetProtos.h"

static const struct FleetProto files[] = {
    {"google/api/annotations.proto",
     (const char[]){
#embed "../../Protos/google/api/annotations.proto"
         , 0}},
    {"google/api/field_behavior.proto",
     (const char[]){
#embed "../../Protos/google/api/field_behavior.proto"
         , 0}},
    {"google/api/http.proto",
     (const char[]){
#embed "../../Protos/google/api/http.proto"
         , 0}},
    {"google/api/resource.proto",
     (const char[]){
#embed "../../Protos/google/api/resource.proto"
         , 0}},
    {"google/api/routing.proto",
     (const char[]){
#embed "../../Protos/google/api/routing.proto"
         , 0}},
    {"google/geo/type/viewport.proto",
     (const char[]){
#embed "../../Protos/google/geo/type/viewport.proto"
         , 0}},
    {"google/maps/fleetengine/delivery/v1/common.proto",
     (const char[]){
#embed "../../Protos/google/maps/fleetengine/delivery/v1/common.proto"
         , 0}},
    {"google/maps/fleetengine/delivery/v1/delivery_api.proto",
     (const char[]){
#embed "../../Protos/google/maps/fleetengine/delivery/v1/delivery_api.proto"
         , 0}},
    {"google/maps/fleetengine/delivery/v1/delivery_header.proto",
     (const char[]){
#embed "../../Protos/google/maps/fleetengine/delivery/v1/delivery_header.proto"
         , 0}},
    {"google/maps/fleetengine/delivery/v1/delivery_vehicles.proto",
     (const char[]){
#embed "../../Protos/google/maps/fleetengine/delivery/v1/delivery_vehicles.proto"
         , 0}},
    {"google/maps/fleetengine/delivery/v1/task_tracking_info.proto",
     (const char[]){
#embed "../../Protos/google/maps/fleetengine/delivery/v1/task_tracking_info.proto"
         , 0}},
    {"google/maps/fleetengine/delivery/v1/tasks.proto",
     (const char[]){
#embed "../../Protos/google/maps/fleetengine/delivery/v1/tasks.proto"
         , 0}},
    {"google/maps/fleetengine/v1/fleetengine.proto",
     (const char[]){
#embed "../../Protos/google/maps/fleetengine/v1/fleetengine.proto"
         , 0}},
    {"google/maps/fleetengine/v1/header.proto",
     (const char[]){
#embed "../../Protos/google/maps/fleetengine/v1/header.proto"
         , 0}},
    {"google/maps/fleetengine/v1/traffic.proto",
     (const char[]){
#embed "../../Protos/google/maps/fleetengine/v1/traffic.proto"
         , 0}},
    {"google/maps/fleetengine/v1/trip_api.proto",
     (const char[]){
#embed "../../Protos/google/maps/fleetengine/v1/trip_api.proto"
         , 0}},
    {"google/maps/fleetengine/v1/trips.proto",
     (const char[]){
#embed "../../Protos/google/maps/fleetengine/v1/trips.proto"
         , 0}},
    {"google/maps/fleetengine/v1/vehicle_api.proto",
     (const char[]){
#embed "../../Protos/google/maps/fleetengine/v1/vehicle_api.proto"
         , 0}},
    {"google/maps/fleetengine/v1/vehicles.proto",
     (const char[]){
#embed "../../Protos/google/maps/fleetengine/v1/vehicles.proto"
         , 0}},
    {"google/protobuf/any.proto",
     (const char[]){
#embed "../../Protos/google/protobuf/any.proto"
         , 0}},
    {"google/protobuf/duration.proto",
     (const char[]){
#embed "../../Protos/google/protobuf/duration.proto"
         , 0}},
    {"google/protobuf/empty.proto",
     (const char[]){
#embed "../../Protos/google/protobuf/empty.proto"
         , 0}},
    {"google/protobuf/field_mask.proto",
     (const char[]){
#embed "../../Protos/google/protobuf/field_mask.proto"
         , 0}},
    {"google/protobuf/struct.proto",
     (const char[]){
#embed "../../Protos/google/protobuf/struct.proto"
         , 0}},
    {"google/protobuf/timestamp.proto",
     (const char[]){
#embed "../../Protos/google/protobuf/timestamp.proto"
         , 0}},
    {"google/protobuf/wrappers.proto",
     (const char[]){
#embed "../../Protos/google/protobuf/wrappers.proto"
         , 0}},
    {"google/rpc/code.proto",
     (const char[]){
#embed "../../Protos/google/rpc/code.proto"
         , 0}},
    {"google/rpc/error_details.proto",
     (const char[]){
#embed "../../Protos/google/rpc/error_details.proto"
         , 0}},
    {"google/rpc/status.proto",
     (const char[]){
#embed "../../Protos/google/rpc/status.proto"
         , 0}},
    {"google/type/latlng.proto",
     (const char[]){
#embed "../../Protos/google/type/latlng.proto"
         , 0}},
};

const struct FleetProto *fleet_proto(unsigned long index) {
    return index < sizeof files / sizeof *files ? &files[index] : 0;
}

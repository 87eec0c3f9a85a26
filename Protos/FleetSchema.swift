public import ProtobufSchema

/// The schema of the Fleet Engine API, read from the `.proto` files beside this one, which are embedded in the library.
public enum FleetSchema {
    /// Every message, enum and service. Read when it is first used, once, and then shared.
    public static let shared: Schema = {
        do throws(SchemaError) {
            return try Schema(compiled: files)
        } catch {
            // Not reached: the embedded text never changes, and the tests read all of it.
            preconditionFailure("\(error)")
        }
    }()

    /// The text of the `.proto` files, by the names under which they import one another.
    public static var files: [(name: String, text: String)] {
        embedded.map { ($0.name, String(decoding: $0.bytes, as: UTF8.self)) }
    }

    private static let embedded: [(name: String, bytes: [UInt8])] = [
        ("google/api/annotations.proto", PackageResources.annotations_proto),
        ("google/api/field_behavior.proto", PackageResources.field_behavior_proto),
        ("google/api/http.proto", PackageResources.http_proto),
        ("google/api/resource.proto", PackageResources.resource_proto),
        ("google/api/routing.proto", PackageResources.routing_proto),
        ("google/geo/type/viewport.proto", PackageResources.viewport_proto),
        ("google/maps/fleetengine/delivery/v1/common.proto", PackageResources.common_proto),
        ("google/maps/fleetengine/delivery/v1/delivery_api.proto", PackageResources.delivery_api_proto),
        ("google/maps/fleetengine/delivery/v1/delivery_header.proto", PackageResources.delivery_header_proto),
        ("google/maps/fleetengine/delivery/v1/delivery_vehicles.proto", PackageResources.delivery_vehicles_proto),
        ("google/maps/fleetengine/delivery/v1/task_tracking_info.proto", PackageResources.task_tracking_info_proto),
        ("google/maps/fleetengine/delivery/v1/tasks.proto", PackageResources.tasks_proto),
        ("google/maps/fleetengine/v1/fleetengine.proto", PackageResources.fleetengine_proto),
        ("google/maps/fleetengine/v1/header.proto", PackageResources.header_proto),
        ("google/maps/fleetengine/v1/traffic.proto", PackageResources.traffic_proto),
        ("google/maps/fleetengine/v1/trip_api.proto", PackageResources.trip_api_proto),
        ("google/maps/fleetengine/v1/trips.proto", PackageResources.trips_proto),
        ("google/maps/fleetengine/v1/vehicle_api.proto", PackageResources.vehicle_api_proto),
        ("google/maps/fleetengine/v1/vehicles.proto", PackageResources.vehicles_proto),
        ("google/protobuf/any.proto", PackageResources.any_proto),
        ("google/protobuf/duration.proto", PackageResources.duration_proto),
        ("google/protobuf/empty.proto", PackageResources.empty_proto),
        ("google/protobuf/field_mask.proto", PackageResources.field_mask_proto),
        ("google/protobuf/struct.proto", PackageResources.struct_proto),
        ("google/protobuf/timestamp.proto", PackageResources.timestamp_proto),
        ("google/protobuf/wrappers.proto", PackageResources.wrappers_proto),
        ("google/rpc/code.proto", PackageResources.code_proto),
        ("google/rpc/error_details.proto", PackageResources.error_details_proto),
        ("google/rpc/status.proto", PackageResources.status_proto),
        ("google/type/latlng.proto", PackageResources.latlng_proto),
    ]
}

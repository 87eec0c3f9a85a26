public import FleetMessages
internal import ProtobufWire

/// A vehicle that a ``Reporter`` can report: `Vehicle` and `DeliveryVehicle`, which differ in their request and in a few
/// fields. Other types have no reason to conform.
public protocol ReportedVehicle: FleetMessage {
    /// The type of a location: `VehicleLocation` or `DeliveryVehicleLocation`.
    associatedtype Location: FleetMessage
    /// The header that names the app and its device in a request.
    associatedtype Header: FleetMessage
    /// The request that reports the vehicle.
    associatedtype Request: FleetMessage

    /// Where the vehicle was last.
    var lastLocation: Location? { get set }

    /// The method that reports the vehicle.
    static var updateMethod: FleetRPC<Request, Self> { get }
    /// The request of an update of the vehicle with a name.
    static func request(_ update: VehicleUpdate<Self>, of name: String, header: Header?) -> Request

    /// Whether the vehicle takes new trips.
    var isOnline: Bool { get }
    /// Makes the vehicle one that takes no new trips, where there is such a state.
    mutating func goOffline()
    /// The fields with the state that ``goOffline()`` changes.
    static var stateFields: Set<String> { get }

    /// Sets the seconds since the last location was first sent.
    mutating func setTimeSinceUpdate(_ seconds: Int32)

    /// The fields that the service ignores unless the same update names the route; empty while there is no route.
    var routeDependents: Set<String> { get }
}

let locationField = "last_location"
let routeField = "current_route_segment"

extension Vehicle: ReportedVehicle {
    public static var updateMethod: FleetRPC<UpdateVehicleRequest, Vehicle> { .updateVehicle }

    public static func request(
        _ update: VehicleUpdate<Vehicle>, of name: String, header: RequestHeader?
    ) -> UpdateVehicleRequest {
        .with {
            ($0.header, $0.name) = (header, name)
            ($0.vehicle, $0.updateMask) = (update.vehicle, update.updateMask)
        }
    }

    public var isOnline: Bool { vehicleState == .online }
    public mutating func goOffline() { vehicleState = .offline }
    public static var stateFields: Set<String> { ["vehicle_state"] }

    public mutating func setTimeSinceUpdate(_ seconds: Int32) { lastLocation?.timeSinceUpdate = seconds }

    public var routeDependents: Set<String> {
        currentRouteSegment.isEmpty ? [] : ["current_route_segment_end_point"]
    }
}

extension DeliveryVehicle: ReportedVehicle {
    public static var updateMethod: FleetRPC<UpdateDeliveryVehicleRequest, DeliveryVehicle> { .updateDeliveryVehicle }

    public static func request(
        _ update: VehicleUpdate<DeliveryVehicle>, of name: String, header: DeliveryRequestHeader?
    ) -> UpdateDeliveryVehicleRequest {
        .with {
            ($0.header, $0.deliveryVehicle, $0.updateMask) = (header, update.vehicle, update.updateMask)
            $0.deliveryVehicle?.name = name
        }
    }

    /// Always `false`: delivery vehicles have no such state.
    public var isOnline: Bool { false }
    /// Changes nothing: delivery vehicles have no such state.
    public mutating func goOffline() {}
    public static var stateFields: Set<String> { [] }

    public mutating func setTimeSinceUpdate(_ seconds: Int32) { lastLocation?.timeSinceUpdate = seconds }

    public var routeDependents: Set<String> {
        currentRouteSegment.isEmpty
            ? [] : ["current_route_segment_end_point", "remaining_distance_meters", "remaining_duration"]
    }
}

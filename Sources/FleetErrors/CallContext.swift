/// What kind of call failed: the same code asks for another next step in a driver's app than in a rider's.
public enum CallContext: String, CaseIterable, Sendable {
    /// The writing side of on-demand trips: a vehicle reports where it is, a trip is created or moved on.
    case driverUpdate = "driver"
    /// The reading side of on-demand trips: an app polls a trip, or looks for vehicles.
    case consumerPoll = "consumer"
    /// Everything of `maps.fleetengine.delivery.v1`.
    case delivery = "delivery"

    /// The context of a call with this gRPC path; `nil` for a path that is not Fleet Engine's.
    public init?(path: String) {
        guard let method = FleetMethod(path: path) else { return nil }
        self = method.context
    }

    /// The context in words.
    public var title: String {
        switch self {
        case .driverUpdate: "driver update"
        case .consumerPoll: "consumer poll"
        case .delivery: "delivery"
        }
    }
}

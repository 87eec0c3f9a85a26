/// How far a trip has come. The provider moves it on with `UpdateTrip`. Mirrors `maps.fleetengine.v1.TripStatus`.
public struct TripStatus: FleetEnum {
    public static let fullName = "maps.fleetengine.v1.TripStatus"

    public var rawValue: Int32
    public init(rawValue: Int32) { self.rawValue = rawValue }

    /// `UNKNOWN_TRIP_STATUS = 0`: not said.
    public static var unknown: Self { .init(rawValue: 0) }
    /// `NEW = 1`: created. Every trip begins here.
    public static var new: Self { .init(rawValue: 1) }
    /// `ENROUTE_TO_PICKUP = 2`: the driver is on the way to the pickup.
    public static var enrouteToPickup: Self { .init(rawValue: 2) }
    /// `ARRIVED_AT_PICKUP = 3`: the driver waits at the pickup.
    public static var arrivedAtPickup: Self { .init(rawValue: 3) }
    /// `ENROUTE_TO_DROPOFF = 4`: the rider is on board, on the way to the drop-off.
    public static var enrouteToDropoff: Self { .init(rawValue: 4) }
    /// `COMPLETE = 5`: the rider has got out. Final.
    public static var complete: Self { .init(rawValue: 5) }
    /// `CANCELED = 6`: called off before the pickup, by whomever. Final.
    public static var canceled: Self { .init(rawValue: 6) }
    /// `ARRIVED_AT_INTERMEDIATE_DESTINATION = 7`: the driver waits at an intermediate destination.
    public static var arrivedAtIntermediateDestination: Self { .init(rawValue: 7) }
    /// `ENROUTE_TO_INTERMEDIATE_DESTINATION = 8`: the driver is on the way to an intermediate destination.
    public static var enrouteToIntermediateDestination: Self { .init(rawValue: 8) }
}

extension TripStatus {
    /// The trip has ended: it never changes again.
    package var isFinal: Bool { self == .complete || self == .canceled }
}

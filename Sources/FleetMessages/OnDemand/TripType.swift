/// Whether riders share the vehicle. Mirrors `maps.fleetengine.v1.TripType`.
public struct TripType: FleetEnum {
    public static let fullName = "maps.fleetengine.v1.TripType"

    public var rawValue: Int32
    public init(rawValue: Int32) { self.rawValue = rawValue }

    /// `UNKNOWN_TRIP_TYPE = 0`: not said. Searches reject it.
    public static var unknown: Self { .init(rawValue: 0) }
    /// `SHARED = 1`: other trips may share the vehicle.
    public static var shared: Self { .init(rawValue: 1) }
    /// `EXCLUSIVE = 2`: the vehicle serves this trip alone.
    public static var exclusive: Self { .init(rawValue: 2) }
}

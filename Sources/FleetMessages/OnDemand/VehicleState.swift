/// Whether a vehicle takes new trips. Mirrors `maps.fleetengine.v1.VehicleState`.
public struct VehicleState: FleetEnum {
    public static let fullName = "maps.fleetengine.v1.VehicleState"

    public var rawValue: Int32
    public init(rawValue: Int32) { self.rawValue = rawValue }

    /// `UNKNOWN_VEHICLE_STATE = 0`: not said.
    public static var unknown: Self { .init(rawValue: 0) }
    /// `OFFLINE = 1`: it takes none, though it may still finish one.
    public static var offline: Self { .init(rawValue: 1) }
    /// `ONLINE = 2`: it takes new trips.
    public static var online: Self { .init(rawValue: 2) }
}

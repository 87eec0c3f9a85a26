/// What happens at a waypoint. Mirrors `maps.fleetengine.v1.WaypointType`.
public struct WaypointType: FleetEnum {
    public static let fullName = "maps.fleetengine.v1.WaypointType"

    public var rawValue: Int32
    public init(rawValue: Int32) { self.rawValue = rawValue }

    /// `UNKNOWN_WAYPOINT_TYPE = 0`: not said.
    public static var unknown: Self { .init(rawValue: 0) }
    /// `PICKUP_WAYPOINT_TYPE = 1`: riders or goods get in.
    public static var pickup: Self { .init(rawValue: 1) }
    /// `DROP_OFF_WAYPOINT_TYPE = 2`: riders or goods get out for good.
    public static var dropOff: Self { .init(rawValue: 2) }
    /// `INTERMEDIATE_DESTINATION_WAYPOINT_TYPE = 3`: a stop on the way of a trip with several destinations.
    public static var intermediateDestination: Self { .init(rawValue: 3) }
}

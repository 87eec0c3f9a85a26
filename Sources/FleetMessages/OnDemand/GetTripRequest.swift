public import ProtobufWire

/// Request of `GetTrip`, which apps of riders poll. Mirrors `maps.fleetengine.v1.GetTripRequest`.
public struct GetTripRequest: FleetMessage {
    public static let fullName = "maps.fleetengine.v1.GetTripRequest"

    /// `header = 1`: who is calling.
    public var header: RequestHeader?
    /// `name = 3`, required: `providers/{provider}/trips/{trip}`.
    public var name = ""
    /// `current_route_segment_version = 6`: the route is returned only when newer than this; unset, always.
    public var currentRouteSegmentVersion: Timestamp?
    /// `remaining_waypoints_version = 7`, deprecated: ``Trip/remainingWaypoints`` are always returned. See
    /// ``remainingWaypointsRouteVersion``.
    public var remainingWaypointsVersion: Timestamp?
    /// `route_format_type = 8`: how the route is written; unset means as points.
    public var routeFormatType = PolylineFormatType()
    /// `current_route_segment_traffic_version = 9`: traffic on the route is returned only when newer than this; unset,
    /// always.
    public var currentRouteSegmentTrafficVersion: Timestamp?
    /// `remaining_waypoints_route_version = 10`: paths and traffic in ``Trip/remainingWaypoints`` are returned only
    /// when newer than this; unset, always.
    public var remainingWaypointsRouteVersion: Timestamp?
    /// `view = 11`: which fields are wanted.
    public var view = TripView()
    public var unknownFields = UnknownFields()

    public init() {}

    public mutating func merge(_ reader: consuming Reader) throws(WireError) {
        while case let tag = try reader.nextTag(), tag != 0 {
            switch tag {
            case 10: try reader.message(&header)
            case 26: name = try reader.string()
            case 50: try reader.message(&currentRouteSegmentVersion)
            case 58: try reader.message(&remainingWaypointsVersion)
            case 64: routeFormatType = try reader.enumeration()
            case 74: try reader.message(&currentRouteSegmentTrafficVersion)
            case 82: try reader.message(&remainingWaypointsRouteVersion)
            case 88: view = try reader.enumeration()
            default: try reader.keep(tag, in: &unknownFields)
            }
        }
    }

    public func encode(_ writer: inout Writer) {
        writer.message(1, header)
        writer.string(3, name)
        writer.message(6, currentRouteSegmentVersion)
        writer.message(7, remainingWaypointsVersion)
        writer.enumeration(8, routeFormatType)
        writer.message(9, currentRouteSegmentTrafficVersion)
        writer.message(10, remainingWaypointsRouteVersion)
        writer.enumeration(11, view)
        writer.unknown(unknownFields)
    }
}

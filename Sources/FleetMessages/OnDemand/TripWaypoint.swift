public import ProtobufWire

/// A stop on a vehicle's route, or the end of a trip. Mirrors `maps.fleetengine.v1.TripWaypoint`.
public struct TripWaypoint: FleetMessage {
    public static let fullName = "maps.fleetengine.v1.TripWaypoint"
    public static var usualLengthBytes: Int { 2 }

    /// `location = 1`: where it is.
    public var location: TerminalLocation?
    /// `trip_id = 2`: the id of the trip it belongs to, without `providers/...`.
    public var tripID = ""
    /// `waypoint_type = 3`: what happens there.
    public var waypointType = WaypointType()
    /// `path_to_waypoint = 4`: the path from the previous waypoint, only when asked for. Undefined for the first
    /// waypoint.
    public var pathToWaypoint: [LatLng] = []
    /// `encoded_path_to_waypoint = 5`: the same path, compressed. Only Google's SDKs can decode it.
    public var encodedPathToWaypoint = ""
    /// `distance_meters = 6`: metres of path from the previous waypoint. Undefined for the first waypoint.
    public var distanceMeters: Int32?
    /// `eta = 7`: expected arrival. Undefined for the first waypoint.
    public var eta: Timestamp?
    /// `duration = 8`: travel time from the previous waypoint. Undefined for the first waypoint.
    public var duration: ProtobufDuration?
    /// `traffic_to_waypoint = 10`: traffic on the path to this waypoint.
    public var trafficToWaypoint: ConsumableTrafficPolyline?
    public var unknownFields = UnknownFields()

    public init() {}

    public mutating func merge(_ reader: consuming Reader) throws(WireError) {
        while case let tag = try reader.nextTag(), tag != 0 {
            switch tag {
            case 10: try reader.message(&location)
            case 18: tripID = try reader.string()
            case 24: waypointType = try reader.enumeration()
            case 34: try reader.messages(34, &pathToWaypoint)
            case 42: encodedPathToWaypoint = try reader.string()
            case 50: try reader.wrapped(50, &distanceMeters, unknown: &unknownFields)
            case 58: try reader.message(&eta)
            case 66: try reader.message(&duration)
            case 82: try reader.message(&trafficToWaypoint)
            default: try reader.keep(tag, in: &unknownFields)
            }
        }
    }

    public func encode(_ writer: inout Writer) {
        writer.message(1, location)
        writer.string(2, tripID)
        writer.enumeration(3, waypointType)
        writer.messages(4, pathToWaypoint)
        writer.string(5, encodedPathToWaypoint)
        writer.wrapped(6, distanceMeters, unknown: unknownFields)
        writer.message(7, eta)
        writer.message(8, duration)
        writer.message(10, trafficToWaypoint)
        writer.unknown(unknownFields)
    }
}

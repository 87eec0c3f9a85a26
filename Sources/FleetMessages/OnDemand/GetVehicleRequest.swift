public import ProtobufWire

/// Request of `GetVehicle`. Mirrors `maps.fleetengine.v1.GetVehicleRequest`.
public struct GetVehicleRequest: FleetMessage {
    public static let fullName = "maps.fleetengine.v1.GetVehicleRequest"

    /// `header = 1`: who is calling.
    public var header: RequestHeader?
    /// `name = 3`, required: `providers/{provider}/vehicles/{vehicle}`.
    public var name = ""
    /// `current_route_segment_version = 4`: the route is returned only when newer than this; unset, always.
    public var currentRouteSegmentVersion: Timestamp?
    /// `waypoints_version = 5`: the waypoints are returned only when newer than this; unset, always.
    public var waypointsVersion: Timestamp?
    public var unknownFields = UnknownFields()

    public init() {}

    public mutating func merge(_ reader: consuming Reader) throws(WireError) {
        while case let tag = try reader.nextTag(), tag != 0 {
            switch tag {
            case 10: try reader.message(&header)
            case 26: name = try reader.string()
            case 34: try reader.message(&currentRouteSegmentVersion)
            case 42: try reader.message(&waypointsVersion)
            default: try reader.keep(tag, in: &unknownFields)
            }
        }
    }

    public func encode(_ writer: inout Writer) {
        writer.message(1, header)
        writer.string(3, name)
        writer.message(4, currentRouteSegmentVersion)
        writer.message(5, waypointsVersion)
        writer.unknown(unknownFields)
    }
}

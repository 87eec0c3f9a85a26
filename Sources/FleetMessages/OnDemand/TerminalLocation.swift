public import ProtobufWire

/// A place where a trip begins, stops or ends. Mirrors `maps.fleetengine.v1.TerminalLocation`.
public struct TerminalLocation: FleetMessage {
    public static let fullName = "maps.fleetengine.v1.TerminalLocation"

    /// `point = 1`, required: where it is.
    public var point: LatLng?
    /// `terminal_point_id = 2`, deprecated: use ``point``.
    public var terminalPointID: TerminalPointID?
    /// `access_point_id = 3`, deprecated: use ``point``.
    public var accessPointID = ""
    /// `trip_id = 4`, deprecated: no longer used.
    public var tripID = ""
    /// `terminal_location_type = 5`, deprecated: use ``TripWaypoint/waypointType``.
    public var terminalLocationType = WaypointType()
    public var unknownFields = UnknownFields()

    public init() {}

    public mutating func merge(_ reader: consuming Reader) throws(WireError) {
        while case let tag = try reader.nextTag(), tag != 0 {
            switch tag {
            case 10: try reader.message(&point)
            case 18: try reader.message(&terminalPointID)
            case 26: accessPointID = try reader.string()
            case 34: tripID = try reader.string()
            case 40: terminalLocationType = try reader.enumeration()
            default: try reader.keep(tag, in: &unknownFields)
            }
        }
    }

    public func encode(_ writer: inout Writer) {
        writer.message(1, point)
        writer.message(2, terminalPointID)
        writer.string(3, accessPointID)
        writer.string(4, tripID)
        writer.enumeration(5, terminalLocationType)
        writer.unknown(unknownFields)
    }
}

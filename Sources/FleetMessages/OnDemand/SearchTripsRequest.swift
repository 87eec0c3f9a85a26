public import ProtobufWire

/// Request of `SearchTrips`. Mirrors `maps.fleetengine.v1.SearchTripsRequest`.
public struct SearchTripsRequest: FleetMessage {
    public static let fullName = "maps.fleetengine.v1.SearchTripsRequest"

    /// `header = 1`: who is calling.
    public var header: RequestHeader?
    /// `parent = 3`, required: `providers/{provider}`.
    public var parent = ""
    /// `vehicle_id = 4`: only trips of this vehicle. Without it, answers lack routes, waypoints and arrival times.
    public var vehicleID = ""
    /// `active_trips_only = 5`: only trips that influence a route now.
    public var activeTripsOnly = false
    /// `page_size = 6`: the most trips per page; unset, the server decides.
    public var pageSize: Int32 = 0
    /// `page_token = 7`: ``SearchTripsResponse/nextPageToken`` of the page before.
    public var pageToken = ""
    /// `minimum_staleness = 8`: only trips without an update for at least this long.
    public var minimumStaleness: ProtobufDuration?
    public var unknownFields = UnknownFields()

    public init() {}

    public mutating func merge(_ reader: consuming Reader) throws(WireError) {
        while case let tag = try reader.nextTag(), tag != 0 {
            switch tag {
            case 10: try reader.message(&header)
            case 26: parent = try reader.string()
            case 34: vehicleID = try reader.string()
            case 40: activeTripsOnly = try reader.bool()
            case 48: pageSize = try reader.int32()
            case 58: pageToken = try reader.string()
            case 66: try reader.message(&minimumStaleness)
            default: try reader.keep(tag, in: &unknownFields)
            }
        }
    }

    public func encode(_ writer: inout Writer) {
        writer.message(1, header)
        writer.string(3, parent)
        writer.string(4, vehicleID)
        writer.bool(5, activeTripsOnly)
        writer.int32(6, pageSize)
        writer.string(7, pageToken)
        writer.message(8, minimumStaleness)
        writer.unknown(unknownFields)
    }
}

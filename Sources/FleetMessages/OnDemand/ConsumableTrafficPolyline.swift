public import ProtobufWire

/// Traffic along a path, as apps that show the trip receive it. Mirrors
/// `maps.fleetengine.v1.ConsumableTrafficPolyline`.
public struct ConsumableTrafficPolyline: FleetMessage {
    public static let fullName = "maps.fleetengine.v1.ConsumableTrafficPolyline"

    /// `speed_reading_interval = 1`: traffic from the previous waypoint to this one, piece by piece.
    public var speedReadingInterval: [SpeedReadingInterval] = []
    /// `encoded_path_to_waypoint = 2`: the path that the intervals index into. Only Google's SDKs can decode it.
    public var encodedPathToWaypoint = ""
    public var unknownFields = UnknownFields()

    public init() {}

    public mutating func merge(_ reader: consuming Reader) throws(WireError) {
        while case let tag = try reader.nextTag(), tag != 0 {
            switch tag {
            case 10: try reader.messages(10, &speedReadingInterval)
            case 18: encodedPathToWaypoint = try reader.string()
            default: try reader.keep(tag, in: &unknownFields)
            }
        }
    }

    public func encode(_ writer: inout Writer) {
        writer.messages(1, speedReadingInterval)
        writer.string(2, encodedPathToWaypoint)
        writer.unknown(unknownFields)
    }
}

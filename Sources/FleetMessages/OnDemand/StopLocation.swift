public import ProtobufWire

/// Where and when a stop really took place. Mirrors `maps.fleetengine.v1.StopLocation`.
public struct StopLocation: FleetMessage {
    public static let fullName = "maps.fleetengine.v1.StopLocation"

    /// `point = 1`, required: the place.
    public var point: LatLng?
    /// `timestamp = 2`: the time.
    public var timestamp: Timestamp?
    /// `stop_time = 3`, input only, deprecated: use ``timestamp``.
    public var stopTime: Timestamp?
    public var unknownFields = UnknownFields()

    public init() {}

    public mutating func merge(_ reader: consuming Reader) throws(WireError) {
        while case let tag = try reader.nextTag(), tag != 0 {
            switch tag {
            case 10: try reader.message(&point)
            case 18: try reader.message(&timestamp)
            case 26: try reader.message(&stopTime)
            default: try reader.keep(tag, in: &unknownFields)
            }
        }
    }

    public func encode(_ writer: inout Writer) {
        writer.message(1, point)
        writer.message(2, timestamp)
        writer.message(3, stopTime)
        writer.unknown(unknownFields)
    }
}

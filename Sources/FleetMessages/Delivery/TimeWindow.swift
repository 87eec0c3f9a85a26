public import ProtobufWire

/// A span of time between two moments, both included. Mirrors `maps.fleetengine.delivery.v1.TimeWindow`.
public struct TimeWindow: FleetMessage {
    public static let fullName = "maps.fleetengine.delivery.v1.TimeWindow"

    /// `start_time = 1`, required: the first moment.
    public var startTime: Timestamp?
    /// `end_time = 2`, required: the last moment, not before the first.
    public var endTime: Timestamp?
    public var unknownFields = UnknownFields()

    public init() {}

    public mutating func merge(_ reader: consuming Reader) throws(WireError) {
        while case let tag = try reader.nextTag(), tag != 0 {
            switch tag {
            case 10: try reader.message(&startTime)
            case 18: try reader.message(&endTime)
            default: try reader.keep(tag, in: &unknownFields)
            }
        }
    }

    public func encode(_ writer: inout Writer) {
        writer.message(1, startTime)
        writer.message(2, endTime)
        writer.unknown(unknownFields)
    }
}

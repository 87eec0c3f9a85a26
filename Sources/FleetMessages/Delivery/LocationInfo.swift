public import ProtobufWire

/// A place. Mirrors `maps.fleetengine.delivery.v1.LocationInfo`.
public struct LocationInfo: FleetMessage {
    public static let fullName = "maps.fleetengine.delivery.v1.LocationInfo"

    /// `point = 1`: the coordinates.
    public var point: LatLng?
    public var unknownFields = UnknownFields()

    public init() {}

    public mutating func merge(_ reader: consuming Reader) throws(WireError) {
        while case let tag = try reader.nextTag(), tag != 0 {
            switch tag {
            case 10: try reader.message(&point)
            default: try reader.keep(tag, in: &unknownFields)
            }
        }
    }

    public func encode(_ writer: inout Writer) {
        writer.message(1, point)
        writer.unknown(unknownFields)
    }
}

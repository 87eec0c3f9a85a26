public import ProtobufWire

/// A stop on the way of a matched vehicle. Elsewhere this is a ``TripWaypoint``. Mirrors
/// `maps.fleetengine.v1.Waypoint`.
public struct Waypoint: FleetMessage {
    public static let fullName = "maps.fleetengine.v1.Waypoint"

    /// `lat_lng = 1`: where it is.
    public var latLng: LatLng?
    /// `eta = 2`: expected arrival.
    public var eta: Timestamp?
    public var unknownFields = UnknownFields()

    public init() {}

    public mutating func merge(_ reader: consuming Reader) throws(WireError) {
        while case let tag = try reader.nextTag(), tag != 0 {
            switch tag {
            case 10: try reader.message(&latLng)
            case 18: try reader.message(&eta)
            default: try reader.keep(tag, in: &unknownFields)
            }
        }
    }

    public func encode(_ writer: inout Writer) {
        writer.message(1, latLng)
        writer.message(2, eta)
        writer.unknown(unknownFields)
    }
}

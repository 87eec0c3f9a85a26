public import ProtobufWire

/// A rectangle of latitudes and longitudes, borders included. Mirrors `google.geo.type.Viewport`.
///
/// If `low` lies east of `high` the rectangle crosses the 180° meridian; if it lies north of `high` it is empty.
public struct Viewport: FleetMessage {
    public static let fullName = "google.geo.type.Viewport"

    /// `low = 1`: the south-west corner. Must be set.
    public var low: LatLng?
    /// `high = 2`: the north-east corner. Must be set.
    public var high: LatLng?
    public var unknownFields = UnknownFields()

    public init() {}

    public mutating func merge(_ reader: consuming Reader) throws(WireError) {
        while case let tag = try reader.nextTag(), tag != 0 {
            switch tag {
            case 10: try reader.message(&low)
            case 18: try reader.message(&high)
            default: try reader.keep(tag, in: &unknownFields)
            }
        }
    }

    public func encode(_ writer: inout Writer) {
        writer.message(1, low)
        writer.message(2, high)
        writer.unknown(unknownFields)
    }
}

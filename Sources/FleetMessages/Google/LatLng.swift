public import ProtobufWire

/// A point on the earth in WGS84. Mirrors `google.type.LatLng`.
public struct LatLng: FleetMessage {
    public static let fullName = "google.type.LatLng"

    /// `latitude = 1`: degrees, -90 to 90, north positive.
    public var latitude = 0.0
    /// `longitude = 2`: degrees, -180 to 180, east positive.
    public var longitude = 0.0
    public var unknownFields = UnknownFields()

    @inline(__always)
    public init() {}

    /// A point from degrees, which are neither checked nor changed.
    @inline(__always)
    public init(latitude: Double, longitude: Double) {
        self.latitude = latitude
        self.longitude = longitude
    }

    public mutating func merge(_ reader: consuming Reader) throws(WireError) {
        while case let tag = try reader.nextTag(), tag != 0 {
            switch tag {
            case 9: latitude = try reader.double()
            case 17: longitude = try reader.double()
            default: try reader.keep(tag, in: &unknownFields)
            }
        }
    }

    @inline(__always)
    public func encode(_ writer: inout Writer) {
        writer.double(1, latitude)
        writer.double(2, longitude)
        writer.unknown(unknownFields)
    }
}

public import ProtobufWire

/// How dense traffic is between two points of a path. Mirrors `maps.fleetengine.v1.SpeedReadingInterval`.
public struct SpeedReadingInterval: FleetMessage {
    public static let fullName = "maps.fleetengine.v1.SpeedReadingInterval"

    /// `start_polyline_point_index = 1`: index of the first point, from 0.
    public var startPolylinePointIndex: Int32 = 0
    /// `end_polyline_point_index = 2`: index of the last point, from 0.
    public var endPolylinePointIndex: Int32 = 0
    /// `speed = 3`: how fast traffic moves between the two.
    public var speed = Speed()
    public var unknownFields = UnknownFields()

    public init() {}

    public mutating func merge(_ reader: consuming Reader) throws(WireError) {
        while case let tag = try reader.nextTag(), tag != 0 {
            switch tag {
            case 8: startPolylinePointIndex = try reader.int32()
            case 16: endPolylinePointIndex = try reader.int32()
            case 24: speed = try reader.enumeration()
            default: try reader.keep(tag, in: &unknownFields)
            }
        }
    }

    public func encode(_ writer: inout Writer) {
        writer.int32(1, startPolylinePointIndex)
        writer.int32(2, endPolylinePointIndex)
        writer.enumeration(3, speed)
        writer.unknown(unknownFields)
    }

    /// How fast traffic moves. Mirrors `maps.fleetengine.v1.SpeedReadingInterval.Speed`.
    public struct Speed: FleetEnum {
        public static let fullName = "maps.fleetengine.v1.SpeedReadingInterval.Speed"

        public var rawValue: Int32
        public init(rawValue: Int32) { self.rawValue = rawValue }

        /// `SPEED_UNSPECIFIED = 0`: not used.
        public static var unspecified: Self { .init(rawValue: 0) }
        /// `NORMAL = 1`: no delay.
        public static var normal: Self { .init(rawValue: 1) }
        /// `SLOW = 2`: slower than usual.
        public static var slow: Self { .init(rawValue: 2) }
        /// `TRAFFIC_JAM = 3`: hardly any movement.
        public static var trafficJam: Self { .init(rawValue: 3) }
    }
}

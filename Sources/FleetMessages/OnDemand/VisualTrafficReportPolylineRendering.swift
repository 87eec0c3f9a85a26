public import ProtobufWire

/// How to colour parts of the line that shows a route. Mirrors
/// `maps.fleetengine.v1.VisualTrafficReportPolylineRendering`.
public struct VisualTrafficReportPolylineRendering: FleetMessage {
    public static let fullName = "maps.fleetengine.v1.VisualTrafficReportPolylineRendering"

    /// `road_stretch = 1`: stretches, never overlapping. What they leave out is shown as usual.
    public var roadStretch: [RoadStretch] = []
    public var unknownFields = UnknownFields()

    public init() {}

    public mutating func merge(_ reader: consuming Reader) throws(WireError) {
        while case let tag = try reader.nextTag(), tag != 0 {
            switch tag {
            case 10: try reader.messages(10, &roadStretch)
            default: try reader.keep(tag, in: &unknownFields)
            }
        }
    }

    public func encode(_ writer: inout Writer) {
        writer.messages(1, roadStretch)
        writer.unknown(unknownFields)
    }

    /// A stretch of the route with a colour. Mirrors
    /// `maps.fleetengine.v1.VisualTrafficReportPolylineRendering.RoadStretch`.
    public struct RoadStretch: FleetMessage {
        public static let fullName = "maps.fleetengine.v1.VisualTrafficReportPolylineRendering.RoadStretch"

        /// `style = 1`, required: how to show the stretch.
        public var style = Style()
        /// `offset_meters = 2`, required: where it begins, in metres along the line.
        public var offsetMeters: Int32 = 0
        /// `length_meters = 3`, required: how long it is, in metres; the end itself is not part of it.
        public var lengthMeters: Int32 = 0
        public var unknownFields = UnknownFields()

        public init() {}

        public mutating func merge(_ reader: consuming Reader) throws(WireError) {
            while case let tag = try reader.nextTag(), tag != 0 {
                switch tag {
                case 8: style = try reader.enumeration()
                case 16: offsetMeters = try reader.int32()
                case 24: lengthMeters = try reader.int32()
                default: try reader.keep(tag, in: &unknownFields)
                }
            }
        }

        public func encode(_ writer: inout Writer) {
            writer.enumeration(1, style)
            writer.int32(2, offsetMeters)
            writer.int32(3, lengthMeters)
            writer.unknown(unknownFields)
        }

        /// How traffic is shown. Mirrors
        /// `maps.fleetengine.v1.VisualTrafficReportPolylineRendering.RoadStretch.Style`.
        public struct Style: FleetEnum {
            public static let fullName = "maps.fleetengine.v1.VisualTrafficReportPolylineRendering.RoadStretch.Style"

            public var rawValue: Int32
            public init(rawValue: Int32) { self.rawValue = rawValue }

            /// `STYLE_UNSPECIFIED = 0`: nothing chosen.
            public static var unspecified: Self { .init(rawValue: 0) }
            /// `SLOWER_TRAFFIC = 1`: traffic slows down.
            public static var slowerTraffic: Self { .init(rawValue: 1) }
            /// `TRAFFIC_JAM = 2`: traffic stands.
            public static var trafficJam: Self { .init(rawValue: 2) }
        }
    }
}

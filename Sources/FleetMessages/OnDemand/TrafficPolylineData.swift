public import ProtobufWire

/// Traffic on the route ahead, as the Driver SDK reports it. Mirrors `maps.fleetengine.v1.TrafficPolylineData`.
public struct TrafficPolylineData: FleetMessage {
    public static let fullName = "maps.fleetengine.v1.TrafficPolylineData"

    /// `traffic_rendering = 1`: the line with its colours.
    public var trafficRendering: VisualTrafficReportPolylineRendering?
    public var unknownFields = UnknownFields()

    public init() {}

    public mutating func merge(_ reader: consuming Reader) throws(WireError) {
        while case let tag = try reader.nextTag(), tag != 0 {
            switch tag {
            case 10: try reader.message(&trafficRendering)
            default: try reader.keep(tag, in: &unknownFields)
            }
        }
    }

    public func encode(_ writer: inout Writer) {
        writer.message(1, trafficRendering)
        writer.unknown(unknownFields)
    }
}

public import ProtobufWire

/// Response of `SearchVehicles`. Mirrors `maps.fleetengine.v1.SearchVehiclesResponse`.
public struct SearchVehiclesResponse: FleetMessage {
    public static let fullName = "maps.fleetengine.v1.SearchVehiclesResponse"

    /// `matches = 1`: the matches, sorted by ``SearchVehiclesRequest/orderBy``.
    public var matches: [VehicleMatch] = []
    public var unknownFields = UnknownFields()

    public init() {}

    public mutating func merge(_ reader: consuming Reader) throws(WireError) {
        while case let tag = try reader.nextTag(), tag != 0 {
            switch tag {
            case 10: try reader.messages(10, &matches)
            default: try reader.keep(tag, in: &unknownFields)
            }
        }
    }

    public func encode(_ writer: inout Writer) {
        writer.messages(1, matches)
        writer.unknown(unknownFields)
    }
}

public import ProtobufWire

/// Request of `DeleteVehicle`. Mirrors `maps.fleetengine.v1.DeleteVehicleRequest`.
public struct DeleteVehicleRequest: FleetMessage {
    public static let fullName = "maps.fleetengine.v1.DeleteVehicleRequest"

    /// `header = 1`: who is calling.
    public var header: RequestHeader?
    /// `name = 2`, required: `providers/{provider}/vehicles/{vehicle}`.
    public var name = ""
    public var unknownFields = UnknownFields()

    public init() {}

    public mutating func merge(_ reader: consuming Reader) throws(WireError) {
        while case let tag = try reader.nextTag(), tag != 0 {
            switch tag {
            case 10: try reader.message(&header)
            case 18: name = try reader.string()
            default: try reader.keep(tag, in: &unknownFields)
            }
        }
    }

    public func encode(_ writer: inout Writer) {
        writer.message(1, header)
        writer.string(2, name)
        writer.unknown(unknownFields)
    }
}

public import ProtobufWire

/// Request of `UpdateVehicleAttributes`. Mirrors `maps.fleetengine.v1.UpdateVehicleAttributesRequest`.
public struct UpdateVehicleAttributesRequest: FleetMessage {
    public static let fullName = "maps.fleetengine.v1.UpdateVehicleAttributesRequest"

    /// `header = 1`: who is calling.
    public var header: RequestHeader?
    /// `name = 3`, required: `providers/{provider}/vehicles/{vehicle}`.
    public var name = ""
    /// `attributes = 4`, required: the attributes to set. Others stay.
    public var attributes: [VehicleAttribute] = []
    public var unknownFields = UnknownFields()

    public init() {}

    public mutating func merge(_ reader: consuming Reader) throws(WireError) {
        while case let tag = try reader.nextTag(), tag != 0 {
            switch tag {
            case 10: try reader.message(&header)
            case 26: name = try reader.string()
            case 34: try reader.messages(34, &attributes)
            default: try reader.keep(tag, in: &unknownFields)
            }
        }
    }

    public func encode(_ writer: inout Writer) {
        writer.message(1, header)
        writer.string(3, name)
        writer.messages(4, attributes)
        writer.unknown(unknownFields)
    }
}

public import ProtobufWire

/// Response of `UpdateVehicleAttributes`. Mirrors `maps.fleetengine.v1.UpdateVehicleAttributesResponse`.
public struct UpdateVehicleAttributesResponse: FleetMessage {
    public static let fullName = "maps.fleetengine.v1.UpdateVehicleAttributesResponse"

    /// `attributes = 1`, required: all attributes of the vehicle after the change.
    public var attributes: [VehicleAttribute] = []
    public var unknownFields = UnknownFields()

    public init() {}

    public mutating func merge(_ reader: consuming Reader) throws(WireError) {
        while case let tag = try reader.nextTag(), tag != 0 {
            switch tag {
            case 10: try reader.messages(10, &attributes)
            default: try reader.keep(tag, in: &unknownFields)
            }
        }
    }

    public func encode(_ writer: inout Writer) {
        writer.messages(1, attributes)
        writer.unknown(unknownFields)
    }
}

public import ProtobufWire

/// Request of `DeleteDeliveryVehicle`. Mirrors `maps.fleetengine.delivery.v1.DeleteDeliveryVehicleRequest`.
public struct DeleteDeliveryVehicleRequest: FleetMessage {
    public static let fullName = "maps.fleetengine.delivery.v1.DeleteDeliveryVehicleRequest"

    /// `header = 1`: who is calling.
    public var header: DeliveryRequestHeader?
    /// `name = 2`, required: `providers/{provider}/deliveryVehicles/{vehicle}`.
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

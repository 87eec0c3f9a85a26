public import ProtobufWire

/// Request of `UpdateDeliveryVehicle`. The vehicle's name stands in `delivery_vehicle`. Mirrors
/// `maps.fleetengine.delivery.v1.UpdateDeliveryVehicleRequest`.
public struct UpdateDeliveryVehicleRequest: FleetMessage {
    public static let fullName = "maps.fleetengine.delivery.v1.UpdateDeliveryVehicleRequest"

    /// `header = 1`: who is calling.
    public var header: DeliveryRequestHeader?
    /// `delivery_vehicle = 3`, required: the new values, and in `name` which vehicle they are for.
    public var deliveryVehicle: DeliveryVehicle?
    /// `update_mask = 4`, required: what to change: at least one path into `DeliveryVehicle`, for example
    /// `last_location`.
    public var updateMask: FieldMask?
    public var unknownFields = UnknownFields()

    public init() {}

    public mutating func merge(_ reader: consuming Reader) throws(WireError) {
        while case let tag = try reader.nextTag(), tag != 0 {
            switch tag {
            case 10: try reader.message(&header)
            case 26: try reader.message(&deliveryVehicle)
            case 34: try reader.message(&updateMask)
            default: try reader.keep(tag, in: &unknownFields)
            }
        }
    }

    public func encode(_ writer: inout Writer) {
        writer.message(1, header)
        writer.message(3, deliveryVehicle)
        writer.message(4, updateMask)
        writer.unknown(unknownFields)
    }
}

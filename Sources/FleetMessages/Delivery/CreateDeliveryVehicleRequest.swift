public import ProtobufWire

/// Request of `CreateDeliveryVehicle`. Mirrors `maps.fleetengine.delivery.v1.CreateDeliveryVehicleRequest`.
public struct CreateDeliveryVehicleRequest: FleetMessage {
    public static let fullName = "maps.fleetengine.delivery.v1.CreateDeliveryVehicleRequest"

    /// `header = 1`: who is calling.
    public var header: DeliveryRequestHeader?
    /// `parent = 3`, required: `providers/{provider}`, the provider being the Google Cloud project id.
    public var parent = ""
    /// `delivery_vehicle_id = 4`, required: the id of the new vehicle: unique, at most 64 characters, none of
    /// `/ : ? , #`.
    public var deliveryVehicleID = ""
    /// `delivery_vehicle = 5`, required: the vehicle. Only `type`, `last_location` and `attributes` may be set.
    public var deliveryVehicle: DeliveryVehicle?
    public var unknownFields = UnknownFields()

    public init() {}

    public mutating func merge(_ reader: consuming Reader) throws(WireError) {
        while case let tag = try reader.nextTag(), tag != 0 {
            switch tag {
            case 10: try reader.message(&header)
            case 26: parent = try reader.string()
            case 34: deliveryVehicleID = try reader.string()
            case 42: try reader.message(&deliveryVehicle)
            default: try reader.keep(tag, in: &unknownFields)
            }
        }
    }

    public func encode(_ writer: inout Writer) {
        writer.message(1, header)
        writer.string(3, parent)
        writer.string(4, deliveryVehicleID)
        writer.message(5, deliveryVehicle)
        writer.unknown(unknownFields)
    }
}

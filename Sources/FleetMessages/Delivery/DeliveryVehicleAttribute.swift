public import ProtobufWire

/// A key with a value, put on a delivery vehicle by its provider. `key:value` is at most 256 characters long. Mirrors
/// `maps.fleetengine.delivery.v1.DeliveryVehicleAttribute`.
public struct DeliveryVehicleAttribute: FleetMessage {
    public static let fullName = "maps.fleetengine.delivery.v1.DeliveryVehicleAttribute"

    /// `key = 1`: the key, unique on the vehicle.
    public var key = ""
    /// `value = 2`: the value as text, the old place of `string_value`. When both are set they must be equal; answers
    /// carry both.
    public var value = ""
    /// The oneof `delivery_vehicle_attribute_value`: the value with its type; `nil` when no member is set, and the last
    /// member on the wire wins.
    public var attributeValue: AttributeValue?
    public var unknownFields = UnknownFields()

    /// The members of the oneof: `string_value = 3`, which is preferred to ``value``, `bool_value = 4` and
    /// `number_value = 5`.
    public typealias AttributeValue = VehicleAttribute.AttributeValue

    public init() {}

    public mutating func merge(_ reader: consuming Reader) throws(WireError) {
        while case let tag = try reader.nextTag(), tag != 0 {
            switch tag {
            case 10: key = try reader.string()
            case 18: value = try reader.string()
            case 26: attributeValue = .string(try reader.string())
            case 32: attributeValue = .bool(try reader.bool())
            case 41: attributeValue = .number(try reader.double())
            default: try reader.keep(tag, in: &unknownFields)
            }
        }
    }

    public func encode(_ writer: inout Writer) {
        writer.string(1, key)
        writer.string(2, value)
        switch attributeValue {
        case .string(let value): writer.string(3, present: value)
        case .bool(let value): writer.bool(4, present: value)
        case .number(let value): writer.double(5, present: value)
        case nil: break
        }
        writer.unknown(unknownFields)
    }
}

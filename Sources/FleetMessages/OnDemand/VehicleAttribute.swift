public import ProtobufWire

/// A key with a value, put on a vehicle by its provider. `key:value` is at most 256 characters long. Mirrors
/// `maps.fleetengine.v1.VehicleAttribute`.
public struct VehicleAttribute: FleetMessage {
    public static let fullName = "maps.fleetengine.v1.VehicleAttribute"

    /// `key = 1`: the key, without a colon, unique on the vehicle.
    public var key = ""
    /// `value = 2`: the value as text, the old place of `string_value`. When both are set they must be equal; answers
    /// carry both.
    public var value = ""
    /// The oneof `vehicle_attribute_value`: the value with its type; `nil` when no member is set, and the last member
    /// on the wire wins.
    public var attributeValue: AttributeValue?
    public var unknownFields = UnknownFields()

    /// The members of the oneof `vehicle_attribute_value`: `string_value = 3`, `bool_value = 4` and `number_value = 5`. The
    /// attributes of trips, tasks and delivery vehicles have the same members.
    public enum AttributeValue: Hashable, Sendable {
        /// `string_value`: a text. Preferred to ``VehicleAttribute/value``.
        case string(String)
        /// `bool_value`: true or false.
        case bool(Bool)
        /// `number_value`: a number.
        case number(Double)
    }

    public init() {}

    @inline(__always)
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

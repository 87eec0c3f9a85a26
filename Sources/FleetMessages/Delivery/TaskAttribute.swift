public import ProtobufWire

/// A key with a value, put on a task by its provider. `key:value` is at most 256 characters long. Mirrors
/// `maps.fleetengine.delivery.v1.TaskAttribute`.
public struct TaskAttribute: FleetMessage {
    public static let fullName = "maps.fleetengine.delivery.v1.TaskAttribute"

    /// `key = 1`: the key, without a colon, unique on the task.
    public var key = ""
    /// The oneof `task_attribute_value`: the value with its type; `nil` when no member is set, and the last member on
    /// the wire wins.
    public var value: Value?
    public var unknownFields = UnknownFields()

    /// The members of the oneof `task_attribute_value`: `string_value = 2`, `bool_value = 3` and `number_value = 4`.
    public typealias Value = VehicleAttribute.AttributeValue

    public init() {}

    public mutating func merge(_ reader: consuming Reader) throws(WireError) {
        while case let tag = try reader.nextTag(), tag != 0 {
            switch tag {
            case 10: key = try reader.string()
            case 18: value = .string(try reader.string())
            case 24: value = .bool(try reader.bool())
            case 33: value = .number(try reader.double())
            default: try reader.keep(tag, in: &unknownFields)
            }
        }
    }

    public func encode(_ writer: inout Writer) {
        writer.string(1, key)
        switch value {
        case .string(let value): writer.string(2, present: value)
        case .bool(let value): writer.bool(3, present: value)
        case .number(let value): writer.double(4, present: value)
        case nil: break
        }
        writer.unknown(unknownFields)
    }
}

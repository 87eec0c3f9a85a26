internal import ProtobufWire

/// The value of a number, `bool` or enum, from the bits on the wire.
public enum ScalarValue: Hashable, Sendable {
    /// A number of a signed kind, 32 or 64 bits wide.
    case signed(Int64)
    /// A number of an unsigned kind, 32 or 64 bits wide.
    case unsigned(UInt64)
    /// A `bool`.
    case bool(Bool)
    /// A `float`.
    case float(Float)
    /// A `double`.
    case double(Double)
    /// The number of an enum value.
    case enumeration(Int32)

    /// - Parameter bits: A varint, or the little-endian bits of a fixed value; surplus high bits of a 32-bit kind are
    ///   dropped, as the official runtimes do.
    /// - Returns: `nil` for strings, bytes, messages and groups.
    package init?(_ kind: FieldKind, bits: UInt64) {
        let low = UInt32(truncatingIfNeeded: bits)
        switch kind {
        case .double: self = .double(Double(bitPattern: bits))
        case .float: self = .float(Float(bitPattern: low))
        case .int64, .sfixed64: self = .signed(Int64(bitPattern: bits))
        case .uint64, .fixed64: self = .unsigned(bits)
        case .int32, .sfixed32: self = .signed(Int64(Int32(bitPattern: low)))
        case .uint32, .fixed32: self = .unsigned(UInt64(low))
        case .bool: self = .bool(bits != 0)
        case .enumeration: self = .enumeration(Int32(bitPattern: low))
        case .sint32: self = .signed(Int64(Int32(zigzag: low)))
        case .sint64: self = .signed(Int64(zigzag: bits))
        case .string, .bytes, .message, .group: return nil
        }
    }

    /// The value as text, an enum value by its name in `type`.
    func text(_ type: EnumDescriptor? = nil) -> String {
        switch self {
        case .signed(let number): String(number)
        case .unsigned(let number): String(number)
        case .bool(let flag): flag ? "true" : "false"
        case .float(let number): number.description
        case .double(let number): number.description
        case .enumeration(let number): type?.value(number: number)?.name ?? String(number)
        }
    }

    /// Whether a value is the default, which encoders leave out of fields without presence. -0.0 is not the default, and no
    /// message is: those of lists have no presence where a schema, which protoc refuses, calls the list required.
    static func isDefault(_ occurrence: WireCursor.Field, _ kind: FieldKind) -> Bool {
        switch kind {
        case .string, .bytes: occurrence.value.isEmpty
        case .message, .group: false
        case .int32, .uint32, .sint32, .enumeration: UInt32(truncatingIfNeeded: occurrence.bits) == 0
        default: occurrence.bits == 0
        }
    }
}

extension FieldKind {
    /// The least and the greatest of the whole numbers that a field of an integer kind, or an enum, holds.
    var integers: (least: Int64, most: UInt64) {
        switch self {
        case .uint32, .fixed32: (0, UInt64(UInt32.max))
        case .uint64, .fixed64: (0, .max)
        case .int64, .sint64, .sfixed64: (.min, UInt64(Int64.max))
        default: (Int64(Int32.min), UInt64(Int32.max))
        }
    }

    /// The bits of a whole number on the wire; `nil` where the kind cannot hold the number.
    func bits(_ magnitude: UInt64, isNegative: Bool) -> UInt64? {
        let (least, most) = integers
        guard magnitude <= (isNegative ? least.magnitude : most) else { return nil }
        let value = Int64(bitPattern: isNegative ? 0 &- magnitude : magnitude)
        return self == .sint32 || self == .sint64 ? value.zigzag : UInt64(bitPattern: value)
    }
}

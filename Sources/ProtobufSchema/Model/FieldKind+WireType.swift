package import ProtobufWire

extension FieldKind {
    /// The wire type of a single value of this kind.
    package var wireType: WireType {
        switch self {
        case .double, .fixed64, .sfixed64: .fixed64
        case .float, .fixed32, .sfixed32: .fixed32
        case .string, .bytes, .message: .lengthDelimited
        case .group: .startGroup
        case .int64, .uint64, .int32, .bool, .uint32, .enumeration, .sint32, .sint64: .varint
        }
    }

    /// Whether a field with this wire type belongs to a declared one of this kind; any other is an unknown field.
    package func accepts(_ wireType: WireType, isRepeated: Bool) -> Bool {
        wireType == self.wireType || (isRepeated && wireType == .lengthDelimited && isPackable)
    }

    /// The wire types that ``accepts(_:isRepeated:)`` accepts: for each the bit of its number.
    func acceptedWireTypes(isRepeated: Bool) -> UInt8 {
        WireType.allCases.reduce(0) { $0 | (accepts($1, isRepeated: isRepeated) ? 1 << $1.rawValue : 0) }
    }
}

extension FieldShape {
    /// Whether a field with this wire type belongs to the declared one; any other is an unknown field.
    @inline(__always)
    func accepts(_ wireType: WireType) -> Bool { wireTypes & 1 << wireType.rawValue != 0 }
}

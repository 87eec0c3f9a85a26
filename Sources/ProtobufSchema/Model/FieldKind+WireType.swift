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

    /// The wire types that a declared field of this kind can have: for each the bit of its number.
    func acceptedWireTypes(isRepeated: Bool) -> UInt8 {
        1 << wireType.rawValue | (isRepeated && isPackable ? 1 << WireType.lengthDelimited.rawValue : 0)
    }
}

extension FieldShape {
    /// Whether a field with this wire type belongs to the declared one; any other is an unknown field.
    @inline(__always)
    func accepts(_ wireType: WireType) -> Bool { wireTypes & 1 << wireType.rawValue != 0 }
}

extension FieldDescriptor {
    /// Whether a field with this wire type belongs to the declared one; any other is an unknown field.
    package func accepts(_ wireType: WireType) -> Bool { pool.shapes[index].accepts(wireType) }
}

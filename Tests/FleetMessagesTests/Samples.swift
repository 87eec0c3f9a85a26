import ProtobufSchema
import ProtobufWire
import TestSupport

/// Wire bytes for a field, made from its declaration alone, without the typed messages and without the `Writer`.
enum Samples {
    struct FieldBytes {
        /// What is decoded.
        let wire: [UInt8]
        /// What an encoder makes of it.
        let canonical: [UInt8]
    }

    static func wireType(_ kind: FieldKind) -> WireType {
        switch kind {
        case .double, .fixed64, .sfixed64: .fixed64
        case .float, .fixed32, .sfixed32: .fixed32
        case .string, .bytes, .message: .lengthDelimited
        case .group: .startGroup
        default: .varint
        }
    }

    /// All wire types that decoders take for the field.
    static func wireTypes(_ field: FieldDescriptor) -> [WireType] {
        field.isRepeated && field.kind.isPackable
            ? [wireType(field.kind), .lengthDelimited] : [wireType(field.kind)]
    }

    /// Several encodings of the field: one value, several values, and where it has presence its default.
    static func fieldBytes(_ field: FieldDescriptor) -> [FieldBytes] {
        if let (key, value) = field.mapEntry {
            let entries = (0..<3).map { index in
                TestSupport.field(field.number, single(key, index) + single(value, index))
            }
            return [.init(wire: entries[1], canonical: entries[1])]
                + [.init(wire: entries[2] + entries[1], canonical: (entries[1] + entries[2]))]
        }
        if field.isRepeated {
            let values = (0..<3).map { value(field, $0) }
            if field.isPacked {
                let packed = TestSupport.field(field.number, Array(values.joined()))
                let single = values.flatMap { $0.prefixed(tag(field.number, wireType(field.kind))) }
                return [.init(wire: packed, canonical: packed), .init(wire: single, canonical: packed)]
            }
            let all = values.flatMap { $0.prefixed(tag(field.number, wireType(field.kind))) }
            return [.init(wire: all, canonical: all)]
        }
        let plain = single(field, 1)
        let other = single(field, 2)
        let empty = single(field, 0)
        var samples = [FieldBytes(wire: empty, canonical: field.hasPresence ? empty : [])]
        if !field.kind.isMessage { samples.append(.init(wire: other + plain, canonical: plain)) }
        return samples + [.init(wire: plain, canonical: plain)]
    }

    /// A whole field with a wire type that its declaration does not have.
    static func unfitting(_ number: Int, _ wireType: WireType) -> [UInt8] {
        let value: [UInt8] =
            switch wireType {
            case .varint: [0x96, 0x01]
            case .fixed64: [1, 2, 3, 4, 5, 6, 7, 8]
            case .fixed32: [1, 2, 3, 4]
            default: [3, 0x61, 0xff, 0x80]
            }
        return value.prefixed(tag(number, wireType))
    }

    private static func single(_ field: FieldDescriptor, _ index: Int) -> [UInt8] {
        value(field, index).prefixed(tag(field.number, wireType(field.kind)))
    }

    /// The bytes behind the tag. Index 0 is the default.
    private static func value(_ field: FieldDescriptor, _ index: Int) -> [UInt8] {
        switch field.kind {
        case .bool: [index == 0 ? 0 : 1]
        case .double: littleEndian(Double(index).bitPattern)
        case .fixed64, .sfixed64: littleEndian(UInt64(index))
        case .float: littleEndian(Float(index).bitPattern)
        case .fixed32, .sfixed32: littleEndian(UInt32(index))
        case .string, .bytes: length(index == 0 ? [] : [UInt8](repeating: 0x60 + UInt8(index), count: index * 20))
        case .message, .group: length(index == 0 ? [] : body(field.message, index))
        default: varint([0, 1, 300][index])
        }
    }

    /// A sub-message with its first scalar field set, or an empty one.
    private static func body(_ message: MessageDescriptor?, _ index: Int) -> [UInt8] {
        guard let field = message?.fields.first(where: { !$0.isRepeated && !$0.kind.isMessage }) else { return [] }
        return single(field, index)
    }

    private static func tag(_ number: Int, _ wireType: WireType) -> [UInt8] {
        varint(number << 3 | Int(wireType.rawValue))
    }

    private static func length(_ content: [UInt8]) -> [UInt8] { content.prefixed(varint(content.count)) }
}

extension [UInt8] {
    fileprivate func prefixed(_ prefix: [UInt8]) -> [UInt8] { prefix + self }
}

/// The official JSON mapping of a message's bytes.
func officialJSON(_ bytes: [UInt8], as message: MessageDescriptor) throws -> [UInt8] {
    try JSONWriter().json(bytes, as: message)
}

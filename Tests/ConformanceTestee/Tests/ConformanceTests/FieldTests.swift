import Conformance
import ProtobufSchema
import ProtobufWire
import Testing

/// The vectors do not have every field. Here the schema says what each one is, and from that alone its bytes are made:
/// the typed value has to know it, and to give the same bytes back.
@Suite struct FieldTests {
    @Test(
        arguments: [
            TestAllTypesProto3.self, TestAllTypesProto3.NestedMessage.self, ForeignMessage.self,
        ] as [any Message.Type])
    func knowsEveryField(of type: any Message.Type) throws {
        let message = try #require(ConformanceSchema.shared.message(named: type.fullName))
        #expect(!message.fields.isEmpty)
        for field in message.fields {
            let name: Comment = "\(field.name)"
            let bytes = Self.field(field, isPacked: field.isPacked)
            let decoded = try type.init(decoding: bytes)
            #expect(decoded.unknownFields.isEmpty, name)
            #expect(decoded.encoded() == bytes, name)
            if field.isRepeated, field.kind.isPackable {
                let other = try type.init(decoding: Self.field(field, isPacked: !field.isPacked))
                #expect(other.encoded() == bytes, name)
            }
        }
    }

    @Test func hasEveryEnumName() throws {
        let schema = ConformanceSchema.shared
        let package = "protobuf_test_messages.proto3"
        let nested = try #require(schema.enumeration(named: "\(package).TestAllTypesProto3.NestedEnum"))
        #expect(nested.values.map(\.number) == [.foo, .bar, .baz, .neg].map(\TestAllTypesProto3.NestedEnum.rawValue))
        let aliased = try #require(schema.enumeration(named: "\(package).TestAllTypesProto3.AliasedEnum"))
        #expect(
            aliased.values.map(\.number)
                == [.foo, .bar, .baz, .baz, .baz, .baz].map(\TestAllTypesProto3.AliasedEnum.rawValue))
        let foreign = try #require(schema.enumeration(named: "\(package).ForeignEnum"))
        #expect(foreign.values.map(\.number) == [.foo, .bar, .baz].map(\ForeignEnum.rawValue))
    }

    // MARK: Bytes

    /// The field with one value, or with two if it is repeated.
    private static func field(_ field: FieldDescriptor, isPacked: Bool) -> [UInt8] {
        let value = value(field)
        if field.isRepeated, field.kind.isPackable, isPacked {
            return varint(field.number << 3 | 2) + varint(2 * value.count) + value + value
        }
        let single = varint(field.number << 3 | wireType(field.kind)) + value
        return field.isRepeated && !field.isMap ? single + single : single
    }

    /// A value that is not the default, behind its tag.
    private static func value(_ field: FieldDescriptor) -> [UInt8] {
        if let entry = field.mapEntry {
            let bytes = Self.field(entry.key, isPacked: false) + Self.field(entry.value, isPacked: false)
            return varint(bytes.count) + bytes
        }
        switch wireType(field.kind) {
        case 0: return [1]
        case 1: return [1, 2, 3, 4, 5, 6, 7, 8]
        case 5: return [1, 2, 3, 4]
        default: return field.kind.isMessage ? [0] : [3, 0x61, 0x62, 0x63]
        }
    }

    private static func wireType(_ kind: FieldKind) -> Int {
        switch kind {
        case .double, .fixed64, .sfixed64: 1
        case .float, .fixed32, .sfixed32: 5
        case .string, .bytes, .message: 2
        default: 0
        }
    }

    private static func varint(_ value: Int) -> [UInt8] {
        value < 0x80 ? [UInt8(value)] : [UInt8(value & 0x7f) | 0x80] + varint(value >> 7)
    }
}

import FleetMessages
import FleetProtos
import ProtobufSchema
import ProtobufWire
import Testing

/// The schema says what each field is; from that alone the wire bytes of every field are built, decoded into the typed
/// value and encoded again. A wrong number, a forgotten line, a wrong wire type or a mixed-up property fails by name.
@Suite struct SchemaProofTests {
    static let messages = FleetSchema.shared.messages.filter { !$0.fullName.hasPrefix("google.api.") }

    @Test func everyMessageHasASwiftType() {
        #expect(Self.messages.count > 90)
        let typed = Set(MessageRegistry.fleetEngine.types.map { $0.fullName })
        #expect(typed.symmetricDifference(Self.messages.map(\.fullName)) == [])
    }

    @Test(arguments: messages)
    func everyField(of message: MessageDescriptor) throws {
        let type = try #require(MessageRegistry.fleetEngine.type(named: message.fullName))
        for field in message.fields {
            let name: Comment = "\(message.fullName).\(field.name)"
            for value in Samples.fieldBytes(field) {
                let decoded = try type.init(decoding: value.wire)
                #expect(decoded.unknownFields.isEmpty, name)
                #expect(decoded.encoded() == value.canonical, name)
            }
            for wireType in [WireType.varint, .fixed64, .lengthDelimited, .fixed32]
            where !Samples.wireTypes(field).contains(wireType) {
                let wire = Samples.unfitting(field.number, wireType)
                #expect(try type.init(decoding: wire).unknownFields.bytes == wire, name)
            }
        }
    }

    @Test(arguments: messages)
    func allFieldsTogether(of message: MessageDescriptor) throws {
        let type = try #require(MessageRegistry.fleetEngine.type(named: message.fullName))
        var ascending: [UInt8] = []
        var oneofs: Set<String> = []
        var parts: [[UInt8]] = []
        for field in message.fields {
            if let oneof = field.oneof, !oneofs.insert(oneof.name).inserted { continue }
            let value = try #require(Samples.fieldBytes(field).last)
            ascending += value.canonical
            parts.append(value.wire)
        }
        #expect(try type.init(decoding: ascending).encoded() == ascending)
        // The order on the wire does not matter, and unknown fields come last.
        let unknown: [UInt8] = [0xf8, 0xff, 0xff, 0xff, 0x0f, 1]
        let descending = unknown + Array(parts.reversed().joined())
        #expect(try type.init(decoding: descending).encoded() == ascending + unknown)
    }

    /// Each field lands in the property that bears its name.
    @Test(arguments: messages)
    func everyProperty(of message: MessageDescriptor) throws {
        let type = try #require(MessageRegistry.fleetEngine.type(named: message.fullName))
        let empty = properties(type.init())
        for field in message.fields {
            let decoded = properties(try type.init(decoding: #require(Samples.fieldBytes(field).last).wire))
            let changed = decoded.filter { empty[$0.key] != $0.value }.map(\.key)
            if let oneof = field.oneof {
                #expect(changed.count == 1, "\(message.fullName).\(oneof.name)")
                let member = decoded[changed.first ?? ""] ?? ""
                // `place_id` is `.place`, `string_value` is `.string`.
                var words = field.name.split(separator: "_").map(String.init)
                if words.count > 1, let last = words.last, ["value", "id"].contains(last) { words.removeLast() }
                #expect(
                    member.lowercased().contains(words.joined()), "\(message.fullName).\(field.name) is \(member)")
            } else {
                #expect(
                    changed.map { $0.lowercased() } == [field.name.filter { $0 != "_" }],
                    "\(message.fullName).\(field.name)")
            }
        }
    }

    private func properties(_ message: any Message) -> [String: String] {
        let children = Mirror(reflecting: message).children.filter { $0.label != "unknownFields" }
        // What lies outside of the message is stored under its name with an underscore.
        return Dictionary(uniqueKeysWithValues: children.map { (($0.label ?? "").filter { $0 != "_" }, "\($0.value)") })
    }

    /// The enums of the schema and the Swift types agree in that every number survives, known or not.
    @Test func openEnumsKeepEveryNumber() throws {
        for message in Self.messages {
            let type = try #require(MessageRegistry.fleetEngine.type(named: message.fullName))
            for field in message.fields where field.kind == .enumeration && !field.isRepeated {
                for number in field.enumeration!.values.map(\.number) + [99_999, -1, .max, .min] where number != 0 {
                    var writer = Writer()
                    writer.int32(field.number, present: Int32(number))
                    let bytes = writer.bytes
                    #expect(try type.init(decoding: bytes).encoded() == bytes, "\(message.fullName).\(field.name)")
                }
            }
        }
    }
}

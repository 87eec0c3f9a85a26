internal import FleetMessages
internal import FleetProtos
internal import JSONText
internal import ProtobufSchema
internal import ProtobufWire

extension StatusDetail {
    /// A detail from its JSON form with `@type`; `nil` when it has none. Members that are missing, unknown or have another
    /// type stay empty. A type that is not one of google.rpc's is read as a whole; where that fails or the type is unknown, it
    /// is kept by its URL, without content: the text is all there is.
    ///
    /// Objects that Node printed have the name of the class in place of `@type`.
    init?(json: JSONValue) {
        guard let url = json["@type"]?.string ?? json["@class"]?.string.map({ "google.rpc.\($0)" }) else { return nil }
        if let type = MessageRegistry.fleetEngine.type(forURL: url), type.fullName.hasPrefix("google.rpc.") {
            self = Self.read(type, json)
        } else if let any = FleetSchema.shared.message(named: AnyMessage.fullName),
            let bytes = try? JSONReader().bytes(of: json.text(), as: any),
            let packed = try? AnyMessage(decoding: bytes)
        {
            self.init(packed, registry: .fleetEngine)
        } else {
            self.init(.with { $0.typeURL = url }, registry: MessageRegistry())
        }
    }

    private static func read<M: Message>(_ type: M.Type, _ json: JSONValue) -> StatusDetail {
        var message = M()
        guard let descriptor = FleetSchema.shared.message(named: M.fullName) else { return StatusDetail(message) }
        var reader = JSONReader()
        reader.options.ignoresUnknownMembers = true
        // One by one, so that a member that cannot be read takes no other with it.
        for member in json.members {
            let member = JSONValue.Member(name: member.name, value: durationText(member.value) ?? member.value)
            guard let bytes = try? reader.bytes(of: JSONValue.object([member]).text(), as: descriptor) else { continue }
            try? message.merge(decoding: bytes)
        }
        return StatusDetail(message)
    }

    /// The text of a duration that is an object of protobufjs: `Duration { seconds: '20', nanos: 38000000 }`.
    private static func durationText(_ value: JSONValue) -> JSONValue? {
        guard value["@class"] == .string("Duration") || value["nanos"] != nil else { return nil }
        let seconds = (value["seconds"]?["low"] ?? value["seconds"])?.integer ?? 0
        let nanos = (value["nanos"]?.integer ?? 0).magnitude
        let fraction = String(nanos + 1_000_000_000).dropFirst()
        return .string("\(seconds).\(fraction)s")
    }
}

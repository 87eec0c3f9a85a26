internal import FleetMessages
internal import FleetProtos
internal import JSONText
internal import ProtobufSchema
internal import ProtobufWire

extension StatusDetail {
    /// A detail from its JSON form with `@type`; `nil` when it has none. Members that are missing, unknown or have another
    /// type stay empty. A type that is not one of google.rpc's is kept by its URL, without content: the text is all there
    /// is.
    init?(json: JSONValue) {
        guard let url = json["@type"]?.string else { return nil }
        if let type = MessageRegistry.fleetEngine.type(forURL: url), type.fullName.hasPrefix("google.rpc.") {
            self = Self.read(type, json)
        } else {
            var packed = AnyMessage()
            packed.typeURL = url
            self.init(packed, registry: MessageRegistry())
        }
    }

    private static func read<M: Message>(_ type: M.Type, _ json: JSONValue) -> StatusDetail {
        var message = M()
        guard let descriptor = FleetSchema.shared.message(named: M.fullName) else { return StatusDetail(message) }
        var reader = JSONReader()
        reader.options.ignoresUnknownMembers = true
        // One by one, so that a member that cannot be read takes no other with it.
        for member in json.members {
            guard let bytes = try? reader.bytes(of: JSONValue.object([member]).text(), as: descriptor) else { continue }
            try? message.merge(decoding: bytes)
        }
        return StatusDetail(message)
    }
}

public import ProtobufWire

/// A message of any type, as bytes with its type's name. Mirrors `google.protobuf.Any`.
public struct AnyMessage: FleetMessage {
    public static let fullName = "google.protobuf.Any"

    /// `type_url = 1`: ends in a slash and the full name of the message in `value`.
    public var typeURL = ""
    /// `value = 2`: the message's bytes.
    public var value: [UInt8] = []
    public var unknownFields = UnknownFields()

    public init() {}

    /// The message's bytes under `type.googleapis.com/` and its full name, as every official runtime packs.
    public init(packing message: some Message) {
        typeURL = "type.googleapis.com/" + type(of: message).fullName
        value = message.encoded()
    }

    /// The full name in ``typeURL``: what follows its last slash, or all of it if there is none.
    public var typeName: String { Self.typeName(inURL: typeURL) }

    static func typeName(inURL url: String) -> String {
        guard let slash = url.utf8.lastIndex(of: UInt8(ascii: "/")) else { return url }
        return String(url[url.utf8.index(after: slash)...])
    }

    /// The message inside; `nil` when ``typeName`` is not that of `type`.
    ///
    /// - Throws: `WireError` when the bytes are no such message. Its offset counts from the start of ``value``.
    public func unpack<M: Message>(
        as type: M.Type = M.self, limits: DecodingLimits = DecodingLimits()
    ) throws(WireError) -> M? {
        guard typeName == type.fullName else { return nil }
        return try M(decoding: value, limits: limits)
    }

    public mutating func merge(_ reader: consuming Reader) throws(WireError) {
        while case let tag = try reader.nextTag(), tag != 0 {
            switch tag {
            case 10: typeURL = try reader.string()
            case 18: value = try reader.bytes()
            default: try reader.keep(tag, in: &unknownFields)
            }
        }
    }

    public func encode(_ writer: inout Writer) {
        writer.string(1, typeURL)
        writer.bytes(2, value)
        writer.unknown(unknownFields)
    }
}

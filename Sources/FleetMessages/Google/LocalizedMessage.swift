public import ProtobufWire

/// Text for users, in their language. Mirrors `google.rpc.LocalizedMessage`.
public struct LocalizedMessage: FleetMessage {
    public static let fullName = "google.rpc.LocalizedMessage"

    /// `locale = 1`: BCP 47 tag of the language, for example `de-CH`.
    public var locale = ""
    /// `message = 2`: the text.
    public var message = ""
    public var unknownFields = UnknownFields()

    public init() {}

    public mutating func merge(_ reader: consuming Reader) throws(WireError) {
        while case let tag = try reader.nextTag(), tag != 0 {
            switch tag {
            case 10: locale = try reader.string()
            case 18: message = try reader.string()
            default: try reader.keep(tag, in: &unknownFields)
            }
        }
    }

    public func encode(_ writer: inout Writer) {
        writer.string(1, locale)
        writer.string(2, message)
        writer.unknown(unknownFields)
    }
}

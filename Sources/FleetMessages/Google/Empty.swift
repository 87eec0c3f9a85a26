public import ProtobufWire

/// A message without fields: the response of the delete methods. Mirrors `google.protobuf.Empty`.
public struct Empty: FleetMessage {
    public static let fullName = "google.protobuf.Empty"

    public var unknownFields = UnknownFields()

    public init() {}

    public mutating func merge(_ reader: consuming Reader) throws(WireError) {
        while case let tag = try reader.nextTag(), tag != 0 { try reader.keep(tag, in: &unknownFields) }
    }

    public func encode(_ writer: inout Writer) { writer.unknown(unknownFields) }
}

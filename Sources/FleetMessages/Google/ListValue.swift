public import ProtobufWire

/// A JSON array. Mirrors `google.protobuf.ListValue`.
public struct ListValue: FleetMessage {
    public static let fullName = "google.protobuf.ListValue"

    /// `values = 1`: elements in order; their kinds may differ.
    public var values: [Value] = []
    public var unknownFields = UnknownFields()

    public init() {}

    public mutating func merge(_ reader: consuming Reader) throws(WireError) {
        while case let tag = try reader.nextTag(), tag != 0 {
            switch tag {
            case 10: try reader.messages(10, &values)
            default: try reader.keep(tag, in: &unknownFields)
            }
        }
    }

    public func encode(_ writer: inout Writer) {
        writer.messages(1, values)
        writer.unknown(unknownFields)
    }
}

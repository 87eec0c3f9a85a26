public import ProtobufWire

/// Mirrors `protobuf_test_messages.proto3.ForeignMessage`.
public struct ForeignMessage: Message {
    public static let fullName = "protobuf_test_messages.proto3.ForeignMessage"
    public static var fieldNames: (any FieldNaming)? { ConformanceSchema.shared }

    /// `c = 1`
    public var c: Int32 = 0
    public var unknownFields = UnknownFields()

    public init() {}

    public mutating func merge(_ reader: consuming Reader) throws(WireError) {
        while case let tag = try reader.nextTag(), tag != 0 {
            switch tag {
            case 8: c = try reader.int32()
            default: try reader.keep(tag, in: &unknownFields)
            }
        }
    }

    public func encode(_ writer: inout Writer) {
        writer.int32(1, c)
        writer.unknown(unknownFields)
    }
}

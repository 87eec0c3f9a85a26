public import ProtobufWire

/// A JSON object of any shape. Mirrors `google.protobuf.Struct`.
///
/// A structure in a structure takes three levels of `DecodingLimits/recursion`: the map entry, the value, the
/// structure.
public struct Struct: FleetMessage {
    public static let fullName = "google.protobuf.Struct"

    /// `fields = 1`: members by name.
    public var fields = ProtobufMap<String, Value>()
    public var unknownFields = UnknownFields()

    /// Made once, not on each of the levels that values nest in.
    private static let member = FieldCoding<Value>.message

    public init() {}

    public mutating func merge(_ reader: consuming Reader) throws(WireError) {
        while case let tag = try reader.nextTag(), tag != 0 {
            switch tag {
            case 10: try reader.map(10, &fields, key: .string, value: Self.member, unknown: &unknownFields)
            default: try reader.keep(tag, in: &unknownFields)
            }
        }
    }

    public func encode(_ writer: inout Writer) {
        writer.map(1, fields, key: .string, value: Self.member)
        writer.unknown(unknownFields)
    }
}

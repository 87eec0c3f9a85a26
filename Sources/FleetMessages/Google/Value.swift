public import ProtobufWire

/// Any JSON value. Mirrors `google.protobuf.Value`.
public struct Value: FleetMessage {
    public static let fullName = "google.protobuf.Value"

    /// The oneof `kind`: what the value is; `nil`, which JSON has no form for, when no member is set. The last member on
    /// the wire wins.
    public var kind: Kind?
    public var unknownFields = UnknownFields()

    /// The members of the oneof `kind`.
    public indirect enum Kind: Hashable, Sendable {
        /// `null_value = 1`
        case null(NullValue)
        /// `number_value = 2`: NaN and the infinities have no JSON form.
        case number(Double)
        /// `string_value = 3`
        case string(String)
        /// `bool_value = 4`
        case bool(Bool)
        /// `struct_value = 5`
        case `struct`(Struct)
        /// `list_value = 6`
        case list(ListValue)
    }

    public init() {}

    public mutating func merge(_ reader: consuming Reader) throws(WireError) {
        while case let tag = try reader.nextTag(), tag != 0 {
            switch tag {
            case 42: try mergeStruct(&reader)
            case 50: try mergeList(&reader)
            default: try mergeScalar(tag, &reader)
            }
        }
    }

    // Values nest, and each level takes its frame on the stack: in pieces, only what the way down needs is in it.

    @inline(never)
    private mutating func mergeScalar(_ tag: UInt32, _ reader: inout Reader) throws(WireError) {
        switch tag {
        case 8: kind = .null(try reader.enumeration())
        case 17: kind = .number(try reader.double())
        case 26: kind = .string(try reader.string())
        case 32: kind = .bool(try reader.bool())
        default: try reader.keep(tag, in: &unknownFields)
        }
    }

    // An older member is taken out before it grows: were it shared meanwhile, each occurrence would copy all of it.

    @inline(never)
    private mutating func mergeStruct(_ reader: inout Reader) throws(WireError) {
        var value = Struct()
        if case .struct(let old) = kind { (value, kind) = (old, nil) }
        defer { kind = .struct(value) }
        try reader.message(into: &value)
    }

    @inline(never)
    private mutating func mergeList(_ reader: inout Reader) throws(WireError) {
        var value = ListValue()
        if case .list(let old) = kind { (value, kind) = (old, nil) }
        defer { kind = .list(value) }
        try reader.message(into: &value)
    }

    public func encode(_ writer: inout Writer) {
        switch kind {
        case .null(let value): writer.enumeration(1, present: value)
        case .number(let value): writer.double(2, present: value)
        case .string(let value): writer.string(3, present: value)
        case .bool(let value): writer.bool(4, present: value)
        case .struct(let value): writer.message(5, value)
        case .list(let value): writer.message(6, value)
        case nil: break
        }
        writer.unknown(unknownFields)
    }
}

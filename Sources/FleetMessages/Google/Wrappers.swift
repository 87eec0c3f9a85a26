public import ProtobufWire

/// A message of `google/protobuf/wrappers.proto`: a value that can be absent.
///
/// Inside Fleet Engine's messages these are native optionals. The messages themselves are for what cannot be one: the
/// content of an ``AnyMessage``, and repeated fields.
public struct WrapperMessage<Wrapped: WrapperValue>: FleetMessage {
    public static var fullName: String { "google.protobuf.\(Wrapped.wrapperName)" }

    /// `value = 1`
    public var value = Wrapped()
    public var unknownFields = UnknownFields()

    public init() {}

    public mutating func merge(_ reader: consuming Reader) throws(WireError) {
        while case let tag = try reader.nextTag(), tag != 0 {
            switch tag {
            case Wrapped.wrapperTag: value = try Wrapped.inWrapper(&reader)
            default: try reader.keep(tag, in: &unknownFields)
            }
        }
    }

    public func encode(_ writer: inout Writer) {
        value.writeInWrapper(&writer)
        writer.unknown(unknownFields)
    }
}

/// A `double` that can be absent. Mirrors `google.protobuf.DoubleValue`.
public typealias DoubleValue = WrapperMessage<Double>
/// A `float` that can be absent. Mirrors `google.protobuf.FloatValue`.
public typealias FloatValue = WrapperMessage<Float>
/// An `int64` that can be absent. Mirrors `google.protobuf.Int64Value`.
public typealias Int64Value = WrapperMessage<Int64>
/// A `uint64` that can be absent. Mirrors `google.protobuf.UInt64Value`.
public typealias UInt64Value = WrapperMessage<UInt64>
/// An `int32` that can be absent. Mirrors `google.protobuf.Int32Value`.
public typealias Int32Value = WrapperMessage<Int32>
/// A `uint32` that can be absent. Mirrors `google.protobuf.UInt32Value`.
public typealias UInt32Value = WrapperMessage<UInt32>
/// A `bool` that can be absent. Mirrors `google.protobuf.BoolValue`.
public typealias BoolValue = WrapperMessage<Bool>
/// A `string` that can be absent. Mirrors `google.protobuf.StringValue`.
public typealias StringValue = WrapperMessage<String>
/// `bytes` that can be absent. Mirrors `google.protobuf.BytesValue`.
public typealias BytesValue = WrapperMessage<[UInt8]>

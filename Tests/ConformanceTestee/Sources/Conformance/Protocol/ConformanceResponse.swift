public import ProtobufWire

/// What became of one test. Mirrors `conformance.ConformanceResponse`.
public struct ConformanceResponse: Message {
    public static let fullName = "conformance.ConformanceResponse"

    /// The oneof `result`
    public var result: Result?
    public var unknownFields = UnknownFields()

    /// The members of the oneof `result` that a testee sends. The text formats are UTF-8.
    public enum Result: Hashable, Sendable {
        /// `parse_error = 1`: the input is not such a message. Many tests want this.
        case parseError(String)
        /// `runtime_error = 2`: something else went wrong. The test has failed.
        case runtimeError(String)
        /// `protobuf_payload = 3`
        case protobuf([UInt8])
        /// `json_payload = 4`
        case json([UInt8])
        /// `skipped = 5`: why this test is not for this testee.
        case skipped(String)
        /// `serialize_error = 6`: the message was read, but the format has no form for it.
        case serializeError(String)
        /// `text_payload = 8`
        case text([UInt8])
    }

    public init() {}

    public init(_ result: Result) { self.result = result }

    public mutating func merge(_ reader: consuming Reader) throws(WireError) {
        while case let tag = try reader.nextTag(), tag != 0 {
            switch tag {
            case 10: result = .parseError(try reader.string())
            case 18: result = .runtimeError(try reader.string())
            case 26: result = .protobuf(try reader.bytes())
            case 34: result = .json(try reader.bytes())
            case 42: result = .skipped(try reader.string())
            case 50: result = .serializeError(try reader.string())
            case 66: result = .text(try reader.bytes())
            default: try reader.keep(tag, in: &unknownFields)
            }
        }
    }

    public func encode(_ writer: inout Writer) {
        switch result {
        case .parseError(let reason): writer.string(1, present: reason)
        case .runtimeError(let reason): writer.string(2, present: reason)
        case .protobuf(let bytes): writer.bytes(3, present: bytes)
        case .json(let bytes): writer.bytes(4, present: bytes)
        case .skipped(let reason): writer.string(5, present: reason)
        case .serializeError(let reason): writer.string(6, present: reason)
        case .text(let bytes): writer.bytes(8, present: bytes)
        case nil: break
        }
        writer.unknown(unknownFields)
    }
}

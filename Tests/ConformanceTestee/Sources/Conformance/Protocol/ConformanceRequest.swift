public import ProtobufWire

/// One test: a message in one format, to be given back in the same or another one. Mirrors
/// `conformance.ConformanceRequest`.
public struct ConformanceRequest: Message {
    public static let fullName = "conformance.ConformanceRequest"

    /// The oneof `payload`: the message to read.
    public var payload: Payload?
    /// `requested_output_format = 3`: the format to write.
    public var requestedOutputFormat = WireFormat()
    /// `message_type = 4`: the full name of the message's type.
    public var messageType = ""
    /// `test_category = 5`
    public var testCategory = TestCategory()
    /// `print_unknown_fields = 9`: text is to show unknown fields too.
    public var printUnknownFields = false
    public var unknownFields = UnknownFields()

    /// The members of the oneof `payload`. Text formats are bytes here, because a test may send what is not UTF-8: that
    /// is for the reader of the format to find out.
    public enum Payload: Hashable, Sendable {
        /// `protobuf_payload = 1`
        case protobuf([UInt8])
        /// `json_payload = 2`
        case json([UInt8])
        /// `jspb_payload = 7`: only used inside Google.
        case jspb([UInt8])
        /// `text_payload = 8`
        case text([UInt8])
    }

    /// Mirrors `conformance.WireFormat`.
    public struct WireFormat: OpenEnum {
        public var rawValue: Int32
        public init(rawValue: Int32) { self.rawValue = rawValue }

        /// `UNSPECIFIED = 0`
        public static var unspecified: Self { .init(rawValue: 0) }
        /// `PROTOBUF = 1`
        public static var protobuf: Self { .init(rawValue: 1) }
        /// `JSON = 2`
        public static var json: Self { .init(rawValue: 2) }
        /// `TEXT_FORMAT = 4`
        public static var text: Self { .init(rawValue: 4) }
    }

    /// Mirrors `conformance.TestCategory`, as far as it matters to a testee.
    public struct TestCategory: OpenEnum {
        public var rawValue: Int32
        public init(rawValue: Int32) { self.rawValue = rawValue }

        /// `JSON_IGNORE_UNKNOWN_PARSING_TEST = 3`: unknown JSON members are to be skipped, not refused.
        public static var jsonIgnoringUnknown: Self { .init(rawValue: 3) }
    }

    public init() {}

    public mutating func merge(_ reader: consuming Reader) throws(WireError) {
        while case let tag = try reader.nextTag(), tag != 0 {
            switch tag {
            case 10: payload = .protobuf(try reader.bytes())
            case 18: payload = .json(try reader.bytes())
            case 24: requestedOutputFormat = try reader.enumeration()
            case 34: messageType = try reader.string()
            case 40: testCategory = try reader.enumeration()
            case 58: payload = .jspb(try reader.bytes())
            case 66: payload = .text(try reader.bytes())
            case 72: printUnknownFields = try reader.bool()
            default: try reader.keep(tag, in: &unknownFields)
            }
        }
    }

    public func encode(_ writer: inout Writer) {
        if case .protobuf(let bytes) = payload { writer.bytes(1, present: bytes) }
        if case .json(let bytes) = payload { writer.bytes(2, present: bytes) }
        writer.enumeration(3, requestedOutputFormat)
        writer.string(4, messageType)
        writer.enumeration(5, testCategory)
        if case .jspb(let bytes) = payload { writer.bytes(7, present: bytes) }
        if case .text(let bytes) = payload { writer.bytes(8, present: bytes) }
        writer.bool(9, printUnknownFields)
        writer.unknown(unknownFields)
    }
}

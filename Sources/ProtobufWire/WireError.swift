/// Why bytes are not a protobuf message: what is wrong, at which byte, and in which field.
public struct WireError: Error, Hashable, Sendable {
    /// The kinds of damage; a minor version may add some.
    @frozen public struct Code: Hashable, Sendable {
        @usableFromInline let rawValue: UInt8
        @usableFromInline init(_ rawValue: UInt8) { self.rawValue = rawValue }

        /// A field announces more bytes than its message has left, or the input ends inside a field.
        public static var truncated: Self { .init(1) }
        /// A varint does not end within ten bytes.
        public static var malformedVarint: Self { .init(2) }
        /// A tag with field number 0, longer than five bytes, or larger than 32 bits.
        public static var invalidTag: Self { .init(3) }
        /// A tag with wire type 6 or 7, which do not exist.
        public static var invalidWireType: Self { .init(4) }
        /// A length of 2 147 483 648 or more, or written in more than five bytes.
        public static var invalidLength: Self { .init(5) }
        /// A `string` field whose bytes are not UTF-8.
        public static var invalidUTF8: Self { .init(6) }
        /// An end-group tag without its begin, or with another field number.
        public static var mismatchedEndGroup: Self { .init(7) }
        /// A group that is still open where its message ends.
        public static var unterminatedGroup: Self { .init(8) }
        /// More levels of messages or groups than ``DecodingLimits/recursion`` allows.
        public static var recursionLimitExceeded: Self { .init(9) }
        /// More bytes than ``DecodingLimits/messageSize`` allows.
        public static var messageTooLarge: Self { .init(10) }
    }

    /// What is wrong.
    public let code: Code
    /// Offset of the value that cannot be read (of the tag, if that is at fault), in bytes from the start of the input.
    public let offset: Int
    /// The field in which decoding stopped, from the outermost message inwards.
    public internal(set) var path = FieldPath()
    /// Levels that could still have been entered when the error arose: tells how deep it lies.
    @usableFromInline let levelsLeft: Int32

    @usableFromInline init(_ code: Code, offset: Int, levelsLeft: Int) {
        self.code = code
        self.offset = offset
        self.levelsLeft = Int32(truncatingIfNeeded: levelsLeft)
    }

    public static func == (a: Self, b: Self) -> Bool { a.code == b.code && a.offset == b.offset && a.path == b.path }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(code)
        hasher.combine(offset)
        hasher.combine(path)
    }
}

extension WireError.Code: CustomStringConvertible {
    /// A stable word for logs and scripts, such as `invalid_utf8`.
    public var description: String {
        switch self {
        case .truncated: "truncated"
        case .malformedVarint: "malformed_varint"
        case .invalidTag: "invalid_tag"
        case .invalidWireType: "invalid_wire_type"
        case .invalidLength: "invalid_length"
        case .invalidUTF8: "invalid_utf8"
        case .mismatchedEndGroup: "mismatched_end_group"
        case .unterminatedGroup: "unterminated_group"
        case .recursionLimitExceeded: "recursion_limit_exceeded"
        case .messageTooLarge: "message_too_large"
        default: "code_\(rawValue)"
        }
    }

    /// The kind of damage and its likely cause, as one sentence without a full stop.
    public var explanation: String {
        switch self {
        case .truncated:
            "a field is longer than the bytes that are left; the data was cut short, or it is not this message type"
        case .malformedVarint:
            "a varint does not end within ten bytes; the data is corrupt, or it is not this message type"
        case .invalidTag:
            "no field can begin with these bytes; the data is corrupt, still compressed, or still has its gRPC prefix"
        case .invalidWireType:
            "wire types 6 and 7 do not exist; the data is corrupt, still compressed, or still has its gRPC prefix"
        case .invalidLength:
            "a length does not fit in 31 bits; the data is corrupt, or it is not this message type"
        case .invalidUTF8:
            "a string field holds bytes that are not UTF-8; the data is corrupt, or the sender put bytes in a string"
        case .mismatchedEndGroup:
            "a group ends that did not begin; the data is corrupt, or it is not this message type"
        case .unterminatedGroup:
            "a group does not end within its message; the data was cut short, or it is not this message type"
        case .recursionLimitExceeded:
            "messages or groups are nested deeper than the limit; raise DecodingLimits.recursion if that is intended"
        case .messageTooLarge:
            "the message is larger than the limit; raise DecodingLimits.messageSize if that is intended"
        default: description
        }
    }
}

extension WireError: CustomStringConvertible {
    /// The code, the place and the explanation, such as
    /// `truncated at byte 31 in vehicle.last_location.location.latitude: a field is longer than …`.
    public var description: String {
        let place = path.isEmpty ? "" : " in \(path)"
        return "\(code) at byte \(offset)\(place): \(code.explanation)"
    }
}

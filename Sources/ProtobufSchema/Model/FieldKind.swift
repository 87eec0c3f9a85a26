/// The declared type of a field.
///
/// Raw values are those of `FieldDescriptorProto.Type`.
public enum FieldKind: UInt8, Hashable, Sendable, CaseIterable {
    /// 64-bit floating point.
    case double = 1
    /// 32-bit floating point.
    case float = 2
    /// A varint; negative numbers take ten bytes.
    case int64 = 3
    /// A varint.
    case uint64 = 4
    /// A varint; negative numbers take ten bytes.
    case int32 = 5
    /// Eight bytes, unsigned.
    case fixed64 = 6
    /// Four bytes, unsigned.
    case fixed32 = 7
    /// A varint that is 0 or not.
    case bool = 8
    /// Text in UTF-8 behind its length.
    case string = 9
    /// A message between a start and an end tag: `group` of proto2, `DELIMITED` of editions.
    case group = 10
    /// A message behind its length.
    case message = 11
    /// Bytes behind their length.
    case bytes = 12
    /// A varint.
    case uint32 = 13
    /// The number of an enum value, as a varint.
    case enumeration = 14
    /// Four bytes, signed.
    case sfixed32 = 15
    /// Eight bytes, signed.
    case sfixed64 = 16
    /// A varint in zigzag form: numbers near 0 are short, negative ones too.
    case sint32 = 17
    /// A varint in zigzag form: numbers near 0 are short, negative ones too.
    case sint64 = 18

    /// The scalar with this keyword (`int32`, `string`, ...), `nil` for anything else.
    init?(keyword: String) {
        let named = Self.allCases.first { $0.keyword == keyword && !$0.isMessage && $0 != .enumeration }
        guard let named else { return nil }
        self = named
    }

    /// The word that `.proto` files use; for messages, groups and enums the word that introduces their declaration.
    public var keyword: String { Self.keywords[Int(rawValue) - 1] }

    /// The keywords in the order of the raw values.
    private static let keywords = [
        "double", "float", "int64", "uint64", "int32", "fixed64", "fixed32", "bool", "string", "group", "message",
        "bytes", "uint32", "enum", "sfixed32", "sfixed64", "sint32", "sint64",
    ]

    /// Whether several values of this kind can share one length-delimited field.
    public var isPackable: Bool {
        switch self {
        case .string, .bytes, .message, .group: false
        default: true
        }
    }

    var isInteger: Bool { isPackable && ![.bool, .enumeration, .float, .double].contains(self) }

    /// Whether values are messages, length-prefixed or between tags.
    public var isMessage: Bool { self == .message || self == .group }
}

/// How many values a field holds.
public enum FieldCardinality: Hashable, Sendable {
    /// At most one value.
    case singular
    /// `required` of proto2.
    case required
    /// `repeated`, and maps, which are repeated entries on the wire.
    case repeated
}

internal import ByteText

/// One option of a declaration, as written: `deprecated = true`, `(google.api.http) = { ... }`.
///
/// Custom options are kept by name and are not checked against the message that declares them, so the files which declare
/// them are not needed.
public struct SchemaOption: Hashable, Sendable {
    /// The name with its parentheses and dots: `deprecated`, `(google.api.http)`, `(a.b).c`. In an aggregate the name
    /// of the member, with brackets for extensions.
    public let name: String
    /// The value as written.
    public let value: Value

    /// An option with its name as in ``name``.
    public init(name: String, value: Value) {
        self.name = name
        self.value = value
    }

    /// The value of an option.
    public indirect enum Value: Hashable, Sendable {
        /// A bare word: `true`, an enum value, `-inf`.
        case identifier(String)
        /// A number as it is written: `-2`, `0x1F`, `1.5e3`.
        case number(String)
        /// The bytes of a string literal after escapes; they need not be UTF-8.
        case string([UInt8])
        /// `[a, b]` inside an aggregate.
        case list([Value])
        /// `{ name: value ... }`
        case message([SchemaOption])
    }
}

extension SchemaOption.Value {
    /// The string or bare word, `nil` for other values and for bytes that are not UTF-8.
    public var text: String? {
        switch self {
        case .identifier(let word): word
        case .string(let bytes):
            bytes.withByteSpan { $0.isUTF8(bytes.indices) } ? String(decoding: bytes, as: UTF8.self) : nil
        default: nil
        }
    }

    /// The members of an aggregate, empty for other values.
    public var members: [SchemaOption] {
        if case .message(let members) = self { members } else { [] }
    }

    /// The elements of a list; any other value is a list of one.
    public var elements: [SchemaOption.Value] {
        if case .list(let values) = self { values } else { [self] }
    }

    var isTrue: Bool { self == .identifier("true") }
}

extension [SchemaOption] {
    /// The values of every option with this name, lists flattened, in order.
    public func values(of name: String) -> [SchemaOption.Value] {
        filter { $0.name == name }.flatMap { $0.value.elements }
    }

    /// The text of the last option with this name.
    func text(of name: String) -> String? {
        last { $0.name == name }?.value.text
    }

    /// Whether the message is a MessageSet, the form in which protobuf's first version kept extensions.
    var isMessageSet: Bool { isTrue("message_set_wire_format") }

    var isDeprecated: Bool { isTrue("deprecated") }

    /// Whether the last option with this name is `true`.
    func isTrue(_ name: String) -> Bool { last { $0.name == name }?.value.isTrue ?? false }
}
